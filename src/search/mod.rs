//! Monte-Carlo tree search: descent by [`select`], expansion, a playout, back-up with RAVE.
//!
//! [`Search::think`] grows a tree from a game's position until its [`Limits`] are reached and reports what it found;
//! it decides neither to pass nor to resign (see [`crate::engine`]). Superko is exact at the root and inside the tree,
//! against the game's history and the path; playouts know the simple ko only. Threads share one tree without locks.
//! The part of an earlier tree that still stands is used again. With one thread, a seed and a number of playouts a
//! search is repeated exactly: each thread draws from a generator of its own in a fixed order, and no clock is asked.

mod prior;
mod report;
mod sampling;
mod select;
mod simulate;
pub mod time;
mod tree;
mod watch;

pub use report::{MoveReport, Report};
pub use sampling::Sampling;
pub use tree::{Node, NodeId, Tree};
pub use watch::Watch;

use crate::board::{Color, Point};
use crate::params::Params;
use crate::playout::Rng;
use crate::rules::{Game, Rules, Turn};
use rand::SeedableRng;
use simulate::Simulator;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use time::Budget;

/// When a search ends: at whichever limit comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Number of simulations.
    pub playouts: Option<u64>,
    /// Wall-clock time.
    pub time: Option<Budget>,
}

/// The position that a tree was grown from, and all that its statistics depend on.
#[derive(Clone, PartialEq, Debug)]
struct Grown {
    start: u64,
    rules: Rules,
    komi: i32,
    handicap: usize,
    turns: Vec<Turn>,
    color: Color,
}

/// A tree and what grows it.
#[derive(Debug)]
pub struct Search {
    params: Params,
    tree: Tree,
    /// One for each thread.
    rngs: Vec<Rng>,
    grown: Option<Grown>,
}

/// Simulations of a thread between two looks at the clock and the stop signal.
const LOOK_STRIDE: u64 = 16;

impl Search {
    /// A search on that many threads, with seeded generators and a cap on the memory of its tree.
    pub fn new(params: Params, seed: u64, threads: usize, megabytes: usize) -> Search {
        let mut seeds = Rng::seed_from_u64(seed);
        let rngs = (0..threads.max(1)).map(|_| Rng::from_rng(&mut seeds)).collect();
        Search { params, tree: Tree::new(megabytes), rngs, grown: None }
    }

    /// Forgets the tree and gives its memory back.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.grown = None;
    }

    /// The tree as the last search left it.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Searches the game's position for the best move of `color` until a limit is reached or `watch` says so. At least
    /// one simulation is run.
    pub fn think(&mut self, game: &Game, color: Color, limits: &Limits, watch: &dyn Watch) -> Report {
        self.reuse(game, color);
        self.search(game, color, limits, watch, &|_| true)
    }

    /// As [`Search::think`], but only with the moves at the root that are wanted; a pass always is. The tree is not kept.
    pub fn think_about(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        watch: &dyn Watch,
        is_wanted: &dyn Fn(Point) -> bool,
    ) -> Report {
        self.clear();
        let report = self.search(game, color, limits, watch, is_wanted);
        self.clear();
        report
    }

    fn search(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        watch: &dyn Watch,
        is_wanted: &dyn Fn(Point) -> bool,
    ) -> Report {
        let start = Instant::now();
        Simulator::new(game, color, &self.params, &self.tree, &mut self.rngs[0], None).expand_root(is_wanted);
        let reused = self.tree.node(self.tree.root()).visits();
        let sampling = Sampling::new(self.tree.children(self.tree.root()).len());
        let run = Run {
            color,
            limits,
            watch,
            start,
            sampling: &sampling,
            playouts: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        };
        while !run.is_over.load(Relaxed) {
            self.make_room();
            self.grow(game, color, &run);
        }
        let report = run.report(&self.tree);
        if watch.interval().is_some() {
            watch.report(&report);
        }
        log::info!("{report}, {reused} visits reused");
        report
    }

    /// Prunes the nodes that are visited least, if the tree is full.
    fn make_room(&mut self) {
        let mut min_visits = self.tree.median_visits_if_full();
        while self.tree.is_full() {
            self.tree.keep(self.tree.root(), min_visits);
            min_visits *= 2;
        }
    }

    /// Runs simulations on all threads until the run is over or the tree is full.
    fn grow(&mut self, game: &Game, color: Color, run: &Run) {
        let (tree, params) = (&self.tree, &self.params);
        let (first, others) = self.rngs.split_first_mut().expect("invariant: there is a thread");
        let work = |rng: &mut Rng, is_leader: bool| {
            let mut simulator = Simulator::new(game, color, params, tree, rng, Some(run.sampling));
            run.work(&mut simulator, is_leader, params);
        };
        std::thread::scope(|scope| {
            for rng in others {
                scope.spawn(|| work(rng, false));
            }
            work(first, true);
        });
    }

    /// Makes the tree one of this position: what still stands of the present tree, or a new one.
    fn reuse(&mut self, game: &Game, color: Color) {
        let grown = Grown {
            start: game.start().hash(),
            rules: game.rules,
            komi: game.komi,
            handicap: game.handicap(),
            turns: game.turns().to_vec(),
            color,
        };
        match self.grown.as_ref().and_then(|old| self.find(old, &grown)) {
            Some(node) if node == self.tree.root() => {}
            Some(node) => self.tree.keep(node, 0),
            None => self.tree.clear(),
        }
        self.grown = Some(grown);
    }

    /// The node of a later position in the tree of an earlier one.
    fn find(&self, old: &Grown, new: &Grown) -> Option<NodeId> {
        let moves = new.turns.strip_prefix(old.turns.as_slice())?;
        let same = Grown { turns: old.turns.clone(), color: old.color, ..new.clone() };
        if same != *old {
            return None;
        }
        let (mut id, mut color) = (self.tree.root(), old.color);
        for turn in moves {
            let index = self.tree.children(id).iter().position(|child| child.mv() == turn.mv)?;
            if turn.color != color {
                return None;
            }
            id = self.tree.child_id(id, index);
            color = color.opponent();
        }
        (color == new.color).then_some(id)
    }
}

