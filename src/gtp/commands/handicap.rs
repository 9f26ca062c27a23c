//! Commands that place handicap stones.

use super::Reply;
use crate::board::{Point, Size};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, count, format_point, point};
use crate::rules::{self, HandicapError};

pub fn fixed_handicap(session: &mut Session, args: &[String]) -> Reply {
    place_by(session, args, rules::fixed_handicap)
}

pub fn place_free_handicap(session: &mut Session, args: &[String]) -> Reply {
    place_by(session, args, rules::placed_handicap)
}

fn place_by(
    session: &mut Session,
    args: &[String],
    placement: fn(Size, usize) -> Result<Vec<Point>, HandicapError>,
) -> Reply {
    let number = count(argument(args, 0, "number of stones")?, "number of stones")?;
    if !session.engine.is_board_empty() {
        return Err(GtpError::BoardNotEmpty);
    }
    let stones = placement(session.engine.game().size(), number).map_err(|_| GtpError::InvalidNumber)?;
    session.engine.place_handicap(&stones)?;
    Ok(stones.into_iter().map(format_point).collect::<Vec<_>>().join(" "))
}

pub fn set_free_handicap(session: &mut Session, args: &[String]) -> Reply {
    let size = session.engine.game().size();
    let stones = args.iter().map(|word| point(word, size)).collect::<Result<Vec<_>, _>>()?;
    session.engine.place_handicap(&stones)?;
    Ok(String::new())
}
