//! How long to think: time systems, clocks, and the share of a clock that one move gets.
//!
//! Times are in seconds. Source of the shares: Pachi's time manager; the values stand in
//! [`TimeParams`].

use crate::params::TimeParams;
use std::time::Duration;

/// A time control.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TimeSystem {
    /// No limit.
    Unlimited,
    /// Main time, then sudden death.
    Absolute {
        /// Main time.
        main: f64,
    },
    /// Main time, then `stones` moves in each period.
    Canadian {
        /// Main time.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Moves in each period, at least 1.
        stones: u32,
    },
    /// Main time, then a number of periods, each of which is used up by a move that takes longer than it.
    ByoYomi {
        /// Main time.
        main: f64,
        /// Length of a period.
        period: f64,
        /// Number of periods, at least 1.
        periods: u32,
    },
    /// Main time that grows with each move.
    Fischer {
        /// Main time.
        main: f64,
        /// Added after each move.
        increment: f64,
        /// The clock never shows more.
        cap: f64,
        /// The longest a move may take.
        longest_move: f64,
    },
}

/// How long to think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// When to stop if the choice is clear.
    pub desired: Duration,
    /// When to stop at the latest.
    pub latest: Duration,
    /// Whether time not used now is of use later.
    pub is_saved: bool,
}

impl Budget {
    /// Exactly that long.
    pub fn fixed(time: Duration) -> Budget {
        Budget { desired: time, latest: time, is_saved: false }
    }
}

/// One player's clock.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Clock {
    /// Seconds left of the main time, or of the present period.
    left: f64,
    /// In overtime, moves still to make in the present period (Canadian) or periods left, the present one included
    /// (byo-yomi). 0 in main time.
    overtime: u32,
}

impl Clock {
    /// A full clock.
    pub fn new(system: &TimeSystem) -> Clock {
        let start = |main: f64, period: f64, overtime: u32| match main {
            main if main > 0.0 => Clock { left: main, overtime: 0 },
            _ => Clock { left: period, overtime },
        };
        match *system {
            TimeSystem::Unlimited => Clock { left: f64::INFINITY, overtime: 0 },
            TimeSystem::Absolute { main } | TimeSystem::Fischer { main, .. } => {
                Clock { left: main, overtime: 0 }
            }
            TimeSystem::Canadian { main, period, stones } => start(main, period, stones),
            TimeSystem::ByoYomi { main, period, periods } => start(main, period, periods),
        }
    }

    /// Seconds left of the main time, or of the present period.
    pub fn left(&self) -> f64 {
        self.left
    }

    /// How many of our own moves, `moves` at the most, what is left has to last for.
    pub fn moves_to_last(&self, system: &TimeSystem, moves: f64) -> f64 {
        match *system {
            TimeSystem::Canadian { .. } if self.overtime > 0 => f64::from(self.overtime).min(moves),
            TimeSystem::ByoYomi { .. } if self.overtime > 0 => 1.0,
            _ => moves,
        }
    }

    /// Sets what the controller says is left: seconds (negative ones are none), and what GTP calls stones.
    pub fn set(&mut self, left: f64, overtime: u32) {
        *self = Clock { left: left.max(0.0), overtime };
    }

    /// Takes the time of one move off.
    pub fn spend(&mut self, seconds: f64, system: &TimeSystem) {
        self.left -= seconds;
        match *system {
            TimeSystem::Unlimited => self.left = f64::INFINITY,
            TimeSystem::Absolute { .. } => {}
            TimeSystem::Fischer { increment, cap, .. } => {
                self.left = (self.left.max(0.0) + increment).min(cap)
            }
            TimeSystem::Canadian { period, stones, .. } => self.end_canadian_move(period, stones),
            TimeSystem::ByoYomi { period, periods, .. } => self.end_byo_yomi_move(period, periods),
        }
        self.left = self.left.max(0.0);
    }

