//! A query for analysis: one game, the turns of it to be analyzed, and what is to be told of them.
//!
//! Fields, limits and messages are those of KataGo's analysis engine (its `docs/Analysis_Engine.md`), so that programs
//! written for it find what they expect. What has no meaning here gets a warning, and the query is answered.

use super::fields::{Fault, Fields, Read, fault};
use super::settings::{Perspective, Settings};
use crate::board::{MAX_SIDE, Size};
use crate::engine::set_up;
use crate::gtp::parse::format_move;
use crate::gtp::rules_json::{from_json, with_key};
use crate::rules::{Game, Rules, Scoring};
use crate::search::{Limits, Wanted, time::Budget};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// What an answer contains beyond what each does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Who owns each point.
    pub ownership: bool,
    /// Who owns it after each move.
    pub ownership_of_moves: bool,
    /// The priors.
    pub policy: bool,
    /// The visits of each move of a variation.
    pub line_visits: bool,
    /// Most moves of a variation.
    pub line_length: usize,
}

/// How often a search that runs is reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reports {
    /// Time before the first report.
    pub first: Duration,
    /// Time between two reports.
    pub every: Duration,
}

/// A query that makes sense.
#[derive(Clone, Debug)]
pub struct Query {
    /// What the client calls it.
    pub id: String,
    /// The game with all its moves.
    pub game: Game,
    /// The numbers of moves after which the position is to be analyzed, each with its priority.
    pub turns: Vec<(usize, i64)>,
    /// When the search of a position ends.
    pub limits: Limits,
    /// The moves to be tried.
    pub wanted: Wanted,
    /// Whose numbers are told.
    pub perspective: Perspective,
    /// What answers contain.
    pub contents: Contents,
    /// Reports of a search that runs, if they are asked for.
    pub reports: Option<Reports>,
}

/// Priorities go this far up and down, as in KataGo.
const PRIORITIES: i64 = (1 << 62) - 1;

/// Fields that mean something.
const FIELDS: &[&str] = &[
    "id",
    "action",
    "terminateId",
    "turnNumbers",
    "boardXSize",
    "boardYSize",
    "initialStones",
    "moves",
    "initialPlayer",
    "analyzeTurns",
    "priority",
    "priorities",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "overrideSettings",
    "maxVisits",
    "analysisPVLen",
    "includeOwnership",
    "includeMovesOwnership",
    "includePolicy",
    "includePVVisits",
    "reportDuringSearchEvery",
    "firstReportDuringSearchAfter",
    "allowMoves",
    "avoidMoves",
];

/// Fields of KataGo's that ask for something its network alone has.
const IGNORED: &[&str] = &[
    "includeOwnershipStdev",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
];

impl Query {
    /// Reads a query, and what is to be warned of. What it does not say is as in `settings`.
    ///
    /// # Errors
    /// The first field that is missing or makes no sense.
    pub fn read(id: &str, map: &Map<String, Value>, settings: &Settings) -> Read<(Query, Vec<Fault>)> {
        let fields = Fields(map);
        let size = read_size(fields)?;
        let game = read_game(fields, size)?;
        let (settings, unknown) = settings.overridden(fields)?;
        let query = Query {
            id: id.to_owned(),
            turns: read_turns(fields, game.turns().len())?,
            limits: Limits { playouts: Some(settings.visits), time: settings.time.map(Budget::fixed) },
            wanted: read_wanted(fields, size)?,
            perspective: settings.perspective,
            contents: Contents {
                ownership: fields.boolean("includeOwnership")?,
                ownership_of_moves: fields.boolean("includeMovesOwnership")?,
                policy: fields.boolean("includePolicy")?,
                line_visits: fields.boolean("includePVVisits")?,
                line_length: settings.line_length + 1,
            },
            reports: read_reports(fields)?,
            game,
        };
        Ok((query, unknown.into_iter().chain(unused(map)).collect()))
    }

    /// The game after that many moves.
    pub fn game_at(&self, turn: usize) -> Game {
        let mut game = self.game.clone();
        game.undo_many(game.turns().len() - turn);
        game
    }
}

/// Warnings of fields that mean nothing.
fn unused(map: &Map<String, Value>) -> impl Iterator<Item = Fault> {
    let is_asked_for = |value: &Value| *value != Value::Bool(false);
    let ignored = IGNORED.iter().filter(move |name| map.get(**name).is_some_and(is_asked_for));
    let is_known = |name: &&String| FIELDS.contains(&name.as_str()) || IGNORED.contains(&name.as_str());
    let unknown = map.keys().filter(move |name| !is_known(name));
    ignored
        .map(|name| Fault { field: (*name).to_owned(), message: "Not supported, ignored".to_owned() })
        .chain(
            unknown
                .map(|name| Fault { field: name.clone(), message: "Unexpected or unused field".to_owned() }),
        )
}

fn read_size(fields: Fields) -> Read<Size> {
    let side = |field| {
        let missing = || fault(field, format!("Must be an integer from 1 to {MAX_SIDE}"));
        fields.integer(field, 1..=MAX_SIDE as i64)?.ok_or_else(missing)
    };
    let (width, height) = (side("boardXSize")?, side("boardYSize")?);
    Ok(Size::new(width as usize, height as usize).expect("invariant: the sides are in range"))
}

