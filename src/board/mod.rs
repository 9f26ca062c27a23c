//! The board.
mod point;
pub use point::{Cell, Color, MAX_SIDE, Move, POINTS, Point, PointMap, Size};
