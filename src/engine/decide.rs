//! What to do on one's turn: the search's best move, a pass, or to resign.
//!
//! A pass needs a reason. The opponent passed and the count is won; or nothing on the board is worth a move. Dead enemy
//! stones are taken first in a clean-up, and where the count would be lost with them on the board: under rules by which
//! all stones are alive, and under area scoring by agreement too, since not every server lets the players agree. A pass
//! that loses is not made while another move is left that is worth something. Where a play in own territory costs a point,
//! it is made only if it wins more often than a pass and prevents a loss, or stones are in atari ([`teire`]). Who has lost for
//! certain and may not resign throws no stones into what the opponent holds.
//!
//! Time counts from the arrival of the command. When a move has less time than judging the board has taken before, the
//! judgement is a hurried one.

use super::{Decision, Engine, Thought};
use crate::board::{Color, Move, Point, PointMap};
use crate::rules::score::{Status, own_territory, score};
use crate::rules::teire::teire;
use crate::rules::{Game, Resumption, Rules, Scoring};
use crate::search::time::{Budget, TimeSystem, moves_to_come};
use crate::search::{Limits, MoveReport, Report, Wanted, Watch};
use crate::status::{self, Settled};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// What a move is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// To win.
    Play,
    /// To take all dead stones off the board before the count.
    CleanUp,
}

/// What is left to do on the board.
struct Finish {
    settled: Settled,
    /// Where dead enemy stones lose a liberty that have to be taken, or what has to be played before.
    taking: Vec<Point>,
    /// Where a play costs the player a point.
    own: Option<PointMap<bool>>,
}

impl Finish {
    /// Whether the move gains nothing, as a pass.
    fn is_worthless(&self, mv: Move) -> bool {
        mv.point().is_none_or(|point| self.settled.is_worthless(point))
    }

    /// Whether the move costs the player a point.
    fn is_own(&self, mv: Move) -> bool {
        mv.point().is_some_and(|point| self.own.as_ref().is_some_and(|own| own[point]))
    }
}

impl Engine {
    /// Thinks, decides, and plays the move it decides on. The time taken is charged to the player's clock.
    pub fn genmove(&mut self, color: Color, watch: &dyn Watch) -> Decision {
        self.decide_and_play(color, Purpose::Play, watch)
    }

    /// As [`Engine::genmove`], but takes all dead enemy stones before it passes, and does not resign.
    pub fn genmove_cleanup(&mut self, color: Color, watch: &dyn Watch) -> Decision {
        self.decide_and_play(color, Purpose::CleanUp, watch)
    }

    /// Thinks and decides, but plays nothing.
    pub fn decide(&mut self, color: Color, watch: &dyn Watch) -> Decision {
        let start = self.pace.start();
        let streak = self.lost_streak;
        let decision = self.decide_for(color, Purpose::Play, start.at, watch);
        self.lost_streak = streak;
        decision
    }

    fn decide_and_play(&mut self, color: Color, purpose: Purpose, watch: &dyn Watch) -> Decision {
        let start = self.pace.start();
        let decision = self.decide_for(color, purpose, start.at, watch);
        if let Decision::Move(mv) = decision {
            self.play(color, mv).expect("invariant: the search proposes legal moves");
            self.generated = self.game.turns().len();
        }
        let taken = self.pace.end(&start, self.given, &self.params.time).as_secs_f64();
        let unseen = self.params.time.unseen * self.pace.slowdown();
        self.clocks[color.index()].spend(taken + unseen, &self.time_system);
        decision
    }

    /// Thinks about the opponent's move until `watch` says so, if that is asked for and the last move was the engine's own.
    /// The tree is used again when the move is known.
    pub fn ponder(&mut self, watch: &dyn Watch) {
        let turns = self.game.turns().len();
        if self.settings.ponder
            && turns > 0
            && self.generated == turns
            && !self.game.is_over()
            && !watch.should_stop()
        {
            let color = self.game.to_play();
            self.search.set_komi_shift(self.komi_shift(color.opponent()));
            self.search.think(&self.game, color, &Limits::default(), watch);
        }
    }

    /// Thinks about the move of `color` until `watch` says so, and only about the moves that are wanted. Plays nothing.
    pub fn analyze(&mut self, color: Color, watch: &dyn Watch, wanted: &Wanted) {
        self.search.set_komi_shift(0);
        self.think(color, &Limits::default(), watch, wanted);
    }