fn read_game(fields: Fields, size: Size) -> Read<Game> {
    let rules = read_rules(fields)?;
    let mut game = Game::new(size, rules, read_komi(fields, &rules)?);
    if let Some(stones) = fields.turns("initialStones", size)? {
        let stones: Option<Vec<_>> =
            stones.into_iter().map(|(color, mv)| Some((mv.point()?, Some(color)))).collect();
        let stones = stones.ok_or_else(|| fault("initialStones", "Could not parse board location: pass"))?;
        game = set_up(&game, &stones).map_err(|why| fault("initialStones", why.to_string()))?;
    }
    let moves = fields.turns("moves", size)?;
    let moves = moves.ok_or_else(|| fault("moves", "Must specify an array of [player,location] pairs"))?;
    let first_to_move = moves.first().map(|(color, _)| *color);
    if let Some(color) = fields.player("initialPlayer")?.or(first_to_move) {
        game.set_to_play(color);
    }
    for (number, (color, mv)) in moves.into_iter().enumerate() {
        let illegal = |why| fault("moves", format!("Illegal move {number}: {} ({why})", format_move(mv)));
        game.play_recorded(color, mv).map_err(illegal)?;
    }
    Ok(game)
}

fn read_rules(fields: Fields) -> Read<Rules> {
    let refuse = |why: String| fault("rules", format!("Could not parse rules: {why}"));
    let rules = match fields.get("rules") {
        Some(Value::String(text)) if text.trim_start().starts_with('{') => from_json(text).map_err(refuse)?,
        Some(Value::String(text)) => Rules::from_record(text).ok_or_else(|| refuse(text.clone()))?,
        Some(object @ Value::Object(_)) => from_json(&object.to_string()).map_err(refuse)?,
        _ => return Err(fault("rules", "Must be a name, such as \"chinese\", or a JSON object")),
    };
    let key = "whiteHandicapBonus";
    let bonus = match fields.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
        None => return Ok(rules),
    };
    with_key(rules, key, &bonus).map_err(|why| fault(key, why))
}

/// The komi in half points; if there is none, KataGo's guess.
fn read_komi(fields: Fields, rules: &Rules) -> Read<i32> {
    let komi = fields.number("komi", -400.0..=400.0)?.unwrap_or(match rules.scoring {
        Scoring::Area if rules.button => 7.0,
        Scoring::Area => 7.5,
        Scoring::Territory => 6.5,
    });
    let half_points = 2.0 * komi;
    match half_points.fract() == 0.0 {
        true => Ok(half_points as i32),
        false => Err(fault("komi", "Must be a integer or half-integer from -400.0 to 400.0")),
    }
}

/// The turns to be analyzed, each once, and their priorities.
fn read_turns(fields: Fields, last: usize) -> Read<Vec<(usize, i64)>> {
    let range = -PRIORITIES..=PRIORITIES;
    let common = fields.integer("priority", range.clone())?;
    let each = fields.integers("priorities", range)?;
    let turns = fields.integers("analyzeTurns", 0..=last as i64)?;
    if common.is_some() && each.is_some() {
        return Err(fault("priority", "Cannot specify both priority and priorities"));
    }
    if each.as_ref().is_some_and(|each| turns.as_ref().is_none_or(|turns| turns.len() != each.len())) {
        return Err(fault("priorities", "Must be of matching length to analyzeTurns"));
    }
    let turns = turns.unwrap_or_else(|| vec![last as i64]);
    let each = each.unwrap_or_else(|| vec![common.unwrap_or(0); turns.len()]);
    let by_turn: BTreeMap<usize, i64> = turns.into_iter().map(|turn| turn as usize).zip(each).collect();
    Ok(by_turn.into_iter().collect())
}

fn read_wanted(fields: Fields, size: Size) -> Read<Wanted> {
    let mut wanted = Wanted::default();
    for (field, other) in [("avoidMoves", "allowMoves"), ("allowMoves", "avoidMoves")] {
        let Some(value) = fields.get(field) else { continue };
        if fields.get(other).is_some() {
            return Err(fault("allowMoves", "Cannot specify both allowMoves and avoidMoves"));
        }
        let refuse =
            || fault(field, "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'");
        for entry in value.as_array().ok_or_else(refuse)? {
            let entry = Fields(entry.as_object().ok_or_else(refuse)?);
            let color = entry.player("player")?.ok_or_else(refuse)?;
            let moves = entry.moves("moves", size)?.ok_or_else(refuse)?;
            let until_depth = entry.integer("untilDepth", 1..=1_000_000_000)?.ok_or_else(refuse)? as usize;
            match field {
                "avoidMoves" => wanted.avoid(color, moves, until_depth),
                _ => wanted.allow(color, moves, until_depth),
            }
        }
    }
    Ok(wanted)
}

fn read_reports(fields: Fields) -> Read<Option<Reports>> {
    let span = |field| fields.number(field, 0.001..=1e6).map(|seconds| seconds.map(Duration::from_secs_f64));
    let (every, first) = (span("reportDuringSearchEvery")?, span("firstReportDuringSearchAfter")?);
    let reports = |first| Reports { first, every: every.unwrap_or(Duration::MAX) };
    Ok(first.or(every).map(reports))
}
