//! How long to think: clocks and the share of them that one move gets.

use std::time::Duration;

/// A time control as GTP tells it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeSystem {
    /// No limit.
    Unlimited,
    /// Main time in seconds, then `stones` moves in each period of `period` seconds; no period: sudden death.
    Canadian {
        /// Main time in seconds.
        main: f64,
        /// Length of a period in seconds.
        period: f64,
        /// Moves in each period; 0 for none.
        stones: u32,
    },
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    /// Seconds left, of the main time or of the present period.
    left: f64,
    /// Moves still to make in the present period; 0 in main time.
    stones: u32,
}

impl Clock {
    /// A full clock.
    pub fn new(system: &TimeSystem) -> Clock {
        match *system {
            TimeSystem::Unlimited => Clock { left: f64::INFINITY, stones: 0 },
            TimeSystem::Canadian { main, period, stones } if main <= 0.0 => Clock { left: period, stones },
            TimeSystem::Canadian { main, .. } => Clock { left: main, stones: 0 },
        }
    }

    /// Sets what the controller says is left. Negative time is none.
    pub fn set(&mut self, left: f64, stones: u32) {
        *self = Clock { left: left.max(0.0), stones };
    }

    /// Takes the time of one move off, and begins a new period where one ends.
    pub fn spend(&mut self, seconds: f64, system: &TimeSystem) {
        let TimeSystem::Canadian { period, stones, .. } = *system else { return };
        self.left -= seconds;
        if self.stones > 0 {
            self.stones -= 1;
            if self.stones == 0 {
                *self = Clock { left: period, stones };
            }
        } else if self.left <= 0.0 && stones > 0 {
            *self = Clock { left: period + self.left, stones: stones.max(2) - 1 };
        }
        self.left = self.left.max(0.0);
    }

    /// How long to think about this move with `empty` empty points on the board, `lag` seconds kept back.
    /// `None`: as long as one likes.
    pub fn budget(&self, system: &TimeSystem, empty: usize, area: usize, lag: f64) -> Option<Duration> {
        let TimeSystem::Canadian { period, stones, .. } = *system else { return None };
        if stones == 0 && period > 0.0 {
            return None;
        }
        let seconds = if self.stones > 0 {
            self.left / f64::from(self.stones) * PERIOD_SHARE
        } else {
            // Moves still to come, as Pachi counts them: half of what is left to fill beyond a fifth of the board.
            let own_moves = (empty.saturating_sub(area / 5) / 2).max(MIN_MOVES_LEFT) as f64;
            let per_period_move = if stones > 0 { period / f64::from(stones) * PERIOD_SHARE } else { 0.0 };
            (self.left / own_moves).max(per_period_move.min(self.left))
        };
        let latest = (self.left - lag).max(0.0) * MOST_OF_CLOCK;
        Some(Duration::from_secs_f64(seconds.min(latest).max(0.0)))
    }
}

/// Share of a period's time a move that one thinks for; the rest is lag and rounding.
const PERIOD_SHARE: f64 = 0.85;
/// Fewest moves a main time is divided by.
const MIN_MOVES_LEFT: usize = 8;
/// Most of the clock that a single move may use.
const MOST_OF_CLOCK: f64 = 0.85;
