//! Tactical questions about chains, as playout rules and priors ask them.
//!
//! None of them fills a region or allocates: one and two liberties come from the chain's sums, three and more from a walk
//! along the stones of one chain that stops when enough are found.

use super::point::{Color, Point};
use super::{Around, Board, ChainId, Points};

impl Board {
    /// The liberty of the chain in atari that the stone on `point` belongs to.
    #[inline]
    pub fn only_liberty(&self, point: Point) -> Point {
        self.liberty_set(point).only()
    }

    /// The liberties of the chain of the stone on `point`, which has exactly two.
    #[inline]
    pub fn two_liberties(&self, point: Point) -> [Point; 2] {
        self.liberty_set(point).both()
    }

    /// The liberties of the chain of the stone on `point`, each once, but no more than `most`. A walk along the chain from
    /// three liberties up.
    pub fn some_liberties(&self, point: Point, most: usize) -> Points {
        let liberties = self.liberty_set(point);
        match liberties.count() {
            1 => std::iter::once(liberties.only()).collect(),
            2 => liberties.both().into_iter().collect(),
            count => self.walk_for_liberties(point, count.min(most)),
        }
    }

    /// All liberties of the chain of the stone on `point`, each once. See [`Board::some_liberties`].
    pub fn liberty_points(&self, point: Point) -> Points {
        self.some_liberties(point, usize::MAX)
    }

    fn walk_for_liberties(&self, point: Point, wanted: usize) -> Points {
        let mut found = Points::new();
        for stone in self.chain_stones(point) {
            for neighbour in stone.neighbours() {
                if found.len() < wanted && self.is_empty(neighbour) && !found.contains(&neighbour) {
                    found.push(neighbour);
                }
            }
            if found.len() == wanted {
                break;
            }
        }
        found
    }

    /// Whether the empty `point` is a liberty of the chain.
    #[inline]
    pub fn is_liberty_of(&self, point: Point, chain: ChainId) -> bool {
        point.beside().into_iter().fold(false, |any, q| any | (self.chain[q] == chain))
    }

    /// Whether the chains of two stones have a liberty in common. A walk along the one with fewer stones, if neither has
    /// one or two liberties.
    pub fn share_liberty(&self, a: Point, b: Point) -> bool {
        let (a, b) = if self.liberties(a) <= self.liberties(b) { (a, b) } else { (b, a) };
        if self.liberties(a) <= 2 {
            return self.some_liberties(a, 2).into_iter().any(|p| self.is_liberty_of(p, self.chain(b)));
        }
        let (walked, other) = if self.chain_len(a) <= self.chain_len(b) { (a, b) } else { (b, a) };
        let is_shared = |q: Point| self.is_empty(q) && self.is_liberty_of(q, self.chain(other));
        self.chain_stones(walked).any(|stone| stone.neighbours().into_iter().any(is_shared))
    }

    /// One stone of each chain of `color` next to `point`.
    #[inline]
    pub fn chains_next_to(&self, point: Point, color: Color) -> Around {
        self.chains_where(point, color, |_| true)
    }

    /// One stone of each chain of `color` in atari next to `point`.
    #[inline]
    pub fn ataris_next_to(&self, point: Point, color: Color) -> Around {
        self.chains_where(point, color, |chain| self.liberties[chain].is_single())
    }

    /// One stone of each chain of `color` next to `point` that is wanted.
    #[inline(always)]
    fn chains_where(&self, point: Point, color: Color, is_wanted: impl Fn(ChainId) -> bool) -> Around {
        let around = point.beside();
        let chains = around.map(|q| self.chain[q]);
        let mut found = Around::new();
        for i in 0..4 {
            let is_new = chains[..i].iter().fold(true, |all, &chain| all & (chain != chains[i]));
            let is_found = self.cells[around[i]].is(color) & is_new & is_wanted(chains[i]);
            found.push_if(is_found, around[i].point());
        }
        found
    }

    /// Number of stones that a play of `color` on the empty `point` takes.
    #[inline]
    pub fn captured_by(&self, color: Color, point: Point) -> usize {
        self.ataris_next_to(point, color.opponent()).into_iter().map(|stone| self.chain_len(stone)).sum()
    }

