//! The playout policy: an ordered list of heuristics, each a function that proposes moves.
//!
//! The first heuristic that is asked (a random draw by its rate) and has a move is followed; last comes a random move.
//! They look around the last moves only. Order and rates are those of MoGo and Pachi.

use super::{nakade, pattern3};
use crate::board::{Board, Color, Few, Point, Side};

/// The point of a ko that was taken a while ago, if `color` may take it back.
pub fn ko_moves(board: &Board, color: Color, ko: Point, moves: &mut Few) {
    if board.is_legal(color, ko)
        && board.is_surrounded(color.opponent(), ko)
        && board.captured_by(color, ko) == 1
    {
        moves.push_new(ko);
    }
}

/// Moves of `color` that take the chain of the enemy's `last` move if that is in atari, or save own chains next to it that
/// are: by taking an enemy chain, or by an extension.
pub fn atari_moves(board: &Board, color: Color, last: Point, moves: &mut Few) {
    if board.in_atari(last) {
        moves.push_new(board.only_liberty(last));
    }
    for chain in board.ataris_next_to(last, color) {
        save_moves(board, color, chain, moves);
    }
}

/// Moves that save the chain in atari of the stone `chain`.
pub fn save_moves(board: &Board, color: Color, chain: Point, moves: &mut Few) {
    capture_moves_around(board, color, chain, moves);
    let liberty = board.only_liberty(chain);
    if board.liberties_after(color, liberty, 2) >= 2 {
        moves.push_new(liberty);
    }
}

/// Moves of `color` that take an enemy chain next to its chain of the stone `chain`.
fn capture_moves_around(board: &Board, color: Color, chain: Point, moves: &mut Few) {
    let is_next_to_one = |stone: &Point| board.has_atari_next_to(*stone, color.opponent());
    for stone in board.chain_stones(chain).filter(is_next_to_one) {
        for neighbour in stone.neighbours() {
            if board.cell(neighbour).is(color.opponent()) && board.in_atari(neighbour) {
                moves.push_new(board.only_liberty(neighbour));
            }
        }
    }
}

/// Moves of `color` around the enemy's `last` move where chains have two liberties: an atari that the enemy cannot answer
/// by an extension, or more liberties for an own chain.
pub fn two_liberty_moves(board: &Board, color: Color, last: Point, moves: &mut Few) {
    if board.liberties(last) == 2 {
        attack_moves(board, color, last, moves);
    }
    for stone in last.neighbours() {
        if board.cell(stone).is(color) && board.liberties(stone) == 2 {
            defence_moves(board, color, stone, moves);
        }
    }
}

/// Ataris on the enemy chain of two liberties that leave it no good extension.
fn attack_moves(board: &Board, color: Color, chain: Point, moves: &mut Few) {
    let [a, b] = board.two_liberties(chain);
    for (atari, extension) in [(a, b), (b, a)] {
        // The extension's liberties are counted with the point of the atari among them.
        let left = board.liberties_after(color.opponent(), extension, 3).saturating_sub(1);
        if left <= 1 && board.is_legal(color, atari) && !board.is_self_atari(color, atari) {
            moves.push_new(atari);
        }
    }
}

/// Moves that give the own chain of two liberties more, or take an enemy chain next to it.
fn defence_moves(board: &Board, color: Color, chain: Point, moves: &mut Few) {
    capture_moves_around(board, color, chain, moves);
    for liberty in board.two_liberties(chain) {
        if board.liberties_after(color, liberty, 3) >= 3 {
            moves.push_new(liberty);
        }
    }
}

/// The most liberties of chains that race: with more there is time for other moves.
const RACE: std::ops::RangeInclusive<usize> = 3..=4;

/// Moves of `color` in a race of an own chain next to the enemy's `last` move, which has three or four liberties, with the
/// chain of that move, which has no more: its liberties, those first that the own chain does not share.
pub fn race_moves(board: &Board, color: Color, last: Point, moves: &mut Few) {
    let enemy = board.liberties(last);
    let is_racing = |own: &Point| RACE.contains(&board.liberties(*own)) && enemy <= board.liberties(*own);
    if !RACE.contains(&enemy) || board.has_atari_next_to(last, color) {
        return;
    }
    let Some(own) = board.chains_next_to(last, color).into_iter().find(is_racing) else { return };
    let is_shared = |p: &Point| board.is_liberty_of(*p, board.chain(own));
    board.liberty_points(last).for_each(|p| moves.push_if(!is_shared(&p), p));
    if moves.is_empty() {
        board.liberty_points(last).for_each(|p| moves.push_if(true, p));
    }
}

/// Moves of `color` that keep an own eye which the enemy's `last` move, on a diagonal of it, would make false with one more:
/// the empty diagonals of the eye.
pub fn eye_moves(board: &Board, color: Color, last: Point, moves: &mut Few) {
    for eye in last.diagonals() {
        let is_stone = |p: &Point| board.cell(*p).is(color.opponent());
        if board.is_empty(eye)
            && board.is_eyelike(color, eye)
            && board.size().line(eye) > 0
            && eye.diagonals().iter().filter(|p| is_stone(p)).count() == 1
        {
            eye.diagonals().into_iter().filter(|p| board.is_empty(*p)).for_each(|p| moves.push_new(p));
        }
    }
}

/// Where the stone can be taken that makes the eye of `color` on `point` false, if it is one.
pub fn eye_capture(board: &Board, color: Color, point: Point) -> Option<Point> {
    if !board.is_surrounded(color, point) {
        return None;
    }
    let is_taken = |p: &Point| board.cell(*p).is(color.opponent()) && board.in_atari(*p);
    point.diagonals().into_iter().find(is_taken).map(|p| board.only_liberty(p)).filter(|p| *p != point)
}

