//! What is known of a position before any search: unconditional life, and who owns what at the end of playouts.

use crate::board::{Board, Color, Point, PointMap};
use crate::params::Params;
use crate::playout::Ownership;
use crate::playout::careful::careful_move;
use crate::rules::benson::pass_alive;
use crate::rules::score::Status;

/// See the module comment.
pub struct Survey {
    /// Whether the stone belongs to a pass-alive chain.
    pub is_pass_alive: PointMap<bool>,
    /// Who owns the point because pass-alive chains enclose it and the opponent cannot live there.
    pub enclosed_by: PointMap<Option<Color>>,
    /// Who owned the points at the end of playouts.
    pub ownership: Ownership,
}

impl Survey {
    /// Surveys a position.
    pub fn of(board: &Board, params: &Params) -> Survey {
        Survey::with(board, params, params.status.playouts)
    }

    /// A survey with a few playouts, to see whether a thorough one is worth while.
    pub fn glance(board: &Board, params: &Params) -> Survey {
        Survey::with(board, params, params.status.playouts_at_a_glance)
    }

    fn with(board: &Board, params: &Params, playouts: u32) -> Survey {
        let (mut is_pass_alive, mut enclosed_by) = (PointMap::filled(false), PointMap::filled(None));
        for color in Color::BOTH {
            let found = pass_alive(board, color);
            for point in board.size().points() {
                is_pass_alive[point] |= found.stones[point];
                if found.territory[point] {
                    enclosed_by[point] = Some(color);
                }
            }
        }
        let seed = params.status.seed;
        let ownership =
            Ownership::measure(board, &params.playout, playouts, seed, |board, color, last, rng| {
                careful_move(board, color, last, rng, |p| enclosed_by[p].is_some())
            });
        Survey { is_pass_alive, enclosed_by, ownership }
    }

    /// How far the chain of that stone belongs to its owner at the end of playouts: -1 (dead) to 1 (alive).
    pub fn life(&self, board: &Board, stone: Point) -> f32 {
        let Some(color) = board.cell(stone).color() else { return 0.0 };
        if self.is_pass_alive[stone] {
            return 1.0;
        }
        if self.enclosed_by[stone] == Some(color.opponent()) {
            return -1.0;
        }
        let sum: f32 = board.chain_stones(stone).map(|s| self.ownership.of(s)).sum();
        sum * color.sign() as f32 / board.chain_len(stone) as f32
    }

    /// The chains that the opponent owns to that degree, 0 to 1, at the end of the playouts, as dead stones.
    pub fn likely_dead(&self, board: &Board, degree: f32) -> Status {
        let mut status = Status::default();
        let chains = Color::BOTH.into_iter().flat_map(|color| board.chains(color));
        for chain in chains.filter(|chain| self.life(board, *chain) <= -degree) {
            board.chain_stones(chain).for_each(|stone| status.mark_dead(stone));
        }
        status
    }

    /// Whether the playouts agree to that degree, 0 to 1, on each point that is not a dame: the fate of nothing is open.
    pub fn agrees(&self, board: &Board, degree: f32) -> bool {
        board.size().points().all(|p| {
            let is_certain = self.is_pass_alive[p] || self.enclosed_by[p].is_some();
            is_certain || self.ownership.of(p).abs() >= degree || is_dame(board, p)
        })
    }
}

/// Whether the point is empty and next to stones of both players.
fn is_dame(board: &Board, point: Point) -> bool {
    let touches = |color| point.neighbours().into_iter().any(|q| board.cell(q).is(color));
    board.is_empty(point) && Color::BOTH.into_iter().all(touches)
}
