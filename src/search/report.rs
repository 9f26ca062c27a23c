//! What a search found, read off its tree.

use super::net::{choice, lower_bound};
use super::sampling::{Sampling, seen_by};
use super::tree::{Node, NodeId, Tree};
use crate::board::{Color, Move, POINTS, Point, PointMap};
use crate::params::NetParams;
use std::time::Duration;

/// What a search found out about one move.
#[derive(Clone, Debug)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// Their mean result for the player to move, 0 to 1. 0.5 without visits.
    pub win_rate: f64,
    /// A lower bound of it, two standard errors below.
    pub lower_bound: f64,
    /// The move's share of the prior knowledge, 0 to 1.
    pub prior: f64,
    /// By how many points the player to move wins, in the mean of the simulations of this search.
    pub lead: f64,
    /// The standard deviation of that.
    pub lead_deviation: f64,
    /// Mean result of the simulations in which the player makes this move at some time, before the opponent takes the point
    /// (AMAF), 0 to 1; `None` if there are none.
    pub rave: Option<f64>,
    /// As [`Report::ownership`], after this move; if the watcher wants it.
    pub ownership: Option<Box<PointMap<f64>>>,
    /// The most visited line, from this move on.
    pub line: Vec<Move>,
    /// The visits of its moves.
    pub line_visits: Vec<u32>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The player to move.
    pub color: Color,
    /// The moves: the chosen one, and then the most visited first; at least one. A pass is among them unless it was not wanted. Where
    /// the root comes from an earlier search, the least likely moves may be missing.
    pub moves: Vec<MoveReport>,
    /// Simulations run, those of an earlier search not counted.
    pub playouts: u64,
    /// Mean result for the player to move, 0 to 1.
    pub win_rate: f64,
    /// By how many points the player to move wins, in the mean of the simulations of this search.
    pub lead: f64,
    /// The standard deviation of that.
    pub lead_deviation: f64,
    /// For each point, the share of playouts in which the player to move owned it less that in which the opponent did.
    pub ownership: PointMap<f64>,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Time taken.
    pub elapsed: Duration,
}

/// Longest line that is reported.
const LINE_LENGTH: usize = 20;

impl Report {
    /// Reads the tree of a search for `color`, and what its playouts gathered with the komi raised by `komi_shift` half
    /// points, which leads do not count.
    pub fn new(
        tree: &Tree,
        sampling: &Sampling,
        color: Color,
        playouts: u64,
        elapsed: Duration,
        komi_shift: i32,
    ) -> Report {
        let root = tree.root();
        let lead_of = |margin: f64| seen_by(color, margin + f64::from(komi_shift) / 2.0);
        let (lead, lead_deviation) = sampling.overall_margin().unwrap_or_default();
        let lead = lead_of(lead);
        let knowledge: f32 = tree.children(root).iter().map(|child| child.prior().1).sum();
        let mut moves: Vec<MoveReport> = (0..tree.children(root).len())
            .map(|index| {
                let id = tree.child_id(root, index);
                let margin = sampling.margin(index).map(|(mean, deviation)| (lead_of(mean), deviation));
                let (lead, lead_deviation) = margin.unwrap_or((lead, lead_deviation));
                let prior = f64::from(tree.node(id).prior().1 / knowledge.max(f32::MIN_POSITIVE));
                let owners = sampling.ownership_after(index);
                let ownership = owners.map(|owners| Box::new(seen_from(color, owners)));
                MoveReport { lead, lead_deviation, prior, ownership, ..move_report(tree, id) }
            })
            .collect();
        moves.sort_by_key(|report| std::cmp::Reverse(report.visits));
        let visits: f64 = moves.iter().map(|m| f64::from(m.visits)).sum();
        let wins: f64 = moves.iter().map(|m| f64::from(m.visits) * m.win_rate).sum();
        let win_rate = if visits > 0.0 { wins / visits } else { 0.5 };
        Report {
            color,
            moves,
            playouts,
            win_rate,
            lead,
            lead_deviation,
            ownership: seen_from(color, sampling.ownership()),
            nodes: tree.len(),
            elapsed,
        }
    }

