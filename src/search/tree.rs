//! The tree: nodes in one arena, the children of a node side by side, statistics that threads share without locks.
//!
//! Fields are relaxed atomics: a simulation reads and adds without waiting for others, as in Enzenberger and Müller,
//! "A Lock-free Multithreaded Monte-Carlo Tree Search Algorithm" (2009). One thread alone makes the children of a leaf:
//! the one that claims it by a compare-and-swap; it publishes them with release order when they are complete.
//!
//! Nodes are never freed one by one. [`Tree::keep`] copies what is worth keeping into fresh memory and drops the rest:
//! after a move the subtree of the position reached, in a full arena the nodes that are visited often. The arena fills
//! two thirds of the memory it is given, and a copy stops where it would need more than is left beside the original. A
//! full arena only stops growing: [`Tree::add_children`] returns false and the search goes on with the leaves it has. So
//! it does where the system refuses memory.

use super::opinion::{Opinion, Opinions};
use crate::board::{MAX_SIDE, Move, Point};
use std::collections::VecDeque;
use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicU16, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

/// A node's place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The place as a number.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A count that threads add to.
#[derive(Debug, Default)]
pub(super) struct Count(AtomicU32);

impl Count {
    pub(super) fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }
    pub(super) fn add(&self, n: u32) {
        self.0.fetch_add(n, Relaxed);
    }
    pub(super) fn set(&self, n: u32) {
        self.0.store(n, Relaxed);
    }
}

/// A sum of single precision that threads add to. Of two additions at the same instant one may be lost, which AMAF
/// samples bear and a locked instruction for each child would not be worth.
#[derive(Debug, Default)]
pub(super) struct Sum32(AtomicU32);

impl Sum32 {
    pub(super) fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }
    pub(super) fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
    pub(super) fn add(&self, value: f32) {
        self.set(self.get() + value);
    }
}

/// A sum that loses no addition, in double precision: a sum of wins goes on growing where single precision would stop
/// at 2^24, and a lost one would count as a loss.
#[derive(Debug, Default)]
pub(super) struct Sum64(AtomicU64);

impl Sum64 {
    pub(super) fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }
    pub(super) fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Relaxed);
    }
    pub(super) fn add(&self, value: f64) {
        let add = |bits| Some((f64::from_bits(bits) + value).to_bits());
        self.0.fetch_update(Relaxed, Relaxed, add).expect("invariant: the closure never declines");
    }
}

/// Statistics of the move that leads to this position. Wins are those of the player who made the move.
#[derive(Debug, Default)]
pub struct Node {
    wins: Sum64,
    visits: Count,
    rave_visits: Sum32,
    rave_wins: Sum32,
    prior_visits: Sum32,
    prior_wins: Sum32,
    first_child: AtomicU32,
    child_count: AtomicU16,
    /// Index of the point; 0 (no point) is a pass.
    point: AtomicU16,
}

impl Node {
    /// The move into this node.
    pub fn mv(&self) -> Move {
        match Point::from_index(self.point.load(Relaxed) as usize) {
            Point::NONE => Move::Pass,
            point => Move::Place(point),
        }
    }

    /// The point of the move, `Point::NONE` for a pass.
    #[inline]
    pub fn point(&self) -> Point {
        Point::from_index(self.point.load(Relaxed) as usize)
    }

