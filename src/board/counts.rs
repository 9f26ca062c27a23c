//! What stands around a point: five counts of three bits each, packed into a `u16`.
//!
//! ```text
//!   0..3 black neighbours | 3..6 white ones | 6..9 occupied ones | 9..12 black diagonals | 12..15 white ones
//! ```
//!
//! A border neighbour counts as black, as white, and once as occupied. Counts of diagonals start at 2, at the edge of the
//! board at 3, so that an eye is false everywhere from 4 on. All that a playout asks is then one bit: whether four
//! neighbours are occupied, four are of a colour, enough diagonals are.

use super::point::Color;

const OCCUPIED: u16 = 7 << 6;
const ONE_OCCUPIED: u16 = 1 << 6;
const ALL_OCCUPIED: u16 = 4 << 6;

/// What a stone of `color` adds to the counts of its neighbours.
pub const fn neighbour(color: Color) -> u16 {
    side(color) + ONE_OCCUPIED
}

/// What the border adds to the counts of a neighbour.
pub const BORDER_NEIGHBOUR: u16 = side(Color::Black) + side(Color::White) + ONE_OCCUPIED;

/// The counts of a point with nothing around it.
pub const NOTHING: u16 = 2 * (diagonal(Color::Black) + diagonal(Color::White));

/// What the edge of the board adds to the counts of a point on it.
pub const EDGE: u16 = diagonal(Color::Black) + diagonal(Color::White);

const fn side(color: Color) -> u16 {
    match color {
        Color::Black => 1,
        Color::White => 1 << 3,
    }
}

/// What a stone of `color` adds to the counts of its diagonal points.
pub const fn diagonal(color: Color) -> u16 {
    match color {
        Color::Black => 1 << 9,
        Color::White => 1 << 12,
    }
}

/// Number of empty neighbours.
#[inline]
pub const fn empty_neighbours(counts: u16) -> usize {
    4 - (counts >> 6 & 7) as usize
}

/// Whether a neighbour is empty.
#[inline]
pub const fn has_empty_neighbour(counts: u16) -> bool {
    counts & OCCUPIED != ALL_OCCUPIED
}

/// Whether a neighbour is a stone of `color`.
#[inline]
pub const fn touches(counts: u16, color: Color) -> bool {
    counts >> 6 & 7 != (counts / side(color.opponent())) & 7
}

/// Whether each neighbour is a stone of `color` or the border.
#[inline]
pub const fn is_surrounded(counts: u16, color: Color) -> bool {
    counts & (7 * side(color)) == 4 * side(color)
}

/// Whether the point is surrounded by `color` and fewer than two diagonals are enemies or the edge.
#[inline]
pub const fn is_eyelike(counts: u16, color: Color) -> bool {
    let (surrounded, is_false) = (4 * side(color), 4 * diagonal(color.opponent()));
    counts & (surrounded | is_false) == surrounded
}

/// 1 if the point does not look like an eye of `color`, else 0: a number, which no compiler makes a branch of.
#[inline(always)]
pub const fn eyeless(counts: u16, color: Color) -> u8 {
    let is_surrounded = counts >> (4 * side(color)).trailing_zeros();
    let is_false = counts >> (4 * diagonal(color.opponent())).trailing_zeros();
    (!is_surrounded | is_false) as u8 & 1
}
