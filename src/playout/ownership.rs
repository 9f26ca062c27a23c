//! Who owns each point at the end of many playouts.

use super::{Playout, Rng, eye_owner};
use crate::board::{Board, Color, Point, PointMap};
use crate::params::PlayoutParams;
use rand::SeedableRng;

/// Counts of who owned each point over a number of playouts.
#[derive(Clone, Debug)]
pub struct Ownership {
    balance: PointMap<i32>,
    /// In how many playouts the point ended as nobody's.
    open: PointMap<u32>,
    playouts: u32,
}

impl Default for Ownership {
    fn default() -> Ownership {
        Ownership { balance: PointMap::filled(0), open: PointMap::filled(0), playouts: 0 }
    }
}

impl Ownership {
    /// Runs that many playouts from the position, the players moving first in turn, with a generator of this seed and moves by
    /// `policy` (see [`Playout::run_with`]): the same arguments give the same counts.
    pub fn measure(
        board: &Board,
        params: &PlayoutParams,
        playouts: u32,
        seed: u64,
        mut policy: impl FnMut(&Board, Color, Point, &mut Rng) -> Option<Point>,
    ) -> Ownership {
        let mut rng = Rng::seed_from_u64(seed);
        let mut player = Playout::new(params.clone());
        let mut ownership = Ownership::default();
        for i in 0..playouts {
            let mut end = board.clone();
            end.pass();
            player.run_with(&mut end, Color::BOTH[i as usize % 2], &mut rng, &mut policy);
            ownership.add(&end);
        }
        ownership
    }

    /// Counts one final position.
    pub fn add(&mut self, end: &Board) {
        for point in end.size().points() {
            let owner = end.cell(point).color().or_else(|| eye_owner(end, point));
            self.balance[point] += owner.map_or(0, Color::sign);
            self.open[point] += u32::from(owner.is_none());
        }
        self.playouts += 1;
    }

    /// The share of playouts in which Black owned the point less that in which White did: -1 to 1.
    pub fn of(&self, point: Point) -> f32 {
        self.balance[point] as f32 / self.playouts.max(1) as f32
    }

    /// The share of playouts at whose end the point was nobody's: 0 to 1. Near 1 in a seki, near 0 for dame.
    pub fn open_share(&self, point: Point) -> f32 {
        self.open[point] as f32 / self.playouts.max(1) as f32
    }
}