    /// Simulations that went through this node, those still under way included (a virtual loss).
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.get()
    }

    /// Sum of results of the simulations through this node, each 0 to 1.
    #[inline]
    pub fn wins(&self) -> f64 {
        self.wins.get()
    }

    /// Mean result of this node's simulations; `None` before the first.
    pub fn win_rate(&self) -> Option<f64> {
        let visits = self.visits();
        (visits > 0).then(|| self.wins() / f64::from(visits))
    }

    /// Weighted number of AMAF samples and their sum of results.
    #[inline]
    pub fn rave(&self) -> (f32, f32) {
        (self.rave_visits.get(), self.rave_wins.get())
    }

    /// Virtual visits and wins from knowledge.
    #[inline]
    pub fn prior(&self) -> (f32, f32) {
        (self.prior_visits.get(), self.prior_wins.get())
    }

    /// Adds virtual visits of that mean result.
    pub fn add_prior(&self, visits: f32, mean: f32) {
        self.prior_visits.add(visits);
        self.prior_wins.add(visits * mean);
    }

    /// Counts a simulation that comes through; its result follows with [`Node::add_result`].
    #[inline]
    pub fn enter(&self) {
        self.visits.add(1);
    }

    /// Takes back that a simulation came through.
    pub fn leave(&self) {
        self.visits.0.fetch_sub(1, Relaxed);
    }

    /// States the sum of the results.
    pub fn set_wins(&self, wins: f64) {
        self.wins.set(wins);
    }

    /// Adds the result of a simulation that entered.
    #[inline]
    pub fn add_result(&self, result: f32) {
        self.wins.add(f64::from(result));
    }

    /// Takes over the move and the statistics of another node, not its children.
    fn copy_statistics(&self, other: &Node) {
        self.wins.0.store(other.wins.0.load(Relaxed), Relaxed);
        self.visits.0.store(other.visits(), Relaxed);
        let sums = [&self.rave_visits, &self.rave_wins, &self.prior_visits, &self.prior_wins];
        let others = [&other.rave_visits, &other.rave_wins, &other.prior_visits, &other.prior_wins];
        sums.into_iter().zip(others).for_each(|(sum, other)| sum.set(other.get()));
        self.point.store(other.point.load(Relaxed), Relaxed);
    }

    /// Adds an AMAF sample.
    #[inline]
    pub fn add_rave(&self, weight: f32, result: f32) {
        self.rave_visits.add(weight);
        self.rave_wins.add(weight * result);
    }
}

/// log2 of the number of nodes allocated at a time; more than any node has children.
const CHUNK_BITS: u32 = 14;
const CHUNK: u32 = 1 << CHUNK_BITS;
/// Bytes that are left to the rest of the program when the system's memory ends before the arena's.
const SPARE: usize = 16 << 20;
/// More children than a node can have: the points of the largest board and a pass.
const MAX_CHILDREN: usize = MAX_SIDE * MAX_SIDE + 1;
/// `first_child` of a node without children.
const NO_CHILDREN: u32 = 0;
/// `first_child` of a node whose children are being made.
const CLAIMED: u32 = u32::MAX;

/// The arena.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
    /// What a network tells of the nodes, if one does.
    opinions: Option<Opinions>,
}

/// Part of the given memory that the arena fills; the rest is for the copy that [`Tree::keep`] makes.
const FILLED: (usize, usize) = (2, 3);

impl Tree {
    /// An empty tree with a root, that never takes more than `megabytes` (but at least a chunk, 0.6 MB).
    pub fn new(megabytes: usize) -> Tree {
        Tree::with_chunks(chunks_in(megabytes, size_of::<Node>()), false)
    }

    /// As [`Tree::new`], with room for what a network tells of the nodes.
    pub fn with_opinions(megabytes: usize) -> Tree {
        Tree::with_chunks(chunks_in(megabytes, size_of::<Node>() + size_of::<Opinion>()), true)
    }

