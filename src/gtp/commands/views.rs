//! What the engine knows about the position, as boards, lists and drawings. Made for GoGui, readable in a shell.
//!
//! Boards have a line for each row, the top row first, and a word for each point, `""` for nothing. What comes from a search
//! is that of the last one, if it was about this position and the player whose turn it is; otherwise a search is made.

use super::Reply;
use super::query::{color_name, format_score, join_points};
use crate::board::{Board, Color, Move, Point};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::gfx::{self, LiveView};
use crate::gtp::parse::{argument, format_move, format_point};
use crate::playout::ladder;
use crate::rules::benson::pass_alive;
use crate::rules::score::Owner;
use crate::rules::teire::final_owners;
use crate::search::{MoveReport, Report};

/// What a search finds for the player whose turn it is.
fn look(session: &mut Session) -> Report {
    let color = session.engine.game().to_play();
    look_for(session, color)
}

/// What a search finds for that player.
pub fn look_for(session: &mut Session, color: Color) -> Report {
    session.engine.look(color, &|| session.input.is_interrupted())
}

/// A board with what `word` says about each point.
fn board_of(session: &Session, word: impl Fn(Point) -> Option<String>) -> String {
    let size = session.engine.game().size();
    let words: Vec<String> =
        gfx::rows_from_top(size).map(|p| word(p).unwrap_or_else(|| "\"\"".to_owned())).collect();
    words.chunks(size.width()).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// Pairs of a vertex and what `value` says about the move, where it says anything.
fn pairs(report: &Report, value: impl Fn(&MoveReport) -> Option<f64>) -> String {
    let pair = |found: &MoveReport| value(found).map(|v| format!("{} {v:.1}", format_move(found.mv)));
    let points = report.moves.iter().filter(|found| found.mv != Move::Pass);
    points.filter_map(pair).collect::<Vec<_>>().join(" ")
}

pub fn tengen_ownership(session: &mut Session, _: &[String]) -> Reply {
    let report = look(session);
    let sign = f64::from(report.color.sign());
    Ok(board_of(session, |p| Some(format!("{:.2}", sign * report.ownership[p]))))
}

pub fn tengen_visits(session: &mut Session, _: &[String]) -> Reply {
    let report = look(session);
    let visits = |p: Point| report.moves.iter().find(|found| found.mv == Move::Place(p)).map(|f| f.visits);
    Ok(board_of(session, |p| visits(p).filter(|&n| n > 0).map(|n| n.to_string())))
}

pub fn tengen_win_rates(session: &mut Session, _: &[String]) -> Reply {
    Ok(pairs(&look(session), |found| (found.visits > 0).then_some(100.0 * found.win_rate)))
}

pub fn tengen_rave(session: &mut Session, _: &[String]) -> Reply {
    Ok(pairs(&look(session), |found| found.rave.map(|rate| 100.0 * rate)))
}

pub fn tengen_priors(session: &mut Session, _: &[String]) -> Reply {
    Ok(pairs(&look(session), |found| Some(100.0 * found.prior)))
}

pub fn tengen_move_probabilities(session: &mut Session, _: &[String]) -> Reply {
    let probabilities = session.engine.move_probabilities();
    let pair = |(point, share): &(Point, f32)| format!("{} {:.1}", format_point(*point), 100.0 * share);
    Ok(probabilities.iter().map(pair).collect::<Vec<_>>().join(" "))
}

pub fn tengen_variation(session: &mut Session, _: &[String]) -> Reply {
    Ok(gfx::line(&look(session)))
}

pub fn tengen_overview(session: &mut Session, _: &[String]) -> Reply {
    Ok(gfx::overview(&look(session)))
}

/// What a reading of ladders says about a chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ladder {
    /// In atari, and cannot get away.
    Lost,
    /// In atari, and can get away.
    CanEscape,
    /// Has two liberties, and the opponent can catch it.
    Catchable,
}

