//! Seki: living stones that have no two eyes, next to dame that neither player can fill.
//!
//! A dame lasts if a stone of either colour on it would be lost. A group (chains around common territory) is in seki if a
//! lasting dame is its liberty and its territory does not make two eyes. Double-ko seki, shared liberties with or without
//! an eye, and stones inside a large eye are all of this kind.

use super::Judge;
use crate::board::{Cell, ChainId, Color, Point, PointMap, Points};
use crate::playout::nakade::{self, Shape};
use crate::rules::score::{Owner, Status, owners};

/// A region of one player's territory: its points and the chains around.
struct Region {
    points: Vec<Point>,
    borders: Vec<ChainId>,
}

/// Marks the stones in seki; the dead ones are marked already.
pub fn mark(judge: &Judge, status: &mut Status) {
    let owners = owners(judge.board, status);
    let lasting: Vec<Point> = judge
        .board
        .size()
        .points()
        .filter(|p| judge.board.is_empty(*p) && owners[*p] == Some(Owner::Dame) && lasts(judge, *p))
        .collect();
    if lasting.is_empty() {
        return;
    }
    // Beside it another point may belong to the same dame, next to one player's stones only.
    let is_dame = |p: &Point| judge.board.is_empty(*p) && owners[*p] == Some(Owner::Dame);
    let beside = lasting.iter().flat_map(|dame| dame.neighbours()).filter(is_dame);
    let lasting: Vec<Point> = lasting.iter().copied().chain(beside).collect();
    let regions = territory(judge, &owners);
    for color in Color::BOTH {
        let living = living_chains(judge, status, color);
        let independent = independent(&living, &regions);
        let dependent = living.into_iter().filter(|chain| !independent.contains(chain)).collect();
        for group in groups(dependent, &regions) {
            let is_own = |p: &Point| judge.board.cell(*p).is(color) && group.contains(&judge.board.chain(*p));
            if lasting.iter().any(|dame| dame.neighbours().iter().any(is_own)) {
                judge.board.size().points().filter(is_own).for_each(|stone| status.mark_seki(stone));
            }
        }
    }
}

/// Whether a dame stays open because the player who fills it loses stones by it.
pub fn lasts(judge: &Judge, dame: Point) -> bool {
    if !judge.board.is_empty(dame) {
        return false;
    }
    let is_open = |p: &Point| judge.board.cell(*p).color().is_some() && !judge.is_safe[*p];
    if judge.survey.ownership.open_share(dame) >= judge.params.dame_lasts_from {
        return true;
    }
    let is_lost = |color: Color| {
        if judge.board.is_suicide(color, dame) {
            return true;
        }
        let mut after = judge.board.clone();
        after.play(color, dame);
        judge.is_captured(&after, dame, color.opponent()) == Some(true)
    };
    dame.neighbours().iter().any(is_open) && Color::BOTH.into_iter().all(is_lost)
}

fn territory(judge: &Judge, owners: &PointMap<Option<Owner>>) -> Vec<Region> {
    let board = judge.board;
    let mut seen = PointMap::filled(false);
    let mut regions = Vec::new();
    for start in board.size().points() {
        if seen[start] || !matches!(owners[start], Some(Owner::Territory(_))) {
            continue;
        }
        seen[start] = true;
        let (mut points, mut next, mut borders) = (vec![start], 0, Vec::new());
        while let Some(&point) = points.get(next) {
            next += 1;
            for q in point.neighbours() {
                if seen[q] || board.cell(q) == Cell::Border {
                    continue;
                }
                if owners[q].is_some() {
                    seen[q] = true;
                    points.push(q);
                } else if !borders.contains(&board.chain(q)) {
                    borders.push(board.chain(q));
                }
            }
        }
        if !borders.is_empty() {
            regions.push(Region { points, borders });
        }
    }
    regions
}

fn living_chains(judge: &Judge, status: &Status, color: Color) -> Vec<ChainId> {
    let board = judge.board;
    board.chains(color).filter(|stone| !status.is_dead(*stone)).map(|stone| board.chain(stone)).collect()
}

/// The chains that have two eyes in territory of their own: Benson's algorithm, where a region that is no dead shape counts
/// as two eyes.
fn independent(living: &[ChainId], regions: &[Region]) -> Vec<ChainId> {
    let mut chains = living.to_vec();
    let mut regions: Vec<&Region> = regions.iter().collect();
    loop {
        let before = (chains.len(), regions.len());
        let eyes = |chain: &ChainId| -> usize {
            regions.iter().filter(|r| r.borders.contains(chain)).map(|r| eyes_of(r)).sum()
        };
        chains.retain(|chain| eyes(chain) >= 2);
        regions.retain(|r| eyes_of(r) == 2 || r.borders.iter().all(|chain| chains.contains(chain)));
        if before == (chains.len(), regions.len()) {
            return chains;
        }
    }
}

/// The chains, those around a common region together.
fn groups(chains: Vec<ChainId>, regions: &[Region]) -> Vec<Vec<ChainId>> {
    let mut groups: Vec<Vec<ChainId>> = chains.into_iter().map(|p| vec![p]).collect();
    for region in regions {
        let (joined, rest): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|g| g.iter().any(|c| region.borders.contains(c)));
        groups = rest;
        groups.push(joined.concat());
    }
    groups
}

fn eyes_of(region: &Region) -> usize {
    let points = Points::from_iter(region.points.iter().copied());
    if nakade::shape(&points) == Shape::Open { 2 } else { 1 }
}
