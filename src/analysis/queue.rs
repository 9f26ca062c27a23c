//! The positions that wait for a search and those that are being searched.
//!
//! Each position leaves with exactly one last answer: from the worker that took it, or, if it is terminated while it
//! waits, from the one who terminates it.

use super::query::Query;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

/// One position of a query.
#[derive(Debug)]
pub struct Job {
    /// The query.
    pub query: Arc<Query>,
    /// The number of moves after which the position stands.
    pub turn: usize,
    is_terminated: AtomicBool,
}

impl Job {
    /// Whether its search is to end.
    pub fn is_terminated(&self) -> bool {
        self.is_terminated.load(Relaxed)
    }
}

/// Most positions that may wait. A client that asks for more has lost count, and memory is not to run out.
const MAX_WAITING: usize = 100_000;

/// See the module comment.
#[derive(Debug, Default)]
pub struct Queue {
    state: Mutex<State>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// By priority, the highest first, and then in the order in which they came.
    waiting: BTreeMap<(Reverse<i64>, u64), Arc<Job>>,
    running: Vec<Arc<Job>>,
    /// Number of jobs that ever came.
    count: u64,
    is_closed: bool,
}

impl Queue {
    /// Adds the positions of a query and returns true; none and false if too many are waiting.
    pub fn push(&self, query: Query) -> bool {
        let mut state = self.lock();
        if state.waiting.len() + query.turns.len() > MAX_WAITING {
            return false;
        }
        let query = Arc::new(query);
        for &(turn, priority) in &query.turns {
            let job = Job { query: query.clone(), turn, is_terminated: AtomicBool::new(false) };
            state.count += 1;
            let place = (Reverse(priority), state.count);
            state.waiting.insert(place, Arc::new(job));
        }
        self.has_changed.notify_all();
        true
    }

    /// The next position to be searched; waits for it. `None` when there will be no more.
    pub fn take(&self) -> Option<Arc<Job>> {
        let mut state = self.lock();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.running.push(job.clone());
                return Some(job);
            }
            if state.is_closed {
                return None;
            }
            state = self.has_changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner());
        }
    }

    /// Takes note that a position has got its last answer.
    pub fn finish(&self, job: &Arc<Job>) {
        self.lock().running.retain(|other| !Arc::ptr_eq(other, job));
    }

    /// Ends the search of these positions. Returns those that were waiting: they are no longer in the queue.
    pub fn terminate(&self, is_meant: impl Fn(&Job) -> bool) -> Vec<Arc<Job>> {
        let mut state = self.lock();
        state
            .running
            .iter()
            .filter(|job| is_meant(job))
            .for_each(|job| job.is_terminated.store(true, Relaxed));
        let mut taken = Vec::new();
        state.waiting.retain(|_, job| {
            let stays = !is_meant(job);
            taken.extend((!stays).then(|| job.clone()));
            stays
        });
        taken
    }

    /// Takes no more positions; those that wait are still searched.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.has_changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}
