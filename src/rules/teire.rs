//! Protective moves that are still due when play stops (teire).
//!
//! Where only territory counts, a player whose living stones are in atari has to connect or capture at their last liberty
//! sooner or later: the opponent, moving first, would take them. Where that liberty is a hole of one point between own
//! stones, so that what takes them cannot be caught in turn in the territory around, the point is then no territory,
//! whether the move was made or not, as GNU Go counts it after playing the end out. The score and the engine's decision
//! to pass ask here.
//! Source: Japanese Go Rules (1989), article 9 and its commentary: dame and teire are played before the end of the game.

use super::Game;
use super::score::{Owner, Status, owners};
use crate::board::{Color, Point, PointMap};

/// Who surrounds each point that has no living stone, as it counts at the end of the game: a point that its owner still has to
/// fill is nobody's.
pub fn final_owners(game: &Game, status: &Status) -> PointMap<Option<Owner>> {
    let mut owners = owners(game.board(), status);
    for color in Color::BOTH {
        for point in due(game, status, &owners, color) {
            owners[point] = Some(Owner::Dame);
        }
    }
    owners
}

/// The points of its own territory that `color` still has to fill. None where no play costs a point.
pub fn teire(game: &Game, status: &Status, color: Color) -> Vec<Point> {
    due(game, status, &owners(game.board(), status), color)
}

fn due(game: &Game, status: &Status, owners: &PointMap<Option<Owner>>, color: Color) -> Vec<Point> {
    if game.rules.counts_area() {
        return Vec::new();
    }
    let board = game.board();
    let is_living_in_atari =
        |chain: &Point| board.in_atari(*chain) && !status.is_dead(*chain) && !status.is_seki(*chain);
    board
        .chains(color)
        .filter(is_living_in_atari)
        .map(|chain| board.only_liberty(chain))
        .filter(|&point| owners[point] == Some(Owner::Territory(color)))
        .filter(|&point| board.is_surrounded(color, point) && board.liberties_after(color, point, 2) == 2)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::rules::preset;

    fn due_points(diagram: &str, dead: &[Point], rules: &str) -> [usize; 2] {
        let board = Board::from_diagram(diagram).unwrap();
        let game = Game::from_position(board, Color::Black, preset(rules).unwrap().rules, 0);
        let mut status = Status::default();
        dead.iter().for_each(|&stone| status.mark_dead(stone));
        Color::BOTH.map(|color| teire(&game, &status, color).len())
    }

    #[test]
    fn a_stone_in_atari_has_to_be_connected() {
        // White A1 is taken by Black A2.
        let diagram = ".X.X. XXXXX OOOOO O.OOO OOOOO .O.OX OXXXX";
        assert_eq!(due_points(diagram, &[], "japanese"), [0, 1]);
        assert_eq!(due_points(diagram, &[], "chinese"), [0, 0]);
        assert_eq!(due_points(diagram, &[], "aga-territory"), [0, 0]);
    }

    #[test]
    fn who_takes_a_stone_in_larger_territory_is_caught() {
        // Black B2 would take B1, and be as dead as A1 and C1.
        let dead = [Point::new(0, 0), Point::new(2, 0)];
        assert_eq!(due_points(".X.X. XXXXX OOOOO ....O XOX.O", &dead, "japanese"), [0, 0]);
    }

    #[test]
    fn a_snapback_is_no_capture() {
        // Black takes one stone at D1 and loses five by it.
        let diagram = "..... ..... OOOOO OXXXO OXO.O";
        assert_eq!(due_points(diagram, &[], "japanese"), [0, 0]);
    }
}
