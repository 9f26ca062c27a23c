//! Which child a simulation with a network follows, and which move is chosen in the end.
//!
//! Source: C. D. Rosin, "Multi-armed bandits with episode context" (2011), as AlphaZero uses it (PUCT), with the scaling by
//! the deviation of the utility and the choice by lower bounds of KataGo (D. J. Wu, `docs/KataGoMethods.md`).

use crate::params::NetParams;
use crate::search::opinion::Mean;
use crate::search::tree::{Node, NodeId, Tree};

/// How a node stands: what exploration is worth there.
struct Stand {
    /// The utility of the node for the player to move.
    mean: Mean,
    /// The factor on a child's share of the policy.
    scale: f64,
}

impl Stand {
    fn new(tree: &Tree, id: NodeId, params: &NetParams) -> Stand {
        let mean = tree.opinion(id).mean();
        let weight: f64 = visited(tree, id).map(|(index, _)| mean_of(tree, id, index).weight).sum();
        let deviation = params.deviation_factor(mean.values.utility, mean.utility_square, mean.weight);
        let scale = params.exploration_after(weight) * (weight + MORE_THAN_NONE).sqrt() * deviation;
        Stand { mean, scale }
    }

    /// What a child is worth to be followed.
    fn value(&self, utility: f64, policy: f64, weight: f64) -> f64 {
        utility + self.scale * policy / (1.0 + weight)
    }

    /// The weight with which a child would be worth so much.
    fn weight_for(&self, value: f64, utility: f64, policy: f64) -> f64 {
        let exploration = value - utility;
        if exploration <= 0.0 { f64::INFINITY } else { (self.scale * policy / exploration - 1.0).max(0.0) }
    }
}

/// The children that have been visited or are being so, with their indices. They are the first ones, since children stand in
/// the order of their policy, and of those that have not been visited the likeliest is worth the most.
fn visited(tree: &Tree, id: NodeId) -> impl Iterator<Item = (usize, &Node)> {
    tree.children(id).iter().enumerate().take_while(|(_, child)| child.visits() > 0)
}

fn mean_of(tree: &Tree, id: NodeId, index: usize) -> Mean {
    tree.opinion(tree.child_id(id, index)).mean()
}

fn policy_of(child: &Node) -> f64 {
    f64::from(child.prior().1)
}

/// The index of the child to follow: the best sum of utility and exploration. Moves are tried in the order of their policy.
pub fn best_child(tree: &Tree, id: NodeId, params: &NetParams) -> usize {
    let stand = Stand::new(tree, id, params);
    let visited_share: f64 = visited(tree, id).map(|(_, child)| policy_of(child)).sum();
    let trust = visited_share.min(1.0).powi(2);
    // What a node holds is seen by the player who moved into it.
    let (mean, own) = (-stand.mean.values.utility, -tree.opinion(id).own().0.utility);
    let expected = trust * mean + (1.0 - trust) * own;
    let unvisited = expected - params.reduction(id == tree.root(), visited_share);
    let (mut best, mut best_value, mut next) = (0, f64::NEG_INFINITY, 0);
    for (index, child) in visited(tree, id) {
        let (utility, weight) = with_losses(tree, tree.child_id(id, index), unvisited, params);
        let value = stand.value(utility, policy_of(child), weight);
        if value > best_value {
            (best, best_value) = (index, value);
        }
        next = index + 1;
    }
    let Some(likeliest) = tree.children(id).get(next) else { return best };
    if stand.value(unvisited, policy_of(likeliest), 0.0) > best_value { next } else { best }
}

/// Lets the policy decide where no move has been visited.
const MORE_THAN_NONE: f64 = 0.01;

/// The utility and the weight of a child, simulations that are under way counting as lost. Before the first evaluation it is
/// taken for `unvisited`.
fn with_losses(tree: &Tree, id: NodeId, unvisited: f64, params: &NetParams) -> (f64, f64) {
    let opinion = tree.opinion(id);
    let mean = opinion.mean();
    let utility = if mean.weight > 0.0 { mean.values.utility } else { unvisited };
    let under_way = f64::from(tree.node(id).visits().saturating_sub(opinion.count()));
    let part = under_way / (under_way + mean.weight.max(LEAST_WEIGHT));
    (utility - part * (params.most_utility() + utility), mean.weight + under_way)
}

/// A child with less weight than this is as much moved by losses as with this weight.
const LEAST_WEIGHT: f64 = 0.25;

/// The lower bound of a child's utility: its mean less some standard errors, few visits counting as less certain still.
pub fn lower_bound(tree: &Tree, id: NodeId, params: &NetParams) -> f64 {
    let Mean { values, utility_square, weight, weight_squares } = tree.opinion(id).mean();
    let (mean, most) = (values.utility, params.most_utility());
    if weight <= 0.0 {
        return -2.0 * most * params.choice_errors;
    }
    // As many evaluations of equal weight would make as sure.
    let sample = weight * weight / weight_squares;
    // A prior that the variance is the largest there can be, which fades with the third power of the sample.
    let prior = weight / sample.powi(3);
    let square = utility_square.max(mean * mean + LEAST_VARIANCE);
    let square = (square * weight + (square + most * most) * prior) / (weight + prior);
    let sample = (weight + prior).powi(2) / (weight_squares + prior * prior);
    mean - params.choice_errors * ((square - mean * mean).max(0.0) / sample).sqrt()
}

