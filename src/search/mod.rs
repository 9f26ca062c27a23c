//! Monte-Carlo tree search: descent by [`select`], expansion, a playout, back-up with RAVE.
//!
//! [`Search::think`] grows a tree from a game's position until its [`Limits`] are reached and reports what it found;
//! it decides neither to pass nor to resign (see [`crate::engine`]). Superko is exact at the root and inside the tree,
//! against the game's history and the path; playouts know the simple ko only. With one thread, a seed and a number of
//! playouts a search is repeated exactly: it reads no clock then, and draws from one generator in a fixed order.

mod select;
mod simulate;
pub mod time;
mod tree;

pub use tree::{Node, NodeId, Tree};

use crate::board::{Color, Move};
use crate::params::Params;
use crate::playout::Rng;
use crate::rules::Game;
use rand::SeedableRng;
use simulate::Simulator;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search ends: at whichever limit comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Number of simulations.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Duration>,
}

/// What a search found out about one move.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Their mean result for the player to move, 0 to 1. 0.5 without visits.
    pub win_rate: f64,
    /// The most visited line, from this move on.
    pub line: Vec<Move>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The player to move.
    pub color: Color,
    /// The moves, most visited first. A pass is always among them.
    pub moves: Vec<MoveReport>,
    /// Simulations run.
    pub playouts: u64,
    /// Mean result for the player to move, 0 to 1.
    pub win_rate: f64,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Time taken.
    pub elapsed: Duration,
}

impl Report {
    /// The most visited move.
    pub fn best(&self) -> &MoveReport {
        &self.moves[0]
    }
}

/// A tree and what grows it.
#[derive(Debug)]
pub struct Search {
    params: Params,
    tree: Tree,
    rng: Rng,
}

/// Simulations between two looks at the clock.
const CLOCK_STRIDE: u64 = 16;
/// Length of a reported line.
const LINE_LENGTH: usize = 20;

impl Search {
    /// A search with a seeded generator and a cap on the memory of its tree.
    pub fn new(params: Params, seed: u64, megabytes: usize) -> Search {
        Search { params, tree: Tree::new(megabytes), rng: Rng::seed_from_u64(seed) }
    }

    /// Searches the game's position for the best move of `color` until a limit is reached or `stop` is set.
    pub fn think(&mut self, game: &Game, color: Color, limits: &Limits, stop: &AtomicBool) -> Report {
        let start = Instant::now();
        self.tree.clear();
        let mut simulator = Simulator::new(game, color, &self.params, &self.tree, &mut self.rng);
        let mut playouts = 0;
        while !reached(limits, playouts, start) && !stop.load(Ordering::Relaxed) {
            simulator.simulate();
            playouts += 1;
        }
        log::info!("{playouts} playouts, {} nodes, {:.2?}", self.tree.len(), start.elapsed());
        self.report(color, playouts, start.elapsed())
    }

    fn report(&self, color: Color, playouts: u64, elapsed: Duration) -> Report {
        let root = self.tree.root();
        let mut moves: Vec<MoveReport> = (0..self.tree.children(root).len())
            .map(|index| {
                let id = self.tree.child_id(root, index);
                let node = self.tree.node(id);
                MoveReport {
                    mv: node.mv(),
                    visits: node.visits(),
                    win_rate: node.win_rate().unwrap_or(0.5),
                    line: self.line(id),
                }
            })
            .collect();
        moves.sort_by_key(|report| std::cmp::Reverse(report.visits));
        let (mut visits, mut wins) = (0.0, 0.0);
        for report in &moves {
            visits += f64::from(report.visits);
            wins += f64::from(report.visits) * report.win_rate;
        }
        let win_rate = if visits > 0.0 { wins / visits } else { 0.5 };
        Report { color, moves, playouts, win_rate, nodes: self.tree.len(), elapsed }
    }

    /// The most visited line from a node on, its own move first.
    fn line(&self, from: NodeId) -> Vec<Move> {
        let mut line = vec![self.tree.node(from).mv()];
        let mut id = from;
        while line.len() < LINE_LENGTH {
            let children = self.tree.children(id);
            let best = (0..children.len()).rev().max_by_key(|&i| children[i].visits());
            match best {
                Some(index) if children[index].visits() > 0 => {
                    id = self.tree.child_id(id, index);
                    line.push(self.tree.node(id).mv());
                }
                _ => break,
            }
        }
        line
    }
}

fn reached(limits: &Limits, playouts: u64, start: Instant) -> bool {
    limits.playouts.is_some_and(|limit| playouts >= limit)
        || (playouts.is_multiple_of(CLOCK_STRIDE)
            && limits.time.is_some_and(|limit| start.elapsed() >= limit))
}
