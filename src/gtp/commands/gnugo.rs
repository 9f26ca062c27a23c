//! Commands of GNU Go that other programs have come to ask for, among them Kigo and the scripts of test suites. The forms
//! of their replies are those of GNU Go 3.8.

use super::query::{color_name, join_points};
use super::views::look_for;
use super::{COMMANDS, Reply};
use crate::board::{Color, Move, Point};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, color, format_move, format_point, point};
use crate::rules::score::{Owner, Status};
use crate::rules::teire::final_owners;

/// Moves that `top_moves` tells of.
const TOP_MOVES: usize = 10;

pub fn help(_: &mut Session, _: &[String]) -> Reply {
    let form = |name: &str, args: &str| format!("{name} {args}").trim_end().to_owned();
    Ok(COMMANDS
        .iter()
        .map(|c| format!("{}: {}", form(c.name, c.args), c.help))
        .collect::<Vec<_>>()
        .join("\n"))
}

pub fn color_of(session: &mut Session, args: &[String]) -> Reply {
    let board = session.engine.game().board();
    let point = point(argument(args, 0, "vertex")?, board.size())?;
    Ok(board.cell(point).color().map_or("empty", color_name).to_owned())
}

/// The point of the first argument, on which a stone has to stand.
fn stone(session: &Session, args: &[String]) -> Result<Point, GtpError> {
    let board = session.engine.game().board();
    let point = point(argument(args, 0, "vertex")?, board.size())?;
    match board.is_empty(point) {
        true => Err(GtpError::Other("vertex must not be empty".to_owned())),
        false => Ok(point),
    }
}

pub fn findlib(session: &mut Session, args: &[String]) -> Reply {
    let stone = stone(session, args)?;
    Ok(join_points(session.engine.game().board().liberty_points(stone)))
}

pub fn countlib(session: &mut Session, args: &[String]) -> Reply {
    let stone = stone(session, args)?;
    Ok(session.engine.game().board().liberties(stone).to_string())
}

pub fn final_status(session: &mut Session, args: &[String]) -> Reply {
    let point = point(argument(args, 0, "vertex")?, session.engine.game().size())?;
    let status = session.engine.status();
    let game = session.engine.game();
    if !game.board().is_empty(point) {
        return Ok(fate(&status, point).to_owned());
    }
    Ok(match final_owners(game, &status)[point] {
        Some(Owner::Territory(Color::Black)) => "black_territory",
        Some(Owner::Territory(Color::White)) => "white_territory",
        _ => "dame",
    }
    .to_owned())
}

fn fate(status: &Status, stone: Point) -> &'static str {
    if status.is_dead(stone) {
        "dead"
    } else if status.is_seki(stone) {
        "seki"
    } else {
        "alive"
    }
}

/// The fate of one chain, or of all of them, one a line.
pub fn dragon_status(session: &mut Session, args: &[String]) -> Reply {
    if !args.is_empty() {
        let stone = stone(session, args)?;
        return Ok(fate(&session.engine.status(), stone).to_owned());
    }
    let status = session.engine.status();
    let board = session.engine.game().board();
    let chains = Color::BOTH.into_iter().flat_map(|color| board.chains(color));
    let lines: Vec<String> =
        chains.map(|stone| format!("{}: {}", format_point(stone), fate(&status, stone))).collect();
    Ok(lines.join("\n"))
}

pub fn top_moves(session: &mut Session, args: &[String]) -> Reply {
    let player = match args.first() {
        Some(word) => color(word)?,
        None => session.engine.game().to_play(),
    };
    best_moves(session, player)
}

pub fn top_moves_black(session: &mut Session, _: &[String]) -> Reply {
    best_moves(session, Color::Black)
}

pub fn top_moves_white(session: &mut Session, _: &[String]) -> Reply {
    best_moves(session, Color::White)
}

/// The most visited moves with their win rates in percent, as pairs.
fn best_moves(session: &mut Session, color: Color) -> Reply {
    let report = look_for(session, color);
    let visited = report.moves.iter().filter(|found| found.visits > 0 && found.mv != Move::Pass);
    let pair = |found: &crate::search::MoveReport| {
        format!("{} {:.2}", format_move(found.mv), 100.0 * found.win_rate)
    };
    Ok(visited.take(TOP_MOVES).map(pair).collect::<Vec<_>>().join(" "))
}

/// The score as the playouts see it, and how far they are apart; after the end of the game, where Kigo takes the result from
/// here, as it is counted. The bounds count for White, as GNU Go has them.
pub fn estimate_score(session: &mut Session, _: &[String]) -> Reply {
    let (white, deviation) = if session.engine.game().is_over() {
        (f64::from(-session.engine.final_score().margin()) / 2.0, 0.0)
    } else {
        let to_play = session.engine.game().to_play();
        let report = look_for(session, to_play);
        (-report.lead * f64::from(report.color.sign()), report.lead_deviation)
    };
    let (upper, lower) = (white + deviation, white - deviation);
    let winner = if white < 0.0 { 'B' } else { 'W' };
    Ok(format!("{winner}+{:.1} (upper bound: {upper:.1}, lower: {lower:.1})", white.abs()))
}

pub fn set_random_seed(session: &mut Session, args: &[String]) -> Reply {
    let seed = argument(args, 0, "seed")?.parse().map_err(|_| GtpError::NotANumber("seed"))?;
    let settings = crate::engine::Settings { seed, ..session.engine.settings().clone() };
    session.engine.set_settings(settings);
    Ok(String::new())
}

pub fn get_random_seed(session: &mut Session, _: &[String]) -> Reply {
    Ok(session.engine.settings().seed.to_string())
}

pub fn clear_cache(session: &mut Session, _: &[String]) -> Reply {
    session.engine.forget();
    Ok(String::new())
}
