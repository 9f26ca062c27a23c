//! Uniform playouts of the engine are as long, and come out, as those of the plain board in `benches/reference`.

#[path = "../benches/reference/mod.rs"]
mod reference;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Board, Color, Point, Size};
use tengen::params::PlayoutParams;
use tengen::playout::Playout;

/// Mean and standard error of the mean.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

fn assert_alike(what: &str, ours: &[f64], theirs: &[f64]) {
    let ((a, error_a), (b, error_b)) = (mean(ours), mean(theirs));
    // The engine goes on in its list where a point cannot be played, which is not quite uniform: half a per cent longer.
    let allowed = 4.0 * error_a.hypot(error_b) + 0.01 * b.abs();
    assert!((a - b).abs() < allowed, "{what}: {a:.2} +- {error_a:.2} and {b:.2} +- {error_b:.2}");
}

fn assert_playouts_alike(side: usize, games: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut player = Playout::uniform(PlayoutParams::default());
    let (mut moves, mut margins) = ([vec![], vec![]], [vec![], vec![]]);
    for _ in 0..games {
        let mut board = Board::new(Size::square(side));
        let ours = player.run(&mut board, Color::Black, [Point::NONE; 2], &mut rng);
        let theirs = reference::Board::new(side).playout(&mut rng);
        moves[0].push(f64::from(ours.moves));
        moves[1].push(theirs.0 as f64);
        margins[0].push(f64::from(ours.margin) / 2.0);
        margins[1].push(f64::from(theirs.1));
    }
    assert_alike("moves", &moves[0], &moves[1]);
    assert_alike("margin", &margins[0], &margins[1]);
}

#[test]
fn playouts_are_those_of_the_plain_board() {
    let more = if cfg!(debug_assertions) { 1 } else { 10 };
    assert_playouts_alike(5, 2000 * more);
    assert_playouts_alike(9, 500 * more);
    assert_playouts_alike(19, 20 * more);
}
