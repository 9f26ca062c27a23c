//! Life and death and the score at the end of the game, against vectors made by an independent implementation.
//!
//! `data/vectors/scoring.jsonl` has whole games to the final passes with the stones that are dead, in seki and pass-alive, and
//! the score under each ruleset. The judge is also asked about every position turned and mirrored and with colours
//! exchanged. Without optimization only a part is run.

use serde_json::Value;
use std::collections::BTreeSet;
use tengen::board::{Board, Color, Move, Point, Size};
use tengen::params::Params;
use tengen::rules::score::{Status, score};
use tengen::rules::{Game, KoRule, Rules, Scoring, Tax, benson, preset};
use tengen::status::judge;

/// A slow build runs one record in so many, and one position in so many through its symmetries.
const SAMPLE: [usize; 2] = if cfg!(debug_assertions) { [5, 31] } else { [1, 4] };
/// Larger boards are not turned.
const LARGEST_TURNED: usize = 9;

fn records() -> Vec<Value> {
    let text = include_str!("data/vectors/scoring.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn vertices(value: &Value) -> BTreeSet<Point> {
    value.as_array().into_iter().flatten().filter_map(|v| a_move(text(v)).point()).collect()
}

fn a_move(vertex: &str) -> Move {
    if vertex == "PASS" {
        return Move::Pass;
    }
    let (letter, row) = vertex.split_at(1);
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter).expect("a column");
    Move::Place(Point::new(column, row.parse::<usize>().expect("a row") - 1))
}

/// The ruleset of a case; those without a name of tengen's are two variants of the basic rules.
fn rules(name: &str) -> Rules {
    match name {
        "area" => Rules { ko: KoRule::Simple, ..Rules::BASIC },
        "territory-notax" => {
            Rules { ko: KoRule::Simple, scoring: Scoring::Territory, tax: Tax::None, ..Rules::BASIC }
        }
        _ => preset(name).expect("a ruleset of the vectors is a preset").rules,
    }
}

/// The game of a record, under the basic rules.
fn game(record: &Value) -> Game {
    let size = Size::square(record["size"].as_u64().expect("a size") as usize);
    let handicap: Vec<Point> = vertices(&record["handicap_stones"]).into_iter().collect();
    let mut game = match handicap.is_empty() {
        true => Game::new(size, Rules::BASIC, 0),
        false => Game::with_handicap(size, &handicap, Rules::BASIC, 0),
    };
    for turn in text(&record["moves"]).split_whitespace() {
        let (player, vertex) = turn.split_once(':').expect("a colour and a vertex");
        let color = if player == "B" { Color::Black } else { Color::White };
        assert_eq!(game.play(color, a_move(vertex)), Ok(()), "{} {turn}", record["id"]);
    }
    game
}

fn stones(board: &Board, is_marked: impl Fn(Point) -> bool) -> BTreeSet<Point> {
    board.size().points().filter(|p| board.cell(*p).color().is_some() && is_marked(*p)).collect()
}

fn half_points(value: &Value) -> i32 {
    (2.0 * value.as_f64().expect("a number")) as i32
}

fn assert_scores(game: &mut Game, record: &Value, judged: &Status) {
    for case in record["cases"].as_array().expect("cases") {
        game.rules = rules(text(&case["ruleset"]));
        game.komi = half_points(&case["komi"]);
        let status = if game.all_stones_alive() { judge(game, &Params::default()) } else { judged.clone() };
        let points = score(game, &status);
        let expected = [&case["black"], &case["white"]].map(half_points);
        let place = format!("{} {} {}", record["id"], record["kind"], case["ruleset"]);
        assert_eq!([points.black, points.white], expected, "{place}");
    }
}

#[test]
fn statuses_and_scores_agree() {
    for record in records().iter().step_by(SAMPLE[0]) {
        let mut game = game(record);
        let board = game.board().clone();
        let place = format!("{} {}", record["id"], record["kind"]);
        assert_eq!(board.to_diagram(), text(&record["board"]), "{place}");
        for (name, color) in [("black", Color::Black), ("white", Color::White)] {
            let alive = benson::pass_alive(&board, color);
            let expected = text(&record["pass_alive"][name]).split_whitespace();
            let expected: BTreeSet<Point> = expected.filter_map(|v| a_move(v).point()).collect();
            assert_eq!(stones(&board, |p| alive.stones[p]), expected, "{place}: {name} pass-alive");
        }
        let status = judge(&game, &Params::default());
        if record["dead_check"] == true {
            assert_eq!(stones(&board, |p| status.is_dead(p)), vertices(&record["dead"]), "{place}: dead");
            assert_eq!(stones(&board, |p| status.is_seki(p)), vertices(&record["seki"]), "{place}: seki");
        }
        assert_scores(&mut game, record, &status);
    }
}

/// The point's image under symmetry `turn` (0..8) of a square board.
fn turned(size: usize, point: Point, turn: usize) -> Point {
    let (mut column, mut row) = (point.column(), point.row());
    if turn & 1 != 0 {
        column = size - 1 - column;
    }
    if turn & 2 != 0 {
        row = size - 1 - row;
    }
    if turn & 4 != 0 {
        std::mem::swap(&mut column, &mut row);
    }
    Point::new(column, row)
}

#[test]
fn statuses_do_not_depend_on_turns_and_colours() {
    let mut wrong = Vec::new();
    let judged = records().into_iter().filter(|r| r["dead_check"] == true);
    for (number, record) in judged.enumerate() {
        let size = record["size"].as_u64().expect("a size") as usize;
        if size > LARGEST_TURNED {
            continue;
        }
        let board = game(&record).board().clone();
        for turn in (number % SAMPLE[1]..16).step_by(SAMPLE[1]) {
            let image = |points: &BTreeSet<Point>| -> BTreeSet<Point> {
                points.iter().map(|p| turned(size, *p, turn)).collect()
            };
            let mut after = Board::new(board.size());
            after.set_all(board.size().points().map(|p| {
                let stone = board.cell(p).color();
                (turned(size, p, turn), if turn & 8 != 0 { stone.map(Color::opponent) } else { stone })
            }));
            let game = Game::from_position(after, Color::Black, Rules::BASIC, 0);
            let status = judge(&game, &Params::default());
            let dead = stones(game.board(), |p| status.is_dead(p));
            let seki = stones(game.board(), |p| status.is_seki(p));
            if dead != image(&vertices(&record["dead"])) || seki != image(&vertices(&record["seki"])) {
                wrong.push(format!("{} {} turn {turn}", record["id"], record["kind"]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
