//! Which child a simulation with a network follows, and which move is chosen in the end.
//!
//! Source: C. D. Rosin, "Multi-armed bandits with episode context" (2011), as AlphaZero uses it (PUCT), with the scaling by
//! the deviation of the utility and the choice by lower bounds of KataGo (D. J. Wu, `docs/KataGoMethods.md`).

use crate::params::NetParams;
use crate::search::tree::{NodeId, Tree};

/// The index of the child to follow: the best sum of utility and exploration. Moves are tried in the order of their policy.
pub fn best_child(tree: &Tree, id: NodeId, params: &NetParams) -> usize {
    let children = tree.children(id);
    let (mut visits, mut visited_share) = (0.0, 0.0);
    for child in children.iter().filter(|child| child.visits() > 0) {
        visits += f64::from(child.visits());
        visited_share += f64::from(child.prior().1);
    }
    let here = tree.opinion(id);
    // What a node holds is seen by the player who moved into it.
    let utility = -here.utility();
    let deviation = params.deviation_factor(utility, here.utility_square(), here.count());
    let scale = params.exploration_after(visits) * (visits + MORE_THAN_NONE).sqrt() * deviation;
    let trust = visited_share.min(1.0).powi(2);
    let expected = trust * utility - (1.0 - trust) * here.own();
    let unvisited = expected - params.reduction(id == tree.root(), visited_share);
    let (mut best, mut best_value) = (0, f64::NEG_INFINITY);
    for (index, child) in children.iter().enumerate() {
        let visits = f64::from(child.visits());
        let value = match visits {
            0.0 => unvisited,
            _ => utility_with_losses(tree, tree.child_id(id, index), visits, params),
        };
        let value = value + scale * f64::from(child.prior().1) / (1.0 + visits);
        if value > best_value {
            (best, best_value) = (index, value);
        }
    }
    best
}

/// Lets the policy decide where no move has been visited.
const MORE_THAN_NONE: f64 = 0.01;

/// The mean utility of a child, simulations that are under way counting as lost.
fn utility_with_losses(tree: &Tree, id: NodeId, visits: f64, params: &NetParams) -> f64 {
    let opinion = tree.opinion(id);
    let under_way = (visits - opinion.count()).max(0.0);
    (opinion.utility_sum() - under_way * params.most_utility()) / visits
}

/// The lower bound of a child's utility: its mean less some standard errors, few visits counting as less certain still.
pub fn lower_bound(tree: &Tree, id: NodeId, params: &NetParams) -> f64 {
    let opinion = tree.opinion(id);
    let (count, mean) = (opinion.count(), opinion.utility());
    if count < 1.0 {
        return -params.most_utility() * (1.0 + 2.0 * params.choice_errors);
    }
    let square = opinion.utility_square().max(mean * mean + f64::EPSILON);
    // A prior that the variance is the largest there can be, which fades with the third power of the visits.
    let prior = count.powi(-2);
    let widest = square + params.most_utility().powi(2);
    let variance = (square * count + widest * prior) / (count + prior) - mean * mean;
    mean - params.choice_errors * (variance / count).max(0.0).sqrt()
}

/// The index of the child of the root to play: the best lower bound among those with a fair share of the visits.
pub fn choice(tree: &Tree, params: &NetParams) -> Option<usize> {
    let children = tree.children(tree.root());
    let most = children.iter().map(|child| child.visits()).max().filter(|visits| *visits > 0)?;
    let least = params.choice_least_share * f64::from(most);
    let bound = |index: &usize| lower_bound(tree, tree.child_id(tree.root(), *index), params);
    (0..children.len())
        .filter(|&index| children[index].visits() > 0 && f64::from(children[index].visits()) >= least)
        .max_by(|a, b| bound(a).total_cmp(&bound(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
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
        for _ in 0..times {
            tree.node(id).enter();
            tree.opinion(id).add(&Values { utility, ..Values::default() });
        }
    }

    fn child(tree: &Tree, index: usize) -> NodeId {
        tree.child_id(tree.root(), index)
    }

    #[test]
    fn policy_leads_first_and_results_later() {
        let (tree, params) = (tree(&[0.2, 0.7, 0.1]), NetParams::default());
        assert_eq!(best_child(&tree, tree.root(), &params), 1);
        visit(&tree, child(&tree, 1), 30, -0.8);
        visit(&tree, child(&tree, 0), 5, 0.5);
        assert_eq!(best_child(&tree, tree.root(), &params), 0);
    }

    #[test]
    fn a_simulation_under_way_drives_the_next_one_elsewhere() {
        let (tree, params) = (tree(&[0.5, 0.45, 0.05]), NetParams::default());
        let first = best_child(&tree, tree.root(), &params);
        tree.node(child(&tree, first)).enter();
        assert_ne!(best_child(&tree, tree.root(), &params), first);
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
