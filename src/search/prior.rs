//! Prior knowledge: virtual visits and wins that a new node gets from what its move is and does.
//!
//! The knowledge is the move model of [`crate::pattern`]: the likelier a strong player plays a move, the more visits, all
//! of them won, its node begins with. Source of the kind: "progressive bias" (Chaslot et al. 2008), given to the node's own
//! value and not to RAVE; the square root of the probability: Pachi.

use super::tree::Node;
use crate::board::{Board, Color, Point};
use crate::pattern::features::Position;
use crate::pattern::forecast::Forecast;
use crate::pattern::{BoardClass, Model};

/// The moves of one position, likeliest first, and their priors.
pub struct Priors {
    even: f32,
    /// Each move with the visits that the move model gives it; `Point::NONE` is a pass.
    moves: Vec<(Point, f32)>,
}

impl Priors {
    /// The priors of `color`'s moves on the empty `points`; `recent` are the last move and the one before, `Point::NONE`
    /// where there is none; `forecast` is what playouts say of the points; `even` the visits of the even-game prior, `learned`
    /// those of a move that is certain. Moves that are equally likely keep the order of `points`.
    pub fn new(
        board: &Board,
        color: Color,
        recent: [Point; 2],
        points: &[Point],
        forecast: Option<&Forecast>,
        even: f32,
        learned: f32,
    ) -> Priors {
        let position = Position::new(board, color, recent).with_forecast(forecast);
        let class = BoardClass::of(board.size());
        let probabilities = Model::embedded(class).probabilities(class, &position, points);
        let visits = probabilities.into_iter().map(|p| learned * p.sqrt());
        let mut moves: Vec<(Point, f32)> = points.iter().copied().zip(visits).collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        Priors { even, moves }
    }

    /// Puts a pass, which the move model does not know, at that place or at the end.
    pub fn insert_pass(&mut self, place: usize) {
        self.moves.insert(place.min(self.moves.len()), (Point::NONE, 0.0));
    }

    /// Keeps so many of the moves, the first ones.
    pub fn keep(&mut self, most: usize) {
        self.moves.truncate(most);
    }

    /// The moves in their order, `Point::NONE` for a pass.
    pub fn points(&self) -> Vec<Point> {
        self.moves.iter().map(|(point, _)| *point).collect()
    }

    /// Adds the prior of the move of that index.
    pub fn add_to(&self, node: &Node, index: usize) {
        node.add_prior(self.even, 0.5);
        node.add_prior(self.moves[index].1, 1.0);
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
        let points = [Point::new(4, 0), Point::new(3, 2)];
        let [quiet, capture] = points;
        let mut priors = Priors::new(&board, Color::Black, [Point::NONE; 2], &points, None, 10.0, 200.0);
        priors.insert_pass(9);
        assert_eq!(priors.points(), [capture, quiet, Point::NONE], "the likeliest comes first");
        let [capture, quiet, pass] = [0, 1, 2].map(|index| value_of(&priors, index));
        assert!(capture > quiet && quiet > pass, "{capture} {quiet} {pass}");
        assert_eq!(pass, 0.5);
    }
}
