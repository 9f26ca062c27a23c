//! The mean of a node, made anew from its children and from what the network said of the node itself.
//!
//! A child counts as much as it was visited, but less where the visits have shown it to be worse than its siblings: what
//! nobody would play should not pull the value of a position down. Two rules do that. *Noise pruning*: a child worse than
//! those before it, and visited out of proportion to its share of the policy, loses part of the excess. *Weighting by
//! value*: the weight of a child is multiplied by a power of the probability that its value is as good as the mean. What the
//! network said of the node itself is corrected by the bias of its kind ([`Biases`]). Source: KataGo,
//! `docs/KataGoMethods.md` and `cpp/search/searchupdatehelpers.cpp` (formulae).

use super::Biases;
use crate::params::NetParams;
use crate::search::opinion::{Mean, Values};
use crate::search::tree::{Node, NodeId, Tree};
use std::f64::consts::PI;

/// A child that has been visited.
struct Share {
    mean: Mean,
    /// Its share of the policy.
    policy: f64,
    /// What it counts in the mean.
    weight: f64,
}

/// Makes the mean of a node anew. Cost: in proportion to the children that have been visited.
pub fn weigh(tree: &Tree, id: NodeId, params: &NetParams, biases: &Biases) {
    let opinion = tree.opinion(id);
    let (own, own_weight) = opinion.own();
    let mut shares = shares(tree, id);
    let visited: f64 = shares.iter().map(|share| share.weight).sum();
    prune_noise(&mut shares, params);
    weigh_by_value(&mut shares, params);
    // The children hold what the player to move has; the node holds what the opponent has.
    let (mut sum, mut utility_squares, mut weight, mut weight_squares) = (Values::default(), 0.0, 0.0, 0.0);
    for share in &shares {
        sum.add(&share.mean.values.for_opponent(), share.weight);
        utility_squares += share.weight * share.mean.utility_square;
        weight += share.weight;
        weight_squares += (share.weight / share.mean.weight).powi(2) * share.mean.weight_squares;
    }
    let mut own = own;
    let bias = opinion.bias();
    if bias.slot != 0 {
        if weight > 0.0 {
            let error = sum.utility / weight - own.utility;
            opinion.set_bias(biases.correct(bias, error, visited.powf(params.bias_exponent)));
        }
        own.utility += params.bias_part * biases.mean(bias.slot);
    }
    sum.add(&own, own_weight);
    utility_squares += own_weight * own.utility * own.utility;
    weight += own_weight;
    weight_squares += own_weight;
    if weight <= 0.0 {
        return;
    }
    let values = sum.divided_by(weight);
    opinion.set_mean(&Mean { values, utility_square: utility_squares / weight, weight, weight_squares });
    tree.node(id).set_wins(values.win_rate * f64::from(opinion.count()));
}

/// The children that have been visited, the likeliest first.
fn shares(tree: &Tree, id: NodeId) -> Vec<Share> {
    let children = tree.children(id);
    let visited = children.iter().enumerate().take_while(|(_, child)| child.visits() > 0);
    let share = |(index, child): (usize, &Node)| {
        let mean = tree.opinion(tree.child_id(id, index)).mean();
        Share { mean, policy: f64::from(child.prior().1).max(f64::MIN_POSITIVE), weight: mean.weight }
    };
    visited.map(share).filter(|share| share.weight > 0.0).collect()
}

/// Takes weight from children that are worse than those before them and have more than twice their share of the policy.
fn prune_noise(shares: &mut [Share], params: &NetParams) {
    let (mut utilities, mut weights, mut policy) = (0.0, 0.0, 0.0);
    for share in shares {
        let utility = share.mean.values.utility;
        if weights > 0.0 {
            let gap = utilities / weights - utility;
            let excess = share.weight - 2.0 * weights * share.policy / policy;
            if gap > 0.0 && excess > 0.0 {
                share.weight -= excess * (1.0 - (-gap / params.noise_scale).exp());
            }
        }
        utilities += utility * share.weight;
        weights += share.weight;
        policy += share.policy;
    }
}

/// Shifts weight to children that are likely to be as good as the mean. The sum stays.
fn weigh_by_value(shares: &mut [Share], params: &NetParams) {
    let weights: f64 = shares.iter().map(|share| share.weight).sum();
    let mean = shares.iter().map(|share| share.weight * share.mean.values.utility).sum::<f64>() / weights;
    let mut new_weights = 0.0;
    for share in &mut *shares {
        // The standard deviation that the utility of a child with so many visits is taken to have.
        let deviation = (1.0 / (params.value_precision * share.weight.sqrt())).sqrt();
        let chance = student3((share.mean.values.utility - mean) / deviation) + LEAST_CHANCE;
        share.weight *= chance.powf(params.value_exponent);
        new_weights += share.weight;
    }
    shares.iter_mut().for_each(|share| share.weight *= weights / new_weights);
}

/// Added to every chance, so that no child counts nothing.
const LEAST_CHANCE: f64 = 1e-4;

