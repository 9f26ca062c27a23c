//! Monte-Carlo tree search: descent by [`select`], expansion, a playout, back-up with RAVE.
//!
//! [`Search::think`] grows a tree from a game's position until its [`Limits`] are reached and reports what it found;
//! it decides neither to pass nor to resign (see [`crate::engine`]). Superko is exact at the root and inside the tree,
//! against the game's history and the path; playouts know the simple ko only. Threads share one tree without locks.
//! The part of an earlier tree that still stands is used again. With one thread, a seed and a number of playouts a
//! search is repeated exactly: each thread draws from a generator of its own in a fixed order, and no clock is asked.

mod net;
mod opinion;
mod prior;
mod report;
mod run;
mod sampling;
mod select;
mod settled;
mod shared;
mod simulate;
mod statistics;
pub mod time;
mod tree;
mod wanted;
mod watch;

pub use report::{MoveReport, Report};
pub use sampling::{Sampling, forecast};
pub use simulate::area_compensation;
pub use statistics::Statistics;
pub use tree::{Node, NodeId, Tree};
pub use wanted::Wanted;
pub use watch::Watch;

use crate::board::{Color, Move, Size};
use crate::net::{Inputs, Network};
use crate::params::Params;
use crate::pattern::forecast::Forecast;
use crate::playout::Rng;
use crate::rules::{Game, Rules, Turn};
use net::{Chamber, Judge};
use rand::SeedableRng;
use run::{Duty, Grow, Run};
use simulate::Simulator;
use std::borrow::Cow;
use std::sync::Arc;
use std::thread;
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
    size: Size,
    start: u64,
    rules: Rules,
    komi: i32,
    handicap: usize,
    has_komi_shift: bool,
    turns: Vec<Turn>,
    color: Color,
}

impl Grown {
    fn new(game: &Game, color: Color, komi_shift: i32) -> Grown {
        Grown {
            size: game.size(),
            start: game.start().hash(),
            rules: game.rules,
            komi: game.komi,
            handicap: game.handicap(),
            has_komi_shift: komi_shift != 0,
            turns: game.turns().to_vec(),
            color,
        }
    }
}

/// A tree and what grows it.
#[derive(Debug)]
pub struct Search {
    params: Params,
    tree: Tree,
    megabytes: usize,
    /// The network that judges positions, if there is one.
    chamber: Option<Chamber>,
    /// One for each thread.
    rngs: Vec<Rng>,
    grown: Option<Grown>,
    /// What the playouts of the last search say of the points.
    forecast: Option<Forecast>,
    /// What the last search found out about the position of the tree.
    found: Option<Report>,
    komi_shift: i32,
    tries_pass: bool,
    last: Option<Statistics>,
}

impl Search {
    /// A search on that many threads, with seeded generators and a cap on the memory of its tree.
    pub fn new(params: Params, seed: u64, threads: usize, megabytes: usize) -> Search {
        let mut seeds = Rng::seed_from_u64(seed);
        let rngs = (0..threads.max(1)).map(|_| Rng::from_rng(&mut seeds)).collect();
        Search {
            params,
            tree: Tree::new(megabytes),
            megabytes,
            chamber: None,
            rngs,
            grown: None,
            forecast: None,
            found: None,
            komi_shift: 0,
            tries_pass: false,
            last: None,
        }
    }

    /// The same search with a network that judges positions, on boards that networks know. On others playouts do.
    pub fn with_network(self, network: Option<Arc<Network>>) -> Search {
        Search { chamber: network.map(Chamber::new), ..self }
    }

    /// Whether a network judges positions on boards of that size.
    pub fn has_network_for(&self, size: Size) -> bool {
        self.chamber.is_some() && Inputs::check(size).is_ok()
    }

    /// Forgets the tree and gives its memory back.
    pub fn clear(&mut self) {
        self.tree.clear();
        self.grown = None;
        self.forecast = None;
        self.found = None;
    }

    /// What the last search found out, if it was about this very position and had all moves to choose from.
    pub fn found(&self, game: &Game, color: Color) -> Option<&Report> {
        let position = Grown::new(game, color, self.komi_shift);
        self.found.as_ref().filter(|_| self.grown.as_ref() == Some(&position))
    }

