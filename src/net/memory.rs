//! Memory of the evaluator: floats aligned for vectors, and maps of channels over a batch of boards.

use std::ops::{Deref, DerefMut};

/// Floats in a line of the processor's cache.
pub const LINE: usize = 16;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Line([f32; LINE]);

/// A slice of floats that begins at a line of the cache, so that no vector lies across two.
#[derive(Default)]
pub struct Floats {
    lines: Vec<Line>,
    len: usize,
}

impl Floats {
    /// That many zeros.
    pub fn zero(len: usize) -> Floats {
        Floats { lines: vec![Line([0.0; LINE]); len.div_ceil(LINE)], len }
    }

    /// Makes room for that many; what they are is not said.
    pub fn grow(&mut self, len: usize) {
        if self.len < len {
            *self = Floats::zero(len);
        }
    }
}

impl Deref for Floats {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: lines are floats without anything between them, and there are at least `len`.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Floats {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

/// How a batch of boards lies in a map: each board with a ring of points around it that stay 0, so that convolutions
/// need not ask where the board ends. It is wider to the right and at the bottom if the tiles of
/// [`winograd`](super::winograd) reach farther.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    pub width: usize,
    pub height: usize,
    /// Boards.
    pub batch: usize,
    /// Side of a tile.
    pub tile: usize,
    /// Points left of a board and above it.
    ring: usize,
    /// Points of a row and rows of a board, the ring included.
    row: usize,
    rows: usize,
}

impl Shape {
    /// Boards of that size in tiles of that side, with a ring that convolutions can reach so far into.
    pub fn new(width: usize, height: usize, batch: usize, tile: usize, reach: usize) -> Shape {
        let ring = reach.max(1);
        let padded = |side: usize| ring + (side + ring).max(side.div_ceil(tile) * tile + 1);
        Shape { width, height, batch, tile, ring, row: padded(width), rows: padded(height) }
    }

    /// Points of a board.
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// Tiles of a board in a column and in a row of them.
    pub fn tiles(&self) -> (usize, usize) {
        (self.height.div_ceil(self.tile), self.width.div_ceil(self.tile))
    }

    /// Points of all boards, with their rings.
    pub fn points(&self) -> usize {
        self.batch * self.rows * self.row
    }

    /// Points from one row to the next.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The place of a point; row and column may lie in the ring.
    #[inline(always)]
    pub fn point(&self, board: usize, row: isize, column: isize) -> usize {
        let row = (row + self.ring as isize) as usize;
        let column = (column + self.ring as isize) as usize;
        (board * self.rows + row) * self.row + column
    }
}

/// The values of channels on all points of a batch of boards: by board, row, column, channel.
pub struct Map {
    /// A multiple of the lanes of a vector; those beyond the network's own are 0.
    pub channels: usize,
    pub values: Floats,
}

/// Maps for one shape that can be used again, since nothing is ever written into their rings.
#[derive(Default)]
pub struct Pool {
    shape: Option<Shape>,
    free: Vec<Map>,
}

impl Pool {
    /// Forgets the maps of other shapes.
    pub fn set_shape(&mut self, shape: Shape) {
        if self.shape != Some(shape) {
            self.free.clear();
            self.shape = Some(shape);
        }
    }

    /// A map with zeros around the boards, and anything on them.
    pub fn take(&mut self, channels: usize) -> Map {
        let points = self.shape.map_or(0, |shape| shape.points());
        match self.free.iter().position(|map| map.channels == channels) {
            Some(index) => self.free.swap_remove(index),
            None => Map { channels, values: Floats::zero(points * channels) },
        }
    }

    /// Takes back a map from [`take`](Pool::take).
    pub fn give(&mut self, map: Map) {
        self.free.push(map);
    }
}
