//! The fast position: stones, chains with exact liberties, captures, the simple ko point, a Zobrist hash and the list
//! of empty points.
//!
//! A [`Board`] is what a playout copies and plays on. It knows the rules that need no memory: captures come off, suicide
//! is seen, a ko is not retaken at once. History, superko, passes in a row and scores belong to [`crate::rules::Game`].
//!
//! A move is nearly free of branches. Empty and guard points belong to a dummy chain, so all four neighbours are updated
//! alike; what is left to branch on is whether a move connects different chains and whether it takes any. Liberties are
//! sums over the distinct liberties of a chain ([`liberties`]), neighbour counts are packed into one number ([`counts`]).
//! A chain has the number of the stone that founded it ([`chain_map`]), and neighbours are constant displacements into
//! padded arrays ([`point`]).
//!
//! A move of a uniform playout costs 365 instructions on 9x9 and 406 on 19x19, 2.5 and 2.4 times as many playouts as the
//! yardstick (plain C, pseudo-liberties) and 1.4 and 1.5 times as many as libego; see docs/performance.md. What was tried
//! and measured, pseudo-liberties and bitsets of liberties among it: docs/experiments.md.
//!
//! Invariant: after each call every field is what [`Board::check`] computes anew from the colours alone; no chain on the
//! board is without a liberty.

mod around;
mod chain_map;
mod check;
mod counts;
mod diagram;
mod liberties;
mod point;
mod tactics;
mod zobrist;

pub use around::Around;
pub use chain_map::ChainId;
pub use check::Fault;
pub use diagram::DiagramError;
pub use liberties::Liberties;
pub use point::{Cell, Color, MAX_SIDE, Move, POINTS, Point, PointMap, Size};
pub use zobrist::stone_key;

use chain_map::ChainMap;
use point::{Near, PointList, Rows};
use smallvec::SmallVec;
use std::hint::select_unpredictable as select;

/// A few points on the stack: liberties of a chain, neighbours that share a property.
pub type Points = SmallVec<[Point; 16]>;

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

/// A position, ready to be played on. See the module comment.
#[derive(Debug)]
pub struct Board {
    size: Size,
    /// Where the player `ko_banned` may not play now; `Point::NONE` if there is no ko.
    ko_point: Point,
    ko_banned: Color,
    empty_count: usize,
    hash: u64,
    prisoners: [u32; 2],
    cells: PointMap<Cell>,
    /// See [`counts`]; without meaning for guard points.
    counts: PointMap<u16>,
    /// The dummy for all but stones.
    chain: PointMap<ChainId>,
    /// For a stone: the next stone of its chain, in a ring.
    next: PointMap<Point>,
    /// For an empty point: its place in `empties`.
    place: PointMap<u16>,
    /// A list in the first `empty_count` entries.
    empties: PointList,
    liberties: ChainMap<Liberties>,
    chain_len: ChainMap<u16>,
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut board = Board::new(self.size);
        board.clone_from(self);
        board
    }

    /// Copies only what a board of this size uses: about 4 kB on 9x9, 9 kB on 19x19.
    fn clone_from(&mut self, other: &Board) {
        // Guard rows are the same on all boards of a size.
        let rows = if self.size == other.size { Rows::OfBoard } else { Rows::WithGuard };
        let size = other.size;
        (self.size, self.ko_point, self.ko_banned) = (size, other.ko_point, other.ko_banned);
        (self.empty_count, self.hash, self.prisoners) = (other.empty_count, other.hash, other.prisoners);
        self.cells.copy_rows(&other.cells, size, rows);
        self.counts.copy_rows(&other.counts, size, Rows::WithGuard);
        self.chain.copy_rows(&other.chain, size, rows);
        self.next.copy_rows(&other.next, size, rows);
        self.place.copy_rows(&other.place, size, rows);
        self.empties.copy_first(&other.empties, other.empty_count);
        self.liberties.copy_rows(&other.liberties, size);
        self.chain_len.copy_rows(&other.chain_len, size);
    }
}

impl Board {
    /// A copy on the heap, for readings that keep one for each move: a stack of boards would be too large for a thread. Not
    /// inlined, so that no copy stands in the caller's frame.
    #[inline(never)]
    pub fn to_box(&self) -> Box<Board> {
        Box::new(self.clone())
    }

