//! Prior knowledge: virtual visits and wins that a new node gets from what its move is and does.
//!
//! The knowledge is the move model of [`crate::pattern`]: the likelier a strong player plays a move, the more visits, all
//! of them won, its node begins with. Source of the kind: "progressive bias" (Chaslot et al. 2008), given to the node's own
//! value and not to RAVE; the square root of the probability: Pachi.

use super::tree::Node;
use crate::board::{Board, Color, Point};
use crate::pattern::features::Position;
use crate::pattern::{BoardClass, Model};

/// The priors of all moves of one position.
pub struct Priors {
    even: f32,
    /// For each move, how many visits the move model gives it.
    learned: Vec<f32>,
}

impl Priors {
    /// The priors of `color`'s moves on the empty `points`; `recent` are the last move and the one before, `Point::NONE`
    /// where there is none; `even` the visits of the even-game prior, `learned` those of a move that is certain.
    pub fn new(
        board: &Board,
        color: Color,
        recent: [Point; 2],
        points: &[Point],
        even: f32,
        learned: f32,
    ) -> Priors {
        let position = Position::new(board, color, recent);
        let probabilities = Model::embedded().probabilities(BoardClass::of(board.size()), &position, points);
        Priors { even, learned: probabilities.into_iter().map(|p| learned * p.sqrt()).collect() }
    }

    /// Adds the prior of the move on the point of that index; a pass, which comes after all points, has the even one only.
    pub fn add_to(&self, node: &Node, index: usize) {
        node.add_prior(self.even, 0.5);
        if let Some(visits) = self.learned.get(index) {
            node.add_prior(*visits, 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value_of(priors: &Priors, index: usize) -> f32 {
        let node = Node::default();
        priors.add_to(&node, index);
        let (visits, wins) = node.prior();
        wins / visits
    }

    #[test]
    fn a_likely_move_is_worth_more_than_an_odd_one_and_a_pass_is_even() {
        let board = Board::from_diagram("..... .XO.. XOO.. .XX.. .....").unwrap();
        let points = [Point::new(3, 2), Point::new(4, 0)];
        let priors = Priors::new(&board, Color::Black, [Point::NONE; 2], &points, 10.0, 200.0);
        let [capture, quiet, pass] = [0, 1, 2].map(|index| value_of(&priors, index));
        assert!(capture > quiet && quiet > pass, "{capture} {quiet} {pass}");
        assert_eq!(pass, 0.5);
    }
}