    fn end_canadian_move(&mut self, period: f64, stones: u32) {
        if self.overtime == 0 && self.left > 0.0 {
            return;
        }
        if self.overtime == 0 {
            *self = Clock { left: self.left + period, overtime: stones };
        }
        self.overtime -= 1;
        if self.overtime == 0 {
            *self = Clock { left: period, overtime: stones };
        }
    }

    fn end_byo_yomi_move(&mut self, period: f64, periods: u32) {
        if self.overtime == 0 && self.left > 0.0 {
            return;
        }
        if self.overtime == 0 {
            *self = Clock { left: self.left + period, overtime: periods };
        }
        let used_up = if self.left > 0.0 { 0.0 } else { (-self.left / period).floor() + 1.0 };
        // A cast of a float holds at the ends of the type.
        self.overtime = self.overtime.saturating_sub(used_up as u32).max(1);
        self.left = period;
    }

    /// How long to think now, with `moves` moves of our own expected to come and `lag` seconds lost on each move.
    /// `None`: there is no clock.
    pub fn budget(&self, system: &TimeSystem, moves: f64, lag: f64, params: &TimeParams) -> Option<Budget> {
        let left = (self.left - lag).max(0.0);
        let of_main = left / (moves * params.used_of_desired);
        let overtime_move = match *system {
            TimeSystem::Unlimited => return None,
            TimeSystem::Absolute { .. } => 0.0,
            TimeSystem::Canadian { period, .. } if self.overtime > 0 => {
                return Some(budget(left / f64::from(self.overtime), left.min(period), params));
            }
            TimeSystem::ByoYomi { .. } if self.overtime > 0 => return Some(budget(left, left, params)),
            TimeSystem::Canadian { period, stones, .. } => period / f64::from(stones.max(1)),
            TimeSystem::ByoYomi { period, .. } => period,
            TimeSystem::Fischer { increment, longest_move, .. } => {
                let desired =
                    (of_main + (increment - lag).max(0.0) * params.overtime_share).min(longest_move - lag);
                let latest = (left * params.most_of_clock).min(longest_move - lag);
                return Some(saved(desired, desired * params.extension, latest));
            }
        };
        let desired =
            of_main.min(params.longest_move).max((overtime_move - lag).max(0.0) * params.overtime_share);
        Some(saved(desired, desired * params.extension, left * params.most_of_clock))
    }
}

/// Overtime that is lost where it is not used.
fn budget(for_move: f64, most: f64, params: &TimeParams) -> Budget {
    let time = seconds((for_move * params.overtime_share).min(most * params.overtime_share));
    Budget { desired: time, latest: time, is_saved: false }
}

