//! Arrays that only points index: [`PointMap`], with an entry for each point, and [`PointList`].
//!
//! The board's own loops reach the neighbours of a point by a [`Near`], a constant displacement into such an array, without
//! a check of the index: the arrays have entries to spare on both sides. What that buys is in docs/experiments.md,
//! "Indexing". All `unsafe` code of the board is in this file, and the types are what makes it sound: a [`Point`] is below
//! [`POINTS`] by its constructors, and a [`Near`] comes from a point alone.

use super::point::{Cell, GUARD_ROWS, POINTS, Point, STRIDE, Size};
use std::ops::{Index, IndexMut};

/// The farthest that a [`Near`] is from its point: two rows and two columns.
const REACH: usize = 2 * STRIDE + 2;
/// Entries of a [`PointMap`] before that of the point with index 0, and after that of the last.
const PAD: usize = 72;
/// Entries of a [`PointMap`].
const ENTRIES: usize = PAD + POINTS + PAD;
const _: () = assert!(REACH + 8 <= PAD, "a Near and the seven entries behind it must lie within a PointMap");

/// A place at most two steps from a point, guard or board: the entry of a [`PointMap`] that belongs to it.
///
/// The board's own loops use it for neighbours. It is wide, so that a neighbour is a constant displacement in a load or
/// store, and has no neighbours itself, so that it never leaves the arrays. Against masked `u16` indices: see
/// docs/experiments.md, "indexing".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Near(usize);

impl Near {
    /// The place as a point.
    #[inline]
    pub const fn point(self) -> Point {
        Point::wrapped(self.0.wrapping_sub(PAD))
    }
}

impl Point {
    /// The place so many columns to the right and rows up, at most two.
    #[inline(always)]
    pub(super) const fn near<const COLUMNS: isize, const ROWS: isize>(self) -> Near {
        const { assert!(COLUMNS.abs() <= 2 && ROWS.abs() <= 2) };
        Near(self.index().wrapping_add_signed(PAD as isize + ROWS * STRIDE as isize + COLUMNS))
    }

    /// The place of the point itself.
    #[inline(always)]
    pub(super) const fn here(self) -> Near {
        self.near::<0, 0>()
    }

    /// The places of [`Point::neighbours`].
    #[inline(always)]
    pub(super) const fn beside(self) -> [Near; 4] {
        [self.near::<0, -1>(), self.near::<-1, 0>(), self.near::<1, 0>(), self.near::<0, 1>()]
    }
}

/// Which rows of a board are copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rows {
    /// Those of the board itself.
    OfBoard,
    /// The guard rows below and above, too.
    WithGuard,
}

/// An array with one entry for each [`Point`], guard points included, which nothing but a `Point` indexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointMap<T>([T; ENTRIES]);

impl<T: Copy> PointMap<T> {
    /// A map with the same value everywhere.
    pub const fn filled(value: T) -> PointMap<T> {
        PointMap([value; ENTRIES])
    }

    /// The map with these values, by index.
    pub(super) const fn from_array(values: [T; POINTS]) -> PointMap<T> {
        let mut entries = [values[0]; ENTRIES];
        let mut i = 0;
        while i < POINTS {
            entries[PAD + i] = values[i];
            i += 1;
        }
        PointMap(entries)
    }

    /// Takes over the values of those rows of a board of this size, guard columns included.
    #[inline]
    pub(super) fn copy_rows(&mut self, other: &PointMap<T>, size: Size, rows: Rows) {
        let entries = match rows {
            Rows::OfBoard => PAD + STRIDE * GUARD_ROWS..PAD + STRIDE * (GUARD_ROWS + size.height()),
            Rows::WithGuard => PAD..PAD + STRIDE * (size.height() + 2 * GUARD_ROWS) + 1,
        };
        self.0[entries.clone()].copy_from_slice(&other.0[entries]);
    }

    /// The values of the rows of a board of this size with the guard columns between them, eight rows at a time.
    pub(crate) fn rows_by_eight(&self, size: Size) -> impl Iterator<Item = &[T]> {
        self.0[PAD + STRIDE * GUARD_ROWS..PAD + STRIDE * (GUARD_ROWS + size.height())].chunks(8 * STRIDE)
    }

