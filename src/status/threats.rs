//! Kos that dead stones die by, and the threats for them where the area counts.
//!
//! Bent four in the corner is dead by a ko that its opponent may begin at any time. Under area scoring it costs nothing to
//! take the owner's threats away before, all but those in sekis, where it would cost the seki. So only these count, and the
//! owner keeps the stones with more of them than the opponent has. Territory scoring judges each group by itself, without
//! threats (Japanese Go Rules 1989, article 7); there nobody asks.
//!
//! A double ko is no threat: to use it again and again is to bring positions back, which superko forbids. Under the simple
//! ko rule it is judged alike.

use super::{Judge, attack};
use crate::board::{Board, Color, Point, PointMap};
use crate::rules::score::Status;

/// What a play leads to, in stones.
struct Threat {
    by: Color,
    /// Taken if there is no answer.
    takes: usize,
    /// Lost by the answer.
    gives: usize,
}

impl Threat {
    /// Whether the answer is worth more than a ko about that many stones.
    fn is_for(&self, by: Color, stones: usize) -> bool {
        self.by == by && self.takes >= stones && self.gives < stones
    }
}

/// One stone of each chain that is dead by a ko for which its owner has more threats that last.
pub fn saved(judge: &Judge, status: &Status) -> Vec<Point> {
    let mut in_ko: Vec<Point> = judge.chains().filter(|chain| dies_by_ko(judge, status, *chain)).collect();
    if !in_ko.is_empty() {
        let sekis = sekis(judge, status);
        in_ko.retain(|&chain| {
            let owner = judge.board.cell(chain).color();
            let stones = stones_at_stake(judge, status, chain);
            owner.is_some_and(|owner| has_more_threats(&sekis, owner, stones))
        });
    }
    in_ko
}

/// A play of `by` that takes away threats of the opponent, where it has to win a ko to take dead stones: each of them first,
/// however small, since it costs nothing where the area counts, and then the ko.
pub fn removal(judge: &Judge, status: &Status, by: Color) -> Option<Point> {
    let chain = judge.board.chains(by.opponent()).find(|chain| dies_by_ko(judge, status, *chain))?;
    let mut seen = judge.zone(judge.board, chain)?;
    for own in judge.board.chains(by).filter(|own| !judge.is_safe[*own] && !status.is_seki(*own)) {
        if seen[own] {
            continue;
        }
        let Some(zone) = judge.zone(judge.board, own) else { continue };
        judge.board.size().points().filter(|p| zone[*p]).for_each(|p| seen[p] = true);
        let removal = removal_in(judge, status, &zone, by);
        if removal.is_some() {
            return removal;
        }
    }
    None
}

/// The play of `by` in that zone that leaves the opponent the fewest threats, if these are fewer than now and nothing is lost
/// by it.
fn removal_in(judge: &Judge, status: &Status, zone: &PointMap<bool>, by: Color) -> Option<Point> {
    let plays = || judge.board.empties().iter().copied().filter(|p| zone[*p]);
    let threats = |board: &Board| {
        let is_threat = |play: &Point| {
            let threat = threat(judge, board, status, by.opponent(), *play);
            threat.is_some_and(|threat| threat.takes > threat.gives)
        };
        plays().filter(|p| board.is_empty(*p)).filter(is_threat).count()
    };
    let now = threats(judge.board);
    let left_by = |play: Point| {
        let is_sound = threat(judge, judge.board, status, by, play).is_some_and(|threat| threat.gives == 0);
        let mut after = judge.board.clone();
        is_sound.then(|| {
            after.play(by, play);
            (threats(&after), play)
        })
    };
    let best = if now > 0 { plays().filter_map(left_by).min_by_key(|(left, _)| *left) } else { None };
    best.filter(|(left, _)| *left < now).map(|(_, play)| play)
}

/// Whether `owner` wins a ko about that many stones in which the opponent takes first. The first threat in a seki uses it up.
fn has_more_threats(sekis: &[Vec<Threat>], owner: Color, stones: usize) -> bool {
    let count = |own: bool, other: bool| {
        let has = |seki: &[Threat], by: Color| seki.iter().any(|threat| threat.is_for(by, stones));
        sekis.iter().filter(|seki| has(seki, owner) == own && has(seki, owner.opponent()) == other).count()
    };
    let shared = count(true, true);
    count(true, false) + shared.div_ceil(2) > count(false, true) + shared / 2
}

/// Whether the chain is dead, but not even lost by a first move of the opponent if its owner wins each ko.
fn dies_by_ko(judge: &Judge, status: &Status, chain: Point) -> bool {
    let owner = judge.board.cell(chain).color().filter(|_| status.is_dead(chain));
    owner.is_some_and(|owner| {
        judge.is_captured(judge.board, chain, owner) == Some(true)
            && judge.is_captured_against_threats(chain, owner.opponent()) == Some(false)
    })
}

/// Dead stones of the same owner that live or die with that chain.
fn stones_at_stake(judge: &Judge, status: &Status, chain: Point) -> usize {
    let Some(zone) = judge.zone(judge.board, chain) else { return judge.board.chain_len(chain) };
    let is_own = |p: &Point| status.is_dead(*p) && judge.board.cell(*p) == judge.board.cell(chain);
    judge.board.size().points().filter(|p| zone[*p] && is_own(p)).count()
}

/// The threats in each seki.
fn sekis(judge: &Judge, status: &Status) -> Vec<Vec<Threat>> {
    let mut seen = PointMap::filled(false);
    let mut sekis = Vec::new();
    for chain in judge.chains().filter(|chain| status.is_seki(*chain)) {
        if seen[chain] {
            continue;
        }
        let Some(zone) = judge.zone(judge.board, chain) else { continue };
        judge.board.size().points().filter(|p| zone[*p]).for_each(|p| seen[p] = true);
        let plays = judge.board.empties().iter().filter(|p| zone[**p]);
        let threats =
            plays.flat_map(|play| Color::BOTH.map(|by| threat(judge, judge.board, status, by, *play)));
        sekis.push(threats.flatten().filter(|threat| threat.takes > 0).collect());
    }
    sekis
}

/// What a play of `by` on `board`, a position near the one judged, leads to; `None` if it cannot be made, is part of a ko or of a fight too large to read.
fn threat(judge: &Judge, board: &Board, status: &Status, by: Color, play: Point) -> Option<Threat> {
    if board.is_suicide(by, play) || attack::ko_taken(board, by, play).is_some() {
        return None;
    }
    let zone = judge.zone(board, play)?;
    let mut after = board.clone();
    after.play(by, play);
    let lost = |color: Color, first: Color| {
        let chains = after.chains(color).filter(|chain| zone[*chain] && !status.is_dead(*chain));
        let is_lost = |chain: &Point| judge.is_captured(&after, *chain, first) == Some(true);
        chains.filter(is_lost).map(|chain| after.chain_len(chain)).sum::<usize>()
    };
    let other = by.opponent();
    let takes = lost(other, by).saturating_sub(lost(other, other));
    Some(Threat { by, takes, gives: lost(by, other) })
}
