//! Whether a play in own territory is a defence that is needed.
//!
//! Under territory scoring such a play costs a point, so it pays only where the opponent could gain more by moving there first.
//! The area under good play tells: a play in own territory leaves it as it is unless it prevents something. [`Reading`]
//! maximizes the margin and not the chance to win, so it sees a lost point in a game that is decided, where the main search
//! does not care.

use super::in_order;
use super::reading::Reading;
use super::survey::Survey;
use crate::board::{Board, Color, Point};
use crate::params::Params;

/// Whether the opponent, moving first now, takes more area from `color` than after a play of `color` on the empty `point`.
/// Costs two readings of at most that many simulations.
pub fn is_needed(board: &Board, params: &Params, color: Color, point: Point, most_simulations: u32) -> bool {
    let board = &in_order(board);
    let survey = Survey::glance(board, params);
    let is_closed = |p: Point| survey.enclosed_by[p].is_some();
    if is_closed(point) {
        return false;
    }
    let work = params.status.defence_work / board.size().area() as u32;
    let simulations = work.min(params.status.most_simulations).min(most_simulations);
    let margin = |board: &Board| {
        let points = board.size().points().filter(|p| !is_closed(*p)).collect();
        let mut reading = Reading::new(board, params, points, &is_closed);
        let ownership = reading.ownership(color.opponent(), simulations);
        let decided = |p: Point| {
            let owner = ownership.of(p);
            if owner.abs() < params.status.defence_decided { 0.0 } else { owner.signum() }
        };
        board.size().points().map(decided).sum::<f32>() * color.sign() as f32
    };
    let mut defended = board.clone();
    defended.play(color, point);
    margin(&defended) - margin(board) > params.status.defence_from
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_needed_in(diagram: &str, point: Point) -> bool {
        is_needed(&Board::from_diagram(diagram).unwrap(), &Params::default(), Color::Black, point, 1000)
    }

    #[test]
    fn the_vital_point_of_the_only_eye_is_needed() {
        let eye = "OOOOO. OOOOOO XXXXOO ...XO. XXXXOO OOOOO.";
        assert!(is_needed_in(eye, Point::new(1, 2)));
        assert!(!is_needed_in(eye, Point::new(0, 2)), "it saves nothing");
        let two_eyes = "OOOOO. OOOOOO XXXXOO .X.XO. XXXXOO OOOOO.";
        assert!(!is_needed_in(two_eyes, Point::new(0, 2)) && !is_needed_in(two_eyes, Point::new(2, 2)));
    }

    #[test]
    fn in_a_lost_game_a_play_in_a_safe_corner_is_not_needed() {
        // The main search, to which all is lost, preferred G9 to a pass; Black's chain on the left is dead.
        let lost =
            "O.OOX...X .OXOXX..X XXXOX.XXX XXOOX.XXO OXXOOXXXO OXXXOOOXO OX.XXOOOO OOXXOOOOO OOOOOOO.O";
        let points = [Point::new(6, 8), Point::new(7, 7)];
        let is_needed = |point| {
            is_needed(&Board::from_diagram(lost).unwrap(), &Params::default(), Color::Black, point, 2000)
        };
        assert_eq!(points.map(is_needed), [false; 2]);
    }

    #[test]
    fn a_good_move_in_safe_territory_is_not_needed() {
        // White D3 makes the lower side a little safer in playouts, and a cut there is not to be feared.
        let safe =
            "..OXX.... ..OOX.... .XOXX.... ..OOOXX.. ..OXX.O.. .O.OXXOX. ..O.OXX.. ....OOXX. ....OXX..";
        let board = Board::from_diagram(safe).unwrap();
        for simulations in [500, 1000, 2000] {
            let is_needed =
                is_needed(&board, &Params::default(), Color::White, Point::new(3, 2), simulations);
            assert!(!is_needed, "{simulations} simulations");
        }
    }
}
