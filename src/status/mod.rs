//! Life and death at the end of the game: which stones are dead, and which live in seki.
//!
//! One judge serves the final score, the status lists, the result in a game record and the decision to pass, so that
//! they never disagree. The judgement depends on the position and the rules alone, not on passes, on the player to move,
//! on the order of the moves or on a search before it; all randomness has a fixed seed.
//!
//! A stone is dead if it cannot be saved even when its owner plays first. Three steps find out: a [survey](Survey) by
//! unconditional life (Benson 1976) and by the ownership at the end of careful playouts; a proof search ([`Attack`]) for
//! the chains of small fights; and the search for [seki](seki), where dame last because neither player can fill them.
//!
//! A ko is judged without threats elsewhere: bent four in the corner is dead. Where the area counts, the opponent has to win
//! that ko, and [threats] that cannot be taken away keep the stones on the board.

mod attack;
mod defence;
mod reading;
mod seki;
mod survey;
mod threats;

pub use defence::is_needed;

use crate::board::{Board, Color, Point, PointMap};
use crate::params::{Params, StatusParams};
use crate::rules::score::{Owner, Status, owners};
use crate::rules::{Game, Scoring};
use attack::Attack;
use reading::Reading;
use survey::Survey;

/// Judges the stones of the game's present position.
pub fn judge(game: &Game, params: &Params) -> Status {
    if game.all_stones_alive() {
        return Status::default();
    }
    Judge::new(&in_order(game.board()), params).status(game.rules.counts_area())
}

/// The same position with its lists in the order of the points, not of the moves: chance picks from them.
fn in_order(board: &Board) -> Board {
    let mut ordered = board.clone();
    ordered.set_all([]);
    ordered
}

/// A play of `by` that takes a ko threat away before it begins a ko by which stones that are dead by that status have to be
/// taken.
pub fn threat_removal(game: &Game, params: &Params, status: &Status, by: Color) -> Option<Point> {
    let board = in_order(game.board());
    threats::removal(&Judge::new(&board, params), status, by)
}

/// One position under judgement.
struct Judge<'a> {
    board: &'a Board,
    all: &'a Params,
    params: &'a StatusParams,
    survey: Survey,
    /// Stones that no local fight can capture.
    is_safe: PointMap<bool>,
}

