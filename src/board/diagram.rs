//! Positions as text: rows of `.`, `X` (Black) and `O` (White), the top row first. For tests and `showboard`.

use super::{Board, Color, Point, Size};
use std::fmt;

/// Why rows of text are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiagramError {
    /// No rows, rows of different length, or more than 25 of either.
    Shape,
    /// A character that is none of `.`, `X`, `O`.
    Character(char),
    /// A chain has no liberty.
    NoLiberty,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            DiagramError::Shape => write!(f, "rows of different length or too many"),
            DiagramError::Character(c) => write!(f, "character {c:?} in a diagram"),
            DiagramError::NoLiberty => write!(f, "a chain without liberties"),
        }
    }
}

impl std::error::Error for DiagramError {}

impl Board {
    /// The position of a diagram. Rows are separated by white space or `/`; spaces within a row are not allowed.
    ///
    /// ```
    /// use tengen::board::{Board, Point};
    /// let board = Board::from_diagram(".X. XOX ...").unwrap();
    /// assert!(board.in_atari(Point::new(1, 1)));
    /// ```
    ///
    /// # Errors
    /// See [`DiagramError`].
    pub fn from_diagram(text: &str) -> Result<Board, DiagramError> {
        let rows: Vec<&str> =
            text.split(|c: char| c.is_whitespace() || c == '/').filter(|r| !r.is_empty()).collect();
        let width = rows.first().map_or(0, |row| row.chars().count());
        let size = Size::new(width, rows.len()).ok_or(DiagramError::Shape)?;
        let mut stones = Vec::new();
        for (row, line) in rows.iter().rev().enumerate() {
            if line.chars().count() != width {
                return Err(DiagramError::Shape);
            }
            for (column, character) in line.chars().enumerate() {
                let stone = match character {
                    '.' => continue,
                    'X' => Color::Black,
                    'O' => Color::White,
                    other => return Err(DiagramError::Character(other)),
                };
                stones.push((Point::new(column, row), Some(stone)));
            }
        }
        let mut board = Board::new(size);
        board.set_all(stones);
        if board.has_liberties_everywhere() { Ok(board) } else { Err(DiagramError::NoLiberty) }
    }

    /// The position as rows of `.`, `X` and `O`, the top row first, joined by `/`.
    pub fn to_diagram(&self) -> String {
        let rows: Vec<String> = (0..self.size().height())
            .rev()
            .map(|row| {
                (0..self.size().width())
                    .map(|column| match self.cell(Point::new(column, row)).color() {
                        Some(Color::Black) => 'X',
                        Some(Color::White) => 'O',
                        None => '.',
                    })
                    .collect()
            })
            .collect();
        rows.join("/")
    }
}
