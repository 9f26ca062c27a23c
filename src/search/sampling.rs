//! What the playouts of one search say about scores and points, gathered by all threads.

use crate::board::{Board, Color, POINTS, Point};
use crate::playout::eye_owner;
use std::sync::atomic::{AtomicI32, AtomicI64, AtomicU32, Ordering::Relaxed};

/// Sums over the simulations that began with one move.
#[derive(Debug, Default)]
struct Margins {
    count: AtomicU32,
    sum: AtomicI64,
    squares: AtomicI64,
}

/// Scores of the root's moves, and who owned each point at the ends of the playouts.
#[derive(Debug)]
pub struct Sampling {
    /// By the index of the root's child.
    moves: Vec<Margins>,
    balance: Vec<AtomicI32>,
    playouts: AtomicU32,
}

impl Sampling {
    /// Nothing gathered yet, for a root with that many children.
    pub fn new(children: usize) -> Sampling {
        Sampling {
            moves: (0..children).map(|_| Margins::default()).collect(),
            balance: (0..POINTS).map(|_| AtomicI32::new(0)).collect(),
            playouts: AtomicU32::new(0),
        }
    }

    /// Counts the end of a playout: Black's margin in half points, for the root's child with that index.
    pub fn add(&self, child: Option<usize>, margin: i32, end: &Board) {
        if let Some(margins) = child.and_then(|index| self.moves.get(index)) {
            margins.count.fetch_add(1, Relaxed);
            margins.sum.fetch_add(i64::from(margin), Relaxed);
            margins.squares.fetch_add(i64::from(margin) * i64::from(margin), Relaxed);
        }
        for point in end.size().points() {
            if let Some(owner) = end.cell(point).color().or_else(|| eye_owner(end, point)) {
                self.balance[point.index()].fetch_add(owner.sign(), Relaxed);
            }
        }
        self.playouts.fetch_add(1, Relaxed);
    }

    /// Mean and standard deviation of Black's margin in points over the simulations that began with that child; `None` if
    /// there are none.
    pub fn margin(&self, child: usize) -> Option<(f64, f64)> {
        let margins = self.moves.get(child)?;
        spread(&[margins])
    }

    /// The same over all of the root's children.
    pub fn overall_margin(&self) -> Option<(f64, f64)> {
        spread(&self.moves.iter().collect::<Vec<_>>())
    }

    /// The share of playouts in which Black owned the point less that in which White did: -1 to 1.
    pub fn ownership(&self, point: Point) -> f64 {
        let playouts = self.playouts.load(Relaxed).max(1);
        f64::from(self.balance[point.index()].load(Relaxed)) / f64::from(playouts)
    }
}

/// Mean and standard deviation in points.
fn spread(all: &[&Margins]) -> Option<(f64, f64)> {
    let total = |read: fn(&Margins) -> f64| all.iter().map(|m| read(m)).sum::<f64>();
    let count = total(|m| f64::from(m.count.load(Relaxed)));
    if count == 0.0 {
        return None;
    }
    let mean = total(|m| m.sum.load(Relaxed) as f64) / count;
    let variance = total(|m| m.squares.load(Relaxed) as f64) / count - mean * mean;
    Some((mean / 2.0, variance.max(0.0).sqrt() / 2.0))
}

/// Turns a number from Black's point of view into one from that player's.
pub fn seen_by(color: Color, value: f64) -> f64 {
    f64::from(color.sign()) * value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_and_owners_are_means() {
        let sampling = Sampling::new(2);
        let end = Board::from_diagram("XO. XO. ...").unwrap();
        sampling.add(Some(1), 20, &end);
        sampling.add(Some(1), 10, &end);
        assert_eq!(sampling.margin(0), None);
        assert_eq!(sampling.margin(1), Some((7.5, 2.5)));
        assert_eq!(sampling.overall_margin(), Some((7.5, 2.5)));
        assert_eq!(sampling.ownership(Point::new(0, 2)), 1.0);
        assert_eq!(sampling.ownership(Point::new(1, 2)), -1.0);
    }
}
