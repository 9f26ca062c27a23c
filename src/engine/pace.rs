//! How fast things go at the moment: when the time of a move began, what judging the board takes, and how much other
//! programs slow this one down. A clock runs on while others have the processor, so that a slow machine needs larger
//! reserves and must judge in a hurry earlier.

use crate::params::TimeParams;
use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// See the module comment.
#[derive(Debug)]
pub struct Pace {
    /// When the command arrived that is being answered.
    asked: Option<Instant>,
    /// When the last move was decided on.
    decided: Option<Instant>,
    /// What judging the board before a move takes, as far as this game has shown.
    judging: Duration,
    /// Seconds that pass for each second that the engine gets, at least 1.
    slowdown: f64,
    /// Seconds that a move takes beyond the time that it was given, in the mean.
    excess: f64,
}

/// The start of a move.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Since when its time counts.
    pub at: Instant,
    work: ThreadTime,
    work_at: Instant,
}

impl Pace {
    /// Of an engine that has not made a move yet.
    pub fn new() -> Pace {
        Pace { asked: None, decided: None, judging: Duration::ZERO, slowdown: 1.0, excess: 0.0 }
    }

    /// Notes when the command arrived that is going to be answered.
    pub fn ask(&mut self, arrived: Instant) {
        self.asked = Some(arrived);
    }

    /// Begins a move. Its time counts from the arrival of the command, or if several have arrived at once from the last
    /// move.
    pub fn start(&mut self) -> Start {
        let now = Instant::now();
        let asked = self.asked.take().unwrap_or(now);
        let at = self.decided.map_or(asked, |decided| asked.max(decided));
        Start { at, work: ThreadTime::now(), work_at: now }
    }

    /// Ends a move that was given so much time, if there was a limit, and returns what it has taken.
    pub fn end(&mut self, start: &Start, given: Option<Duration>, params: &TimeParams) -> Duration {
        let (passed, worked) = (start.work_at.elapsed().as_secs_f64(), start.work.elapsed().as_secs_f64());
        let slowdown = (passed / worked.max(1e-3)).clamp(1.0, params.most_slowdown);
        self.slowdown = slowdown.max(self.slowdown * params.pace_decay).max(1.0);
        self.decided = Some(Instant::now());
        let taken = start.at.elapsed();
        if let Some(given) = given {
            let excess = taken.saturating_sub(given).as_secs_f64().min(params.most_excess);
            self.excess = params.pace_decay * self.excess + (1.0 - params.pace_decay) * excess;
        }
        taken
    }

    /// Notes what judging the board has taken.
    pub fn judged(&mut self, time: Duration, params: &TimeParams) {
        self.judging = self.judging.mul_f64(params.pace_decay).max(time);
    }

    /// Forgets what belonged to a game.
    pub fn begin_game(&mut self) {
        self.judging = Duration::ZERO;
    }

    /// Whether a judgement has to be hurried with so much time for the move, and so many seconds on the clock if it is the
    /// clock that counts.
    pub fn is_short(&self, for_move: Duration, clock: Option<f64>, params: &TimeParams) -> bool {
        for_move < self.judging || clock.is_some_and(|left| left < params.judging_reserve * self.slowdown)
    }

    /// Seconds to keep back of a clock for so many moves to come, where `lag` is kept back on a machine that does nothing else.
    pub fn reserve(&self, moves: f64, lag: Duration, params: &TimeParams) -> f64 {
        lag.as_secs_f64() * self.slowdown.sqrt() + self.excess * params.excess_reserve * moves
    }

    /// By how much reserves have to be larger than on a machine that does nothing else, at least 1.
    pub fn slowdown(&self) -> f64 {
        self.slowdown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_from_the_arrival_of_the_command_but_not_twice() {
        let (mut pace, params) = (Pace::new(), TimeParams::default());
        let arrived = Instant::now();
        std::thread::sleep(Duration::from_millis(20));
        pace.ask(arrived);
        let start = pace.start();
        assert_eq!(start.at, arrived);
        assert!(pace.end(&start, None, &params) >= Duration::from_millis(20));
        // A second command that arrived together with the first.
        pace.ask(arrived);
        assert!(pace.start().at >= arrived + Duration::from_millis(20));
    }

    #[test]
    fn moves_that_take_longer_than_they_should_enlarge_the_reserve() {
        let (mut pace, params) = (Pace::new(), TimeParams::default());
        assert_eq!(pace.reserve(30.0, Duration::ZERO, &params), 0.0);
        let start = pace.start();
        std::thread::sleep(Duration::from_millis(30));
        pace.end(&start, Some(Duration::from_secs(60)), &params);
        assert_eq!(pace.reserve(30.0, Duration::ZERO, &params), 0.0);
        pace.end(&start, Some(Duration::ZERO), &params);
        let least = 0.03 * (1.0 - params.pace_decay);
        assert!(
            pace.reserve(30.0, Duration::ZERO, &params) >= 30.0 * least
                && pace.reserve(0.0, Duration::ZERO, &params) == 0.0
        );
    }

    #[test]
    fn a_judgement_is_hurried_when_it_would_take_too_long() {
        let (mut pace, params) = (Pace::new(), TimeParams::default());
        let (second, plenty) = (Duration::from_secs(1), Some(100.0));
        assert!(!pace.is_short(second, plenty, &params));
        pace.judged(2 * second, &params);
        assert!(pace.is_short(second, plenty, &params) && !pace.is_short(3 * second, plenty, &params));
        pace.begin_game();
        assert!(pace.is_short(second, Some(params.judging_reserve / 2.0), &params));
        assert!(!pace.is_short(second, None, &params));
    }

    #[test]
    fn a_thread_that_waits_is_slowed_down() {
        let (mut pace, params) = (Pace::new(), TimeParams::default());
        let start = pace.start();
        std::thread::sleep(Duration::from_millis(100));
        pace.end(&start, None, &params);
        assert!(pace.slowdown() > 2.0 && pace.slowdown() <= params.most_slowdown);
    }
}
