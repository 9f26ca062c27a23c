//! Random games from a position to its end: the one playout loop.
//!
//! Moves are drawn by the [`policy`]: heuristics around the last moves, and else a random point that is legal and does
//! not fill an own one-point eye. A uniform player, without the heuristics, is what the board's speed is measured by.
//! Suicide is never played and only the simple ko is known. A playout ends after two passes or at a length cap. The
//! search and the benchmarks call [`Playout::run`]; the judgement of dead stones, which wants more care than speed, calls
//! [`Playout::run_with`] with the moves of [`careful`].

pub mod careful;
pub mod ladder;
pub mod nakade;
mod ownership;
mod pattern3;
pub mod policy;
mod tally;
mod turn;

pub use ownership::Ownership;
pub use tally::{RuleCounts, Tally};

use crate::board::{BlackSide, Board, Color, Point, Side, WhiteSide};
use crate::params::{PlayoutParams, Rule};
use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use turn::Ko;

/// The generator of all playouts: small, fast, and the same on every machine.
pub type Rng = Xoshiro256PlusPlus;

/// How a playout ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Black's area less White's in the final position, in half points, without komi.
    pub margin: i32,
    /// Number of moves played, passes included.
    pub moves: u32,
}

/// Room for the plays of a playout, a power of two; three for each point of the largest board fit in.
const MAX_PLAYS: usize = 2048;

/// Plays playouts. Holds what one thread needs again for each of them.
#[derive(Debug)]
pub struct Playout {
    params: PlayoutParams,
    /// For each rule, the tickets that it is asked for (see [`turn::gate`]).
    gates: [u16; Rule::ALL.len()],
    is_uniform: bool,
    /// The plays of the last playout; colours alternate from the player to move. A pass is `Point::NONE`.
    plays: Box<[Point; MAX_PLAYS]>,
    /// Number of them.
    len: usize,
    /// The last move and the one before, `Point::NONE` for a pass.
    recent: [Point; 2],
    ko: Ko,
    /// Black's stones on the board less White's.
    lead: i32,
}

impl Playout {
    /// A player that follows the policy.
    pub fn new(params: PlayoutParams) -> Playout {
        Playout {
            gates: Rule::ALL.map(|rule| turn::gate(params.rate(rule))),
            params,
            is_uniform: false,
            plays: Box::new([Point::NONE; MAX_PLAYS]),
            len: 0,
            recent: [Point::NONE; 2],
            ko: Ko::NONE,
            lead: 0,
        }
    }

    /// A player whose moves are all random.
    pub fn uniform(params: PlayoutParams) -> Playout {
        Playout { is_uniform: true, ..Playout::new(params) }
    }

    /// The plays of the last playout in order; colours alternate from the player to move. A pass is `Point::NONE`.
    pub fn plays(&self) -> &[Point] {
        &self.plays[..self.len]
    }

    /// Forgets the plays of the last playout, where a simulation ends without one.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Plays from `board` with `color` to move until the game ends; `board` is then the final position. `recent` are the
    /// last move and the one before, `Point::NONE` where there is none.
    pub fn run(&mut self, board: &mut Board, color: Color, recent: [Point; 2], rng: &mut Rng) -> Outcome {
        self.run_and_tell(board, color, recent, rng, &mut ())
    }

    /// As [`Playout::run`]; `tally` is told which rule made each move.
    pub fn run_and_tell(
        &mut self,
        board: &mut Board,
        color: Color,
        recent: [Point; 2],
        rng: &mut Rng,
        tally: &mut impl Tally,
    ) -> Outcome {
        self.len = 0;
        self.recent = recent;
        self.ko = Ko::NONE.after(board.ko_point(color));
        let stones =
            if self.has_mercy() { Color::BOTH.map(|color| board.stone_count(color) as i32) } else { [0, 0] };
        self.lead = stones[0] - stones[1];
        match (color, self.is_uniform) {
            (Color::Black, true) => self.play_uniformly::<BlackSide, WhiteSide>(board, rng),
            (Color::White, true) => self.play_uniformly::<WhiteSide, BlackSide>(board, rng),
            (Color::Black, false) => self.play_to_end::<BlackSide, WhiteSide>(board, rng, tally),
            (Color::White, false) => self.play_to_end::<WhiteSide, BlackSide>(board, rng, tally),
        }
        Outcome { margin: area_margin(board), moves: self.len as u32 }
    }

