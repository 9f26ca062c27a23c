//! What the search has found out is used again: after moves and after moves taken back.

use tengen::board::{Color, Move, Size};
use tengen::engine::{Decision, Engine, Settings};
use tengen::params::Params;

fn engine() -> Engine {
    let settings =
        Settings { playouts: Some(300), seed: 3, threads: 1, megabytes: 16, ..Settings::default() };
    let mut engine = Engine::new(Params::default(), settings);
    engine.new_game(Size::square(7));
    engine
}

fn genmove(engine: &mut Engine, color: Color) -> Move {
    match engine.genmove(color, &|| false) {
        Decision::Move(mv) => mv,
        Decision::Resign => panic!("there is no reason to resign"),
    }
}

fn reused(engine: &Engine) -> u32 {
    engine.search_statistics().unwrap().reused
}

#[test]
fn the_tree_is_used_again_after_the_expected_reply() {
    let mut engine = engine();
    genmove(&mut engine, Color::Black);
    assert_eq!(reused(&engine), 0);
    let reply = engine.search_statistics().unwrap().line[1];
    engine.play(Color::White, reply).unwrap();
    genmove(&mut engine, Color::Black);
    assert!(reused(&engine) > 0);
}

#[test]
fn the_tree_is_used_again_after_its_own_moves_are_taken_back() {
    let mut engine = engine();
    genmove(&mut engine, Color::Black);
    assert!(engine.undo(1));
    genmove(&mut engine, Color::Black);
    assert_eq!(reused(&engine), 300);
    engine.play(Color::White, Move::Pass).unwrap();
    assert!(engine.undo(2));
    genmove(&mut engine, Color::Black);
    assert_eq!(reused(&engine), 600);
}

#[test]
fn another_komi_or_game_begins_a_new_tree() {
    let mut engine = engine();
    genmove(&mut engine, Color::Black);
    engine.undo(1);
    engine.set_komi(1);
    genmove(&mut engine, Color::Black);
    assert_eq!(reused(&engine), 0);
    engine.new_game(Size::square(7));
    genmove(&mut engine, Color::Black);
    assert_eq!(reused(&engine), 0);
}
