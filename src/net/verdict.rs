//! What a network's answer means under the rules of the game: probabilities of the results and of the legal moves.

use super::Output;
use crate::rules::{KoRule, Rules, Scoring};

/// What a network thinks of a position, from the view of the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// Probabilities that the player to move wins, loses, and that the game has no result. Their sum is 1.
    pub results: [f32; 3],
    /// Expected final score in points, komi included.
    pub score_mean: f32,
    /// Its standard deviation.
    pub score_stdev: f32,
    /// By how many points the player to move is ahead: with so much more komi against it the game would be even.
    pub lead: f32,
    /// The probability of a move on each point, row by row from the top row; `None` where it is not legal.
    pub policy: Vec<Option<f32>>,
    /// The probability of a pass.
    pub pass: f32,
    /// Whose each point will be, in the order of `policy`: 1 the player to move, -1 the opponent.
    pub ownership: Vec<f32>,
}

impl Verdict {
    /// Makes sense of an answer. `legal` tells for each point in the order of the planes whether one may play there. A game
    /// without result is thought possible where the rules leave long cycles to the players.
    pub fn new(output: Output, rules: &Rules, legal: &[bool]) -> Verdict {
        let may_have_no_result = rules.ko == KoRule::Simple || rules.scoring == Scoring::Territory;
        let [win, loss, no_result] = output.value.map(finite);
        let results = if may_have_no_result {
            let shares = softmax(&[win, loss, no_result]);
            [shares[0], shares[1], shares[2]]
        } else {
            let shares = softmax(&[win, loss]);
            [shares[0], shares[1], 0.0]
        };
        let decided = 1.0 - results[2];
        let (mean, stdev) = (finite(output.score.mean), finite(output.score.stdev));
        // A game without result counts as a score of 0.
        let square = (mean * mean + stdev * stdev) * decided;
        let score_mean = mean * decided;
        let moves = output.policy.iter().zip(legal).filter(|(_, is_legal)| **is_legal);
        let logits: Vec<f32> =
            moves.map(|(logit, _)| finite(*logit)).chain([finite(output.policy_pass)]).collect();
        let mut shares = softmax(&logits).into_iter();
        let policy = legal.iter().map(|is_legal| is_legal.then(|| shares.next().unwrap_or(0.0))).collect();
        Verdict {
            results,
            score_mean,
            score_stdev: (square - score_mean * score_mean).max(0.0).sqrt(),
            lead: finite(output.score.lead) * decided,
            policy,
            pass: shares.next().unwrap_or(0.0),
            ownership: output.ownership.into_iter().map(finite).collect(),
        }
    }

    /// The probability of a win, a game without result counting as half of one.
    pub fn win_rate(&self) -> f32 {
        self.results[0] + self.results[2] / 2.0
    }
}

/// A number, or 0 where a broken network gives none.
fn finite(x: f32) -> f32 {
    if x.is_finite() { x } else { 0.0 }
}

/// Probabilities from logits.
fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut shares: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(value: [f32; 3]) -> Output {
        Output { policy: vec![0.0, 9.0, 0.0], value, ownership: vec![0.5; 3], ..Output::default() }
    }

    #[test]
    fn illegal_moves_have_no_share() {
        let verdict = Verdict::new(output([0.0; 3]), &Rules::BASIC, &[true, false, true]);
        assert_eq!(verdict.policy, [Some(1.0 / 3.0), None, Some(1.0 / 3.0)]);
        assert_eq!(verdict.pass, 1.0 / 3.0);
    }

    #[test]
    fn no_result_is_possible_only_where_the_rules_let_cycles_happen() {
        let legal = [true; 3];
        assert_eq!(Verdict::new(output([0.0; 3]), &Rules::BASIC, &legal).results, [0.5, 0.5, 0.0]);
        let simple = Rules { ko: KoRule::Simple, ..Rules::BASIC };
        let verdict = Verdict::new(output([0.0; 3]), &simple, &legal);
        assert_eq!(verdict.results, [1.0 / 3.0; 3]);
        assert_eq!(verdict.win_rate(), 0.5);
    }

    #[test]
    fn numbers_that_are_none_do_no_harm() {
        let verdict = Verdict::new(output([f32::NAN, f32::INFINITY, 0.0]), &Rules::BASIC, &[true; 3]);
        assert!(verdict.results.iter().all(|p| p.is_finite()));
    }
}
