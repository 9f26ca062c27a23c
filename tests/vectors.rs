//! The rules against vectors made by an independent implementation (`data/vectors/`), through the library.
//!
//! `plays*.jsonl` has whole games with samples of all legal points under each ko and suicide rule; `superko.jsonl` single
//! verdicts; `perft.json` counts of legal positions and of sequences of moves; `handicap.jsonl` the fixed points. At
//! the end random games, with every derived field of the board recomputed after each move.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::Value;
use std::collections::BTreeSet;
use tengen::board::{Board, Color, Move, Point, Size};
use tengen::rules::{Game, IllegalMove, KoRule, Rules, fixed_handicap};

/// Counts above this are left to longer tests: the smaller ones cover each rule on each shape.
const MOST_SEQUENCES: u64 = 30_000;
/// As above, for the number of arrangements of stones that have to be looked at.
const MOST_ARRANGEMENTS: u64 = 600_000;
/// What a random game may cost in points visited; a check visits each point of the board.
const RANDOM_GAME_COST: usize = 90_000;

/// The names of the ko rules in the vectors.
const KO_RULES: [(&str, KoRule); 4] = [
    ("simple", KoRule::Simple),
    ("positional", KoRule::Positional),
    ("situational", KoRule::Situational),
    ("natural", KoRule::Natural),
];

/// A line of a `.jsonl` file each.
fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn color(name: &str) -> Color {
    if name == "black" { Color::Black } else { Color::White }
}

fn a_move(vertex: &str) -> Move {
    if vertex.eq_ignore_ascii_case("pass") {
        return Move::Pass;
    }
    let (letter, row) = vertex.split_at(1);
    let column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".find(letter).expect("a column");
    Move::Place(Point::new(column, row.parse::<usize>().expect("a row") - 1))
}

/// The points of vertices separated by spaces.
fn points(vertices: &str) -> BTreeSet<Point> {
    vertices.split_whitespace().filter_map(|vertex| a_move(vertex).point()).collect()
}

/// The rules of a mode such as `positional/multi`; `None` for those that allow the suicide of a single stone, which
/// tengen has no rule for.
fn rules(mode: &str) -> Option<Rules> {
    let (ko, suicide) = mode.split_once('/').expect("a mode");
    let ko = KO_RULES.iter().find(|(name, _)| *name == ko).expect("a ko rule").1;
    (suicide != "all").then_some(Rules { ko, suicide: suicide == "multi", ..Rules::BASIC })
}

fn modes() -> impl Iterator<Item = String> {
    KO_RULES.iter().flat_map(|(ko, _)| ["forbidden", "multi"].map(|suicide| format!("{ko}/{suicide}")))
}

fn assert_board(game: &Game, record: &Value, place: &str) {
    assert_eq!(game.board().to_diagram(), text(&record["board"]), "{place}");
    let prisoners = Color::BOTH.map(|color| game.board().prisoners(color) as usize);
    let expected: Vec<usize> = list(&record["captures"]).iter().map(number).collect();
    assert_eq!(prisoners.to_vec(), expected, "{place}: captures");
    assert_eq!(game.board().check(), Ok(()), "{place}");
}

/// Checks the position of a sample and, under each rule, all legal points and the refusal of all others.
fn assert_sample(game: &mut Game, sample: &Value, place: &str) {
    assert_board(game, sample, place);
    let to_play = color(text(&sample["to_move"]));
    let played_by = game.rules;
    for mode in modes() {
        game.rules = rules(&mode).expect("a rule that tengen has");
        let mut expected = points(text(&sample["legal"]));
        expected.retain(|point| !points(text(&sample["removed"][&mode])).contains(point));
        expected.extend(points(text(&sample["added"][&mode])));
        let legal: BTreeSet<Point> = game.legal_points(to_play).into_iter().collect();
        assert_eq!(legal, expected, "{place}: legal points under {mode}");
        let (turns, hash) = (game.turns().len(), game.board().hash());
        for point in game.size().points().filter(|point| !legal.contains(point)) {
            assert!(game.play(to_play, Move::Place(point)).is_err(), "{place}: {point:?} under {mode}");
        }
        assert_eq!((game.turns().len(), game.board().hash()), (turns, hash), "{place}: after refusals");
    }
    game.rules = played_by;
    assert_board(game, sample, place);
    for alone in sample["single_suicide"].as_object().into_iter().flatten().flat_map(|(_, v)| points(text(v)))
    {
        assert_eq!(game.check(to_play, Move::Place(alone)), Err(IllegalMove::Suicide), "{place}");
    }
}

