//! Tactical questions about chains, as playout rules and priors ask them.
//!
//! None of them fills a region or allocates: one and two liberties come from the chain's sums, three and more from a walk
//! along the stones of one chain that stops when enough are found.

use super::point::{Color, Point};
use super::{Board, ChainId, Points};

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
        point.neighbours().into_iter().fold(false, |any, q| any | (self.chain(q) == chain))
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
    pub fn chains_next_to(&self, point: Point, color: Color) -> Points {
        let mut found = Points::new();
        for neighbour in point.neighbours() {
            let is_new = |known: &Point| self.chain(*known) != self.chain(neighbour);
            if self.cell(neighbour).is(color) && found.iter().all(is_new) {
                found.push(neighbour);
            }
        }
        found
    }

    /// One stone of each chain of `color` in atari next to `point`.
    #[inline]
    pub fn ataris_next_to(&self, point: Point, color: Color) -> Points {
        let mut chains = self.chains_next_to(point, color);
        chains.retain(|stone| self.in_atari(*stone));
        chains
    }

    /// Number of stones that a play of `color` on the empty `point` takes.
    pub fn captured_by(&self, color: Color, point: Point) -> usize {
        self.ataris_next_to(point, color.opponent()).into_iter().map(|stone| self.chain_len(stone)).sum()
    }

    /// Whether a legal play of `color` on the empty `point` leaves its chain with exactly one liberty, what it takes being
    /// counted.
    pub fn is_self_atari(&self, color: Color, point: Point) -> bool {
        let mut left = Points::new();
        for neighbour in point.neighbours() {
            let liberty = match self.cell(neighbour) {
                _ if self.is_empty(neighbour) => neighbour,
                cell if !cell.is(color) => continue,
                _ => match self.liberties(neighbour) {
                    1 => continue,
                    2 => self.liberty_set(neighbour).other_than(point),
                    _ => return false,
                },
            };
            if !left.contains(&liberty) {
                left.push(liberty);
            }
        }
        left.len() < 2 && self.liberties_with_captures(color, point, left) < 2
    }

    /// How many liberties a chain has that `color` makes on `point`, `known` ones and the stones taken that touch it; at
    /// most 2 are counted.
    fn liberties_with_captures(&self, color: Color, point: Point, mut known: Points) -> usize {
        let friends = self.chains_next_to(point, color);
        let joins =
            |q: Point| self.cell(q).is(color) && friends.iter().any(|f| self.chain(*f) == self.chain(q));
        for taken in self.ataris_next_to(point, color.opponent()) {
            for stone in self.chain_stones(taken) {
                if known.len() < 2 && stone.neighbours().into_iter().any(|q| q == point || joins(q)) {
                    known.push(stone);
                }
            }
        }
        known.len()
    }

    /// The 3x3 pattern around `point`: two bits for each of its neighbours and diagonals, in the order of
    /// [`Point::neighbours`] and [`Point::diagonals`], the value that of [`super::Cell`].
    #[inline]
    pub fn pattern_code(&self, point: Point) -> u16 {
        let around = point.neighbours().into_iter().chain(point.diagonals());
        around.enumerate().fold(0, |code, (i, q)| code | (self.cell(q) as u16) << (2 * i))
    }
}
