//! Why a command failed, and the words GTP has for it. The texts that clients compare to the letter stand here alone.

use crate::engine::SetupError;
use std::fmt;

/// A failed command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GtpError {
    /// No such command.
    UnknownCommand,
    /// An argument is not what it should be.
    Syntax(&'static str),
    /// An argument is missing.
    Missing(&'static str),
    /// An argument is not a number, or not one in range.
    NotANumber(&'static str),
    /// The move is not legal.
    IllegalMove,
    /// There are fewer moves than are to be taken back.
    CannotUndo,
    /// No board of that size.
    UnacceptableSize,
    /// Handicap stones need an empty board.
    BoardNotEmpty,
    /// No placement for that number of handicap stones.
    InvalidNumber,
    /// The file cannot be read as a game.
    CannotLoad(String),
    /// The session may not use files.
    NoFiles,
    /// Anything else, in words of its own.
    Other(String),
}

impl fmt::Display for GtpError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            GtpError::UnknownCommand => write!(f, "unknown command"),
            GtpError::Syntax(why) => write!(f, "syntax error: {why}"),
            GtpError::Missing(what) => write!(f, "syntax error: {what} missing"),
            GtpError::NotANumber(what) => write!(f, "syntax error: {what} is not a valid number"),
            GtpError::IllegalMove => write!(f, "illegal move"),
            GtpError::CannotUndo => write!(f, "cannot undo"),
            GtpError::UnacceptableSize => write!(f, "unacceptable size"),
            GtpError::BoardNotEmpty => write!(f, "board not empty"),
            GtpError::InvalidNumber => write!(f, "invalid number of stones"),
            GtpError::CannotLoad(why) => write!(f, "cannot load file: {}", shortened(why)),
            GtpError::NoFiles => write!(f, "files are switched off"),
            GtpError::Other(why) => f.write_str(&shortened(why)),
        }
    }
}

impl std::error::Error for GtpError {}

impl From<SetupError> for GtpError {
    fn from(error: SetupError) -> GtpError {
        match error {
            SetupError::BoardNotEmpty => GtpError::BoardNotEmpty,
            other => GtpError::Other(other.to_string()),
        }
    }
}

/// Longest part of a message that may come from the client, in characters.
const LONGEST: usize = 200;

/// The text on one line and of moderate length: it may repeat what a client sent.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().filter(|c| !c.is_control()).take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_repeated_is_cut_and_stays_on_its_line() {
        let text =
            GtpError::Other(format!("unknown rules: \u{1b}[2J\n\n= {}", "x".repeat(100_000))).to_string();
        assert!(
            text.starts_with("unknown rules: [2J= xxx") && text.ends_with("x...") && text.len() < 250,
            "{text}"
        );
        assert_eq!(shortened(&"\u{e9}".repeat(LONGEST)), "\u{e9}".repeat(LONGEST));
    }
}