impl<'a> Judge<'a> {
    fn new(board: &'a Board, params: &'a Params) -> Judge<'a> {
        let survey = Survey::of(board, params);
        let mut judge =
            Judge { board, all: params, params: &params.status, survey, is_safe: PointMap::filled(false) };
        let chains: Vec<Point> = judge.chains().collect();
        for chain in chains {
            let is_safe = judge.is_clearly_safe(chain);
            for stone in board.chain_stones(chain) {
                judge.is_safe[stone] = is_safe;
            }
        }
        judge
    }

    /// One stone of each chain.
    fn chains(&self) -> impl Iterator<Item = Point> + use<'a> {
        let board = self.board;
        Color::BOTH.into_iter().flat_map(move |color| board.chains(color))
    }

    fn is_clearly_safe(&self, chain: Point) -> bool {
        if self.survey.is_pass_alive[chain] {
            return true;
        }
        self.survey.life(self.board, chain) >= self.params.clear_from
            && self.board.liberties(chain) >= self.params.safe_liberties
            && !self.has_lasting_liberty(chain)
            && self.room(chain) >= self.params.safe_room
    }

    /// Number of points that the chain reaches over its own colour and empty points: small for stones inside an eye.
    fn room(&self, chain: Point) -> usize {
        let mut seen = PointMap::filled(false);
        let (mut open, mut points) = (vec![chain], 0);
        seen[chain] = true;
        while let Some(point) = open.pop() {
            points += 1;
            for neighbour in point.neighbours() {
                let is_way =
                    self.board.is_empty(neighbour) || self.board.cell(neighbour) == self.board.cell(chain);
                if is_way && !seen[neighbour] {
                    seen[neighbour] = true;
                    open.push(neighbour);
                }
            }
        }
        points
    }

    /// Whether the playouts leave a liberty of the chain open between the players.
    fn has_lasting_liberty(&self, chain: Point) -> bool {
        let lasts = |p: Point| self.survey.ownership.open_share(p) >= self.params.dame_lasts_from;
        self.board.liberty_points(chain).any(lasts)
    }

    fn status(&self, counts_area: bool) -> Status {
        let mut status = self.dead_stones();
        seki::mark(self, &mut status);
        let saved = if counts_area { threats::saved(self, &status) } else { Vec::new() };
        if !saved.is_empty() {
            saved.iter().flat_map(|chain| self.board.chain_stones(*chain)).for_each(|s| status.mark_alive(s));
            seki::mark(self, &mut status);
        }
        status
    }

    /// The dead stones, each ko judged without threats.
    fn dead_stones(&self) -> Status {
        let mut status = Status::default();
        let mut unclear = Vec::new();
        for chain in self.chains() {
            match self.is_dead(chain) {
                Some(true) => {
                    self.mark_dead(&mut status, chain);
                    self.behind_captured_ko(chain).into_iter().for_each(|c| self.mark_dead(&mut status, c));
                }
                Some(false) => {}
                None => unclear.push(chain),
            }
        }
        self.read_out(&unclear, &mut status);
        status
    }

    fn mark_dead(&self, status: &mut Status, chain: Point) {
        self.board.chain_stones(chain).for_each(|stone| status.mark_dead(stone));
    }

    /// Whether the chain is dead, as far as survey and proof tell.
    fn is_dead(&self, chain: Point) -> Option<bool> {
        let life = self.survey.life(self.board, chain);
        let is_certain = self.survey.is_pass_alive[chain] || self.survey.enclosed_by[chain].is_some();
        let by_playouts = (life.abs() >= self.params.clear_from).then_some(life < 0.0);
        if is_certain || (life >= self.params.clear_from && !self.has_lasting_liberty(chain)) {
            return by_playouts;
        }
        let owner = self.board.cell(chain).color().expect("invariant: chains have a colour");
        let captured = self.is_captured(self.board, chain, owner);
        match self.behind_ko(chain) {
            Some(partner) if captured == Some(true) => self.is_captured(self.board, partner, owner),
            _ => captured,
        }
        .or(by_playouts)
    }

    /// Judges chains that playouts and proof leave open, by good play with either player moving first.
    fn read_out(&self, unclear: &[Point], status: &mut Status) {
        if unclear.is_empty() {
            return;
        }
        let is_closed = |p: Point| self.survey.enclosed_by[p].is_some();
        let points = self.board.size().points().filter(|p| !self.is_safe[*p] && !is_closed(*p)).collect();
        let work = self.params.reading_work / self.board.size().area() as u32;
        let simulations = work.min(self.params.most_simulations);
        let mut reading = Reading::new(self.board, self.all, points, &is_closed);
        let ownership = Color::BOTH.map(|first| reading.ownership(first, simulations));
        for &chain in unclear {
            let sign = self.board.cell(chain).color().map_or(0, Color::sign) as f32;
            let stones = self.board.chain_len(chain) as f32;
            let sum: f32 =
                self.board.chain_stones(chain).map(|s| ownership.iter().map(|o| o.of(s)).sum::<f32>()).sum();
            if sum * sign / (2.0 * stones) <= self.params.dead_up_to {
                self.mark_dead(status, chain);
            }
        }
    }

    /// The chain behind a ko stone, if the capture of both is proven: playouts, which know the simple ko only, may think
    /// that it lives by the ko (moonshine life).
    fn behind_captured_ko(&self, stone: Point) -> Option<Point> {
        let owner = self.board.cell(stone).color()?;
        self.behind_ko(stone).filter(|partner| self.is_captured(self.board, *partner, owner) == Some(true))
    }

    /// The chain of the same colour behind the only liberty of this stone, if its capture would be a ko: they share one
    /// fate.
    fn behind_ko(&self, stone: Point) -> Option<Point> {
        let owner = self.board.cell(stone).color().filter(|_| self.board.in_atari(stone))?;
        let liberty = self.board.only_liberty(stone);
        attack::ko_taken(self.board, owner.opponent(), liberty)?;
        let is_partner =
            |q: &Point| self.board.cell(*q).is(owner) && self.board.chain(*q) != self.board.chain(stone);
        liberty.neighbours().into_iter().find(is_partner)
    }

    /// Whether the chain of that stone is captured on `board`, a position near the one judged, if `first` plays first;
    /// `None` if the fight is too large.
    fn is_captured(&self, board: &Board, stone: Point, first: Color) -> Option<bool> {
        self.attack(board, stone, first, false)
    }

    /// The same in the position judged, if the owner of the chain wins each ko.
    fn is_captured_against_threats(&self, stone: Point, first: Color) -> Option<bool> {
        self.attack(self.board, stone, first, true)
    }

    fn attack(&self, board: &Board, stone: Point, first: Color, has_threats: bool) -> Option<bool> {
        let zone = self.zone(board, stone)?;
        let (budget, most_lost) = (self.params.search_budget, self.params.most_lost);
        let attack = Attack {
            board,
            target: stone,
            zone: &zone,
            is_safe: &self.is_safe,
            budget,
            most_lost,
            has_threats,
        };
        attack.captures(first)
    }

    /// The points where the fate of the chain of that stone is decided: what can be reached from it without crossing a safe
    /// stone.
    fn zone(&self, board: &Board, stone: Point) -> Option<PointMap<bool>> {
        let mut zone = PointMap::filled(false);
        let mut open = vec![stone];
        let mut empties = 0;
        zone[stone] = true;
        while let Some(point) = open.pop() {
            empties += usize::from(board.is_empty(point));
            for neighbour in point.neighbours() {
                if board.size().contains(neighbour) && !zone[neighbour] && !self.is_safe[neighbour] {
                    zone[neighbour] = true;
                    open.push(neighbour);
                }
            }
        }
        (empties <= self.params.zone_empties).then_some(zone)
    }
}

