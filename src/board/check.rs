//! Recomputes every derived field of a [`Board`] from the colours alone, the slow and plain way.
//!
//! Tests call [`Board::check`] after each move of random games. It shares no code with the
//! incremental updates, so a fault in one shows as a difference.

use super::{BlackSide, Board, Cell, ChainId, Color, Liberties, Point, WhiteSide, counts, stone_key};
use std::collections::BTreeSet;
use std::fmt;

/// A derived field that does not agree with the colours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What is wrong, e.g. "liberties of a chain".
    pub field: &'static str,
    /// Where, if it belongs to a point.
    pub point: Option<Point>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.point {
            Some(point) => write!(f, "{} at column {}, row {}", self.field, point.column(), point.row()),
            None => write!(f, "{}", self.field),
        }
    }
}

impl std::error::Error for Fault {}

impl Board {
    /// Compares every derived field with what the colours say.
    ///
    /// # Errors
    /// The first field found to differ.
    pub fn check(&self) -> Result<(), Fault> {
        self.check_counts()?;
        self.check_empties()?;
        for point in self.size().points() {
            self.check_around(point)?;
            match self.cell(point).color() {
                Some(_) if self.chain(point).founder() == point => self.check_chain(point)?,
                Some(_) => {
                    let founder = self.chain(point).founder();
                    let is_listed = self.chain_stones(founder).any(|stone| stone == point);
                    claim(is_listed, "stone that is not of its chain", Some(point))?;
                }
                None => claim(self.chain(point) == ChainId::DUMMY, "chain of an empty point", Some(point))?,
            }
        }
        for point in self.size().points() {
            let guards = point.neighbours().into_iter().filter(|q| self.cell(*q) == Cell::Border);
            let has_border = guards.into_iter().all(|q| self.chain(q) == ChainId::BORDER);
            claim(has_border, "chain of a guard point", Some(point))?;
        }
        let dummies = [ChainId::DUMMY, ChainId::BORDER].map(|chain| self.liberties[chain]);
        claim(dummies == [Liberties::DUMMY, Liberties::BORDER], "liberties of the dummy chains", None)
    }

    /// The counts of neighbours, by what they are asked for.
    fn check_around(&self, point: Point) -> Result<(), Fault> {
        let is_open = point.neighbours().into_iter().any(|q| self.cell(q) == Cell::Empty);
        claim(
            counts::has_empty_neighbour(self.counts[point]) == is_open,
            "occupied neighbours",
            Some(point),
        )?;
        let is_at_edge = self.size().line(point) == 0;
        let is_playable = [self.is_playable::<BlackSide>(point), self.is_playable::<WhiteSide>(point)];
        for color in Color::BOTH {
            let mut around = point.neighbours().into_iter().map(|q| self.cell(q));
            let is_surrounded = around.all(|cell| cell == Cell::Border || cell.is(color));
            let enemy = color.opponent();
            let enemies = point.diagonals().into_iter().filter(|q| self.cell(*q).is(enemy)).count();
            let is_eyelike = is_surrounded && enemies + usize::from(is_at_edge) < 2;
            claim(self.is_surrounded(color, point) == is_surrounded, "surrounding neighbours", Some(point))?;
            let touches = point.neighbours().into_iter().any(|q| self.cell(q).is(color));
            claim(self.touches(color, point) == touches, "stones next to a point", Some(point))?;
            claim(self.is_eyelike(color, point) == is_eyelike, "diagonals", Some(point))?;
            // Who took the ko does not move next, so a playout need not ask whose it is.
            let may_play = self.is_legal(color, point) && self.ko_point != point && !is_eyelike;
            let is_as_told = !self.is_empty(point) || is_playable[color.index()] == may_play;
            claim(is_as_told, "playable point", Some(point))?;
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), Fault> {
        let mut hash = 0;
        let mut stones = [0; 2];
        for point in self.size().points() {
            if let Some(color) = self.cell(point).color() {
                hash ^= stone_key(color, point);
                stones[color.index()] += 1;
            }
        }
        claim(hash == self.hash(), "hash", None)?;
        let used: BTreeSet<Point> = self.size().points().map(|p| self.chain(p).founder()).collect();
        for point in self.size().points().filter(|p| !used.contains(p)) {
            let unused = ChainId::founded_by(point);
            let is_clear = self.liberties[unused] == Liberties::NONE && self.chain_len[unused] == 0;
            claim(is_clear, "entries of a number that no chain has", Some(point))?;
        }
        claim(Color::BOTH.map(|c| self.stone_count(c)) == stones, "number of stones", None)?;
        let ko = Color::BOTH.into_iter().find_map(|color| self.ko_point(color));
        claim(ko.is_none_or(|point| self.is_empty(point)), "ko point", ko)
    }

    fn check_empties(&self) -> Result<(), Fault> {
        let listed: BTreeSet<Point> = self.empties().iter().copied().collect();
        let expected: BTreeSet<Point> =
            self.size().points().filter(|p| self.cell(*p) == Cell::Empty).collect();
        claim(listed.len() == self.empties().len(), "empty point listed twice", None)?;
        claim(listed == expected, "list of empty points", None)?;
        for (i, &point) in self.empties().iter().enumerate() {
            claim(self.place[point] as usize == i, "place in the list of empty points", Some(point))?;
        }
        Ok(())
    }

    fn check_chain(&self, point: Point) -> Result<(), Fault> {
        let (stones, liberties) = flood_fill(self, point);
        let listed: BTreeSet<Point> = self.chain_stones(point).collect();
        claim(listed == stones, "stones of a chain", Some(point))?;
        claim(self.chain_stones(point).count() == stones.len(), "ring of a chain", Some(point))?;
        claim(stones.iter().all(|s| self.chain(*s) == self.chain(point)), "number of a chain", Some(point))?;
        claim(self.chain_len(point) == stones.len(), "length of a chain", Some(point))?;
        claim(!liberties.is_empty(), "chain without a liberty", Some(point))?;
        claim(self.liberties(point) == liberties.len(), "liberties of a chain", Some(point))?;
        let points: BTreeSet<Point> = self.liberty_points(point).collect();
        claim(points == liberties, "liberty points of a chain", Some(point))?;
        claim(
            self.liberty_points(point).count() == points.len(),
            "liberty points of a chain, each once",
            Some(point),
        )
    }
}

fn claim(holds: bool, field: &'static str, point: Option<Point>) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault { field, point }) }
}

/// Stones and liberties of the chain of the stone on `start`.
fn flood_fill(board: &Board, start: Point) -> (BTreeSet<Point>, BTreeSet<Point>) {
    let cell = board.cell(start);
    let (mut stones, mut liberties) = (BTreeSet::from([start]), BTreeSet::new());
    let mut open = vec![start];
    while let Some(point) = open.pop() {
        for neighbour in point.neighbours() {
            if board.cell(neighbour) == Cell::Empty {
                liberties.insert(neighbour);
            } else if board.cell(neighbour) == cell && stones.insert(neighbour) {
                open.push(neighbour);
            }
        }
    }
    (stones, liberties)
}
