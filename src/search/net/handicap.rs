//! How a network is told that the player behind in a handicap game is the stronger one.
//!
//! Otherwise it takes the opponent for its equal and finds nothing that would turn the game. Networks learn it from games in
//! which one player thinks longer: so many doublings of its playouts. Source: KataGo, `cpp/command/gtp.cpp` (behaviour
//! only); here the search says when the player has caught up.

use crate::board::Color;
use crate::params::NetParams;
use crate::rules::Game;

/// The doublings that White is taken to be ahead by, negative for Black: for the player whom handicap and komi put at a
/// disadvantage. `black_wins` is the share of games Black wins as the search has it; nobody is taken to be ahead who leads.
pub fn doublings_of_white(game: &Game, params: &NetParams, black_wins: Option<f64>) -> f64 {
    let (size, advantage) = (game.size(), advantage_of_black(game, params));
    let scaling = (361.0 / size.area() as f64).powf(0.75);
    let beyond = advantage.abs() - (params.handicap_from / scaling).max(params.handicap_from_least);
    let is_small = size.width().min(size.height()) < params.handicap_least_side;
    let behind = if advantage >= 0.0 { Color::White } else { Color::Black };
    let wins = black_wins.map(|wins| if behind == Color::Black { wins } else { 1.0 - wins });
    if beyond < 0.0 || is_small || wins.is_some_and(|wins| wins > 0.5) {
        return 0.0;
    }
    let doublings = (params.doublings_per_point * beyond * scaling).min(params.most_doublings);
    let steps = (doublings / params.doublings_step).round() * params.doublings_step;
    -f64::from(behind.sign()) * steps
}

/// Points that Black begins with, beyond an even game.
fn advantage_of_black(game: &Game, params: &NetParams) -> f64 {
    let half_points = game.compensation();
    let stones = game.handicap().saturating_sub(1) as f64;
    let worth = if game.rules.counts_area() { params.stone_worth + 1.0 } else { params.stone_worth };
    worth * stones + params.fair_komi - f64::from(half_points) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::rules::{Rules, fixed_handicap};

    #[test]
    fn the_player_behind_is_taken_for_the_stronger_one() {
        let params = NetParams::default();
        let doublings = |game: &Game| doublings_of_white(game, &params, None);
        let size = Size::square(19);
        assert_eq!(doublings(&Game::new(size, Rules::BASIC, 15)), 0.0);
        let four = Game::with_handicap(size, &fixed_handicap(size, 4).unwrap(), Rules::BASIC, 1);
        let nine = Game::with_handicap(size, &fixed_handicap(size, 9).unwrap(), Rules::BASIC, 1);
        assert!(doublings(&four) > 1.0 && doublings(&nine) == params.most_doublings);
        assert_eq!(doublings(&Game::new(Size::square(13), Rules::BASIC, 35)), -0.625);
        assert_eq!(doublings_of_white(&nine, &params, Some(0.4)), 0.0, "White leads");
        assert!(doublings_of_white(&nine, &params, Some(0.9)) > 0.0);
    }
}
