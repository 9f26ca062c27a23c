//! Game records into the engine's game, and out of it.

use super::{Engine, SetupError};
use crate::board::{Board, Color, Point};
use crate::rules::{Game, Rules};
use crate::sgf::{Record, Step};

impl Engine {
    /// The game as a record, without a result.
    pub fn record(&self) -> Record {
        let game = &self.game;
        let mut record = Record::new(game.size());
        record.komi = Some(game.komi);
        record.handicap = (game.handicap() > 0).then_some(game.handicap() as u32);
        record.rules = Some(game.rules.to_record());
        let start = game.start();
        let stone = |p: Point| start.cell(p).color().map(|color| (p, Some(color)));
        let stones: Vec<_> = game.size().points().filter_map(stone).collect();
        if !stones.is_empty() {
            record.steps.push(Step::Setup { stones });
        }
        if game.start_to_play() == Color::White {
            record.steps.push(Step::ToPlay(Color::White));
        }
        record.steps.extend(game.turns().iter().map(|turn| Step::Play(turn.color, turn.mv)));
        record
    }

    /// Takes over a game record up to, but not including, move number `before` (counted from 1); all of it if `None`. Where
    /// it does not say the rules, or calls them by a name that is not known, they are those that were set last, other than by
    /// a record; likewise the komi, if one was set. Moves may break the rules as in [`Game::play_recorded`].
    ///
    /// # Errors
    /// Why the record is not a game; then nothing has changed.
    pub fn load(&mut self, record: &Record, before: Option<usize>) -> Result<(), SetupError> {
        let rules = record.rules.as_deref().and_then(Rules::from_record).unwrap_or(self.own_rules);
        let mut game = Game::new(record.size, rules, 0);
        let mut number = 0;
        for step in &record.steps {
            match step {
                Step::Setup { stones } => game = set_up(&game, stones)?,
                Step::ToPlay(color) => game.set_to_play(*color),
                Step::Play(color, mv) => {
                    number += 1;
                    if before == Some(number) {
                        game.set_to_play(*color);
                        break;
                    }
                    let played = game.play_recorded(*color, *mv);
                    played.map_err(|why| SetupError::IllegalMove(number, why))?;
                }
            }
        }
        game.komi = record.komi.or(self.own_komi).unwrap_or_else(|| self.usual_komi(&game));
        self.has_komi = record.komi.is_some() || self.own_komi.is_some();
        self.begin(game);
        Ok(())
    }
}

/// The game with stones set or taken off by hand: it starts anew from there. Two or more black stones on an empty board are
/// a handicap.
///
/// # Errors
/// `NoLiberty` if a chain would have none.
pub fn set_up(game: &Game, stones: &[(Point, Option<Color>)]) -> Result<Game, SetupError> {
    let mut board: Board = game.board().clone();
    board.set_all(stones.iter().copied());
    if !board.has_liberties_everywhere() {
        return Err(SetupError::NoLiberty);
    }
    let blacks = stones.iter().filter(|(_, stone)| *stone == Some(Color::Black)).count();
    let is_handicap = game.board().hash() == 0 && blacks >= 2 && blacks == stones.len();
    let to_play = if is_handicap { Color::White } else { game.to_play() };
    let mut after = Game::from_position(board, to_play, game.rules, game.komi);
    after.set_placed_handicap(if is_handicap { blacks } else { game.handicap() });
    Ok(after)
}
