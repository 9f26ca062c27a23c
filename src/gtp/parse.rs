//! One line of input to a [`Request`], and readers for the types of GTP arguments.
//!
//! The rules of GTP 2 (Farnebäck 2002, section 3.1) are applied here, once: control characters vanish, a tab is a
//! space, `#` begins a comment, a line without text asks for nothing. Where the draft is silent GNU Go is followed.

use super::error::GtpError;
use crate::board::{Color, Move, Point, Size};

/// Letters of the columns; there is no I.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Some editors put it at the beginning of a file of commands.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The number before the command, as it was written, to be given back in the reply.
    pub id: Option<String>,
    /// The command; empty if there was nothing but an id.
    pub command: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// The request of a line; `None` for a blank line or a comment, which get no reply.
pub fn parse_line(line: &[u8]) -> Option<Request> {
    let text = String::from_utf8_lossy(line);
    let text: String = text
        .split('#')
        .next()
        .unwrap_or_default()
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control() && *c != BYTE_ORDER_MARK)
        .collect();
    // Other blanks part no words: the wide one of Chinese and Japanese may be in the name of a file.
    let mut words = text.split([' ', '\u{a0}']).filter(|word| !word.is_empty()).map(str::to_owned).peekable();
    words.peek()?;
    let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
    Some(Request { id, command: words.next().unwrap_or_default(), args: words.collect() })
}

/// The argument at `index`, or a syntax error that says what is missing.
pub fn argument<'a>(args: &'a [String], index: usize, what: &'static str) -> Result<&'a str, GtpError> {
    args.get(index).map(String::as_str).ok_or(GtpError::Missing(what))
}

/// `b`, `black`, `w` or `white` in any case.
pub fn color(word: &str) -> Result<Color, GtpError> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(GtpError::Syntax("invalid color")),
    }
}

/// A vertex: `pass`, or a letter and a number, in any case. The point may lie off the present board, but not off the
/// largest one.
pub fn vertex(word: &str) -> Result<Move, GtpError> {
    if word.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    let invalid = GtpError::Syntax("invalid coordinate");
    let (letter, number) = word.split_at_checked(1).ok_or(invalid.clone())?;
    let letter = letter.as_bytes()[0].to_ascii_uppercase();
    let column = COLUMNS.iter().position(|&c| c == letter).ok_or(invalid.clone())?;
    if number.is_empty() || !number.bytes().all(|b| b.is_ascii_digit()) {
        return Err(invalid);
    }
    match number.parse::<usize>() {
        Ok(row) if (1..=25).contains(&row) => Ok(Move::Place(Point::new(column, row - 1))),
        _ => Err(invalid),
    }
}

/// A vertex of that board.
pub fn move_on(word: &str, size: Size) -> Result<Move, GtpError> {
    match vertex(word)? {
        Move::Place(point) if !size.contains(point) => Err(GtpError::Syntax("invalid coordinate")),
        mv => Ok(mv),
    }
}

/// A vertex that is a point of the board, not a pass.
pub fn point(word: &str, size: Size) -> Result<Point, GtpError> {
    move_on(word, size)?.point().ok_or(GtpError::Syntax("invalid coordinate"))
}

/// A whole number of at least 0.
pub fn count(word: &str, what: &'static str) -> Result<usize, GtpError> {
    word.parse().map_err(|_| GtpError::NotANumber(what))
}

/// A finite number; a decimal comma is a point, as clients of some locales send it.
pub fn float(word: &str, what: &'static str) -> Result<f64, GtpError> {
    let is_plain = word.bytes().all(|b| b.is_ascii_digit() || b"+-.,eE".contains(&b));
    match word.replace(',', ".").parse::<f64>() {
        Ok(value) if is_plain && value.is_finite() => Ok(value),
        _ => Err(GtpError::NotANumber(what)),
    }
}

/// The text of a point, e.g. `D4`.
pub fn format_point(point: Point) -> String {
    format!("{}{}", COLUMNS[point.column()] as char, point.row() + 1)
}

/// The text of a move: `D4` or `pass`.
pub fn format_move(mv: Move) -> String {
    match mv {
        Move::Place(point) => format_point(point),
        Move::Pass => "pass".to_owned(),
    }
}

/// The letters of that many columns, separated by spaces.
pub fn column_letters(width: usize) -> String {
    let letters: Vec<String> = COLUMNS[..width].iter().map(|&c| (c as char).to_string()).collect();
    letters.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_draft_says() {
        let words = |line: &str| {
            parse_line(line.as_bytes()).map(|r| (r.id.unwrap_or_default(), r.command, r.args.join(",")))
        };
        let request =
            |id: &str, command: &str, args: &str| Some((id.to_owned(), command.to_owned(), args.to_owned()));
        assert_eq!(words("12 play b\tD4 # x"), request("12", "play", "b,D4"));
        assert_eq!(words("007 na\x01me\r"), request("007", "name", ""));
        assert_eq!(words("  # comment"), None);
        assert_eq!(words(" \t\r"), None);
        assert_eq!(words("loadsgf a\u{3000}b.sgf"), request("", "loadsgf", "a\u{3000}b.sgf"));
        assert_eq!(words("42"), request("42", "", ""));
        assert_eq!(words("-1 name"), request("", "-1", "name"));
        assert_eq!(words("99999999999 name"), request("99999999999", "name", ""));
        assert_eq!(parse_line(b"name\xff").unwrap().command, "name\u{fffd}");
    }

    #[test]
    fn vertices_are_read_and_written() {
        for (column, letter) in COLUMNS.iter().enumerate() {
            for row in 1..=25 {
                let text = format!("{}{row}", *letter as char);
                assert_eq!(vertex(&text), Ok(Move::Place(Point::new(column, row - 1))));
                assert_eq!(vertex(&text.to_lowercase()), vertex(&text));
                assert_eq!(format_move(vertex(&text).unwrap()), text);
            }
        }
        assert_eq!(vertex("PaSS"), Ok(Move::Pass));
        for bad in
            ["", "i5", "I5", "d", "4", "44", "d0", "d26", "z99", "d4x", "d+4", "d-4", "é4", "dé", "resign"]
        {
            assert!(vertex(bad).is_err(), "{bad:?} was read as a vertex");
        }
    }

    #[test]
    fn numbers_are_finite_and_plain() {
        assert_eq!(float("7,50", "komi"), Ok(7.5));
        assert_eq!(float("-3", "komi"), Ok(-3.0));
        for bad in ["nan", "inf", "-inf", "infinity", "abc", "", "1e999", "0x10", "7,5,0"] {
            assert!(float(bad, "komi").is_err(), "{bad:?} was read as a number");
        }
        assert!(count("-5", "size").is_err() && count("9.5", "size").is_err());
    }
}
