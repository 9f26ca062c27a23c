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