fn saved(desired: f64, extended: f64, most: f64) -> Budget {
    Budget { desired: seconds(desired.min(most)), latest: seconds(extended.min(most)), is_saved: true }
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

/// How many moves of our own are still to come: half of the empty points beyond those that stay empty, and not fewer
/// than a floor that keeps a reserve for a long endgame.
pub fn moves_to_come(empty: usize, area: usize, params: &TimeParams) -> f64 {
    let area = area as f64;
    let floor = (area * params.fewest_moves_per_point).max(params.fewest_moves);
    ((empty as f64 - area * params.points_left_empty) / 2.0).max(floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> TimeParams {
        TimeParams::default()
    }

    fn desired(clock: &Clock, system: &TimeSystem, moves: f64) -> f64 {
        clock.budget(system, moves, 0.0, &params()).unwrap().desired.as_secs_f64()
    }

    #[test]
    fn main_time_is_shared_and_never_used_up() {
        let system = TimeSystem::Absolute { main: 60.0 };
        let mut clock = Clock::new(&system);
        for _ in 0..1000 {
            let budget = clock.budget(&system, 8.0, 0.1, &params()).unwrap();
            assert!(budget.latest.as_secs_f64() <= (clock.left - 0.1).max(0.0));
            clock.spend(budget.latest.as_secs_f64(), &system);
        }
        assert!(clock.left > 0.0);
    }

    #[test]
    fn canadian_overtime_is_divided_by_its_stones() {
        let system = TimeSystem::Canadian { main: 0.0, period: 10.0, stones: 5 };
        let mut clock = Clock::new(&system);
        assert!((desired(&clock, &system, 30.0) - 2.0 * params().overtime_share).abs() < 1e-9);
        for _ in 0..5 {
            clock.spend(1.0, &system);
        }
        assert_eq!(clock, Clock { left: 10.0, overtime: 5 });
    }

    #[test]
    fn main_time_goes_over_into_overtime() {
        let canadian = TimeSystem::Canadian { main: 5.0, period: 10.0, stones: 3 };
        let mut clock = Clock::new(&canadian);
        clock.spend(6.0, &canadian);
        assert_eq!(clock, Clock { left: 9.0, overtime: 2 });
        let byo_yomi = TimeSystem::ByoYomi { main: 5.0, period: 10.0, periods: 3 };
        let mut clock = Clock::new(&byo_yomi);
        clock.spend(6.0, &byo_yomi);
        assert_eq!(clock, Clock { left: 10.0, overtime: 3 });
        clock.spend(25.0, &byo_yomi);
        assert_eq!(clock, Clock { left: 10.0, overtime: 1 });
        // So many periods of no length are not counted one by one.
        let many = TimeSystem::ByoYomi { main: 0.0, period: 1e-9, periods: u32::MAX };
        let mut clock = Clock::new(&many);
        clock.spend(1.5, &many);
        assert!(clock.overtime.abs_diff(u32::MAX - 1_500_000_000) < 10, "{clock:?}");
    }

    #[test]
    fn a_period_of_byo_yomi_is_used_on_each_move() {
        let system = TimeSystem::ByoYomi { main: 0.0, period: 30.0, periods: 5 };
        let clock = Clock::new(&system);
        let seconds = desired(&clock, &system, 40.0);
        assert!(seconds > 20.0 && seconds < 30.0);
    }

    #[test]
    fn fischer_time_grows_up_to_its_cap_and_respects_the_longest_move() {
        let system = TimeSystem::Fischer { main: 60.0, increment: 10.0, cap: 65.0, longest_move: 12.0 };
        let mut clock = Clock::new(&system);
        assert!(desired(&clock, &system, 2.0) <= 12.0);
        clock.spend(1.0, &system);
        assert_eq!(clock.left, 65.0);
    }

    #[test]
    fn a_period_has_to_last_for_its_own_moves_only() {
        let canadian = TimeSystem::Canadian { main: 0.0, period: 10.0, stones: 5 };
        let byo_yomi = TimeSystem::ByoYomi { main: 0.0, period: 10.0, periods: 5 };
        let absolute = TimeSystem::Absolute { main: 10.0 };
        let moves = |system: TimeSystem| Clock::new(&system).moves_to_last(&system, 30.0);
        assert_eq!((moves(canadian), moves(byo_yomi), moves(absolute)), (5.0, 1.0, 30.0));
    }

    #[test]
    fn a_huge_clock_does_not_make_a_move_last_for_ever() {
        for main in [1e6, 1e308] {
            let system = TimeSystem::Absolute { main };
            assert!(desired(&Clock::new(&system), &system, 8.0) <= params().longest_move);
        }
    }

    #[test]
    fn no_time_left_means_a_move_at_once() {
        let system = TimeSystem::Absolute { main: 60.0 };
        let mut clock = Clock::new(&system);
        clock.set(-3.0, 0);
        assert_eq!(clock.budget(&system, 8.0, 0.1, &params()).unwrap().latest, Duration::ZERO);
        assert_eq!(
            Clock::new(&TimeSystem::Unlimited).budget(&TimeSystem::Unlimited, 8.0, 0.1, &params()),
            None
        );
    }
}
