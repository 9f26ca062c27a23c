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

mod arena;

use super::opinion::Opinion;
use super::shared::{Count, Sum32, Sum64};
use crate::board::{MAX_SIDE, Move, Point};
pub use arena::has_spare_memory;
use arena::{Arena, CHUNK};
use std::collections::VecDeque;
use std::sync::atomic::{
    AtomicU16, AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};

/// A node's place in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NodeId(u32);

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
    /// The place of its opinion; 0 while it has none.
    opinion: AtomicU32,
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

    /// Virtual visits and wins from knowledge. In a tree with a network the second is the move's share of the policy.
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
        self.visits.take_back(1);
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
        self.wins.set(other.wins.get());
        self.visits.set(other.visits());
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

/// More children than a node can have: the points of the largest board and a pass.
const MAX_CHILDREN: usize = MAX_SIDE * MAX_SIDE + 1;
/// `first_child` of a node without children.
const NO_CHILDREN: u32 = 0;
/// `first_child` of a node whose children are being made.
const CLAIMED: u32 = u32::MAX;

/// `opinion` of a node without one; this place of the arena is never written to.
const NO_OPINION: u32 = 0;

/// See the module comment.
#[derive(Debug)]
pub struct Tree {
    nodes: Arena<Node>,
    /// What a network tells of the nodes that have been visited, if one grows the tree.
    opinions: Option<Arena<Opinion>>,
}

/// Part of the given memory that the arenas fill; the rest is for the copy that [`Tree::keep`] makes.
const FILLED: (usize, usize) = (2, 3);
/// Part of that which opinions fill: a node has many children, and few of them are visited.
const OPINIONS: (usize, usize) = (1, 6);

impl Tree {
    /// An empty tree with a root, that never takes more than `megabytes` (but at least a chunk, 0.6 MB).
    pub fn new(megabytes: usize) -> Tree {
        Tree { nodes: Arena::new(Arena::<Node>::chunks_in(filled(megabytes))), opinions: None }
    }

    /// As [`Tree::new`], with room for what a network tells of the nodes (at least 1.4 MB).
    pub fn with_opinions(megabytes: usize) -> Tree {
        let for_opinions = filled(megabytes) * OPINIONS.0 / OPINIONS.1;
        let nodes = Arena::<Node>::chunks_in(filled(megabytes) - for_opinions);
        Tree::with_chunks(nodes, Some(Arena::<Opinion>::chunks_in(for_opinions)))
    }

    fn with_chunks(nodes: usize, opinions: Option<usize>) -> Tree {
        let tree = Tree { nodes: Arena::new(nodes), opinions: opinions.map(Arena::new) };
        if tree.has_opinions() {
            tree.form_opinion(tree.root());
        }
        tree
    }

    /// An empty tree with as much room.
    fn alike(&self) -> Tree {
        Tree::with_chunks(self.nodes.chunks(), self.opinions.as_ref().map(Arena::chunks))
    }

    /// What a network tells of a node. One that has never been visited has an opinion in which nothing is known.
    ///
    /// # Panics
    /// If the tree was made without room for it.
    pub fn opinion(&self, id: NodeId) -> &Opinion {
        self.opinions().item(self.node(id).opinion.load(Acquire))
    }

    fn opinions(&self) -> &Arena<Opinion> {
        self.opinions.as_ref().expect("invariant: networks grow trees with opinions")
    }

    /// Sees to it that a node has an opinion of its own, which can be written to. False if there is no room for it.
    pub fn form_opinion(&self, id: NodeId) -> bool {
        let place = &self.node(id).opinion;
        if place.load(Relaxed) != NO_OPINION {
            return true;
        }
        let Some(new) = self.opinions().take(1) else { return false };
        // If another thread was faster, its opinion stands and this one stays unused.
        let _ = place.compare_exchange(NO_OPINION, new, Release, Relaxed);
        true
    }

    /// Whether a network grows the tree.
    pub fn has_opinions(&self) -> bool {
        self.opinions.is_some()
    }

    /// Forgets every node and makes a new root.
    pub fn clear(&mut self) {
        *self = self.alike();
    }

