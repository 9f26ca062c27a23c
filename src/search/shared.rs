//! Numbers that threads add to without locks, by relaxed atomics.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// A count that threads add to.
#[derive(Debug, Default)]
pub struct Count(AtomicU32);

impl Count {
    /// The count now.
    pub fn get(&self) -> u32 {
        self.0.load(Relaxed)
    }
    /// Adds to it; no addition is lost.
    pub fn add(&self, n: u32) {
        self.0.fetch_add(n, Relaxed);
    }
    /// Takes back what was added.
    pub fn take_back(&self, n: u32) {
        self.0.fetch_sub(n, Relaxed);
    }
    /// States it anew.
    pub fn set(&self, n: u32) {
        self.0.store(n, Relaxed);
    }
}

/// A sum of single precision that threads add to. Of two additions at the same instant one may be lost, which AMAF
/// samples bear and a locked instruction for each child would not be worth.
#[derive(Debug, Default)]
pub struct Sum32(AtomicU32);

impl Sum32 {
    /// The sum now.
    pub fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }
    /// States it anew.
    pub fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
    /// Adds to it; an addition by another thread at the same instant may be lost.
    pub fn add(&self, value: f32) {
        self.set(self.get() + value);
    }
}

/// A sum that loses no addition, in double precision: a sum of wins goes on growing where single precision would stop
/// at 2^24, and a lost one would count as a loss.
#[derive(Debug, Default)]
pub struct Sum64(AtomicU64);

impl Sum64 {
    /// The sum now.
    pub fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }
    /// States it anew.
    pub fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Relaxed);
    }
    /// Adds to it; no addition is lost.
    pub fn add(&self, value: f64) {
        let add = |bits| Some((f64::from_bits(bits) + value).to_bits());
        self.0.fetch_update(Relaxed, Relaxed, add).expect("invariant: the closure never declines");
    }
}
