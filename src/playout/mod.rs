//! Random games from a position to its end: the one playout loop.
//!
//! The moves are uniform over the legal points that do not fill an own one-point eye; suicide is never played and
//! only the simple ko is known. A playout ends after two passes or at a length cap. The search, the judgement of
//! dead stones and the benchmarks all call [`Playout::run`].

mod ownership;

pub use ownership::Ownership;

use crate::board::{BlackSide, Board, Color, MAX_SIDE, Point, Side, WhiteSide};
use crate::params::PlayoutParams;
use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator of all playouts: small, fast, and the same on every machine.
pub type Rng = Xoshiro256PlusPlus;

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Black's area less White's in the final position, in half points, without komi.
    pub margin: i32,
    /// Number of moves played, passes included.
    pub moves: u32,
}

/// The plays of a playout in order, for the statistics of the tree (RAVE). A pass is `Point::NONE`.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The points; colours alternate from the player to move.
    pub plays: Vec<Point>,
}

/// Plays playouts. Holds what one thread needs again for each of them.
#[derive(Debug)]
pub struct Playout {
    params: PlayoutParams,
    /// The plays of the last playout.
    pub trace: Trace,
}

impl Playout {
    /// A player of playouts with these parameters.
    pub fn new(params: PlayoutParams) -> Playout {
        Playout { params, trace: Trace { plays: Vec::with_capacity(3 * MAX_SIDE * MAX_SIDE) } }
    }

    /// Plays from `board` with `color` to move until the game ends; `board` is then the final position.
    pub fn run(&mut self, board: &mut Board, color: Color, rng: &mut Rng) -> Outcome {
        self.trace.plays.clear();
        match color {
            Color::Black => self.play_to_end::<BlackSide, WhiteSide>(board, rng),
            Color::White => self.play_to_end::<WhiteSide, BlackSide>(board, rng),
        }
        Outcome { margin: area_margin(board), moves: self.trace.plays.len() as u32 }
    }

    fn play_to_end<First: Side, Second: Side>(&mut self, board: &mut Board, rng: &mut Rng) {
        let limit = self.params.max_moves_per_point as usize * board.size().area();
        let mut has_second_moved = true;
        while self.trace.plays.len() < limit {
            let has_first_moved = self.turn::<First>(board, rng);
            if !has_first_moved && !has_second_moved {
                return;
            }
            has_second_moved = self.turn::<Second>(board, rng);
            if !has_first_moved && !has_second_moved {
                return;
            }
        }
    }

    /// Makes a move; false if it is a pass.
    #[inline]
    fn turn<S: Side>(&mut self, board: &mut Board, rng: &mut Rng) -> bool {
        match uniform_move::<S>(board, rng) {
            Some(point) => {
                board.play_as::<S, false>(point);
                self.trace.plays.push(point);
                true
            }
            None => {
                board.pass();
                self.trace.plays.push(Point::NONE);
                false
            }
        }
    }
}

/// A number below `bound`, nearly uniform (bias below bound / 2^32).
#[inline]
fn below(rng: &mut Rng, bound: usize) -> usize {
    ((u64::from(rng.next_u32()) * bound as u64) >> 32) as usize
}

/// A random legal point that is not an own eye: the first one from a random place in the list of empty points on.
#[inline]
fn uniform_move<S: Side>(board: &Board, rng: &mut Rng) -> Option<Point> {
    let empties = board.empties();
    if empties.is_empty() {
        return None;
    }
    let first = below(rng, empties.len());
    if board.is_playable::<S>(empties[first]) {
        return Some(empties[first]);
    }
    next_playable::<S>(board, first)
}

/// The next playable point after that place, around the list. Not inlined, so that the usual case keeps its registers.
#[inline(never)]
fn next_playable<S: Side>(board: &Board, first: usize) -> Option<Point> {
    let empties = board.empties();
    let (before, after) = empties.split_at(first);
    after[1..].iter().chain(before).find(|point| board.is_playable::<S>(**point)).copied()
}

/// Black's area less White's in half points, where every empty region is a single point, as at a playout's end.
pub fn area_margin(board: &Board) -> i32 {
    let stones = board.stone_count(Color::Black) as i32 - board.stone_count(Color::White) as i32;
    let eyes: i32 =
        board.empties().iter().filter_map(|&point| eye_owner(board, point)).map(Color::sign).sum();
    2 * (stones + eyes)
}

/// Whose the empty `point` is: of the player whose stones are on all its neighbours.
#[inline]
pub fn eye_owner(board: &Board, point: Point) -> Option<Color> {
    match Color::BOTH.map(|color| board.is_surrounded(color, point)) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}
