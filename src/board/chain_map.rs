//! Numbers of chains, and arrays that only they index.
//!
//! A chain has the number of the stone that founded it, which stays in it until the whole chain is taken. So no list of
//! free numbers is needed, and the number itself names a stone to link the next one to.

use super::point::{Point, Size};
use super::point_map::{PointMap, Rows};
use std::ops::{Index, IndexMut};

/// The number of a chain; two stones are connected if they have the same. Valid until the board changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ChainId(Point);

impl ChainId {
    /// What empty points have instead of a chain.
    pub(super) const DUMMY: ChainId = ChainId(Point::NONE);
    /// What guard points have instead of a chain.
    pub(super) const BORDER: ChainId = ChainId(Point::wrapped(1));

    /// The number of the chain that the stone on `point` founds.
    #[inline]
    pub(super) const fn founded_by(point: Point) -> ChainId {
        ChainId(point)
    }

    /// 0 if the numbers are equal.
    #[inline]
    pub(super) const fn difference(self, other: ChainId) -> usize {
        self.0.index() ^ other.0.index()
    }

    /// The stone that founded the chain, which is one of it.
    #[inline]
    pub(super) const fn founder(self) -> Point {
        self.0
    }
}

/// An array with one entry for each chain number.
#[derive(Clone, Debug)]
pub(super) struct ChainMap<T>(PointMap<T>);

impl<T: Copy> ChainMap<T> {
    pub const fn filled(value: T) -> ChainMap<T> {
        ChainMap(PointMap::filled(value))
    }

    /// Takes over the entries of the chains that a board of this size can have; the dummies' are the same everywhere.
    #[inline]
    pub fn copy_rows(&mut self, other: &ChainMap<T>, size: Size) {
        self.0.copy_rows(&other.0, size, Rows::OfBoard);
    }
}

impl<T: Copy> Index<ChainId> for ChainMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, chain: ChainId) -> &T {
        &self.0[chain.0]
    }
}

impl<T: Copy> IndexMut<ChainId> for ChainMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, chain: ChainId) -> &mut T {
        &mut self.0[chain.0]
    }
}
