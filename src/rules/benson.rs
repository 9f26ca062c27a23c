//! Unconditional life.
//!
//! Chains are pass-alive if the opponent cannot take any of them even when their owner passes for ever. Source:
//! D. B. Benson, "Life in the Game of Go", Information Sciences 10 (1976).

use crate::board::{Board, Cell, ChainId, Color, Point, PointMap};

/// A region of points without a stone of one colour, and the chains of that colour around it.
pub(crate) struct Region {
    /// Its points, the opponent's stones among them.
    pub points: Vec<Point>,
    borders: Vec<ChainId>,
    /// The bordering chains that are next to every point of the region that has to be a liberty.
    vital_to: Vec<ChainId>,
    /// Whether all chains around it are pass-alive.
    pub is_enclosed: bool,
}

/// What Benson's algorithm finds for one colour.
pub struct PassAlive {
    /// Whether the stone on a point belongs to a pass-alive chain.
    pub stones: PointMap<bool>,
    /// Points enclosed by pass-alive chains alone in which the opponent cannot live: the vital regions that keep the
    /// chains alive, enemy stones in them included.
    pub territory: PointMap<bool>,
}

/// The pass-alive chains of `color` and their vital regions.
pub fn pass_alive(board: &Board, color: Color) -> PassAlive {
    let (stones, regions) = life(board, color, false);
    let mut territory = PointMap::filled(false);
    for region in regions.iter().filter(|region| region.is_enclosed && !region.vital_to.is_empty()) {
        region.points.iter().for_each(|&point| territory[point] = true);
    }
    PassAlive { stones, territory }
}

/// The stones of pass-alive chains of `color`, and all regions without a stone of that colour. Where the opponent may take
/// off its own stones by suicide, the points under them have to be liberties, too.
pub(crate) fn life(board: &Board, color: Color, suicide: bool) -> (PointMap<bool>, Vec<Region>) {
    let mut chains: Vec<ChainId> = board.chains(color).map(|stone| board.chain(stone)).collect();
    let mut regions = regions(board, color, suicide);
    loop {
        let is_vital =
            |region: &Region, chain: &ChainId| region.is_enclosed && region.vital_to.contains(chain);
        let before = chains.len();
        chains.retain(|chain| regions.iter().filter(|region| is_vital(region, chain)).count() >= 2);
        for region in &mut regions {
            region.is_enclosed = region.borders.iter().all(|chain| chains.contains(chain));
        }
        if before == chains.len() {
            break;
        }
    }
    let mut stones = PointMap::filled(false);
    for point in board.size().points() {
        stones[point] = chains.contains(&board.chain(point));
    }
    (stones, regions)
}

/// The connected regions of points that are not stones of `color`.
fn regions(board: &Board, color: Color, suicide: bool) -> Vec<Region> {
    let mut seen = PointMap::filled(false);
    let mut regions = Vec::new();
    for start in board.size().points() {
        if board.cell(start).is(color) || seen[start] {
            continue;
        }
        seen[start] = true;
        let (mut points, mut next, mut borders) = (vec![start], 0, Vec::new());
        while let Some(&point) = points.get(next) {
            next += 1;
            for neighbour in point.neighbours() {
                let cell = board.cell(neighbour);
                if cell.is(color) {
                    if !borders.contains(&board.chain(neighbour)) {
                        borders.push(board.chain(neighbour));
                    }
                } else if cell != Cell::Border && !seen[neighbour] {
                    seen[neighbour] = true;
                    points.push(neighbour);
                }
            }
        }
        let need_not = |p: Point| !suicide && !board.is_empty(p);
        let is_vital =
            |chain: &ChainId| points.iter().all(|&p| need_not(p) || board.is_liberty_of(p, *chain));
        let vital_to = borders.iter().copied().filter(is_vital).collect();
        regions.push(Region { points, borders, vital_to, is_enclosed: true });
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive(diagram: &str, color: Color) -> usize {
        let board = Board::from_diagram(diagram).unwrap();
        let found = pass_alive(&board, color);
        board.size().points().filter(|p| found.stones[*p]).count()
    }

    #[test]
    fn two_eyes_are_alive_and_one_is_not() {
        assert_eq!(alive(".X.X. XXXXX ..... ..... .....", Color::Black), 7);
        assert_eq!(alive(".X... XX... ..... ..... .....", Color::Black), 0);
    }

    #[test]
    fn a_big_eye_alone_is_not_unconditional() {
        assert_eq!(alive("...X. XXXX. ..... ..... .....", Color::Black), 0);
    }

    #[test]
    fn chains_that_share_two_eyes_live_together() {
        // Three chains around the eyes A5, B4 and A3.
        assert_eq!(alive(".X..X X.XXX .XX.. XX... .....", Color::Black), 10);
        // Without A3 the long chain has one eye only, and then B4 counts for nobody.
        assert_eq!(alive(".XOO. X.XXO OXX.O OOOOO .....", Color::Black), 0);
    }

    #[test]
    fn an_enemy_stone_in_an_eye_does_not_kill() {
        assert_eq!(alive(".X.OX XXXXX ..... ..... .....", Color::Black), 7);
    }
}
