//! The fields of a query, each read with the error that says what it should have been.

use crate::board::{Color, Move, Point, Size};
use crate::gtp::parse;
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// What is wrong with a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The field.
    pub field: String,
    /// What it should be, or why it cannot be.
    pub message: String,
}

/// The result of reading a field.
pub type Read<T> = Result<T, Fault>;

/// The fields of a JSON object. One with the value `null` counts as absent.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(pub &'a Map<String, Value>);

const PAIRS: &str = "Must be an array of pairs of the form: [\"b\" or \"w\", GTP board vertex]";

impl<'a> Fields<'a> {
    /// The value of a field that may be absent.
    pub fn get(self, field: &str) -> Option<&'a Value> {
        self.0.get(field).filter(|value| !value.is_null())
    }

    /// A field that turns something on.
    pub fn boolean(self, field: &str) -> Read<bool> {
        let read = |value: &Value| value.as_bool().ok_or_else(|| fault(field, "Must be a boolean"));
        self.get(field).map_or(Ok(false), read)
    }

    /// A whole number in that range.
    pub fn integer(self, field: &str, range: RangeInclusive<i64>) -> Read<Option<i64>> {
        self.get(field).map(|value| integer(field, value, &range)).transpose()
    }

    /// A number in that range.
    pub fn number(self, field: &str, range: RangeInclusive<f64>) -> Read<Option<f64>> {
        let message = || format!("Must be a number from {} to {}", range.start(), range.end());
        let is_good = |number: &f64| range.contains(number);
        self.get(field)
            .map(|value| value.as_f64().filter(is_good).ok_or_else(|| fault(field, message())))
            .transpose()
    }

    /// A list of whole numbers in that range.
    pub fn integers(self, field: &str, range: RangeInclusive<i64>) -> Read<Option<Vec<i64>>> {
        let read = |value: &Value| match value {
            Value::Array(items) => items.iter().map(|item| integer(field, item, &range)).collect(),
            _ => Err(fault(field, "Must be an array of integers")),
        };
        self.get(field).map(read).transpose()
    }

    /// A player.
    pub fn player(self, field: &str) -> Read<Option<Color>> {
        self.get(field).map(|value| player(field, value)).transpose()
    }

    /// A list of moves with their players.
    pub fn turns(self, field: &str, size: Size) -> Read<Option<Vec<(Color, Move)>>> {
        let read_one = |value: &Value| match value.as_array().map(Vec::as_slice) {
            Some([player, vertex]) => Ok((self::player(field, player)?, a_move(field, vertex, size)?)),
            _ => Err(fault(field, PAIRS)),
        };
        let read = |value: &Value| match value {
            Value::Array(items) => items.iter().map(read_one).collect(),
            _ => Err(fault(field, PAIRS)),
        };
        self.get(field).map(read).transpose()
    }

    /// A list of moves.
    pub fn moves(self, field: &str, size: Size) -> Read<Option<Vec<Move>>> {
        let read = |value: &Value| match value {
            Value::Array(items) => items.iter().map(|item| a_move(field, item, size)).collect(),
            _ => Err(fault(field, "Must be an array of GTP board vertices")),
        };
        self.get(field).map(read).transpose()
    }
}

/// An error of that field.
pub fn fault(field: &str, message: impl Into<String>) -> Fault {
    Fault { field: field.to_owned(), message: message.into() }
}

fn integer(field: &str, value: &Value, range: &RangeInclusive<i64>) -> Read<i64> {
    let message = || format!("Must be an integer from {} to {}", range.start(), range.end());
    value.as_i64().filter(|number| range.contains(number)).ok_or_else(|| fault(field, message()))
}

fn player(field: &str, value: &Value) -> Read<Color> {
    let color = value.as_str().and_then(|text| parse::color(text).ok());
    color.ok_or_else(|| fault(field, "Player must be \"b\" or \"w\""))
}

fn a_move(field: &str, value: &Value, size: Size) -> Read<Move> {
    let text = value.as_str().ok_or_else(|| fault(field, "Board location must be a string"))?;
    by_coordinates(text, size)
        .or_else(|| parse::move_on(text, size).ok())
        .ok_or_else(|| fault(field, format!("Could not parse board location: {text}")))
}

/// A location as KataGo also writes it: `(0,13)`, counted from 0, from the left and from the top.
fn by_coordinates(text: &str, size: Size) -> Option<Move> {
    let (x, y) = text.strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
    let (x, y) = (x.trim().parse::<usize>().ok()?, y.trim().parse::<usize>().ok()?);
    let is_on_board = x < size.width() && y < size.height();
    is_on_board.then(|| Move::Place(Point::new(x, size.height() - 1 - y)))
}
