//! Commands that set up the board and make or take back moves.

use super::Reply;
use super::query::color_name;
use crate::board::{Color, Move, Size};
use crate::engine::{Decision, Engine};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::gfx::{self, LiveView};
use crate::gtp::input::Signals;
use crate::gtp::parse::{self, argument, count, float, format_move, vertex};
use crate::messages;
use crate::search::{Report, Watch};
use std::time::Duration;

/// A larger komi than any board has points is a mistake.
const MAX_KOMI: f64 = 1000.0;

pub fn boardsize(session: &mut Session, args: &[String]) -> Reply {
    let width = side(args, 0)?;
    let height = if args.len() > 1 { side(args, 1)? } else { width };
    set_size(session, width, height)
}

pub fn rectangular_boardsize(session: &mut Session, args: &[String]) -> Reply {
    let (width, height) = (side(args, 0)?, side(args, 1)?);
    set_size(session, width, height)
}

fn side(args: &[String], index: usize) -> Result<i64, GtpError> {
    argument(args, index, "size")?.parse().map_err(|_| GtpError::NotANumber("size"))
}

fn set_size(session: &mut Session, width: i64, height: i64) -> Reply {
    let side = |n: i64| usize::try_from(n).unwrap_or(0);
    let size = Size::new(side(width), side(height)).ok_or(GtpError::UnacceptableSize)?;
    session.engine.new_game(size);
    Ok(String::new())
}

pub fn clear_board(session: &mut Session, _: &[String]) -> Reply {
    session.engine.new_game(session.engine.game().size());
    Ok(String::new())
}

pub fn komi(session: &mut Session, args: &[String]) -> Reply {
    let komi = float(argument(args, 0, "komi")?, "komi")?;
    let half_points = 2.0 * komi;
    if komi.abs() > MAX_KOMI || half_points.fract() != 0.0 {
        return Err(GtpError::Other(format!(
            "komi must be a multiple of 0.5 between -{MAX_KOMI} and {MAX_KOMI}"
        )));
    }
    session.engine.set_komi(half_points as i32);
    Ok(String::new())
}

pub fn play(session: &mut Session, args: &[String]) -> Reply {
    let color = parse::color(argument(args, 0, "color")?)?;
    let word = argument(args, 1, "vertex")?;
    if word.eq_ignore_ascii_case("resign") {
        return Ok(String::new());
    }
    session.engine.play(color, vertex(word)?).map_err(|_| GtpError::IllegalMove)?;
    Ok(String::new())
}

pub fn genmove(session: &mut Session, args: &[String]) -> Reply {
    let color = parse::color(argument(args, 0, "color")?)?;
    Ok(decide(session, color, Engine::genmove))
}

pub fn kgs_genmove_cleanup(session: &mut Session, args: &[String]) -> Reply {
    let color = parse::color(argument(args, 0, "color")?)?;
    Ok(decide(session, color, Engine::genmove_cleanup))
}

pub fn tengen_resume(session: &mut Session, args: &[String]) -> Reply {
    let asked_by = args.first().map(|word| parse::color(word)).transpose()?;
    let next = session
        .engine
        .resume(asked_by)
        .ok_or_else(|| GtpError::Other("the game has not stopped".to_owned()))?;
    Ok(color_name(next).to_owned())
}

pub fn reg_genmove(session: &mut Session, args: &[String]) -> Reply {
    let color = parse::color(argument(args, 0, "color")?)?;
    Ok(decide(session, color, Engine::decide))
}

/// Lets the engine think, draws what it thinks if that is wanted, and tells what it decides.
fn decide(
    session: &mut Session,
    color: Color,
    how: fn(&mut Engine, Color, &dyn Watch) -> Decision,
) -> String {
    let follower =
        Follower { input: &session.input, view: session.live_view, size: session.engine.game().size() };
    let decision = how(&mut session.engine, color, &follower);
    if session.live_view != LiveView::Off {
        messages::note("gogui-gfx: CLEAR\n");
    }
    if session.manners.has_ogs_chat {
        tell_ogs(session);
    }
    format_decision(session, decision)
}

/// How often live graphics are drawn.
const LIVE_INTERVAL: Duration = Duration::from_millis(500);

/// Watches a search that is to end by itself, or by an interrupt.
struct Follower<'a> {
    input: &'a Signals,
    view: LiveView,
    size: Size,
}

impl Watch for Follower<'_> {
    fn should_stop(&self) -> bool {
        self.input.is_interrupted()
    }

    fn interval(&self) -> Option<Duration> {
        (self.view != LiveView::Off).then_some(LIVE_INTERVAL)
    }

    fn report(&self, report: &Report) {
        if let Some(drawing) = self.view.draw(report, self.size) {
            messages::note(&format!("gogui-gfx:\n{drawing}\n\n"));
        }
    }
}

/// A line of chat about the last decision, in the form of KataGo, which gtp2ogs turns into a variation to look at. It goes to
/// the chat that the opponent does not see during the game.
fn tell_ogs(session: &mut Session) {
    let Some(report) = session.engine.thought().and_then(|thought| thought.report.as_ref()) else { return };
    let text = format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {:.1} ScoreStdev {:.1} PV {}\n",
        report.visits(),
        100.0 * report.win_rate,
        report.lead,
        report.lead_deviation,
        gfx::line(report),
    );
    messages::note(&text);
}

/// The text of a decision: `D4`, `pass`, `resign`.
pub fn format_decision(session: &Session, decision: Decision) -> String {
    match decision {
        Decision::Move(Move::Pass) if session.manners.has_upper_pass => "PASS".to_owned(),
        Decision::Move(mv) => format_move(mv),
        Decision::Resign => "resign".to_owned(),
    }
}

pub fn undo(session: &mut Session, _: &[String]) -> Reply {
    take_back(session, 1)
}

pub fn gg_undo(session: &mut Session, args: &[String]) -> Reply {
    let moves = args.first().map_or(Ok(1), |word| count(word, "number of moves"))?;
    take_back(session, moves)
}

fn take_back(session: &mut Session, moves: usize) -> Reply {
    if session.engine.undo(moves) { Ok(String::new()) } else { Err(GtpError::CannotUndo) }
}

/// The text of a turn, e.g. `black D4`.
pub fn format_turn(color: Color, mv: Move) -> String {
    format!("{} {}", color_name(color), format_move(mv))
}
