//! A plain board to compare with: one array of colours, everything else by looking, liberties by flood fill.
//!
//! It is to be short and right, not fast. The ratio of its uniform playouts to those of the engine's board is a measure of
//! speed that means the same on every machine, and its playouts must be as long and come out as those of the engine.

use rand::{Rng, RngExt};

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Black,
    White,
    Border,
}

impl Cell {
    fn opponent(self) -> Cell {
        if self == Cell::Black { Cell::White } else { Cell::Black }
    }
}

/// A square board with a border of one point.
#[derive(Clone)]
pub struct Board {
    side: usize,
    cells: Vec<Cell>,
    ko: Option<usize>,
}

impl Board {
    /// The empty board.
    pub fn new(side: usize) -> Board {
        let width = side + 2;
        let is_border =
            |i: usize| [0, side + 1].contains(&(i % width)) || [0, side + 1].contains(&(i / width));
        let cell = |i| if is_border(i) { Cell::Border } else { Cell::Empty };
        Board { side, cells: (0..width * width).map(cell).collect(), ko: None }
    }

    fn neighbours(&self, point: usize) -> [usize; 4] {
        let width = self.side + 2;
        [point - width, point - 1, point + 1, point + width]
    }

    fn diagonals(&self, point: usize) -> [usize; 4] {
        let width = self.side + 2;
        [point - width - 1, point - width + 1, point + width - 1, point + width + 1]
    }

    /// The stones of the chain of the stone on `start`, and whether it has a liberty.
    fn chain(&self, start: usize) -> (Vec<usize>, bool) {
        let mut is_seen = vec![false; self.cells.len()];
        let (mut stones, mut next, mut has_liberty) = (vec![start], 0, false);
        is_seen[start] = true;
        while next < stones.len() {
            for neighbour in self.neighbours(stones[next]) {
                has_liberty |= self.cells[neighbour] == Cell::Empty;
                if self.cells[neighbour] == self.cells[start] && !is_seen[neighbour] {
                    is_seen[neighbour] = true;
                    stones.push(neighbour);
                }
            }
            next += 1;
        }
        (stones, has_liberty)
    }

    /// Whether `point` is surrounded by `color` and at most one diagonal point, none at the edge, is the enemy's.
    fn is_eyelike(&self, color: Cell, point: usize) -> bool {
        let is_own = |q: &usize| self.cells[*q] == color || self.cells[*q] == Cell::Border;
        let count = |cell| self.diagonals(point).iter().filter(|q| self.cells[**q] == cell).count();
        let allowed = if count(Cell::Border) > 0 { 0 } else { 1 };
        self.neighbours(point).iter().all(is_own) && count(color.opponent()) <= allowed
    }

    /// Plays on the empty `point` if that is no suicide and takes no ko back at once; tells whether it did.
    fn play(&mut self, color: Cell, point: usize) -> bool {
        if self.ko == Some(point) {
            return false;
        }
        let is_enemy_or_border = |q: &usize| ![Cell::Empty, color].contains(&self.cells[*q]);
        let is_in_mouth = self.neighbours(point).iter().all(is_enemy_or_border);
        self.cells[point] = color;
        let mut taken = Vec::new();
        for neighbour in self.neighbours(point) {
            if self.cells[neighbour] == color.opponent() {
                let (stones, has_liberty) = self.chain(neighbour);
                if !has_liberty {
                    stones.iter().for_each(|&stone| self.cells[stone] = Cell::Empty);
                    taken.extend(stones);
                }
            }
        }
        if taken.is_empty() && !self.chain(point).1 {
            self.cells[point] = Cell::Empty;
            return false;
        }
        self.ko = if is_in_mouth && taken.len() == 1 { Some(taken[0]) } else { None };
        true
    }

    /// Plays on the first point from a random one on that is legal and no own eye; tells whether there is one.
    fn play_random(&mut self, color: Cell, rng: &mut impl Rng) -> bool {
        let mut empty: Vec<usize> = (0..self.cells.len()).filter(|i| self.cells[*i] == Cell::Empty).collect();
        // The engine's list is in no order either: neighbours in the list must not be neighbours on the board.
        while !empty.is_empty() {
            let point = empty.swap_remove(rng.random_range(0..empty.len()));
            if !self.is_eyelike(color, point) && self.play(color, point) {
                return true;
            }
        }
        self.ko = None;
        false
    }

    /// Plays a uniform playout to its end, Black first. Returns the number of moves, passes included, and Black's margin in
    /// points.
    pub fn playout(&mut self, rng: &mut impl Rng) -> (usize, i32) {
        let (mut moves, mut passes, mut color) = (0, 0, Cell::Black);
        while passes < 2 && moves < 3 * self.side * self.side {
            passes = if self.play_random(color, rng) { 0 } else { passes + 1 };
            moves += 1;
            color = color.opponent();
        }
        (moves, self.margin())
    }

    /// Stones and eyes of Black less those of White.
    fn margin(&self) -> i32 {
        let touches = |point, color| self.neighbours(point).iter().any(|q| self.cells[*q] == color);
        let owner = |point: usize| match self.cells[point] {
            Cell::Black => 1,
            Cell::White => -1,
            Cell::Border => 0,
            Cell::Empty => i32::from(touches(point, Cell::Black)) - i32::from(touches(point, Cell::White)),
        };
        (0..self.cells.len()).map(owner).sum()
    }
}
