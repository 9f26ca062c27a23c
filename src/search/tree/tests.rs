//! Tests of the arena.

use super::*;

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
