//! How a caller follows a search that is running, and ends it.

use super::Report;
use std::time::Duration;

/// Asked and told by the leading thread of a search. A closure that says when to stop is the simplest watcher.
pub trait Watch: Sync {
    /// Whether the search is to end now.
    fn should_stop(&self) -> bool;

    /// How often a report is wanted; `None`: never.
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// Whether reports are to tell the owners of the points for each move, too. It costs time and memory.
    fn wants_owners_of_moves(&self) -> bool {
        false
    }

    /// Whether the end of the search is to be reported too, and not only returned.
    fn wants_end(&self) -> bool {
        true
    }

    /// Takes a report of the search so far.
    fn report(&self, _report: &Report) {}
}

impl<F: Fn() -> bool + Sync> Watch for F {
    fn should_stop(&self) -> bool {
        self()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, Size};
    use crate::params::Params;
    use crate::rules::{Game, Rules};
    use crate::search::{Limits, Search};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Wants a first report at once, and then none for as long as can be.
    #[derive(Default)]
    struct Once(AtomicU32);

    impl Watch for Once {
        fn should_stop(&self) -> bool {
            false
        }

        fn interval(&self) -> Option<Duration> {
            Some(if self.0.load(Relaxed) == 0 { Duration::ZERO } else { Duration::MAX })
        }

        fn report(&self, _: &Report) {
            self.0.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn no_interval_is_too_long() {
        let game = Game::new(Size::square(5), Rules::BASIC, 15);
        let watch = Once::default();
        let limits = Limits { playouts: Some(64), time: None };
        Search::new(Params::default(), 1, 1, 1).think(&game, Color::Black, &limits, &watch);
        assert_eq!(watch.0.load(Relaxed), 2, "one at the beginning, one at the end");
    }
}
