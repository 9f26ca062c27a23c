//! What a search found, as GoGui draws it: the commands of its `gfx` analysis, which also go to standard error while a
//! search runs (live graphics).
//!
//! `INFLUENCE` has numbers from -1 to 1, positive for Black; `VAR` shows moves as numbered stones; `TEXT` is shown below
//! the board. Source: GoGui's documentation, chapter "Analyze Commands".

use super::parse::format_move;
use crate::board::{Color, Move, Point, Size};
use crate::search::Report;

/// What live graphics show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LiveView {
    /// Nothing.
    #[default]
    Off,
    /// The moves with their visits and win rates.
    Overview,
    /// The principal variation.
    Variation,
    /// Who owns each point.
    Ownership,
}

impl LiveView {
    /// The views by name.
    pub const NAMES: &[(&str, LiveView)] = &[
        ("off", LiveView::Off),
        ("overview", LiveView::Overview),
        ("variation", LiveView::Variation),
        ("ownership", LiveView::Ownership),
    ];

    /// The drawing; `None` if there is none.
    pub fn draw(self, report: &Report, size: Size) -> Option<String> {
        match self {
            LiveView::Off => None,
            LiveView::Overview => Some(overview(report)),
            LiveView::Variation => Some(variation(report)),
            LiveView::Ownership => Some(ownership(report, size)),
        }
    }
}

/// The points row by row from the top, each row from the left.
pub fn rows_from_top(size: Size) -> impl Iterator<Item = Point> {
    (0..size.height()).rev().flat_map(move |row| (0..size.width()).map(move |column| Point::new(column, row)))
}

/// `b` or `w`.
fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "b",
        Color::White => "w",
    }
}

/// A number of the player to move, from Black's point of view.
fn for_black(report: &Report, value: f64) -> f64 {
    f64::from(report.color.sign()) * value
}

/// The visited moves: how good they are as a colour, their visits as a label.
pub fn overview(report: &Report) -> String {
    let visited = || report.moves.iter().filter(|found| found.visits > 0 && found.mv != Move::Pass);
    let (mut influence, mut labels) = (String::from("INFLUENCE"), String::from("LABEL"));
    for found in visited() {
        let value = for_black(report, 2.0 * found.win_rate - 1.0);
        influence += &format!(" {} {value:.2}", format_move(found.mv));
        labels += &format!(" {} {}", format_move(found.mv), found.visits);
    }
    format!("{influence}\n{labels}\n{}", text(report))
}

/// The most visited line from the best move on.
pub fn variation(report: &Report) -> String {
    let mut line = String::from("VAR");
    let mut color = report.color;
    for &mv in &report.best().line {
        line += &format!(" {} {}", letter(color), format_move(mv));
        color = color.opponent();
    }
    format!("{line}\n{}", text(report))
}

/// Who owns each point.
fn ownership(report: &Report, size: Size) -> String {
    let mut line = String::from("INFLUENCE");
    for point in rows_from_top(size) {
        let value = for_black(report, report.ownership[point]);
        line += &format!(" {} {value:.2}", format_move(Move::Place(point)));
    }
    format!("{line}\n{}", text(report))
}

/// The most visited line as vertices.
pub fn line(report: &Report) -> String {
    report.best().line.iter().map(|&mv| format_move(mv)).collect::<Vec<_>>().join(" ")
}

/// One line about the whole search.
fn text(report: &Report) -> String {
    format!("TEXT {}", summary(report))
}

/// Win rate, score and effort of a search in one line: `Black wins 53.1 %, 2.5 points ahead, 10000 playouts`.
pub fn summary(report: &Report) -> String {
    let name = match report.color {
        Color::Black => "Black",
        Color::White => "White",
    };
    let side = if report.lead < 0.0 { "behind" } else { "ahead" };
    format!(
        "{name} wins {:.1} %, {:.1} points {side}, {} playouts",
        100.0 * report.win_rate,
        report.lead.abs(),
        report.playouts,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use crate::rules::{Game, Rules};
    use crate::search::{Limits, Search};

    #[test]
    fn each_view_draws_its_own_and_a_line_of_text() {
        let size = Size::new(3, 5).unwrap();
        let game = Game::new(size, Rules::BASIC, 15);
        let limits = Limits { playouts: Some(50), time: None };
        let report = Search::new(Params::default(), 1, 1, 16).think(&game, Color::White, &limits, &|| false);
        let draw = |view: LiveView| view.draw(&report, size);
        assert_eq!(draw(LiveView::Off), None);
        let lines = |view| draw(view).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
        let owned = lines(LiveView::Ownership);
        // Every point from the top left on, with its number.
        assert!(owned[0].starts_with("INFLUENCE A5 ") && owned[0].split(' ').count() == 1 + 2 * size.area());
        assert!(lines(LiveView::Variation)[0].starts_with("VAR w "));
        let overview = lines(LiveView::Overview);
        assert!(overview[0].starts_with("INFLUENCE ") && overview[1].starts_with("LABEL "));
        for view in [LiveView::Ownership, LiveView::Variation, LiveView::Overview] {
            assert!(lines(view).last().unwrap().starts_with("TEXT White wins "), "{view:?}");
        }
    }
}