    /// Makes `root` the root, and keeps of its subtree the children of nodes with at least `min_visits` visits: level by
    /// level, about `most` nodes and no more than fit into the memory beside those that are in use.
    pub fn keep(&mut self, root: NodeId, min_visits: u32, most: usize) {
        let kept = self.alike();
        let most = most.min(room_for_copy(&self.nodes));
        let most_opinions = self.opinions.as_ref().map_or(usize::MAX, room_for_copy);
        kept.node(kept.root()).copy_statistics(self.node(root));
        kept.copy_opinion(kept.root(), self, root, false);
        let mut open = VecDeque::from([(root, kept.root())]);
        while let Some((old, new)) = open.pop_front() {
            let children = self.children(old);
            let points: Vec<Point> = children.iter().map(Node::point).collect();
            if children.is_empty() || self.node(old).visits() < min_visits {
                continue;
            }
            let opinions = kept.opinions.as_ref().map_or(0, Arena::len);
            if kept.len() >= most
                || opinions >= most_opinions
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
        if other.node(from).opinion.load(Relaxed) == NO_OPINION || !self.form_opinion(id) {
            return;
        }
        self.opinion(id).copy(other.opinion(from));
        if !with_children && !other.children(from).is_empty() {
            self.opinion(id).forget_below();
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
        self.nodes.item(id.0)
    }

    /// The children side by side; empty for a leaf.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        let first = node.first_child.load(Acquire);
        if first == NO_CHILDREN || first == CLAIMED {
            return &[];
        }
        self.nodes.run(first, node.child_count.load(Relaxed) as usize)
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
        let Some(first) = self.nodes.take(points.len() as u32) else {
            first_child.store(NO_CHILDREN, Relaxed);
            return false;
        };
        for (index, child) in self.nodes.run(first, points.len()).iter().enumerate() {
            child.point.store(points[index].index() as u16, Relaxed);
            prepare(index, child);
        }
        self.node(id).child_count.store(points.len() as u16, Relaxed);
        first_child.store(first, Release);
        true
    }

    /// Whether there is no room for the children of another node of a large board, or for opinions about them.
    pub fn is_full(&self) -> bool {
        let has_no_room = |len: usize, capacity: usize| len + MAX_CHILDREN > capacity;
        has_no_room(self.len(), self.capacity())
            || self.opinions.as_ref().is_some_and(|arena| has_no_room(arena.len(), arena.capacity()))
    }

    /// The most nodes it may have.
    pub fn capacity(&self) -> usize {
        self.nodes.capacity()
    }

    /// Number of nodes in use.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the root.
    pub fn is_empty(&self) -> bool {
        self.len() == 1
    }

    /// Bytes of the nodes and opinions allocated so far.
    pub fn bytes(&self) -> usize {
        self.bytes_of(Arena::allocated, Arena::allocated)
    }

    /// The most bytes that this tree and a copy of what is kept of it take together.
    pub fn most_bytes(&self) -> usize {
        self.bytes_of(most_chunks, most_chunks)
    }

    fn bytes_of(&self, nodes: fn(&Arena<Node>) -> usize, opinions: fn(&Arena<Opinion>) -> usize) -> usize {
        let of_opinions = self.opinions.as_ref().map_or(0, opinions);
        Arena::<Node>::bytes_of(nodes(&self.nodes)) + Arena::<Opinion>::bytes_of(of_opinions)
    }
}

/// Bytes that the arenas of a tree may fill.
fn filled(megabytes: usize) -> usize {
    (megabytes << 20) / FILLED.1 * FILLED.0
}

/// The most chunks of an arena and of its copy together.
fn most_chunks<T: Default>(arena: &Arena<T>) -> usize {
    (arena.chunks() * FILLED.1 / FILLED.0).max(2)
}

/// How many items a copy may have beside the original, before the last of them come together with their siblings.
fn room_for_copy<T: Default>(arena: &Arena<T>) -> usize {
    (most_chunks(arena) - arena.allocated()).max(1) * CHUNK as usize - MAX_CHILDREN
}

#[cfg(test)]
mod tests;
