//! What only a network tells of a node, beside the visits and wins that every search counts.
//!
//! The opinions of a tree's nodes stand in an arena of their own, so that the nodes of a search by playouts stay small.

use super::tree::{NodeId, Sum64};
use std::sync::OnceLock;

/// Sums over the evaluations at or below a node, each for the player who moved into it.
#[derive(Debug, Default)]
pub struct Opinion {
    /// Evaluations so far.
    count: Sum64,
    utility: Sum64,
    utility_squares: Sum64,
    lead: Sum64,
    score: Sum64,
    score_squares: Sum64,
    /// The utility of the node itself.
    own_utility: Sum64,
}

/// One evaluation, or the mean of several; points and utility for one player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Values {
    /// The result, 0 to 1.
    pub win_rate: f64,
    /// See [`crate::params::NetParams`].
    pub utility: f64,
    /// Points ahead.
    pub lead: f64,
    /// Expected final score in points.
    pub score: f64,
    /// The square of that, expected.
    pub score_square: f64,
}

impl Values {
    /// The same for the other player.
    pub fn for_opponent(self) -> Values {
        Values {
            win_rate: 1.0 - self.win_rate,
            utility: -self.utility,
            lead: -self.lead,
            score: -self.score,
            score_square: self.score_square,
        }
    }
}

impl Opinion {
    /// Adds an evaluation.
    pub fn add(&self, values: &Values) {
        self.count.add(1.0);
        self.utility.add(values.utility);
        self.utility_squares.add(values.utility * values.utility);
        self.lead.add(values.lead);
        self.score.add(values.score);
        self.score_squares.add(values.score_square);
    }

    /// States the utility of the node itself.
    pub fn set_own(&self, utility: f64) {
        self.own_utility.set(utility);
    }

    /// The utility of the node itself.
    pub fn own(&self) -> f64 {
        self.own_utility.get()
    }

    /// Evaluations so far.
    pub fn count(&self) -> f64 {
        self.count.get()
    }

    /// Sum of the utilities.
    pub fn utility_sum(&self) -> f64 {
        self.utility.get()
    }

    /// Mean of the squares of the utilities; 0 before the first.
    pub fn utility_square(&self) -> f64 {
        self.mean(&self.utility_squares)
    }

    /// Mean utility; 0 before the first evaluation.
    pub fn utility(&self) -> f64 {
        self.mean(&self.utility)
    }

    /// Mean lead in points.
    pub fn lead(&self) -> f64 {
        self.mean(&self.lead)
    }

    /// Mean and standard deviation of the final score in points.
    pub fn score(&self) -> (f64, f64) {
        let mean = self.mean(&self.score);
        (mean, (self.mean(&self.score_squares) - mean * mean).max(0.0).sqrt())
    }

    fn mean(&self, sum: &Sum64) -> f64 {
        let count = self.count();
        if count > 0.0 { sum.get() / count } else { 0.0 }
    }

    /// Moves all utilities by so much: what scores are worth has changed.
    pub fn shift_utility(&self, by: f64) {
        let (count, mean, square) = (self.count(), self.utility(), self.utility_square());
        self.utility.add(by * count);
        self.utility_squares.set((square + 2.0 * mean * by + by * by) * count);
        self.own_utility.add(by);
    }

    /// Takes over the sums of another node.
    pub(super) fn copy(&self, other: &Opinion) {
        let of = |opinion: &Opinion| {
            [
                opinion.count.get(),
                opinion.utility.get(),
                opinion.utility_squares.get(),
                opinion.lead.get(),
                opinion.score.get(),
                opinion.score_squares.get(),
                opinion.own_utility.get(),
            ]
        };
        let sums = [
            &self.count,
            &self.utility,
            &self.utility_squares,
            &self.lead,
            &self.score,
            &self.score_squares,
            &self.own_utility,
        ];
        sums.into_iter().zip(of(other)).for_each(|(sum, value)| sum.set(value));
    }
}

/// The opinions of all nodes of a tree.
#[derive(Debug)]
pub struct Opinions {
    chunks: Box<[OnceLock<Box<[Opinion]>>]>,
    chunk_len: usize,
}

impl Opinions {
    /// Room for the opinions of so many chunks of nodes, allocated when they are asked for.
    pub fn new(chunks: usize, chunk_len: usize) -> Opinions {
        Opinions { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), chunk_len }
    }

    /// The opinion about a node.
    pub fn of(&self, id: NodeId) -> &Opinion {
        let chunk = self.chunks[id.index() / self.chunk_len]
            .get_or_init(|| (0..self.chunk_len).map(|_| Opinion::default()).collect());
        &chunk[id.index() % self.chunk_len]
    }
}