/// Plays a record under a rule, with or without the samples, and back to the last but one sample.
fn assert_game(record: &Value, mode: &str) {
    let mut game = Game::new(Size::square(number(&record["size"])), rules(mode).expect("a rule"), 0);
    let samples = list(&record["samples"]);
    let moves: Vec<&str> = text(&record["moves"]).split_whitespace().collect();
    for (i, vertex) in moves.iter().enumerate() {
        let place = format!("{} {mode} move {}", record["id"], i + 1);
        assert_eq!(game.play(Color::BOTH[i % 2], a_move(vertex)), Ok(()), "{place}: {vertex}");
        if let Some(sample) = samples.iter().find(|sample| number(&sample["ply"]) == i + 1) {
            assert_sample(&mut game, sample, &place);
        }
    }
    if let [.., sample, _] = samples {
        game.undo_many(moves.len() - number(&sample["ply"]));
        assert_sample(&mut game, sample, &format!("{} {mode} taken back", record["id"]));
    }
}

#[test]
fn games_are_legal_and_their_positions_have_the_same_legal_points() {
    let small = records(include_str!("data/vectors/plays.jsonl"));
    let large = records(include_str!("data/vectors/plays_large.jsonl"));
    for record in small.iter().chain(&large) {
        for mode in list(&record["ok_modes"]) {
            assert_game(record, text(mode));
        }
    }
}

#[test]
fn superko_verdicts_agree() {
    let mut judged = 0;
    for record in records(include_str!("data/vectors/superko.jsonl")) {
        let moves: Vec<&str> = list(&record["moves"]).iter().chain([&record["query"]]).map(text).collect();
        for (mode, verdict) in record["verdicts"].as_object().expect("verdicts") {
            let Some(rules) = rules(mode) else { continue };
            let place = format!("{} {} under {mode}", record["id"], record["name"]);
            let mut game = Game::new(Size::square(number(&record["size"])), rules, 0);
            let last = number(&verdict["ply"]);
            for (i, (player, vertex)) in moves.iter().filter_map(|m| m.split_once(' ')).enumerate() {
                let (player, mv) = (color(player), a_move(vertex));
                let is_legal = i < last || verdict["legal"] == true;
                let listed = mv.point().is_none_or(|point| game.legal_points(player).contains(&point));
                assert_eq!(listed, is_legal, "{place}: listed {vertex}, move {i}");
                assert_eq!(game.play(player, mv).is_ok(), is_legal, "{place}: {vertex}, move {i}");
                if i == last {
                    break;
                }
            }
            if verdict.get("board").is_some() {
                assert_board(&game, verdict, &place);
            }
            judged += 1;
        }
    }
    assert!(judged >= 800, "only {judged} verdicts");
}

#[test]
fn fixed_handicap_stones_stand_where_gtp_wants_them() {
    for record in records(include_str!("data/vectors/handicap.jsonl")) {
        let placed = fixed_handicap(Size::square(number(&record["size"])), number(&record["stones"]));
        let expected: Option<BTreeSet<Point>> = record["vertices"]
            .as_array()
            .map(|vertices| vertices.iter().filter_map(|vertex| a_move(text(vertex)).point()).collect());
        assert_eq!(placed.ok().map(BTreeSet::from_iter), expected, "{record}");
    }
}

fn perft_data() -> Value {
    serde_json::from_str(include_str!("data/vectors/perft.json")).expect("JSON")
}

fn size(record: &Value) -> Size {
    Size::new(number(&record["width"]), number(&record["height"])).expect("a size")
}

