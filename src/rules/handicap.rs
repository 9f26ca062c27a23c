//! Where handicap stones go: the fixed points of GTP 2 (section 4.1.1) and a free placement of our own.

use crate::board::{Point, Size};
use std::fmt;

/// Why there is no placement for a number of handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandicapError {
    /// Fewer than two stones, or more than the board's points allow.
    InvalidNumber,
}

impl fmt::Display for HandicapError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("invalid number of stones")
    }
}

impl std::error::Error for HandicapError {}

/// The most stones that have a fixed place: 0 below size 7 and on boards that are not square, 4 on even sizes and on
/// 7x7, 9 on odd sizes from 9 up.
pub fn max_fixed_handicap(size: Size) -> usize {
    match size.width() {
        _ if !size.is_square() => 0,
        side if side < 7 => 0,
        side if side == 7 || side % 2 == 0 => 4,
        _ => 9,
    }
}

/// The points of `count` fixed handicap stones: on the third line below size 13, on the fourth from there on.
///
/// # Errors
/// [`HandicapError::InvalidNumber`] below 2 and above [`max_fixed_handicap`].
pub fn fixed_handicap(size: Size, count: usize) -> Result<Vec<Point>, HandicapError> {
    if count < 2 || count > max_fixed_handicap(size) {
        return Err(HandicapError::InvalidNumber);
    }
    let low = if size.width() < 13 { 2 } else { 3 };
    let (mid, high) = (size.width() / 2, size.width() - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, mid), (high, mid), (mid, low), (mid, high)];
    let mut stones: Vec<(usize, usize)> = corners.into_iter().take(count).collect();
    if count > 4 {
        stones.extend(sides.into_iter().take(count / 2 * 2 - 4));
        if count % 2 == 1 {
            stones.push((mid, mid));
        }
    }
    Ok(stones.into_iter().map(|(column, row)| Point::new(column, row)).collect())
}

/// The points of `count` freely placed handicap stones: the fixed ones as far as they go, then the points farthest
/// from every stone and not too near the edge.
///
/// # Errors
/// [`HandicapError::InvalidNumber`] below 2 and if the board has not room for the stones and at least one liberty.
pub fn placed_handicap(size: Size, count: usize) -> Result<Vec<Point>, HandicapError> {
    if count < 2 || count >= size.area() {
        return Err(HandicapError::InvalidNumber);
    }
    let fixed = count.min(max_fixed_handicap(size));
    let mut stones = if fixed >= 2 { fixed_handicap(size, fixed)? } else { Vec::new() };
    while stones.len() < count {
        let free = size.points().filter(|p| !stones.contains(p));
        let best = free.max_by_key(|&p| (room(size, p, &stones), std::cmp::Reverse(p)));
        stones.push(best.ok_or(HandicapError::InvalidNumber)?);
    }
    Ok(stones)
}

/// How well a further stone stands on `point`: its distance from the nearest stone, less near the edge, if the board has
/// points away from it.
fn room(size: Size, point: Point, stones: &[Point]) -> usize {
    let distance = |q: &Point| point.column().abs_diff(q.column()) + point.row().abs_diff(q.row());
    let nearest = stones.iter().map(distance).min().unwrap_or(size.width() + size.height());
    let is_thin = size.width().min(size.height()) < 3;
    let line = if is_thin { 3 } else { size.line(point) };
    let reach = if is_thin { nearest } else { nearest.min(2 * line + 1) };
    reach * 8 + line.min(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_placement_gives_distinct_points_on_every_size() {
        for side in 2..=25 {
            let size = Size::square(side);
            for count in 2..size.area().min(60) {
                let mut stones = placed_handicap(size, count).unwrap();
                assert!(stones.iter().all(|p| size.contains(*p)));
                stones.sort();
                stones.dedup();
                assert_eq!(stones.len(), count, "{count} stones on size {side}");
            }
            assert!(placed_handicap(size, size.area()).is_err());
        }
    }

    #[test]
    fn free_placement_spreads_stones_over_a_thin_board() {
        let size = Size::new(1, 25).unwrap();
        let stones = placed_handicap(size, 3).unwrap();
        let mut rows: Vec<usize> = stones.iter().map(|p| p.row()).collect();
        rows.sort();
        assert!(rows.windows(2).all(|pair| pair[1] - pair[0] >= 8), "{rows:?}");
    }
}
