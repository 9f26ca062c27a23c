//! Tunables of the search with a network. Source of the values, where no other is given: KataGo's defaults for GTP
//! (`cpp/program/setup.cpp`, 2025).

use super::tunable::{self, Tunables};

tunables! {
    /// The search with a network. Utilities are those of the player who moves: 1 for a win, -1 for a loss, the score beside it.
    pub struct NetParams {
        /// Exploration constant of PUCT.
        pub exploration: f64 = 1.0, 0.0..=10.0;
        /// How much it grows with the logarithm of the visits.
        pub exploration_log: f64 = 0.45, 0.0..=10.0;
        /// The visits at which it begins to grow.
        pub exploration_base: f64 = 500.0, 10.0..=1e5;
        /// How much exploration follows the standard deviation of the utility, 0 to 1.
        pub deviation_scale: f64 = 0.85, 0.0..=1.0;
        /// The standard deviation expected beforehand.
        pub deviation_prior: f64 = 0.4, 1e-6..=10.0;
        /// The visits that this expectation weighs.
        pub deviation_prior_visits: f64 = 2.0, 0.0..=100.0;
        /// By how much an unvisited move counts as worse than the position, once all likely moves have been visited.
        pub unvisited_reduction: f64 = 0.2, 0.0..=2.0;
        /// The same at the root.
        pub unvisited_reduction_root: f64 = 0.1, 0.0..=2.0;
        /// Exponent on the chance that a child's value is as good as its siblings', for its weight among them.
        pub value_exponent: f64 = 0.25, 0.0..=1.0;
        /// One over the variance of that value after one visit; it grows with the root of the visits.
        pub value_precision: f64 = 1.5, 1e-3..=1e3;
        /// The gap in utility at which visits of a worse child that its policy does not justify lose 63 % of their weight.
        pub noise_scale: f64 = 0.15, 1e-3..=10.0;
        /// The part of a bias that is taken off what the network says.
        pub bias_part: f64 = 0.45, 0.0..=1.0;
        /// Exponent on the weight of the children of a node, for the weight of what it found.
        pub bias_exponent: f64 = 0.85, 0.0..=1.0;
        /// The part of what a node found that is forgotten with the node.
        pub bias_fading: f64 = 0.8, 0.0..=1.0;
        /// Weight of the score as such.
        pub static_score: f64 = 0.1, 0.0..=1.0;
        /// Its width, in sides of the board.
        pub static_score_scale: f64 = 2.0, 0.1..=10.0;
        /// Weight of the score around the one expected at the root.
        pub dynamic_score: f64 = 0.3, 0.0..=1.0;
        /// Its width, in sides of the board.
        pub dynamic_score_scale: f64 = 0.75, 0.1..=10.0;
        /// How far the centre of the dynamic score is drawn from the expected score towards 0, 0 to 1.
        pub dynamic_score_towards_zero: f64 = 0.2, 0.0..=1.0;
        /// Standard errors from the mean utility of a move to the lower bound that it is chosen by.
        pub choice_errors: f64 = 5.0, 0.0..=12.0;
        /// A move is not chosen with a smaller share of the visits of the most visited one.
        pub choice_least_share: f64 = 0.15, 0.0..=1.0;
        /// Points of handicap on 19x19 from which the player behind is taken for the stronger one.
        pub handicap_from: f64 = 4.0, 0.0..=100.0;
        /// The least such number of points on any board.
        pub handicap_from_least: f64 = 2.0, 0.0..=100.0;
        /// The shortest side of a board on which that is done.
        pub handicap_least_side: usize = 8, 2..=20;
        /// Doublings of playouts for each point of handicap beyond.
        pub doublings_per_point: f64 = 0.045, 0.0..=1.0;
        /// The most doublings: networks have not learnt more.
        pub most_doublings: f64 = 2.75, 0.0..=3.0;
        /// Doublings are rounded to multiples of that.
        pub doublings_step: f64 = 0.125, 0.01..=1.0;
        /// Points that a handicap stone is worth under territory scoring; one more under area scoring.
        pub stone_worth: f64 = 14.0, 0.0..=50.0;
        /// The komi of an even game.
        pub fair_komi: f64 = 7.0, -50.0..=50.0;
        /// Positions that a thread gathers before the network looks at them together.
        pub batch: usize = 1, 1..=256;
        /// Whether each position is looked at under a symmetry drawn by lot.
        pub random_symmetry: bool = true, false..=true;
        /// Part of the memory of the search that evaluations are kept in, as one over this.
        pub cache_part: usize = 4, 2..=1000;
        /// Visits for each move where the user sets neither playouts nor time: some seconds on one processor.
        pub default_visits: u64 = 500, 1..=1_000_000_000;
        /// From where on the network counts as sure of whose a point will be, 0 to 1. Our own value: it only makes a message.
        pub sure_owner_from: f32 = 0.8, 0.0..=1.0;
        /// Below this share of wins at the root the engine resigns. KataGo -0.9 in utility.
        pub resign_below: f32 = 0.05, 0.0..=1.0;
        /// A search with fewer visits does not count as having looked at a position. Our own value.
        pub least_visits: u32 = 20, 0..=1_000_000;
    }
}

impl NetParams {
    /// The exploration constant after that many visits of all moves together, without the deviation.
    pub fn exploration_after(&self, visits: f64) -> f64 {
        let growth = ((visits + self.exploration_base) / self.exploration_base).ln();
        self.exploration + self.exploration_log * growth
    }

    /// The factor on exploration for a position whose utility has been seen to vary: `mean` and `squares` are means over
    /// its visits.
    pub fn deviation_factor(&self, mean: f64, squares: f64, visits: f64) -> f64 {
        if visits <= 1.0 {
            return 1.0;
        }
        let (prior, weight) = (self.deviation_prior * self.deviation_prior, self.deviation_prior_visits);
        let square = mean * mean;
        let seen = squares.max(square) * visits;
        let variance = ((square + prior) * weight + seen) / (weight + visits - 1.0) - square;
        1.0 + self.deviation_scale * (variance.max(0.0).sqrt() / self.deviation_prior - 1.0)
    }

    /// The largest utility there is.
    pub fn most_utility(&self) -> f64 {
        1.0 + self.static_score + self.dynamic_score
    }

    /// By how much unvisited moves are reduced, if moves with that share of the policy have been visited.
    pub fn reduction(&self, is_root: bool, visited_share: f64) -> f64 {
        let most = if is_root { self.unvisited_reduction_root } else { self.unvisited_reduction };
        most * visited_share.sqrt()
    }

    /// The centre of the dynamic score for a root with that expected score, in points, on a board with a side of that length.
    pub fn score_center(&self, expected: f64, side: f64) -> f64 {
        let farthest = side * self.dynamic_score_scale;
        (expected * (1.0 - self.dynamic_score_towards_zero)).clamp(expected - farthest, expected + farthest)
    }
}
