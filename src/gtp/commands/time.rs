//! Commands about clocks.

use super::Reply;
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, color, float};
use crate::search::time::TimeSystem;

pub fn time_settings(session: &mut Session, args: &[String]) -> Reply {
    let main = seconds(args, 0, "main time")?;
    let period = seconds(args, 1, "period")?;
    let stones = stones(args, 2)?;
    let system = match (period, stones) {
        (period, 0) if period > 0.0 => TimeSystem::Unlimited, // GTP 2, section 4.2
        (_, 0) => TimeSystem::Absolute { main },
        (period, stones) => TimeSystem::Canadian { main, period, stones },
    };
    session.engine.set_time_system(system);
    Ok(String::new())
}

/// `none`, `absolute MAIN`, `canadian MAIN PERIOD STONES`, `byoyomi MAIN PERIOD PERIODS`.
pub fn kgs_time_settings(session: &mut Session, args: &[String]) -> Reply {
    let system = match argument(args, 0, "time system")?.to_ascii_lowercase().as_str() {
        "none" => TimeSystem::Unlimited,
        "absolute" => TimeSystem::Absolute { main: seconds(args, 1, "main time")? },
        "canadian" | "byoyomi" | "byo-yomi" => overtime(args)?,
        other => return Err(unknown_system(other)),
    };
    session.engine.set_time_system(system);
    Ok(String::new())
}

/// As [`kgs_time_settings`], and `fischer MAIN INCREMENT`, `fischer-capped MAIN INCREMENT CAP LONGEST_MOVE`, where a
/// negative limit is none.
pub fn kata_time_settings(session: &mut Session, args: &[String]) -> Reply {
    let system = argument(args, 0, "time system")?.to_ascii_lowercase();
    let (main, increment) = match system.as_str() {
        "fischer" | "fischer-capped" => (seconds(args, 1, "main time")?, seconds(args, 2, "increment")?),
        _ => return kgs_time_settings(session, args),
    };
    let limit = |index, what| float(argument(args, index, what)?, what);
    let or_none = |limit: f64| if limit < 0.0 { f64::INFINITY } else { limit };
    let (cap, longest_move) = match system.as_str() {
        "fischer" => (f64::INFINITY, f64::INFINITY),
        _ => (or_none(limit(3, "cap")?), or_none(limit(4, "longest move")?)),
    };
    session.engine.set_time_system(TimeSystem::Fischer { main, increment, cap, longest_move });
    Ok(String::new())
}

pub fn kata_list_time_settings(_: &mut Session, _: &[String]) -> Reply {
    Ok("none absolute byoyomi canadian fischer fischer-capped".to_owned())
}

fn overtime(args: &[String]) -> Result<TimeSystem, GtpError> {
    let (main, period, number) =
        (seconds(args, 1, "main time")?, seconds(args, 2, "period")?, stones(args, 3)?);
    Ok(match (number, args[0].to_ascii_lowercase().as_str()) {
        (0, _) => TimeSystem::Absolute { main },
        (stones, "canadian") => TimeSystem::Canadian { main, period, stones },
        (periods, _) => TimeSystem::ByoYomi { main, period, periods },
    })
}

fn unknown_system(name: &str) -> GtpError {
    GtpError::Other(format!("unknown time system: {name}"))
}

pub fn time_left(session: &mut Session, args: &[String]) -> Reply {
    let color = color(argument(args, 0, "color")?)?;
    let seconds = float(argument(args, 1, "time")?, "time")?;
    let stones = stones(args, 2)?;
    session.engine.set_time_left(color, seconds, stones);
    Ok(String::new())
}

fn seconds(args: &[String], index: usize, what: &'static str) -> Result<f64, GtpError> {
    let value = float(argument(args, index, what)?, what)?;
    if value < 0.0 { Err(GtpError::NotANumber(what)) } else { Ok(value) }
}

fn stones(args: &[String], index: usize) -> Result<u32, GtpError> {
    argument(args, index, "stones")?.parse().map_err(|_| GtpError::NotANumber("stones"))
}
