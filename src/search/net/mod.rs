//! Simulations that a network judges: descent by PUCT, the network's verdict on the leaf, back-up.
//!
//! The second evaluator of the search. A [`Judge`] belongs to one thread; it gathers a batch of leaves, which virtual losses
//! keep apart, has the network look at them together, and backs all of them up. Moves are legal by the game's own rules,
//! superko included, at any depth. Where two passes end a game in which all stones count as alive, the score is exact;
//! where dead stones are taken off, the network judges the end, and nothing is searched beyond it.

mod biases;
mod cache;
mod chamber;
mod handicap;
mod select;
mod utility;
mod weigh;

pub use biases::Biases;
pub use cache::Cache;
pub use chamber::Chamber;
use handicap::doublings_of_white;
pub use select::{choice, lower_bound};
pub use utility::Utility;
use weigh::weigh;

use super::opinion::{BiasShare, Values};
use super::run::{Claim, Grow};
use super::sampling::Sampling;
use super::tree::{NodeId, Tree};
use super::wanted::Wanted;
use crate::board::{Color, Move, Point};
use crate::net::symmetry::Symmetry;
use crate::net::verdict::Verdict;
use crate::net::{Evaluator, Inputs, Network, Output, points_from_top, situation};
use crate::params::NetParams;
use crate::playout::Rng;
use crate::rules::Game;
use crate::rules::score::{Status, score};
use rand::RngExt;
use std::sync::Arc;

/// What all threads of a search with a network share.
#[derive(Clone, Copy)]
pub struct Court<'a> {
    /// The network.
    pub network: &'a Network,
    /// Its verdicts so far.
    pub cache: &'a Cache,
    /// How far it is off.
    pub biases: &'a Biases,
    /// The tunables.
    pub params: &'a NetParams,
    /// See [`doublings_of_white`].
    pub doublings_of_white: f64,
}

/// Runs simulations of one position on a tree, for one thread.
pub struct Judge<'a> {
    court: Court<'a>,
    game: &'a Game,
    color: Color,
    tree: &'a Tree,
    rng: &'a mut Rng,
    wanted: &'a Wanted,
    evaluator: Evaluator<'a>,
    utility: Utility,
    sampling: Option<&'a Sampling>,
    /// Leaves that wait for the network.
    waiting: Vec<Leaf>,
    outputs: Vec<Output>,
}

/// The end of a descent.
struct Leaf {
    /// The nodes on the way, the root first.
    path: Vec<NodeId>,
    /// The index of the root's child among them.
    first: Option<usize>,
    game: Game,
    to_play: Color,
    situation: u64,
    symmetry: Symmetry,
}

impl<'a> Judge<'a> {
    /// A judge for the game's position with `color` to move, that tries the moves that are wanted.
    #[expect(clippy::too_many_arguments, reason = "as many as a simulator has, and what scores are worth")]
    pub fn new(
        court: Court<'a>,
        game: &'a Game,
        color: Color,
        tree: &'a Tree,
        rng: &'a mut Rng,
        wanted: &'a Wanted,
        utility: Utility,
        sampling: Option<&'a Sampling>,
    ) -> Self {
        let evaluator = court.network.evaluator();
        let (waiting, outputs) = (Vec::new(), Vec::new());
        Judge { court, game, color, tree, rng, wanted, evaluator, utility, sampling, waiting, outputs }
    }

    /// Judges the root, and makes its children.
    fn judge_root(&mut self) {
        let leaf = self.leaf(vec![self.tree.root()], None, self.game.clone());
        let verdict = self.verdict(&leaf);
        self.utility = self.utility_for(self.values(&verdict, self.color).score);
        self.expand(&leaf, &verdict);
        if self.tree.opinion(self.tree.root()).count() == 0 {
            self.tree.node(self.tree.root()).enter();
            self.back_up(&leaf, self.values(&verdict, self.color), None);
        }
    }

    /// What scores are worth where Black is expected to win by so many points.
    fn utility_for(&self, expected: f64) -> Utility {
        Utility::new(self.court.params, expected, (self.game.size().area() as f64).sqrt())
    }

    fn leaf(&mut self, path: Vec<NodeId>, first: Option<usize>, game: Game) -> Leaf {
        let is_even = path.len() % 2 == 1;
        let to_play = if is_even { self.color } else { self.color.opponent() };
        let symmetry = match self.court.params.random_symmetry {
            true => Symmetry::new(self.rng.random_range(0..Symmetry::COUNT)),
            false => Symmetry::IDENTITY,
        };
        Leaf { path, first, situation: situation(&game, to_play), game, to_play, symmetry }
    }