    fn with_chunks(chunks: usize, has_opinions: bool) -> Tree {
        let opinions = has_opinions.then(|| Opinions::new(chunks, CHUNK as usize));
        let used = AtomicU32::new(1);
        let tree = Tree { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), used, opinions };
        tree.chunk(0);
        tree
    }

    /// What a network tells of a node.
    ///
    /// # Panics
    /// If the tree was made without room for it.
    pub fn opinion(&self, id: NodeId) -> &Opinion {
        self.opinions.as_ref().expect("invariant: networks grow trees with opinions").of(id)
    }

    /// Whether a network grows the tree.
    pub fn has_opinions(&self) -> bool {
        self.opinions.is_some()
    }

    /// Forgets every node and makes a new root.
    pub fn clear(&mut self) {
        *self = Tree::with_chunks(self.chunks.len(), self.has_opinions());
    }

    /// Makes `root` the root, and keeps of its subtree the children of nodes with at least `min_visits` visits: level by
    /// level, about `most` nodes and no more than fit into the memory beside those that are in use.
    pub fn keep(&mut self, root: NodeId, min_visits: u32, most: usize) {
        let kept = Tree::with_chunks(self.chunks.len(), self.has_opinions());
        let room = (self.most_chunks() - self.allocated()).max(1) * CHUNK as usize - MAX_CHILDREN;
        let most = most.min(room);
        kept.node(kept.root()).copy_statistics(self.node(root));
        kept.copy_opinion(kept.root(), self, root, false);
        let mut open = VecDeque::from([(root, kept.root())]);
        while let Some((old, new)) = open.pop_front() {
            let children = self.children(old);
            let points: Vec<Point> = children.iter().map(Node::point).collect();
            if children.is_empty() || self.node(old).visits() < min_visits {
                continue;
            }
            if kept.len() >= most
                || !kept.add_children(new, &points, |index, child| child.copy_statistics(&children[index]))
            {
                break;
            }
            kept.copy_opinion(new, self, old, true);
            for (old, new) in (0..children.len()).map(|i| (self.child_id(old, i), kept.child_id(new, i))) {
                kept.copy_opinion(new, self, old, false);
                open.push_back((old, new));
            }
        }
        *self = kept;
    }

    /// Takes over what a network told of a node of another tree, with its children or without them.
    fn copy_opinion(&self, id: NodeId, other: &Tree, from: NodeId, with_children: bool) {
        if let (Some(mine), Some(others)) = (&self.opinions, &other.opinions) {
            mine.of(id).copy(others.of(from));
            if !with_children && !other.children(from).is_empty() {
                mine.of(id).forget_below();
            }
        }
    }

    /// The median of the visits of nodes with children, and one more: pruning below it takes at least half of them. 0 where
    /// the tree is not full.
    pub fn median_visits_if_full(&self) -> u32 {
        if !self.is_full() {
            return 0;
        }
        let (mut counts, mut open) = (Vec::new(), vec![self.root()]);
        while let Some(id) = open.pop() {
            let children = self.children(id);
            if !children.is_empty() {
                counts.push(self.node(id).visits());
                open.extend((0..children.len()).map(|i| self.child_id(id, i)));
            }
        }
        let middle = counts.len() / 2;
        *counts.select_nth_unstable(middle).1 + 1
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The node with that place.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.chunk(id.0 >> CHUNK_BITS)[(id.0 & (CHUNK - 1)) as usize]
    }

    /// The children side by side; empty for a leaf.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        let first = node.first_child.load(Acquire);
        if first == NO_CHILDREN || first == CLAIMED {
            return &[];
        }
        let start = (first & (CHUNK - 1)) as usize;
        &self.chunk(first >> CHUNK_BITS)[start..start + node.child_count.load(Relaxed) as usize]
    }

    /// The place of the child with that index.
    #[inline]
    pub fn child_id(&self, id: NodeId, index: usize) -> NodeId {
        NodeId(self.node(id).first_child.load(Relaxed) + index as u32)
    }

    /// Gives a leaf its children, one for each point (`Point::NONE` for a pass); `prepare` gets each with its index before
    /// other threads see it. Returns false, and leaves the leaf as it is, if the arena is full or another thread is at it.
    pub fn add_children(&self, id: NodeId, points: &[Point], prepare: impl Fn(usize, &Node)) -> bool {
        let first_child = &self.node(id).first_child;
        if first_child.compare_exchange(NO_CHILDREN, CLAIMED, Relaxed, Relaxed).is_err() {
            return false;
        }
        let Some(first) = self.allocate(points.len() as u32) else {
            first_child.store(NO_CHILDREN, Relaxed);
            return false;
        };
        let start = (first & (CHUNK - 1)) as usize;
        let children = &self.chunk(first >> CHUNK_BITS)[start..start + points.len()];
        for (index, child) in children.iter().enumerate() {
            child.point.store(points[index].index() as u16, Relaxed);
            prepare(index, child);
        }
        self.node(id).child_count.store(points.len() as u16, Relaxed);
        first_child.store(first, Release);
        true
    }

    /// Whether there is no room for the children of another node of a large board.
    pub fn is_full(&self) -> bool {
        self.len() + MAX_CHILDREN > self.capacity()
    }

    /// The most nodes it may have.
    pub fn capacity(&self) -> usize {
        self.chunks.len() * CHUNK as usize
    }

    /// Number of nodes in use.
    pub fn len(&self) -> usize {
        self.used.load(Relaxed) as usize
    }

    /// Whether there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Bytes of the nodes allocated so far.
    pub fn bytes(&self) -> usize {
        self.allocated() * CHUNK as usize * self.bytes_per_node()
    }

    /// The most bytes that this tree and a copy of what is kept of it take together.
    pub fn most_bytes(&self) -> usize {
        self.most_chunks() * CHUNK as usize * self.bytes_per_node()
    }

    fn bytes_per_node(&self) -> usize {
        size_of::<Node>() + if self.has_opinions() { size_of::<Opinion>() } else { 0 }
    }

    fn most_chunks(&self) -> usize {
        (self.chunks.len() * FILLED.1 / FILLED.0).max(2)
    }

    /// Number of chunks allocated so far.
    fn allocated(&self) -> usize {
        self.chunks.iter().filter(|chunk| chunk.get().is_some()).count()
    }

    fn chunk(&self, index: u32) -> &[Node] {
        self.chunks[index as usize].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// Whether there is the chunk with the place `first`; makes it if the system has the memory for it and [`SPARE`] more.
    fn has_chunk(&self, first: u32) -> bool {
        let chunk = &self.chunks[(first >> CHUNK_BITS) as usize];
        if chunk.get().is_some() {
            return true;
        }
        let (mut nodes, mut spare) = (Vec::<Node>::new(), Vec::<u8>::new());
        let is_granted =
            nodes.try_reserve_exact(CHUNK as usize).is_ok() && spare.try_reserve_exact(SPARE).is_ok();
        // Else the optimizer may leave the spare memory out, since nothing is ever written to it.
        drop(std::hint::black_box(spare));
        if is_granted {
            nodes.resize_with(CHUNK as usize, Node::default);
            chunk.get_or_init(|| nodes.into_boxed_slice());
        }
        is_granted
    }

    /// Takes `count` places that lie within one chunk.
    fn allocate(&self, count: u32) -> Option<u32> {
        let mut used = self.used.load(Relaxed);
        loop {
            let room = CHUNK - (used & (CHUNK - 1));
            let first = if count <= room { used } else { used + room };
            if (first + count).div_ceil(CHUNK) as usize > self.chunks.len() || !self.has_chunk(first) {
                return None;
            }
            match self.used.compare_exchange_weak(used, first + count, Relaxed, Relaxed) {
                Ok(_) => return Some(first),
                Err(now) => used = now,
            }
        }
    }
}

/// Number of chunks that memory has room for, with so many bytes for each node.
fn chunks_in(megabytes: usize, bytes: usize) -> usize {
    let chunks = (megabytes << 20) / (CHUNK as usize * bytes) * FILLED.0 / FILLED.1;
    chunks.clamp(1, (CLAIMED >> CHUNK_BITS) as usize)
}

#[cfg(test)]
mod tests;
