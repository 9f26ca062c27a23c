//! What holds for the analysis of a position unless a query says otherwise, by a field or in its `overrideSettings`.

use super::fields::{Fault, Fields, Read, fault};
use crate::board::Color;
use clap::ValueEnum;
use serde_json::Value;
use std::str::FromStr;
use std::time::Duration;

/// Whose win rates, scores and ownership are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Perspective {
    /// Black's.
    Black,
    /// White's.
    White,
    /// Those of the player to move.
    #[value(name = "sidetomove")]
    SideToMove,
}

impl Perspective {
    /// Whether that is the view of the opponent of the player to move.
    pub fn is_opponent_of(self, to_play: Color) -> bool {
        match self {
            Perspective::Black => to_play == Color::White,
            Perspective::White => to_play == Color::Black,
            Perspective::SideToMove => false,
        }
    }
}

/// See the module comment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Simulations of a position.
    pub visits: u64,
    /// Most time for a position.
    pub time: Option<Duration>,
    /// Whose numbers are told.
    pub perspective: Perspective,
    /// Most moves of a variation behind its first.
    pub line_length: usize,
}

const OVERRIDES: &str = "overrideSettings";
const MAX_VISITS: i64 = 1 << 50;
const MAX_LINE_LENGTH: i64 = 1000;

impl Settings {
    /// These settings with what the query's fields change, and a warning of settings that are not known here: those of
    /// KataGo are many.
    ///
    /// # Errors
    /// A value that makes no sense.
    pub fn overridden(mut self, fields: Fields) -> Read<(Settings, Option<Fault>)> {
        let mut unknown = Vec::new();
        match fields.get(OVERRIDES) {
            Some(Value::Object(map)) => {
                for (key, value) in map {
                    match key.as_str() {
                        "maxVisits" | "maxPlayouts" => {
                            self.visits = number(key, value, 1, MAX_VISITS)? as u64
                        }
                        "maxTime" => self.time = Some(seconds(key, value)?),
                        "analysisPVLen" => {
                            self.line_length = number(key, value, 1, MAX_LINE_LENGTH)? as usize
                        }
                        "reportAnalysisWinratesAs" => self.perspective = perspective(key, value)?,
                        _ => unknown.push(key.as_str()),
                    }
                }
            }
            Some(_) => return Err(fault(OVERRIDES, "Must be an object")),
            None => {}
        }
        if let Some(visits) = fields.integer("maxVisits", 1..=MAX_VISITS)? {
            self.visits = visits as u64;
        }
        if let Some(length) = fields.integer("analysisPVLen", 1..=MAX_LINE_LENGTH)? {
            self.line_length = length as usize;
        }
        let warning = format!("Unknown config params: {}", unknown.join(","));
        Ok((self, (!unknown.is_empty()).then(|| fault(OVERRIDES, warning))))
    }
}

/// A value of a setting, which may also be written as text, as in KataGo's configuration files.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn parsed<T: FromStr>(key: &str, value: &Value, is_good: impl Fn(&T) -> bool, what: &str) -> Read<T> {
    let refuse = || fault(OVERRIDES, format!("Could not set settings: {key} must be {what}"));
    text(value).parse().ok().filter(is_good).ok_or_else(refuse)
}

fn number(key: &str, value: &Value, least: i64, most: i64) -> Read<i64> {
    parsed(
        key,
        value,
        |number| (least..=most).contains(number),
        &format!("an integer from {least} to {most}"),
    )
}

fn seconds(key: &str, value: &Value) -> Read<Duration> {
    let most = 1e9;
    let seconds = parsed(key, value, |s: &f64| *s >= 0.0 && *s <= most, "a number of seconds from 0 to 1e9")?;
    Ok(Duration::from_secs_f64(seconds))
}

fn perspective(key: &str, value: &Value) -> Read<Perspective> {
    let refuse =
        |_| fault(OVERRIDES, format!("Could not set settings: {key} must be BLACK, WHITE or SIDETOMOVE"));
    Perspective::from_str(&text(value), true).map_err(refuse)
}
