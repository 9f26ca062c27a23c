//! What the network thinks of the dead stones, beside the judge of life and death.
//!
//! The judge decides, with a network or without: it knows seki, teire and the rules in force. Where the network is sure of
//! the contrary, a message says so.

use super::Engine;
use crate::board::{Color, Point};
use crate::net::points_from_top;
use crate::net::symmetry::Symmetry;
use crate::rules::Game;
use crate::rules::score::Status;

impl Engine {
    /// One stone of each chain that the network is sure of otherwise than the judge is; none without a network for the board.
    pub(super) fn disputed(&self, game: &Game, status: &Status) -> Vec<Point> {
        let color = game.to_play();
        let verdict = self.network().and_then(|net| net.judge(game, color, Symmetry::IDENTITY).ok());
        let Some(verdict) = verdict else { return Vec::new() };
        let (board, size, sure_from) = (game.board(), game.size(), self.params.net.sure_owner_from);
        let owner_of = |stone: Point| {
            let index = points_from_top(size).position(|point| point == stone);
            index.map_or(0.0, |index| verdict.ownership[index])
        };
        let is_disputed = |stone: &Point, of: Color| {
            let kept = owner_of(*stone) * if of == color { 1.0 } else { -1.0 };
            if status.is_dead(*stone) { kept >= sure_from } else { kept <= -sure_from }
        };
        let chains = Color::BOTH.into_iter().flat_map(|of| board.chains(of).map(move |stone| (stone, of)));
        chains.filter(|(stone, of)| is_disputed(stone, *of)).map(|(stone, _)| stone).collect()
    }
}