    /// Takes other parameters. What was found with the old ones is forgotten.
    pub fn set_params(&mut self, params: Params) {
        self.clear();
        if let Some(chamber) = &mut self.chamber {
            chamber.clear();
        }
        self.params = params;
    }

    /// Sets by how many half points the komi of the following searches is above that of the game, for a handicap. A tree is
    /// used again from move to move though the shift becomes smaller, but not where it begins or ends.
    pub fn set_komi_shift(&mut self, half_points: i32) {
        self.komi_shift = half_points;
    }

    /// Lets the next search look what a pass is worth, whatever it promises, as all do where only territory counts. A network
    /// gives the pass what its policy says, and no more.
    pub fn try_pass(&mut self) {
        self.tries_pass = true;
    }

    /// The figures of the last search.
    pub fn statistics(&self) -> Option<&Statistics> {
        self.last.as_ref()
    }

    /// The tree as the last search left it.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Searches the game's position for the best move of `color` until a limit is reached or `watch` says so. At least
    /// one simulation is run.
    pub fn think(&mut self, game: &Game, color: Color, limits: &Limits, watch: &dyn Watch) -> Report {
        let start = Instant::now();
        self.reuse(game, color, limits);
        let report = self.search(game, color, limits, watch, &Wanted::default(), start);
        self.found = Some(report.clone());
        report
    }

    /// As [`Search::think`], but only with the moves that are wanted. The tree is not kept.
    pub fn think_about(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        watch: &dyn Watch,
        wanted: &Wanted,
    ) -> Report {
        self.clear();
        let report = self.search(game, color, limits, watch, wanted, Instant::now());
        self.clear();
        report
    }

    /// Each move of `color` that a search tries, with its share of the prior knowledge, 0 to 1. Forgets the tree.
    pub fn priors(&mut self, game: &Game, color: Color) -> Vec<(Move, f64)> {
        self.clear();
        self.expand_root(game, color, &Wanted::default(), self.params.search.forecast_playouts);
        let sampling = Sampling::new(self.tree.children(self.tree.root()).len(), false);
        let report = Report::new(&self.tree, &sampling, color, 0, Duration::ZERO, 0);
        self.clear();
        report.moves.iter().map(|found| (found.mv, found.prior)).collect()
    }

    fn search(
        &mut self,
        game: &Game,
        color: Color,
        limits: &Limits,
        watch: &dyn Watch,
        wanted: &Wanted,
        start: Instant,
    ) -> Report {
        // Put back when the search ends. One that panics leaves a tree that nobody trusts.
        let grown = self.grown.take();
        let game = &*shifted(game, self.komi_shift);
        let is_short =
            limits.time.is_some_and(|time| time.latest.as_secs_f64() < self.params.time.one_thread_below);
        self.expand_root(
            game,
            color,
            wanted,
            if is_short { 0 } else { self.params.search.forecast_playouts },
        );
        let reused = self.tree.node(self.tree.root()).visits();
        let mut run = Run::new(color, limits, watch, start, self.komi_shift);
        run.tries_pass = std::mem::take(&mut self.tries_pass);
        let threads = self.threads_for(limits);
        let children = self.tree.children(self.tree.root()).len();
        let sampling = || Sampling::new(children, watch.wants_owners_of_moves());
        let samplings: Vec<Sampling> = (0..threads).map(|_| sampling()).collect();
        let may_prune = self.has_time_to_copy(self.tree.capacity(), limits);
        while !run.is_over() {
            if may_prune {
                self.make_room();
            }
            self.grow(game, color, wanted, &run, &samplings, may_prune);
        }
        let sampling = Sampling::total(&samplings);
        let wanted_playouts = i64::from(self.params.search.forecast_playouts);
        let is_by_playouts = !self.tree.has_opinions() && wanted_playouts > 0;
        if is_by_playouts && sampling.playouts() >= wanted_playouts {
            self.forecast = Some(sampling.forecast(game.size()));
        }
        let report = run.report(&self.tree, &samplings, &self.params);
        if watch.interval().is_some() && watch.wants_end() {
            watch.report(&report);
        }
        let number = self.last.as_ref().map_or(0, |last| last.number) + 1;
        self.last =
            Some(Statistics { number, reused, ..Statistics::new(&report, limits, &self.tree, &samplings) });
        self.grown = grown;
        report
    }

