//! One thread, a seed and a number of playouts: the same game every time.

use tengen::board::{Color, Move, Size};
use tengen::engine::{Decision, Engine, Settings};
use tengen::params::Params;

/// A whole game against itself: for each move, what was decided, the nodes of the tree, and the line that was expected.
fn whole_game() -> Vec<(Decision, usize, Vec<Move>)> {
    let settings =
        Settings { playouts: Some(150), seed: 7, threads: 1, megabytes: 16, ..Settings::default() };
    let mut engine = Engine::new(Params::default(), settings);
    engine.new_game(Size::square(7));
    let mut game = Vec::new();
    for color in [Color::Black, Color::White].into_iter().cycle().take(150) {
        let decision = engine.genmove(color, &|| false);
        let (nodes, line) =
            engine.search_statistics().map(|stats| (stats.nodes, stats.line.clone())).unwrap_or_default();
        game.push((decision, nodes, line));
        if decision == Decision::Resign || engine.game().is_over() {
            break;
        }
    }
    game
}

#[test]
fn three_runs_of_a_whole_game_are_identical() {
    let first = whole_game();
    assert!(first.len() > 10 && first.iter().all(|(_, nodes, _)| *nodes > 1));
    for _ in 0..2 {
        assert_eq!(whole_game(), first);
    }
}
