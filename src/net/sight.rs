//! A network looks at a game: inputs, evaluation and verdict in one.

use super::inputs::{Inputs, UnknownSize};
use super::symmetry::Symmetry;
use super::verdict::Verdict;
use super::{Network, Output};
use crate::board::{Color, Move, Point, Size};
use crate::rules::Game;
use std::fmt;

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Network({}, version {})", self.name(), self.version())
    }
}

impl Network {
    /// What this network is shown of the game's position with `color` to move.
    ///
    /// # Errors
    /// [`UnknownSize`] for boards that networks do not know.
    pub fn inputs(&self, game: &Game, color: Color) -> Result<Inputs, UnknownSize> {
        Inputs::with_suicide(game, color, game.rules.suicide || self.wants_pass_alive_with_suicide())
    }

    /// What the network thinks of the game's position with `color` to move, looking at it under that symmetry.
    ///
    /// # Errors
    /// [`UnknownSize`] for boards that networks do not know.
    pub fn judge(&self, game: &Game, color: Color, symmetry: Symmetry) -> Result<Verdict, UnknownSize> {
        let inputs = self.inputs(game, color)?.under(symmetry);
        let mut outputs = Vec::new();
        self.evaluator().evaluate(&[&inputs], &mut outputs);
        let output = outputs.pop().expect("invariant: an output for each position");
        Ok(Verdict::new(output.back_from(symmetry, game.size()), &game.rules, &legal_moves(game, color)))
    }
}

impl Output {
    /// The output for a position that was shown under a symmetry, turned back.
    pub fn back_from(self, symmetry: Symmetry, size: Size) -> Output {
        let turn = |plane: Vec<f32>| symmetry.undo(&plane, size.width(), size.height());
        Output { policy: turn(self.policy), ownership: turn(self.ownership), ..self }
    }
}

/// The points in the order of the planes: row by row from the top row.
pub fn points_from_top(size: Size) -> impl Iterator<Item = Point> {
    (0..size.height()).rev().flat_map(move |row| (0..size.width()).map(move |column| Point::new(column, row)))
}

/// For each point in the order of the planes, whether `color` may play there now.
pub fn legal_moves(game: &Game, color: Color) -> Vec<bool> {
    points_from_top(game.size()).map(|point| game.check(color, Move::Place(point)).is_ok()).collect()
}