    /// Follows the best children to a leaf.
    fn descend(&mut self) -> Leaf {
        let mut game = self.game.clone();
        let (mut id, mut color) = (self.tree.root(), self.color);
        let (mut path, mut first) = (vec![id], None);
        self.tree.node(id).enter();
        while !(self.tree.children(id).is_empty() || path.len() > 1 && game.is_over()) {
            let index = select::best_child(self.tree, id, self.court.params);
            let child = self.tree.child_id(id, index);
            if !self.tree.form_opinion(child) {
                break;
            }
            id = child;
            let node = self.tree.node(id);
            if node.visits() == 0 {
                let slot = Biases::slot(&game, color, node.mv());
                self.tree.opinion(id).set_bias(BiasShare { slot, ..BiasShare::default() });
            }
            node.enter();
            game.play(color, node.mv()).expect("invariant: the tree has legal moves only");
            path.push(id);
            first.get_or_insert(index);
            color = color.opponent();
        }
        self.leaf(path, first, game)
    }

    /// Judges leaves that have a verdict already, or need none.
    fn settle(&mut self, leaf: &Leaf) -> bool {
        if leaf.path.len() > 1 && leaf.game.is_over() && leaf.game.all_stones_alive() {
            self.back_up(leaf, self.final_values(&leaf.game), None);
            return true;
        }
        match self.court.cache.get(leaf.situation) {
            Some(verdict) => {
                self.take(leaf, &verdict);
                true
            }
            None => false,
        }
    }

    /// Has the network look at all leaves that wait.
    fn judge_waiting(&mut self) {
        let leaves = std::mem::take(&mut self.waiting);
        let inputs: Vec<Inputs> = leaves.iter().map(|leaf| self.inputs(leaf)).collect();
        let shown: Vec<&Inputs> = inputs.iter().collect();
        let mut outputs = std::mem::take(&mut self.outputs);
        if !shown.is_empty() {
            self.evaluator.evaluate(&shown, &mut outputs);
        }
        for (leaf, output) in leaves.iter().zip(outputs.drain(..)) {
            let verdict = self.remember(leaf, output);
            self.take(leaf, &verdict);
        }
        self.outputs = outputs;
    }

    fn inputs(&self, leaf: &Leaf) -> Inputs {
        let inputs = self.court.network.inputs(&leaf.game, leaf.to_play);
        let inputs = inputs.expect("invariant: the search asks networks about boards they know");
        let doublings = seen_by(leaf.to_play, -self.court.doublings_of_white);
        inputs.with_doublings(doublings as f32).under(leaf.symmetry)
    }

    fn remember(&self, leaf: &Leaf, output: Output) -> Arc<Verdict> {
        let legal = crate::net::legal_moves(&leaf.game, leaf.to_play);
        let output = output.back_from(leaf.symmetry, leaf.game.size());
        let verdict = Arc::new(Verdict::new(output, &leaf.game.rules, &legal));
        self.court.cache.put(leaf.situation, verdict.clone());
        verdict
    }

    /// The verdict on a single leaf.
    fn verdict(&mut self, leaf: &Leaf) -> Arc<Verdict> {
        if let Some(verdict) = self.court.cache.get(leaf.situation) {
            return verdict;
        }
        let inputs = self.inputs(leaf);
        let mut outputs = Vec::new();
        self.evaluator.evaluate(&[&inputs], &mut outputs);
        self.remember(leaf, outputs.pop().expect("invariant: an output for each position"))
    }

    /// Makes the children of a leaf that has been judged, and backs the verdict up.
    fn take(&mut self, leaf: &Leaf, verdict: &Verdict) {
        let id = *leaf.path.last().expect("invariant: a path begins with the root");
        let values = self.values(verdict, leaf.to_play);
        let is_end = leaf.path.len() > 1 && leaf.game.is_over();
        if !is_end && self.tree.children(id).is_empty() {
            self.expand(leaf, verdict);
        }
        self.back_up(leaf, values, Some(verdict));
    }

