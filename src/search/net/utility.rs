//! What a score is worth beside winning, so that the search does not drift when the game is decided.
//!
//! Source: D. J. Wu, "Accelerating Self-Play Learning in Go" (2019), section 4.3 (score utility).

use crate::params::NetParams;
use crate::search::opinion::Values;
use std::f64::consts::{FRAC_2_PI, PI};

/// Abscissas and weights of the Gauss-Hermite rule with seven points. Source: Abramowitz and Stegun (1964), table 25.10.
const RULE: [(f64, f64); 4] = [
    (0.0, 0.810_264_617_556_807_3),
    (0.816_287_882_858_965, 0.425_607_252_610_127_8),
    (1.673_551_628_767_471, 0.054_515_582_819_127_03),
    (2.651_961_356_835_233, 0.000_971_781_245_099_519_2),
];

/// Turns results and scores into utilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Utility {
    /// The centre of the dynamic score in points, for Black.
    center: f64,
    /// Widths of the static and of the dynamic score in points, and their weights.
    widths: [f64; 2],
    weights: [f64; 2],
}

impl Default for Utility {
    /// Nothing but winning.
    fn default() -> Utility {
        Utility { center: 0.0, widths: [1.0; 2], weights: [0.0; 2] }
    }
}

impl Utility {
    /// For a board with a side of that length, and a root at which Black is expected to win by so many points.
    pub fn new(params: &NetParams, expected: f64, side: f64) -> Utility {
        Utility {
            center: params.score_center(expected, side),
            widths: [side * params.static_score_scale, side * params.dynamic_score_scale],
            weights: [params.static_score, params.dynamic_score],
        }
    }

    /// Fills in the utility of values for Black. A final score has a deviation of 0.
    pub fn of_black(&self, values: Values) -> Values {
        let deviation = (values.score_square - values.score * values.score).max(0.0).sqrt();
        let utility = 2.0 * values.win_rate - 1.0 + self.of_score(values.score, deviation);
        Values { utility, ..values }
    }

    /// What that expected score is worth for Black.
    pub fn of_score(&self, mean: f64, deviation: f64) -> f64 {
        self.weights[0] * saturated(mean / self.widths[0], deviation / self.widths[0])
            + self.weights[1] * saturated((mean - self.center) / self.widths[1], deviation / self.widths[1])
    }
}

/// The expectation of 2/pi atan(x) for a normal x.
fn saturated(mean: f64, deviation: f64) -> f64 {
    let at = |x: f64| (mean + deviation * std::f64::consts::SQRT_2 * x).atan();
    let sum: f64 =
        RULE.iter().map(|&(x, weight)| weight * if x == 0.0 { at(0.0) } else { at(x) + at(-x) }).sum();
    FRAC_2_PI * sum / PI.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_saturate_and_deviation_draws_to_the_middle() {
        assert!((saturated(1.0, 0.0) - 0.5).abs() < 1e-9);
        assert!(saturated(0.0, 5.0).abs() < 1e-12);
        assert!((saturated(1e9, 1.0) - 1.0).abs() < 1e-6);
        assert!(saturated(1.0, 1.0) < saturated(1.0, 0.0));
    }

    #[test]
    fn points_count_most_around_the_expected_score() {
        let utility = Utility::new(&NetParams::default(), 10.0, 9.0);
        let gain = |score: f64| utility.of_score(score + 1.0, 0.0) - utility.of_score(score, 0.0);
        assert!(gain(8.0) > 2.0 * gain(30.0));
        assert!(gain(30.0) > 0.0);
    }
}
