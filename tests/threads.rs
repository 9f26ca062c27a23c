//! Many threads on one tree: no simulation is lost, no search hangs, and the memory has its cap.
//!
//! Under ThreadSanitizer the same tests show that there is no data race (see docs/design.md).

use tengen::board::{Color, Move, Size};
use tengen::params::Params;
use tengen::rules::{Game, preset};
use tengen::search::time::Budget;
use tengen::search::{Limits, Search};

fn game(side: usize) -> Game {
    let chinese = preset("chinese").unwrap();
    Game::new(Size::square(side), chinese.rules, chinese.komi)
}

fn playouts(playouts: u64) -> Limits {
    Limits { playouts: Some(playouts), time: None }
}

/// Searches and checks that every simulation that was counted has left a visit and a result.
fn check(search: &mut Search, game: &Game, color: Color, wanted: u64, threads: usize) {
    let report = search.think(game, color, &playouts(wanted), &|| false);
    let stats = search.statistics().unwrap();
    assert_eq!((report.playouts, stats.threads), (wanted, threads));
    let (tree, root) = (search.tree(), search.tree().node(search.tree().root()));
    assert_eq!(u64::from(root.visits()), wanted + u64::from(stats.reused));
    let children = tree.children(tree.root());
    assert!(children.iter().map(|child| u64::from(child.visits())).sum::<u64>() >= wanted);
    // Each simulation adds one result to one child; the children's results are those of the other player than the root's.
    let wins: f64 = children.iter().map(|child| child.wins()).sum();
    let visits: f64 = children.iter().map(|child| f64::from(child.visits())).sum();
    // The root of a tree that is used again was visited before it had children.
    let tolerance = 10.0 + threads as f64;
    assert!((wins + root.wins() - visits).abs() <= tolerance, "{wins} + {} of {visits}", root.wins());
}

#[test]
fn more_threads_than_cores_lose_no_simulation() {
    for threads in [2, 16, 64] {
        let mut search = Search::new(Params::default(), 1, threads, 64);
        let mut game = game(7);
        check(&mut search, &game, Color::Black, 3001, threads);
        // Again on the tree of the first search, after the two moves that it expected.
        let line = search.statistics().unwrap().line.clone();
        game.play(Color::Black, line[0]).unwrap();
        game.play(Color::White, line.get(1).copied().unwrap_or(Move::Pass)).unwrap();
        check(&mut search, &game, Color::Black, 1000, threads);
        assert!(threads > 2 || search.statistics().unwrap().reused > 0);
    }
}

#[test]
fn a_tree_that_is_full_again_and_again_loses_no_simulation() {
    for threads in [1, 16] {
        let mut search = Search::new(Params::default(), 1, threads, 2);
        let report = search.think(&game(9), Color::Black, &playouts(20_000), &|| false);
        assert_eq!(report.playouts, 20_000);
        assert_eq!(search.tree().node(search.tree().root()).visits(), 20_000);
        assert!(search.tree().bytes() <= 2 << 20);
    }
}

#[test]
fn a_search_of_many_threads_ends_when_it_is_told_to() {
    let mut search = Search::new(Params::default(), 1, 16, 16);
    let limits = Limits { playouts: None, time: Some(Budget::fixed(std::time::Duration::from_millis(200))) };
    assert!(search.think(&game(9), Color::Black, &limits, &|| false).playouts > 0);
    assert!(search.think(&game(9), Color::Black, &Limits::default(), &|| true).playouts > 0);
    let one = Limits { playouts: Some(1), time: None };
    assert_eq!(search.think(&game(13), Color::White, &one, &|| false).playouts, 1);
}