    /// What is certain without a search: `color` wins with this move, by so many points.
    pub fn certain(color: Color, mv: Move, lead: f64, ownership: PointMap<f64>) -> Report {
        let certain = MoveReport {
            mv,
            visits: 1,
            win_rate: 1.0,
            lower_bound: 1.0,
            prior: 1.0,
            lead,
            lead_deviation: 0.0,
            rave: None,
            ownership: None,
            line: vec![mv],
            line_visits: vec![1],
        };
        Report {
            color,
            moves: vec![certain],
            playouts: 0,
            win_rate: 1.0,
            lead,
            lead_deviation: 0.0,
            ownership,
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The report of a search with a network, told by the opinions of the tree: scores and lower bounds of the moves, and the
    /// chosen one first.
    pub(super) fn with_opinions(mut self, tree: &Tree, params: &NetParams) -> Report {
        let root = tree.root();
        let here = tree.opinion(root).mean().values.for_opponent();
        (self.lead, self.lead_deviation) = (here.lead, here.score_deviation());
        self.win_rate = here.win_rate;
        let children = tree.children(root);
        for (index, child) in children.iter().enumerate() {
            let (id, opinion) = (tree.child_id(root, index), tree.opinion(tree.child_id(root, index)));
            let Some(found) = self.moves.iter_mut().find(|found| found.mv == child.mv()) else { continue };
            let mean = opinion.mean();
            if mean.weight > 0.0 {
                (found.lead, found.lead_deviation) = (mean.values.lead, mean.values.score_deviation());
                // A utility has twice the width of a share of wins.
                let error = (mean.values.utility - lower_bound(tree, id, params)) / 2.0;
                found.lower_bound = (found.win_rate - error).clamp(0.0, 1.0);
            } else {
                (found.lead, found.lead_deviation) = (self.lead, self.lead_deviation);
            }
        }
        if let Some(chosen) = choice(tree, params).map(|index| children[index].mv()) {
            let place = self.moves.iter().position(|found| found.mv == chosen).unwrap_or(0);
            self.moves[..=place].rotate_right(1);
        }
        self
    }

    /// Simulations that began with any of the moves, those of an earlier search of this position included.
    pub fn visits(&self) -> u32 {
        self.moves.iter().map(|found| found.visits).sum()
    }

    /// The chosen move: without a network the most visited one.
    pub fn best(&self) -> &MoveReport {
        &self.moves[0]
    }
}

/// Turns the owners from Black's point of view into those from that player's.
fn seen_from(color: Color, mut owners: PointMap<f64>) -> PointMap<f64> {
    for index in 0..POINTS {
        let point = Point::from_index(index);
        owners[point] = seen_by(color, owners[point]);
    }
    owners
}

/// What the node itself tells.
fn move_report(tree: &Tree, id: NodeId) -> MoveReport {
    let node = tree.node(id);
    let win_rate = node.win_rate().unwrap_or(0.5);
    let line = most_visited_line(tree, id);
    let (rave_visits, rave_wins) = node.rave();
    let error = (win_rate * (1.0 - win_rate) / f64::from(node.visits().max(1))).max(0.0).sqrt();
    MoveReport {
        mv: node.mv(),
        visits: node.visits(),
        win_rate,
        lower_bound: (win_rate - 2.0 * error).max(0.0),
        prior: 0.0,
        lead: 0.0,
        lead_deviation: 0.0,
        rave: (rave_visits > 0.0).then(|| f64::from(rave_wins / rave_visits)),
        ownership: None,
        line: line.iter().map(|&id| tree.node(id).mv()).collect(),
        line_visits: line.iter().map(|&id| tree.node(id).visits()).collect(),
    }
}

/// The nodes of the most visited line from a node on, itself first.
fn most_visited_line(tree: &Tree, from: NodeId) -> Vec<NodeId> {
    let mut line = vec![from];
    let mut id = from;
    while line.len() < LINE_LENGTH {
        let children = tree.children(id);
        match (0..children.len()).rev().max_by_key(|&i| children[i].visits()) {
            Some(index) if children[index].visits() > 0 => {
                id = tree.child_id(id, index);
                line.push(id);
            }
            _ => break,
        }
    }
    line
}

/// How the two most visited moves at the root stand to each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Contest {
    first: u32,
    second: u32,
    /// Whether the most visited move has the best mean result of the two, too.
    agrees: bool,
}

impl Contest {
    /// By how many visits the first leads.
    pub fn lead(&self) -> f64 {
        f64::from(self.first - self.second)
    }

    /// Whether the first is the better one by its results, and has that many times the visits of the second.
    pub fn is_clear(&self, times: f64) -> bool {
        self.agrees && f64::from(self.first) >= times * f64::from(self.second)
    }
}

/// Compares the two most visited moves.
pub fn contest(tree: &Tree) -> Contest {
    let (mut first, mut second): (Option<&Node>, Option<&Node>) = (None, None);
    let visits = |node: Option<&Node>| node.map_or(0, Node::visits);
    let win_rate = |node: Option<&Node>| node.and_then(Node::win_rate).unwrap_or(0.0);
    for child in tree.children(tree.root()) {
        if child.visits() > visits(first) {
            (first, second) = (Some(child), first);
        } else if child.visits() > visits(second) {
            second = Some(child);
        }
    }
    // Other threads add visits meanwhile: take each count once, and the larger as the first.
    let (a, b) = (visits(first), visits(second));
    Contest { first: a.max(b), second: a.min(b), agrees: win_rate(first) >= win_rate(second) }
}
