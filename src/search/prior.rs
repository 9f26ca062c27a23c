//! Prior knowledge: virtual visits and wins that a new node gets from what its move does.
//!
//! The knowledge is that of the playout policy and of michi (P. Baudiš 2015): captures and escapes, 3x3 patterns,
//! self-atari, nearness to the last move, and the lines near an empty border. Source of the kind: "progressive bias"
//! (Chaslot et al. 2008), given to the node's own value and not to RAVE.

use super::tree::Node;
use crate::board::{Board, Cell, Color, Point, PointMap};
use crate::params::PriorParams;
use crate::playout::{ladder, policy};

/// What the priors of all moves of one position need to know.
pub struct Priors<'a> {
    board: &'a Board,
    color: Color,
    params: &'a PriorParams,
    even: f32,
    /// Common-fate distance from the last move; 0 where it is farther than the priors reach.
    distance: PointMap<u8>,
}

impl<'a> Priors<'a> {
    /// The priors of moves of `color`; `last` is the move before, `Point::NONE` if there is none; `even` the visits of the
    /// even-game prior.
    pub fn new(board: &'a Board, color: Color, last: Point, params: &'a PriorParams, even: f32) -> Self {
        let distance = common_fate_distance(board, last, params.distance.len());
        Priors { board, color, params, even, distance }
    }

    /// Adds the prior of the move on `point`, `Point::NONE` for a pass.
    pub fn add_to(&self, node: &Node, point: Point) {
        node.add_prior(self.even, 0.5);
        if point == Point::NONE {
            return;
        }
        let (board, params) = (self.board, self.params);
        match self.distance[point] {
            0 => {}
            distance => node.add_prior(params.distance[usize::from(distance) - 1], 1.0),
        }
        match self.stones_gained(point) {
            0 => {}
            1 => node.add_prior(params.capture_one, 1.0),
            _ => node.add_prior(params.capture_more, 1.0),
        }
        if policy::has_pattern(board, self.color, point) {
            node.add_prior(params.pattern, 1.0);
        }
        if policy::stones_thrown_away(board, self.color, point) > 0 {
            node.add_prior(params.self_atari, 0.0);
        }
        if self.opens_a_corner(point) {
            node.add_prior(params.corner, 1.0);
        }
        match board.size().line(point) {
            line if line > 2 || !is_empty_around(board, point) => {}
            2 => node.add_prior(params.border, 1.0),
            _ => node.add_prior(params.border, 0.0),
        }
    }

    /// Whether the point is the first move of an empty corner on a board that is large enough to have corners: on the 4-4
    /// or a 3-4 point, no stone within the corner. Source: Fuego, "forced corner moves".
    fn opens_a_corner(&self, point: Point) -> bool {
        let (board, size) = (self.board, self.board.size());
        let column = point.column().min(size.width() - 1 - point.column());
        let row = point.row().min(size.height() - 1 - point.row());
        let is_large = size.width().min(size.height()) >= self.params.corner_side;
        let is_opening = matches!((column, row), (3, 3) | (2, 3) | (3, 2));
        is_large && is_opening && self.corner_of(point).all(|p| board.is_empty(p))
    }

    /// The points of the corner that `point` is in.
    fn corner_of(&self, point: Point) -> impl Iterator<Item = Point> {
        let (size, reach) = (self.board.size(), self.params.corner_reach);
        let first = |at: usize, side: usize| if at < side / 2 { 0 } else { side - reach };
        let (left, bottom) = (first(point.column(), size.width()), first(point.row(), size.height()));
        (0..reach * reach).map(move |i| Point::new(left + i % reach, bottom + i / reach))
    }

    /// How many stones the move takes, or saves from capture, or catches in a ladder.
    fn stones_gained(&self, point: Point) -> usize {
        let (board, color) = (self.board, self.color);
        let own = board.ataris_next_to(point, color);
        let saves = !own.is_empty() && self.is_rescue(own[0], point);
        let saved = if saves { own.iter().map(|chain| board.chain_len(*chain)).sum() } else { 0 };
        let is_caught = |chain: &Point| board.liberties(*chain) == 2 && ladder::catches(board, *chain, point);
        let enemies = board.chains_next_to(point, color.opponent());
        let caught: usize = enemies.into_iter().filter(is_caught).map(|chain| board.chain_len(chain)).sum();
        saved + board.captured_by(color, point) + caught
    }