    /// As [`Playout::run`], with a policy of the caller: it is told the board, the player, the opponent's last play
    /// (`Point::NONE` for a pass and at the start) and the generator, and answers with a legal play or `None` for a pass.
    pub fn run_with(
        &mut self,
        board: &mut Board,
        color: Color,
        rng: &mut Rng,
        mut policy: impl FnMut(&Board, Color, Point, &mut Rng) -> Option<Point>,
    ) -> Outcome {
        let limit = self.limit(board);
        let (mut to_play, mut passes, mut last) = (color, 0, Point::NONE);
        self.len = 0;
        while passes < 2 && self.len < limit {
            let choice = policy(board, to_play, last, rng);
            match choice {
                Some(point) => _ = board.play(to_play, point),
                None => board.pass(),
            }
            passes = if choice.is_some() { 0 } else { passes + 1 };
            last = choice.unwrap_or(Point::NONE);
            self.record(last);
            to_play = to_play.opponent();
        }
        Outcome { margin: area_margin(board), moves: self.len as u32 }
    }

    /// The number of moves at which a playout is cut. Room is left for one more, as two are made at a time.
    fn limit(&self, board: &Board) -> usize {
        (self.params.max_moves_per_point as usize * board.size().area()).min(MAX_PLAYS - 2)
    }

    #[inline(always)]
    fn record(&mut self, play: Point) {
        self.plays[self.len % MAX_PLAYS] = play;
        self.len += 1;
    }

    fn has_mercy(&self) -> bool {
        !self.is_uniform && self.params.mercy < 1.0
    }

    fn play_to_end<A: Side, B: Side>(&mut self, board: &mut Board, rng: &mut Rng, tally: &mut impl Tally) {
        let limit = self.limit(board);
        let share = if self.has_mercy() { self.params.mercy } else { f32::INFINITY };
        let mercy = (share * board.size().area() as f32) as i32;
        let mut has_second_moved = true;
        while self.len < limit {
            let has_first_moved = self.turn::<A>(board, rng, tally);
            if !has_first_moved && !has_second_moved || self.lead.abs() > mercy {
                return;
            }
            has_second_moved = self.turn::<B>(board, rng, tally);
            if !has_first_moved && !has_second_moved {
                return;
            }
        }
    }

    /// Makes a move; false if it is a pass.
    #[inline(always)]
    fn turn<S: Side>(&mut self, board: &mut Board, rng: &mut Rng, tally: &mut impl Tally) -> bool {
        let point = self.policy_move::<S>(board, rng, tally).unwrap_or(Point::NONE);
        self.record(point);
        self.recent = [point, self.recent[0]];
        if point == Point::NONE {
            board.pass();
            self.ko = self.ko.after(None);
            return false;
        }
        let empty_after = board.empty_count() - 1;
        board.play_as::<S, false>(point);
        self.ko = self.ko.after(board.ko_point(S::ENEMY));
        self.lead += S::OWN.sign() * (1 + (board.empty_count() - empty_after) as i32);
        true
    }

    /// As [`Playout::play_to_end`], all moves random.
    fn play_uniformly<A: Side, B: Side>(&mut self, board: &mut Board, rng: &mut Rng) {
        let limit = self.limit(board);
        let mut has_second_moved = true;
        let mut drawn = draw(board, (peek(rng) >> 32) as u32);
        while self.len < limit {
            // Two tickets of 32 bits, as the generator costs as much as a capture test; the first has been looked at.
            let tickets = rng.next_u64();
            let has_first_moved = self.uniform_turn::<A>(board, &mut drawn, tickets as u32);
            if !has_first_moved && !has_second_moved {
                return;
            }
            has_second_moved = self.uniform_turn::<B>(board, &mut drawn, (peek(rng) >> 32) as u32);
            if !has_first_moved && !has_second_moved {
                return;
            }
        }
    }

    /// Makes a move on the drawn point or the next playable one, and draws the point for the next move by the ticket: in the
    /// middle of the move, for the reason told at [`Board::play_and_look`]. False if it is a pass.
    #[inline(always)]
    fn uniform_turn<S: Side>(&mut self, board: &mut Board, drawn: &mut Point, ticket: u32) -> bool {
        let point = if board.is_playable::<S>(*drawn) { *drawn } else { next_playable::<S>(board, *drawn) };
        self.record(point);
        if point == Point::NONE {
            board.pass();
            *drawn = draw(board, ticket);
            return false;
        }
        *drawn = board.play_and_look::<S, false, Point>(point, |board| draw(board, ticket));
        true
    }
}

/// The next number of the generator, which stays as it is.
#[inline(always)]
fn peek(rng: &Rng) -> u64 {
    rng.clone().next_u64()
}

