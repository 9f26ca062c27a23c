//! Can a chain be captured by force? A proof search in a small part of the board.
//!
//! The attacker must capture; the defender may also pass. A position may not come back within a line (positional superko
//! without threats elsewhere), so a ko is won by the one who takes it first and an endless ko saves the chain. A defender
//! with threats may bring positions back. Plays outside the zone are not considered: the caller chooses a zone in which
//! everything that matters happens.
//! Source: A. Nagai, "Df-pn algorithm for searching AND/OR trees" (2002); positions that hang together with the path by
//! which they were reached are not told apart.

use crate::board::{Board, Color, Point, PointMap, stone_key};
use fxhash::FxHashMap;

/// A question about one chain.
pub struct Attack<'a> {
    /// The position.
    pub board: &'a Board,
    /// A stone of the chain; the chain is lost when this stone is taken.
    pub target: Point,
    /// Where the two may play.
    pub zone: &'a PointMap<bool>,
    /// Stones that cannot be captured; a chain joined with one is saved.
    pub is_safe: &'a PointMap<bool>,
    /// Positions to look at before giving up.
    pub budget: u32,
    /// The most stones the attacker may lose at one move; after more the defender lives.
    pub most_lost: usize,
    /// Whether the defender has threats elsewhere, and so wins each ko.
    pub has_threats: bool,
}

/// Proof and disproof numbers.
type Numbers = (u32, u32);
const INFINITE: u32 = 1 << 30;
const PROVEN: Numbers = (0, INFINITE);
const DISPROVEN: Numbers = (INFINITE, 0);

/// Tells positions with the defender to play from those with the attacker to play.
const DEFENDER_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

impl Attack<'_> {
    /// Whether the chain is captured if `first` plays first; `None` if the budget does not suffice.
    pub fn captures(&self, first: Color) -> Option<bool> {
        let defender = self.board.cell(self.target).color()?;
        let points = self.board.size().points().filter(|p| self.zone[*p]).collect();
        let mut search = Search {
            attack: self,
            defender,
            points,
            anchors: self.board.chains(defender).filter(|p| self.is_safe[*p]).collect(),
            table: FxHashMap::default(),
            path: vec![self.board.hash()],
            nodes: 0,
        };
        let mut board = self.board.clone();
        board.pass();
        match search.solve(&board, first, 0, (INFINITE, INFINITE)) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

struct Search<'a> {
    attack: &'a Attack<'a>,
    defender: Color,
    points: Vec<Point>,
    /// One stone of each safe chain of the defender.
    anchors: Vec<Point>,
    table: FxHashMap<u64, Numbers>,
    /// Hashes of the positions from the root to here.
    path: Vec<u64>,
    nodes: u32,
}

/// A move (`Point::NONE`: the defender's pass) and the key of what it leads to.
struct Child {
    point: Point,
    key: u64,
}

impl Search<'_> {
    /// Searches below `board` until a number reaches its threshold; returns the numbers of this position.
    fn solve(&mut self, board: &Board, to_play: Color, key: u64, limits: Numbers) -> Numbers {
        self.nodes += 1;
        if let Some(verdict) = self.verdict(board) {
            return verdict;
        }
        let children = self.children(board, to_play);
        if children.is_empty() {
            return DISPROVEN;
        }
        let is_attacker = to_play != self.defender;
        loop {
            let (numbers, best, second) = self.combine(&children, is_attacker);
            self.table.insert(key, numbers);
            let is_over = numbers.0 == 0 || numbers.1 == 0 || self.nodes >= self.attack.budget;
            if is_over || numbers.0 >= limits.0 || numbers.1 >= limits.1 {
                return numbers;
            }
            let child = &children[best];
            let of_child = self.numbers(child.key);
            let below = if is_attacker {
                let spare = limits.1.saturating_sub(numbers.1).saturating_add(of_child.1);
                (limits.0.min(second.saturating_add(1)), spare.min(INFINITE))
            } else {
                let spare = limits.0.saturating_sub(numbers.0).saturating_add(of_child.0);
                (spare.min(INFINITE), limits.1.min(second.saturating_add(1)))
            };
            self.descend(board, to_play, child, below);
        }
    }

    fn descend(&mut self, board: &Board, to_play: Color, child: &Child, limits: Numbers) {
        let mut after = board.scratch_copy();
        let mut taken = 0;
        match child.point {
            Point::NONE => after.pass(),
            point => taken = after.play(to_play, point),
        }
        self.path.push(after.hash());
        let numbers = if to_play == self.defender && taken > self.attack.most_lost {
            DISPROVEN
        } else {
            self.solve(&after, to_play.opponent(), child.key, limits)
        };
        self.path.pop();
        self.table.insert(child.key, numbers);
    }

    /// Whether the fight is over.
    fn verdict(&self, board: &Board) -> Option<Numbers> {
        let attack = self.attack;
        if !board.cell(attack.target).is(self.defender) {
            return Some(PROVEN);
        }
        let is_joined = self.anchors.iter().any(|a| board.chain(*a) == board.chain(attack.target));
        is_joined.then_some(DISPROVEN)
    }

    fn children(&self, board: &Board, to_play: Color) -> Vec<Child> {
        let side = if to_play == self.defender { 0 } else { DEFENDER_KEY };
        let may_repeat = to_play == self.defender && self.attack.has_threats;
        let mut children = Vec::with_capacity(self.points.len() + 1);
        if to_play == self.defender {
            children.push(Child { point: Point::NONE, key: board.hash() ^ side });
        }
        for &point in &self.points {
            if !board.is_empty(point) || board.is_suicide(to_play, point) {
                continue;
            }
            let hash = board.hash_after(to_play, point);
            if may_repeat || !self.path.contains(&hash) {
                children.push(Child { point, key: hash ^ side ^ ko_key(board, to_play, point) });
            }
        }
        children
    }

    fn numbers(&self, key: u64) -> Numbers {
        self.table.get(&key).copied().unwrap_or((1, 1))
    }

    /// The numbers of a position from its children's, the child to look at next, and the second-best number.
    fn combine(&self, children: &[Child], is_attacker: bool) -> (Numbers, usize, u32) {
        let (mut best, mut least, mut second, mut sum) = (0, INFINITE + 1, INFINITE, 0u32);
        for (i, child) in children.iter().enumerate() {
            let (proof, disproof) = self.numbers(child.key);
            let (own, other) = if is_attacker { (proof, disproof) } else { (disproof, proof) };
            if own < least {
                second = least.min(INFINITE);
                (best, least) = (i, own);
            } else {
                second = second.min(own);
            }
            sum = sum.saturating_add(other).min(INFINITE);
        }
        let numbers = if is_attacker { (least, sum) } else { (sum, least) };
        (numbers, best, second)
    }
}

/// A key for the ko that a play starts, 0 if it starts none: the same stones with another ko are another position.
fn ko_key(board: &Board, color: Color, point: Point) -> u64 {
    ko_taken(board, color, point).map_or(0, |q| stone_key(color, q).rotate_left(17))
}

/// The single stone that a play of `color` on the empty `point` takes in a ko.
pub fn ko_taken(board: &Board, color: Color, point: Point) -> Option<Point> {
    let mut taken = None;
    for q in point.neighbours() {
        let cell = board.cell(q);
        if board.is_empty(q) || cell.is(color) {
            return None;
        }
        if cell.is(color.opponent()) && board.in_atari(q) {
            if taken.is_some() || board.chain_len(q) > 1 {
                return None;
            }
            taken = Some(q);
        }
    }
    taken
}
