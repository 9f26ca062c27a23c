//! One search under way: what its threads share, and when it is over.
//!
//! Each thread takes simulations one by one until the limit is reached or the leader, who watches the clock for all and
//! talks to the watcher, says that it is over. No simulation that was taken is left undone, so their number is exact.

use super::report::{self, Report};
use super::sampling::Sampling;
use super::tree::Tree;
use super::{Limits, Watch};
use crate::board::Color;
use crate::params::Params;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

/// The seam between the search and what judges positions, playouts or a network: grows a tree on one thread.
pub trait Grow {
    /// The tree it grows.
    fn tree(&self) -> &Tree;

    /// Calls of [`Grow::grow`] between two looks at the clock and the stop signal.
    fn stride(&self) -> u64;

    /// Runs one simulation, or several together; each has to be claimed first. False if no more are allowed.
    fn grow(&mut self, claim: &Claim) -> bool;
}

/// Simulations of a run that a thread may still take.
pub struct Claim<'a>(&'a Run<'a>);

/// See the module comment.
pub struct Run<'a> {
    color: Color,
    limits: &'a Limits,
    watch: &'a dyn Watch,
    start: Instant,
    komi_shift: i32,
    /// Whether the root's pass gets a share of the simulations, whatever it promises.
    pub tries_pass: bool,
    playouts: AtomicU64,
    is_over: AtomicBool,
}

/// Ends the run when a thread of it panics: the others would wait for its word for ever.
struct OverOnPanic<'a>(&'a AtomicBool);

impl Drop for OverOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Relaxed);
        }
    }
}

/// What a thread does besides simulating.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duty {
    /// Whether it watches the clock for all.
    pub leads: bool,
    /// Whether it stops when the tree is full, so that it can be pruned.
    pub makes_room: bool,
}

impl<'a> Run<'a> {
    /// A search for `color` that began at `start`, of a game whose komi was raised by that many half points.
    pub fn new(
        color: Color,
        limits: &'a Limits,
        watch: &'a dyn Watch,
        start: Instant,
        komi_shift: i32,
    ) -> Run<'a> {
        let (playouts, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
        Run { color, limits, watch, start, komi_shift, tries_pass: false, playouts, is_over }
    }

    /// Whether the search is over.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Simulates until the run is over, or the tree full and room to be made. `samplings` are those of all threads.
    pub fn work(&self, grower: &mut dyn Grow, samplings: &[Sampling], duty: Duty, params: &Params) {
        let _guard = OverOnPanic(&self.is_over);
        let (mut next_look, mut next_report) = (Duration::ZERO, self.watch.interval());
        for count in 0_u64.. {
            if count.is_multiple_of(grower.stride()) {
                if duty.makes_room && grower.tree().is_full() {
                    return;
                }
                if duty.leads && count > 0 && self.is_finished(grower.tree(), &mut next_look, params) {
                    self.is_over.store(true, Relaxed);
                }
                if duty.leads && next_report.is_some_and(|due| self.start.elapsed() >= due) {
                    self.watch.report(&self.report(grower.tree(), samplings, params));
                    // An interval may be so long as to mean never.
                    let interval = self.watch.interval();
                    next_report = interval.map(|interval| self.start.elapsed().saturating_add(interval));
                }
            }
            if self.is_over() || !grower.grow(&Claim(self)) {
                self.is_over.store(true, Relaxed);
                return;
            }
        }
    }

    /// What the search has found so far.
    pub fn report(&self, tree: &Tree, samplings: &[Sampling], params: &Params) -> Report {
        let playouts = self.playouts.load(Relaxed);
        let sampling = Sampling::total(samplings);
        let report =
            Report::new(tree, &sampling, self.color, playouts, self.start.elapsed(), self.komi_shift);
        if tree.has_opinions() { report.with_opinions(tree, &params.net) } else { report }
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

impl Claim<'_> {
    /// Takes one of the simulations that the limit allows.
    pub fn take(&self) -> bool {
        let run = self.0;
        let number = run.playouts.fetch_add(1, Relaxed);
        let is_allowed = run.limits.playouts.is_none_or(|limit| number < limit.max(1));
        if !is_allowed {
            self.give_back();
        }
        is_allowed
    }

    /// Gives one back that was not run.
    pub fn give_back(&self) {
        self.0.playouts.fetch_sub(1, Relaxed);
    }
}
