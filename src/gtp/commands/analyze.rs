//! Analysis commands: what the search thinks, told while it thinks.
//!
//! The reply begins at once, `info` lines follow at the interval asked for, and any line of input ends an analysis; a
//! `genmove` with analysis ends by itself with `play`. Forms: Leela Zero (`lz-`, whole numbers up to 10000), KataGo
//! (`kata-`, decimal fractions), CGOS (one line of JSON). Numbers are those of the player to move.

use super::Reply;
use super::moves::format_decision;
use crate::board::{Color, Move, Point, Size};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::input::Signals;
use crate::gtp::output::Output;
use crate::gtp::parse::{color, count, float, format_move, point};
use crate::search::{MoveReport, Report, Watch};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

/// The form of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Leela,
    Kata,
    Cgos,
}

/// What a client asks for.
#[derive(Clone, Debug)]
struct Request {
    color: Option<Color>,
    interval: Option<Duration>,
    min_moves: usize,
    max_moves: usize,
    has_ownership: bool,
    has_root: bool,
    has_line_visits: bool,
    /// Points that the player to move is to leave out, or to keep to.
    avoided: Vec<(Color, Point)>,
    allowed: Vec<(Color, Point)>,
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
    let reporter = Reporter::new(&session.output, &session.input, form, &request, size, interval, true);
    session.engine.analyze(color, &reporter, &|point| request.is_wanted(color, point));
    Ok(String::new())
}

fn genmove_analyze(session: &mut Session, args: &[String], form: Form, plays: bool) -> Reply {
    let size = session.engine.game().size();
    let request = parse(args, size)?;
    let color = request.color.unwrap_or(session.engine.game().to_play());
    session.begin_stream();
    let interval = request.interval.unwrap_or(Duration::MAX);
    let reporter = Reporter::new(&session.output, &session.input, form, &request, size, interval, false);
    let decision = match plays {
        true => session.engine.genmove(color, &reporter),
        false => session.engine.decide(color, &reporter),
    };
    reporter.ensure_a_report();
    Ok(format!("play {}\n", format_decision(session, decision)))
}

impl Request {
    fn is_wanted(&self, color: Color, point: Point) -> bool {
        let has = |list: &[(Color, Point)]| list.contains(&(color, point));
        let is_restricted = self.allowed.iter().any(|(of, _)| *of == color);
        !has(&self.avoided) && (!is_restricted || has(&self.allowed))
    }
}

/// Reads the arguments, in any order. Keys that tell of things there are not here are accepted.
fn parse(args: &[String], size: Size) -> Result<Request, GtpError> {
    let mut request = Request {
        color: None,
        interval: None,
        min_moves: 0,
        max_moves: usize::MAX,
        has_ownership: false,
        has_root: false,
        has_line_visits: false,
        avoided: Vec::new(),
        allowed: Vec::new(),
    };
    let mut words = args.iter().map(String::as_str);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(GtpError::Missing("value"));
        match word {
            "interval" => request.interval = Some(centiseconds(value()?)?),
            "minmoves" => request.min_moves = count(value()?, "minmoves")?,
            "maxmoves" => request.max_moves = count(value()?, "maxmoves")?.max(1),
            "ownership" => request.has_ownership = boolean(value()?)?,
            "rootInfo" => request.has_root = boolean(value()?)?,
            "pvVisits" => request.has_line_visits = boolean(value()?)?,
            "movesOwnership"
            | "ownershipStdev"
            | "movesOwnershipStdev"
            | "pvEdgeVisits"
            | "noResultValue" => {
                boolean(value()?)?;
            }
            "avoid" | "allow" => {
                let of = color(value()?)?;
                let points = vertices(value()?, size)?;
                count(value()?, "depth")?;
                let list = if word == "avoid" { &mut request.avoided } else { &mut request.allowed };
                list.extend(points.into_iter().map(|point| (of, point)));
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
    word.parse().map_err(|_| GtpError::Syntax("true or false expected"))
}

/// Points separated by commas; passes are left out, since a pass can always be made.
fn vertices(word: &str, size: Size) -> Result<Vec<Point>, GtpError> {
    word.split(',')
        .filter(|vertex| !vertex.eq_ignore_ascii_case("pass"))
        .map(|vertex| point(vertex, size))
        .collect()
}

/// Writes a line for each report of a search.
struct Reporter<'a> {
    output: &'a Output,
    input: &'a Signals,
    form: Form,
    request: &'a Request,
    size: Size,
    interval: Duration,
    ends_on_input: bool,
    has_reported: AtomicBool,
}

/// The first line comes this soon, whatever the interval, so that a client sees that something happens.
const FIRST_LINE: Duration = Duration::from_millis(200);

impl<'a> Reporter<'a> {
    fn new(
        output: &'a Output,
        input: &'a Signals,
        form: Form,
        request: &'a Request,
        size: Size,
        interval: Duration,
        ends_on_input: bool,
    ) -> Reporter<'a> {
        let has_reported = AtomicBool::new(false);
        Reporter { output, input, form, request, size, interval, ends_on_input, has_reported }
    }

    /// A line for a move that needed no search.
    fn ensure_a_report(&self) {
        if !self.has_reported.load(Relaxed) {
            let line = match self.form {
                Form::Leela => {
                    "info move pass visits 1 winrate 10000 prior 10000 lcb 10000 order 0 pv pass".to_owned()
                }
                Form::Kata => {
                    "info move pass visits 1 utility 1.000000 winrate 1.000000 scoreMean 0.000000 scoreStdev \
                     0.000000 scoreLead 0.000000 prior 1.000000 lcb 1.000000 order 0 pv pass"
                        .to_owned()
                }
                Form::Cgos => {
                    r#"{"winrate":1.0,"visits":1,"moves":[{"move":"pass","winrate":1.0,"visits":1,"pv":""}]}"#
                        .to_owned()
                }
            };
            self.output.write(&format!("{line}\n"));
        }
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

    fn report(&self, report: &Report) {
        self.has_reported.store(true, Relaxed);
        let line = match self.form {
            Form::Cgos => cgos_line(report, self.size),
            form => info_line(report, form, self.request, self.size),
        };
        self.output.write(&format!("{line}\n"));
    }
}

/// The moves to tell of: those that were visited, and unvisited ones up to the number asked for.
fn shown<'a>(report: &'a Report, request: &Request) -> impl Iterator<Item = (usize, &'a MoveReport)> {
    let visited = report.moves.iter().filter(|found| found.visits > 0).count();
    let number = visited.max(request.min_moves).max(1).min(request.max_moves);
    report.moves.iter().enumerate().take(number)
}