    /// Whether the move saves the own chain in atari next to it, and not only until the next atari.
    fn is_rescue(&self, chain: Point, point: Point) -> bool {
        match self.board.liberties_after(self.color, point, 3) {
            0 | 1 => false,
            2 => ladder::can_escape(self.board, chain),
            _ => true,
        }
    }
}

/// Distance from `start` over adjacent points, where a chain is one step however long it is (Graepel et al. 2001), up to
/// `most`; 0 elsewhere.
fn common_fate_distance(board: &Board, start: Point, most: usize) -> PointMap<u8> {
    let mut distance = PointMap::filled(0);
    if board.cell(start) == Cell::Border {
        return distance;
    }
    let mut seen = PointMap::filled(false);
    let mut front = vec![start];
    seen[start] = true;
    for step in 0..=most {
        spread_over_chains(board, &mut front, &mut seen);
        front.iter().for_each(|&point| distance[point] = step as u8);
        let around = |&point: &Point| point.neighbours();
        let mut next: Vec<Point> = front.iter().flat_map(around).collect();
        next.retain(|&q| board.cell(q) != Cell::Border && !std::mem::replace(&mut seen[q], true));
        front = next;
    }
    distance
}

/// Adds to the points of the same distance the stones connected to them.
fn spread_over_chains(board: &Board, front: &mut Vec<Point>, seen: &mut PointMap<bool>) {
    let mut i = 0;
    while let Some(&point) = front.get(i) {
        i += 1;
        if !board.is_empty(point) {
            for stone in board.chain_stones(point) {
                if !std::mem::replace(&mut seen[stone], true) {
                    front.push(stone);
                }
            }
        }
    }
}

/// Whether no stone stands within three steps of `point`.
fn is_empty_around(board: &Board, point: Point) -> bool {
    (-3_i16..=3).all(|rows| {
        let reach = 3 - rows.abs();
        (-reach..=reach).all(|columns| match near(board, point, columns, rows) {
            Some(q) => board.is_empty(q),
            None => true,
        })
    })
}

/// The point so many columns right and rows up, if it is on the board.
fn near(board: &Board, point: Point, columns: i16, rows: i16) -> Option<Point> {
    let column = point.column().checked_add_signed(isize::from(columns))?;
    let row = point.row().checked_add_signed(isize::from(rows))?;
    (column < board.size().width() && row < board.size().height()).then(|| Point::new(column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prior_of(diagram: &str, column: usize, row: usize, last: Point) -> f32 {
        let board = Board::from_diagram(diagram).unwrap();
        let params = PriorParams::default();
        let node = Node::default();
        let priors = Priors::new(&board, Color::Black, last, &params, 10.0);
        priors.add_to(&node, Point::new(column, row));
        let (visits, wins) = node.prior();
        wins / visits
    }

    #[test]
    fn captures_and_escapes_are_favoured_and_self_atari_is_not() {
        let capture = prior_of("..... .XO.. XOO.. .XX.. .....", 3, 2, Point::NONE);
        let quiet = prior_of("..... .XO.. XOO.. .XX.. .....", 4, 0, Point::NONE);
        assert!(capture >= quiet);
        assert!(prior_of(".O... .O... O.... ..... .....", 0, 4, Point::NONE) < 0.5);
    }

    #[test]
    fn an_empty_corner_of_a_large_board_is_opened_at_the_usual_points() {
        let mut board = Board::new(crate::board::Size::square(19));
        board.play(Color::White, Point::new(16, 15));
        let params = PriorParams::default();
        let priors = Priors::new(&board, Color::Black, Point::NONE, &params, 10.0);
        for (column, row) in [(3, 3), (2, 3), (3, 2), (15, 3), (3, 16)] {
            assert!(priors.opens_a_corner(Point::new(column, row)), "{column} {row}");
        }
        for (column, row) in [(15, 15), (15, 16), (9, 9), (2, 2), (3, 4)] {
            assert!(!priors.opens_a_corner(Point::new(column, row)), "{column} {row}");
        }
    }

    #[test]
    fn a_chain_is_one_step_of_the_common_fate_distance() {
        let board = Board::from_diagram("..... XXXX. ..... ..... .....").unwrap();
        let distance = common_fate_distance(&board, Point::new(0, 4), 3);
        assert_eq!(distance[Point::new(0, 3)], 1);
        assert_eq!(distance[Point::new(3, 3)], 1);
        assert_eq!(distance[Point::new(3, 2)], 2);
        assert_eq!(distance[Point::new(0, 4)], 0);
    }
}
