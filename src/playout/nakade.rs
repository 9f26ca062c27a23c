//! Eye spaces that one stone on the vital point makes a single eye.
//!
//! The dead shapes are three in a row, bent three, pyramid four, crossed five, bulky five and rabbity six, each with a
//! vital point, and the square four, which is dead as it stands. Source: J. Davies, "Life and Death" (1975); the test by
//! degrees is that of Pachi (`tactics/nakade.c`).

use crate::board::{Board, Color, Few, Point, Points};

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

impl Shape {
    /// The vital point, if there is one.
    pub fn vital_point(self) -> Option<Point> {
        match self {
            Shape::Vital(point) => Some(point),
            _ => None,
        }
    }
}

/// Judges a connected set of points as an eye space, by how many neighbours in it they have.
pub fn shape(points: &[Point]) -> Shape {
    let degree = |point: Point| point.neighbours().iter().filter(|q| points.contains(q)).count();
    shape_by_degrees(points, degree)
}

#[inline(always)]
fn shape_by_degrees(points: &[Point], degree: impl Fn(Point) -> usize) -> Shape {
    if points.len() <= 2 {
        return Shape::OneEye;
    }
    let (mut ends, mut most, mut centre) = (0, 0, points[0]);
    for &point in points {
        let degree = degree(point);
        ends += degree;
        (most, centre) = if degree > most { (degree, point) } else { (most, centre) };
    }
    match (points.len(), ends / 2, most) {
        (4, 4, _) => Shape::OneEye,
        (3, _, 2) | (4, 3, 3) | (5, 4, 4) | (5, 5, 3) | (6, 6, 4) => Shape::Vital(centre),
        _ => Shape::Open,
    }
}

/// The vital point, if there is one, of the region of the empty `start`, which is small and which stones of `outsider` are
/// not next to: then the other player alone encloses it.
pub fn vital_point(board: &Board, start: Point, outsider: Color) -> Option<Point> {
    if board.touches(outsider, start) {
        return None;
    }
    // Most regions are told by two steps; a point of the second ring has at most two neighbours in the first.
    match board.region_from(start, outsider)? {
        (0, _) | (1, 0) => None,
        (_, 0) => Some(start),
        (first, on) if 1 + first + on.div_ceil(2) > LARGEST => None,
        _ => {
            let region = small_region(board, start, outsider)?;
            // Empty neighbours are in the region, too.
            shape_by_degrees(&region, |point| board.empty_neighbours(point)).vital_point()
        }
    }
}

/// The empty points connected to the empty `start`, if they are no more than the largest dead shape and none is next to a
/// stone of `outsider`. Without branches on what a neighbour is, as nothing can predict that.
fn small_region(board: &Board, start: Point, outsider: Color) -> Option<Few> {
    // One bit for each index modulo 64: two points with the same are seven steps apart or more, which is farther than seven
    // connected points reach. The loop may pass seven points by the neighbours of one, and then gives up.
    let bit = |point: Point| 1_u64 << (point.index() % 64);
    let (mut region, mut seen) = (Few::new(), bit(start));
    region.push_if(true, start);
    let mut next = 0;
    while next < region.len() {
        let mut is_touched = false;
        for neighbour in region[next].neighbours() {
            let is_new = board.is_empty(neighbour) & (seen & bit(neighbour) == 0);
            is_touched |= is_new & board.touches(outsider, neighbour);
            seen |= bit(neighbour) * u64::from(is_new);
            region.push_if(is_new, neighbour);
        }
        if is_touched | (region.len() > LARGEST) {
            return None;
        }
        next += 1;
    }
    Some(region)
}

/// The stones of the chain that a play of `color` on the empty `point` makes, if they are no more than the largest dead
/// shape.
pub fn small_chain_after(board: &Board, color: Color, point: Point) -> Option<Points> {
    let mut stones = Points::new();
    stones.push(point);
    for chain in board.chains_next_to(point, color) {
        if stones.len() + board.chain_len(chain) > LARGEST {
            return None;
        }
        stones.extend(board.chain_stones(chain));
    }
    Some(stones)
}

