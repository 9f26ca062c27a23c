//! Verdicts of the network that have been given before, by the situation they were given on.
//!
//! Transpositions, a pruned tree and a new search of an old position all ask for them. A situation is the position with
//! everything that bears on its future, but not the moves that led there: two verdicts may differ by what those show. Each
//! new verdict takes the place of the older one in its slot.

use crate::net::verdict::Verdict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A situation and the verdict on it, if one has been given.
type Slot = Option<(u64, Arc<Verdict>)>;

/// A fixed number of slots, shared by all threads.
#[derive(Debug)]
pub struct Cache {
    slots: Box<[Mutex<Slot>]>,
}

impl Cache {
    /// A cache that takes about that much memory when it is full of verdicts for a board with so many points.
    pub fn new(megabytes: usize, area: usize) -> Cache {
        let bytes = size_of::<Verdict>() + area * (size_of::<Option<f32>>() + size_of::<f32>());
        let slots = ((megabytes << 20) / bytes).max(1);
        Cache { slots: (0..slots).map(|_| Mutex::new(None)).collect() }
    }

    fn slot(&self, situation: u64) -> MutexGuard<'_, Slot> {
        let index = (situation % self.slots.len() as u64) as usize;
        self.slots[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The verdict on a situation.
    pub fn get(&self, situation: u64) -> Option<Arc<Verdict>> {
        self.slot(situation).as_ref().filter(|(known, _)| *known == situation).map(|(_, v)| v.clone())
    }

    /// Remembers a verdict.
    pub fn put(&self, situation: u64, verdict: Arc<Verdict>) {
        *self.slot(situation) = Some((situation, verdict));
    }
}
