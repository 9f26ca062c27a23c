//! Scores in half points, from a game and the status of its stones.
//!
//! Positive is good for Black, and komi counts for White: said once, here. Area and territory are counted on the
//! position without its dead stones; the status comes from elsewhere ([`crate::status`]) and an empty one means
//! that all stones are alive.

use super::teire::final_owners;
use super::{Game, Resumption, Scoring, Tax};
use crate::board::{Board, Cell, Color, Move, Point, PointMap};

/// What the players agree on before they count: which stones are dead, and which live in seki.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    dead: PointMap<bool>,
    seki: PointMap<bool>,
}

impl Status {
    /// Marks the stone on `point` as dead.
    pub fn mark_dead(&mut self, point: Point) {
        self.dead[point] = true;
    }

    /// Takes the mark of a dead stone back.
    pub fn mark_alive(&mut self, point: Point) {
        self.dead[point] = false;
    }

    /// Marks the stone on `point` as alive in seki.
    pub fn mark_seki(&mut self, point: Point) {
        self.seki[point] = true;
    }

    /// Whether the stone on `point` is dead.
    pub fn is_dead(&self, point: Point) -> bool {
        self.dead[point]
    }

    /// Whether the stone on `point` is alive in seki.
    pub fn is_seki(&self, point: Point) -> bool {
        self.seki[point]
    }
}

/// The points of both players in half points, komi and every compensation included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Black's.
    pub black: i32,
    /// White's.
    pub white: i32,
}

impl Score {
    /// By how much Black wins, in half points; negative if White wins, 0 for a draw.
    pub fn margin(self) -> i32 {
        self.black - self.white
    }
}

/// What an empty or dead-stone point is worth at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Surrounded by living stones of one player.
    Territory(Color),
    /// Surrounded by one player's stones of which some are in seki.
    SekiEye(Color),
    /// Next to both players, or to nobody.
    Dame,
}

/// Who surrounds each point that has no living stone; `None` where a living stone stands.
pub fn owners(board: &Board, status: &Status) -> PointMap<Option<Owner>> {
    let mut owners = PointMap::filled(None);
    let is_open = |p: Point| board.is_empty(p) || (board.cell(p) != Cell::Border && status.is_dead(p));
    for start in board.size().points() {
        if owners[start].is_some() || !is_open(start) {
            continue;
        }
        let (mut region, mut next) = (vec![start], 0);
        let (mut borders, mut seki) = ([false; 2], false);
        owners[start] = Some(Owner::Dame);
        while let Some(&point) = region.get(next) {
            next += 1;
            for neighbour in point.neighbours() {
                if is_open(neighbour) {
                    if owners[neighbour].is_none() {
                        owners[neighbour] = Some(Owner::Dame);
                        region.push(neighbour);
                    }
                } else if let Some(color) = board.cell(neighbour).color() {
                    borders[color.index()] = true;
                    seki |= status.is_seki(neighbour);
                }
            }
        }
        let owner = match borders {
            [true, false] => surrounded_by(Color::Black, seki),
            [false, true] => surrounded_by(Color::White, seki),
            _ => Owner::Dame,
        };
        for point in region {
            owners[point] = Some(owner);
        }
    }
    owners
}

/// The points that living stones of `color` alone surround, where a play of that player costs a point; `None` if there are
/// none, or no play costs a point by the rules.
pub fn own_territory(game: &Game, status: &Status, color: Color) -> Option<PointMap<bool>> {
    if game.rules.counts_area() {
        return None;
    }
    let owners = owners(game.board(), status);
    let is_own = |p: Point| owners[p] == Some(Owner::Territory(color));
    let mut own = PointMap::filled(false);
    game.size().points().for_each(|p| own[p] = is_own(p));
    game.size().points().any(is_own).then_some(own)
}

fn surrounded_by(color: Color, seki: bool) -> Owner {
    if seki { Owner::SekiEye(color) } else { Owner::Territory(color) }
}