/// What the threads of one search share.
struct Run<'a> {
    color: Color,
    limits: &'a Limits,
    watch: &'a dyn Watch,
    start: Instant,
    sampling: &'a Sampling,
    playouts: AtomicU64,
    is_over: AtomicBool,
}

impl Run<'_> {
    /// Simulates until the run is over or the tree full. The leader watches the clock for all, and talks to
    /// the watcher.
    fn work(&self, simulator: &mut Simulator, is_leader: bool, params: &Params) {
        let (mut next_look, mut next_report) = (Duration::ZERO, self.watch.interval());
        for count in 0_u64.. {
            let is_time_to_look = count.is_multiple_of(LOOK_STRIDE);
            if is_time_to_look && simulator.tree().is_full() {
                return;
            }
            if is_leader
                && is_time_to_look
                && count > 0
                && self.is_finished(simulator.tree(), &mut next_look, params)
            {
                self.is_over.store(true, Relaxed);
            }
            if is_leader && is_time_to_look && next_report.is_some_and(|due| self.start.elapsed() >= due) {
                self.watch.report(&self.report(simulator.tree()));
                next_report = self.watch.interval().map(|interval| self.start.elapsed() + interval);
            }
            if self.is_over.load(Relaxed) || !self.claim() {
                self.is_over.store(true, Relaxed);
                return;
            }
            simulator.simulate();
        }
    }

    /// What the search has found so far.
    fn report(&self, tree: &Tree) -> Report {
        let playouts = self.playouts.load(Relaxed);
        Report::new(tree, self.sampling, self.color, playouts, self.start.elapsed())
    }

    /// Takes one of the simulations that the limit allows.
    fn claim(&self) -> bool {
        let number = self.playouts.fetch_add(1, Relaxed);
        let is_allowed = self.limits.playouts.is_none_or(|limit| number < limit.max(1));
        if !is_allowed {
            self.playouts.fetch_sub(1, Relaxed);
        }
        is_allowed
    }

    /// Whether the watcher or the time budget ends the search. The moves are compared a few times in the budget.
    fn is_finished(&self, tree: &Tree, next_look: &mut Duration, params: &Params) -> bool {
        if self.watch.should_stop() {
            return true;
        }
        let Some(budget) = &self.limits.time else { return false };
        let elapsed = self.start.elapsed();
        if elapsed >= budget.latest {
            return true;
        }
        if !budget.is_saved || elapsed < *next_look {
            return false;
        }
        *next_look = elapsed + budget.desired.div_f64(params.time.looks);
        let contest = report::contest(tree);
        let rate = self.playouts.load(Relaxed) as f64 / elapsed.as_secs_f64().max(1e-3);
        let left = if elapsed < budget.desired { budget.desired } else { budget.latest } - elapsed;
        let is_decided = contest.lead() > rate * left.as_secs_f64();
        let is_clear = contest.is_clear(params.time.clear_visits);
        is_decided || (elapsed >= budget.desired && is_clear)
    }
}
