//! The measured claims of docs/performance.md: playouts, tactical queries, search, and the ratio to a plain board.
//!
//! `cargo bench` prints a table; its last lines are the ratios, which tell a regression on the same machine.

mod reference;

use cpu_time::ThreadTime;
use divan::{Bencher, black_box};
use rand::{RngExt, SeedableRng};
use std::time::Duration;
use tengen::board::{Board, Color, Point, Size};
use tengen::params::{Params, PlayoutParams};
use tengen::playout::{Playout, Rng};
use tengen::rules::{Game, Rules};
use tengen::search::{Limits, Search};

const SIDES: [usize; 2] = [9, 19];

fn main() {
    divan::main();
    for side in SIDES {
        let (ours, plain) = (seconds_per_playout(light(side)), seconds_per_playout(plain(side)));
        println!("light playouts on {side}x{side}: {:.1} times the plain board", plain / ours);
    }
}

/// Processor time of one call, over half a second.
fn seconds_per_playout(mut playout: impl FnMut() -> u64) -> f64 {
    let (clock, mut count) = (ThreadTime::now(), 0);
    while clock.elapsed() < Duration::from_millis(500) {
        black_box(playout());
        count += 1;
    }
    clock.elapsed().as_secs_f64() / f64::from(count)
}

fn playout(side: usize, mut player: Playout) -> impl FnMut() -> u64 {
    let start = Board::new(Size::square(side));
    let (mut board, mut rng) = (start.clone(), Rng::seed_from_u64(1));
    move || {
        board.clone_from(&start);
        u64::from(player.run(&mut board, Color::Black, [Point::NONE; 2], &mut rng).moves)
    }
}

fn light(side: usize) -> impl FnMut() -> u64 {
    playout(side, Playout::uniform(PlayoutParams::default()))
}

fn plain(side: usize) -> impl FnMut() -> u64 {
    let mut rng = Rng::seed_from_u64(1);
    move || reference::Board::new(side).playout(&mut rng).0 as u64
}

#[divan::bench(args = SIDES)]
fn light_playout(bencher: Bencher, side: usize) {
    bencher.bench_local(light(side));
}

#[divan::bench(args = SIDES)]
fn real_playout(bencher: Bencher, side: usize) {
    bencher.bench_local(playout(side, Playout::new(PlayoutParams::default())));
}

#[divan::bench(args = SIDES)]
fn playout_of_the_plain_board(bencher: Bencher, side: usize) {
    bencher.bench_local(plain(side));
}

/// A search of 1,000 simulations from the empty board, on one thread.
#[divan::bench(args = SIDES, sample_count = 10, sample_size = 1)]
fn search_of_1000_simulations(bencher: Bencher, side: usize) {
    let game = Game::new(Size::square(side), Rules::BASIC, 15);
    let limits = Limits { playouts: Some(1000), time: None };
    let search = || Search::new(Params::default(), 1, 1, 64);
    let think = |mut search: Search| search.think(&game, Color::Black, &limits, &|| false).nodes;
    bencher.with_inputs(search).bench_local_values(think);
}

/// Copying a board in the middle of a game.
#[divan::bench(args = SIDES)]
fn copy(bencher: Bencher, side: usize) {
    let (from, mut to) = (middle_of_a_game(side, 1), Board::new(Size::square(side)));
    bencher.bench_local(|| to.clone_from(&from));
}

/// A position of random moves with half of the points played.
fn middle_of_a_game(side: usize, seed: u64) -> Board {
    let (mut board, mut rng) = (Board::new(Size::square(side)), Rng::seed_from_u64(seed));
    for turn in 0..side * side / 2 {
        let color = Color::BOTH[turn % 2];
        let point = board.empties()[rng.random_range(0..board.empties().len())];
        if board.is_legal(color, point) && !board.is_eyelike(color, point) {
            board.play(color, point);
        }
    }
    board
}

/// Boards and points to ask about: so many that branches cannot be learnt.
const QUESTIONS: usize = 4096;

/// Measures a query on the points that `is_wanted` accepts; the figure includes the loop.
fn query<T>(
    bencher: Bencher,
    side: usize,
    is_wanted: impl Fn(&Board, Point) -> bool,
    query: impl Fn(&Board, Point) -> T,
) {
    let boards: Vec<Board> = (0..16).map(|seed| middle_of_a_game(side, seed)).collect();
    let points: Vec<(usize, Point)> = (0..boards.len())
        .flat_map(|i| boards[i].size().points().map(move |point| (i, point)))
        .filter(|(i, point)| is_wanted(&boards[*i], *point))
        .collect();
    let mut rng = Rng::seed_from_u64(2);
    let asked: Vec<_> = (0..QUESTIONS).map(|_| points[rng.random_range(0..points.len())]).collect();
    let mut next = 0;
    bencher.bench_local(|| {
        next = (next + 1) % QUESTIONS;
        let (board, point) = asked[next];
        query(&boards[board], black_box(point))
    });
}

fn is_stone(board: &Board, point: Point) -> bool {
    !board.is_empty(point)
}

fn is_playable(board: &Board, point: Point) -> bool {
    board.is_legal(Color::Black, point)
}

fn has_liberties(count: usize) -> impl Fn(&Board, Point) -> bool {
    move |board, point| is_stone(board, point) && board.liberties(point) == count
}

#[divan::bench(args = SIDES)]
fn liberty_count(bencher: Bencher, side: usize) {
    query(bencher, side, is_stone, Board::liberties);
}

#[divan::bench(args = SIDES)]
fn which_two_liberties(bencher: Bencher, side: usize) {
    query(bencher, side, has_liberties(2), Board::two_liberties);
}

#[divan::bench(args = SIDES)]
fn which_three_liberties(bencher: Bencher, side: usize) {
    query(bencher, side, has_liberties(3), |board, point| {
        let mut found = [Point::NONE; 3];
        board.liberty_points(point).zip(&mut found).for_each(|(liberty, place)| *place = liberty);
        found
    });
}

#[divan::bench(args = SIDES)]
fn ataris_next_to_a_point(bencher: Bencher, side: usize) {
    query(bencher, side, Board::is_empty, |board, point| board.ataris_next_to(point, Color::White));
}

#[divan::bench(args = SIDES)]
fn self_atari(bencher: Bencher, side: usize) {
    query(bencher, side, is_playable, |board, point| board.is_self_atari(Color::Black, point));
}

#[divan::bench(args = SIDES)]
fn captured_by(bencher: Bencher, side: usize) {
    query(bencher, side, is_playable, |board, point| board.captured_by(Color::Black, point));
}

#[divan::bench(args = SIDES)]
fn pattern_code(bencher: Bencher, side: usize) {
    query(bencher, side, Board::is_empty, Board::pattern_code);
}

/// Of a stone's chain and the nearest other stone's by index.
#[divan::bench(args = SIDES)]
fn share_liberty(bencher: Bencher, side: usize) {
    let is_pair = |board: &Board, point| is_stone(board, point) && neighbour_chain(board, point).is_some();
    query(bencher, side, is_pair, |board, point| {
        neighbour_chain(board, point).is_some_and(|other| board.share_liberty(point, other))
    });
}

fn neighbour_chain(board: &Board, point: Point) -> Option<Point> {
    let is_other = |q: &Point| board.cell(*q).color().is_some() && board.chain(*q) != board.chain(point);
    point.around().into_iter().find(is_other)
}
