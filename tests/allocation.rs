//! No tactical query and no playout asks for memory: allocations are counted while they run over random games.

use rand::{RngExt, SeedableRng};
use std::hint::black_box;
use tengen::board::{Board, Color, Few, Point, Size};
use tengen::params::PlayoutParams;
use tengen::playout::{Playout, Rng, policy};

/// Number of allocations that the call makes on this thread.
fn allocations(call: impl FnOnce()) -> u64 {
    allocation_counter::measure(call).count_total
}

/// Asks each query of the board on each of its points.
fn ask_everything(board: &Board, color: Color) {
    for point in board.size().points() {
        black_box(board.pattern_code(point));
        black_box(board.pattern_codes_around(point));
        for owner in Color::BOTH {
            black_box(board.chains_next_to(point, owner));
            black_box(board.ataris_next_to(point, owner));
        }
        if board.is_empty(point) {
            black_box(board.region_from(point, color));
            black_box(board.room_beside(point, color));
            black_box(board.captured_by(color, point));
            black_box(board.hash_after(color, point));
            if board.is_legal(color, point) {
                black_box(board.is_self_atari(color, point));
                black_box(board.liberties_after(color, point, 3));
            }
            continue;
        }
        black_box(board.liberties(point));
        board.liberty_points(point).for_each(|liberty| _ = black_box(liberty));
        board.chain_stones(point).for_each(|stone| _ = black_box(stone));
        let others = point.around().into_iter().filter(|q| board.cell(*q).color().is_some());
        others.for_each(|other| _ = black_box(board.share_liberty(point, other)));
        if board.liberties(point) == 2 {
            black_box(board.two_liberties(point));
        }
    }
}

#[test]
fn queries_do_not_allocate() {
    let mut rng = Rng::seed_from_u64(4);
    for side in [5, 9, 19, 25] {
        let mut board = Board::new(Size::square(side));
        for turn in 0..3 * side * side {
            let color = Color::BOTH[turn % 2];
            let point = board.empties()[rng.random_range(0..board.empties().len())];
            match board.is_legal(color, point) {
                true => _ = board.play(color, point),
                false => board.pass(),
            }
            if turn % side == 0 {
                assert_eq!(allocations(|| ask_everything(&board, color.opponent())), 0, "side {side}");
            }
        }
    }
}

#[test]
fn playouts_do_not_allocate() {
    // The table of patterns is made when the first one asks for it.
    let mut board = Board::new(Size::square(9));
    let mut first = Playout::new(PlayoutParams::default());
    first.run(&mut board, Color::Black, [Point::NONE; 2], &mut Rng::seed_from_u64(5));
    for side in [2, 9, 19, 25] {
        let start = Board::new(Size::square(side));
        let (mut board, mut rng) = (start.clone(), Rng::seed_from_u64(5));
        for mut player in [Playout::uniform(PlayoutParams::default()), Playout::new(PlayoutParams::default())]
        {
            let playouts = || {
                for _ in 0..20 {
                    board.clone_from(&start);
                    player.run(&mut board, Color::Black, [Point::NONE; 2], &mut rng);
                }
            };
            assert_eq!(allocations(playouts), 0, "side {side}");
        }
    }
}

/// A white wall across 25x25, with black stones in atari along it that each have a liberty of their own. The wall has the
/// points of the right edge that are left open as its only liberties.
fn wall_with_many_captures(open: &[Point]) -> Board {
    let mut board = Board::new(Size::square(25));
    let mut stones = Vec::new();
    for column in 0..25 {
        stones.push((Point::new(column, 12), Some(Color::White)));
        let is_in_atari = column % 2 == 0;
        for (beside, beyond) in [(11, 10), (13, 14)] {
            let stone = if is_in_atari { Color::Black } else { Color::White };
            stones.push((Point::new(column, beside), Some(stone)));
            stones.push((Point::new(column, beyond), (!is_in_atari).then_some(Color::Black)));
        }
    }
    stones.retain(|(point, _)| !open.contains(point));
    board.set_all(stones);
    board
}

#[test]
fn a_chain_beside_many_chains_in_atari_does_not_allocate() {
    let (wall, attacker) = (Point::new(1, 11), Point::new(0, 11));
    let open = [Point::new(24, 11), Point::new(24, 13)];
    for liberties in [1, 2] {
        let board = wall_with_many_captures(&open[..liberties]);
        assert_eq!(board.liberties(wall), liberties);
        let captures = board.chains(Color::Black).filter(|stone| board.in_atari(*stone));
        assert!(captures.count() > 20);
        let ask = || {
            let mut moves = Few::new();
            policy::atari_moves(&board, Color::White, attacker, &mut moves);
            policy::two_liberty_moves(&board, Color::White, attacker, &mut moves);
            assert!(moves.len() > 10);
        };
        assert_eq!(allocations(ask), 0);
    }
}