/// The score if the game ends now with that status.
pub fn score(game: &Game, status: &Status) -> Score {
    let points = Color::BOTH.map(|color| 2 * counted(game, status, color) + bonus(game, color));
    Score { black: points[0], white: points[1] + game.compensation() }
}

/// Area or territory of `color` in whole points.
fn counted(game: &Game, status: &Status, color: Color) -> i32 {
    let (board, rules) = (game.board(), &game.rules);
    let owners = final_owners(game, status);
    let (mut surrounded, mut stones, mut captured) = (0, 0, board.prisoners(color) as i32);
    for point in board.size().points() {
        match owners[point] {
            Some(Owner::Territory(owner)) if owner == color => surrounded += 1,
            Some(Owner::SekiEye(owner)) if owner == color && rules.tax == Tax::None => surrounded += 1,
            None if board.cell(point).is(color) => stones += 1,
            _ => {}
        }
        if status.is_dead(point) && board.cell(point).is(color.opponent()) {
            captured += 1;
        }
    }
    let tax = if rules.tax == Tax::All { 2 * living_groups(board, status, &owners, color) } else { 0 };
    match rules.scoring {
        Scoring::Area => surrounded + stones - tax,
        Scoring::Territory => surrounded + captured - tax,
    }
}

/// Number of groups of `color`, not in seki, where stones and the territory between them make one group.
fn living_groups(board: &Board, status: &Status, owners: &PointMap<Option<Owner>>, color: Color) -> i32 {
    let is_part = |p: Point| match owners[p] {
        Some(owner) => owner == Owner::Territory(color),
        None => board.cell(p).is(color) && !status.is_seki(p),
    };
    let mut seen = PointMap::filled(false);
    let mut groups = 0;
    for start in board.size().points().filter(|p| is_part(*p)) {
        if seen[start] {
            continue;
        }
        groups += 1;
        let mut open = vec![start];
        seen[start] = true;
        while let Some(point) = open.pop() {
            for neighbour in point.neighbours() {
                if is_part(neighbour) && !seen[neighbour] {
                    seen[neighbour] = true;
                    open.push(neighbour);
                }
            }
        }
    }
    groups
}

/// What passes and a resumption bring to `color`, in half points.
fn bonus(game: &Game, color: Color) -> i32 {
    let rules = &game.rules;
    let mut bonus = 0;
    if rules.button && game.turns().iter().find(|t| t.mv == Move::Pass).is_some_and(|t| t.color == color) {
        bonus += 1;
    }
    if rules.pass_stones {
        bonus += 2 * pass_stones_for(game, color);
    }
    if rules.first_pass_point && color == Color::Black {
        let first_passer = game.first_stop().map(|n| game.turns()[n - 2].color);
        bonus -= if first_passer == Some(Color::White) { 2 } else { 0 };
    }
    if rules.resumption == Resumption::Compensated && rules.scoring == Scoring::Territory {
        bonus += 2 * extra_stones(game, color);
    }
    bonus
}

/// Stones handed over to `color` by the opponent's passes. White passes last: where Black did, one more of White's is
/// counted.
fn pass_stones_for(game: &Game, color: Color) -> i32 {
    let last_was_black = game.turns().last().is_some_and(|t| t.color == Color::Black && t.mv == Move::Pass);
    let extra = color == Color::Black && last_was_black && game.is_over();
    game.passes(color.opponent()) as i32 + i32::from(extra)
}

/// How many stones more than the opponent `color` played since play first stopped.
fn extra_stones(game: &Game, color: Color) -> i32 {
    let Some(stop) = game.first_stop() else { return 0 };
    let plays =
        |c: Color| game.turns()[stop..].iter().filter(|t| t.color == c && t.mv != Move::Pass).count() as i32;
    (plays(color) - plays(color.opponent())).max(0)
}
