//! Eye spaces that one stone on the vital point makes a single eye.
//!
//! The dead shapes are three in a row, bent three, pyramid four, crossed five, bulky five and rabbity six, each with a
//! vital point, and the square four, which is dead as it stands. Source: J. Davies, "Life and Death" (1975); the test by
//! degrees is that of Pachi (`tactics/nakade.c`).

use crate::board::{Point, Points};

/// The largest dead shape, in points.
pub const LARGEST: usize = 6;

/// What one eye space of that shape is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One eye, whoever plays first.
    OneEye,
    /// One eye if the attacker plays first on that point, two if the defender does.
    Vital(Point),
    /// Two eyes whoever plays first, as far as shape alone decides.
    Open,
}

/// Judges a connected set of points as an eye space.
pub fn shape(points: &[Point]) -> Shape {
    if points.len() <= 2 {
        return Shape::OneEye;
    }
    if points.len() > LARGEST {
        return Shape::Open;
    }
    let degree = |p: &Point| p.neighbours().into_iter().filter(|q| points.contains(q)).count();
    let degrees: Points = Points::from_iter(points.iter().copied());
    let ends: usize = degrees.iter().map(degree).sum();
    let Some(&centre) = points.iter().max_by_key(|p| degree(p)) else { return Shape::OneEye };
    match (points.len(), ends / 2, degree(&centre)) {
        (4, 4, _) => Shape::OneEye,
        (3, _, 2) | (4, 3, 3) | (5, 4, 4) | (5, 5, 3) | (6, 6, 4) => Shape::Vital(centre),
        _ => Shape::Open,
    }
}

/// Whether stones of that shape, once captured, leave an eye space in which the attacker can stop a second eye.
pub fn is_dead_shape(points: &[Point]) -> bool {
    shape(points) != Shape::Open
}
