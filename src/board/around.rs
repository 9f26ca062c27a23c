//! Short lists of points in place, as questions about neighbours are answered.

use super::point::Point;
use std::ops::Deref;

/// A list of at most four points, in place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Around {
    points: [Point; 4],
    len: usize,
}

impl Around {
    pub(super) const fn new() -> Around {
        Around { points: [Point::NONE; 4], len: 0 }
    }

    /// Appends the point if it is `wanted`: without a branch, as nothing can predict what stands around a point. There may
    /// not be four yet.
    #[inline(always)]
    pub(super) fn push_if(&mut self, wanted: bool, point: Point) {
        self.points[self.len % 4] = point;
        self.len += usize::from(wanted);
    }
}

impl Deref for Around {
    type Target = [Point];

    #[inline]
    fn deref(&self) -> &[Point] {
        &self.points[..self.len.min(4)]
    }
}

impl IntoIterator for Around {
    type Item = Point;
    type IntoIter = std::iter::Take<std::array::IntoIter<Point, 4>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.points.into_iter().take(self.len)
    }
}

/// A list of at most sixteen points, in place.
pub(super) struct Few {
    points: [Point; 16],
    len: usize,
}

impl Few {
    pub const fn new() -> Few {
        Few { points: [Point::NONE; 16], len: 0 }
    }

    pub const fn len(&self) -> usize {
        self.len
    }

    /// Appends the point if it is `wanted`, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, wanted: bool, point: Point) {
        debug_assert!(self.len < 16);
        self.points[self.len % 16] = point;
        self.len += usize::from(wanted);
    }

    /// Appends the point unless it is listed.
    #[inline(always)]
    pub fn push_new(&mut self, point: Point) {
        let is_listed = self.points[..self.len.min(16)].contains(&point);
        self.push_if(!is_listed, point);
    }
}