    #[inline(always)]
    fn entry_at(&self, near: Near) -> &T {
        debug_assert!(near.0 < ENTRIES);
        // SAFETY: a `Point` is below `POINTS`: its field is private, and what builds one masks or asserts. A `Near` is only
        // built from a `Point` by `Point::near`, at most `REACH` below or above `PAD` + its index, and `REACH` < `PAD`, so
        // it lies within 0..`ENTRIES`. Measured: see docs/experiments.md, "indexing".
        unsafe { self.0.get_unchecked(near.0) }
    }

    #[inline(always)]
    fn entry_at_mut(&mut self, near: Near) -> &mut T {
        debug_assert!(near.0 < ENTRIES);
        // SAFETY: as in `entry_at`.
        unsafe { self.0.get_unchecked_mut(near.0) }
    }
}

/// Room for a list of the points of a board; a power of two makes every place valid by a mask.
const LIST: usize = 1024;

/// A list of points, the length of which is kept elsewhere.
#[derive(Clone, Debug)]
pub(super) struct PointList([Point; LIST]);

impl PointList {
    /// A list to be filled.
    pub const fn new() -> PointList {
        PointList([Point::NONE; LIST])
    }

    /// The first `count` entries.
    #[inline]
    pub fn first(&self, count: usize) -> &[Point] {
        &self.0[..count]
    }

    /// Takes over the first `count` entries of another list.
    #[inline]
    pub fn copy_first(&mut self, other: &PointList, count: usize) {
        self.0[..count].copy_from_slice(&other.0[..count]);
    }

    /// The entry at that place.
    #[inline(always)]
    pub fn at(&self, place: usize) -> Point {
        self.0[place % LIST]
    }

    /// Sets the entry at that place.
    #[inline(always)]
    pub fn set(&mut self, place: usize, point: Point) {
        self.0[place % LIST] = point;
    }
}

impl PointMap<u16> {
    /// Adds one number each to, or subtracts it from, the values of `first` and the two places right of it. No sum may
    /// overflow and no difference be negative.
    ///
    /// As one 64-bit addition: -4 % time a move against single ones.
    #[inline(always)]
    pub(super) fn add_to_three(&mut self, first: Near, [a, b, c]: [u16; 3], is_added: bool) {
        debug_assert!(first.0 + 4 <= ENTRIES);
        let lanes = u64::from(a) | u64::from(b) << 16 | u64::from(c) << 32;
        let lanes = if is_added { lanes } else { lanes.wrapping_neg() };
        // SAFETY: the four entries from a `Near` on lie within the array, as `REACH` + 8 <= `PAD`; the access is unaligned
        // and any bits are a `u16`.
        unsafe {
            let row = self.0.as_mut_ptr().add(first.0).cast::<u64>();
            row.write_unaligned(u64::from_le(row.read_unaligned()).wrapping_add(lanes).to_le());
        }
    }
}

impl PointMap<Cell> {
    /// The cells of `first` and the four places right of it, two bits each.
    ///
    /// As one 64-bit load: five loads and shifts take nearly twice the instructions.
    #[inline(always)]
    pub(super) fn five_from(&self, first: Near) -> u16 {
        debug_assert!(first.0 + 8 <= ENTRIES);
        // SAFETY: the eight entries from a `Near` on lie within the array, as `REACH` + 8 <= `PAD`; the access is unaligned,
        // and a `Cell` is one initialised byte.
        let bytes = u64::from_le(unsafe { self.0.as_ptr().add(first.0).cast::<u64>().read_unaligned() });
        let pairs = bytes | bytes >> 6;
        (pairs & 0xf | pairs >> 12 & 0xf0 | bytes >> 24 & 0x300) as u16
    }
}

impl<T: Copy + Default> Default for PointMap<T> {
    fn default() -> PointMap<T> {
        PointMap::filled(T::default())
    }
}

impl<T: Copy> Index<Point> for PointMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, point: Point) -> &T {
        self.entry_at(point.here())
    }
}

impl<T: Copy> IndexMut<Point> for PointMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, point: Point) -> &mut T {
        self.entry_at_mut(point.here())
    }
}

impl<T: Copy> Index<Near> for PointMap<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, near: Near) -> &T {
        self.entry_at(near)
    }
}

impl<T: Copy> IndexMut<Near> for PointMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, near: Near) -> &mut T {
        self.entry_at_mut(near)
    }
}
