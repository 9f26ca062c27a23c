//! Lines of analysis: what a search found, in the forms of Leela Zero, KataGo and CGOS.
//!
//! Numbers are those of the player to move. A variation is never empty and begins with its move.

use super::gfx::rows_from_top;
use super::kata::{Figure, move_figures, root_figures};
use super::parse::format_move;
use crate::board::{Move, Point, PointMap, Size};
use crate::search::{MoveReport, Report};

/// The form of the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `lz-`: whole numbers up to 10000.
    Leela,
    /// `kata-`: decimal fractions.
    Kata,
    /// `cgos-`: JSON.
    Cgos,
}

/// What a line is to tell.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Fewest moves, if there are so many.
    pub min_moves: usize,
    /// Most moves.
    pub max_moves: usize,
    /// Who owns each point.
    pub has_ownership: bool,
    /// The same after each move.
    pub has_ownership_of_moves: bool,
    /// What is known of the position as such.
    pub has_root: bool,
    /// The visits along the variations.
    pub has_line_visits: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            min_moves: 0,
            max_moves: usize::MAX,
            has_ownership: false,
            has_ownership_of_moves: false,
            has_root: false,
            has_line_visits: false,
        }
    }
}

/// The line for a report.
pub fn line(report: &Report, form: Form, wishes: &Wishes, size: Size) -> String {
    match form {
        Form::Cgos => cgos_line(report, size),
        form => info_line(report, form, wishes, size),
    }
}

/// The moves to tell of: those that were visited, and unvisited ones up to the number asked for.
fn shown<'a>(report: &'a Report, wishes: &Wishes) -> impl Iterator<Item = (usize, &'a MoveReport)> {
    let visited = report.moves.iter().filter(|found| found.visits > 0).count();
    let number = visited.max(wishes.min_moves).max(1).min(wishes.max_moves);
    report.moves.iter().enumerate().take(number)
}

fn info_line(report: &Report, form: Form, wishes: &Wishes, size: Size) -> String {
    let describe = |(order, found): (usize, &MoveReport)| {
        let mut text = match form {
            Form::Leela => leela_move(found, order),
            _ => kata_move(found, order),
        };
        let join = |words: Vec<String>| words.join(" ");
        text += &format!(" pv {}", join(found.line.iter().map(|&mv| format_move(mv)).collect()));
        if wishes.has_line_visits {
            text += &format!(" pvVisits {}", join(found.line_visits.iter().map(u32::to_string).collect()));
        }
        match &found.ownership {
            Some(owners) if form == Form::Kata => text + " movesOwnership " + &owners_text(owners, size),
            _ => text,
        }
    };
    let mut line = shown(report, wishes).map(describe).collect::<Vec<_>>().join(" ");
    if wishes.has_root {
        line += &format!(" rootInfo visits {}{}", report.visits(), in_pairs(&root_figures(report)));
    }
    if wishes.has_ownership {
        line += " ownership ";
        line += &owners_text(&report.ownership, size);
    }
    line
}

fn owners_text(owners: &PointMap<f64>, size: Size) -> String {
    rows_from_top(size).map(|p| format!("{:.6}", owners[p])).collect::<Vec<_>>().join(" ")
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
    let (vertex, numbers) = (format_move(found.mv), in_pairs(&move_figures(found)));
    format!("info move {vertex} visits {}{numbers} order {order}", found.visits)
}

/// Each number behind its name.
fn in_pairs(figures: &[Figure]) -> String {
    figures.iter().map(|figure| format!(" {} {:.6}", figure.name, figure.value)).collect()
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
