//! The liberties of a chain as three exact sums, packed into a `u64`.
//!
//! Over the distinct liberties of a chain we keep their number, the sum of their indices and the sum of the squares:
//!
//! ```text
//!   bits 0..16 number | 16..35 sum | 35..64 sum of squares
//! ```
//!
//! Losing or gaining a liberty is one subtraction or addition, and one or two liberties can be named without a look at
//! the board. Room: a chain on 25x25 has at most 417 liberties with indices below 755, so the sum stays below 2^19 and
//! the squares below 2^28.
//! Source: the sums are those of libego (Ł. Lew 2010), there over pseudo-liberties, which cannot name two.

use super::point::{POINTS, Point};
use super::point_map::{Near, PointMap};

/// A set of points, known by its sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Liberties(u64);

/// The set of each single point: a load beats the multiplication and the shifts.
static SINGLE: PointMap<Liberties> = singles();

const fn singles() -> PointMap<Liberties> {
    let mut sets = [Liberties(0); POINTS];
    let mut i = 0;
    while i < POINTS {
        let index = i as u64;
        sets[i] = Liberties(1 | index << 16 | (index * index) << 35);
        i += 1;
    }
    PointMap::from_array(sets)
}

impl Liberties {
    /// The empty set.
    pub const NONE: Liberties = Liberties(0);
    /// What stands for the liberties of an empty point: neither none nor one, even when some are lost.
    pub const DUMMY: Liberties = Liberties(30_000);
    /// What stands for the liberties of the border: one, at no point of the board, so that it never becomes none.
    pub const BORDER: Liberties = Liberties(1);

    /// The set of that point alone.
    #[inline]
    pub fn of(point: Point) -> Liberties {
        SINGLE[point]
    }

    /// The set of that place alone.
    #[inline]
    pub(super) fn at(near: Near) -> Liberties {
        SINGLE[near]
    }

    /// The union with a set that has no point in common.
    #[inline]
    pub fn plus(self, other: Liberties) -> Liberties {
        Liberties(self.0.wrapping_add(other.0))
    }

    /// The set without a subset.
    #[inline]
    pub fn minus(self, other: Liberties) -> Liberties {
        Liberties(self.0.wrapping_sub(other.0))
    }

    /// The number of points.
    #[inline]
    pub fn count(self) -> usize {
        usize::from(self.0 as u16)
    }

    /// Whether there is no point.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there is no point and the number is 0.
    #[inline(always)]
    pub(super) fn is_empty_with(self, number: u8) -> bool {
        self.0 | u64::from(number) == 0
    }

    /// Whether there is exactly one point.
    #[inline]
    pub fn is_single(self) -> bool {
        self.0 as u16 == 1
    }

    /// The sum of the indices of the points: of a set of one, its index.
    #[inline]
    pub(super) fn sum(self) -> usize {
        (self.0 >> 16) as usize & 0x7_ffff
    }

    /// The point of a set of one.
    #[inline]
    pub fn only(self) -> Point {
        debug_assert!(self.is_single());
        Point::from_index(self.sum())
    }

    /// The points of a set of two, the one with the lower index first.
    ///
    /// With `s = a + b` and `q = a^2 + b^2`, `(b - a)^2 = 2q - s^2`; the root of a square below 2^20 is exact in `f64`.
    #[inline]
    pub fn both(self) -> [Point; 2] {
        debug_assert!(self.count() == 2);
        let (sum, squares) = (self.sum(), (self.0 >> 35) as usize);
        let gap = ((2 * squares - sum * sum) as f64).sqrt() as usize;
        [Point::from_index((sum - gap) / 2), Point::from_index((sum + gap) / 2)]
    }

    /// The other point of a set of two that `point` is in.
    #[inline]
    pub fn other_than(self, point: Point) -> Point {
        debug_assert!(self.count() == 2);
        Point::from_index(self.sum() - point.index())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_points_are_named_from_their_sums() {
        let points: Vec<Point> = (1..25).map(|i| Point::new(i, (7 * i) % 25)).collect();
        for &a in &points {
            assert_eq!(Liberties::of(a).only(), a);
            for &b in points.iter().filter(|b| a < **b) {
                let set = Liberties::of(b).plus(Liberties::of(a));
                assert_eq!((set.count(), set.both(), set.other_than(a)), (2, [a, b], b));
                assert_eq!(set.minus(Liberties::of(b)), Liberties::of(a));
            }
        }
    }
}
