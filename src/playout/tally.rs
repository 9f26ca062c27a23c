//! How often each rule of the policy makes the move: counted where somebody asks, at no cost where nobody does.

use crate::params::Rule;

/// Is told which rule made each move of a playout.
pub trait Tally {
    /// A move was made by that rule.
    fn fired(&mut self, rule: Rule);
}

/// Counts nothing, and compiles to nothing.
impl Tally for () {
    #[inline(always)]
    fn fired(&mut self, _: Rule) {}
}

/// The number of moves that each rule has made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleCounts([u64; Rule::ALL.len()]);

impl RuleCounts {
    /// The moves by that rule.
    pub fn of(&self, rule: Rule) -> u64 {
        self.0[rule as usize]
    }

    /// The moves by all rules together.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl Tally for RuleCounts {
    fn fired(&mut self, rule: Rule) {
        self.0[rule as usize] += 1;
    }
}
