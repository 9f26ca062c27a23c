//! What a search did and what it cost, for logs and for the curious. What it found is a [`Report`].

use super::{Limits, Report, Sampling, Tree};
use crate::board::Move;
use std::time::Duration;

/// The figures of one search.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// Which search of the engine this was, from 1.
    pub number: u64,
    /// Simulations run.
    pub playouts: u64,
    /// Visits of the root that an earlier search had left.
    pub reused: u32,
    /// Time taken, that of preparing the tree included.
    pub elapsed: Duration,
    /// What ended the search at the latest.
    pub limits: Limits,
    /// Threads that ran simulations.
    pub threads: usize,
    /// Moves from the root to the deepest leaf.
    pub deepest: u64,
    /// The mean of the moves from the root to the leaf.
    pub mean_depth: f64,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Bytes of the tree.
    pub bytes: usize,
    /// The most bytes that the tree and a copy of what is kept of it may take.
    pub most_bytes: usize,
    /// Mean result for the player to move, 0 to 1.
    pub win_rate: f64,
    /// The most visited line.
    pub line: Vec<Move>,
}

impl Statistics {
    /// Reads them off a search that is over.
    pub(super) fn new(report: &Report, limits: &Limits, tree: &Tree, samplings: &[Sampling]) -> Statistics {
        let sampling = Sampling::total(samplings);
        Statistics {
            number: 0,
            playouts: report.playouts,
            reused: 0,
            elapsed: report.elapsed,
            limits: *limits,
            threads: samplings.len(),
            deepest: sampling.deepest(),
            mean_depth: sampling.mean_depth(),
            nodes: report.nodes,
            bytes: tree.bytes(),
            most_bytes: tree.most_bytes(),
            win_rate: report.win_rate,
            line: report.best().line.clone(),
        }
    }

    /// Simulations a second, all threads together.
    pub fn per_second(&self) -> f64 {
        self.playouts as f64 / self.elapsed.as_secs_f64().max(1e-6)
    }
}
