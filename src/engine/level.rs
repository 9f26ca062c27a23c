//! Strength levels for people: fewer playouts, and a choice among good moves instead of the best one.
//!
//! A lower level draws its move by visits, sharpened by an exponent, from moves that are not far behind the best. So it
//! plays what it finds natural and misses what is deep, and makes no blunder on purpose.

use super::Engine;
use crate::board::Move;
use crate::search::Report;
use rand::RngExt;

/// The highest level: full strength.
pub const MAX_LEVEL: u8 = 10;

impl Engine {
    /// Sets the strength, 1 (beginner) to [`MAX_LEVEL`]; false, and nothing changed, outside of that.
    pub fn set_level(&mut self, level: u8) -> bool {
        let is_level = (1..=MAX_LEVEL).contains(&level);
        if is_level {
            self.settings.level = level;
        }
        is_level
    }

    /// The most playouts the level allows.
    pub(super) fn level_playouts(&self) -> Option<u64> {
        (self.settings.level < MAX_LEVEL).then(|| self.params.level.playouts(self.settings.level))
    }

    /// The search's choice, as far as the level lets it find it.
    pub(super) fn choice(&mut self, report: &Report) -> Move {
        if self.settings.level == MAX_LEVEL {
            return report.best().mv;
        }
        let params = &self.params.level;
        let most = f64::from(report.best().visits);
        let is_close = |visits: f64| visits >= params.least_share * most && visits > 0.0;
        let weight = |visits: u32| match f64::from(visits) {
            visits if is_close(visits) => (visits / most).powf(params.sharpness(self.settings.level)),
            _ => 0.0,
        };
        let total: f64 = report.moves.iter().map(|found| weight(found.visits)).sum();
        let mut ticket = self.rng.random::<f64>() * total;
        let drawn = report.moves.iter().find(|found| {
            ticket -= weight(found.visits);
            ticket < 0.0
        });
        drawn.unwrap_or(report.best()).mv
    }
}
