//! Tactical questions about chains, as playout rules and priors ask them.
//!
//! None of them fills a region or allocates (tests/allocation.rs counts): one and two liberties come from the chain's sums,
//! three and more from a walk along the stones of one chain, answers about a point from its four neighbours.

use super::around::Few;
use super::point::{Cell, Color, Point};
use super::point_map::Near;
use super::{Around, Board, ChainId, Liberties, PatternCodes, counts};
use std::hint::select_unpredictable as select;

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

    /// The liberties of the chain of the stone on `point`, each once. A walk along the chain that remembers nothing: a
    /// liberty belongs to the first of its neighbours that is a stone of the chain.
    pub fn liberty_points(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let chain = self.chain[point];
        let holder = move |q: Point| q.neighbours().into_iter().find(|r| self.chain[*r] == chain);
        self.chain_stones(point).flat_map(move |stone| {
            stone.neighbours().into_iter().filter(move |q| self.is_empty(*q) && holder(*q) == Some(stone))
        })
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
        let is_of_b = |p: Point| self.is_liberty_of(p, self.chain(b));
        match self.liberties(a) {
            1 => return is_of_b(self.only_liberty(a)),
            2 => return self.two_liberties(a).into_iter().any(is_of_b),
            _ => {}
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

    /// Whether a chain of `color` in atari is next to `point`.
    #[inline]
    pub fn has_atari_next_to(&self, point: Point, color: Color) -> bool {
        self.has_chain_next_to(point, color, |liberties| liberties.is_single())
    }

    /// Whether a chain of `color` with liberties of that kind is next to `point`.
    #[inline(always)]
    fn has_chain_next_to(&self, point: Point, color: Color, is_such: impl Fn(Liberties) -> bool) -> bool {
        let is_found = |q: Near| self.cells[q].is(color) & is_such(self.liberties[self.chain[q]]);
        point.beside().into_iter().fold(false, |any, q| any | is_found(q))
    }

    /// Whether a legal play of `color` on the empty `point` leaves its chain with exactly one liberty, what it takes being
    /// counted.
    ///
    /// What the four neighbours give is at most one point if the lowest and the highest given are the same: asked for all
    /// playouts' moves, so without a branch where nothing is taken.
    #[inline]
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        if self.empty_neighbours(point) >= 2 {
            return false;
        }
        let here = Liberties::of(point);
        let (mut lowest, mut highest, mut has_more, mut takes) = (usize::MAX, 0, false, false);
        for q in point.beside() {
            let (cell, liberties) = (self.cells[q], self.liberties[self.chain[q]]);
            let others = liberties.minus(here);
            let (is_empty, is_own) = (cell == Cell::Empty, cell.is(color));
            let given = select(is_empty, q.point().index(), others.sum());
            let is_given = is_empty | (is_own & others.is_single());
            lowest = select(is_given, lowest.min(given), lowest);
            highest = select(is_given, highest.max(given), highest);
            has_more |= is_own & (others.count() > 1);
            takes |= cell.is(color.opponent()) & liberties.is_single();
        }
        if takes {
            return !has_more && lowest >= highest && self.liberties_after(color, point, 2) < 2;
        }
        !has_more & (lowest >= highest)
    }

    /// How many liberties a play of `color` on the empty `point` leaves its chain, what it takes being counted; `most` at
    /// the most.
    ///
    /// Never walks along a friendly chain: what `point` leaves of one with `most` liberties or fewer is named by its sums.
    ///
    /// # Panics
    /// If `most` is above 3, in debug builds.
    pub fn liberties_after(&self, color: Color, point: Point, most: usize) -> usize {
        debug_assert!(most <= 3, "more liberties than sums can name");
        if self.empty_neighbours(point) >= most {
            return most;
        }
        let mut found = Few::new();
        for q in point.beside() {
            found.push_if(self.cells[q] == Cell::Empty, q.point());
        }
        let here = Liberties::of(point);
        for friend in self.chains_next_to(point, color) {
            let others = self.liberty_set(friend).minus(here);
            match others.count() {
                0 => {}
                count if count >= most => return most,
                1 => found.push_new(others.only()),
                _ => others.both().into_iter().for_each(|q| found.push_new(q)),
            }
        }
        if found.len() < most {
            self.add_freed_liberties(color, point, most, &mut found);
        }
        found.len().min(most)
    }

    /// Adds the stones that `color` takes by a play on `point` and that touch the chain it makes there.
    fn add_freed_liberties(&self, color: Color, point: Point, most: usize, found: &mut Few) {
        if !self.has_atari_next_to(point, color.opponent()) {
            return;
        }
        let friends = self.chains_next_to(point, color);
        let joins = |q: &Point| friends.iter().any(|f| self.chain(*f) == self.chain(*q));
        for taken in self.ataris_next_to(point, color.opponent()) {
            for stone in self.chain_stones(taken) {
                if found.len() < most && stone.neighbours().iter().any(|q| *q == point || joins(q)) {
                    found.push_if(true, stone);
                }
            }
        }
    }

    /// What two steps show of the empty region around the empty `point`: how many empty neighbours it has, and how many ways
    /// lead on from these. `None` if a stone of `outsider` is next to one of them.
    #[inline]
    pub fn region_from(&self, point: Point, outsider: Color) -> Option<(usize, usize)> {
        let around = point.beside().map(|q| {
            let is_empty = self.cells[q] == Cell::Empty;
            let (first, on) = select(is_empty, (1, self.counts_empty(q) - 1), (0, 0));
            (first, on, is_empty & counts::touches(self.counts[q], outsider))
        });
        let (first, on, is_touched) =
            around.into_iter().fold((0, 0, false), |sum, q| (sum.0 + q.0, sum.1 + q.1, sum.2 | q.2));
        (!is_touched).then_some((first, on as usize))
    }

    /// The empty neighbours of `point` that have an empty neighbour themselves, and no stone of `outsider` next to them.
    #[inline]
    pub fn room_beside(&self, point: Point, outsider: Color) -> Around {
        let mut found = Around::new();
        for q in point.beside() {
            let counts = self.counts[q];
            let is_room = counts::has_empty_neighbour(counts) & !counts::touches(counts, outsider);
            found.push_if((self.cells[q] == Cell::Empty) & is_room, q.point());
        }
        found
    }

    /// Empty neighbours of a place; without meaning for guard points.
    #[inline]
    fn counts_empty(&self, near: Near) -> isize {
        counts::empty_neighbours(self.counts[near]) as isize
    }

    /// The 3x3 pattern around `point`: two bits for each point around, by rows from below left to above right, the value
    /// that of [`super::Cell`].
    #[inline]
    pub fn pattern_code(&self, point: Point) -> u16 {
        let [below, middle, above] =
            [self.packed_row::<-1>(point), self.packed_row::<0>(point), self.packed_row::<1>(point)];
        below >> 2 & 0x3f | middle << 4 & 0xc0 | middle << 2 & 0x300 | above << 8 & 0xfc00
    }

    /// The pattern codes of the eight points around `point`. They share their look-ups.
    #[inline]
    pub fn pattern_codes_around(&self, point: Point) -> PatternCodes {
        PatternCodes::of([
            self.packed_row::<-2>(point),
            self.packed_row::<-1>(point),
            self.packed_row::<0>(point),
            self.packed_row::<1>(point),
            self.packed_row::<2>(point),
        ])
    }

    /// The cells of the five points from two left to two right of the point so many rows above, two bits each.
    #[inline(always)]
    fn packed_row<const ROW: isize>(&self, point: Point) -> u16 {
        self.cells.five_from(point.near::<-2, ROW>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
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
            let set = |p: Point| board.liberty_points(p).collect::<BTreeSet<_>>();
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
                let codes = board.pattern_codes_around(point);
                let swapped = codes.with_colors_exchanged().to_array();
                for (i, around) in point.around().into_iter().enumerate() {
                    let code = codes.to_array()[i];
                    if board.cell(around) != Cell::Empty {
                        assert_eq!([code, swapped[i]], [PatternCodes::OCCUPIED; 2]);
                    } else {
                        assert_eq!(code, board.pattern_code(around));
                        let cells = around.around().map(|q| board.cell(q));
                        assert!((0..8).all(|j| code >> (2 * j) & 3 == cells[j] as u16));
                        let other = |code: u16| (code & 0x5555) << 1 | (code & 0xaaaa) >> 1;
                        assert_eq!(swapped[i], other(code));
                    }
                }
            }
        });
    }
}