/// Whether stones of that shape, once captured, leave an eye space in which the attacker can stop a second eye.
pub fn is_dead_shape(points: &[Point]) -> bool {
    shape(points) != Shape::Open
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use rand::{RngExt, SeedableRng};

    #[test]
    fn points_with_the_same_bit_are_farther_apart_than_seven_connected_ones() {
        let middle = Point::new(12, 12);
        for (column, row) in (0..25).flat_map(|column| (0..25).map(move |row| (column, row))) {
            let has_same_bit = Point::new(column, row).index() % 64 == middle.index() % 64;
            let steps = column.abs_diff(12) + row.abs_diff(12);
            assert!(!has_same_bit || steps == 0 || steps > 6, "{column}, {row}");
        }
    }

    /// The region by a plain flood.
    fn flooded(board: &Board, start: Point, outsider: Color) -> Option<Vec<Point>> {
        let mut region = vec![start];
        let mut next = 0;
        while let Some(&point) = region.get(next) {
            if board.touches(outsider, point) || region.len() > LARGEST {
                return None;
            }
            let around = point.neighbours().into_iter().filter(|q| board.is_empty(*q) && !region.contains(q));
            region.extend(around.collect::<Vec<_>>());
            next += 1;
        }
        Some(region)
    }

    #[test]
    fn small_regions_are_those_of_a_plain_flood() {
        let mut rng = crate::playout::Rng::seed_from_u64(1);
        let mut found = 0;
        for side in [5, 9, 25] {
            let mut board = Board::new(Size::square(side));
            for turn in 0..3 * side * side {
                let color = Color::BOTH[turn % 2];
                let draws = (0..10).map(|_| board.empties()[rng.random_range(0..board.empties().len())]);
                let is_open = |p: &Point| board.is_legal(color, *p) && !board.is_eyelike(color, *p);
                match draws.collect::<Vec<_>>().into_iter().find(is_open) {
                    Some(point) => _ = board.play(color, point),
                    None => board.pass(),
                }
                for &start in board.empties().iter().filter(|start| !board.touches(color, **start)) {
                    let region =
                        small_region(&board, start, color).map(|region| region.iter().copied().collect());
                    let sorted = |mut points: Vec<Point>| {
                        points.sort_unstable();
                        points
                    };
                    let expected = flooded(&board, start, color).map(sorted);
                    found += usize::from(expected.as_ref().is_some_and(|points| points.len() > 2));
                    assert_eq!(region.map(sorted), expected, "{start:?} {}", board.to_diagram());
                }
            }
        }
        assert!(found > 100, "{found} regions of some size");
    }

    /// The shape of the points marked in rows from the top.
    fn judged(rows: &[&str]) -> Shape {
        let mut points = Vec::new();
        for (i, row) in rows.iter().rev().enumerate() {
            points.extend(row.match_indices('#').map(|(j, _)| Point::new(j, i)));
        }
        shape(&points)
    }

    #[test]
    fn shapes_are_known() {
        let middle = Shape::Vital(Point::new(1, 1));
        for one in [&["#"][..], &["##"], &["##", "##"]] {
            assert_eq!(judged(one), Shape::OneEye, "{one:?}");
        }
        let vital: [&[&str]; 6] = [
            &[".#", ".#", ".#"],
            &["##", ".#"],
            &["...", "###", ".#."],
            &[".#.", "###", ".#."],
            &["#..", "##.", "##."],
            &[".#.", "###", "##."],
        ];
        for (i, rows) in vital.into_iter().enumerate() {
            assert!(matches!(judged(rows), Shape::Vital(_)), "{rows:?}");
            assert!(i == 1 || i == 4 || judged(rows) == middle, "{rows:?}");
        }
        for open in [&["####"][..], &["##.", ".##"], &["#####"], &["###", "###"], &["####", "####"]] {
            assert_eq!(judged(open), Shape::Open, "{open:?}");
        }
    }
}
