//! Analysis commands: what the search thinks, told while it thinks.
//!
//! The reply begins at once, `info` lines follow at the interval asked for, and any line of input ends an analysis; a
//! `genmove` with analysis ends by itself with `play`. Forms: Leela Zero (`lz-`, whole numbers up to 10000), KataGo
//! (`kata-`, decimal fractions), CGOS (one line of JSON). Numbers are those of the player to move.

use super::Reply;
use super::moves::format_decision;
use crate::board::{Color, Move, Size};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::info::{self, Form, Wishes};
use crate::gtp::input::Signals;
use crate::gtp::parse::{color, count, float, move_on};
use crate::output::Output;
use crate::search::{Report, Wanted, Watch};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// What a client asks for.
#[derive(Clone, Debug, Default)]
struct Request {
    color: Option<Color>,
    interval: Option<Duration>,
    wishes: Wishes,
    wanted: Wanted,
}

pub fn lz_analyze(session: &mut Session, args: &[String]) -> Reply {
    analyze(session, args, Form::Leela)
}

pub fn kata_analyze(session: &mut Session, args: &[String]) -> Reply {
    analyze(session, args, Form::Kata)
}

pub fn lz_genmove_analyze(session: &mut Session, args: &[String]) -> Reply {
    genmove_analyze(session, args, Form::Leela, true)
}

pub fn kata_genmove_analyze(session: &mut Session, args: &[String]) -> Reply {
    genmove_analyze(session, args, Form::Kata, true)
}

pub fn kata_search_analyze(session: &mut Session, args: &[String]) -> Reply {
    genmove_analyze(session, args, Form::Kata, false)
}

pub fn cgos_genmove_analyze(session: &mut Session, args: &[String]) -> Reply {
    genmove_analyze(session, args, Form::Cgos, true)
}

/// Ends an analysis, as any line does, and asks for nothing.
pub fn stop(_: &mut Session, _: &[String]) -> Reply {
    Ok(String::new())
}

fn analyze(session: &mut Session, args: &[String], form: Form) -> Reply {
    let size = session.engine.game().size();
    let request = parse(args, size)?;
    let color = request.color.unwrap_or(session.engine.game().to_play());
    session.begin_stream();
    let interval = request.interval.unwrap_or(Duration::from_secs(1));
    let reporter = Reporter::new(&session.output, &session.input, form, &request.wishes, size, interval);
    let reporter = Reporter { ends_on_input: true, ..reporter };
    session.engine.analyze(color, &reporter, &request.wanted);
    Ok(String::new())
}

fn genmove_analyze(session: &mut Session, args: &[String], form: Form, plays: bool) -> Reply {
    let size = session.engine.game().size();
    let request = parse(args, size)?;
    let color = request.color.unwrap_or(session.engine.game().to_play());
    session.begin_stream();
    let interval = request.interval.unwrap_or(Duration::MAX);
    let reporter = Reporter::new(&session.output, &session.input, form, &request.wishes, size, interval);
    session.engine.restrict(request.wanted.clone());
    let decision = match plays {
        true => session.engine.genmove(color, &reporter),
        false => session.engine.decide(color, &reporter),
    };
    if !reporter.has_reported.load(Relaxed) {
        reporter.report(&session.engine.certain_report(color, decision));
    }
    Ok(format!("play {}\n", format_decision(session, decision)))
}

/// Reads the arguments, in any order and case. Keys that tell of things there are not here are accepted.
fn parse(args: &[String], size: Size) -> Result<Request, GtpError> {
    let mut request = Request::default();
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(GtpError::Missing("value"));
        match word.to_ascii_lowercase().as_str() {
            "interval" => request.interval = Some(centiseconds(value()?)?),
            "minmoves" => request.wishes.min_moves = count(value()?, "minmoves")?,
            "maxmoves" => request.wishes.max_moves = count(value()?, "maxmoves")?.max(1),
            "ownership" => request.wishes.has_ownership = boolean(value()?)?,
            "movesownership" => request.wishes.has_ownership_of_moves = boolean(value()?)?,
            "rootinfo" => request.wishes.has_root = boolean(value()?)?,
            "pvvisits" => request.wishes.has_line_visits = boolean(value()?)?,
            "ownershipstdev" | "movesownershipstdev" | "pvedgevisits" | "noresultvalue" => {
                boolean(value()?)?;
            }
            key @ ("avoid" | "allow") => {
                let of = color(value()?)?;
                let moves = moves(value()?, size)?;
                let until_depth = count(value()?, "depth")?;
                match key {
                    "avoid" => request.wanted.avoid(of, moves, until_depth),
                    _ => request.wanted.allow(of, moves, until_depth),
                }
            }
            other => match color(other) {
                Ok(color) => request.color = Some(color),
                Err(_) => request.interval = Some(centiseconds(other)?),
            },
        }
    }
    Ok(request)
}