    /// Makes the moves at the root, after so many playouts that forecast owners, and a tree of the right kind before.
    fn expand_root(&mut self, game: &Game, color: Color, wanted: &Wanted, forecast_playouts: u32) {
        let cache_megabytes = self.megabytes / self.params.net.cache_part;
        let has_network = self.has_network_for(game.size());
        if self.tree.has_opinions() != has_network {
            if self.chamber.is_some() && !has_network {
                log::info!("networks do not know a board of this size: playouts judge");
            }
            self.tree = match has_network {
                true => Tree::with_opinions(self.megabytes - cache_megabytes),
                false => Tree::new(self.megabytes),
            };
        }
        let (tree, rng, params) = (&mut self.tree, &mut self.rngs[0], &self.params);
        match self.chamber.as_mut().filter(|_| has_network) {
            Some(chamber) => {
                chamber.prepare(game, color, tree, rng, &params.net, cache_megabytes, wanted);
            }
            None => {
                let simulator = Simulator::new(game, color, params, tree, rng, wanted, None);
                self.forecast = simulator.with_forecast(self.forecast.take()).expand_root(forecast_playouts);
            }
        }
    }

    /// One thread where others would hardly have begun to work when the time is over.
    fn threads_for(&self, limits: &Limits) -> usize {
        let is_short =
            limits.time.is_some_and(|time| time.latest.as_secs_f64() < self.params.time.one_thread_below);
        if is_short { 1 } else { self.rngs.len() }
    }

    /// Whether copying that many nodes is a small part of the time there is.
    fn has_time_to_copy(&self, nodes: usize, limits: &Limits) -> bool {
        nodes <= self.nodes_to_copy(limits)
    }

    /// How many nodes can be copied in a small part of the time there is.
    fn nodes_to_copy(&self, limits: &Limits) -> usize {
        limits.time.map_or(usize::MAX, |time| self.params.time.nodes_to_copy(time.latest))
    }

    /// Prunes the nodes that are visited least, if the tree is full.
    fn make_room(&mut self) {
        let mut min_visits = self.tree.median_visits_if_full();
        while self.tree.is_full() {
            self.tree.keep(self.tree.root(), min_visits, usize::MAX);
            min_visits *= 2;
        }
    }

    /// Runs simulations on as many threads as there are samplings, until the run is over or, if it is to be pruned then, the
    /// tree is full.
    fn grow(
        &mut self,
        game: &Game,
        color: Color,
        wanted: &Wanted,
        run: &Run,
        samplings: &[Sampling],
        makes_room: bool,
    ) {
        let (tree, params) = (&self.tree, &self.params);
        let chamber = self.chamber.as_ref().filter(|_| tree.has_opinions());
        let judged = chamber.and_then(|chamber| Some((chamber.court(&params.net)?, chamber.utility())));
        let work = |rng: &mut Rng, sampling: &Sampling, leads: bool| {
            let duty = Duty { leads, makes_room };
            let mut grower: Box<dyn Grow> = match judged {
                Some((court, utility)) => {
                    Box::new(Judge::new(court, game, color, tree, rng, wanted, utility, Some(sampling)))
                }
                None => {
                    let simulator = Simulator::new(game, color, params, tree, rng, wanted, Some(sampling));
                    Box::new(simulator.with_forecast(self.forecast.clone()).trying_pass(run.tries_pass))
                }
            };
            run.work(&mut *grower, samplings, duty, params);
        };
        thread::scope(|scope| {
            let mut workers = self.rngs.iter_mut().zip(samplings);
            let (rng, sampling) = workers.next().expect("invariant: there is a thread");
            for (started, (rng, sampling)) in workers.enumerate() {
                if !tree::has_spare_memory(started) {
                    log::warn!("the search goes on with fewer threads: no memory for more");
                    break;
                }
                let worker = thread::Builder::new();
                if let Err(why) = worker.spawn_scoped(scope, || work(rng, sampling, false)) {
                    log::warn!("the search goes on with fewer threads: {why}");
                    break;
                }
            }
            work(rng, sampling, true);
        });
    }

