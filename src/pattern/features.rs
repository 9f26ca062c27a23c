//! What a move is and does, as features of a log-linear model: at most one of each group, besides shapes.
//!
//! The groups are those of Coulom (2007, "Computing Elo Ratings of Move Patterns in the Game of Go") and of programs
//! after it: captures, escapes, self-atari, ataris and ladders, liberties, distances to the last two moves, lines.

use super::forecast::Forecast;
use super::shape::{Key, Window};
use crate::board::{Board, Cell, Color, Point, PointMap};
use crate::playout::{ladder, policy};

/// A group of features: its first number, and how many values it has.
#[derive(Clone, Copy)]
struct Group {
    first: usize,
    len: usize,
}

impl Group {
    const fn after(before: Group, len: usize) -> Group {
        Group { first: before.first + before.len, len }
    }

    fn value(self, value: usize) -> usize {
        debug_assert!(value < self.len, "{value} of {}", self.len);
        self.first + value
    }
}

/// Takes an enemy chain: four sizes, each for the last move's chain or another, that holds an own chain in atari or not,
/// that could have run away or not.
const CAPTURE: Group = Group { first: 0, len: 32 };
/// Extends an own chain in atari: three sizes, each for an atari just given or an older one, with four outcomes.
const ESCAPE: Group = Group::after(CAPTURE, 24);
/// Puts own stones into atari: four sizes, each for something or for nothing.
const SELF_ATARI: Group = Group::after(ESCAPE, 8);
/// Gives atari: three sizes, each to the last move's chain or another, each in a ladder that works or without.
const ATARI: Group = Group::after(SELF_ATARI, 12);
/// Gives atari to two chains.
const DOUBLE_ATARI: Group = Group::after(ATARI, 1);
/// Extends an own chain that the enemy could catch in a ladder: with one new liberty or none, or with more.
const LADDER_DEFENCE: Group = Group::after(DOUBLE_ATARI, 2);
/// Takes a liberty of an enemy chain that has three: of the last move's chain or another.
const THIRD_LIBERTY: Group = Group::after(LADDER_DEFENCE, 2);
/// Takes a liberty of an enemy chain with two or three liberties next to an own chain with as few.
const RACE: Group = Group::after(THIRD_LIBERTY, 2);
/// Liberties of the chain after the move: one, two, three or more.
const LIBERTIES: Group = Group::after(RACE, 3);
/// Gridcular distance to the last move, 2 to 16 and more; 0 if there is none.
const LAST: Group = Group::after(LIBERTIES, DISTANCES);
/// The same to the move before.
const BEFORE_LAST: Group = Group::after(LAST, DISTANCES);
/// Common-fate distance to the last move.
const COMMON_FATE: Group = Group::after(BEFORE_LAST, FATES);
/// Line, for each phase of the game.
const LINE: Group = Group::after(COMMON_FATE, LINES * PHASES);

/// How much the player owns the point at the end of playouts, in eleven steps, if there is a forecast.
const OWNERSHIP: Group = Group::after(LINE, OWNERSHIPS);
/// How much the game hangs on who owns the point, if there is a forecast: below the first of [`CRITICAL_FROM`], and so on.
const CRITICALITY: Group = Group::after(OWNERSHIP, CRITICAL_FROM.len() + 1);

const OWNERSHIPS: usize = 11;
const CRITICAL_FROM: [f32; 9] = [0.0, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4];
const DISTANCES: usize = 18;
const FATES: usize = 6;
const LINES: usize = 8;
const PHASES: usize = 4;

/// Number of features besides shapes.
pub const FEATURES: usize = CRITICALITY.first + CRITICALITY.len;

/// How a chain stands in a ladder.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Fate {
    #[default]
    Open,
    /// In atari, and lost even if its owner plays.
    Lost,
    /// In atari, and can be saved.
    Saveable,
    /// Has two liberties, and an atari on one of these would catch it in a ladder.
    Catchable([bool; 2]),
}

