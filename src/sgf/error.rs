//! Why a text is no game record that can be loaded.

use crate::board::{MAX_SIDE, Size};
use std::fmt;

/// Why [`parse`](super::parse) refused a text. Its `Display` is one line without control characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParseError {
    /// No game begins anywhere in the text, that is, no `(` is followed by `;`.
    NoGame,
    /// The text ends inside the game.
    Truncated,
    /// A character that cannot stand there.
    Unexpected {
        /// The character.
        found: char,
        /// Where it stands: bytes from the beginning of the text, counted in UTF-8.
        offset: usize,
    },
    /// `GM` names another game.
    NotGo {
        /// The value of `GM`.
        value: String,
    },
    /// `SZ` gives no size of a board.
    BadSize {
        /// The value of `SZ`.
        value: String,
    },
    /// A move, a list of setup stones or the player to move cannot be read.
    BadValue {
        /// The name of the property.
        property: String,
        /// Its value, or its values joined by `][`.
        value: String,
    },
    /// A move or a setup stone lies outside the board.
    OffBoard {
        /// The name of the property.
        property: String,
        /// Its value.
        value: String,
        /// The size of the board.
        size: Size,
    },
    /// The main line holds more than an engine could want: see [`MAX_ITEMS`](super::MAX_ITEMS).
    TooLong,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::NoGame => write!(f, "no SGF game in it"),
            ParseError::Truncated => write!(f, "it ends inside the game"),
            ParseError::Unexpected { found, offset } => {
                write!(f, "unexpected '{}' at byte {offset}", found.escape_debug())
            }
            ParseError::NotGo { value } => write!(f, "not a game of Go: GM[{}]", shown(value)),
            ParseError::BadSize { value } => {
                write!(f, "no board has the size SZ[{}]: 1 to {MAX_SIDE} columns and rows", shown(value))
            }
            ParseError::BadValue { property, value } => write!(f, "cannot read {property}[{}]", shown(value)),
            ParseError::OffBoard { property, value, size } => {
                let (width, height) = (size.width(), size.height());
                write!(f, "{property}[{}] is not on the {width}x{height} board", shown(value))
            }
            ParseError::TooLong => write!(f, "the main line is too long"),
        }
    }
}

impl std::error::Error for ParseError {}

/// The beginning of the value, fit for a message of one line.
fn shown(value: &str) -> String {
    const LONGEST: usize = 30;
    let mut text: String = value.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if value.chars().nth(LONGEST).is_some() {
        text.push_str("...");
    }
    text
}
