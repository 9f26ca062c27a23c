//! Zobrist keys (Zobrist 1970): one random number for each stone of each colour on each point.
//!
//! The hash of a position is the exclusive or of the keys of its stones, so a stone that comes or goes changes
//! it in one step. Neither the side to move nor the ko point is in it: what superko compares is the stones.

use super::point::{Color, POINTS, Point};
use super::point_map::PointMap;

static KEYS: [PointMap<u64>; 2] = [make_keys(1), make_keys(2)];

/// The key of a stone of `color` on `point`.
#[inline]
pub fn stone_key(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point]
}

/// SplitMix64 (Steele, Lea, Flood 2014), run by the compiler, one stream for each colour.
const fn make_keys(stream: u64) -> PointMap<u64> {
    let mut keys = [0; POINTS];
    let mut i = 0;
    while i < POINTS {
        let z = (i as u64 + 1 + (stream << 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i] = z ^ (z >> 31);
        i += 1;
    }
    PointMap::from_array(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_not_zero() {
        let points = (0..POINTS).map(Point::from_index);
        let all: HashSet<u64> = points.flat_map(|p| Color::BOTH.map(|color| stone_key(color, p))).collect();
        assert_eq!(all.len(), 2 * POINTS);
        assert!(!all.contains(&0));
    }
}
