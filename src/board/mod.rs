//! The fast position: stones, chains with their liberties, captures, the simple ko point, a Zobrist hash and
//! the list of empty points.
//!
//! A [`Board`] is what a playout copies and plays on. It knows the rules that need no memory: captures come
//! off, suicide is seen, a ko is not retaken at once. History, superko, passes in a row and scores belong to
//! [`crate::rules::Game`].
//!
//! Invariant: after each call every field is what [`Board::check`] computes anew from the colours alone; no
//! chain on the board is without a liberty.

mod check;
mod diagram;
mod point;
mod zobrist;

pub use check::Fault;
pub use diagram::DiagramError;
pub use point::{Cell, Color, MAX_SIDE, Move, POINTS, Point, PointMap, Size};
pub use zobrist::stone_key;

use smallvec::SmallVec;

/// A few points on the stack: liberties of a chain, neighbours that share a property.
pub type Points = SmallVec<[Point; 16]>;

/// A position, ready to be played on. See the module comment.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    cells: PointMap<Cell>,
    /// For a stone: the point that names its chain.
    head: PointMap<Point>,
    /// For a stone: the next stone of its chain, in a ring.
    next: PointMap<Point>,
    /// By head: number of stones.
    stones_in_chain: PointMap<u16>,
    /// By head: number of liberties.
    liberties_of_chain: PointMap<u16>,
    empties: [Point; MAX_SIDE * MAX_SIDE],
    empty_count: usize,
    /// For an empty point: its place in `empties`.
    place: PointMap<u16>,
    /// Where the player `ko_banned` may not play now; `Point::NONE` if there is no ko.
    ko_point: Point,
    ko_banned: Color,
    hash: u64,
    stone_count: [u16; 2],
    prisoners: [u32; 2],
}

