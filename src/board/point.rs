//! The vocabulary of the board: points, colours, moves and board sizes.
//!
//! A [`Point`] is an index into an array with guard points around the largest board. The row stride is the same for
//! every board size, so that a neighbour is a constant offset and a point can be turned into column and row without
//! knowing the size. Two guard rows lie below and above, so that each point two steps away has an index; one guard
//! column serves the right edge of a row and the left edge of the next. Nothing here knows the rules.

/// The largest width and height of a board.
pub const MAX_SIDE: usize = 25;
/// Distance between vertically adjacent points.
pub(super) const STRIDE: usize = MAX_SIDE + 1;
/// Guard rows below the board, and as many above.
pub(super) const GUARD_ROWS: usize = 2;
/// Number of indices a [`Point`] can have. The largest board needs 755; a power of two lets a mask bring the result of any
/// step back into range, which is cheaper than a comparison.
pub const POINTS: usize = 1024;

/// A point of the padded board; guard points are points too. Always below [`POINTS`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Point(u16);

impl Point {
    /// A guard point, never on any board. Stands for "no point" where an `Option` would cost.
    pub const NONE: Point = Point(0);

    /// The point in `column` (from the left) and `row` (from the bottom), both counted from 0.
    ///
    /// # Panics
    /// If `column` or `row` is 25 or more.
    pub const fn new(column: usize, row: usize) -> Point {
        assert!(column < MAX_SIDE && row < MAX_SIDE);
        Point(((row + GUARD_ROWS) * STRIDE + column + 1) as u16)
    }

    /// Column from the left, counted from 0. Only for points of a board, not of the guard ring.
    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE - 1
    }

    /// Row from the bottom, counted from 0. Only for points of a board, not of the guard ring.
    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE - GUARD_ROWS
    }

    /// The index as a number, `0..POINTS`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The point with that index.
    ///
    /// # Panics
    /// If `index` is not below [`POINTS`].
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        assert!(index < POINTS);
        Point(index as u16)
    }

    /// The point with that index modulo [`POINTS`].
    #[inline]
    pub(super) const fn wrapped(index: usize) -> Point {
        Point((index % POINTS) as u16)
    }

    /// The point so many columns to the right and rows up. Without meaning beyond the guard points.
    #[inline]
    pub(crate) const fn shifted(self, columns: i16, rows: i16) -> Point {
        Point::wrapped(self.0.wrapping_add_signed(rows * STRIDE as i16 + columns) as usize)
    }

    /// The four adjacent points: below, left, right, above.
    #[inline]
    pub const fn neighbours(self) -> [Point; 4] {
        [self.shifted(0, -1), self.shifted(-1, 0), self.shifted(1, 0), self.shifted(0, 1)]
    }

    /// The four diagonal points: below left, below right, above left, above right.
    #[inline]
    pub const fn diagonals(self) -> [Point; 4] {
        [self.shifted(-1, -1), self.shifted(1, -1), self.shifted(-1, 1), self.shifted(1, 1)]
    }

    /// The eight points around, by rows from below left to above right.
    #[inline]
    pub const fn around(self) -> [Point; 8] {
        let ([below, left, right, above], [below_left, below_right, above_left, above_right]) =
            (self.neighbours(), self.diagonals());
        [below_left, below, below_right, left, right, above_left, above, above_right]
    }
}

/// A player, and the colour of that player's stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Moves first in an even game.
    Black = 1,
    /// Receives the komi.
    White = 2,
}

impl Color {
    /// Both colours, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The other colour.
    #[inline]
    pub const fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// 0 for Black, 1 for White: an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// +1 for Black, -1 for White: turns a score from Black's point of view into one from this colour's.
    #[inline]
    pub const fn sign(self) -> i32 {
        match self {
            Color::Black => 1,
            Color::White => -1,
        }
    }
}

/// What stands on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Cell {
    /// No stone.
    #[default]
    Empty = 0,
    /// A black stone.
    Black = 1,
    /// A white stone.
    White = 2,
    /// Off the board.
    Border = 3,
}

