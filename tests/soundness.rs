//! A million random moves on each size, with the board recomputed from its colours again and again.
//!
//! In the dev profile, which checks more at each step, a small part of them is played; `cargo test --release` plays all.
//! Miri, which watches each access of the unchecked code, plays a few dozen on small boards and some playouts:
//! `cargo +nightly miri test --test soundness`, after `rustup +nightly component add miri rust-src`.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tengen::board::{Board, Color, MAX_SIDE, Point, Size};
use tengen::params::PlayoutParams;
use tengen::playout::{Playout, Rng};

const MOVES: usize = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 60,
    (_, true) => 3_000,
    (_, false) => 1_000_000,
};

/// Plays games of random moves, suicides among them, and checks the board every few moves: a full check of a large board
/// costs as much as thousands of moves, and a fault in a derived field stays for a while.
fn assert_sound(side: usize) {
    let size = Size::square(side);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(side as u64);
    let stride = 1 + size.area() / 10;
    let mut board = Board::new(size);
    for turn in 0..MOVES {
        let player = Color::BOTH[turn % 2];
        if turn % (4 * size.area()) == 0 {
            board = Board::new(size);
        }
        match random_point(&board, player, &mut rng) {
            Some(point) => _ = board.play(player, point),
            None => board.pass(),
        }
        if turn % stride == 0 {
            assert_eq!(board.check(), Ok(()), "side {side}, move {turn}: {}", board.to_diagram());
        }
    }
}

/// One of ten random points that may be played, one time in twenty by suicide.
fn random_point(board: &Board, player: Color, rng: &mut Xoshiro256PlusPlus) -> Option<Point> {
    let empties = board.empties();
    let allows_suicide = rng.random_range(0..20) == 0;
    let is_open = |point: &Point| {
        board.is_legal(player, *point) || (allows_suicide && board.suicide_len(player, *point) > 0)
    };
    (0..10.min(empties.len())).map(|_| empties[rng.random_range(0..empties.len())]).find(is_open)
}

/// One test for each part of the sizes, so that they run side by side.
fn assert_all_sound(sides: impl Iterator<Item = usize>) {
    sides.for_each(assert_sound);
}

#[test]
fn small_boards_stay_sound() {
    assert_all_sound(1..=if cfg!(miri) { 5 } else { 13 });
}

#[test]
#[cfg_attr(miri, ignore = "hours")]
fn middle_boards_stay_sound() {
    assert_all_sound(14..=20);
}

#[test]
#[cfg_attr(miri, ignore = "hours")]
fn large_boards_stay_sound() {
    assert_all_sound(21..=MAX_SIDE);
}

/// A playout changes the board by a path of its own, which keeps no hash: the position must be the same all the same.
#[test]
fn playouts_end_where_their_plays_lead() {
    let (sides, games): (&[usize], _) =
        if cfg!(miri) { (&[3, 9], 1) } else { (&[1, 2, 3, 5, 9, 13, 19, 25], 20) };
    for &side in sides {
        let start = Board::new(Size::square(side));
        let mut rng = Rng::seed_from_u64(side as u64);
        for mut player in [Playout::uniform(PlayoutParams::default()), Playout::new(PlayoutParams::default())]
        {
            for game in 0..games {
                let (mut end, mut replayed) = (start.clone(), start.clone());
                let first = Color::BOTH[game % 2];
                player.run(&mut end, first, [Point::NONE; 2], &mut rng);
                let mut color = first;
                for &play in player.plays() {
                    if play == Point::NONE {
                        replayed.pass();
                    } else {
                        assert!(replayed.is_legal(color, play), "side {side}: {play:?}");
                        replayed.play(color, play);
                    }
                    color = color.opponent();
                }
                assert_eq!(end.to_diagram(), replayed.to_diagram(), "side {side}");
                assert_eq!(replayed.check(), Ok(()), "side {side}");
            }
        }
    }
}