fn centiseconds(word: &str) -> Result<Duration, GtpError> {
    let seconds = float(word, "interval")? / 100.0;
    // Clients that want no lines in between ask for an interval of years.
    Duration::try_from_secs_f64(seconds.max(0.01)).map_err(|_| GtpError::NotANumber("interval"))
}

fn boolean(word: &str) -> Result<bool, GtpError> {
    word.to_ascii_lowercase().parse().map_err(|_| GtpError::Syntax("true or false expected"))
}

/// Moves separated by commas.
fn moves(word: &str, size: Size) -> Result<Vec<Move>, GtpError> {
    // A comma too many is nothing, as in KataGo: a list may be made by appending.
    word.split(',').filter(|vertex| !vertex.is_empty()).map(|vertex| move_on(vertex, size)).collect()
}

/// Writes a line for each report of a search.
struct Reporter<'a> {
    output: &'a Output,
    input: &'a Signals,
    form: Form,
    wishes: &'a Wishes,
    size: Size,
    interval: Duration,
    ends_on_input: bool,
    has_reported: AtomicBool,
}

/// The first line comes this soon, whatever the interval, so that a client sees that something happens.
const FIRST_LINE: Duration = Duration::from_millis(150);

impl<'a> Reporter<'a> {
    fn new(
        output: &'a Output,
        input: &'a Signals,
        form: Form,
        wishes: &'a Wishes,
        size: Size,
        interval: Duration,
    ) -> Reporter<'a> {
        let has_reported = AtomicBool::new(false);
        Reporter { output, input, form, wishes, size, interval, ends_on_input: false, has_reported }
    }
}

impl Watch for Reporter<'_> {
    fn should_stop(&self) -> bool {
        self.input.is_interrupted()
            || (self.ends_on_input && self.input.has_input())
            || self.output.is_closed()
    }

    fn interval(&self) -> Option<Duration> {
        let is_first = !self.has_reported.load(Relaxed);
        Some(if is_first && self.form != Form::Cgos { self.interval.min(FIRST_LINE) } else { self.interval })
    }

    fn wants_owners_of_moves(&self) -> bool {
        self.wishes.has_ownership_of_moves && self.form == Form::Kata
    }

    fn report(&self, report: &Report) {
        self.has_reported.store(true, Relaxed);
        let line = info::line(report, self.form, self.wishes, self.size);
        self.output.offer(&format!("{line}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Result<Request, GtpError> {
        let args: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        parse(&args, Size::square(9))
    }

    #[test]
    fn colour_and_interval_come_in_any_order() {
        for text in ["b 50", "50 b", "black interval 50", "interval 50 B"] {
            let request = request(text).unwrap();
            assert_eq!(
                (request.color, request.interval),
                (Some(Color::Black), Some(Duration::from_millis(500)))
            );
        }
        assert!(request("").unwrap().color.is_none());
        let shouted = request("INTERVAL 50 RootInfo TRUE Avoid b A1 1 movesownershipstdev False").unwrap();
        assert_eq!(shouted.interval, Some(Duration::from_millis(500)));
        assert!(shouted.wishes.has_root && !shouted.wanted.is_unrestricted());
        for bad in ["purple", "b interval", "maxmoves x", "avoid b", "ownership maybe", "allow b Z99 1"] {
            assert!(request(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn moves_to_avoid_and_to_keep_to_are_read_with_their_depth() {
        let a1 = Move::Place(crate::board::Point::new(0, 0));
        let avoid = request("10 avoid b A1,,B2,pass, 30 avoid w C3 1").unwrap().wanted;
        assert!(!avoid.has(29, Color::Black, a1) && avoid.has(30, Color::Black, a1));
        assert!(!avoid.has(0, Color::Black, Move::Pass) && avoid.has(0, Color::White, Move::Pass));
        let allow = request("10 allow w A1 1").unwrap().wanted;
        assert!(allow.has(0, Color::White, a1) && !allow.has(0, Color::White, Move::Pass));
    }
}
