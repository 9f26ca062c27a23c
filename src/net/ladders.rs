//! Ladders as networks are told of them.
//!
//! A chain with one or two liberties is in a ladder if the opponent catches it by atari after atari. It escapes if it gets
//! three liberties, or two when its owner has moved, or if the attacker has to take a ko: kos work for the chain, also one
//! that stands on the board at the start. The two mouths of a double ko do not save it. The reading is exhaustive up to
//! [`MOST_MOVES`], after which the chain counts as free. Source: KataGo, `cpp/game/board.cpp` (behaviour only); the reading
//! of [`crate::playout::ladder`] differs in ko and in its limit, and the features have to be those of the training.

use crate::board::{Board, Cell, Color, Point, Points, ScratchBoard};

/// Moves that one reading may try.
const MOST_MOVES: u32 = 25_000;

/// Calls `found` with a stone of each chain in a ladder, and the moves of the opponent that catch it: none where it is in
/// atari already.
pub fn for_each_ladder(board: &Board, mut found: impl FnMut(Point, &[Point])) {
    for color in Color::BOTH {
        for chain in board.chains(color).filter(|chain| board.liberties(*chain) <= 2) {
            if board.in_atari(chain) {
                if Reading::new(chain, color, board).is_caught(board) {
                    found(chain, &[]);
                }
                continue;
            }
            let works = |&atari: &Point| {
                let Some(after) = played(board, color.opponent(), atari) else { return false };
                Reading::new(chain, color, board).is_caught(&after)
            };
            let working: Points = board.two_liberties(chain).into_iter().filter(works).collect();
            if !working.is_empty() {
                found(chain, &working);
            }
        }
    }
}

/// The position after a play, if it is legal: not a suicide and not on a ko point of either player.
fn played(board: &Board, color: Color, point: Point) -> Option<ScratchBoard> {
    let is_ko = Color::BOTH.iter().any(|c| board.ko_point(*c) == Some(point));
    if !board.is_empty(point) || is_ko || board.is_suicide(color, point) {
        return None;
    }
    let mut after = board.scratch_copy();
    after.play(color, point);
    Some(after)
}

fn has_ko(board: &Board) -> bool {
    Color::BOTH.iter().any(|color| board.ko_point(*color).is_some())
}

/// One reading of one chain.
struct Reading {
    chain: Point,
    owner: Color,
    /// Moves still to be tried.
    left: u32,
    /// Moves of a line that goes on beyond that are not read: it comes back by kos.
    longest: usize,
}

impl Reading {
    fn new(chain: Point, owner: Color, board: &Board) -> Reading {
        Reading { chain, owner, left: MOST_MOVES, longest: board.size().area() * 3 / 2 }
    }

    /// Whether the chain is caught with its owner to move. No ko forbids anything at first.
    fn is_caught(&mut self, board: &Board) -> bool {
        let mut start = board.scratch_copy();
        start.pass();
        self.is_caught_after_answer(&start, 0) && self.left > 0
    }

    /// Whether no answer of the owner frees the chain.
    fn is_caught_after_answer(&mut self, board: &Board, depth: usize) -> bool {
        if depth >= self.longest {
            return true;
        }
        if !board.in_atari(self.chain) || has_ko(board) {
            return false;
        }
        let escape = board.only_liberty(self.chain);
        let mut answers = self.captures(board);
        if board.liberties_after(self.owner, escape, 3) >= 3 && !board.is_suicide(self.owner, escape) {
            return false;
        }
        if !answers.contains(&escape) {
            answers.push(escape);
        }
        answers.into_iter().all(|answer| match self.try_move(board, self.owner, answer) {
            Some(after) => self.is_caught_by_atari(&after, depth + 1),
            None => true,
        })
    }