    /// Whether a legal play of `color` on the empty `point` leaves its chain with exactly one liberty, what it takes being
    /// counted.
    #[inline]
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        let is_safe = |q: Point| self.cell(q).is(color) && self.liberties(q) > 2;
        self.empty_neighbours(point) < 2
            && !point.neighbours().into_iter().any(is_safe)
            && self.liberties_after(color, point, 2) < 2
    }

    /// How many liberties a play of `color` on the empty `point` leaves its chain, what it takes being counted; `most` at
    /// the most. Walks along a friendly chain only if that has three liberties or more and `most` asks for them.
    pub fn liberties_after(&self, color: Color, point: Point, most: usize) -> usize {
        let mut found = Points::new();
        for neighbour in point.neighbours() {
            if self.is_empty(neighbour) {
                found.push(neighbour);
            }
        }
        for friend in self.chains_next_to(point, color) {
            let liberties = self.liberty_set(friend);
            match liberties.count() {
                1 => {}
                2 => push_new(&mut found, liberties.other_than(point)),
                count if count > most => return most,
                count => {
                    let others = self.walk_for_liberties(friend, count);
                    others.into_iter().filter(|&q| q != point).for_each(|q| push_new(&mut found, q));
                }
            }
        }
        if found.len() < most {
            self.add_freed_liberties(color, point, most, &mut found);
        }
        found.len().min(most)
    }

    /// Adds the stones that `color` takes by a play on `point` and that touch the chain it makes there.
    fn add_freed_liberties(&self, color: Color, point: Point, most: usize, found: &mut Points) {
        let friends = self.chains_next_to(point, color);
        let joins =
            |q: Point| self.cell(q).is(color) && friends.iter().any(|f| self.chain(*f) == self.chain(q));
        for taken in self.ataris_next_to(point, color.opponent()) {
            for stone in self.chain_stones(taken) {
                if found.len() < most && stone.neighbours().into_iter().any(|q| q == point || joins(q)) {
                    found.push(stone);
                }
            }
        }
    }

    /// The 3x3 pattern around `point`: two bits for each point around, by rows from below left to above right, the value
    /// that of [`super::Cell`].
    #[inline]
    pub fn pattern_code(&self, point: Point) -> u16 {
        let [below, middle, above] = [-1, 0, 1].map(|row| self.packed_row::<3>(point.shifted(-1, row)));
        pattern(below, middle, above)
    }

    /// For each of the eight points around `point`, in the order of [`Point::around`], its pattern code and whether it is
    /// empty. They share most of their look-ups.
    #[inline]
    pub fn pattern_codes_around(&self, point: Point) -> [(u16, bool); 8] {
        let rows: [u16; 5] = std::array::from_fn(|i| self.packed_row::<5>(point.shifted(-2, i as i16 - 2)));
        // Column and row of the upper left corner of each 3x3 in the 5x5.
        const CORNERS: [(u16, usize); 8] = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
        CORNERS.map(|(column, row)| {
            let [below, middle, above] = [row, row + 1, row + 2].map(|r| rows[r] >> (2 * column) & 0x3f);
            (pattern(below, middle, above), middle >> 2 & 3 == 0)
        })
    }

    /// The cells of `N` points from `start` to the right, two bits each.
    #[inline]
    fn packed_row<const N: usize>(&self, start: Point) -> u16 {
        let cells: [super::Cell; N] = std::array::from_fn(|i| self.cell(start.shifted(i as i16, 0)));
        cells.iter().enumerate().fold(0, |code, (i, &cell)| code | (cell as u16) << (2 * i))
    }
}

fn push_new(points: &mut Points, point: Point) {
    if !points.contains(&point) {
        points.push(point);
    }
}

/// The code of three rows of three cells, the middle one left out.
#[inline]
fn pattern(below: u16, middle: u16, above: u16) -> u16 {
    below | (middle & 3) << 6 | (middle >> 4) << 8 | above << 10
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Size};
    use rand::{RngExt, SeedableRng, rngs::SmallRng};
    use std::collections::BTreeSet;

    /// Positions of random games on several sizes, and a colour to play.
    fn for_random_positions(mut look: impl FnMut(&Board, Color)) {
        let mut rng = SmallRng::seed_from_u64(3);
        for (width, height) in [(1, 4), (2, 2), (3, 3), (5, 5), (9, 9), (7, 13), (25, 25)] {
            let mut board = Board::new(Size::new(width, height).unwrap());
            let mut color = Color::Black;
            for _ in 0..6 * board.size().area() {
                let empties = board.empties();
                let legal: Vec<Point> =
                    empties.iter().copied().filter(|p| board.is_legal(color, *p)).collect();
                match legal.is_empty() {
                    true => board.pass(),
                    false => _ = board.play(color, legal[rng.random_range(0..legal.len())]),
                }
                color = color.opponent();
                look(&board, color);
            }
        }
    }

    fn liberties_by_play(board: &Board, color: Color, point: Point) -> usize {
        let mut after = board.clone();
        after.play(color, point);
        after.liberties(point)
    }

    #[test]
    fn liberties_and_captures_are_foretold() {
        for_random_positions(|board, color| {
            for &point in board.empties().iter().filter(|p| board.is_legal(color, **p)) {
                let liberties = liberties_by_play(board, color, point);
                assert_eq!(board.liberties_after(color, point, 2), liberties.min(2));
                assert_eq!(board.liberties_after(color, point, 3), liberties.min(3));
                assert_eq!(board.is_self_atari(color, point), liberties == 1);
                let mut after = board.clone();
                assert_eq!(board.captured_by(color, point), after.play(color, point));
                assert_eq!(board.hash_after(color, point), after.hash());
            }
        });
    }

    #[test]
    fn shared_liberties_are_found() {
        for_random_positions(|board, _| {
            let chains: Vec<Point> = Color::BOTH.into_iter().flat_map(|c| board.chains(c)).collect();
            let set = |p: Point| board.liberty_points(p).into_iter().collect::<BTreeSet<_>>();
            for &a in chains.iter().take(8) {
                for &b in chains.iter().filter(|b| board.chain(**b) != board.chain(a)) {
                    assert_eq!(board.share_liberty(a, b), !set(a).is_disjoint(&set(b)));
                }
            }
        });
    }

    #[test]
    fn the_codes_around_a_point_are_those_of_the_points() {
        for_random_positions(|board, _| {
            for point in board.size().points() {
                for (around, (code, is_empty)) in
                    point.around().into_iter().zip(board.pattern_codes_around(point))
                {
                    assert_eq!(is_empty, board.cell(around) == Cell::Empty);
                    if board.cell(around) != Cell::Border {
                        assert_eq!(code, board.pattern_code(around));
                        let cells = around.around().map(|q| board.cell(q));
                        assert!((0..8).all(|i| code >> (2 * i) & 3 == cells[i] as u16));
                    }
                }
            }
        });
    }
}