/// The distribution function of Student's t with three degrees of freedom.
fn student3(t: f64) -> f64 {
    let x = t / 3.0_f64.sqrt();
    0.5 + (x / (1.0 + x * x) + x.atan()) / PI
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Point;
    use crate::search::opinion::BiasShare;

    /// A tree whose root, evaluated at 0, has two likely children and an unlikely one, with so many visits of such a utility.
    fn tree(children: &[(u32, f64)]) -> Tree {
        let tree = Tree::with_opinions(8);
        let points: Vec<Point> = (0..children.len()).map(|i| Point::new(i, 0)).collect();
        let policy = [0.45, 0.45, 0.1];
        tree.add_children(tree.root(), &points, |index, child| child.add_prior(policy[index], 1.0));
        for (index, &(visits, utility)) in children.iter().enumerate() {
            visit(&tree, tree.child_id(tree.root(), index), visits, utility, &Biases::default());
        }
        visit(&tree, tree.root(), 1, 0.0, &Biases::default());
        tree
    }

    fn visit(tree: &Tree, id: NodeId, times: u32, utility: f64, biases: &Biases) {
        tree.form_opinion(id);
        for _ in 0..times {
            tree.node(id).enter();
            let win_rate = (utility + 1.0) / 2.0;
            tree.opinion(id).end_here(&Values { utility, win_rate, ..Values::default() });
            tree.opinion(id).update(|| weigh(tree, id, &NetParams::default(), biases));
        }
    }

    fn root_mean(tree: &Tree) -> Mean {
        tree.opinion(tree.root()).mean()
    }

    #[test]
    fn equal_children_count_as_much_as_they_were_visited() {
        let mean = root_mean(&tree(&[(5, 0.5), (4, 0.5)]));
        assert!((mean.weight - 10.0).abs() < 1e-6 && (mean.weight_squares - 10.0).abs() < 1e-5, "{mean:?}");
        // The children have it for the player to move, the root for the opponent.
        assert!((mean.values.utility + 0.45).abs() < 1e-6, "{mean:?}");
        assert!((mean.utility_square - 0.225).abs() < 1e-6, "{mean:?}");
    }

    #[test]
    fn a_child_that_is_worse_counts_less_than_it_was_visited() {
        let mean = root_mean(&tree(&[(20, 0.5), (20, -0.5)]));
        assert!((mean.weight - 41.0).abs() < 1e-6, "{mean:?}");
        // All alike it would be 0.
        assert!((-0.3..-0.1).contains(&mean.values.utility), "{mean:?}");
    }

    #[test]
    fn visits_of_a_worse_child_beyond_its_policy_are_taken_off() {
        let params = NetParams::default();
        let noisy = tree(&[(10, 0.5), (1, 0.5), (10, -0.5)]);
        let mut shares = shares(&noisy, noisy.root());
        prune_noise(&mut shares, &params);
        // Its fair share is 11 * 0.1 / 0.9, and twice that is left to it.
        assert!((2.4..2.5).contains(&shares[2].weight), "{}", shares[2].weight);
        assert_eq!((shares[0].weight, shares[1].weight), (10.0, 1.0));
        let liked = tree(&[(10, 0.5), (1, 0.5), (10, 0.6)]);
        assert!((root_mean(&liked).weight - 22.0).abs() < 1e-6);
    }

    #[test]
    fn an_end_of_the_game_weighs_as_much_as_it_is_visited() {
        let tree = tree(&[]);
        visit(&tree, tree.root(), 9, 1.0, &Biases::default());
        let mean = root_mean(&tree);
        assert_eq!((mean.weight, mean.values.utility, tree.node(tree.root()).wins()), (10.0, 1.0, 10.0));
    }

    #[test]
    fn nodes_of_one_kind_correct_each_other() {
        let (tree, biases) = (tree(&[(8, 0.5)]), Biases::default());
        let share = BiasShare { slot: 7, ..BiasShare::default() };
        tree.opinion(tree.root()).set_bias(share);
        weigh(&tree, tree.root(), &NetParams::default(), &biases);
        assert!((biases.mean(7) + 0.5).abs() < 1e-6, "the network said 0, the children -0.5");
        weigh(&tree, tree.root(), &NetParams::default(), &biases);
        assert!((biases.mean(7) + 0.5).abs() < 1e-6, "weighed again, it counts once");
        let other = Tree::with_opinions(8);
        other.opinion(other.root()).set_bias(share);
        visit(&other, other.root(), 1, 0.2, &biases);
        let expected = 0.2 - 0.5 * NetParams::default().bias_part;
        assert!((root_mean(&other).values.utility - expected).abs() < 1e-6);
    }

    #[test]
    fn students_distribution_is_that_of_tables() {
        // Abramowitz and Stegun (1964), table 26.10: 95 % lie below 2.353, 99.5 % below 5.841.
        assert!((student3(2.353) - 0.95).abs() < 1e-4 && (student3(5.841) - 0.995).abs() < 1e-4);
        assert!((student3(-2.353) - 0.05).abs() < 1e-4 && (student3(0.0) - 0.5).abs() < 1e-12);
    }
}
