//! What a network is shown: KataGo's input features, version 7.
//!
//! 22 planes with a number for each point and 19 numbers for the whole position, all from the view of the player to move.
//! The planes: 0 the board; 1-2 own and enemy stones; 3-5 stones with one, two, three liberties; 6 banned repetitions; 9-13
//! the last five moves, the latest first; 14-16 stones in a ladder now and in the two positions before; 17 moves that
//! catch enemy stones in a ladder; 18-19 own and enemy area. 7, 8, 20 and 21 belong to KataGo's way to play out what is
//! dead under territory scoring, which tengen judges instead. The globals: 0-4 which of the last five moves were
//! passes; 5 komi; 6-7 ko rule; 8 suicide; 9 territory scoring; 10-11 tax; 14 whether a pass ends the game; 15-16 a
//! stronger player; 17 button; 18 the wave of the komi.
//! Source: KataGo, `cpp/neuralnet/nninputs.cpp` (behaviour only); D. J. Wu, "Accelerating Self-Play Learning in Go" (2019),
//! appendix A.

use super::area::{area, area_without_seki};
use super::ladders::for_each_ladder;
use super::past::Past;
use super::symmetry::Symmetry;
use super::{LEAST_SIDE, MOST_SIDE};
use crate::board::{Board, Color, Move, Point, Size};
use crate::rules::{Game, KoRule, Rules, Scoring, Tax};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of planes.
pub const PLANES: usize = 22;
/// Number of globals.
pub const GLOBALS: usize = 19;
/// Moves of the past that a network is shown.
const MOVES: usize = 5;
/// A komi by which more than the board and so many points changes hands is shown as if it were that. KataGo's.
const MOST_KOMI_BEYOND_AREA: f32 = 20.0;
/// What komi is divided by.
const KOMI_UNIT: f32 = 20.0;

/// A board that networks do not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownSize(pub Size);

impl fmt::Display for UnknownSize {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (width, height) = (self.0.width(), self.0.height());
        write!(
            f,
            "networks play on boards with sides of {LEAST_SIDE} to {MOST_SIDE} points, not on {width}x{height}"
        )
    }
}

impl std::error::Error for UnknownSize {}

/// What a network is shown of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct Inputs {
    /// Columns of the board.
    pub width: usize,
    /// Rows of the board.
    pub height: usize,
    /// [`PLANES`] planes, each row by row from the top row.
    pub planes: Vec<f32>,
    /// Numbers for the whole position.
    pub globals: [f32; GLOBALS],
}

impl Inputs {
    /// All numbers 0, even those for points on the board.
    pub fn zero(width: usize, height: usize) -> Inputs {
        Inputs { width, height, planes: vec![0.0; PLANES * width * height], globals: [0.0; GLOBALS] }
    }

    /// Whether networks know boards of that size.
    ///
    /// # Errors
    /// [`UnknownSize`] if they do not.
    pub fn check(size: Size) -> Result<(), UnknownSize> {
        let is_known = |side: usize| (LEAST_SIDE..=MOST_SIDE).contains(&side);
        if is_known(size.width()) && is_known(size.height()) { Ok(()) } else { Err(UnknownSize(size)) }
    }

    /// What is shown of the game's position with `color` to move. Costs a replay of the game and the reading of ladders.
    ///
    /// # Errors
    /// [`UnknownSize`] for boards that networks do not know.
    pub fn new(game: &Game, color: Color) -> Result<Inputs, UnknownSize> {
        Inputs::with_suicide(game, color, game.rules.suicide)
    }

    /// The same for networks that know pass-alive groups as such even if the opponent could take off own stones by suicide,
    /// whatever the rules say.
    ///
    /// # Errors
    /// As [`Inputs::new`].
    pub fn with_suicide(game: &Game, color: Color, suicide: bool) -> Result<Inputs, UnknownSize> {
        let size = game.size();
        Inputs::check(size)?;
        let rules = as_area_if_counted_so(&game.rules);
        let past = Past::new(game, &rules, color);
        let mut inputs = Inputs::zero(size.width(), size.height());
        let most = if past.is_over { 1 } else { MOVES };
        let known = if hides_end(&rules, &past) { 0 } else { past.valid.min(most) };
        inputs.show_stones(game.board(), color);
        past.banned(&rules).into_iter().for_each(|point| inputs.mark(6, point));
        inputs.show_moves(game, known);
        inputs.show_ladders(game.board(), &past, color, known);
        inputs.show_area(game.board(), &rules, suicide, color);
        inputs.show_globals(game, &rules, &past, color);
        Ok(inputs)
    }

