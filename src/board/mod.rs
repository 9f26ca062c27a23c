//! The fast position: stones, chains with exact liberties, captures, the simple ko point, a Zobrist hash and the list
//! of empty points.
//!
//! A [`Board`] is what a playout copies and plays on. It knows the rules that need no memory: captures come off, suicide
//! is seen, a ko is not retaken at once. History, superko, passes in a row and scores belong to [`crate::rules::Game`].
//!
//! A move is nearly free of branches. Empty and guard points belong to dummy chains, so all four neighbours are updated
//! alike; what is left to branch on is whether a move connects different chains and whether it takes any. Liberties are
//! sums over the distinct liberties of a chain ([`liberties`]), neighbour counts are packed into one number ([`counts`]).
//! A chain has the number of the stone that founded it ([`chain_map`]), and neighbours are constant displacements into
//! padded arrays ([`point`]). Figures: docs/performance.md; what else was tried:
//! docs/experiments.md.
//!
//! Invariant: after each call every field is what [`Board::check`] computes anew from the colours alone; no chain on the
//! board is without a liberty.

mod around;
mod chain_map;
mod check;
mod counts;
mod diagram;
mod liberties;
mod pattern_codes;
mod play;
mod point;
mod point_map;
mod scratch;
mod tactics;
mod zobrist;

pub use around::{Around, Few};
pub use chain_map::ChainId;
pub use check::Fault;
pub use diagram::DiagramError;
pub use liberties::Liberties;
pub use pattern_codes::PatternCodes;
pub(crate) use play::{BlackSide, Side, WhiteSide};
pub use point::{Cell, Color, MAX_SIDE, Move, POINTS, Point, Size};
pub use point_map::PointMap;
pub use scratch::ScratchBoard;
pub use zobrist::stone_key;

use chain_map::ChainMap;
use point_map::{Near, PointList, Rows};
use smallvec::SmallVec;

/// A few points on the stack: liberties of a chain, neighbours that share a property.
pub type Points = SmallVec<[Point; 16]>;

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
    /// A dummy for all but stones.
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
            chain: PointMap::filled(ChainId::BORDER),
            next: PointMap::filled(Point::NONE),
            place: PointMap::filled(0),
            empties: PointList::new(),
            liberties: ChainMap::filled(Liberties::NONE),
            chain_len: ChainMap::filled(0),
        };
        board.set_dummies();
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
        counts::NOTHING + sides * counts::BORDER_NEIGHBOUR + edge
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
        !counts::has_empty_neighbour(self.counts[point]) && self.takes_or_connects(color, point) == 0
    }

    /// 1 if a stone on `point`, which has no empty neighbour, takes a chain or connects to one with another liberty, else 0.
    #[inline(always)]
    fn takes_or_connects(&self, color: Color, point: Point) -> u8 {
        // Whose each neighbour is, turned over if its chain is in atari: own chains that are not and enemies that are count.
        // The border is everyone's and as if in atari, so it does not.
        let is_reason = |q: Near| {
            let is_single = self.liberties[self.chain[q]].is_single();
            (self.cells[q] as u8 >> color.index()) ^ u8::from(is_single)
        };
        point.beside().into_iter().fold(0, |any, q| any | is_reason(q)) & 1
    }

    /// Whether a playout of this side may play on the empty `point`: legal, and not an own eye.
    #[inline(always)]
    pub(crate) fn is_playable<S: Side>(&self, point: Point) -> bool {
        // The one branch that pays: it is decided two loads before the rest. A ko has no empty neighbour.
        let around = self.counts[point];
        if counts::has_empty_neighbour(around) {
            return true;
        }
        // As a Boolean expression this becomes branches that nothing can predict: 7 % of the time of a playout.
        let is_free = u8::from(point != self.ko_point) & counts::eyeless(around, S::OWN);
        self.takes_or_connects(S::OWN, point) & is_free != 0
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

    /// Whether each chain has a liberty, as on every position that came about by play.
    pub fn has_liberties_everywhere(&self) -> bool {
        self.size.points().all(|point| !self.liberty_set(point).is_empty())
    }

    /// Number of empty points.
    #[inline(always)]
    pub(crate) fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// The place of an empty point in the list.
    #[inline(always)]
    pub(crate) fn place_of(&self, point: Point) -> usize {
        usize::from(self.place[point])
    }

    /// The empty point at that place of the list. If no point is empty, place 0 may be asked for; the answer then has no
    /// meaning.
    #[inline(always)]
    pub(crate) fn empty_at(&self, place: usize) -> Point {
        debug_assert!(place < self.empty_count.max(1));
        self.empties.at(place)
    }
}
