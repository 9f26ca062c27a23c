//! How a move changes the board: the verbs of [`Board::play`] and their inverses.
//!
//! A play is five of them: place the stone, take its point from the liberties around, join a neighbour, connect the others,
//! take what has no liberty left. Each keeps its part of the invariant of [`super`] and is nearly free of branches: chains
//! of both colours and the dummies are updated alike, and what remains to choose is chosen by selects.

use super::point_map::Near;
use super::{Board, Cell, ChainId, Color, Liberties, Point, counts, stone_key};
use std::hint::select_unpredictable as select;

/// A colour known at compile time, which saves registers where moves of both colours are made in turn.
pub(crate) trait Side {
    const OWN: Color;
    const ENEMY: Color;
}

/// Black to move.
pub(crate) struct BlackSide;
/// White to move.
pub(crate) struct WhiteSide;

impl Side for BlackSide {
    const OWN: Color = Color::Black;
    const ENEMY: Color = Color::White;
}

impl Side for WhiteSide {
    const OWN: Color = Color::White;
    const ENEMY: Color = Color::Black;
}

impl Board {
    /// Passes: a ko may be retaken again.
    #[inline]
    pub fn pass(&mut self) {
        self.ko_point = Point::NONE;
    }

    /// Plays a stone of `color` on the empty `point` and takes off what has no liberty, the enemy's chains first, then the
    /// own chain (suicide). Does not ask whether ko or suicide rules allow it: see [`Board::is_legal`]. Returns the number
    /// of enemy stones taken.
    #[inline]
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        debug_assert!(self.is_empty(point), "stone on an occupied point");
        match color {
            Color::Black => self.play_and_count::<BlackSide>(point),
            Color::White => self.play_and_count::<WhiteSide>(point),
        }
    }

    fn play_and_count<S: Side>(&mut self, point: Point) -> usize {
        let empty_after = self.empty_count - 1;
        self.play_as::<S, true>(point);
        let taken = self.empty_count - empty_after;
        self.prisoners[S::OWN.index()] += taken as u32;
        if self.liberty_set(point).is_empty() {
            self.prisoners[S::ENEMY.index()] += u32::from(self.chain_len[self.chain[point]]);
            self.take_chain::<true>(S::OWN, point);
        }
        taken
    }

    /// A play that is no suicide. Playouts go without the hash, which nobody asks for there.
    #[inline(always)]
    pub(crate) fn play_as<S: Side, const HASH: bool>(&mut self, point: Point) {
        self.play_and_look::<S, HASH, ()>(point, |_| ());
    }

    /// As [`Board::play_as`]; answers what `look` finds in the list of empty points after the move. It looks before the
    /// branches of a move, and again if stones are taken: a processor that foresees a branch wrongly begins anew behind it,
    /// and need not wait for what is loaded by then.
    #[inline(always)]
    pub(crate) fn play_and_look<S: Side, const HASH: bool, T>(
        &mut self,
        point: Point,
        look: impl Fn(&Board) -> T,
    ) -> T {
        self.ko_point = Point::NONE;
        self.place_stone::<HASH>(S::OWN, point);
        let found = look(self);
        let takes = self.take_liberty(S::OWN, point);
        let connects = self.join_a_neighbour(S::OWN, point);
        if connects {
            self.connect_neighbours::<S>(point);
        }
        if takes {
            self.take_neighbours::<S, HASH>(point);
            return look(self);
        }
        found
    }

    /// Sets what stands on some points, for a position made by hand: nothing is taken and the ko is forgotten. Chains may
    /// then be without liberties, which the caller has to ask for. Costs a pass over the board.
    pub fn set_all(&mut self, stones: impl IntoIterator<Item = (Point, Option<Color>)>) {
        let mut cells = self.cells.clone();
        for (point, stone) in stones {
            cells[point] = stone.map_or(Cell::Empty, Cell::from);
        }
        let prisoners = self.prisoners;
        *self = Board::new(self.size);
        self.prisoners = prisoners;
        for point in self.size.points() {
            if let Some(color) = cells[point].color() {
                self.place_stone::<true>(color, point);
                self.take_liberty(color, point);
                self.join_a_neighbour(color, point);
                match color {
                    Color::Black => self.connect_neighbours::<BlackSide>(point),
                    Color::White => self.connect_neighbours::<WhiteSide>(point),
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn add_empty(&mut self, point: Point) {
        self.cells[point] = Cell::Empty;
        self.chain[point] = ChainId::DUMMY;
        self.place[point] = self.empty_count as u16;
        self.empties.set(self.empty_count, point);
        self.empty_count += 1;
    }

    #[inline(always)]
    fn place_stone<const HASH: bool>(&mut self, color: Color, point: Point) {
        self.empty_count -= 1;
        let (place, last) = (self.place[point], self.empties.at(self.empty_count));
        self.empties.set(usize::from(place), last);
        self.place[last] = place;
        self.cells[point] = color.into();
        self.count_stone(color, point, true);
        if HASH {
            self.hash ^= stone_key(color, point);
        }
    }

    /// Adds a stone of `color` to the counts of the points around, or takes it from them.
    #[inline(always)]
    fn count_stone(&mut self, color: Color, point: Point, is_added: bool) {
        let (neighbour, diagonal) = (counts::neighbour(color), counts::diagonal(color));
        let (outer, inner) = ([diagonal, neighbour, diagonal], [neighbour, 0, neighbour]);
        self.counts.add_to_three(point.near::<-1, -1>(), outer, is_added);
        self.counts.add_to_three(point.near::<-1, 0>(), inner, is_added);
        self.counts.add_to_three(point.near::<-1, 1>(), outer, is_added);
    }

    /// Takes `point` from the liberties of the chains around; true if an enemy chain has none left.
    ///
    /// All four are loaded before any is stored: a chain met twice gets the same value twice, so each loses one liberty.
    #[inline(always)]
    fn take_liberty(&mut self, color: Color, point: Point) -> bool {
        let around = point.beside();
        let lost = Liberties::of(point);
        let chains = around.map(|q| self.chain[q]);
        let left = chains.map(|chain| self.liberties[chain].minus(lost));
        let mut takes = false;
        for i in 0..4 {
            self.liberties[chains[i]] = left[i];
            let enemy_difference = self.cells[around[i]] as u8 ^ color.opponent() as u8;
            takes |= left[i].is_empty_with(enemy_difference);
        }
        self.set_dummies();
        takes
    }

    /// Sets what stands for liberties where there is no chain.
    #[inline(always)]
    pub(super) fn set_dummies(&mut self) {
        self.liberties[ChainId::DUMMY] = Liberties::DUMMY;
        self.liberties[ChainId::BORDER] = Liberties::BORDER;
    }

    /// Makes the stone on `point` part of the last own chain around it, or of a new one; true if there is another own chain
    /// to connect with.
    #[inline(always)]
    fn join_a_neighbour(&mut self, color: Color, point: Point) -> bool {
        let around = point.beside();
        let mut chain = ChainId::founded_by(point);
        for q in around {
            chain = select(self.cells[q].is(color), self.chain[q], chain);
        }
        let mut differences = 0;
        for q in around {
            differences |= select(self.cells[q].is(color), self.chain[q].difference(chain), 0);
        }
        self.add_liberties_of(point, chain);
        self.chain[point] = chain;
        self.chain_len[chain] += 1;
        // A ring of one, or the place behind the founder: the same steps make both.
        self.next[point] = point;
        self.next[point] = self.next[chain.founder()];
        self.next[chain.founder()] = point;
        differences != 0
    }

    /// Adds to `chain` the empty neighbours of `point` that it does not touch yet; the stone on `point` is not yet part
    /// of it.
    ///
    /// ```text
    ///       nn          an empty n is new to the chain
    ///    nw n  ne       unless nw, nn or ne is a stone of it
    ///  ww w  p  e  ee
    ///    sw s  se
    ///       ss
    /// ```
    #[inline(always)]
    fn add_liberties_of(&mut self, point: Point, chain: ChainId) {
        let [south, west, east, north] = point.beside();
        let touches = |q: Near| self.chain[q] == chain;
        // Not `map`: the compiler packs the four answers into one register and takes them apart again.
        let (sw, se) = (touches(point.near::<-1, -1>()), touches(point.near::<1, -1>()));
        let (nw, ne) = (touches(point.near::<-1, 1>()), touches(point.near::<1, 1>()));
        let gain = |q: Near, is_known: bool| {
            let is_new = (self.cells[q] as u8 | u8::from(is_known)) == Cell::Empty as u8;
            select(is_new, Liberties::at(q), Liberties::NONE)
        };
        let from_north = gain(north, nw | ne | touches(point.near::<0, 2>()));
        let from_west = gain(west, nw | sw | touches(point.near::<-2, 0>()));
        let from_east = gain(east, ne | se | touches(point.near::<2, 0>()));
        let from_south = gain(south, sw | se | touches(point.near::<0, -2>()));
        let all = from_north.plus(from_west).plus(from_east.plus(from_south));
        self.liberties[chain] = self.liberties[chain].plus(all);
    }

    /// Connects the stone on `point` with every different own chain around it. The next one is found without branches: the
    /// usual case is exactly one.
    #[inline(always)]
    fn connect_neighbours<S: Side>(&mut self, point: Point) {
        loop {
            let mut found = point.here();
            for q in point.beside() {
                let differs = self.cells[q].is(S::OWN) & (self.chain[q] != self.chain[point]);
                found = select(differs, q, found);
            }
            if found == point.here() {
                return;
            }
            self.merge(point, found.point());
        }
    }

    /// Makes one chain of those of two stones: the stones of the shorter one join the longer one, one by one.
    #[inline(always)]
    fn merge(&mut self, a: Point, b: Point) {
        let is_a_shorter = self.chain_len[self.chain[a]] < self.chain_len[self.chain[b]];
        let (long, short) = (select(is_a_shorter, b, a), select(is_a_shorter, a, b));
        let (kept, lost) = (self.chain[long], self.chain[short]);
        let mut stone = short;
        loop {
            self.add_liberties_of(stone, kept);
            self.chain[stone] = kept;
            stone = self.next[stone];
            if stone == short {
                break;
            }
        }
        (self.next[a], self.next[b]) = (self.next[b], self.next[a]);
        self.chain_len[kept] += self.chain_len[lost];
        self.release(lost);
    }

    #[inline(always)]
    fn release(&mut self, chain: ChainId) {
        self.liberties[chain] = Liberties::NONE;
        self.chain_len[chain] = 0;
    }

    /// Takes the enemy's chains around `point` that have no liberty, and sets the ko point if that was one stone and the
    /// taker stands alone in the enemy's mouth.
    #[inline(never)]
    fn take_neighbours<S: Side, const HASH: bool>(&mut self, point: Point) {
        let may_be_ko = counts::is_surrounded(self.counts[point], S::ENEMY);
        let (empty_before, mut last) = (self.empty_count, Point::NONE);
        loop {
            let mut found = point.here();
            for q in point.beside() {
                let is_dead = self.cells[q].is(S::ENEMY) & self.liberties[self.chain[q]].is_empty();
                found = select(is_dead, q, found);
            }
            if found == point.here() {
                break;
            }
            last = found.point();
            self.take_chain::<HASH>(S::ENEMY, last);
        }
        if may_be_ko && self.empty_count == empty_before + 1 {
            self.ko_point = last;
            self.ko_banned = S::ENEMY;
        }
    }

    /// Takes a chain off the board.
    #[inline(always)]
    fn take_chain<const HASH: bool>(&mut self, color: Color, first: Point) {
        let chain = self.chain[first];
        let mut stone = first;
        loop {
            self.add_empty(stone);
            self.count_stone(color, stone, false);
            self.give_liberty(stone);
            if HASH {
                self.hash ^= stone_key(color, stone);
            }
            stone = self.next[stone];
            if stone == first {
                break;
            }
        }
        self.release(chain);
    }

    /// Makes `point` a liberty of each chain around, as [`Board::take_liberty`] takes it. The chain that is being taken off
    /// gets some too, but is released afterwards.
    #[inline(always)]
    fn give_liberty(&mut self, point: Point) {
        let gained = Liberties::of(point);
        let chains = point.beside().map(|q| self.chain[q]);
        let more = chains.map(|chain| self.liberties[chain].plus(gained));
        for i in 0..4 {
            self.liberties[chains[i]] = more[i];
        }
        self.set_dummies();
    }
}
