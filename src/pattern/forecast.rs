//! What playouts say of the points of a position, for the move model.

use crate::board::{Color, Point, PointMap, Size};

/// Who is likely to own each point in the end, and how much the game hangs on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Forecast {
    /// The share of playouts in which Black owned the point less that in which White did.
    ownership: PointMap<f32>,
    criticality: PointMap<f32>,
}

/// Counts of playouts by who won them: White, nobody, Black.
pub type ByWinner<T> = [T; 3];

impl Forecast {
    /// A forecast from counts: how often Black owned a point more than White did, and of all playouts.
    pub fn new(size: Size, balance: impl Fn(Point) -> ByWinner<i64>, playouts: ByWinner<i64>) -> Forecast {
        let total = playouts.iter().sum::<i64>().max(1) as f32;
        let winner = (playouts[2] - playouts[0]) as f32 / total;
        let (mut ownership, mut criticality) = (PointMap::filled(0.0), PointMap::filled(0.0));
        for point in size.points() {
            let [lost, drawn, won] = balance(point);
            ownership[point] = (lost + drawn + won) as f32 / total;
            criticality[point] = (won - lost) as f32 / total - ownership[point] * winner;
        }
        Forecast { ownership, criticality }
    }

    /// How much that player owns the point: -1 (the opponent does) to 1.
    #[inline]
    pub fn ownership(&self, color: Color, point: Point) -> f32 {
        color.sign() as f32 * self.ownership[point]
    }

    /// The covariance of who owns the point and who wins, -1 to 1: 0 where the owner is certain or makes no difference
    /// (Coulom 2009, "Criticality: a Monte-Carlo Heuristic for Go Programs").
    #[inline]
    pub fn criticality(&self, point: Point) -> f32 {
        self.criticality[point]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_that_the_winner_owns_is_critical_and_one_that_is_certain_is_not() {
        let (critical, certain) = (Point::new(0, 0), Point::new(1, 1));
        let balance = |point| match point {
            p if p == critical => [-10, 0, 10],
            p if p == certain => [10, 0, 10],
            _ => [0; 3],
        };
        let forecast = Forecast::new(Size::square(5), balance, [10, 0, 10]);
        assert_eq!((forecast.criticality(critical), forecast.ownership(Color::Black, critical)), (1.0, 0.0));
        assert_eq!((forecast.criticality(certain), forecast.ownership(Color::White, certain)), (0.0, -1.0));
    }
}
