//! What a network says of a position.

use super::model::Multipliers;

/// The outputs of a network for one position, from the point of view of the side to move.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Output {
    /// One logit for each point, row by row from the top as in [`Inputs`](super::Inputs). Illegal moves have one too.
    pub policy: Vec<f32>,
    /// The logit of a pass.
    pub policy_pass: f32,
    /// Logits of a win, a loss and no result.
    pub value: [f32; 3],
    /// What the network expects of the score.
    pub score: Score,
    /// Whose each point will be, in the order of `policy`: 1 the side to move, -1 the opponent.
    pub ownership: Vec<f32>,
}

/// What a network expects of the score, komi included, given that the game has a result.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Score {
    /// Mean of the final score in points.
    pub mean: f32,
    /// Standard deviation of the final score in points.
    pub stdev: f32,
    /// How many points the side to move is ahead: with so much more komi against it the game would be even.
    pub lead: f32,
    /// Variance of the number of moves left.
    pub variance_time: f32,
    /// How far the network errs about the value a few moves on; from version 9 on.
    pub value_error: Option<f32>,
    /// The same about the score, in points.
    pub score_error: Option<f32>,
}

impl Score {
    /// From the outputs of the score head of a network of that version: four values, from version 9 on six.
    pub(super) fn decode(raw: &[f32], version: usize, multipliers: &Multipliers) -> Score {
        let error = |index: usize, multiplier: f32, early_multiplier: f32| {
            let x = *raw.get(index)?;
            Some(match version {
                ..10 => softplus(x) * early_multiplier,
                10..14 => (softplus(x) * multiplier).sqrt(),
                _ => softplus(0.5 * x) * multiplier.sqrt(),
            })
        };
        Score {
            mean: raw[0] * multipliers.score_mean,
            stdev: softplus(raw[1]) * multipliers.score_stdev,
            lead: raw[2] * multipliers.lead,
            variance_time: softplus(raw[3]) * multipliers.variance_time,
            value_error: error(4, multipliers.value_error, 1.0),
            score_error: error(5, multipliers.score_error, 10.0),
        }
    }
}

/// ln(1 + e^x).
pub(super) fn softplus(x: f32) -> f32 {
    if x > 30.0 { x } else { x.exp().ln_1p() }
}