fn ladder_status(board: &Board, chain: Point) -> Option<Ladder> {
    match board.liberties(chain) {
        1 if ladder::can_escape(board, chain) => Some(Ladder::CanEscape),
        1 => Some(Ladder::Lost),
        2 => {
            let is_caught = board.two_liberties(chain).into_iter().any(|p| ladder::catches(board, chain, p));
            is_caught.then_some(Ladder::Catchable)
        }
        _ => None,
    }
}

/// A line of a drawing that marks points, if there are any.
fn marks(lines: &mut Vec<String>, mark: &str, points: &[Point]) {
    if !points.is_empty() {
        lines.push(format!("{mark} {}", join_points(points.iter().copied())));
    }
}

pub fn tengen_ladders(session: &mut Session, _: &[String]) -> Reply {
    let board = session.engine.game().board();
    let chains: Vec<Point> = Color::BOTH.into_iter().flat_map(|color| board.chains(color)).collect();
    let stones = |wanted: Ladder| -> Vec<Point> {
        let of_status = chains.iter().filter(|chain| ladder_status(board, **chain) == Some(wanted));
        of_status.flat_map(|chain| board.chain_stones(*chain)).collect()
    };
    let mut lines = Vec::new();
    marks(&mut lines, "MARK", &stones(Ladder::Lost));
    marks(&mut lines, "TRIANGLE", &stones(Ladder::Catchable));
    marks(&mut lines, "SQUARE", &stones(Ladder::CanEscape));
    lines.push("TEXT crosses: lost; triangles: can be caught; squares: in atari, can escape".to_owned());
    Ok(lines.join("\n"))
}

pub fn tengen_groups(session: &mut Session, _: &[String]) -> Reply {
    let status = session.engine.status();
    let score = format_score(session.engine.final_score());
    let game = session.engine.game();
    let (board, owners) = (game.board(), final_owners(game, &status));
    let points = |is_wanted: &dyn Fn(Point) -> bool| -> Vec<Point> {
        game.size().points().filter(|&p| is_wanted(p)).collect()
    };
    let stones = |is_wanted: &dyn Fn(Point) -> bool| points(&|p| !board.is_empty(p) && is_wanted(p));
    let safe = Color::BOTH.map(|color| pass_alive(board, color).stones);
    let territory = |color| points(&|p| owners[p] == Some(Owner::Territory(color)));
    let mut lines = Vec::new();
    marks(&mut lines, "BLACK", &territory(Color::Black));
    marks(&mut lines, "WHITE", &territory(Color::White));
    marks(&mut lines, "MARK", &stones(&|p| status.is_dead(p)));
    marks(&mut lines, "SQUARE", &stones(&|p| status.is_seki(p) && !status.is_dead(p)));
    marks(&mut lines, "CIRCLE", &stones(&|p| safe.iter().any(|stones| stones[p])));
    lines.push(format!("TEXT {score}; crosses: dead; squares: seki; circles: unconditionally alive"));
    Ok(lines.join("\n"))
}

/// `Black wins 53.1 %, ...` for a person to read, with the line the engine expects.
pub fn describe(report: &Report) -> String {
    let others = report.moves.iter().filter(|found| found.visits > 0).skip(1).take(3);
    let other = |found: &MoveReport| {
        format!("\n{} {} visits, {:.1} %", format_move(found.mv), found.visits, 100.0 * found.win_rate)
    };
    let best = other(report.best());
    format!(
        "{}\nline of {}: {}{best}{}",
        gfx::summary(report),
        color_name(report.color),
        gfx::line(report),
        others.map(other).collect::<String>()
    )
}

pub fn tengen_live_gfx(session: &mut Session, args: &[String]) -> Reply {
    let name = argument(args, 0, "view")?;
    let known = || LiveView::NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let (_, view) = LiveView::NAMES
        .iter()
        .find(|(known, _)| *known == name)
        .ok_or_else(|| GtpError::Other(format!("view must be one of {}", known())))?;
    session.live_view = *view;
    Ok(String::new())
}
