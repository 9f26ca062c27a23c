//! Life and death at the end of the game: which stones are dead, and which live in seki.
//!
//! One judge serves the final score, the status lists, the result in a game record and the decision to pass, so that
//! they never disagree. The judgement depends on the position and the rules alone, not on passes or on a search
//! before it.

use crate::board::{Color, Point, PointMap};
use crate::params::Params;
use crate::playout::Ownership;
use crate::rules::Game;
use crate::rules::score::Status;

/// Judges the stones of the game's present position.
pub fn judge(game: &Game, params: &Params) -> Status {
    let mut status = Status::default();
    if game.all_stones_alive() {
        return status;
    }
    let board = game.board();
    let settings = &params.status;
    let ownership = Ownership::measure(board, &params.playout, settings.playouts, settings.seed);
    for point in board.size().points() {
        let Some(color) = board.cell(point).color() else { continue };
        let stones = board.chain_len(point) as f32;
        let mean: f32 = board.chain_stones(point).map(|s| ownership.of(s)).sum::<f32>() / stones;
        let enemy_share = (1.0 - mean * color.sign() as f32) / 2.0;
        if enemy_share >= settings.dead_above {
            status.mark_dead(point);
        }
    }
    status
}

/// Which points are as good as decided: what the playouts agree on.
#[derive(Debug)]
pub struct Settled {
    owner: PointMap<Option<Color>>,
    finished: bool,
}

impl Settled {
    /// Whether a play on the point gains nothing.
    pub fn is_worthless(&self, point: Point) -> bool {
        self.owner[point].is_some()
    }

    /// Whether every point is decided, or a neutral point between the players that nobody gains from.
    pub fn is_finished(&self) -> bool {
        self.finished
    }
}

/// Finds what is decided in the game's present position. Under area scoring an open point next to both players is worth
/// a point to the one who fills it, so the game is not finished while there is one.
pub fn settled(game: &Game, params: &Params) -> Settled {
    let board = game.board();
    let settings = &params.status;
    let ownership = Ownership::measure(board, &params.playout, settings.playouts, settings.seed);
    let mut owner = PointMap::filled(None);
    let sure = 2.0 * settings.dead_above - 1.0;
    for point in board.size().points() {
        owner[point] = match ownership.of(point) {
            share if share >= sure => Some(Color::Black),
            share if share <= -sure => Some(Color::White),
            _ => None,
        };
    }
    let finished = board.size().points().all(|p| owner[p].is_some());
    Settled { owner, finished }
}
