//! Whose each point is if the game ended now with the stones as they stand: the form in which networks are told of areas.
//!
//! Pass-alive groups own what they enclose, whatever stands in it. Other stones own themselves and empty regions that touch
//! no stone of the opponent. Source: KataGo, `cpp/game/board.cpp` (behaviour only).

use crate::board::{Board, Cell, Color, Point, PointMap};
use crate::rules::benson::life;

/// The owner of each point, `None` for dame and off the board.
pub type Owners = PointMap<Option<Color>>;

/// The area of both players. `suicide`: whether a player may take off own stones.
pub fn area(board: &Board, suicide: bool) -> Owners {
    let mut owners = PointMap::filled(None);
    for color in Color::BOTH {
        claim(board, color, suicide, &mut owners);
    }
    for point in board.size().points() {
        owners[point] = owners[point].or(board.cell(point).color());
    }
    owners
}

/// Marks what `color` owns. White comes second and takes back points that Black only seemed to surround.
fn claim(board: &Board, color: Color, suicide: bool, owners: &mut Owners) {
    if board.stone_count(color) == 0 {
        return;
    }
    let (stones, regions) = life(board, color, suicide);
    for point in board.size().points().filter(|p| stones[*p]) {
        owners[point] = Some(color);
    }
    for region in regions {
        let is_inner = |p: &&Point| !board.touches(color, **p);
        let is_clean = !region.points.iter().any(|p| board.cell(*p).is(color.opponent()));
        let has_no_room = || region.points.iter().filter(is_inner).nth(1).is_none();
        let is_certain = region.is_enclosed && (is_clean || has_no_room());
        for &point in region.points.iter().filter(|_| is_certain || is_clean) {
            if is_certain || owners[point].is_none() {
                owners[point] = Some(color);
            }
        }
    }
}

/// The area where groups in seki own their stones only: groups are in seki that touch dame or have stones in atari.
pub fn area_without_seki(board: &Board, suicide: bool) -> Owners {
    let area = area(board, suicide);
    let mut in_seki = PointMap::filled(false);
    for start in board.size().points() {
        let Some(color) = area[start] else { continue };
        let is_dame = |p: &Point| board.is_empty(*p) && area[*p].is_none();
        let in_atari = board.cell(start).is(color) && board.in_atari(start);
        if !in_seki[start] && (in_atari || start.neighbours().iter().any(is_dame)) {
            spread(&area, start, &mut in_seki);
        }
    }
    let mut owners = area;
    for point in board.size().points() {
        let is_stone = owners[point].is_some_and(|color| board.cell(point) == Cell::from(color));
        if in_seki[point] && !is_stone {
            owners[point] = None;
        }
    }
    owners
}

/// Marks all points of one owner that hang together with `start`.
fn spread(area: &Owners, start: Point, marked: &mut PointMap<bool>) {
    marked[start] = true;
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for neighbour in point.neighbours() {
            if area[neighbour] == area[start] && !marked[neighbour] {
                marked[neighbour] = true;
                open.push(neighbour);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(board: &Board, owners: &Owners) -> String {
        let size = board.size();
        let row = |row: usize| {
            let mark = |column: usize| match owners[Point::new(column, row)] {
                Some(Color::Black) => 'b',
                Some(Color::White) => 'w',
                None => '-',
            };
            (0..size.width()).map(mark).collect::<String>()
        };
        (0..size.height()).rev().map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_living_group_owns_a_stone_without_room_and_others_only_clean_regions() {
        // A white stone in an eye of a group that lives without a move; the right side is nobody's.
        let board = Board::from_diagram(".X.OX.. XXXXX.. .....OO .......").unwrap();
        assert_eq!(drawn(&board, &area(&board, false)), "bbbbb-- bbbbb-- -----ww -------");
        let open = Board::from_diagram("..X..O ..X..O ..X..O ..X..O").unwrap();
        assert_eq!(drawn(&open, &area(&open, false)), "bbb--w bbb--w bbb--w bbb--w");
    }

    #[test]
    fn groups_that_touch_dame_have_no_territory_where_seki_has_none() {
        let board = Board::from_diagram(".XX.OO XX..O. XX..OO").unwrap();
        assert_eq!(drawn(&board, &area(&board, false)), "bbb-ww bb--ww bb--ww");
        assert_eq!(drawn(&board, &area_without_seki(&board, false)), "-bb-ww bb--w- bb--ww");
        let settled = Board::from_diagram(".X.XO. XXXXO. XXXXOO").unwrap();
        assert_eq!(drawn(&settled, &area_without_seki(&settled, false)), "bbbbww bbbbww bbbbww");
    }
}