/// Where nothing is left to gain.
#[derive(Debug)]
pub struct Settled {
    /// What the judgement was; if the game is open, the stones that are dead at a glance.
    status: Status,
    is_worthless: PointMap<bool>,
    finished: bool,
}

impl Settled {
    /// That the game goes on, and no point is known to be worth nothing.
    pub fn open() -> Settled {
        Settled { status: Status::default(), is_worthless: PointMap::filled(false), finished: false }
    }

    /// Whether a play on the point gains nothing: its owner is certain, or it is neutral and stays so, or it is a dame and
    /// only territory counts.
    pub fn is_worthless(&self, point: Point) -> bool {
        self.is_worthless[point]
    }

    /// Which stones are dead and in seki; while the game is open, those that are dead at a glance.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// Whether no point is worth a move.
    pub fn is_finished(&self) -> bool {
        self.finished
    }
}

/// Finds what is decided in the game's present position, by the same judge as [`judge`]. Under area scoring a dame that can
/// be filled is worth a point, and where all stones count as alive, so are the points around dead stones. Cheap while the
/// game is open.
pub fn settled(game: &Game, params: &Params) -> Settled {
    let board = in_order(game.board());
    let glance = Survey::glance(&board, params);
    let open = Settled { status: glance.likely_dead(&board, params.status.clear_from), ..Settled::open() };
    if !glance.agrees(&board, params.status.settled_at_a_glance) {
        return open;
    }
    let judge = Judge::new(&board, params);
    if !judge.survey.agrees(&board, params.status.settled_from) {
        return open;
    }
    let status = if game.rules.all_stones_alive() {
        Status::default()
    } else {
        judge.status(game.rules.counts_area())
    };
    let owners = owners(&board, &status);
    let mut settled = Settled { status, finished: true, ..open };
    for point in game.size().points() {
        let is_dame = owners[point] == Some(Owner::Dame);
        settled.is_worthless[point] =
            !is_dame || game.rules.scoring == Scoring::Territory || seki::lasts(&judge, point);
        settled.finished &= settled.is_worthless[point];
    }
    settled
}

#[cfg(test)]
mod tests;
