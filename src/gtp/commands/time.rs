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