    /// The same where the player to move is taken to think longer than the opponent by so many doublings of its playouts,
    /// negative if less.
    pub fn with_doublings(mut self, doublings: f32) -> Inputs {
        if doublings != 0.0 {
            (self.globals[15], self.globals[16]) = (1.0, doublings / 2.0);
        }
        self
    }

    /// Komi, rules and the end of the game.
    fn show_globals(&mut self, game: &Game, rules: &Rules, past: &Past, color: Color) {
        self.show_rules(rules, past);
        self.globals[14] = f32::from(u8::from(past.pass_ends() && !hides_end(rules, past)));
        self.show_komi(own_komi(game, rules, past, color), rules);
    }

    /// The same position under a symmetry.
    pub fn under(&self, symmetry: Symmetry) -> Inputs {
        let planes = symmetry.apply(&self.planes, self.width, self.height);
        Inputs { planes, ..*self }
    }

    /// Where a point stands in a plane.
    fn index(&self, point: Point) -> usize {
        (self.height - 1 - point.row()) * self.width + point.column()
    }

    fn mark(&mut self, plane: usize, point: Point) {
        let index = self.index(point);
        self.planes[plane * self.width * self.height + index] = 1.0;
    }

    fn show_stones(&mut self, board: &Board, color: Color) {
        for point in board.size().points() {
            self.mark(0, point);
            if let Some(owner) = board.cell(point).color() {
                self.mark(if owner == color { 1 } else { 2 }, point);
                let liberties = board.liberties(point);
                if liberties <= 3 {
                    self.mark(2 + liberties, point);
                }
            }
        }
    }

    fn show_moves(&mut self, game: &Game, known: usize) {
        for (ago, turn) in game.turns().iter().rev().take(known).enumerate() {
            match turn.mv {
                Move::Place(point) => self.mark(9 + ago, point),
                Move::Pass => self.globals[ago] = 1.0,
            }
        }
    }

    /// Ladders now, and in the positions before as far as the moves that led from there are shown.
    fn show_ladders(&mut self, board: &Board, past: &Past, color: Color, known: usize) {
        for_each_ladder(board, |stone, working| {
            board.chain_stones(stone).for_each(|p| self.mark(14, p));
            if board.cell(stone).is(color.opponent()) {
                working.iter().for_each(|&p| self.mark(17, p));
            }
        });
        let area = self.width * self.height;
        let earlier = past.earlier_boards();
        for ago in 1..=2 {
            let (before, now) = self.planes.split_at_mut((14 + ago) * area);
            if known < ago {
                now[..area].copy_from_slice(&before[(13 + ago) * area..]);
                continue;
            }
            let board = &earlier[ago - 1];
            for_each_ladder(board, |stone, _| board.chain_stones(stone).for_each(|p| self.mark(14 + ago, p)));
        }
    }

    /// Areas, where they count before the end of the game.
    fn show_area(&mut self, board: &Board, rules: &Rules, suicide: bool, color: Color) {
        let owners = match (rules.scoring, rules.tax) {
            (Scoring::Territory, _) => return,
            (Scoring::Area, Tax::None) => area(board, suicide),
            (Scoring::Area, Tax::Seki | Tax::All) => area_without_seki(board, suicide),
        };
        for point in board.size().points() {
            if let Some(owner) = owners[point] {
                self.mark(if owner == color { 18 } else { 19 }, point);
            }
        }
    }

    fn show_rules(&mut self, rules: &Rules, past: &Past) {
        let globals = &mut self.globals;
        (globals[6], globals[7]) = match rules.ko {
            KoRule::Simple => (0.0, 0.0),
            KoRule::Positional => (1.0, 0.5),
            KoRule::Situational | KoRule::Natural => (1.0, -0.5),
        };
        let flag = |is_set: bool| if is_set { 1.0 } else { 0.0 };
        globals[8] = flag(rules.suicide);
        globals[9] = flag(rules.scoring == Scoring::Territory);
        globals[10] = flag(rules.tax != Tax::None);
        globals[11] = flag(rules.tax == Tax::All);
        globals[17] = flag(past.has_button);
    }

