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
            GtpError::CannotLoad(why) => write!(f, "cannot load file: {why}"),
            GtpError::Other(why) => write!(f, "{why}"),
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
