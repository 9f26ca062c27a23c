//! A move of a real playout: the rules of the [`policy`] asked in their order, the gate that each proposal has to pass, and
//! the corrections of random moves.

use super::{Playout, Rng, Tally, below, fraction, policy};
use crate::board::{Board, Color, Few, Point, Side};
use crate::params::Rule;
use rand::Rng as _;
use std::ops::ControlFlow;

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

/// Rules that [`Playout::rule_move`] asks, each by bits of one draw.
const ASKED: u32 = 7;
/// Bits for each of them.
const GATE_BITS: u32 = 9;
const _: () = assert!(ASKED * GATE_BITS <= u64::BITS, "one draw has too few bits for the rules");

/// How many of all draws of [`GATE_BITS`] a rule wins that is asked at that rate.
pub(super) fn gate(rate: f32) -> u16 {
    (rate * (1 << GATE_BITS) as f32).round() as u16
}

impl Playout {
    /// The move of the first rule that has one.
    #[inline(always)]
    pub(super) fn policy_move<S: Side>(
        &self,
        board: &Board,
        rng: &mut Rng,
        tally: &mut impl Tally,
    ) -> Option<Point> {
        match self.rule_move::<S>(board, rng, tally) {
            ControlFlow::Break(point) => Some(point),
            ControlFlow::Continue(()) => self.random_move::<S>(board, rng, tally),
        }
    }

    /// Asks all rules but that for random moves, in straight line: a loop over them ends in jumps that no processor
    /// foresees.
    #[inline(always)]
    fn rule_move<S: Side>(&self, board: &Board, rng: &mut Rng, tally: &mut impl Tally) -> ControlFlow<Point> {
        let mut gates = rng.next_u64();
        self.ask::<S>(Rule::KoRetake, board, &mut gates, rng, tally)?;
        self.ask::<S>(Rule::Atari, board, &mut gates, rng, tally)?;
        self.ask::<S>(Rule::TwoLiberties, board, &mut gates, rng, tally)?;
        self.ask::<S>(Rule::CaptureRace, board, &mut gates, rng, tally)?;
        self.ask::<S>(Rule::EyeRepair, board, &mut gates, rng, tally)?;
        self.ask::<S>(Rule::Nakade, board, &mut gates, rng, tally)?;
        self.ask::<S>(Rule::Pattern, board, &mut gates, rng, tally)
    }

    /// Breaks off with a move by that rule, if a draw by its rate wants it to be asked and it has one.
    #[inline(always)]
    fn ask<S: Side>(
        &self,
        rule: Rule,
        board: &Board,
        gates: &mut u64,
        rng: &mut Rng,
        tally: &mut impl Tally,
    ) -> ControlFlow<Point> {
        let ticket = *gates as u16 & ((1 << GATE_BITS) - 1);
        *gates >>= GATE_BITS;
        if ticket >= self.gates[rule as usize] {
            return ControlFlow::Continue(());
        }
        let found = match rule {
            Rule::Pattern => self.pattern_move::<S>(board, rng),
            _ => self.propose::<S>(rule, board, rng),
        };
        match found {
            Some(point) => {
                tally.fired(rule);
                ControlFlow::Break(point)
            }
            None => ControlFlow::Continue(()),
        }
    }

    /// A move by a rule that answers the last move.
    #[inline(always)]
    fn propose<S: Side>(&self, rule: Rule, board: &Board, rng: &mut Rng) -> Option<Point> {
        let (mut moves, last) = (Few::new(), self.recent[0]);
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
                Rule::Nakade => policy::nakade_moves(board, S::OWN, last, &mut moves),
                Rule::KoRetake | Rule::Pattern | Rule::EyeCapture | Rule::OtherLiberty | Rule::Random => {}
            }
        }
        if moves.is_empty() {
            return None;
        }
        moves.retain(|point| self.is_good::<S>(board, point, rng));
        (!moves.is_empty()).then(|| moves[below(rng, moves.len())])
    }

    /// A move by a 3x3 pattern around the last two moves, drawn by weight; a point near both has two chances.
    fn pattern_move<S: Side>(&self, board: &Board, rng: &mut Rng) -> Option<Point> {
        let mut weights = self.recent.map(|last| match last {
            Point::NONE => 0,
            last => policy::pattern_weights::<S>(board, last),
        });
        let mut total = weights.into_iter().map(sum_of_bytes).sum::<usize>();
        while total > 0 {
            let place = draw(weights, below(rng, total));
            let point = self.recent[place / 8].around()[place % 8];
            if self.is_good::<S>(board, point, rng) {
                return Some(point);
            }
            let refused = 0xff << (8 * (place % 8));
            total -= sum_of_bytes(weights[place / 8] & refused);
            weights[place / 8] &= !refused;
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
                && self.params.rate(rule) >= fraction(rng)
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
        Rule::OtherLiberty => policy::other_liberty(board, color, point),
        _ => None,
    }
}

/// The sum of the eight bytes of a word.
#[inline(always)]
fn sum_of_bytes(word: u64) -> usize {
    const EVEN: u64 = 0x00ff_00ff_00ff_00ff;
    let pairs = (word & EVEN) + (word >> 8 & EVEN);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
}

/// The place among the sixteen bytes, smaller than the sum of which the ticket is, that it falls on.
#[inline]
fn draw(weights: [u64; 2], mut ticket: usize) -> usize {
    for place in 0..16 {
        let weight = (weights[place / 8] >> (8 * (place % 8)) & 0xff) as usize;
        if ticket < weight {
            return place;
        }
        ticket -= weight;
    }
    unreachable!("invariant: the ticket is smaller than the sum")
}