impl Board {
    /// The empty board.
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            cells: PointMap::filled(Cell::Border),
            head: PointMap::filled(Point::NONE),
            next: PointMap::filled(Point::NONE),
            stones_in_chain: PointMap::filled(0),
            liberties_of_chain: PointMap::filled(0),
            empties: [Point::NONE; MAX_SIDE * MAX_SIDE],
            empty_count: 0,
            place: PointMap::filled(0),
            ko_point: Point::NONE,
            ko_banned: Color::Black,
            hash: 0,
            stone_count: [0; 2],
            prisoners: [0; 2],
        };
        for point in size.points() {
            board.cells[point] = Cell::Empty;
            board.add_empty(point);
        }
        board
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
        &self.empties[..self.empty_count]
    }

    /// The exclusive or of [`stone_key`] over the stones: equal positions have equal hashes.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Number of stones of that colour on the board.
    #[inline]
    pub fn stone_count(&self, color: Color) -> usize {
        self.stone_count[color.index()] as usize
    }

    /// Number of enemy stones taken so far by that player, the opponent's suicides included.
    #[inline]
    pub fn prisoners(&self, taker: Color) -> u32 {
        self.prisoners[taker.index()]
    }

    /// The point where `color` may not retake a ko now.
    #[inline]
    pub fn ko_point(&self, color: Color) -> Option<Point> {
        (self.ko_point != Point::NONE && self.ko_banned == color).then_some(self.ko_point)
    }

    /// The point that names the chain of the stone on `point`: two stones are connected if it is the same.
    #[inline]
    pub fn chain(&self, point: Point) -> Point {
        self.head[point]
    }

    /// Number of stones in the chain of the stone on `point`.
    #[inline]
    pub fn chain_len(&self, point: Point) -> usize {
        self.stones_in_chain[self.head[point]] as usize
    }

    /// Number of liberties of the chain of the stone on `point`.
    #[inline]
    pub fn liberties(&self, point: Point) -> usize {
        self.liberties_of_chain[self.head[point]] as usize
    }

    /// Whether the chain of the stone on `point` has a single liberty.
    #[inline]
    pub fn in_atari(&self, point: Point) -> bool {
        self.liberties(point) == 1
    }

    /// The stones of the chain of the stone on `point`.
    pub fn chain_stones(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut following = Some(point);
        std::iter::from_fn(move || {
            let stone = following?;
            let after = self.next[stone];
            following = (after != point).then_some(after);
            Some(stone)
        })
    }

    /// The liberties of the chain of the stone on `point`, each once. Walks the chain until all are found.
    pub fn liberty_points(&self, point: Point) -> Points {
        let count = self.liberties(point);
        let mut found = Points::new();
        for stone in self.chain_stones(point) {
            for neighbour in stone.neighbours() {
                if self.is_empty(neighbour) && !found.contains(&neighbour) {
                    found.push(neighbour);
                }
            }
            if found.len() == count {
                break;
            }
        }
        found
    }

    /// Whether `color` may play on `point` if suicide is forbidden and only an immediate retake is a ko.
    #[inline]
    pub fn is_legal(&self, color: Color, point: Point) -> bool {
        self.is_empty(point) && self.ko_point(color) != Some(point) && !self.is_suicide(color, point)
    }

    /// Whether a stone of `color` on the empty `point` would leave its own chain without a liberty.
    pub fn is_suicide(&self, color: Color, point: Point) -> bool {
        point.neighbours().into_iter().all(|neighbour| match self.cells[neighbour] {
            Cell::Empty => false,
            Cell::Border => true,
            cell if cell.is(color) => self.in_atari(neighbour),
            _ => !self.in_atari(neighbour),
        })
    }

    /// The number of own stones a play of `color` on `point` would take off: 0 unless it is a suicide.
    pub fn suicide_len(&self, color: Color, point: Point) -> usize {
        if !self.is_suicide(color, point) {
            return 0;
        }
        let friends = self.chains_around(point).into_iter().filter(|chain| self.cells[*chain].is(color));
        1 + friends.map(|chain| self.chain_len(chain)).sum::<usize>()
    }

    /// The hash of the position that a play of `color` on the empty `point` makes. Costs a walk over the stones taken.
    pub fn hash_after(&self, color: Color, point: Point) -> u64 {
        let mut hash = self.hash ^ stone_key(color, point);
        let suicide = self.is_suicide(color, point);
        if suicide {
            hash ^= stone_key(color, point);
        }
        for chain in self.chains_around(point) {
            let own = self.cells[chain].is(color);
            if if own { suicide } else { self.in_atari(chain) } {
                let stones_color = if own { color } else { color.opponent() };
                hash = self.chain_stones(chain).fold(hash, |h, stone| h ^ stone_key(stones_color, stone));
            }
        }
        hash
    }

    /// Whether `point` looks like an eye of `color`: all neighbours are its stones or the border, and the enemy
    /// has at most one of the diagonal points, none at the edge.
    #[inline]
    pub fn is_eyelike(&self, color: Color, point: Point) -> bool {
        point.neighbours().into_iter().all(|q| self.cells[q].is(color) || self.cells[q] == Cell::Border)
            && self.has_safe_diagonals(color, point)
    }

    fn has_safe_diagonals(&self, color: Color, point: Point) -> bool {
        let (mut enemies, mut at_edge) = (0, 0);
        for diagonal in point.diagonals() {
            match self.cells[diagonal] {
                Cell::Border => at_edge = 1,
                cell if cell.is(color.opponent()) => enemies += 1,
                _ => {}
            }
        }
        enemies + at_edge < 2
    }

    /// Passes: a ko may be retaken again.
    #[inline]
    pub fn pass(&mut self) {
        self.ko_point = Point::NONE;
    }

    /// Plays a stone of `color` on the empty `point` and takes off what has no liberty, the enemy's chains first,
    /// then the own chain (suicide). Does not ask whether ko or suicide rules allow it: see [`Board::is_legal`].
    /// Returns the number of enemy stones taken.
    pub fn play(&mut self, color: Color, point: Point) -> usize {
        debug_assert!(self.is_empty(point), "stone on an occupied point");
        self.ko_point = Point::NONE;
        self.place_stone(color, point);
        self.remove_liberty(point);
        self.join_friends(color, point);
        let (taken, last_taken) = self.take_enemies(color, point);
        if self.liberties(point) == 0 {
            self.take_chain(color, point);
        } else if taken == 1 && self.chain_len(point) == 1 && self.in_atari(point) {
            self.ko_point = last_taken;
            self.ko_banned = color.opponent();
        }
        taken
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
                self.place_stone(color, point);
                self.remove_liberty(point);
                self.join_friends(color, point);
            }
        }
    }

    /// Whether each chain has a liberty, as on every position that came about by play.
    pub fn has_liberties_everywhere(&self) -> bool {
        self.size.points().all(|p| self.cells[p].color().is_none() || self.liberties(p) > 0)
    }

    fn add_empty(&mut self, point: Point) {
        self.place[point] = self.empty_count as u16;
        self.empties[self.empty_count] = point;
        self.empty_count += 1;
    }

    /// Puts a stone on an empty point as a chain of its own.
    fn place_stone(&mut self, color: Color, point: Point) {
        self.empty_count -= 1;
        let last = self.empties[self.empty_count];
        self.empties[self.place[point] as usize] = last;
        self.place[last] = self.place[point];
        self.cells[point] = color.into();
        self.hash ^= stone_key(color, point);
        self.stone_count[color.index()] += 1;
        self.head[point] = point;
        self.next[point] = point;
        self.stones_in_chain[point] = 1;
        self.liberties_of_chain[point] =
            point.neighbours().into_iter().filter(|q| self.is_empty(*q)).count() as u16;
    }

    /// The chains next to `point`, each named once.
    fn chains_around(&self, point: Point) -> SmallVec<[Point; 4]> {
        let mut chains = SmallVec::new();
        for neighbour in point.neighbours() {
            if self.cells[neighbour].color().is_some() && !chains.contains(&self.head[neighbour]) {
                chains.push(self.head[neighbour]);
            }
        }
        chains
    }

    /// A stone has come to `point`: it is no liberty any more.
    fn remove_liberty(&mut self, point: Point) {
        for chain in self.chains_around(point) {
            self.liberties_of_chain[chain] -= 1;
        }
    }

    fn join_friends(&mut self, color: Color, point: Point) {
        for neighbour in point.neighbours() {
            if self.cells[neighbour].is(color) && self.head[neighbour] != self.head[point] {
                self.merge(self.head[neighbour], self.head[point]);
            }
        }
    }

    /// Makes one chain of two, under the name of the longer one.
    fn merge(&mut self, a: Point, b: Point) {
        let (kept, lost) = if self.stones_in_chain[a] >= self.stones_in_chain[b] { (a, b) } else { (b, a) };
        let mut stone = lost;
        loop {
            self.head[stone] = kept;
            stone = self.next[stone];
            if stone == lost {
                break;
            }
        }
        let after_kept = self.next[kept];
        self.next[kept] = self.next[lost];
        self.next[lost] = after_kept;
        self.stones_in_chain[kept] += self.stones_in_chain[lost];
        self.liberties_of_chain[kept] = self.count_liberties(kept);
    }

    fn count_liberties(&self, head: Point) -> u16 {
        let mut seen = PointMap::filled(false);
        let mut count = 0;
        for stone in self.chain_stones(head) {
            for neighbour in stone.neighbours() {
                if self.is_empty(neighbour) && !seen[neighbour] {
                    seen[neighbour] = true;
                    count += 1;
                }
            }
        }
        count
    }

    /// Takes the enemy chains next to `point` that have no liberty; returns how many stones, and one of them.
    fn take_enemies(&mut self, color: Color, point: Point) -> (usize, Point) {
        let (mut taken, mut last_taken) = (0, Point::NONE);
        for neighbour in point.neighbours() {
            if self.cells[neighbour].is(color.opponent()) && self.liberties(neighbour) == 0 {
                taken += self.take_chain(color.opponent(), neighbour);
                last_taken = neighbour;
            }
        }
        (taken, last_taken)
    }

    /// Takes a chain off the board; its points become liberties of the chains around. Returns its length.
    fn take_chain(&mut self, color: Color, point: Point) -> usize {
        let stones: SmallVec<[Point; 32]> = self.chain_stones(point).collect();
        for &stone in &stones {
            self.cells[stone] = Cell::Empty;
            self.hash ^= stone_key(color, stone);
            self.add_empty(stone);
        }
        for &stone in &stones {
            for chain in self.chains_around(stone) {
                self.liberties_of_chain[chain] += 1;
            }
        }
        self.stone_count[color.index()] -= stones.len() as u16;
        self.prisoners[color.opponent().index()] += stones.len() as u32;
        stones.len()
    }
}
