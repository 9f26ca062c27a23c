//! What single values mean: text of a property <-> the vocabulary of the board.

use super::ParseError;
use crate::board::{MAX_SIDE, Move, Point, Size};

/// Largest komi taken for one, in half points: that of the largest board full of stones.
const MAX_KOMI: i32 = 2 * (MAX_SIDE * MAX_SIDE) as i32;
/// Most handicap stones taken for a number of them.
const MAX_HANDICAP: u32 = (MAX_SIDE * MAX_SIDE) as u32;

/// The point that the value of `property` names: column, then row from the top, as letters from `a`.
pub(super) fn point(property: &str, value: &str, size: Size) -> Result<Point, ParseError> {
    let (property, value) = (property.to_string(), value.trim());
    let [column, row] = value.as_bytes() else {
        return Err(ParseError::BadValue { property, value: value.to_string() });
    };
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match (number(*column), number(*row)) {
        (Some(column), Some(row)) if column < size.width() && row < size.height() => {
            Ok(Point::new(column, size.height() - 1 - row))
        }
        (Some(_), Some(_)) => Err(ParseError::OffBoard { property, value: value.to_string(), size }),
        _ => Err(ParseError::BadValue { property, value: value.to_string() }),
    }
}

/// The move that the value names. `tt` was the pass before FF4; it is one where the board has no such point.
pub(super) fn play(property: &str, value: &str, size: Size) -> Result<Move, ParseError> {
    match (value.trim(), point(property, value, size)) {
        ("", _) | ("tt", Err(_)) => Ok(Move::Pass),
        (_, result) => result.map(Move::Place),
    }
}

/// The points that one value of a list names, a rectangle `corner:corner` expanded. None for an empty value.
pub(super) fn points(
    property: &str,
    value: &str,
    size: Size,
) -> Result<impl Iterator<Item = Point> + use<>, ParseError> {
    let corners = if value.trim().is_empty() {
        None
    } else {
        let (first, second) = value.split_once(':').unwrap_or((value, value));
        Some((point(property, first, size)?, point(property, second, size)?))
    };
    Ok(corners.into_iter().flat_map(|(a, b)| rectangle(a, b)))
}

/// The points of the rectangle with these two corners.
fn rectangle(a: Point, b: Point) -> impl Iterator<Item = Point> {
    let columns = a.column().min(b.column())..=a.column().max(b.column());
    let rows = a.row().min(b.row())..=a.row().max(b.row());
    rows.flat_map(move |row| columns.clone().map(move |column| Point::new(column, row)))
}

/// The two letters of the point.
pub(super) fn point_text(point: Point, size: Size) -> String {
    let letter = |number: usize| char::from(b'a' + number as u8);
    [letter(point.column()), letter(size.height() - 1 - point.row())].iter().collect()
}

/// The komi in half points. `None` for a value without a number, as for a missing one: programs write
/// `KM[]`, and a strange word there is no reason to refuse a game.
///
/// - Three digits and no decimal point are hundredths: the Fox server writes `KM[650]` and `KM[375]`.
/// - Quarters below 5 are stones, as Chinese records count them, and a stone is two points: 3.75 stands for
///   7.5 points and 2.75 for 5.5. There is no other sense in a quarter of a point.
/// - Anything else is rounded to the nearest half point, the unit of all scores here.
pub(super) fn komi(value: &str) -> Option<i32> {
    let value = value.trim().replace(',', ".");
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-' || c == '+';
    let (number, unit) = value.split_at(value.find(|c| !is_of_number(c)).unwrap_or(value.len()));
    if unit.contains(|c: char| c.is_numeric()) {
        return None; // "5 1/2" is not 5.
    }
    let mut points: f64 = number.parse().ok()?;
    if points.abs() >= 100.0 && !number.contains('.') {
        points /= 100.0;
    }
    if points.abs() < 5.0 && (points * 4.0).rem_euclid(2.0) == 1.0 {
        points *= 2.0;
    }
    let halves = (points * 2.0).round();
    (halves.abs() <= f64::from(MAX_KOMI)).then_some(halves as i32)
}

/// The komi as a number of points. From 100 points on it keeps its decimal point, or it would be hundredths.
pub(super) fn komi_text(half_points: i32) -> String {
    if half_points % 2 == 0 && half_points.abs() < 200 {
        (half_points / 2).to_string()
    } else {
        format!("{:.1}", f64::from(half_points) / 2.0)
    }
}

/// The number of handicap stones, or `None` for a value that gives none.
pub(super) fn handicap(value: &str) -> Option<u32> {
    value.trim().parse().ok().filter(|&stones| stones <= MAX_HANDICAP)
}

/// The text on one line: any white space is a blank, control characters vanish, `None` if nothing is left.
pub(super) fn line_of_text(value: &str) -> Option<String> {
    let blanks = value.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let line: String = blanks.filter(|c| !c.is_control()).collect();
    let line = line.trim();
    (!line.is_empty()).then(|| line.to_string())
}
