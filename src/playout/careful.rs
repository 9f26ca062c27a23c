//! A playout policy that does not throw away what stands on the board: for judging life and death.
//!
//! Near the opponent's last play it captures what is in atari, rescues what was put in atari, plays the vital point of a
//! small eye space, and keeps two eyes where the opponent plays into a living shape; else it plays a random point, but
//! no self-atari that gives stones away for nothing. So groups in seki stay (nobody fills the last liberties), and
//! nakade kill. Sources: Gelly, Wang, Munos, Teytaud, "Modification of UCT with Patterns in Monte-Carlo Go" (2006), for
//! the order of the rules; Pachi's "moggy" policy for self-atari and nakade.

use super::nakade::{self, Shape};
use super::{Rng, below};
use crate::board::{Board, Color, Point, Points};

/// The policy's move for `color` after the opponent's `last` play; `None` is a pass. `closed` says where nobody plays,
/// because the owner of the point is known.
pub fn careful_move(
    board: &Board,
    color: Color,
    last: Point,
    rng: &mut Rng,
    closed: impl Fn(Point) -> bool,
) -> Option<Point> {
    let is_playable = |p: Point| !closed(p) && board.is_legal(color, p);
    if last != Point::NONE && board.cell(last).is(color.opponent()) {
        let answer = capture_of(board, last)
            .filter(|p| is_playable(*p))
            .or_else(|| rescue(board, color, last).filter(|p| is_playable(*p)))
            .or_else(|| vital_point(board, last).filter(|p| is_playable(*p) && !gives_away(board, color, *p)))
            .or_else(|| dividing_point(board, color, last).filter(|p| is_playable(*p)));
        if answer.is_some() {
            return answer;
        }
    }
    let empties = board.empties();
    if empties.is_empty() {
        return None;
    }
    let (before, after) = empties.split_at(below(rng, empties.len()));
    let is_candidate =
        |p: &&Point| !board.is_eyelike(color, **p) && is_playable(**p) && !gives_away(board, color, **p);
    after.iter().chain(before).find(is_candidate).copied()
}

/// The point that takes the chain of the stone on `point`, if it is in atari.
fn capture_of(board: &Board, point: Point) -> Option<Point> {
    board.in_atari(point).then(|| board.only_liberty(point))
}

/// A play that saves a chain of `color` which the stone on `last` has put in atari: it takes a neighbouring chain, or
/// extends to two liberties or more.
fn rescue(board: &Board, color: Color, last: Point) -> Option<Point> {
    for chain in board.ataris_next_to(last, color) {
        for stone in board.chain_stones(chain) {
            let enemies = board.ataris_next_to(stone, color.opponent());
            let mut captures = enemies.into_iter().map(|enemy| board.only_liberty(enemy));
            if let Some(capture) = captures.find(|p| board.is_legal(color, *p)) {
                return Some(capture);
            }
        }
        let liberty = board.only_liberty(chain);
        if board.liberties_after(color, liberty, 2) >= 2 {
            return Some(liberty);
        }
    }
    None
}

/// The vital point of a small empty eye space next to `last` that stones of one colour enclose.
fn vital_point(board: &Board, last: Point) -> Option<Point> {
    let spaces = last.around().into_iter().filter(|p| board.is_empty(*p));
    let mut points = spaces
        .filter_map(|p| Color::BOTH.into_iter().find_map(|outsider| nakade::vital_point(board, p, outsider)));
    points.next()
}

/// The point that makes two eyes of a small eye space of `color` that was alive by its shape until the opponent played the
/// stone on `last` into it: the one next to that stone with the most of the space around it.
fn dividing_point(board: &Board, color: Color, last: Point) -> Option<Point> {
    let mut space = Points::new();
    space.push(last);
    let mut next = 0;
    while next < space.len() {
        for neighbour in space[next].neighbours() {
            if board.is_empty(neighbour) && !space.contains(&neighbour) {
                space.push(neighbour);
            } else if board.cell(neighbour).is(color.opponent()) && neighbour != last {
                return None;
            }
        }
        next += 1;
        if space.len() > nakade::LARGEST {
            return None;
        }
    }
    if nakade::shape(&space) != Shape::Open {
        return None;
    }
    let ways = |point: &Point| point.neighbours().iter().filter(|q| space.contains(q)).count();
    let near = last.neighbours().into_iter().filter(|p| board.is_empty(*p) && ways(p) > 1);
    near.max_by_key(ways)
}

/// Whether a legal play of `color` on `point` puts its own chain in atari for nothing: it takes no stone, and what the
/// opponent takes in turn is more than a single stone and no dead shape.
pub fn gives_away(board: &Board, color: Color, point: Point) -> bool {
    board.is_self_atari(color, point)
        && board.captured_by(color, point) == 0
        && nakade::small_chain_after(board, color, point).is_none_or(|stones| !nakade::is_dead_shape(&stones))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_liberties_are_not_filled_and_a_dead_shape_is_made() {
        // Black to the left and White to the right share A1 and, on the top row, D4.
        let seki = Board::from_diagram("XXX.OOO XXXXOOO XXXXOOO XXX.OOO").unwrap();
        assert!(Color::BOTH.into_iter().all(|c| gives_away(&seki, c, Point::new(3, 0))));
        // A third stone in the eye makes a bent three, which kills.
        let eye = Board::from_diagram("XXO. .OO. .OO. OOO.").unwrap();
        assert!(!gives_away(&eye, Color::Black, Point::new(0, 2)));
    }

    #[test]
    fn a_stone_put_in_atari_is_rescued() {
        let board = Board::from_diagram(".....  .O... OXO.. ..... .....").unwrap();
        assert_eq!(rescue(&board, Color::Black, Point::new(1, 3)), Some(Point::new(1, 1)));
        assert_eq!(capture_of(&board, Point::new(1, 2)), Some(Point::new(1, 1)));
    }
    #[test]
    fn a_stone_in_a_living_eye_space_is_answered_where_two_eyes_remain() {
        let answer = |diagram: &str, last: Point| {
            dividing_point(&Board::from_diagram(diagram).unwrap(), Color::White, last)
        };
        let straight = ".OX.. XOX.. .OX.. .OX.. OOX..";
        assert_eq!(answer(straight, Point::new(0, 3)), Some(Point::new(0, 2)));
        // The end of the space does no harm, and three in a row are dead.
        assert_eq!(answer("XOX.. .OX.. .OX.. .OX.. OOX..", Point::new(0, 4)), Some(Point::new(0, 3)));
        assert_eq!(answer("OOX.. .OX.. XOX.. .OX.. OOX..", Point::new(0, 2)), None);
        // An open side, or another stone of the opponent in it: no eye space of that shape.
        assert_eq!(answer("..... XOX.. .OX.. .OX.. OOX..", Point::new(0, 3)), None);
        assert_eq!(answer("XOX.. XOX.. .OX.. .OX.. OOX..", Point::new(0, 3)), None);
    }
}
