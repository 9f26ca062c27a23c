//! A move of a real playout: the rules of the [`policy`] asked in their order, the gate that each proposal has to pass, and
//! the corrections of random moves.

use super::{Playout, Rng, Tally, below, fraction, policy};
use crate::board::{Board, Color, Point, Points, Side};
use crate::params::Rule;

/// How many moves after a ko was taken its former owner may take it back: the ban, a threat, its answer.
const KO_AGE: u32 = 2;

/// The last ko that was taken, and how many moves ago.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ko {
    point: Point,
    age: u32,
}

impl Ko {
    pub const NONE: Ko = Ko { point: Point::NONE, age: 0 };

    /// The ko after another move, if `taken` is where a ko may not be taken back at once.
    #[inline]
    pub fn after(self, taken: Option<Point>) -> Ko {
        match taken {
            Some(point) => Ko { point, age: 0 },
            None => Ko { age: self.age + 1, ..self },
        }
    }
}

impl Playout {
    /// The move of the first rule that has one.
    pub(super) fn policy_move<S: Side>(
        &self,
        board: &Board,
        rng: &mut Rng,
        tally: &mut impl Tally,
    ) -> Option<Point> {
        for rule in Rule::ORDER {
            // A rule that is switched off does not even draw.
            if self.params.rate(rule) == 0.0 || !self.is_asked(rule, rng) {
                continue;
            }
            let found = match rule {
                Rule::Random => return self.random_move::<S>(board, rng, tally),
                Rule::Pattern => self.pattern_move::<S>(board, rng),
                _ => self.propose::<S>(rule, board, rng),
            };
            if found.is_some() {
                tally.fired(rule);
                return found;
            }
        }
        None
    }

    /// A move by a rule that answers the last move.
    #[inline(always)]
    fn propose<S: Side>(&self, rule: Rule, board: &Board, rng: &mut Rng) -> Option<Point> {
        let (mut moves, last) = (Points::new(), self.recent[0]);
        if rule == Rule::KoRetake {
            if self.ko.age == KO_AGE && self.ko.point != Point::NONE && board.is_empty(self.ko.point) {
                policy::ko_moves(board, S::OWN, self.ko.point, &mut moves);
            }
        } else if board.cell(last).is(S::ENEMY) {
            match rule {
                Rule::Atari => policy::atari_moves(board, S::OWN, last, &mut moves),
                Rule::TwoLiberties => policy::two_liberty_moves(board, S::OWN, last, &mut moves),
                Rule::CaptureRace => policy::race_moves(board, S::OWN, last, &mut moves),
                Rule::EyeRepair => policy::eye_moves(board, S::OWN, last, &mut moves),
                _ => policy::nakade_moves(board, S::OWN, last, &mut moves),
            }
        }
        moves.retain(|point| self.is_good::<S>(board, *point, rng));
        (!moves.is_empty()).then(|| moves[below(rng, moves.len())])
    }

    #[inline]
    fn is_asked(&self, rule: Rule, rng: &mut Rng) -> bool {
        self.params.rate(rule) >= fraction(rng)
    }

    /// A move by a 3x3 pattern around the last two moves, drawn by weight; a point near both has two chances.
    fn pattern_move<S: Side>(&self, board: &Board, rng: &mut Rng) -> Option<Point> {
        let mut weights = self.recent.map(|last| match last {
            Point::NONE => [0; 8],
            last => policy::pattern_weights::<S>(board, last),
        });
        let mut total: u32 = weights.as_flattened().iter().sum();
        while total > 0 {
            let drawn = draw(weights.as_flattened(), below(rng, total as usize) as u32);
            let point = self.recent[drawn / 8].around()[drawn % 8];
            if self.is_good::<S>(board, point, rng) {
                return Some(point);
            }
            total -= std::mem::take(&mut weights.as_flattened_mut()[drawn]);
        }
        None
    }

    /// A random playable point that is no bad self-atari, or what is better in its place.
    fn random_move<S: Side>(&self, board: &Board, rng: &mut Rng, tally: &mut impl Tally) -> Option<Point> {
        let empties = board.empties();
        if empties.is_empty() {
            return None;
        }
        let (before, after) = empties.split_at(below(rng, empties.len()));
        for &point in after.iter().chain(before).filter(|point| board.is_playable::<S>(**point)) {
            let stones = policy::stones_thrown_away(board, S::OWN, point);
            let rule = if stones == 0 { Rule::EyeCapture } else { Rule::OtherLiberty };
            if self.params.rate(rule) > 0.0
                && let Some(better) = correction(rule, board, S::OWN, point)
                && self.is_asked(rule, rng)
                && self.is_good::<S>(board, better, rng)
            {
                tally.fired(rule);
                return Some(better);
            }
            if self.may_throw_away(stones, rng) {
                tally.fired(Rule::Random);
                return Some(point);
            }
        }
        None
    }

    /// The gate of every move: playable, and no stones thrown away, with a small chance of a few all the same.
    #[inline]
    fn is_good<S: Side>(&self, board: &Board, point: Point, rng: &mut Rng) -> bool {
        board.is_playable::<S>(point)
            && self.may_throw_away(policy::stones_thrown_away(board, S::OWN, point), rng)
    }

    #[inline]
    fn may_throw_away(&self, stones: usize, rng: &mut Rng) -> bool {
        stones == 0 || stones < self.params.never_throw_away && fraction(rng) > self.params.refuse_self_atari
    }
}

/// What to play in place of a random move on `point`.
fn correction(rule: Rule, board: &Board, color: Color, point: Point) -> Option<Point> {
    match rule {
        Rule::EyeCapture => policy::eye_capture(board, color, point),
        _ => policy::other_liberty(board, color, point),
    }
}

/// The index that a ticket, smaller than the sum of the weights, falls on.
fn draw(weights: &[u32], mut ticket: u32) -> usize {
    for (index, &weight) in weights.iter().enumerate() {
        if ticket < weight {
            return index;
        }
        ticket -= weight;
    }
    unreachable!("invariant: the ticket is smaller than the sum")
}