    fn decide_for(&mut self, color: Color, purpose: Purpose, start: Instant, watch: &dyn Watch) -> Decision {
        let limits = self.limits(color, start.elapsed());
        self.given = limits.time.map(|time| time.latest);
        let clock = (!self.has_fixed_limits()).then(|| self.clocks[color.index()].left());
        self.is_short_of_time =
            limits.time.is_some_and(|time| self.pace.is_short(time.latest, clock, &self.params.time));
        let (decision, report) = self.decide_in_time(color, purpose, start, watch);
        self.is_short_of_time = false;
        self.wanted = Wanted::default();
        self.thought = Some(Thought { color, decision, report });
        decision
    }

    /// The decision, and what the search found if one was needed.
    fn decide_in_time(
        &mut self,
        color: Color,
        purpose: Purpose,
        start: Instant,
        watch: &dyn Watch,
    ) -> (Decision, Option<Report>) {
        let judging = Instant::now();
        let is_sure = self.wins_as_it_stands(color);
        if purpose == Purpose::Play
            && self.has_passed(color.opponent())
            && is_sure
            && self.wins_by_passes(color)
        {
            return (Decision::Move(self.teire_or_pass(color)), None);
        }
        let finish = self.finish(color, purpose == Purpose::CleanUp || !is_sure);
        self.pace.judged(judging.elapsed(), &self.params.time);
        let limits = self.limits(color, start.elapsed());
        self.search.set_komi_shift(self.komi_shift(color));
        if finish.settled.is_finished() {
            self.search.try_pass();
        }
        let wanted = self.wanted.clone();
        let report = self.think(color, &limits, watch, &wanted);
        let is_hopeless = purpose == Purpose::Play && self.is_hopeless(&report);
        if is_hopeless && self.settings.resign {
            return (Decision::Resign, Some(report));
        }
        let mv = self.move_of(color, purpose, &report, &finish);
        let mv = if is_hopeless { self.spare_stones(mv, &report, &finish) } else { mv };
        (Decision::Move(mv), Some(report))
    }

    /// Searches among the moves that are wanted.
    fn think(&mut self, color: Color, limits: &Limits, watch: &dyn Watch, wanted: &Wanted) -> Report {
        match wanted.is_unrestricted() {
            true => self.search.think(&self.game, color, limits, watch),
            false => self.search.think_about(&self.game, color, limits, watch, wanted),
        }
    }

    /// That move, or a better use of the turn where it throws a stone into what the opponent holds in a hopeless game: the
    /// most visited move that does not, else a pass.
    fn spare_stones(&mut self, mv: Move, report: &Report, finish: &Finish) -> Move {
        let least = -self.params.search.held_from;
        let is_thrown = |mv: Move| mv.point().is_some_and(|point| report.ownership[point] <= least);
        if !is_thrown(mv) {
            return mv;
        }
        let is_worth_it = |mv: Move| !is_thrown(mv) && !finish.is_worthless(mv) && !finish.is_own(mv);
        let other = report.moves.iter().find(|found| found.visits > 0 && is_worth_it(found.mv));
        other.map_or_else(|| self.teire_or_pass(report.color), |found| found.mv)
    }

    /// The best move, or what has to be done instead at the end of the game.
    fn move_of(&mut self, color: Color, purpose: Purpose, report: &Report, finish: &Finish) -> Move {
        let is_finished = finish.settled.is_finished() && !self.loses_by_pass(report);
        if purpose == Purpose::Play && is_finished && self.gains_by_passing_first(color) {
            return self.teire_or_pass(color);
        }
        let is_taking = |mv: Move| mv.point().is_some_and(|point| finish.taking.contains(&point));
        if let Some(taking) = report.moves.iter().find(|found| is_taking(found.mv)) {
            // What captures for certain may be another point than a liberty of the dead stones.
            let best = report.best().mv;
            let is_other_better = best != Move::Pass && self.is_worse_than_best(taking, report);
            return if is_other_better { best } else { taking.mv };
        }
        let best = match self.choice(report) {
            mv if finish.is_own(mv) && (self.is_pass_as_good(report) || !self.is_defence(mv, report)) => {
                Move::Pass
            }
            mv => mv,
        };
        let is_finished = is_finished && !self.is_miscounted(report);
        if is_finished && (finish.is_worthless(best) || purpose == Purpose::CleanUp) {
            return self.teire_or_pass(color);
        }
        if best == Move::Pass && !self.wins_by_passes(color) {
            let is_worth_it = |mv: Move| !finish.is_worthless(mv) && !finish.is_own(mv);
            let other = report.moves.iter().find(|found| found.visits > 0 && is_worth_it(found.mv));
            return other.map_or_else(|| self.teire_or_pass(color), |found| found.mv);
        }
        if best == Move::Pass { self.teire_or_pass(color) } else { best }
    }

