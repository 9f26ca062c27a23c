//! Where a search plays nothing, because unconditional life has decided it (Benson 1976).

use super::wanted::Wanted;
use crate::board::{Color, Point, PointMap};
use crate::rules::Game;
use crate::rules::benson::pass_alive;

/// For each colour, where it has nothing to gain in the whole search: in the opponent's unconditional territory, and in its
/// own where no enemy stone is left to take. Nowhere where a suicide could change what is unconditional, and where it is
/// asked for moves of its own choice.
pub fn settled(game: &Game, wanted: &Wanted) -> [PointMap<bool>; 2] {
    let mut settled = Color::BOTH.map(|_| PointMap::filled(false));
    if game.rules.suicide || !wanted.is_unrestricted() {
        return settled;
    }
    let board = game.board();
    for owner in Color::BOTH {
        let territory = pass_alive(board, owner).territory;
        let holds = |point: Point| territory[point];
        let is_enemy = |point: Point| board.cell(point).is(owner.opponent());
        let has_stones = board.size().points().any(|point| holds(point) && is_enemy(point));
        for point in board.size().points().filter(|point| holds(*point)) {
            settled[owner.opponent().index()][point] = true;
            settled[owner.index()][point] |= !has_stones;
        }
    }
    settled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::params::Params;
    use crate::rules::Rules;
    use crate::search::{Limits, Search};

    /// The points that a search tries for White.
    fn tried(diagram: &str, rules: Rules) -> Vec<Point> {
        let board = Board::from_diagram(diagram).unwrap();
        let game = Game::from_position(board, Color::White, rules, 0);
        let limits = Limits { playouts: Some(200), time: None };
        let report = Search::new(Params::default(), 1, 1, 16).think(&game, Color::White, &limits, &|| false);
        let mut points: Vec<Point> = report.moves.iter().filter_map(|found| found.mv.point()).collect();
        points.sort_unstable();
        points
    }

    #[test]
    fn nobody_plays_where_life_is_unconditional() {
        // Black's eyes A4 and C4, White's E1 and G1 are of chains that nothing can take.
        let alive = ".X.XX.. XXXXX.. ....... ..OOOOO ..O.O.O";
        let rules = Rules { suicide: false, ..Rules::BASIC };
        let eyes = [Point::new(0, 4), Point::new(2, 4), Point::new(3, 0), Point::new(5, 0)];
        let points = tried(alive, rules);
        assert!(points.len() > 10 && eyes.iter().all(|eye| !points.contains(eye)), "{points:?}");
    }

    #[test]
    fn dead_stones_in_own_territory_may_be_taken() {
        let dead = ".XO..O. XXOOOOO ....... ....... .......";
        let rules = Rules { suicide: false, ..Rules::BASIC };
        let with_stone = ".XO.XO. XXOOOOO ....... ....... .......";
        let inside = Point::new(3, 4);
        assert!(!tried(dead, rules).contains(&inside));
        assert!(tried(with_stone, rules).contains(&inside));
    }
}
