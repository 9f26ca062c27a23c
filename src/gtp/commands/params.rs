//! `tengen-param`: tunables and settings at run time, in the form of GoGui's analyze commands of type `param`.
//!
//! The layers are those of [`Params`], and `engine` for what the options of the command line set.

use super::Reply;
use crate::engine::{MAX_LEVEL, Settings};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::params::Params;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// The name of the layer of settings.
const SETTINGS: &str = "engine";

/// A parameter: its type as GoGui knows it, its name, its value.
pub type Entry = (&'static str, &'static str, String);

/// `tengen-param [LAYER [NAME [VALUE]]]`: lists all, lists those of a layer, tells one, sets one.
pub fn tengen_param(session: &mut Session, args: &[String]) -> Reply {
    match args {
        [] => {
            let lines = layers().flat_map(|layer| {
                let entries = entries(session, layer).unwrap_or_default();
                entries.into_iter().map(move |(_, name, value)| format!("{layer} {name} {value}"))
            });
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        [layer] => {
            let lines = entries(session, layer)?
                .into_iter()
                .map(|(kind, name, value)| format!("[{kind}] {name} {value}"));
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        [layer, name] => {
            let entry = entries(session, layer)?.into_iter().find(|(_, known, _)| known == name);
            entry.map(|(_, _, value)| value).ok_or_else(|| refused(name, "no such parameter"))
        }
        [layer, name, value, ..] => {
            let outcome = match layer.as_str() {
                SETTINGS => set(session.engine.settings(), name, value)
                    .map(|settings| session.engine.set_settings(settings)),
                layer => session.engine.change_params(|params| match params.layer_mut(layer) {
                    Some(layer) => layer.set(name, value),
                    None => Err(format!("no such layer: {layer}")),
                }),
            };
            outcome.map(|()| String::new()).map_err(|why| refused(name, &why))
        }
    }
}

fn refused(name: &str, why: &str) -> GtpError {
    GtpError::Other(format!("{name}: {why}"))
}

/// The names of all layers, that of the settings first.
pub fn layers() -> impl Iterator<Item = &'static str> {
    [SETTINGS].into_iter().chain(Params::LAYERS.iter().copied())
}

/// The parameters of a layer.
pub fn entries(session: &Session, layer: &str) -> Result<Vec<Entry>, GtpError> {
    if layer == SETTINGS {
        return Ok(settings(session.engine.settings()));
    }
    let layer = session.engine.params().layer(layer).ok_or_else(|| refused(layer, "no such layer"))?;
    Ok(layer.list().into_iter().map(|(name, value)| ("string", name, value)).collect())
}

fn settings(settings: &Settings) -> Vec<Entry> {
    let optional = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    let flag = |holds: bool| u8::from(holds).to_string();
    vec![
        ("string", "playouts", optional(settings.playouts.map(|n| n.to_string()))),
        ("string", "time_per_move", optional(settings.time_per_move.map(|t| t.as_secs_f64().to_string()))),
        ("string", "lag", settings.lag.as_secs_f64().to_string()),
        ("bool", "resign", flag(settings.resign)),
        ("bool", "ponder", flag(settings.ponder)),
        ("string", "level", settings.level.to_string()),
        ("string", "threads", settings.threads.to_string()),
        ("string", "memory", settings.megabytes.to_string()),
        ("string", "seed", settings.seed.to_string()),
    ]
}

/// The settings with one of them changed.
fn set(old: &Settings, name: &str, value: &str) -> Result<Settings, String> {
    let mut new = old.clone();
    match name {
        "playouts" => new.playouts = optional(value, |text| number(text, 1..=u64::MAX))?,
        "time_per_move" => new.time_per_move = optional(value, seconds)?,
        "lag" => new.lag = seconds(value)?,
        "resign" => new.resign = flag(value)?,
        "ponder" => new.ponder = flag(value)?,
        "level" => new.level = number(value, 1..=MAX_LEVEL)?,
        "threads" => new.threads = number(value, 1..=1024)?,
        "memory" => new.megabytes = number(value, 1..=1 << 20)?,
        "seed" => new.seed = number(value, 0..=u64::MAX)?,
        _ => return Err("no such parameter".to_owned()),
    }
    Ok(new)
}

fn optional<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text == "none" { Ok(None) } else { read(text).map(Some) }
}

fn number<T: FromStr + PartialOrd + Display>(text: &str, range: RangeInclusive<T>) -> Result<T, String> {
    crate::params::read(text, &range)
}

fn flag(text: &str) -> Result<bool, String> {
    match text {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err("must be 1 or 0".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    number(text, 0.0..=1e9).map(Duration::from_secs_f64)
}
