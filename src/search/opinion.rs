//! What only a network tells of a node, beside the visits that every search counts.
//!
//! The opinions of a tree's nodes stand in an arena of their own, so that the nodes of a search by playouts stay small, and
//! so do those that no simulation has reached, which in a search with a network are by far the most. An opinion is what
//! the network said of the node itself, and means over all below it, which are made anew from the children whenever one
//! of them has changed (`net/weigh.rs`).

use super::shared::{Count, Sum32, Sum64};
use std::sync::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Relaxed},
};

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

    /// The standard deviation of the final score in points.
    pub fn score_deviation(&self) -> f64 {
        (self.score_square - self.score * self.score).max(0.0).sqrt()
    }

    /// Adds other values so many times.
    pub fn add(&mut self, other: &Values, times: f64) {
        self.win_rate += times * other.win_rate;
        self.utility += times * other.utility;
        self.lead += times * other.lead;
        self.score += times * other.score;
        self.score_square += times * other.score_square;
    }

    /// All of them divided by a number.
    pub fn divided_by(self, number: f64) -> Values {
        let mut quotient = Values::default();
        quotient.add(&self, 1.0 / number);
        quotient
    }
}

/// Values that threads share.
#[derive(Debug, Default)]
struct SharedValues {
    /// In double precision, since the variance is told from the mean and the mean of the squares.
    utility: Sum64,
    win_rate: Sum32,
    lead: Sum32,
    score: Sum32,
    score_square: Sum32,
}

impl SharedValues {
    fn get(&self) -> Values {
        Values {
            win_rate: f64::from(self.win_rate.get()),
            utility: self.utility.get(),
            lead: f64::from(self.lead.get()),
            score: f64::from(self.score.get()),
            score_square: f64::from(self.score_square.get()),
        }
    }

    fn set(&self, values: &Values) {
        self.win_rate.set(values.win_rate as f32);
        self.utility.set(values.utility);
        self.lead.set(values.lead as f32);
        self.score.set(values.score as f32);
        self.score_square.set(values.score_square as f32);
    }
}

/// The mean over all that lies below a node, the node itself included.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    /// The values.
    pub values: Values,
    /// The mean of the squares of the utilities.
    pub utility_square: f64,
    /// How many evaluations it weighs as much as; 0 before the first.
    pub weight: f64,
    /// The sum of the squares of the weights of single evaluations.
    pub weight_squares: f64,
}

/// What the slot of [`Biases`](super::net::Biases) for a node has of it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BiasShare {
    /// The slot; 0 for none.
    pub slot: u32,
    /// What the node has added to it.
    pub sum: f32,
    pub weight: f32,
}

/// An opinion; all for the player who moved into the node.
#[derive(Debug, Default)]
pub struct Opinion {
    /// Simulations through the node that have been backed up.
    count: Count,
    /// Simulations that have not been worked into the mean.
    pending: AtomicU32,
    /// What the network said of the node itself, or the rules.
    own: SharedValues,
    /// How many simulations ended here.
    own_weight: Sum32,
    mean: SharedValues,
    utility_square: Sum64,
    weight: Sum32,
    weight_squares: Sum32,
    bias_slot: AtomicU32,
    bias_sum: Sum32,
    bias_weight: Sum32,
}

impl Opinion {
    /// Says that a simulation ended here, and what the network or the rules say of the node.
    pub fn end_here(&self, own: &Values) {
        self.own.set(own);
        self.own_weight.add(1.0);
    }

    /// What the network said of the node itself, and how many simulations ended here.
    pub fn own(&self) -> (Values, f64) {
        (self.own.get(), f64::from(self.own_weight.get()))
    }

    /// Says anew what the network said of the node itself.
    pub fn set_own(&self, own: &Values) {
        self.own.set(own);
    }

    /// Simulations through the node that have been backed up.
    pub fn count(&self) -> u32 {
        self.count.get()
    }

    /// The mean over all that lies below the node.
    pub fn mean(&self) -> Mean {
        Mean {
            values: self.mean.get(),
            utility_square: self.utility_square.get(),
            weight: f64::from(self.weight.get()),
            weight_squares: f64::from(self.weight_squares.get()),
        }
    }

    /// States the mean.
    pub fn set_mean(&self, mean: &Mean) {
        self.mean.set(&mean.values);
        self.utility_square.set(mean.utility_square);
        self.weight.set(mean.weight as f32);
        self.weight_squares.set(mean.weight_squares as f32);
    }

    /// What the node has added to the biases.
    pub fn bias(&self) -> BiasShare {
        let slot = self.bias_slot.load(Relaxed);
        BiasShare { slot, sum: self.bias_sum.get(), weight: self.bias_weight.get() }
    }

    /// States that.
    pub fn set_bias(&self, share: BiasShare) {
        self.bias_slot.store(share.slot, Relaxed);
        self.bias_sum.set(share.sum);
        self.bias_weight.set(share.weight);
    }

    /// Counts a simulation that has come back, and works it into the mean by calling `weigh`, unless another thread is at it,
    /// which then does so again.
    pub fn update(&self, weigh: impl Fn()) {
        self.count.add(1);
        let mut to_do = self.pending.fetch_add(1, AcqRel) + 1;
        if to_do > 1 {
            return;
        }
        while to_do > 0 {
            weigh();
            to_do = self.pending.fetch_sub(to_do, AcqRel) - to_do;
        }
    }

    /// Takes over all from another node.
    pub(super) fn copy(&self, other: &Opinion) {
        self.count.set(other.count());
        self.own.set(&other.own.get());
        self.own_weight.set(other.own_weight.get());
        self.set_mean(&other.mean());
        self.set_bias(other.bias());
    }

    /// Makes the mean what the network is taken to have said of the node itself: what lies below will be forgotten.
    pub(super) fn forget_below(&self) {
        let mean = self.mean();
        self.own.set(&mean.values);
        self.own_weight.set(mean.weight as f32);
    }
}