/// A number below `bound`, nearly uniform (bias below bound / 2^32).
#[inline]
fn below(rng: &mut Rng, bound: usize) -> usize {
    scaled(rng.next_u32(), bound)
}

/// The number below `bound` that stands to it as `ticket` to 2^32.
#[inline]
fn scaled(ticket: u32, bound: usize) -> usize {
    ((u64::from(ticket) * bound as u64) >> 32) as usize
}

/// A number from 0 up to, but not including, 1.
#[inline]
fn fraction(rng: &mut Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// The empty point that the ticket falls on. There is one on every board, as each chain has a liberty; in the middle of a
/// move that takes stones there may be none, and what is drawn has no meaning.
#[inline(always)]
fn draw(board: &Board, ticket: u32) -> Point {
    board.empty_at(scaled(ticket, board.empty_count()))
}

/// The next playable point after that empty one, around the list, `Point::NONE` if there is none. Not inlined, so that the
/// usual case keeps its registers.
#[inline(never)]
fn next_playable<S: Side>(board: &Board, refused: Point) -> Point {
    let (before, after) = board.empties().split_at(board.place_of(refused));
    let mut others = after[1..].iter().chain(before);
    others.find(|point| board.is_playable::<S>(**point)).copied().unwrap_or(Point::NONE)
}

/// Black's area less White's in half points at a playout's end: stones, and empty points next to one colour only.
pub fn area_margin(board: &Board) -> i32 {
    let (stones, black) = (board.size().area() - board.empties().len(), board.stone_count(Color::Black));
    // As numbers: whose eye comes next cannot be predicted.
    let touches = |color, point| i32::from(board.touches(color, point));
    let eye = |&point: &Point| touches(Color::Black, point) - touches(Color::White, point);
    2 * (2 * black as i32 - stones as i32 + board.empties().iter().map(eye).sum::<i32>())
}

/// Whose the empty `point` is at a playout's end: of the only player who has stones next to it.
#[inline]
pub fn eye_owner(board: &Board, point: Point) -> Option<Color> {
    match Color::BOTH.map(|color| board.touches(color, point)) {
        [true, false] => Some(Color::Black),
        [false, true] => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    /// The outcomes of some playouts from a position.
    fn outcomes(diagram: &str, params: PlayoutParams) -> Vec<Outcome> {
        let start = Board::from_diagram(diagram).unwrap();
        let (mut player, mut rng) = (Playout::new(params), Rng::seed_from_u64(1));
        let play = |i: usize| player.run(&mut start.clone(), Color::BOTH[i % 2], [Point::NONE; 2], &mut rng);
        (0..100).map(play).collect()
    }

    #[test]
    fn a_seki_is_kept_and_its_shared_points_count_for_nobody() {
        let ends = outcomes("XXX.OOO XXXXOOO XXXXOOO XXX.OOO", PlayoutParams::default());
        assert!(ends.iter().all(|end| end.margin == 2 * (14 - 12)), "{ends:?}");
    }

    #[test]
    fn mercy_ends_what_is_decided() {
        let one_sided = "XXXXXXX XXXXXXX X.X.X.X ....... ....... ....... .......";
        let with = |mercy| outcomes(one_sided, PlayoutParams { mercy, ..PlayoutParams::default() });
        let (early, late) = (with(0.3), with(1.0));
        let moves = |ends: &[Outcome]| ends.iter().map(|end| end.moves).sum::<u32>();
        assert!(early.iter().all(|end| end.margin > 0) && 2 * moves(&early) < moves(&late));
    }

    #[test]
    fn every_rule_makes_moves_that_are_counted() {
        let params =
            PlayoutParams { ko_rate: 1.0, race_rate: 1.0, eye_rate: 1.0, ..PlayoutParams::default() };
        let params = PlayoutParams { other_liberty_rate: 1.0, eye_capture_rate: 1.0, ..params };
        let (mut player, mut rng) = (Playout::new(params), Rng::seed_from_u64(1));
        let (mut counts, mut plays) = (RuleCounts::default(), 0);
        for _ in 0..100 {
            let mut board = Board::new(crate::board::Size::square(9));
            player.run_and_tell(&mut board, Color::Black, [Point::NONE; 2], &mut rng, &mut counts);
            plays += player.plays().iter().filter(|play| **play != Point::NONE).count() as u64;
        }
        assert!(Rule::ALL.into_iter().all(|rule| counts.of(rule) > 0), "{counts:?}");
        assert_eq!(counts.total(), plays);
    }
}
