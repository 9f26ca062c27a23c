//! What the playouts of one search say about scores and points. Each thread gathers on its own, since locked additions to
//! some hundred counters that others write to as well would cost more than the rest of the back-up; [`Sampling::total`]
//! adds up what they have.

use crate::board::{Board, Color, POINTS, Point, PointMap, Size};
use crate::params::PlayoutParams;
use crate::pattern::forecast::{ByWinner, Forecast};
use crate::playout::{Playout, Rng, eye_owner};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// A number that one thread adds to and others may read.
#[derive(Debug, Default)]
struct Tally(AtomicI64);

impl Tally {
    fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }

    fn add(&self, n: i64) {
        self.0.store(self.get() + n, Relaxed);
    }

    fn raise_to(&self, n: i64) {
        self.0.store(self.get().max(n), Relaxed);
    }
}

/// Sums over the simulations that began with one move.
#[derive(Debug, Default)]
struct Margins {
    count: Tally,
    /// What a network expected, which it says without a margin, counted as so many playouts.
    expected: Tally,
    sum: Tally,
    squares: Tally,
}

/// What a network expects counts as so many playouts, so that whole numbers can hold it.
const EXPECTATION: i64 = 256;
/// Its place among counts by winner: it does not say how a game ends.
const NOBODY_WINS: usize = 1;

/// Scores of the root's moves, and who owned each point at the ends of the playouts of one thread. Aligned so that two
/// threads never write to the same lines of the cache.
#[derive(Debug)]
#[repr(align(128))]
pub struct Sampling {
    /// By the index of the root's child.
    moves: Vec<Margins>,
    /// How often Black owned each point more than White did.
    balance: ByWinner<Vec<Tally>>,
    /// The same over the simulations that began with each move, if that is gathered.
    balances: Vec<Vec<Tally>>,
    playouts: ByWinner<Tally>,
    /// Simulations, and the sum and the most of the moves that they made in the tree.
    simulations: Tally,
    moves_in_tree: Tally,
    deepest: Tally,
}

impl Sampling {
    /// Nothing gathered yet, for a root with that many children; the owners of points for each of them only if asked for.
    pub fn new(children: usize, has_owners_of_moves: bool) -> Sampling {
        let balance = || (0..POINTS).map(|_| Tally::default()).collect();
        Sampling {
            moves: (0..children).map(|_| Margins::default()).collect(),
            balance: std::array::from_fn(|_| balance()),
            balances: (0..if has_owners_of_moves { children } else { 0 }).map(|_| balance()).collect(),
            playouts: Default::default(),
            simulations: Tally::default(),
            moves_in_tree: Tally::default(),
            deepest: Tally::default(),
        }
    }

    /// The sum of what several threads have gathered so far.
    pub fn total(parts: &[Sampling]) -> Sampling {
        let first = parts.first();
        let has_owners_of_moves = first.is_some_and(|part| !part.balances.is_empty());
        let total = Sampling::new(first.map_or(0, |part| part.moves.len()), has_owners_of_moves);
        let add = |sums: &[Tally], counts: &[Tally]| {
            sums.iter().zip(counts).for_each(|(sum, count)| sum.add(count.get()));
        };
        for part in parts {
            for (sum, margins) in total.moves.iter().zip(&part.moves) {
                sum.count.add(margins.count.get());
                sum.expected.add(margins.expected.get());
                sum.sum.add(margins.sum.get());
                sum.squares.add(margins.squares.get());
            }
            total.balance.iter().zip(&part.balance).for_each(|(sums, counts)| add(sums, counts));
            add(&total.playouts, &part.playouts);
            total.balances.iter().zip(&part.balances).for_each(|(sums, counts)| add(sums, counts));
            total.simulations.add(part.simulations.get());
            total.moves_in_tree.add(part.moves_in_tree.get());
            total.deepest.raise_to(part.deepest.get());
        }
        total
    }

