//! The tree: nodes in one arena, the children of a node side by side, statistics that threads share without locks.
//!
//! Fields are relaxed atomics: a simulation reads and adds without waiting for others, as in Enzenberger and Müller,
//! "A Lock-free Multithreaded Monte-Carlo Tree Search Algorithm" (2009). Nodes are never freed one by one; a new
//! search clears the arena. A full arena only stops growing: [`Tree::add_children`] returns false and the search
//! goes on with the leaves it has.

use crate::board::{Move, Point};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

/// A node's place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(u32);

/// A count that threads add to.
#[derive(Debug, Default)]
struct Count(AtomicU32);

impl Count {
    fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }
    fn add(&self, n: u32) {
        self.0.fetch_add(n, Relaxed);
    }
}

/// A sum of single precision that threads add to. Two additions at the same instant may lose one of them, which the
/// statistics bear and a lock would cost more than.
#[derive(Debug, Default)]
struct Sum32(AtomicU32);

impl Sum32 {
    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }
    fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
    fn add(&self, value: f32) {
        self.set(self.get() + value);
    }
}

/// As [`Sum32`], in double precision: a sum of wins goes on growing where single precision would stop at 2^24.
#[derive(Debug, Default)]
struct Sum64(AtomicU64);

impl Sum64 {
    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }
    fn add(&self, value: f64) {
        self.0.store((self.get() + value).to_bits(), Relaxed);
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

    /// Adds the result of a simulation that entered.
    #[inline]
    pub fn add_result(&self, result: f32) {
        self.wins.add(f64::from(result));
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
/// `first_child` of a node without children.
const NO_CHILDREN: u32 = 0;

/// The arena.
#[derive(Debug)]
pub struct Tree {
    chunks: Box<[OnceLock<Box<[Node]>>]>,
    used: AtomicU32,
}

impl Tree {
    /// An empty tree with a root, that never holds more than `megabytes` of nodes (at least one chunk).
    pub fn new(megabytes: usize) -> Tree {
        let bytes_per_chunk = CHUNK as usize * size_of::<Node>();
        let chunks = (megabytes * (1 << 20) / bytes_per_chunk).clamp(1, (u32::MAX >> CHUNK_BITS) as usize);
        let mut tree =
            Tree { chunks: (0..chunks).map(|_| OnceLock::new()).collect(), used: AtomicU32::new(0) };
        tree.clear();
        tree
    }

    /// Forgets every node and makes a new root.
    pub fn clear(&mut self) {
        let used = *self.used.get_mut();
        for chunk in &mut self.chunks[..used.div_ceil(CHUNK) as usize] {
            chunk.take();
        }
        *self.used.get_mut() = 1;
        self.chunk(0);
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
        let first = node.first_child.load(Relaxed);
        if first == NO_CHILDREN {
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

    /// Gives a leaf its children, one for each point (`Point::NONE` for a pass), each with the prior that `prior` adds
    /// to it. Returns false, and leaves the leaf as it is, if the arena is full.
    pub fn add_children(&self, id: NodeId, points: &[Point], prior: impl Fn(&Node)) -> bool {
        let Some(first) = self.allocate(points.len() as u32) else { return false };
        let start = (first & (CHUNK - 1)) as usize;
        let children = &self.chunk(first >> CHUNK_BITS)[start..start + points.len()];
        for (child, point) in children.iter().zip(points) {
            child.point.store(point.index() as u16, Relaxed);
            prior(child);
        }
        let node = self.node(id);
        node.child_count.store(points.len() as u16, Relaxed);
        node.first_child.store(first, Relaxed);
        true
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
        self.chunks.iter().filter(|chunk| chunk.get().is_some()).count() * CHUNK as usize * size_of::<Node>()
    }

    fn chunk(&self, index: u32) -> &[Node] {
        self.chunks[index as usize].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// Takes `count` places that lie within one chunk.
    fn allocate(&self, count: u32) -> Option<u32> {
        let mut used = self.used.load(Relaxed);
        loop {
            let room = CHUNK - (used & (CHUNK - 1));
            let first = if count <= room { used } else { used + room };
            if (first + count).div_ceil(CHUNK) as usize > self.chunks.len() {
                return None;
            }
            match self.used.compare_exchange_weak(used, first + count, Relaxed, Relaxed) {
                Ok(_) => return Some(first),
                Err(now) => used = now,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_arena_refuses_children_and_keeps_the_leaf() {
        let tree = Tree::new(1);
        let points = vec![Point::NONE; 600];
        let mut leaf = tree.root();
        while tree.add_children(leaf, &points, |_| {}) {
            leaf = tree.child_id(leaf, 599);
        }
        assert!(tree.children(leaf).is_empty());
        assert!(tree.bytes() <= 1 << 20);
    }

    #[test]
    fn children_lie_side_by_side_and_know_their_moves() {
        let mut tree = Tree::new(4);
        let points = [Point::new(2, 2), Point::NONE, Point::new(3, 4)];
        assert!(tree.add_children(tree.root(), &points, |child| child.add_prior(10.0, 0.5)));
        let children = tree.children(tree.root());
        assert_eq!(children.iter().map(Node::point).collect::<Vec<_>>(), points);
        assert_eq!(children[1].mv(), Move::Pass);
        assert_eq!(children[0].prior(), (10.0, 5.0));
        assert_eq!(tree.node(tree.child_id(tree.root(), 2)).point(), points[2]);
        tree.clear();
        assert!(tree.children(tree.root()).is_empty() && tree.is_empty());
    }
}