    /// Makes the children of a leaf, the wanted ones of the legal moves and a pass, the likeliest first. Does nothing if the
    /// arena is full.
    fn expand(&self, leaf: &Leaf, verdict: &Verdict) {
        let id = *leaf.path.last().expect("invariant: a path begins with the root");
        let points = points_from_top(leaf.game.size());
        let is_wanted = |mv: Move| self.wanted.has(leaf.path.len() - 1, leaf.to_play, mv);
        // The cache may know the situation by another way, on which other repetitions were banned.
        let may_play = |mv: Move| is_wanted(mv) && leaf.game.check(leaf.to_play, mv).is_ok();
        let mut moves: Vec<(Point, f32)> = points
            .zip(&verdict.policy)
            .filter_map(|(point, share)| share.map(|share| (point, share)))
            .filter(|(point, _)| may_play(Move::Place(*point)))
            .collect();
        if moves.is_empty() || is_wanted(Move::Pass) {
            moves.push((Point::NONE, verdict.pass));
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let points: Vec<Point> = moves.iter().map(|(point, _)| *point).collect();
        self.tree.add_children(id, &points, |index, child| child.add_prior(moves[index].1, 1.0));
    }

    /// A verdict as values for Black.
    fn values(&self, verdict: &Verdict, to_play: Color) -> Values {
        let (mean, stdev) = (f64::from(verdict.score_mean), f64::from(verdict.score_stdev));
        let own = Values {
            win_rate: f64::from(verdict.win_rate()),
            utility: 0.0,
            lead: f64::from(verdict.lead),
            score: mean,
            score_square: mean * mean + stdev * stdev,
        };
        self.utility.of_black(if to_play == Color::Black { own } else { own.for_opponent() })
    }

    /// The values for Black of a game that has ended with all stones alive.
    fn final_values(&self, game: &Game) -> Values {
        let margin = f64::from(score(game, &Status::default()).margin()) / 2.0;
        let win_rate = (margin.signum() * f64::from(u8::from(margin != 0.0)) + 1.0) / 2.0;
        let values =
            Values { win_rate, utility: 0.0, lead: margin, score: margin, score_square: margin * margin };
        self.utility.of_black(values)
    }

    /// Says what a leaf is worth for Black, and works it into all nodes of the path.
    fn back_up(&self, leaf: &Leaf, values: Values, verdict: Option<&Verdict>) {
        if let Some(sampling) = self.sampling {
            sampling.add_depth(leaf.path.len() - 1);
        }
        let own = if leaf.to_play == Color::White { values } else { values.for_opponent() };
        let end = leaf.path.last().expect("invariant: a path begins with the root");
        self.tree.opinion(*end).end_here(&own);
        for &id in leaf.path.iter().rev() {
            let weigh = || weigh(self.tree, id, self.court.params, self.court.biases);
            self.tree.opinion(id).update(weigh);
        }
        if let (Some(sampling), Some(verdict)) = (self.sampling, verdict) {
            let sign = leaf.to_play.sign() as f32;
            let owners = points_from_top(leaf.game.size()).zip(&verdict.ownership);
            sampling.add_owners(leaf.first, owners.map(|(point, owner)| (point, sign * owner)));
        }
    }

    /// Takes a descent back.
    fn forget(&self, leaf: &Leaf) {
        leaf.path.iter().for_each(|&id| self.tree.node(id).leave());
    }
}

impl Grow for Judge<'_> {
    fn tree(&self) -> &Tree {
        self.tree
    }

    /// A look at the clock costs nothing beside an evaluation.
    fn stride(&self) -> u64 {
        1
    }

    /// Gathers a batch, or as many leaves as the limit allows, and judges them.
    fn grow(&mut self, claim: &Claim) -> bool {
        let mut is_allowed = true;
        while self.waiting.len() < self.court.params.batch.max(1) {
            if !claim.take() {
                is_allowed = false;
                break;
            }
            let leaf = self.descend();
            if self.waiting.iter().any(|other| other.path.last() == leaf.path.last()) {
                self.forget(&leaf);
                claim.give_back();
                break;
            }
            if self.settle(&leaf) {
                break;
            }
            self.waiting.push(leaf);
        }
        self.judge_waiting();
        is_allowed
    }
}

/// Sees to it that the root has children. Returns what scores are worth in the tree from now on.
fn prepare_root(
    court: Court,
    game: &Game,
    color: Color,
    tree: &Tree,
    rng: &mut Rng,
    wanted: &Wanted,
) -> Utility {
    let root = tree.root();
    let mut judge = Judge::new(court, game, color, tree, rng, wanted, Utility::default(), None);
    if tree.opinion(root).count() > 0 {
        let expected = seen_by(color.opponent(), tree.opinion(root).mean().values.score);
        judge.utility = judge.utility_for(expected);
        recenter(court, color, tree, root, &judge.utility);
    }
    if tree.children(root).is_empty() {
        judge.judge_root();
    }
    judge.utility
}

/// Brings all utilities below a node to what scores are worth now; `to_play` is to move there.
fn recenter(court: Court, to_play: Color, tree: &Tree, id: NodeId, utility: &Utility) {
    let opinion = tree.opinion(id);
    if opinion.count() == 0 {
        return;
    }
    let visited = tree.children(id).iter().take_while(|child| child.visits() > 0).count();
    for index in 0..visited {
        recenter(court, to_play.opponent(), tree, tree.child_id(id, index), utility);
    }
    let own = opinion.own().0;
    let own = match to_play {
        Color::White => utility.of_black(own),
        Color::Black => utility.of_black(own.for_opponent()).for_opponent(),
    };
    opinion.set_own(&own);
    weigh(tree, id, court.params, court.biases);
}

/// A number for Black from the view of that player.
fn seen_by(color: Color, value: f64) -> f64 {
    f64::from(color.sign()) * value
}
