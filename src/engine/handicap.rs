//! Handicap games: dynamic komi, and resignation that does not come early.
//!
//! With several stones more on one side nearly all playouts end alike, and a search that sees wins or losses only has
//! nothing to choose by. So it plays for another komi that is nearer to the truth of the position, and comes back to the
//! real one step by step: "linear dynamic komi" (P. Baudiš, "Balancing MCTS by dynamically adjusting the komi value",
//! 2011). In even games there is none.

use super::Engine;
use crate::board::Color;

impl Engine {
    /// By how many half points the search for a move of `color` raises the komi.
    pub(super) fn komi_shift(&self, color: Color) -> i32 {
        // A network is told of a handicap in another way.
        if self.has_network() {
            return 0;
        }
        let size = self.game.size();
        let (side, moves) = (size.width().max(size.height()), self.game.turns().len());
        2 * self.params.handicap.komi_shift(self.game.handicap(), color == Color::Black, side, moves)
    }

    /// Below what share of wins at the root `color` finds the game lost. `None`: no share tells, since the komi is shifted.
    pub(super) fn resign_below(&self, color: Color) -> Option<f64> {
        let usual = f64::from(match self.has_network() {
            true => self.params.net.resign_below,
            false => self.params.search.resign_below,
        });
        let stones = match color {
            Color::White => self.game.handicap(),
            Color::Black => 0,
        };
        (self.komi_shift(color) == 0).then_some(usual / (1 + stones) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Size};
    use crate::rules;

    fn engine(side: usize, stones: usize) -> Engine {
        let mut engine = Engine::default();
        engine.new_game(Size::square(side));
        if stones > 0 {
            engine.place_handicap(&rules::fixed_handicap(Size::square(side), stones).unwrap()).unwrap();
        }
        engine
    }

    #[test]
    fn the_komi_is_shifted_for_each_stone_and_less_from_move_to_move() {
        assert_eq!(engine(19, 0).komi_shift(Color::White), 0);
        let mut engine = engine(19, 4);
        assert_eq!(engine.komi_shift(Color::White), 2 * 4 * 8);
        assert_eq!(engine.komi_shift(Color::Black), 2 * 4 * 12);
        for color in [Color::White, Color::Black].into_iter().cycle().take(100) {
            engine.play(color, Move::Pass).unwrap();
        }
        assert_eq!(engine.komi_shift(Color::White), 4 * 8);
        for color in [Color::White, Color::Black].into_iter().cycle().take(101) {
            engine.play(color, Move::Pass).unwrap();
        }
        assert_eq!(engine.komi_shift(Color::White), 0);
    }

    #[test]
    fn the_giver_of_stones_resigns_late_and_never_under_a_shifted_komi() {
        assert_eq!(engine(19, 4).resign_below(Color::White), None);
        let mut engine = engine(9, 3);
        for color in [Color::White, Color::Black].into_iter().cycle().take(20) {
            engine.play(color, Move::Pass).unwrap();
        }
        let usual = f64::from(engine.params.search.resign_below);
        assert_eq!(engine.resign_below(Color::White), Some(usual / 4.0));
        assert_eq!(engine.resign_below(Color::Black), Some(usual));
    }
}