impl Cell {
    /// The colour of the stone, if there is one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        match self {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }

    /// Whether a stone of `color` stands here.
    #[inline]
    pub const fn is(self, color: Color) -> bool {
        self as u8 == color as u8
    }
}

impl From<Color> for Cell {
    #[inline]
    fn from(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// A move: a stone on a point, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// No stone is placed.
    Pass,
    /// A stone is placed on the point.
    Place(Point),
}

impl Move {
    /// The point, unless the move is a pass.
    #[inline]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            Move::Pass => None,
        }
    }
}

/// Width and height of a board, each 1 to [`MAX_SIDE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// A board of that many columns and rows, or `None` if a side is 0 or above [`MAX_SIDE`].
    pub const fn new(width: usize, height: usize) -> Option<Size> {
        if width >= 1 && width <= MAX_SIDE && height >= 1 && height <= MAX_SIDE {
            Some(Size { width: width as u8, height: height as u8 })
        } else {
            None
        }
    }

    /// A square board.
    ///
    /// # Panics
    /// If `side` is 0 or above [`MAX_SIDE`].
    pub const fn square(side: usize) -> Size {
        match Size::new(side, side) {
            Some(size) => size,
            None => panic!("side of a board out of range"),
        }
    }

    /// Number of columns.
    pub const fn width(self) -> usize {
        self.width as usize
    }

    /// Number of rows.
    pub const fn height(self) -> usize {
        self.height as usize
    }

    /// Number of points on the board.
    pub const fn area(self) -> usize {
        self.width() * self.height()
    }

    /// Whether width and height are equal.
    pub const fn is_square(self) -> bool {
        self.width == self.height
    }

    /// The points of the board, row by row from the bottom, each row from the left.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (0..self.height()).flat_map(move |row| (0..self.width()).map(move |column| Point::new(column, row)))
    }

    /// Whether the point is one of this board.
    pub fn contains(self, point: Point) -> bool {
        let (column, row) = (point.index() % STRIDE, point.index() / STRIDE);
        (1..=self.width()).contains(&column) && (GUARD_ROWS..GUARD_ROWS + self.height()).contains(&row)
    }

    /// Distance of the point from the nearest edge: 0 on the first line.
    pub fn line(self, point: Point) -> usize {
        let (column, row) = (point.column(), point.row());
        column.min(row).min(self.width() - 1 - column).min(self.height() - 1 - row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_know_their_column_and_row_on_every_size() {
        for width in 1..=MAX_SIDE {
            for height in 1..=MAX_SIDE {
                let size = Size::new(width, height).unwrap();
                let points: Vec<Point> = size.points().collect();
                assert_eq!(points.len(), size.area());
                for (i, point) in points.iter().enumerate() {
                    assert_eq!((point.column(), point.row()), (i % width, i / width));
                }
            }
        }
    }

    #[test]
    fn neighbours_and_diagonals_are_at_distance_one_and_two() {
        let point = Point::new(3, 5);
        let steps = |q: Point| {
            let (columns, rows) = (q.column().abs_diff(3), q.row().abs_diff(5));
            (columns.max(rows), columns + rows)
        };
        assert!(point.neighbours().into_iter().all(|q| steps(q) == (1, 1)));
        assert!(point.diagonals().into_iter().all(|q| steps(q) == (1, 2)));
    }

    #[test]
    fn sizes_outside_1_to_25_are_refused() {
        assert!(Size::new(0, 9).is_none() && Size::new(9, 26).is_none());
        assert!(Size::new(1, 25).is_some());
    }

    #[test]
    fn the_line_is_the_distance_from_the_edge() {
        let size = Size::new(9, 5).unwrap();
        assert_eq!(size.line(Point::new(0, 2)), 0);
        assert_eq!(size.line(Point::new(4, 2)), 2);
        assert_eq!(size.line(Point::new(8, 4)), 0);
    }
}