fn info_line(report: &Report, form: Form, request: &Request, size: Size) -> String {
    let describe = |(order, found): (usize, &MoveReport)| {
        let mut text = match form {
            Form::Leela => leela_move(found, order),
            _ => kata_move(found, order),
        };
        let join = |words: Vec<String>| words.join(" ");
        text += &format!(" pv {}", join(found.line.iter().map(|&mv| format_move(mv)).collect()));
        if request.has_line_visits {
            text += &format!(" pvVisits {}", join(found.line_visits.iter().map(u32::to_string).collect()));
        }
        text
    };
    let mut line = shown(report, request).map(describe).collect::<Vec<_>>().join(" ");
    if request.has_root {
        line += &format!(
            " rootInfo visits {} utility {:.6} winrate {:.6} scoreMean {:.6} scoreStdev {:.6} scoreLead {:.6}",
            report.visits(),
            2.0 * report.win_rate - 1.0,
            report.win_rate,
            report.lead,
            report.lead_deviation,
            report.lead,
        );
    }
    if request.has_ownership {
        let owners: Vec<String> =
            rows_from_top(size).map(|p| format!("{:.6}", report.ownership[p])).collect();
        line += &format!(" ownership {}", owners.join(" "));
    }
    line
}

fn leela_move(found: &MoveReport, order: usize) -> String {
    let whole = |share: f64| (10_000.0 * share).round() as u32;
    format!(
        "info move {} visits {} winrate {} prior {} lcb {} order {order}",
        format_move(found.mv),
        found.visits,
        whole(found.win_rate),
        whole(found.prior),
        whole(found.lower_bound),
    )
}

fn kata_move(found: &MoveReport, order: usize) -> String {
    format!(
        "info move {} visits {} utility {:.6} winrate {:.6} scoreMean {:.6} scoreStdev {:.6} scoreLead {:.6} \
         scoreSelfplay {:.6} prior {:.6} lcb {:.6} utilityLcb {:.6} order {order}",
        format_move(found.mv),
        found.visits,
        2.0 * found.win_rate - 1.0,
        found.win_rate,
        found.lead,
        found.lead_deviation,
        found.lead,
        found.lead,
        found.prior,
        found.lower_bound,
        2.0 * found.lower_bound - 1.0,
    )
}

/// The points row by row from the top, each row from the left.
fn rows_from_top(size: Size) -> impl Iterator<Item = Point> {
    (0..size.height()).rev().flat_map(move |row| (0..size.width()).map(move |column| Point::new(column, row)))
}

/// Moves that a line for CGOS tells of.
const CGOS_MOVES: usize = 10;

/// One line of JSON as the CGOS wiki describes it: principal variations without their first move, ownership as a character
/// for each point.
fn cgos_line(report: &Report, size: Size) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let line = |moves: &[Move]| moves.iter().map(|&mv| format_move(mv)).collect::<Vec<_>>().join(" ");
    let moves: Vec<_> = report
        .moves
        .iter()
        .take(CGOS_MOVES)
        .filter(|found| found.visits > 0)
        .map(|found| {
            serde_json::json!({
                "move": format_move(found.mv), "winrate": found.win_rate, "score": found.lead, "prior": found.prior,
                "pv": line(&found.line[1..]), "visits": found.visits,
            })
        })
        .collect();
    let digit = |p: Point| {
        DIGITS[((report.ownership[p] + 1.0) / 2.0 * 62.0).round().clamp(0.0, 63.0) as usize] as char
    };
    serde_json::json!({
        "winrate": report.win_rate, "score": report.lead, "visits": report.visits(), "moves": moves,
        "ownership": rows_from_top(size).map(digit).collect::<String>(),
    })
    .to_string()
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
        for bad in ["purple", "b interval", "maxmoves x", "avoid b", "ownership maybe", "allow b Z99 1"] {
            assert!(request(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn avoided_and_allowed_points_bind_their_colour_only() {
        let avoid = request("10 avoid b A1,B2,pass 30 avoid w C3 1").unwrap();
        let a1 = Point::new(0, 0);
        assert!(!avoid.is_wanted(Color::Black, a1) && avoid.is_wanted(Color::White, a1));
        assert!(avoid.is_wanted(Color::Black, Point::new(5, 5)));
        let allow = request("10 allow w A1 1").unwrap();
        assert!(allow.is_wanted(Color::White, a1) && !allow.is_wanted(Color::White, Point::new(5, 5)));
        assert!(allow.is_wanted(Color::Black, Point::new(5, 5)));
    }
}