    /// `komi`: what the player to move gets, in points.
    fn show_komi(&mut self, komi: f32, rules: &Rules) {
        let area = self.width * self.height;
        let most = area as f32 + MOST_KOMI_BEYOND_AREA;
        let komi = komi.clamp(-most, most);
        self.globals[5] = komi / KOMI_UNIT;
        if rules.scoring == Scoring::Area {
            self.globals[18] = komi_wave(komi, area);
        }
    }
}

/// Whether a second pass is shown as if it did not end the game: where the players agree on what is dead.
fn hides_end(rules: &Rules, past: &Past) -> bool {
    rules.friendly_pass && rules.counts_area() && past.is_second_pass()
}

/// A number for all that a network is shown but the moves that led to the position: stones, player to move, banned points,
/// komi, rules and how near the end is.
pub fn situation(game: &Game, color: Color) -> u64 {
    let rules = as_area_if_counted_so(&game.rules);
    let past = Past::new(game, &rules, color);
    let (width, height) = (game.size().width(), game.size().height());
    let mut inputs = Inputs { width, height, planes: Vec::new(), globals: [0.0; GLOBALS] };
    inputs.show_globals(game, &rules, &past, color);
    let mut hasher = DefaultHasher::new();
    (game.board().hash(), color, width, height, past.is_over, hides_end(&rules, &past)).hash(&mut hasher);
    past.banned(&rules).hash(&mut hasher);
    inputs.globals.map(f32::to_bits).hash(&mut hasher);
    hasher.finish()
}

/// A triangle wave of the komi with a period of two points: where komi decides between a win and a loss it rises, through a
/// komi at which the game can be drawn.
fn komi_wave(komi: f32, area: usize) -> f32 {
    let drawable = (area % 2) as f32;
    let above = (komi - drawable).rem_euclid(2.0);
    match above {
        above if above < 0.5 => above,
        above if above < 1.5 => 1.0 - above,
        above => above - 2.0,
    }
}

/// The rules as a network knows them: territory scoring with pass stones comes to the same as area scoring.
fn as_area_if_counted_so(rules: &Rules) -> Rules {
    let scoring = if rules.counts_area() { Scoring::Area } else { Scoring::Territory };
    Rules { scoring, ..*rules }
}

/// What the player to move gets beside the area, in points: komi, compensation, button; under territory scoring also a
/// point for each stone that the opponent has played more, since there a stone costs a point.
fn own_komi(game: &Game, rules: &Rules, past: &Past, color: Color) -> f32 {
    let mut white = game.compensation() + past.button_for_white;
    if rules.scoring == Scoring::Territory {
        let board = game.board();
        let played = |of: Color| board.stone_count(of) as i32 + board.prisoners(of.opponent()) as i32;
        white += 2 * (played(Color::Black) - played(Color::White));
    }
    -color.sign() as f32 * white as f32 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_beyond_the_training_are_refused_with_the_reason() {
        for (width, height, is_known) in [(2, 2, true), (19, 7, true), (19, 20, false), (1, 9, false)] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(Inputs::check(size).is_ok(), is_known, "{width}x{height}");
        }
        let why = UnknownSize(Size::square(21)).to_string();
        assert_eq!(why, "networks play on boards with sides of 2 to 19 points, not on 21x21");
    }

    #[test]
    fn the_wave_rises_through_a_drawable_komi() {
        // On 9x9 the game can be drawn with odd komi.
        assert_eq!(komi_wave(7.0, 81), 0.0);
        assert_eq!(komi_wave(7.5, 81), 0.5);
        assert_eq!(komi_wave(6.5, 81), -0.5);
        assert_eq!(komi_wave(8.0, 81), 0.0);
        assert_eq!(komi_wave(-7.0, 81), 0.0);
        assert_eq!(komi_wave(6.5, 64), 0.5);
    }
}
