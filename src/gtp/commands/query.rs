//! Commands that only ask.

use super::Reply;
use super::moves::format_turn;
use crate::board::{Color, Point};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, color, column_letters, format_point, vertex};
use crate::gtp::rules_json;
use crate::rules::score::{Owner, Score, Status};
use crate::rules::teire::final_owners;
use crate::rules::{Game, fixed_handicap, max_fixed_handicap};

/// `black` or `white`.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// Half points as a decimal number without needless digits: `7.5`, `-3`, `0`.
pub fn format_half_points(half_points: i32) -> String {
    format!("{}", f64::from(half_points) / 2.0)
}

/// The text of a result: `B+3.5`, `W+12`, `0`.
pub fn format_score(score: Score) -> String {
    match score.margin() {
        0 => "0".to_owned(),
        margin if margin > 0 => format!("B+{:.1}", f64::from(margin) / 2.0),
        margin => format!("W+{:.1}", f64::from(-margin) / 2.0),
    }
}

pub fn final_score(session: &mut Session, _: &[String]) -> Reply {
    Ok(format_score(session.engine.final_score()))
}

pub fn final_status_list(session: &mut Session, args: &[String]) -> Reply {
    let what = argument(args, 0, "status")?;
    match what {
        "dead" | "alive" | "seki" => {
            let status = session.engine.status();
            Ok(list_chains(session.engine.game(), &status, what))
        }
        "white_territory" | "black_territory" | "dame" => {
            let status = session.engine.status();
            Ok(list_points(session.engine.game(), &status, what))
        }
        _ => Err(GtpError::Syntax(
            "status must be alive, dead, seki, white_territory, black_territory or dame",
        )),
    }
}

/// The chains of that status, one a line.
fn list_chains(game: &Game, status: &Status, what: &str) -> String {
    let board = game.board();
    let is_wanted = |p: &Point| match what {
        "dead" => status.is_dead(*p),
        "seki" => status.is_seki(*p) && !status.is_dead(*p),
        _ => !status.is_seki(*p) && !status.is_dead(*p),
    };
    let chains = Color::BOTH.into_iter().flat_map(|color| board.chains(color));
    let lines: Vec<String> =
        chains.filter(is_wanted).map(|stone| join_points(board.chain_stones(stone))).collect();
    lines.join("\n")
}

fn list_points(game: &Game, status: &Status, what: &str) -> String {
    let owners = final_owners(game, status);
    let is_wanted = |p: &Point| match owners[*p] {
        Some(Owner::Territory(Color::Black)) => what == "black_territory",
        Some(Owner::Territory(Color::White)) => what == "white_territory",
        Some(_) => what == "dame",
        None => false,
    };
    join_points(game.size().points().filter(is_wanted))
}

/// Vertices separated by blanks.
pub fn join_points(points: impl Iterator<Item = Point>) -> String {
    points.map(format_point).collect::<Vec<_>>().join(" ")
}

pub fn list_stones(session: &mut Session, args: &[String]) -> Reply {
    let color = color(argument(args, 0, "color")?)?;
    let board = session.engine.game().board();
    Ok(join_points(board.size().points().filter(|&p| board.cell(p).is(color))))
}

pub fn all_legal(session: &mut Session, args: &[String]) -> Reply {
    let color = color(argument(args, 0, "color")?)?;
    Ok(join_points(session.engine.game().legal_points(color).into_iter()))
}

pub fn is_legal(session: &mut Session, args: &[String]) -> Reply {
    let color = color(argument(args, 0, "color")?)?;
    let mv = vertex(argument(args, 1, "vertex")?)?;
    Ok(u8::from(session.engine.game().check(color, mv).is_ok()).to_string())
}

pub fn captures(session: &mut Session, args: &[String]) -> Reply {
    let color = color(argument(args, 0, "color")?)?;
    Ok(session.engine.game().board().prisoners(color).to_string())
}

pub fn last_move(session: &mut Session, _: &[String]) -> Reply {
    let last = session.engine.game().turns().last();
    last.map(|t| format_turn(t.color, t.mv))
        .ok_or_else(|| GtpError::Other("no previous move known".to_owned()))
}

pub fn move_history(session: &mut Session, _: &[String]) -> Reply {
    let turns = session.engine.game().turns().iter().rev();
    Ok(turns.map(|t| format_turn(t.color, t.mv)).collect::<Vec<_>>().join("\n"))
}

/// `none`, or the numbers of moves after which the same position stood on the board with the same player to move.
pub fn tengen_repetition(session: &mut Session, _: &[String]) -> Reply {
    let repetition = session.engine.game().repetition();
    Ok(repetition.map_or("none".to_owned(), |r| format!("{} {}", r.first, r.again)))
}

pub fn get_komi(session: &mut Session, _: &[String]) -> Reply {
    Ok(format_half_points(session.engine.game().komi))
}

pub fn query_boardsize(session: &mut Session, _: &[String]) -> Reply {
    let size = session.engine.game().size();
    let width = size.width().to_string();
    Ok(if size.is_square() { width } else { format!("{width} {}", size.height()) })
}

pub fn get_handicap(session: &mut Session, _: &[String]) -> Reply {
    Ok(session.engine.game().handicap().to_string())
}

pub fn showboard(session: &mut Session, _: &[String]) -> Reply {
    let game = session.engine.game();
    let (board, size) = (game.board(), game.size());
    let letters = column_letters(size.width());
    let mut lines = vec![String::new(), format!("   {letters}")];
    let last = game.turns().last().and_then(|turn| turn.mv.point());
    for row in (0..size.height()).rev() {
        let mut line = format!("{:2}", row + 1);
        for column in 0..size.width() {
            let point = Point::new(column, row);
            line.push(if last == Some(point) {
                '('
            } else if follows(last, point) {
                ')'
            } else {
                ' '
            });
            line.push(match board.cell(point).color() {
                Some(Color::Black) => 'X',
                Some(Color::White) => 'O',
                None if is_star(game, point) => '+',
                None => '.',
            });
        }
        line.push(if last == Some(Point::new(size.width() - 1, row)) { ')' } else { ' ' });
        lines.push(format!("{line}{}", row + 1));
    }
    lines.push(format!("   {letters}"));
    lines.push(format!("Rules: {}", rules_json::to_json(&game.rules)));
    lines.push(format!(
        "Komi {}  Handicap {}  Prisoners: black {}, white {}  To play: {}",
        format_half_points(game.komi),
        game.handicap(),
        board.prisoners(Color::Black),
        board.prisoners(Color::White),
        color_name(game.to_play()),
    ));
    Ok(lines.join("\n"))
}

/// Whether `point` stands right of the last move, in its row.
fn follows(last: Option<Point>, point: Point) -> bool {
    last.is_some_and(|l| l.row() == point.row() && l.column() + 1 == point.column())
}

fn is_star(game: &Game, point: Point) -> bool {
    let size = game.size();
    let count = max_fixed_handicap(size);
    let stars = |n| fixed_handicap(size, n).unwrap_or_default();
    let is_five_star_size = size.width() < 13;
    let shown = if count == 9 && is_five_star_size { 5 } else { count };
    stars(shown).contains(&point)
}