/// The number of arrangements of stones on a board in which each chain has a liberty.
fn legal_positions(size: Size) -> u64 {
    let points: Vec<Point> = size.points().collect();
    let contents = [None, Some(Color::Black), Some(Color::White)];
    let is_legal = |arrangement: &u64| {
        let stone =
            |(i, &point): (usize, &Point)| (point, contents[(arrangement / 3u64.pow(i as u32) % 3) as usize]);
        let mut board = Board::new(size);
        board.set_all(points.iter().enumerate().map(stone));
        board.has_liberties_everywhere()
    };
    (0..3u64.pow(points.len() as u32)).filter(is_legal).count() as u64
}

#[test]
fn small_boards_have_the_known_numbers_of_legal_positions() {
    for record in list(&perft_data()["legal_positions"]) {
        let size = size(record);
        if 3u64.pow(size.area() as u32) <= MOST_ARRANGEMENTS {
            assert_eq!(legal_positions(size), record["count"], "{size:?}");
        }
    }
}

/// The number of sequences of exactly `depth` further legal moves. A sequence ends with two passes in a row. The game
/// comes back as it was.
fn sequences(game: &mut Game, to_play: Color, depth: usize, with_passes: bool) -> u64 {
    if with_passes && game.is_over() && depth > 0 {
        return 0;
    }
    let legal = game.legal_points(to_play);
    if depth == 1 {
        return legal.len() as u64 + u64::from(with_passes);
    }
    let mut count = 0;
    for mv in legal.into_iter().map(Move::Place).chain(with_passes.then_some(Move::Pass)) {
        game.play(to_play, mv).expect("a legal move");
        count += sequences(game, to_play.opponent(), depth - 1, with_passes);
        game.undo();
    }
    count
}

#[test]
fn there_are_as_many_sequences_of_moves_as_counted_elsewhere() {
    let mut counted = 0;
    for record in list(&perft_data()["perft"]) {
        let mode = format!("{}/{}", text(&record["ko"]), text(&record["suicide"]));
        let expected = record["count"].as_u64().expect("a count");
        let Some(rules) = rules(&mode).filter(|_| expected <= MOST_SEQUENCES) else { continue };
        let mut game = Game::new(size(record), rules, 0);
        let passes = record["passes"] == true;
        let found = sequences(&mut game, Color::Black, number(&record["depth"]), passes);
        assert_eq!(found, expected, "{record}");
        counted += 1;
    }
    assert!(counted >= 450, "only {counted} counts");
}

/// Plays a random game and recomputes the board after each move. Moves fall into a corner of a large board, so that
/// there is something to take.
fn assert_random_game(size: Size, suicide: bool, rng: &mut Xoshiro256PlusPlus) -> u32 {
    let mut board = Board::new(size);
    let corner = 7.max((size.width() + size.height()) / 4);
    let moves = (RANDOM_GAME_COST / size.area()).min(3 * size.area());
    for turn in 0..moves {
        let player = Color::BOTH[turn % 2];
        let open: Vec<Point> = (board.empties().iter().copied())
            .filter(|p| p.column() < corner && p.row() < corner)
            .filter(|p| {
                board.ko_point(player) != Some(*p)
                    && board.suicide_len(player, *p) <= if suicide { 999 } else { 0 }
            })
            .collect();
        match open.choose(rng) {
            Some(&point) if rng.random_range(0..50) > 0 => {
                let expected = board.hash_after(player, point);
                board.play(player, point);
                assert_eq!(board.hash(), expected, "{size:?}, {turn}: {}", board.to_diagram());
            }
            _ => board.pass(),
        }
        assert_eq!(board.check(), Ok(()), "{size:?}, move {turn}: {}", board.to_diagram());
    }
    Color::BOTH.map(|color| board.prisoners(color)).iter().sum()
}

#[test]
fn boards_are_sound_after_each_move_of_random_games() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let squares = (1..=25).map(Size::square);
    let rectangles = [(1, 2), (1, 25), (25, 1), (2, 7), (9, 3), (13, 19), (25, 4)];
    let rectangles = rectangles.map(|(width, height)| Size::new(width, height).expect("a size"));
    for size in squares.chain(rectangles) {
        let taken: u32 =
            [false, true].map(|suicide| assert_random_game(size, suicide, &mut rng)).iter().sum();
        assert!(taken > 0 || size.area() == 1, "nothing was taken on {size:?}");
    }
}
