//! The playout policy: an ordered list of heuristics, each a function that proposes moves.
//!
//! The first heuristic that is asked (a random draw by its rate) and has a move is followed; last comes a random move.
//! They look around the last moves only. Order and rates are those of MoGo and Pachi (strength notes, section 2.2).

use super::{nakade, pattern3};
use crate::board::{Board, Color, Point, Points};

/// Moves of `color` that take the chain of the enemy's `last` move if that is in atari, or save own chains next to it that
/// are: by taking an enemy chain, or by an extension.
pub fn atari_moves(board: &Board, color: Color, last: Point, moves: &mut Points) {
    if board.in_atari(last) {
        moves.push(board.only_liberty(last));
    }
    for chain in board.ataris_next_to(last, color) {
        save_moves(board, color, chain, moves);
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
    let is_next_to_one = |stone: &Point| board.has_atari_next_to(*stone, color.opponent());
    for stone in board.chain_stones(chain).filter(is_next_to_one) {
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
    for stone in last.neighbours() {
        if board.cell(stone).is(color) && board.liberties(stone) == 2 {
            defence_moves(board, color, stone, moves);
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

/// The vital points of regions of 3 to 6 empty points next to the enemy's `last` move that the enemy alone encloses.
pub fn nakade_moves(board: &Board, color: Color, last: Point, moves: &mut Points) {
    for start in last.neighbours() {
        // A single point is no region with a vital point, but by far the most frequent one.
        if board.is_empty(start)
            && board.empty_neighbours(start) > 0
            && let Some(region) = nakade::small_region(board, start, color)
            && let Some(point) = nakade::shape(&region).vital_point()
        {
            push_new(moves, point);
        }
    }
}

/// For each of the eight points around `last`, the weight of the 3x3 pattern that `color` has there; 0 for none.
#[inline]
pub fn pattern_weights(board: &Board, color: Color, last: Point) -> [u32; 8] {
    let table = pattern3::table();
    let weight = |(code, is_empty)| u32::from(table.weight(color, code)) * u32::from(is_empty);
    board.pattern_codes_around(last).map(weight)
}

/// How many own stones a play of `color` on `point` puts into atari for nothing; 0 where it takes stones, is a throw-in, or
/// makes a shape that kills from inside.
pub fn stones_thrown_away(board: &Board, color: Color, point: Point) -> usize {
    if !board.is_self_atari(color, point) || board.captured_by(color, point) > 0 {
        return 0;
    }
    let Some(stones) = nakade::small_chain_after(board, color, point) else {
        return nakade::LARGEST + 1;
    };
    let is_useful = match stones.len() {
        1 => is_throw_in(board, color, point),
        2 => false,
        _ => nakade::is_dead_shape(&stones),
    };
    if is_useful { 0 } else { stones.len() }
}

/// Whether a single stone on `point` has an enemy chain of two liberties next to it, which it may reduce.
fn is_throw_in(board: &Board, color: Color, point: Point) -> bool {
    board.chains_next_to(point, color.opponent()).into_iter().any(|chain| board.liberties(chain) <= 2)
}

/// Appends the point unless it is listed or the list is full: sixteen moves are choice enough, and a playout never asks for
/// memory.
fn push_new(moves: &mut Points, point: Point) {
    if !moves.contains(&point) && moves.len() < moves.inline_size() {
        moves.push(point);
    }
}