    /// Counts the end of a playout: Black's margin in half points, for the root's child with that index. To be called by one
    /// thread only.
    pub fn add(&self, child: Option<usize>, margin: i32, end: &Board) {
        if let Some(margins) = child.and_then(|index| self.moves.get(index)) {
            margins.count.add(1);
            margins.sum.add(i64::from(margin));
            margins.squares.add(i64::from(margin) * i64::from(margin));
        }
        let winner = (margin.signum() + 1) as usize;
        let balance_of_all = &self.balance[winner];
        let of_move = child.and_then(|index| self.balances.get(index));
        for point in end.size().points() {
            if let Some(owner) = end.cell(point).color().or_else(|| eye_owner(end, point)) {
                balance_of_all[point.index()].add(i64::from(owner.sign()));
                if let Some(balance) = of_move {
                    balance[point.index()].add(i64::from(owner.sign()));
                }
            }
        }
        self.playouts[winner].add(1);
    }

    /// Counts a simulation that made so many moves in the tree. To be called by one thread only.
    pub fn add_depth(&self, moves: usize) {
        self.simulations.add(1);
        self.moves_in_tree.add(moves as i64);
        self.deepest.raise_to(moves as i64);
    }

    /// Moves from the root to the deepest leaf.
    pub fn deepest(&self) -> u64 {
        self.deepest.get() as u64
    }

    /// The mean of the moves from the root to the leaf.
    pub fn mean_depth(&self) -> f64 {
        self.moves_in_tree.get() as f64 / self.simulations.get().max(1) as f64
    }