    /// Whether the game is lost by the count and won by the search: then the board is not finished, whatever the judgement
    /// of life and death says.
    fn is_miscounted(&mut self, report: &Report) -> bool {
        let (best, params) = (report.best(), &self.params.search);
        best.win_rate >= params.miscounted_from
            && best.visits >= params.resign_min_visits
            && !self.wins_by_passes(report.color)
    }

    /// A pass, or the protective move that has to come before it.
    fn teire_or_pass(&mut self, color: Color) -> Move {
        let status = self.status();
        let due = teire(&self.game, &status, color).into_iter().map(Move::Place);
        let is_allowed = |mv: &Move| self.wanted.has(0, color, *mv) && self.game.check(color, *mv).is_ok();
        due.into_iter().find(is_allowed).unwrap_or(Move::Pass)
    }

    /// Whether on a finished board the first pass of the game is worth a point and decides it: dead stones are then left for a
    /// resumption.
    fn gains_by_passing_first(&mut self, color: Color) -> bool {
        let game = &self.game;
        game.rules.first_pass_point && game.first_stop().is_none() && self.wins_by_passes(color)
    }

    /// Whether a pass wins less often than the best move for certain: some group that counts as settled is not.
    fn loses_by_pass(&self, report: &Report) -> bool {
        let pass = report.moves.iter().find(|found| found.mv == Move::Pass);
        pass.is_some_and(|pass| self.is_worse_than_best(pass, report))
    }

    /// Whether a pass wins about as often as the best move, as far as its visits can tell.
    fn is_pass_as_good(&self, report: &Report) -> bool {
        let pass = report.moves.iter().find(|found| found.mv == Move::Pass);
        pass.is_some_and(|pass| {
            pass.visits >= self.params.search.pass_min_visits && !self.is_worse_than_best(pass, report)
        })
    }

    /// Whether the move wins less often than the best one, beyond a tolerance and what is left to chance: the upper end of its
    /// 95 % interval (Agresti and Coull 1998), which for a move without visits is 1.
    fn is_worse_than_best(&self, found: &MoveReport, report: &Report) -> bool {
        let visits = f64::from(found.visits) + 4.0;
        let rate = (found.win_rate * f64::from(found.visits) + 2.0) / visits;
        let likely_most = rate + 2.0 * (rate * (1.0 - rate) / visits).sqrt();
        likely_most < report.best().win_rate - self.params.search.pass_tolerance
    }

    /// Whether a play in own territory prevents a loss, as far as there is time to read it.
    fn is_defence(&self, mv: Move, report: &Report) -> bool {
        if self.is_short_of_time {
            return true;
        }
        let is_timed = self.settings.time_per_move.is_some() || self.time_system != TimeSystem::Unlimited;
        let share = report.playouts / u64::from(self.params.search.defence_share);
        let most = if is_timed { u32::try_from(share).unwrap_or(u32::MAX) } else { u32::MAX };
        let is_needed = |point| status::is_needed(self.game.board(), &self.params, report.color, point, most);
        mv.point().is_some_and(is_needed)
    }

    /// What is left to do on the board, the taking of dead stones if `takes_dead`.
    fn finish(&self, color: Color, takes_dead: bool) -> Finish {
        if self.panics() {
            let own = own_territory(&self.game, &Status::default(), color);
            return Finish { settled: Settled::open(), taking: Vec::new(), own };
        }
        let mut agreed = self.game.clone();
        agreed.rules.friendly_pass = true;
        if agreed.rules.counts_area() {
            agreed.rules = Rules { scoring: Scoring::Area, pass_stones: false, ..agreed.rules };
        }
        let params = match self.is_short_of_time {
            true => Cow::Owned(self.params.in_a_hurry()),
            false => Cow::Borrowed(&self.params),
        };
        let settled = status::settled(&agreed, &params);
        let own = own_territory(&self.game, settled.status(), color);
        let taking = if takes_dead && settled.is_finished() {
            let liberties = liberties_of_dead(&agreed, settled.status(), color.opponent());
            let removal = || status::threat_removal(&agreed, &params, settled.status(), color);
            let first = if liberties.is_empty() { None } else { removal() };
            first.map_or(liberties, |point| vec![point])
        } else {
            Vec::new()
        };
        Finish { settled, taking, own }
    }