    /// Whether an atari catches the chain, the opponent to move.
    fn is_caught_by_atari(&mut self, board: &Board, depth: usize) -> bool {
        if depth >= self.longest {
            return true;
        }
        match board.liberties(self.chain) {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        let ataris = board.two_liberties(self.chain);
        if self.is_double_ko(board, ataris) {
            return true;
        }
        let room = ataris.map(|atari| board.empty_neighbours(atari));
        let are_adjacent = ataris[0].neighbours().contains(&ataris[1]);
        let runs = |i: usize| !are_adjacent && room[i] >= 3;
        // Where the chain can run to three liberties, the atari has to come from there; first from where it has more room.
        let order =
            if self.room_for(board, ataris[1]) > self.room_for(board, ataris[0]) { [1, 0] } else { [0, 1] };
        order.into_iter().filter(|&i| !runs(1 - i)).any(|i| {
            self.try_move(board, self.owner.opponent(), ataris[i])
                .is_some_and(|after| self.is_caught_after_answer(&after, depth + 1))
        })
    }

    /// A measure of the liberties that a stone of the chain gets on `point`, those of its friends there included.
    fn room_for(&self, board: &Board, point: Point) -> usize {
        let friends = point.neighbours().into_iter().filter(|q| board.cell(*q).is(self.owner));
        let gained = friends.map(|q| (2 * board.liberties(q)).saturating_sub(3)).sum::<usize>();
        2 * board.empty_neighbours(point) + gained
    }

    /// Plays a move of the reading, if it is legal and may still be tried.
    fn try_move(&mut self, board: &Board, color: Color, point: Point) -> Option<ScratchBoard> {
        if self.left == 0 {
            return None;
        }
        let after = played(board, color, point)?;
        self.left -= 1;
        Some(after)
    }

    /// Where the owner takes a chain in atari next to the chain.
    fn captures(&self, board: &Board) -> Points {
        let mut captures = Points::new();
        for stone in board.chain_stones(self.chain) {
            for enemy in board.ataris_next_to(stone, self.owner.opponent()) {
                let liberty = board.only_liberty(enemy);
                if !captures.contains(&liberty) {
                    captures.push(liberty);
                }
            }
        }
        captures
    }

    /// Whether both liberties are mouths of kos that the attacker may take, the chain gains nothing by connecting, and
    /// nothing of the attacker's around it is in atari.
    fn is_double_ko(&self, board: &Board, liberties: [Point; 2]) -> bool {
        let attacker = self.owner.opponent();
        liberties.into_iter().all(|p| takes_ko(board, attacker, p))
            && liberties.into_iter().all(|p| board.liberties_after(self.owner, p, 3) <= 2)
            && self.captures(board).is_empty()
    }
}

/// Whether a play of `color` on `point`, surrounded by the opponent, would take a single stone.
fn takes_ko(board: &Board, color: Color, point: Point) -> bool {
    let around = point.neighbours();
    let is_enemy_or_border =
        |q: &Point| board.cell(*q) == Cell::Border || board.cell(*q).is(color.opponent());
    let in_atari = |q: &&Point| board.cell(**q).is(color.opponent()) && board.in_atari(**q);
    let mut taken = around.iter().filter(in_atari);
    around.iter().all(is_enemy_or_border)
        && matches!((taken.next(), taken.next()), (Some(stone), None) if board.chain_len(*stone) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stones of chains in a ladder and the moves that catch them, as many as there are.
    fn ladders(diagram: &str) -> Vec<(Point, Vec<Point>)> {
        let board = Board::from_diagram(diagram).unwrap();
        let mut all = Vec::new();
        for_each_ladder(&board, |stone, working| all.push((stone, working.to_vec())));
        all
    }

    #[test]
    fn a_ladder_works_from_one_side_only() {
        let plain =
            "......... ......... ......... ......... ......... ..XO..... ...XX.... ......... .........";
        let found = ladders(plain);
        assert_eq!(found, [(Point::new(3, 3), vec![Point::new(3, 4)])]);
        let broken =
            "......... ......... ......O.. ......... ......... ..XO..... ...XX.... ......... .........";
        assert!(ladders(broken).is_empty());
    }

    #[test]
    fn a_chain_in_atari_at_the_edge_is_caught_without_a_move() {
        let found = ladders(".OX.. .X... ..... ..... .....");
        assert_eq!(found, [(Point::new(1, 4), vec![])]);
    }

    #[test]
    fn taking_the_catcher_saves_the_chain() {
        let fight =
            "......... ......... ......... ...X..... ..X...... ..XOXO... ...XO.... ......... .........";
        assert!(ladders(fight).iter().all(|(stone, _)| *stone != Point::new(3, 3)));
        let lost =
            "......... ......... ......... ...X..... ..X.X.... ..XOX.... ...X..... ......... .........";
        assert!(ladders(lost).contains(&(Point::new(3, 3), vec![])));
    }
}
