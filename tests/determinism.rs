//! One thread, a seed and a number of playouts: the same game every time, today and on every machine.
//!
//! A change that is meant to change the play changes the pinned values too: the failing test prints the new ones. Any
//! other change must not.

use tengen::board::{Color, Move, Size};
use tengen::engine::{Decision, Engine, Settings};
use tengen::params::Params;

/// Moves of the game, nodes of all its trees together, and the line that was expected at the first move.
const PINNED: (usize, usize, &str) = (34, 72344, "D4 E3 D3 E4 E5 F5");

/// A whole game against itself: for each move, what was decided, the nodes of the tree, and the line that was expected.
fn whole_game() -> Vec<(Decision, usize, Vec<Move>)> {
    let settings =
        Settings { playouts: Some(150), seed: 7, threads: 1, megabytes: 16, ..Settings::default() };
    let mut engine = Engine::new(Params::default(), settings);
    engine.new_game(Size::square(7));
    let mut game = Vec::new();
    for color in [Color::Black, Color::White].into_iter().cycle().take(150) {
        let decision = engine.genmove(color, &|| false);
        let stats = engine.search_statistics();
        let (nodes, line) = stats.map(|stats| (stats.nodes, stats.line.clone())).unwrap_or_default();
        game.push((decision, nodes, line));
        if decision == Decision::Resign || engine.game().is_over() {
            break;
        }
    }
    game
}

fn text(line: &[Move]) -> String {
    let vertex = |mv: &Move| match mv.point() {
        Some(point) => format!("{}{}", char::from(b'A' + point.column() as u8), point.row() + 1),
        None => "pass".to_owned(),
    };
    line.iter().map(vertex).collect::<Vec<_>>().join(" ")
}

#[test]
fn three_runs_of_a_whole_game_are_identical() {
    let first = whole_game();
    for _ in 0..2 {
        assert_eq!(whole_game(), first);
    }
    let nodes = first.iter().map(|(_, nodes, _)| nodes).sum();
    assert_eq!(
        (first.len(), nodes, text(&first[0].2).as_str()),
        PINNED,
        "if the play was to change, pin the left values"
    );
}