    /// Counts what a network expects of points, each -1 (White's) to 1 (Black's), for the root's child with that index. To
    /// be called by one thread only.
    pub fn add_owners(&self, child: Option<usize>, owners: impl Iterator<Item = (Point, f32)>) {
        let of_move = child.and_then(|index| self.balances.get(index));
        for (point, owner) in owners {
            let share = (owner * EXPECTATION as f32) as i64;
            self.balance[NOBODY_WINS][point.index()].add(share);
            if let Some(balance) = of_move {
                balance[point.index()].add(share);
            }
        }
        self.playouts[NOBODY_WINS].add(EXPECTATION);
        if let Some(margins) = child.and_then(|index| self.moves.get(index)) {
            margins.expected.add(EXPECTATION);
        }
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

    /// For each point, the share of playouts in which Black owned it less that in which White did: -1 to 1.
    pub fn ownership(&self) -> PointMap<f64> {
        let mut shares = PointMap::filled(0.0);
        for index in 0..POINTS {
            let balance: i64 = self.balance.iter().map(|balance| balance[index].get()).sum();
            shares[Point::from_index(index)] = share(balance, self.playouts());
        }
        shares
    }

    /// Playouts whose ends were counted.
    pub fn playouts(&self) -> i64 {
        self.playouts.iter().map(Tally::get).sum()
    }

    /// What the playouts so far say of the points of a board.
    pub fn forecast(&self, size: Size) -> Forecast {
        let balance = |point: Point| self.balance.each_ref().map(|balance| balance[point.index()].get());
        Forecast::new(size, balance, self.playouts.each_ref().map(Tally::get))
    }

    /// The same over the simulations that began with that child; `None` if it is not gathered.
    pub fn ownership_after(&self, child: usize) -> Option<PointMap<f64>> {
        let margins = &self.moves[child];
        Some(shares(self.balances.get(child)?, margins.count.get() + margins.expected.get()))
    }
}

/// Never beyond -1 and 1, though the balance may know of a playout that is not counted yet: its thread goes on meanwhile.
fn share(balance: i64, playouts: i64) -> f64 {
    (balance as f64 / playouts.max(1) as f64).clamp(-1.0, 1.0)
}

fn shares(balance: &[Tally], playouts: i64) -> PointMap<f64> {
    let mut shares = PointMap::filled(0.0);
    for (index, count) in balance.iter().enumerate() {
        shares[Point::from_index(index)] = share(count.get(), playouts);
    }
    shares
}

/// Mean and standard deviation in points.
fn spread(all: &[&Margins]) -> Option<(f64, f64)> {
    let total = |read: fn(&Margins) -> f64| all.iter().map(|m| read(m)).sum::<f64>();
    let count = total(|m| m.count.get() as f64);
    if count == 0.0 {
        return None;
    }
    let mean = total(|m| m.sum.get() as f64) / count;
    let variance = total(|m| m.squares.get() as f64) / count - mean * mean;
    Some((mean / 2.0, variance.max(0.0).sqrt() / 2.0))
}

/// What that many playouts of a position say of its points. `recent` are the last move and the one before, `Point::NONE`
/// where there is none; `compensation` in half points is White's.
pub fn forecast(
    board: &Board,
    color: Color,
    recent: [Point; 2],
    compensation: i32,
    params: &PlayoutParams,
    playouts: u32,
    rng: &mut Rng,
) -> Forecast {
    let (sampling, mut playout) = (Sampling::new(0, false), Playout::new(params.clone()));
    let mut end = board.clone();
    for _ in 0..playouts {
        end.clone_from(board);
        let margin = playout.run(&mut end, color, recent, rng).margin - compensation;
        sampling.add(None, margin, &end);
    }
    sampling.forecast(board.size())
}

/// Turns a number from Black's point of view into one from that player's.
pub fn seen_by(color: Color, value: f64) -> f64 {
    f64::from(color.sign()) * value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_and_owners_are_means_over_all_threads() {
        let parts = [Sampling::new(2, true), Sampling::new(2, true)];
        let end = Board::from_diagram("XO. XO. ...").unwrap();
        parts[0].add(Some(1), 20, &end);
        parts[1].add(Some(1), 10, &end);
        let sampling = Sampling::total(&parts);
        assert_eq!(sampling.margin(0), None);
        assert_eq!(sampling.margin(1), Some((7.5, 2.5)));
        assert_eq!(sampling.overall_margin(), Some((7.5, 2.5)));
        let (black, white) = (Point::new(0, 2), Point::new(1, 2));
        assert_eq!((sampling.ownership()[black], sampling.ownership()[white]), (1.0, -1.0));
        let after = |child| sampling.ownership_after(child).map(|owners| (owners[black], owners[white]));
        assert_eq!((after(0), after(1)), (Some((0.0, 0.0)), Some((1.0, -1.0))));
        assert!(Sampling::new(2, false).ownership_after(1).is_none());
    }

    #[test]
    fn what_a_network_expects_counts_for_the_move_too() {
        let parts = [Sampling::new(2, true), Sampling::new(2, true)];
        let point = Point::new(3, 3);
        parts[0].add_owners(Some(1), [(point, 0.5)].into_iter());
        parts[1].add_owners(Some(1), [(point, 1.0)].into_iter());
        parts[1].add_owners(None, [(point, -0.75)].into_iter());
        let sampling = Sampling::total(&parts);
        let after = |child| sampling.ownership_after(child).map(|owners| owners[point]);
        assert_eq!((after(0), after(1)), (Some(0.0), Some(0.75)));
        assert_eq!((sampling.ownership()[point], sampling.margin(1)), (0.25, None));
    }

    #[test]
    fn a_playout_that_is_half_counted_makes_no_share_beyond_one() {
        let part = Sampling::new(1, true);
        part.add(Some(0), 4, &Board::from_diagram("X. ..").unwrap());
        let corner = Point::new(0, 1);
        part.balance[2][corner.index()].add(1);
        part.balances[0][corner.index()].add(1);
        assert_eq!((part.ownership()[corner], part.ownership_after(0).unwrap()[corner]), (1.0, 1.0));
    }

    #[test]
    fn depths_are_those_of_all_threads() {
        let parts = [Sampling::new(1, false), Sampling::new(1, false)];
        parts[0].add_depth(2);
        parts[1].add_depth(7);
        let sampling = Sampling::total(&parts);
        assert_eq!((sampling.deepest(), sampling.mean_depth()), (7, 4.5));
    }
}