    /// The empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            ko_point: Point::NONE,
            ko_banned: Color::Black,
            empty_count: 0,
            hash: 0,
            prisoners: [0; 2],
            cells: PointMap::filled(Cell::Border),
            counts: PointMap::filled(0),
            chain: PointMap::filled(ChainId::DUMMY),
            next: PointMap::filled(Point::NONE),
            place: PointMap::filled(0),
            empties: PointList::new(),
            liberties: ChainMap::filled(Liberties::NONE),
            chain_len: ChainMap::filled(0),
        };
        board.liberties[ChainId::DUMMY] = Liberties::DUMMY;
        size.points().for_each(|point| board.add_empty(point));
        for point in size.points() {
            board.counts[point] = board.border_counts(point);
        }
        board
    }

    fn border_counts(&self, point: Point) -> u16 {
        let is_border = |q: &Point| self.cells[*q] == Cell::Border;
        let sides = point.neighbours().iter().filter(|q| is_border(q)).count() as u16;
        let edge = if point.diagonals().iter().any(is_border) { counts::EDGE } else { 0 };
        sides * counts::BORDER_NEIGHBOUR + edge
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What stands on the point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// Whether the point is on the board and has no stone.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point] == Cell::Empty
    }

    /// The empty points, in an order without meaning (but the same after the same moves).
    #[inline]
    pub fn empties(&self) -> &[Point] {
        self.empties.first(self.empty_count)
    }

    /// The exclusive or of [`stone_key`] over the stones: equal positions have equal hashes. Not kept up by playouts.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Number of stones of that colour on the board. A look at each point.
    pub fn stone_count(&self, color: Color) -> usize {
        // Eight rows have at most 200 stones, so that the compiler can add bytes, 16 at once.
        let count = |rows: &[Cell]| rows.iter().map(|cell| u8::from(cell.is(color))).sum::<u8>();
        self.cells.rows_by_eight(self.size).map(|rows| usize::from(count(rows))).sum()
    }

    /// Number of enemy stones taken so far by that player, the opponent's suicides included. Not kept up by playouts.
    #[inline]
    pub fn prisoners(&self, taker: Color) -> u32 {
        self.prisoners[taker.index()]
    }

    /// The point where `color` may not retake a ko now.
    #[inline]
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        (self.ko_point != Point::NONE && self.ko_banned == color).then_some(self.ko_point)
    }

    /// The number of the chain of the stone on `point`.
    #[inline]
    pub fn chain(&self, point: Point) -> ChainId {
        self.chain[point]
    }

    /// One stone of each chain of `color`.
    pub fn chains(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        let mut is_known = ChainMap::filled(false);
        self.size.points().filter(move |&point| {
            self.cells[point].is(color) && !std::mem::replace(&mut is_known[self.chain[point]], true)
        })
    }

    /// Number of stones in the chain of the stone on `point`.
    #[inline]
    pub fn chain_len(&self, point: Point) -> usize {
        usize::from(self.chain_len[self.chain[point]])
    }

    /// The liberties of the chain of the stone on `point` as a set that knows its number, and its points if they are one
    /// or two.
    #[inline]
    pub fn liberty_set(&self, point: Point) -> Liberties {
        self.liberties[self.chain[point]]
    }

    /// Number of liberties of the chain of the stone on `point`.
    #[inline]
    pub fn liberties(&self, point: Point) -> usize {
        self.liberty_set(point).count()
    }

    /// Whether the chain of the stone on `point` has a single liberty.
    #[inline]
    pub fn in_atari(&self, point: Point) -> bool {
        self.liberty_set(point).is_single()
    }

    /// The stones of the chain of the stone on `point`.
    pub fn chain_stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(Some(point), move |stone| Some(self.next[*stone]).filter(|next| *next != point))
    }

    /// Whether `color` may play on `point` if suicide is forbidden and only an immediate retake is a ko.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && !self.is_suicide(color, point) && self.ko_point(color) != Some(point)
    }

    /// Whether a stone of `color` on the empty `point` would leave its own chain without a liberty.
    #[inline]
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        !counts::has_empty_neighbour(self.counts[point]) && !self.takes_or_connects(color, point)
    }

    /// Whether a stone on `point`, which has no empty neighbour, takes a chain or connects to one with another liberty.
    #[inline(always)]
    fn takes_or_connects(&self, color: Color, point: Point) -> bool {
        // The dummy is never in atari, so the border counts as neither.
        let is_reason = |q: Near| self.liberties[self.chain[q]].is_single() ^ self.cells[q].is(color);
        point.beside().into_iter().fold(false, |any, q| any | is_reason(q))
    }

    /// Whether a playout of this side may play on the empty `point`: legal, and not an own eye.
    #[inline(always)]
    pub(crate) fn is_playable<S: Side>(&self, point: Point) -> bool {
        let around = self.counts[point];
        let is_legal = self.takes_or_connects(S::OWN, point) & (point != self.ko_point);
        let is_eye = counts::is_eyelike(around, S::OWN);
        let is_open = counts::has_empty_neighbour(around);
        // As a Boolean expression these become three branches that nothing can predict: 7 % of the time of a move.
        const PLAYABLE: u32 = 0b1111_0010;
        PLAYABLE >> (u32::from(is_legal) | u32::from(is_eye) << 1 | u32::from(is_open) << 2) & 1 != 0
    }

    /// The number of own stones a play of `color` on `point` would take off: 0 unless it is a suicide.
    pub fn suicide_len(&self, color: Color, point: Point) -> usize {
        if !self.is_suicide(color, point) {
            return 0;
        }
        1 + self.chains_next_to(point, color).into_iter().map(|stone| self.chain_len(stone)).sum::<usize>()
    }

    /// The hash of the position that a play of `color` on the empty `point` makes. Costs a walk over the stones taken.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let without = |hash: u64, owner: Color, chain: Point| {
            self.chain_stones(chain).fold(hash, |hash, stone| hash ^ stone_key(owner, stone))
        };
        if self.is_suicide(color, point) {
            let own = self.chains_next_to(point, color);
            return own.into_iter().fold(self.hash, |hash, chain| without(hash, color, chain));
        }
        let taken = self.ataris_next_to(point, color.opponent());
        let hash = self.hash ^ stone_key(color, point);
        taken.into_iter().fold(hash, |hash, chain| without(hash, color.opponent(), chain))
    }

    /// Whether `point` looks like an eye of `color`: all neighbours are its stones or the border, and the enemy has at
    /// most one of the diagonal points, none at the edge.
    #[inline]
    pub fn is_eyelike(&self, color: Color, point: Point) -> bool {
        counts::is_eyelike(self.counts[point], color)
    }

    /// Whether all neighbours of `point` are stones of `color` or the border.
    #[inline]
    pub fn is_surrounded(&self, color: Color, point: Point) -> bool {
        counts::is_surrounded(self.counts[point], color)
    }

    /// Number of empty neighbours of `point`.
    #[inline]
    pub fn empty_neighbours(&self, point: Point) -> usize {
        counts::empty_neighbours(self.counts[point])
    }

    /// Whether a stone of `color` is next to `point`.
    #[inline]
    pub fn touches(&self, color: Color, point: Point) -> bool {
        counts::touches(self.counts[point], color)
    }

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
        self.ko_point = Point::NONE;
        self.place_stone::<HASH>(S::OWN, point);
        let takes = self.take_liberty(S::OWN, point);
        let connects = self.join_a_neighbour(S::OWN, point);
        if connects {
            self.connect_neighbours::<S>(point);
        }
        if takes {
            self.take_neighbours::<S, HASH>(point);
        }
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

    /// Whether each chain has a liberty, as on every position that came about by play.
    pub fn has_liberties_everywhere(&self) -> bool {
        self.size.points().all(|point| !self.liberty_set(point).is_empty())
    }

    /// Number of empty points.
    #[inline(always)]
    pub(crate) fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The empty point at that place of the list.
    #[inline(always)]
    pub(crate) fn empty_at(&self, place: usize) -> Point {
        debug_assert!(place < self.empty_count);
        self.empties.at(place)
    }

    #[inline(always)]
    fn add_empty(&mut self, point: Point) {
        self.cells[point] = Cell::Empty;
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
        let mut enemies_taken = 0;
        for i in 0..4 {
            self.liberties[chains[i]] = left[i];
            let is_enemy = self.cells[around[i]] as u8 ^ color as u8;
            enemies_taken |= select(left[i].is_empty(), is_enemy, 0);
        }
        self.liberties[ChainId::DUMMY] = Liberties::DUMMY;
        enemies_taken != 0
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
            self.chain[stone] = ChainId::DUMMY;
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
        self.liberties[ChainId::DUMMY] = Liberties::DUMMY;
    }
}