    /// Whether there is so little time that the board is not judged before this move. Before some it is all the same: a game
    /// that goes on when nothing is left costs more.
    fn panics(&self) -> bool {
        let own_moves = self.game.turns().len() / 2;
        self.given == Some(Duration::ZERO) && !own_moves.is_multiple_of(self.params.time.panic_stride)
    }

    /// The limits of a search that begins when `spent` of the time for the move is over.
    fn limits(&self, color: Color, spent: Duration) -> Limits {
        let (playouts, time) = (self.settings.playouts, self.settings.time_per_move);
        if self.has_fixed_limits() {
            return Limits { playouts, time: time.map(|time| Budget::fixed(time.saturating_sub(spent))) };
        }
        let (empty, area) = (self.game.board().empties().len(), self.game.size().area());
        let moves = moves_to_come(empty, area, &self.params.time);
        let clock = &self.clocks[color.index()];
        // What each move takes beyond its time is lost as often as there may be moves, in a long game on all points.
        let until_new_time = clock.moves_to_last(&self.time_system, empty as f64 / 2.0);
        let lag =
            self.pace.reserve(until_new_time, self.settings.lag, &self.params.time) + spent.as_secs_f64();
        let time = clock.budget(&self.time_system, moves, lag, &self.params.time);
        let unlimited = time.is_none().then_some(self.usual_playouts());
        Limits { playouts: self.level_playouts().or(unlimited), time }
    }

    /// Whether the user has set how long to think, whatever the clock says.
    fn has_fixed_limits(&self) -> bool {
        self.settings.playouts.is_some() || self.settings.time_per_move.is_some()
    }

    fn has_passed(&self, color: Color) -> bool {
        self.game.turns().last().is_some_and(|turn| turn.color == color && turn.mv == Move::Pass)
    }

    /// Whether `color` wins without any agreement about dead stones. Under territory scoring it need not: there to take a
    /// dead stone costs a point. After a stop by whose resumption all stones left are alive dead ones are always taken, which
    /// costs nothing then.
    fn wins_as_it_stands(&self, color: Color) -> bool {
        if self.game.rules.resumption != Resumption::Judged && self.game.first_stop().is_some() {
            return false;
        }
        !self.game.rules.counts_area() || score(&self.game, &Status::default()).margin() * color.sign() > 0
    }

    /// Whether `color` wins if both players pass now.
    fn wins_by_passes(&mut self, color: Color) -> bool {
        let mut end = self.game.clone();
        for passer in [color, color.opponent()] {
            end.play(passer, Move::Pass).expect("invariant: a pass is legal");
        }
        let status = self.status_of(&end);
        score(&end, &status).margin() * color.sign() > 0
    }

    /// Whether the game is lost beyond doubt, move after move: the time to resign or, where that is not wanted, to throw no
    /// more stones away.
    fn is_hopeless(&mut self, report: &Report) -> bool {
        let params = &self.params.search;
        let earliest = params.resign_after_moves_per_point * self.game.size().area() as f32;
        let is_lost = self.resign_below(report.color).is_some_and(|share| likely_most(report) < share);
        let streak = &mut self.lost_streak[report.color.index()];
        *streak = if is_lost { *streak + 1 } else { 0 };
        *streak >= params.resign_streak && self.game.turns().len() as f32 >= earliest
    }
}

/// The share of wins that the search's is hardly below by chance: two standard errors above, with a win and a loss added.
/// Source: Agresti and Coull 1998, "Approximate is better than exact for interval estimation of binomial proportions".
fn likely_most(report: &Report) -> f64 {
    let playouts = report.playouts as f64;
    let rate = (report.win_rate * playouts + 1.0) / (playouts + 2.0);
    rate + 2.0 * (rate * (1.0 - rate) / (playouts + 2.0)).sqrt()
}

/// The liberties of the dead chains of `color`.
fn liberties_of_dead(game: &Game, status: &Status, color: Color) -> Vec<Point> {
    let board = game.board();
    board
        .chains(color)
        .filter(|chain| status.is_dead(*chain))
        .flat_map(|chain| board.liberty_points(chain))
        .collect()
}