    /// Makes the tree one of this position: what still stands of the present tree, or a new one.
    fn reuse(&mut self, game: &Game, color: Color, limits: &Limits) {
        let grown = Grown::new(game, color, self.komi_shift);
        match self.grown.as_ref().and_then(|old| self.find(old, &grown)) {
            Some(node) if node == self.tree.root() => {}
            Some(node) => self.tree.keep(node, 0, self.nodes_to_copy(limits)),
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

/// The game, or one with another komi.
fn shifted(game: &Game, komi_shift: i32) -> Cow<'_, Game> {
    if komi_shift == 0 {
        return Cow::Borrowed(game);
    }
    let mut shifted = game.clone();
    shifted.komi += komi_shift;
    Cow::Owned(shifted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn a_tree_belongs_to_boards_of_its_size() {
        let mut search = Search::new(Params::default(), 1, 1, 16);
        let limits = Limits { playouts: Some(50), time: None };
        for side in [5, 6] {
            let game = Game::new(Size::square(side), Rules::BASIC, 15);
            let report = search.think(&game, Color::Black, &limits, &|| false);
            assert_eq!(report.moves.len(), side * side + 1);
        }
    }

    #[test]
    fn a_pass_that_is_tried_takes_no_more_than_its_share_of_a_search() {
        let game = Game::new(Size::square(5), Rules::BASIC, 15);
        let mut search = Search::new(Params::default(), 1, 1, 16);
        let visits = |search: &mut Search, playouts| {
            let limits = Limits { playouts: Some(playouts), time: None };
            let report = search.think(&game, Color::Black, &limits, &|| false);
            report.moves.iter().find(|found| found.mv == Move::Pass).map_or(0, |pass| pass.visits)
        };
        // The tree is used again, and the pass has hardly been looked at in it.
        let before = visits(&mut search, 4000);
        search.try_pass();
        let tried = visits(&mut search, 800) - before;
        assert!(before < 40 && (45..=60).contains(&tried), "{before}, then {tried}");
        assert!(visits(&mut search, 800) < before + tried + 10, "it was asked for once");
    }

    #[test]
    fn nodes_below_the_root_have_as_many_children_as_they_may_open_and_a_pass() {
        let mut params = Params::default();
        params.search.widening_to = 16;
        let game = Game::new(Size::square(9), Rules::BASIC, 15);
        let mut search = Search::new(params, 1, 1, 16);
        search.think(&game, Color::Black, &Limits { playouts: Some(500), time: None }, &|| false);
        let tree = search.tree();
        let root = tree.children(tree.root());
        assert_eq!(root.len(), 82);
        let best = (0..root.len()).max_by_key(|i| root[*i].visits()).unwrap();
        let children = tree.children(tree.child_id(tree.root(), best));
        assert_eq!(children.len(), 14, "8 and 3 for each of two doublings");
        assert!(children.iter().any(|child| child.mv() == Move::Pass));
    }

    #[test]
    fn a_thread_that_panics_ends_the_search_and_the_next_one_starts_afresh() {
        let game = Game::new(Size::square(5), Rules::BASIC, 15);
        let mut search = Search::new(Params::default(), 1, 3, 16);
        let limits = Limits { playouts: Some(500), time: None };
        search.think(&game, Color::Black, &limits, &|| false);
        assert!(!search.tree().is_empty());
        let faulty = || panic!("a fault made on purpose");
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            search.think(&game, Color::Black, &Limits::default(), &faulty);
        }));
        assert!(outcome.is_err());
        let report = search.think(&game, Color::Black, &limits, &|| false);
        assert_eq!(report.visits(), 500, "visits of the faulty search were used");
    }
}
