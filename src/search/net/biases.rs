//! How far the network is off in kinds of positions, as the search has found out.
//!
//! A kind is a move with its surroundings, the move before it, and the ko. Where the subtree of a node has shown that the
//! network was too hopeful about it, other nodes of the same kind are likely to be judged too hopefully, too; part of
//! that is taken off what the network said of them. Source: KataGo, `docs/KataGoMethods.md`, "Subtree value bias
//! correction".
//!
//! Kinds are slots of a table by a hash. Two that share a slot share their bias, which is rare and does little.

use crate::board::{Board, Color, Move, Point};
use crate::rules::Game;
use crate::search::opinion::BiasShare;
use fxhash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// log2 of the number of slots.
const SLOT_BITS: u32 = 18;

/// How far around a move its surroundings reach.
const REACH: isize = 2;

/// Weight from which on a bias is believed.
const LEAST_WEIGHT: f32 = 0.001;

/// The sums of errors and of weights by kind, shared by all threads.
#[derive(Debug)]
pub struct Biases(Box<[AtomicU64]>);

impl Default for Biases {
    fn default() -> Biases {
        Biases((0..1_usize << SLOT_BITS).map(|_| AtomicU64::default()).collect())
    }
}

fn unpack(bits: u64) -> (f32, f32) {
    (f32::from_bits((bits >> 32) as u32), f32::from_bits(bits as u32))
}

fn pack(sum: f32, weight: f32) -> u64 {
    u64::from(sum.to_bits()) << 32 | u64::from(weight.to_bits())
}

impl Biases {
    /// The slot for a move of `color` in the game's position; 0, for none, where it is a pass or the first move.
    pub fn slot(game: &Game, color: Color, mv: Move) -> u32 {
        let (Move::Place(point), Some(last)) = (mv, game.turns().last()) else { return 0 };
        let mut hasher = FxHasher::default();
        (color.sign(), last.mv.point().map(Point::index), point.index()).hash(&mut hasher);
        game.board().ko_point(color).map(Point::index).hash(&mut hasher);
        surroundings(game.board(), point).for_each(|content| content.hash(&mut hasher));
        (hasher.finish() as u32 & ((1 << SLOT_BITS) - 1)).max(1)
    }

    /// By how much the subtrees of a kind have been better than the network said, in the mean; 0 while nothing is known.
    pub fn mean(&self, slot: u32) -> f64 {
        let (sum, weight) = unpack(self.0[slot as usize].load(Relaxed));
        if weight > LEAST_WEIGHT { f64::from(sum / weight) } else { 0.0 }
    }

    /// Takes what a node has found in the place of what it had found before. Returns what it has now.
    pub fn correct(&self, old: BiasShare, error: f64, weight: f64) -> BiasShare {
        let new = BiasShare { sum: (error * weight) as f32, weight: weight as f32, ..old };
        self.add(old.slot, new.sum - old.sum, new.weight - old.weight);
        new
    }

    fn add(&self, slot: u32, sum: f32, weight: f32) {
        let add = |bits| {
            let (old_sum, old_weight) = unpack(bits);
            Some(pack(old_sum + sum, old_weight + weight))
        };
        let slot = &self.0[slot as usize];
        slot.fetch_update(Relaxed, Relaxed, add).expect("invariant: the closure never declines");
    }

    /// Leaves only a part of everything.
    pub fn fade(&mut self, part: f64) {
        for slot in &mut self.0 {
            let (sum, weight) = unpack(*slot.get_mut());
            *slot.get_mut() = pack(sum * part as f32, weight * part as f32);
        }
    }

    /// Adds a part of what a node has found.
    pub fn restore(&mut self, share: BiasShare, part: f64) {
        if share.slot != 0 {
            self.add(share.slot, share.sum * part as f32, share.weight * part as f32);
        }
    }
}

/// The contents of the points around a move, stones in atari told apart from others.
fn surroundings(board: &Board, point: Point) -> impl Iterator<Item = (i32, bool)> + '_ {
    let (column, row) = (point.column() as isize, point.row() as isize);
    let (width, height) = (board.size().width() as isize, board.size().height() as isize);
    let columns = (column - REACH).max(0)..(column + REACH + 1).min(width);
    let rows = (row - REACH).max(0)..(row + REACH + 1).min(height);
    let points = rows
        .flat_map(move |row| columns.clone().map(move |column| Point::new(column as usize, row as usize)));
    points.map(|point| match board.cell(point).color() {
        Some(color) => (color.sign(), board.in_atari(point)),
        None => (0, false),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::Rules;

    fn at(column: usize, row: usize) -> Move {
        Move::Place(Point::new(column, row))
    }

    fn game(moves: &[Move]) -> Game {
        let mut game = Game::new(Size::square(9), Rules::BASIC, 15);
        for &mv in moves {
            game.play(game.to_play(), mv).unwrap();
        }
        game
    }

    #[test]
    fn a_kind_is_a_move_with_its_surroundings_and_the_move_before() {
        let slot = |moves: &[Move]| Biases::slot(&game(moves), Color::Black, at(4, 4));
        let here = slot(&[at(3, 3), at(4, 3)]);
        assert_eq!(here, slot(&[at(3, 3), at(0, 0), at(8, 0), at(4, 3)]), "far stones do not matter");
        let others = [
            slot(&[at(3, 3), at(3, 4), at(8, 0), at(4, 3)]),
            slot(&[at(4, 3), at(3, 3)]),
            slot(&[at(3, 3), at(4, 3), at(8, 0), at(0, 0)]),
            Biases::slot(&game(&[at(3, 3), at(4, 3)]), Color::White, at(4, 4)),
        ];
        assert!(others.iter().all(|slot| *slot != here && *slot != 0), "{here}, {others:?}");
        assert_eq!((slot(&[]), Biases::slot(&game(&[at(3, 3)]), Color::White, Move::Pass)), (0, 0));
    }

    #[test]
    fn what_a_node_has_found_fades_unless_the_node_is_kept() {
        let mut biases = Biases::default();
        let none = BiasShare { slot: 3, ..BiasShare::default() };
        let kept = biases.correct(none, 0.4, 10.0);
        biases.correct(none, -0.4, 10.0);
        assert!(biases.mean(3).abs() < 1e-6);
        biases.fade(0.2);
        biases.restore(kept, 0.8);
        // 10 against 2.
        assert!((biases.mean(3) - 0.4 * 8.0 / 12.0).abs() < 1e-6);
        assert_eq!(biases.mean(4), 0.0);
    }
}
