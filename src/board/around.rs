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

/// A list of at most sixteen points, in place: what does not fit in is left out.
#[derive(Clone, Copy, Debug)]
pub struct Few {
    /// The last place is never read: it takes what is not wanted when the list is full.
    points: [Point; 17],
    len: usize,
}

impl Few {
    /// The most points that fit in.
    const ROOM: usize = 16;

    /// The empty list.
    #[inline]
    pub const fn new() -> Few {
        Few { points: [Point::NONE; Few::ROOM + 1], len: 0 }
    }

    /// Appends the point if it is `wanted`, without a branch.
    #[inline(always)]
    pub fn push_if(&mut self, wanted: bool, point: Point) {
        self.points[self.len.min(Few::ROOM)] = point;
        self.len += usize::from(wanted & (self.len < Few::ROOM));
    }

    /// Appends the point unless it is listed.
    #[inline(always)]
    pub fn push_new(&mut self, point: Point) {
        let is_listed = self.contains(&point);
        self.push_if(!is_listed, point);
    }

    /// Keeps the points that are wanted, in their order.
    #[inline(always)]
    pub fn retain(&mut self, mut is_wanted: impl FnMut(Point) -> bool) {
        let listed = self.len;
        self.len = 0;
        for place in 0..listed.min(Few::ROOM) {
            let point = self.points[place];
            self.push_if(is_wanted(point), point);
        }
    }
}

impl Default for Few {
    fn default() -> Few {
        Few::new()
    }
}

impl Deref for Few {
    type Target = [Point];

    #[inline]
    fn deref(&self) -> &[Point] {
        &self.points[..self.len.min(Few::ROOM)]
    }
}