/// The least variance that a utility is taken to have.
const LEAST_VARIANCE: f64 = 1e-8;

/// The index of the child of the root to play: the best lower bound among those with a fair share of the weight, after those
/// have lost weight that would not have been given them, had their worth been known from the beginning.
pub fn choice(tree: &Tree, params: &NetParams) -> Option<usize> {
    let root = tree.root();
    let stand = Stand::new(tree, root, params);
    let mean = |index: usize| mean_of(tree, root, index);
    // The last visit may weigh too much, and the policy says something, too.
    let steadiness = |&(index, child): &(usize, &Node)| {
        let count = f64::from(tree.opinion(tree.child_id(root, index)).count());
        mean(index).weight * (count - 1.0).max(0.0) / count.max(1.0) + 2.0 * policy_of(child)
    };
    let known = || visited(tree, root).filter(|(index, _)| mean(*index).weight > 0.0);
    let (steadiest, child) =
        known().max_by(|a, b| steadiness(a).total_cmp(&steadiness(b)).then(b.0.cmp(&a.0)))?;
    let most = mean(steadiest);
    let worth = stand.value(most.values.utility, policy_of(child), most.weight);
    let is_eligible = |&(index, child): &(usize, &Node)| {
        let mean = mean(index);
        let wanted = stand.weight_for(worth, mean.values.utility, policy_of(child));
        let weight = if index == steadiest { mean.weight } else { mean.weight.min(wanted).ceil() };
        weight > 0.0 && weight >= params.choice_least_share * most.weight
    };
    let bound = |index: usize| lower_bound(tree, tree.child_id(root, index), params);
    let eligible = known().filter(is_eligible).map(|(index, _)| index);
    eligible.max_by(|&a, &b| bound(a).total_cmp(&bound(b)).then(b.cmp(&a)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::search::net::{Biases, weigh};
    use crate::search::opinion::Values;

    /// A tree whose root has children with these shares of the policy.
    fn tree(policy: &[f32]) -> Tree {
        let tree = Tree::with_opinions(8);
        let points: Vec<Point> = (0..policy.len()).map(|i| Point::new(i, 0)).collect();
        tree.add_children(tree.root(), &points, |index, child| child.add_prior(policy[index], 1.0));
        visit(&tree, tree.root(), 1, 0.0);
        tree
    }

    fn visit(tree: &Tree, id: NodeId, times: usize, utility: f64) {
        tree.form_opinion(id);
        for _ in 0..times {
            tree.node(id).enter();
            tree.opinion(id).end_here(&Values { utility, ..Values::default() });
            tree.opinion(id).update(|| weigh(tree, id, &NetParams::default(), &Biases::default()));
        }
    }

    fn child(tree: &Tree, index: usize) -> NodeId {
        tree.child_id(tree.root(), index)
    }

    #[test]
    fn policy_leads_first_and_results_later() {
        let (tree, params) = (tree(&[0.7, 0.2, 0.1]), NetParams::default());
        assert_eq!(best_child(&tree, tree.root(), &params), 0);
        visit(&tree, child(&tree, 0), 30, -0.8);
        assert_eq!(best_child(&tree, tree.root(), &params), 1);
        visit(&tree, child(&tree, 1), 5, 0.5);
        assert_eq!(best_child(&tree, tree.root(), &params), 1);
    }

    #[test]
    fn a_simulation_under_way_drives_the_next_one_elsewhere() {
        let (tree, params) = (tree(&[0.5, 0.45, 0.05]), NetParams::default());
        let first = best_child(&tree, tree.root(), &params);
        tree.node(child(&tree, first)).enter();
        assert_ne!(best_child(&tree, tree.root(), &params), first);
    }

    #[test]
    fn visits_that_were_a_mistake_do_not_make_a_choice() {
        let (tree, params) = (tree(&[0.9, 0.05, 0.05]), NetParams::default());
        visit(&tree, child(&tree, 0), 80, 0.3);
        visit(&tree, child(&tree, 1), 20, 0.25);
        let first = tree.opinion(child(&tree, 0));
        // A utility that varies leaves the likely move the lower bound of the two.
        first.set_mean(&Mean { utility_square: 0.3, ..first.mean() });
        let bound = |index| lower_bound(&tree, child(&tree, index), &params);
        assert!(bound(1) > bound(0) && bound(0) > bound(2), "{} {} {}", bound(0), bound(1), bound(2));
        assert_eq!(choice(&tree, &params), Some(0), "the policy would not have earned the other its visits");
        tree.node(child(&tree, 1)).add_prior(0.4, 1.0);
        assert_eq!(choice(&tree, &params), Some(1));
    }

    #[test]
    fn the_choice_is_the_move_that_is_surely_good() {
        let (tree, params) = (tree(&[0.4, 0.4, 0.2]), NetParams::default());
        assert_eq!(choice(&tree, &params), None);
        visit(&tree, child(&tree, 0), 60, 0.1);
        visit(&tree, child(&tree, 1), 50, 0.3);
        visit(&tree, child(&tree, 2), 3, 0.9);
        assert_eq!(choice(&tree, &params), Some(1));
    }
}