/// The other liberty of a chain of `color` that has two and would put itself in atari on `point`.
pub fn other_liberty(board: &Board, color: Color, point: Point) -> Option<Point> {
    let mut chains = board.chains_next_to(point, color).into_iter();
    let chain = chains.find(|chain| board.liberties(*chain) == 2)?;
    let other = board.liberty_set(chain).other_than(point);
    (board.liberties_after(color, other, 2) >= 2).then_some(other)
}

/// The vital points of regions of 3 to 6 empty points next to the enemy's `last` move that the enemy alone encloses.
pub fn nakade_moves(board: &Board, color: Color, last: Point, moves: &mut Few) {
    for start in board.room_beside(last, color) {
        if let Some(point) = nakade::vital_point(board, start, color) {
            moves.push_new(point);
        }
    }
}

/// For each of the eight points around `last`, the weight of the 3x3 pattern that the player has there, 0 for none: a byte
/// for each, the first one lowest.
#[inline]
pub(crate) fn pattern_weights<S: Side>(board: &Board, last: Point) -> u64 {
    let table = pattern3::table();
    let codes = board.pattern_codes_around(last);
    let for_black = if S::OWN == Color::Black { codes } else { codes.with_colors_exchanged() };
    u64::from_le_bytes(for_black.to_array().map(|code| table.weight(code)))
}

/// How many own stones a play of `color` on `point` puts into atari for nothing; 0 where it takes stones, is a throw-in, or
/// makes a shape that kills from inside.
pub fn stones_thrown_away(board: &Board, color: Color, point: Point) -> usize {
    if !board.is_self_atari(color, point) || board.captured_by(color, point) > 0 {
        return 0;
    }
    let Some(stones) = nakade::small_chain_after(board, color, point) else {
        return nakade::LARGEST + 1;
    };
    let is_useful = match stones.len() {
        1 => is_throw_in(board, color, point),
        2 => false,
        _ => nakade::is_dead_shape(&stones),
    };
    if is_useful { 0 } else { stones.len() }
}

/// Whether a single stone on `point` has an enemy chain of two liberties next to it, which it may reduce.
fn is_throw_in(board: &Board, color: Color, point: Point) -> bool {
    board.chains_next_to(point, color.opponent()).into_iter().any(|chain| board.liberties(chain) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(diagram: &str) -> Board {
        Board::from_diagram(diagram).unwrap()
    }

    /// What a rule proposes to Black, in the order of the points.
    fn proposed(rule: fn(&Board, Color, Point, &mut Few), board: &Board, last: Point) -> Vec<Point> {
        let mut moves = Few::new();
        rule(board, Color::Black, last, &mut moves);
        let mut moves = moves.to_vec();
        moves.sort_unstable();
        moves
    }

    #[test]
    fn a_ko_is_taken_back_when_the_ban_is_over() {
        let mut board = board(".OX.. OX.X. .OX.. ..... .....");
        let ko = Point::new(1, 3);
        board.play(Color::White, Point::new(2, 3));
        assert_eq!(proposed(ko_moves, &board, ko), []);
        board.play(Color::Black, Point::new(4, 0));
        board.play(Color::White, Point::new(0, 0));
        assert_eq!(proposed(ko_moves, &board, ko), [ko]);
        board.play(Color::White, ko);
        assert!(!board.is_empty(ko), "White has connected");
    }

    #[test]
    fn in_a_race_the_liberties_that_are_not_shared_come_first() {
        let race = board("X.OX.O X.OX.O X.OX.O XOOXXO");
        let last = Point::new(2, 3);
        assert_eq!(proposed(race_moves, &race, last), [1, 2, 3].map(|row| Point::new(1, row)));
        let shared = board("X.O.XO X.OX.O X.OX.O XOOXXO");
        let points = proposed(race_moves, &shared, Point::new(2, 2));
        assert!(!points.contains(&Point::new(3, 3)));
        let ahead = board("X.OX.O X.OXXO X.OX.O XOOXXO");
        assert_eq!(proposed(race_moves, &ahead, last), [], "with fewer liberties the race is lost");
    }

    #[test]
    fn an_eye_is_repaired_at_its_last_open_diagonal() {
        let eye = board("..... .XX.. .X.X. .OXX. .....");
        assert_eq!(proposed(eye_moves, &eye, Point::new(1, 1)), [Point::new(3, 3)]);
        let sound = board("..... .XXX. .X.X. .OXX. .....");
        assert_eq!(proposed(eye_moves, &sound, Point::new(1, 1)), []);
    }

    #[test]
    fn a_false_eye_is_not_filled_where_its_enemy_can_be_taken() {
        let corner = board("..... ..... .X... XO... .X...");
        assert_eq!(eye_capture(&corner, Color::Black, Point::new(0, 0)), Some(Point::new(2, 1)));
        let safe = board("..... ..... ..... XO... .X...");
        assert_eq!(eye_capture(&safe, Color::Black, Point::new(0, 0)), None);
    }

    #[test]
    fn in_place_of_a_self_atari_the_other_liberty_is_found() {
        let edge = board("..... ..... ..... O.... .XO..");
        let (bad, good) = (Point::new(0, 0), Point::new(1, 1));
        assert!(edge.is_self_atari(Color::Black, bad));
        assert_eq!(other_liberty(&edge, Color::Black, bad), Some(good));
        let shut = board("..... ..... .O... O.O.. .XO..");
        assert_eq!(other_liberty(&shut, Color::Black, bad), None, "it is no better");
    }
}
