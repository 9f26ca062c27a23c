//! Which child a simulation follows: pure formulas over the statistics of a node.
//!
//! Source: S. Gelly and D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go" (2011),
//! with the weight that Pachi uses and no exploration term: RAVE explores enough.

use super::tree::Node;
use crate::params::SearchParams;

/// The value of a child: its own mean result and its RAVE mean, RAVE weighing `r / (r + n + n r / rave_equiv)` for `n`
/// visits (virtual ones included) and `r` AMAF samples. Result 0 to 1, for the player who moves into the child.
#[inline]
pub fn value(child: &Node, rave_equiv: f32) -> f32 {
    let (prior_visits, prior_wins) = child.prior();
    let (rave_visits, rave_wins) = child.rave();
    let visits = child.visits() as f32 + prior_visits;
    let own = if visits > 0.0 { (child.wins() as f32 + prior_wins) / visits } else { 0.5 };
    if rave_visits == 0.0 {
        return own;
    }
    let beta = rave_visits / (rave_visits + visits + visits * rave_visits / rave_equiv);
    beta * (rave_wins / rave_visits) + (1.0 - beta) * own
}

/// How many children of a node with so many visits are open to simulations.
///
/// Sources of the kind: progressive widening (Coulom 2007, "Computing Elo Ratings of Move Patterns in the Game of Go") and
/// progressive unpruning (Chaslot et al. 2008).
#[inline]
pub fn width(params: &SearchParams, visits: u32) -> usize {
    // How often the visits have doubled; none at all is no doubling.
    let doublings = (visits / params.widening_from).checked_ilog2().map_or(0, |log| log + 1);
    params.widening_start + (params.widening_step * doublings as f32) as usize
}

/// How many children a node below the root ever opens.
pub fn widest(params: &SearchParams) -> usize {
    width(params, params.widening_to)
}

/// The index of the child with the best value, the first of equals; 0 if there is none.
#[inline]
pub fn best_child(children: &[Node], rave_equiv: f32) -> usize {
    let (mut best, mut best_value) = (0, f32::NEG_INFINITY);
    for (index, child) in children.iter().enumerate() {
        let value = value(child, rave_equiv);
        if value > best_value {
            (best, best_value) = (index, value);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unvisited_child_is_worth_its_prior() {
        let child = Node::default();
        assert_eq!(value(&child, 3000.0), 0.5);
        child.add_prior(10.0, 0.8);
        assert!((value(&child, 3000.0) - 0.8).abs() < 1e-6);
    }

    #[test]
    fn rave_counts_at_first_and_fades_with_visits() {
        let child = Node::default();
        child.add_prior(1.0, 0.5);
        child.add_rave(100.0, 1.0);
        let early = value(&child, 3000.0);
        assert!(early > 0.9);
        for _ in 0..100_000 {
            child.enter();
            child.add_result(0.2);
        }
        assert!((value(&child, 3000.0) - 0.2).abs() < 0.03);
    }

    #[test]
    fn a_node_opens_more_children_as_its_visits_double() {
        let params = SearchParams {
            widening_start: 5,
            widening_step: 1.5,
            widening_from: 8,
            widening_to: 1 << 24,
            ..SearchParams::default()
        };
        let widths = [0, 7, 8, 15, 16, 32, u32::MAX].map(|visits| width(&params, visits));
        assert_eq!(widths, [5, 5, 6, 6, 8, 9, 48]);
        assert_eq!(widest(&params), 38);
    }

    #[test]
    fn the_first_of_equals_is_taken() {
        let children: Vec<Node> = (0..3).map(|_| Node::default()).collect();
        assert_eq!(best_child(&children, 3000.0), 0);
        children[2].add_prior(5.0, 0.9);
        assert_eq!(best_child(&children, 3000.0), 2);
    }
}
