//! Tests of the arena.

use super::*;
use crate::search::opinion::{Mean, Values};

#[test]
fn a_full_arena_refuses_children_and_keeps_the_leaf() {
    let tree = Tree::new(1);
    let points = vec![Point::NONE; MAX_CHILDREN];
    let mut leaf = tree.root();
    while tree.add_children(leaf, &points, |_, _| {}) {
        leaf = tree.child_id(leaf, points.len() - 1);
    }
    assert!(tree.children(leaf).is_empty());
    assert!(tree.is_full() && tree.bytes() <= 1 << 20);
}

#[test]
fn children_lie_side_by_side_and_know_their_moves() {
    let mut tree = Tree::new(4);
    let points = [Point::new(2, 2), Point::NONE, Point::new(3, 4)];
    assert!(tree.add_children(tree.root(), &points, |_, child| child.add_prior(10.0, 0.5)));
    let children = tree.children(tree.root());
    assert_eq!(children.iter().map(Node::point).collect::<Vec<_>>(), points);
    assert_eq!(children[1].mv(), Move::Pass);
    assert_eq!(children[0].prior(), (10.0, 5.0));
    assert_eq!(tree.node(tree.child_id(tree.root(), 2)).point(), points[2]);
    assert!(!tree.add_children(tree.root(), &points, |_, _| {}), "children were made twice");
    tree.clear();
    assert!(tree.children(tree.root()).is_empty() && tree.is_empty());
}

#[test]
fn keep_takes_the_subtree_and_its_statistics() {
    let mut tree = Tree::new(4);
    let points = [Point::new(2, 2), Point::new(3, 4)];
    tree.add_children(tree.root(), &points, |_, _| {});
    let child = tree.child_id(tree.root(), 1);
    for _ in 0..10 {
        tree.node(child).enter();
        tree.node(child).add_result(0.7);
    }
    tree.node(child).add_rave(3.0, 1.0);
    tree.add_children(child, &points, |index, node| node.add_prior(index as f32 + 1.0, 1.0));
    tree.keep(child, 10, usize::MAX);
    let root = tree.node(tree.root());
    assert_eq!((root.visits(), root.point(), root.rave()), (10, points[1], (3.0, 3.0)));
    assert!((root.wins() - 7.0).abs() < 1e-5);
    assert_eq!(tree.children(tree.root())[1].prior(), (2.0, 2.0));
    tree.keep(tree.root(), 11, usize::MAX);
    assert!(tree.children(tree.root()).is_empty());
}

/// A tree whose root has children, each of which has children, and so on, until it is full.
fn full_tree(megabytes: usize) -> Tree {
    let tree = Tree::new(megabytes);
    let points = vec![Point::NONE; MAX_CHILDREN];
    let mut open = VecDeque::from([tree.root()]);
    while let Some(id) = open.pop_front().filter(|id| tree.add_children(*id, &points, |_, _| {})) {
        open.extend((0..points.len()).map(|i| tree.child_id(id, i)));
    }
    tree
}

#[test]
fn a_copy_fits_into_the_memory_beside_the_original() {
    let megabytes = 20;
    let mut tree = full_tree(megabytes);
    let before = tree.bytes();
    assert!(tree.is_full() && before > megabytes << 19);
    tree.keep(tree.root(), 0, usize::MAX);
    assert!(!tree.is_full() && tree.len() > MAX_CHILDREN);
    assert!(before + tree.bytes() <= megabytes << 20, "{before} + {}", tree.bytes());
}

#[test]
fn a_copy_may_be_limited() {
    let mut tree = full_tree(20);
    tree.keep(tree.root(), 0, 1000);
    assert!((1000..1000 + MAX_CHILDREN + 1).contains(&tree.len()), "{}", tree.len());
}

#[test]
fn threads_lose_no_visit_and_no_result() {
    let tree = Tree::new(1);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| {
                for _ in 0..1000 {
                    tree.node(tree.root()).enter();
                    tree.node(tree.root()).add_result(1.0);
                    tree.add_children(tree.root(), &[Point::NONE; 3], |_, _| {});
                }
            });
        }
    });
    assert_eq!(tree.node(tree.root()).visits(), 16_000);
    assert_eq!(tree.node(tree.root()).wins(), 16_000.0);
    assert_eq!(tree.len(), 4);
}

/// Counts a simulation that ended in a node, with a result of the player who moved there.
fn visit(tree: &Tree, id: NodeId, win_rate: f64) {
    tree.form_opinion(id);
    tree.node(id).enter();
    let opinion = tree.opinion(id);
    opinion.end_here(&Values { win_rate, ..Values::default() });
    opinion.update(|| {
        let (values, weight) = opinion.own();
        opinion.set_mean(&Mean { values, weight, ..Mean::default() });
    });
}

#[test]
fn only_nodes_that_were_visited_have_opinions() {
    let tree = Tree::with_opinions(8);
    tree.add_children(tree.root(), &[Point::NONE; 300], |_, _| {});
    let [first, last] = [0, 299].map(|index| tree.child_id(tree.root(), index));
    let before = tree.opinions().len();
    visit(&tree, last, 0.8);
    visit(&tree, last, 0.8);
    assert_eq!(tree.opinions().len(), before + 1);
    assert_eq!((tree.opinion(first).count(), tree.opinion(first).mean()), (0, Mean::default()));
    assert_eq!((tree.opinion(last).count(), tree.opinion(last).mean().weight), (2, 2.0));
}

#[test]
fn a_copy_without_the_children_keeps_what_they_said() {
    let mut tree = Tree::with_opinions(8);
    let points = [Point::new(2, 2), Point::new(3, 4)];
    tree.add_children(tree.root(), &points, |_, _| {});
    visit(&tree, tree.root(), 0.25);
    let mean =
        Mean { values: Values { win_rate: 0.75, ..Values::default() }, weight: 9.0, ..Mean::default() };
    tree.opinion(tree.root()).set_mean(&mean);
    tree.keep(tree.root(), 1, usize::MAX);
    assert_eq!(tree.opinion(tree.root()).own().0.win_rate, 0.25, "the children are there");
    tree.keep(tree.root(), 2, usize::MAX);
    assert!(tree.children(tree.root()).is_empty());
    assert_eq!(tree.opinion(tree.root()).own(), (mean.values, 9.0));
    assert_eq!((tree.opinion(tree.root()).count(), tree.opinion(tree.root()).mean()), (1, mean));
}

#[test]
fn a_tree_is_full_when_there_is_no_room_for_opinions() {
    let mut tree = Tree::with_opinions(4);
    let points = vec![Point::NONE; MAX_CHILDREN];
    tree.add_children(tree.root(), &points, |_, _| {});
    let mut id = tree.root();
    while !tree.is_full() {
        id = tree.child_id(id, 0);
        tree.form_opinion(id);
        tree.add_children(id, &[Point::NONE], |_, _| {});
    }
    assert!(tree.len() + MAX_CHILDREN <= tree.capacity(), "it is opinions that there is no room for");
    while !tree.children(id).is_empty() {
        id = tree.child_id(id, 0);
        assert!(tree.form_opinion(id), "full is said before it is");
    }
    tree.keep(tree.root(), 1, usize::MAX);
    assert!(!tree.is_full());
}

#[test]
fn threads_lose_no_simulation_of_an_opinion() {
    let tree = Tree::with_opinions(1);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..500).for_each(|_| visit(&tree, tree.root(), 1.0)));
        }
    });
    let opinion = tree.opinion(tree.root());
    // The last to weigh has seen all of what came before it.
    assert_eq!((opinion.count(), opinion.mean().weight), (4000, opinion.own().1));
}
