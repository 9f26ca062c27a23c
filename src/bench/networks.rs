//! `tengen bench --net FILE`: how many positions a second a network evaluates.
//!
//! Each size of board is measured with batches of several sizes on one thread, in processor time as in [`super`], then with
//! the same batches on more threads at once, in wall-clock time. Positions are random stones: how long an evaluation takes
//! depends on them by a few hundredths only.

use crate::net::{Inputs, Network};
use crate::playout::Rng;
use cpu_time::ThreadTime;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::fmt;
use std::time::{Duration, Instant};

/// What is measured, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Sides of the boards.
    pub sizes: Vec<usize>,
    /// Positions that are evaluated at once.
    pub batches: Vec<usize>,
    /// Threads that evaluate at the same time.
    pub threads: Vec<usize>,
    /// How long each of them is measured.
    pub span: Duration,
}

impl Plan {
    /// Number of quantities that are measured.
    pub fn steps(&self) -> usize {
        self.sizes.len() * self.batches.len() * self.threads.len()
    }
}

/// The speed of a network on one size of board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Speed {
    /// Side of the board.
    pub size: usize,
    /// Threads that evaluated at the same time.
    pub threads: usize,
    /// Positions that each of them evaluated at once.
    pub batch: usize,
    /// Positions a second, all threads together.
    pub per_second: f64,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// Name and version of the network.
    pub network: String,
    /// The instructions it was run with.
    pub kernel: String,
    /// By size, threads and batch.
    pub speeds: Vec<Speed>,
}

impl Measurement {
    /// Measures by plan; `done` is called after each of its steps.
    pub fn take(plan: &Plan, network: &Network, done: &dyn Fn()) -> Measurement {
        let mut speeds = Vec::new();
        for &size in &plan.sizes {
            for &threads in &plan.threads {
                for &batch in &plan.batches {
                    let per_second = evaluations(network, size, threads, batch, plan.span);
                    speeds.push(Speed { size, threads, batch, per_second });
                    done();
                }
            }
        }
        Measurement {
            network: format!("{}, version {}", network.name(), network.version()),
            kernel: network.kernel().to_string(),
            speeds,
        }
    }

    /// A JSON object.
    pub fn to_json(&self) -> Value {
        let speed = |speed: &Speed| {
            let Speed { size, threads, batch, per_second } = speed;
            json!({"size": size, "threads": threads, "batch": batch, "evaluations_per_s": per_second})
        };
        let speeds: Vec<Value> = self.speeds.iter().map(speed).collect();
        json!({"network": self.network, "kernel": self.kernel, "speeds": speeds})
    }
}

/// A table: a row for each size and number of threads, a column for each batch.
impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "{}, by {}: evaluations a second", self.network, self.kernel)?;
        let rows: Vec<&[Speed]> =
            self.speeds.chunk_by(|a, b| (a.size, a.threads) == (b.size, b.threads)).collect();
        write!(f, "{:<8}{:>8}", "board", "threads")?;
        for speed in rows.first().copied().unwrap_or_default() {
            write!(f, "{:>10}", format!("batch {}", speed.batch))?;
        }
        for row in rows {
            let Speed { size, threads, .. } = row[0];
            write!(f, "\n{:<8}{threads:>8}", format!("{size}x{size}"))?;
            row.iter().try_for_each(|speed| write!(f, "{:>10.0}", speed.per_second))?;
        }
        Ok(())
    }
}

fn evaluations(network: &Network, size: usize, threads: usize, batch: usize, span: Duration) -> f64 {
    // The weights are arranged for a size of board when it comes up first.
    network.evaluator().evaluate(&[&position(size, 0)], &mut Vec::new());
    let start = Instant::now();
    let run = || evaluate(network, size, batch, span);
    let (count, processor_time) = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
        let (mut count, time) = run();
        for other in others {
            count += other.join().expect("invariant: an evaluation does not panic").0;
        }
        (count, time)
    });
    let time = if threads == 1 { processor_time } else { start.elapsed() };
    count as f64 / time.as_secs_f64()
}

/// Evaluates batches for so long. The number of positions, and the processor time they took.
fn evaluate(network: &Network, size: usize, batch: usize, span: Duration) -> (usize, Duration) {
    let positions: Vec<Inputs> = (0..batch).map(|i| position(size, i as u64)).collect();
    let positions: Vec<&Inputs> = positions.iter().collect();
    let (mut evaluator, mut outputs, mut count) = (network.evaluator(), Vec::new(), 0);
    let (start, clock) = (Instant::now(), ThreadTime::now());
    while start.elapsed() < span {
        evaluator.evaluate(&positions, &mut outputs);
        count += batch;
    }
    (count, clock.elapsed())
}

/// Stones on two thirds of the points, each with one of three numbers of liberties.
fn position(size: usize, seed: u64) -> Inputs {
    let (mut rng, mut inputs, area) = (Rng::seed_from_u64(seed), Inputs::zero(size, size), size * size);
    inputs.planes[..area].fill(1.0);
    for point in 0..area {
        let owner = rng.random_range(0..3);
        if owner > 0 {
            inputs.planes[owner * area + point] = 1.0;
            inputs.planes[rng.random_range(3..6) * area + point] = 1.0;
        }
    }
    inputs
}
