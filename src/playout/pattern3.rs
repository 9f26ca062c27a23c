//! 3x3 patterns: which shapes next to a move are worth an answer.
//!
//! The patterns are those of MoGo (Gelly, Wang, Munos, Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go",
//! 2006), with a weight each. A table over all codes of [`crate::board::Board::pattern_code`] holds the weight, so that
//! a look-up is one load.

use crate::board::Cell;
use std::sync::LazyLock;

/// A pattern as three rows with the move in the middle. `X`, `O`: the two colours; `x`, `o`: anything but that colour; `.`:
/// empty; `?`: anything on the board; `#`: off the board; blank: anything.
struct Pattern {
    rows: [&'static str; 3],
    /// How much likelier than a pattern of weight 1 the move is chosen.
    weight: u8,
}

const fn pattern(rows: [&'static str; 3], weight: u8) -> Pattern {
    Pattern { rows, weight }
}

/// Weights: hundredths of the values that Pachi found by CLOP.
const PATTERNS: &[Pattern] = &[
    pattern(["XOX", "...", "???"], 52), // hane that encloses
    pattern(["XO.", "...", "?.?"], 53), // hane that does not cut
    pattern(["XO?", "X..", "x.?"], 32), // turn
    pattern([".O.", "X..", "..."], 37), // diagonal attachment
    pattern(["XO?", "O.o", "?o?"], 28), // cut, unprotected
    pattern(["XO?", "O.X", "???"], 21), // cut, peeped
    pattern(["?X?", "O.O", "ooo"], 19), // cut from the side
    pattern(["OX?", "o.O", "???"], 82), // cut of a knight's move
    pattern(["X.?", "O.?", "###"], 12), // chase along the edge
    pattern(["OX?", "X.O", "###"], 20), // block that cuts
    pattern(["?X?", "x.O", "###"], 16), // block that connects
    pattern(["?XO", "x.x", "###"], 57), // descent
    pattern(["?OX", "X.O", "###"], 44), // cut at the edge
];

/// The weight of each pattern code, for Black to move.
pub struct Table([u8; 1 << 16]);

static TABLE: LazyLock<Box<Table>> = LazyLock::new(|| Box::new(Table(make_weights())));

/// The one table.
#[inline]
pub fn table() -> &'static Table {
    &TABLE
}

impl Table {
    /// The weight of a move of Black on an empty point with that pattern code; 0 where no pattern is, and for the code of an
    /// occupied point.
    #[inline]
    pub fn weight(&self, code: u16) -> u8 {
        self.0[usize::from(code)]
    }
}

/// The code with Black and White exchanged: the two bits of each cell change places.
fn exchange_colors(code: u16) -> u16 {
    (code & 0x5555) << 1 | (code & 0xaaaa) >> 1
}

/// Columns and rows of the eight points around, in the order of a pattern code; a pattern's first row is the upper one.
const AROUND: [(usize, usize); 8] = [(0, 2), (1, 2), (2, 2), (0, 1), (2, 1), (0, 0), (1, 0), (2, 0)];

fn make_weights() -> [u8; 1 << 16] {
    let mut weights = [0; 1 << 16];
    for pattern in PATTERNS {
        for turned in symmetries(pattern.rows) {
            let cells = AROUND.map(|(column, row)| possible_cells(turned[row][column]));
            add_codes(&mut weights, &cells, pattern.weight, 0, 0);
        }
    }
    weights
}

/// Sets the weight of each code that has a possible cell everywhere, for both colours; the highest weight stays.
fn add_codes(weights: &mut [u8], cells: &[&[Cell]; 8], weight: u8, index: usize, code: u16) {
    if index == cells.len() {
        for code in [code, exchange_colors(code)] {
            weights[code as usize] = weights[code as usize].max(weight);
        }
        return;
    }
    for &cell in cells[index] {
        add_codes(weights, cells, weight, index + 1, code | (cell as u16) << (2 * index));
    }
}

fn possible_cells(character: char) -> &'static [Cell] {
    use Cell::{Black, Border, Empty, White};
    match character {
        'X' => &[Black],
        'O' => &[White],
        'x' => &[Empty, White, Border],
        'o' => &[Empty, Black, Border],
        '.' => &[Empty],
        '#' => &[Border],
        _ => &[Empty, Black, White, Border],
    }
}

/// The eight ways to turn and mirror a pattern.
fn symmetries(rows: [&str; 3]) -> Vec<[[char; 3]; 3]> {
    let mut shape = [[' '; 3]; 3];
    for (row, text) in rows.iter().enumerate() {
        text.chars().enumerate().for_each(|(column, character)| shape[row][column] = character);
    }
    let mut all = Vec::new();
    for _ in 0..4 {
        shape = std::array::from_fn(|row| std::array::from_fn(|column| shape[2 - column][row]));
        all.push(shape);
        all.push(shape.map(|[a, b, c]| [c, b, a]));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, PatternCodes, Point};

    /// The weights for Black and for White.
    fn weights_at(diagram: &str, column: usize, row: usize) -> [u8; 2] {
        let code = Board::from_diagram(diagram).unwrap().pattern_code(Point::new(column, row));
        [code, exchange_colors(code)].map(|code| table().weight(code))
    }

    #[test]
    fn a_hane_is_found_in_every_direction_and_colour() {
        for (diagram, column, row) in [
            ("..... .XOX. ..... ..... .....", 2, 2),
            ("..... ..... ..... .XOX. .....", 2, 2),
            ("..... .X... .O... .X... .....", 2, 2),
        ] {
            assert_eq!(weights_at(diagram, column, row), [52, 52], "{diagram}");
        }
    }

    #[test]
    fn the_edge_has_patterns_of_its_own() {
        assert!(weights_at("..... ..... ..... .OX.. .X.O.", 2, 0)[0] > 0);
        assert_eq!(weights_at("..... ..... ..... ..... .....", 2, 0), [0, 0]);
    }

    #[test]
    fn an_empty_neighbourhood_is_no_pattern() {
        assert_eq!(weights_at("..... ..... ..... ..... .....", 2, 2), [0, 0]);
        assert_eq!(table().weight(PatternCodes::OCCUPIED), 0);
    }
}
