//! Zobrist keys (Zobrist 1970): one random number for each stone of each colour on each point.
//!
//! The hash of a position is the exclusive or of the keys of its stones, so a stone that comes or goes changes
//! it in one step. Neither the side to move nor the ko point is in it: what superko compares is the stones.

use super::point::{Color, POINTS, Point};

static KEYS: [[u64; 2]; POINTS] = make_keys();

/// The key of a stone of `color` on `point`.
#[inline]
pub fn stone_key(color: Color, point: Point) -> u64 {
    KEYS[point.index()][color.index()]
}

/// SplitMix64 (Steele, Lea, Flood 2014), run by the compiler.
const fn make_keys() -> [[u64; 2]; POINTS] {
    let mut keys = [[0; 2]; POINTS];
    let mut state: u64 = 0x7e6e_9e37;
    let mut i = 0;
    while i < 2 * POINTS {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[i / 2][i % 2] = z ^ (z >> 31);
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_are_distinct_and_not_zero() {
        let all: HashSet<u64> = KEYS.iter().flatten().copied().collect();
        assert_eq!(all.len(), 2 * POINTS);
        assert!(!all.contains(&0));
    }
}