/// A position whose moves are described.
pub struct Position<'a> {
    board: &'a Board,
    color: Color,
    recent: [Point; 2],
    window: Window,
    fates: PointMap<Fate>,
    common_fate: PointMap<u8>,
    phase: usize,
    forecast: Option<&'a Forecast>,
}

impl<'a> Position<'a> {
    /// A position with `color` to move; `recent` are the last move and the one before, `Point::NONE` where there is none.
    /// Reads ladders of all chains with one or two liberties.
    pub fn new(board: &'a Board, color: Color, recent: [Point; 2]) -> Position<'a> {
        let stones = board.size().area() - board.empties().len();
        let tenths = stones * 10 / board.size().area();
        Position {
            board,
            color,
            recent,
            window: Window::new(board, color),
            fates: fates(board),
            common_fate: common_fate_distance(board, recent[0]),
            phase: match tenths {
                0 => 0,
                1 | 2 => 1,
                3 | 4 => 2,
                _ => 3,
            },
            forecast: None,
        }
    }

    /// The same position with what playouts say of it.
    pub fn with_forecast(self, forecast: Option<&'a Forecast>) -> Position<'a> {
        Position { forecast, ..self }
    }

    /// Keys of the shapes around the empty `point`: the one with liberties, the same with the last move if that is near, and
    /// then those of growing size.
    pub fn shapes(&self, point: Point) -> (Key, Option<Key>, impl Iterator<Item = Key> + '_) {
        self.window.shapes(self.board, self.color, point, self.recent[0])
    }

    /// Tells each feature besides shapes that a play on the empty `point` has.
    pub fn features(&self, point: Point, mut tell: impl FnMut(usize)) {
        let after = self.board.liberties_after(self.color, point, 3);
        self.captures(point, &mut tell);
        self.own_chains(point, after, &mut tell);
        self.enemy_chains(point, &mut tell);
        tell(LIBERTIES.value(after.max(1) - 1));
        if after == 1 {
            self.self_atari(point, &mut tell);
        }
        tell(LAST.value(self.distance(point, self.recent[0])));
        tell(BEFORE_LAST.value(self.distance(point, self.recent[1])));
        tell(COMMON_FATE.value(usize::from(self.common_fate[point])));
        let line = self.board.size().line(point).min(LINES - 1);
        tell(LINE.value(self.phase * LINES + line));
        if let Some(forecast) = self.forecast {
            let share = (forecast.ownership(self.color, point) + 1.0) / 2.0;
            tell(OWNERSHIP.value((share * (OWNERSHIPS - 1) as f32).round() as usize));
            let criticality = forecast.criticality(point);
            tell(CRITICALITY.value(CRITICAL_FROM.partition_point(|from| *from <= criticality)));
        }
    }

    fn captures(&self, point: Point, tell: &mut impl FnMut(usize)) {
        let board = self.board;
        let taken = board.ataris_next_to(point, self.color.opponent());
        let Some(&largest) = taken.iter().max_by_key(|stone| board.chain_len(**stone)) else { return };
        let size = match board.captured_by(self.color, point) {
            1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        };
        let is_last = taken.iter().any(|stone| self.is_of_last_move(*stone));
        let saves = taken.iter().any(|stone| self.holds_in_atari(*stone));
        let could_run = self.fates[largest] == Fate::Saveable;
        let kind = usize::from(is_last) + 2 * usize::from(saves) + 4 * usize::from(could_run);
        tell(CAPTURE.value(size * 8 + kind));
    }

    /// Whether a chain of the player to move next to the chain of that enemy stone is in atari.
    fn holds_in_atari(&self, enemy: Point) -> bool {
        let board = self.board;
        board.chain_stones(enemy).any(|stone| board.has_atari_next_to(stone, self.color))
    }

    fn own_chains(&self, point: Point, after: usize, tell: &mut impl FnMut(usize)) {
        let board = self.board;
        let own = board.chains_next_to(point, self.color);
        let in_atari = own.iter().filter(|chain| board.in_atari(**chain));
        if let Some(&chain) = in_atari.max_by_key(|chain| board.chain_len(**chain)) {
            let outcome = match after {
                0 | 1 => 0,
                2 if self.fates[chain] == Fate::Lost => 1,
                2 => 2,
                _ => 3,
            };
            let size = board.chain_len(chain).min(3) - 1;
            let is_fresh = self.touches_last_move(chain);
            tell(ESCAPE.value(size * 8 + usize::from(is_fresh) * 4 + outcome));
        } else if own.iter().any(|chain| matches!(self.fates[*chain], Fate::Catchable(_))) {
            tell(LADDER_DEFENCE.value(usize::from(after > 2)));
        }
    }

    /// Whether the chain of that stone stands next to the last move.
    fn touches_last_move(&self, chain: Point) -> bool {
        let last = self.recent[0];
        self.board.cell(last).color().is_some()
            && last.neighbours().into_iter().any(|q| self.board.chain(q) == self.board.chain(chain))
    }

    fn enemy_chains(&self, point: Point, tell: &mut impl FnMut(usize)) {
        let board = self.board;
        let enemies = board.chains_next_to(point, self.color.opponent());
        let (mut ataris, mut largest, mut third, mut race) = (0, None, None, None);
        for &chain in enemies.iter() {
            let liberties = board.liberties(chain);
            match liberties {
                2 => {
                    ataris += 1;
                    let is_larger = |old: &Point| board.chain_len(*old) < board.chain_len(chain);
                    if largest.as_ref().is_none_or(is_larger) {
                        largest = Some(chain);
                    }
                }
                3 => third = Some(usize::from(self.is_of_last_move(chain))).max(third),
                _ => {}
            }
            if matches!(liberties, 2 | 3) && self.holds_weak(chain, liberties) {
                race = Some(liberties - 2).max(race);
            }
        }
        if let Some(chain) = largest {
            let size = board.chain_len(chain).min(3) - 1;
            let kind = usize::from(self.is_of_last_move(chain)) + 2 * usize::from(self.catches(chain, point));
            tell(ATARI.value(size * 4 + kind));
        }
        if ataris > 1 {
            tell(DOUBLE_ATARI.value(0));
        }
        if let Some(is_last) = third {
            tell(THIRD_LIBERTY.value(is_last));
        }
        if let Some(kind) = race {
            tell(RACE.value(kind));
        }
    }

    /// Whether an own chain next to that enemy chain has two liberties, or three, but no more than `most`.
    fn holds_weak(&self, enemy: Point, most: usize) -> bool {
        let board = self.board;
        let is_weak = |own: &Point| matches!(board.liberties(*own), 2 | 3) && board.liberties(*own) <= most;
        board.chain_stones(enemy).any(|stone| board.chains_next_to(stone, self.color).iter().any(is_weak))
    }

    fn catches(&self, chain: Point, point: Point) -> bool {
        match self.fates[chain] {
            Fate::Catchable(by) => {
                let [first, _] = self.board.two_liberties(chain);
                by[usize::from(point != first)]
            }
            _ => false,
        }
    }

    fn self_atari(&self, point: Point, tell: &mut impl FnMut(usize)) {
        let (board, color) = (self.board, self.color);
        let joined: usize =
            board.chains_next_to(point, color).iter().map(|chain| board.chain_len(*chain)).sum();
        let size = match joined + 1 {
            1 => 0,
            2 => 1,
            3..=5 => 2,
            _ => 3,
        };
        let is_for_nothing = policy::stones_thrown_away(board, color, point) > 0;
        tell(SELF_ATARI.value(size * 2 + usize::from(is_for_nothing)));
    }

    fn is_of_last_move(&self, stone: Point) -> bool {
        self.board.cell(self.recent[0]).color().is_some()
            && self.board.chain(stone) == self.board.chain(self.recent[0])
    }

    fn distance(&self, point: Point, from: Point) -> usize {
        if from == Point::NONE {
            return 0;
        }
        let columns = point.column().abs_diff(from.column());
        let rows = point.row().abs_diff(from.row());
        (columns + rows + columns.max(rows)).min(DISTANCES - 1)
    }
}

/// The fate of each chain that has one or two liberties, on each of its stones.
fn fates(board: &Board) -> PointMap<Fate> {
    let mut fates = PointMap::filled(Fate::Open);
    let mut is_known = PointMap::filled(false);
    for point in board.size().points() {
        if board.cell(point).color().is_none() || is_known[point] || board.liberties(point) > 2 {
            continue;
        }
        let fate = if board.in_atari(point) {
            if ladder::can_escape(board, point) { Fate::Saveable } else { Fate::Lost }
        } else {
            match board.two_liberties(point).map(|liberty| ladder::catches(board, point, liberty)) {
                [false, false] => Fate::Open,
                by => Fate::Catchable(by),
            }
        };
        for stone in board.chain_stones(point) {
            (fates[stone], is_known[stone]) = (fate, true);
        }
    }
    fates
}

/// Distance from `start` over adjacent points, where a chain is one step however long it is (Graepel et al. 2001): 1 to 4,
/// 5 for farther ones, 0 everywhere if there is no such point.
fn common_fate_distance(board: &Board, start: Point) -> PointMap<u8> {
    const FAR: u8 = FATES as u8 - 1;
    if board.cell(start) == Cell::Border {
        return PointMap::filled(0);
    }
    let mut distance = PointMap::filled(FAR);
    let mut front = vec![start];
    distance[start] = 0;
    for step in 0..FAR {
        spread_over_chains(board, &mut front, &mut distance, step);
        let around = |&point: &Point| point.neighbours();
        let mut next: Vec<Point> = front.iter().flat_map(around).collect();
        next.retain(|&q| {
            board.cell(q) != Cell::Border
                && distance[q] == FAR
                && std::mem::replace(&mut distance[q], step + 1) == FAR
        });
        front = next;
    }
    distance
}

/// Adds to the points of a distance the stones connected to them.
fn spread_over_chains(board: &Board, front: &mut Vec<Point>, distance: &mut PointMap<u8>, step: u8) {
    let mut i = 0;
    while let Some(&point) = front.get(i) {
        i += 1;
        if !board.is_empty(point) {
            for stone in board.chain_stones(point) {
                if distance[stone] > step {
                    distance[stone] = step;
                    front.push(stone);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(diagram: &str, color: Color, last: Point, point: Point) -> Vec<usize> {
        let board = Board::from_diagram(diagram).unwrap();
        let position = Position::new(&board, color, [last, Point::NONE]);
        let mut all = Vec::new();
        position.features(point, |feature| all.push(feature));
        all
    }

    fn one_of(group: Group, features: &[usize]) -> Option<usize> {
        let mut values = features.iter().filter(|f| (group.first..group.first + group.len).contains(f));
        let value = values.next().map(|feature| feature - group.first);
        assert_eq!(values.next(), None, "one value of a group at most");
        value
    }

    #[test]
    fn an_atari_in_a_working_ladder_is_told_from_one_that_is_broken() {
        let plain =
            "......... ......... ......... ......... ......... ..XO..... ...XX.... ......... .........";
        let broken =
            "......... ......... ......O.. ......... ......... ..XO..... ...XX.... ......... .........";
        let atari = |diagram| {
            one_of(ATARI, &features(diagram, Color::Black, Point::new(3, 3), Point::new(3, 4))).unwrap()
        };
        assert_eq!(atari(plain), 3, "one stone, just played, caught");
        assert_eq!(atari(broken), 1, "one stone, just played, not caught");
    }

    #[test]
    fn a_forecast_is_seen_by_the_player_to_move() {
        let board = Board::new(crate::board::Size::square(5));
        // Black owns the first point always, White the second; who owns the third has won, who the fourth has lost.
        let balances = [[5, 0, 5], [-5, 0, -5], [-5, 0, 5], [5, 0, -5]];
        let balance = |point: Point| {
            if point.row() == 0 && point.column() < 4 { balances[point.column()] } else { [0; 3] }
        };
        let forecast = Forecast::new(board.size(), balance, [5, 0, 5]);
        let values = |color, column| {
            let position = Position::new(&board, color, [Point::NONE; 2]).with_forecast(Some(&forecast));
            let mut all = Vec::new();
            position.features(Point::new(column, 0), |feature| all.push(feature));
            (one_of(OWNERSHIP, &all).unwrap(), one_of(CRITICALITY, &all).unwrap())
        };
        assert_eq!(
            [0, 1, 2, 3].map(|column| values(Color::Black, column)),
            [(10, 1), (0, 1), (5, 9), (5, 0)]
        );
        assert_eq!(
            [0, 1, 2, 3].map(|column| values(Color::White, column)),
            [(0, 1), (10, 1), (5, 9), (5, 0)]
        );
    }

    #[test]
    fn a_capture_that_frees_the_own_chain_says_so() {
        let diagram = "..... OXOX. .OX.. ..... .....";
        let (last, capture, quiet) = (Point::new(2, 3), Point::new(2, 4), Point::new(4, 4));
        let value = one_of(CAPTURE, &features(diagram, Color::Black, last, capture));
        assert_eq!(value, Some(1 + 2 + 4), "one stone, just played, holds a chain in atari, could have run");
        assert_eq!(one_of(CAPTURE, &features(diagram, Color::Black, last, quiet)), None);
    }

    #[test]
    fn the_common_fate_distance_takes_a_chain_in_one_step() {
        let board = Board::from_diagram("..... XXXX. ..... ..... .....").unwrap();
        let distance = common_fate_distance(&board, Point::new(0, 4));
        assert_eq!(distance[Point::new(0, 3)], 1);
        assert_eq!(distance[Point::new(3, 3)], 1);
        assert_eq!(distance[Point::new(3, 2)], 2);
        assert_eq!(distance[Point::new(4, 1)], 4);
        assert_eq!(distance[Point::new(4, 0)], 5, "far");
    }

    #[test]
    fn each_move_of_a_random_game_has_one_value_of_each_group_at_most() {
        let mut board = Board::new(crate::board::Size::square(7));
        let (mut color, mut recent) = (Color::Black, [Point::NONE; 2]);
        for step in 0..60 {
            let is_playable = |p: &&Point| board.is_legal(color, **p) && !board.is_eyelike(color, **p);
            let playable: Vec<Point> = board.empties().iter().filter(is_playable).copied().collect();
            let Some(&point) = playable.get(step * 7 % playable.len().max(1)) else { break };
            let balance = |point: Point| [-(point.index() as i64 % 5), 0, point.index() as i64 % 4];
            let forecast = Forecast::new(board.size(), balance, [4, 1, 3]);
            let position = Position::new(&board, color, recent).with_forecast(Some(&forecast));
            for &candidate in &playable {
                let mut seen = vec![0; FEATURES];
                position.features(candidate, |feature| seen[feature] += 1);
                for group in [
                    CAPTURE,
                    ESCAPE,
                    SELF_ATARI,
                    ATARI,
                    LIBERTIES,
                    LAST,
                    COMMON_FATE,
                    LINE,
                    OWNERSHIP,
                    CRITICALITY,
                ] {
                    let values: i32 = seen[group.first..group.first + group.len].iter().sum();
                    assert!(values <= 1);
                }
            }
            board.play(color, point);
            recent = [point, recent[0]];
            color = color.opponent();
        }
    }
}
