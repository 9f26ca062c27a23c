//! What a search found, as JSON.

use super::query::Contents;
use super::queue::Job;
use crate::board::{Color, Move, PointMap, Size};
use crate::gtp::gfx::rows_from_top;
use crate::gtp::kata::{Figure, move_figures, root_figures};
use crate::gtp::parse::format_move;
use crate::rules::Game;
use crate::search::{MoveReport, Report};
use serde_json::{Map, Value, json};

/// How the numbers of a report are told.
struct View<'a> {
    size: Size,
    contents: &'a Contents,
    /// Whether as the opponent of the player to move sees them.
    is_opponents: bool,
}

/// The answer to a position, the last one or one during the search; `priors` of the moves if they are asked for.
pub fn answer(
    job: &Job,
    game: &Game,
    report: &Report,
    priors: Option<&[(Move, f64)]>,
    is_last: bool,
) -> Value {
    let is_opponents = job.query.perspective.is_opponent_of(report.color);
    let view = View { size: game.size(), contents: &job.query.contents, is_opponents };
    let visited = report.moves.iter().filter(|found| found.visits > 0).enumerate();
    let mut text = empty_answer(job, is_last);
    text["moveInfos"] = visited.map(|(order, found)| view.move_info(order, found)).collect();
    text["rootInfo"] = view.root_info(report);
    if view.contents.ownership {
        text["ownership"] = view.owners(&report.ownership);
    }
    if let Some(priors) = priors {
        text["policy"] = policy(game, report.color, priors);
    }
    text
}

/// The answer to a position that was terminated before its search.
pub fn no_results(job: &Job) -> Value {
    let mut text = empty_answer(job, true);
    text["noResults"] = json!(true);
    text
}

fn empty_answer(job: &Job, is_last: bool) -> Value {
    json!({ "id": job.query.id, "turnNumber": job.turn, "isDuringSearch": !is_last })
}

impl View<'_> {
    /// A move is worth as much as it has visits, and each visit weighs the same: so keys that differ for KataGo have one
    /// value here.
    fn move_info(&self, order: usize, found: &MoveReport) -> Value {
        let mut info = self.in_map(&move_figures(found));
        for key in ["visits", "edgeVisits", "weight", "edgeWeight", "playSelectionValue"] {
            info[key] = json!(found.visits);
        }
        info["move"] = json!(format_move(found.mv));
        info["order"] = json!(order);
        let length = self.contents.line_length;
        info["pv"] = found.line.iter().take(length).map(|&mv| json!(format_move(mv))).collect();
        if self.contents.line_visits {
            for key in ["pvVisits", "pvEdgeVisits"] {
                info[key] = found.line_visits.iter().take(length).map(|visits| json!(visits)).collect();
            }
        }
        if let Some(owners) = &found.ownership {
            info["ownership"] = self.owners(owners);
        }
        info
    }

    fn root_info(&self, report: &Report) -> Value {
        let mut info = self.in_map(&root_figures(report));
        for key in ["visits", "weight"] {
            info[key] = json!(report.visits());
        }
        info["currentPlayer"] = json!(if report.color == Color::Black { "B" } else { "W" });
        info
    }

    fn in_map(&self, figures: &[Figure]) -> Value {
        let value =
            |figure: &Figure| if self.is_opponents { figure.seen_by_opponent() } else { figure.value };
        let pairs = figures.iter().map(|figure| (figure.name.to_owned(), number(value(figure))));
        Value::Object(pairs.collect::<Map<_, _>>())
    }

    /// The owner of each point, row by row from the top left.
    fn owners(&self, owners: &PointMap<f64>) -> Value {
        let sign = if self.is_opponents { -1.0 } else { 1.0 };
        rows_from_top(self.size).map(|point| number(sign * owners[point])).collect()
    }
}

/// The prior of each point, row by row from the top left, and of a pass; -1 where a play is illegal, 0 where the search does
/// not try it.
fn policy(game: &Game, color: Color, priors: &[(Move, f64)]) -> Value {
    let share = |mv: Move| priors.iter().find(|(other, _)| *other == mv).map_or(0.0, |(_, prior)| *prior);
    let moves = rows_from_top(game.size()).map(Move::Place).chain([Move::Pass]);
    moves.map(|mv| if game.check(color, mv).is_ok() { number(share(mv)) } else { json!(-1) }).collect()
}

/// Six decimals say all that a search knows, and keep lines short.
fn number(value: f64) -> Value {
    json!((value * 1e6).round() / 1e6)
}
