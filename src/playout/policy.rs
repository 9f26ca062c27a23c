//! The playout policy: an ordered list of heuristics, each a function that proposes moves.
//!
//! The first heuristic that is asked (a random draw by its rate) and has a move is followed; last comes a random move.
//! They look around the last moves only. Order and rates are those of MoGo and Pachi (strength notes, section 2.2). The
//! tree gives its prior knowledge by the same functions.

use super::pattern3;
use crate::board::{Board, Color, Point, Points};

/// Moves of `color` that take the chain of the enemy's `last` move if that is in atari, or save own chains next to it that
/// are: by taking an enemy chain, or by an extension.
pub fn atari_moves(board: &Board, color: Color, last: Point, moves: &mut Points) {
    if board.in_atari(last) {
        moves.push(board.only_liberty(last));
    }
    for chain in board.chains_next_to(last, color) {
        if board.in_atari(chain) {
            save_moves(board, color, chain, moves);
        }
    }
}

/// Moves that save the chain in atari of the stone `chain`.
pub fn save_moves(board: &Board, color: Color, chain: Point, moves: &mut Points) {
    capture_moves_around(board, color, chain, moves);
    let liberty = board.only_liberty(chain);
    if board.liberties_after(color, liberty, 2) >= 2 {
        push_new(moves, liberty);
    }
}

/// Moves of `color` that take an enemy chain next to its chain of the stone `chain`.
fn capture_moves_around(board: &Board, color: Color, chain: Point, moves: &mut Points) {
    for stone in board.chain_stones(chain) {
        for neighbour in stone.neighbours() {
            if board.cell(neighbour).is(color.opponent()) && board.in_atari(neighbour) {
                push_new(moves, board.only_liberty(neighbour));
            }
        }
    }
}

/// Moves of `color` around the enemy's `last` move where chains have two liberties: an atari that the enemy cannot answer
/// by an extension, or more liberties for an own chain.
pub fn two_liberty_moves(board: &Board, color: Color, last: Point, moves: &mut Points) {
    if board.liberties(last) == 2 {
        attack_moves(board, color, last, moves);
    }
    for chain in board.chains_next_to(last, color) {
        if board.liberties(chain) == 2 {
            defence_moves(board, color, chain, moves);
        }
    }
}

/// Ataris on the enemy chain of two liberties that leave it no good extension.
fn attack_moves(board: &Board, color: Color, chain: Point, moves: &mut Points) {
    let [a, b] = board.two_liberties(chain);
    for (atari, extension) in [(a, b), (b, a)] {
        // The extension's liberties are counted with the point of the atari among them.
        let left = board.liberties_after(color.opponent(), extension, 3).saturating_sub(1);
        if left <= 1 && board.is_legal(color, atari) && !board.is_self_atari(color, atari) {
            push_new(moves, atari);
        }
    }
}

/// Moves that give the own chain of two liberties more, or take an enemy chain next to it.
fn defence_moves(board: &Board, color: Color, chain: Point, moves: &mut Points) {
    capture_moves_around(board, color, chain, moves);
    for liberty in board.two_liberties(chain) {
        if board.liberties_after(color, liberty, 3) >= 3 {
            push_new(moves, liberty);
        }
    }
}

/// The largest region that has a vital point.
const NAKADE_SIZE: usize = 6;

/// The vital point of a region of 3 to 6 empty points next to `last`, enclosed by one colour.
pub fn nakade_moves(board: &Board, last: Point, moves: &mut Points) {
    for start in last.neighbours() {
        if board.is_empty(start)
            && let Some(point) = vital_point(board, start)
        {
            push_new(moves, point);
        }
    }
}

/// The point of the region around the empty `start` that makes or takes its eyes, if there is one.
pub fn vital_point(board: &Board, start: Point) -> Option<Point> {
    let mut region = Points::new();
    region.push(start);
    let (mut next, mut borders) = (0, [false; 2]);
    while let Some(&point) = region.get(next) {
        next += 1;
        for color in Color::BOTH {
            borders[color.index()] |= board.touches(color, point);
        }
        if borders == [true, true] {
            return None;
        }
        for neighbour in point.neighbours() {
            if board.is_empty(neighbour) {
                push_new(&mut region, neighbour);
            }
        }
        if region.len() > NAKADE_SIZE {
            return None;
        }
    }
    vital_point_of(&region)
}

/// The vital point of a shape: its middle, where the shape is one that a stone there keeps from two eyes. Shapes are known
/// by how many neighbours within the shape their points have: three in a row and bent three; pyramid and square four;
/// crossed and bulky five; rabbity six.
fn vital_point_of(shape: &[Point]) -> Option<Point> {
    let degree = |p: &Point| p.neighbours().iter().filter(|q| shape.contains(q)).count();
    let middle = shape.iter().copied().max_by_key(degree)?;
    let count = |wanted: usize| shape.iter().filter(|p| degree(p) == wanted).count();
    let is_vital = match shape.len() {
        3 => true,
        4 => count(3) == 1 || count(2) == 4,
        5 => count(4) == 1 || (count(3) == 1 && count(2) == 3),
        6 => count(4) == 1 && count(2) == 3,
        _ => false,
    };
    is_vital.then_some(middle)
}

/// Whether a 3x3 pattern speaks for a play of `color` on the empty `point`.
pub fn has_pattern(board: &Board, color: Color, point: Point) -> bool {
    pattern3::weight(color, board.pattern_code(point)) > 0
}

/// Points next to `last` where `color` has a pattern, each with its weight.
pub fn pattern_moves(board: &Board, color: Color, last: Point, moves: &mut Points, weights: &mut Vec<u32>) {
    for (point, code) in board.pattern_codes_around(last) {
        if board.is_empty(point) {
            let weight = pattern3::weight(color, code);
            if weight > 0 && !moves.contains(&point) {
                moves.push(point);
                weights.push(u32::from(weight));
            }
        }
    }
}

/// Whether a play of `color` on `point` puts its own chain into atari for nothing: more stones than a throw-in, in no shape
/// that would kill from inside.
pub fn is_bad_self_atari(board: &Board, color: Color, point: Point) -> bool {
    board.is_self_atari(color, point)
        && board.captured_by(color, point) == 0
        && !is_useful_from_inside(board, color, point)
}

/// Whether the chain that `color` makes on `point`, in atari, is a throw-in or a shape that kills from inside.
fn is_useful_from_inside(board: &Board, color: Color, point: Point) -> bool {
    let mut stones = Points::new();
    stones.push(point);
    for chain in board.chains_next_to(point, color) {
        stones.extend(board.chain_stones(chain));
        if stones.len() > NAKADE_SIZE {
            return false;
        }
    }
    match stones.len() {
        1 => is_throw_in(board, color, point),
        2 => false,
        _ => vital_point_of(&stones).is_some(),
    }
}

/// Whether a single stone on `point` has an enemy chain of two liberties next to it, which it may reduce.
fn is_throw_in(board: &Board, color: Color, point: Point) -> bool {
    board.chains_next_to(point, color.opponent()).into_iter().any(|chain| board.liberties(chain) <= 2)
}

fn push_new(moves: &mut Points, point: Point) {
    if !moves.contains(&point) {
        moves.push(point);
    }
}
