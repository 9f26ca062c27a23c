//! A game: the start position, the rules, every move played, and what they allow next.
//!
//! [`Board`] is the position a playout plays on; `Game` is the truth about a real game. It judges superko and
//! suicide, counts passes, knows when play has stopped, and takes moves back. Colours need not alternate: the
//! Go Text Protocol lets either player move at any time.

use super::{KoRule, Resumption, Rules};
use crate::board::{Board, Color, Move, Point, Size};
use fxhash::{FxHashMap, FxHashSet};
use std::fmt;

/// A move and who made it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The player.
    pub color: Color,
    /// The move.
    pub mv: Move,
}

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IllegalMove {
    /// The point is not on the board.
    OffBoard,
    /// A stone stands there.
    Occupied,
    /// The stone or its chain would be without a liberty, and the rules forbid it.
    Suicide,
    /// The position before the opponent's move would come back.
    Ko,
    /// A position of the game would come back that the superko rule protects.
    Superko,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            IllegalMove::OffBoard => "off the board",
            IllegalMove::Occupied => "occupied",
            IllegalMove::Suicide => "suicide",
            IllegalMove::Ko => "ko",
            IllegalMove::Superko => "superko",
        })
    }
}

impl std::error::Error for IllegalMove {}

/// A game in progress or stopped.
///
/// ```
/// use tengen::board::{Color, Move, Point, Size};
/// use tengen::rules::{Game, IllegalMove, Rules};
/// let mut game = Game::new(Size::square(9), Rules::BASIC, 15);
/// let e5 = Move::Place(Point::new(4, 4));
/// assert_eq!(game.play(Color::Black, e5), Ok(()));
/// assert_eq!(game.play(Color::White, e5), Err(IllegalMove::Occupied));
/// game.undo();
/// assert_eq!(game.play(Color::White, e5), Ok(()));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The rules in force. They may change at any time; moves already made stay.
    pub rules: Rules,
    /// White's compensation in half points.
    pub komi: i32,
    start: Board,
    start_to_play: Color,
    placed_handicap: usize,
    board: Board,
    turns: Vec<Turn>,
    /// The hash of the position after each number of moves: one longer than `turns`.
    positions: Vec<u64>,
    /// The same without their order: most plays make a position that is new, and are found out to do so at once, however
    /// long the game is.
    seen: FxHashSet<u64>,
    /// For each resumption, the number of moves then and who was to play.
    resumptions: Vec<(usize, Color)>,
}

/// A position that has come back with the same player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Number of moves after which it first stood on the board.
    pub first: usize,
    /// Number of moves after which it stood there again.
    pub again: usize,
}

impl Game {
    /// A game on an empty board; `komi` in half points.
    pub fn new(size: Size, rules: Rules, komi: i32) -> Game {
        Game::from_position(Board::new(size), Color::Black, rules, komi)
    }

    /// A game that starts from a position.
    pub fn from_position(start: Board, to_play: Color, rules: Rules, komi: i32) -> Game {
        Game {
            rules,
            komi,
            start_to_play: to_play,
            placed_handicap: 0,
            board: start.clone(),
            turns: Vec::new(),
            positions: vec![start.hash()],
            seen: FxHashSet::from_iter([start.hash()]),
            resumptions: Vec::new(),
            start,
        }
    }

    /// A game that starts with handicap stones; White plays first. The points must be distinct and on the board.
    pub fn with_handicap(size: Size, stones: &[Point], rules: Rules, komi: i32) -> Game {
        let mut start = Board::new(size);
        for &point in stones {
            start.play(Color::Black, point);
        }
        let mut game = Game::from_position(start, Color::White, rules, komi);
        game.placed_handicap = stones.len();
        game
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first move: empty, or with handicap or setup stones.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Who was to play in the start position.
    pub fn start_to_play(&self) -> Color {
        self.start_to_play
    }

    /// Width and height of the board.
    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// Where the moves were played, the last one first; `Point::NONE` for a pass.
    pub fn latest(&self) -> impl Iterator<Item = Point> {
        self.turns.iter().rev().map(|turn| turn.mv.point().unwrap_or(Point::NONE))
    }

    /// What White gets besides what it has on the board: komi and a compensation for handicap stones, in half points.
    pub fn compensation(&self) -> i32 {
        self.komi + self.rules.handicap_compensation(self.handicap())
    }

    /// The moves so far.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The hashes of all positions so far, the start position first and the present one last.
    pub fn positions(&self) -> &[u64] {
        &self.positions
    }

    /// Who plays next if colours alternate, or the game was resumed for.
    pub fn to_play(&self) -> Color {
        match self.resumptions.last() {
            Some(&(turns, color)) if turns == self.turns.len() => color,
            _ => self.to_play_after(self.turns.len()),
        }
    }

    /// Who was to play after that many moves, as colours alternate.
    fn to_play_after(&self, moves: usize) -> Color {
        match moves {
            0 => self.start_to_play,
            n => self.turns[n - 1].color.opponent(),
        }
    }

    /// Number of handicap stones: those placed before the game, or else Black's plays in a row at its start, which is
    /// how some clients send a handicap.
    pub fn handicap(&self) -> usize {
        if self.placed_handicap > 0 {
            return self.placed_handicap;
        }
        let is_black_play = |turn: &&Turn| turn.color == Color::Black && turn.mv != Move::Pass;
        let leading = self.turns.iter().take_while(is_black_play).count();
        let on_empty_board = self.positions[0] == 0;
        if on_empty_board && leading >= 2 { leading } else { 0 }
    }

    /// States how many stones of the start position are a handicap, where that is known from elsewhere.
    pub fn set_placed_handicap(&mut self, stones: usize) {
        self.placed_handicap = stones;
    }

    /// Whether both players have just passed, one after the other, and the game has not been resumed since.
    pub fn is_over(&self) -> bool {
        let resumed_since = |(turns, _): &(usize, Color)| self.turns.len() < turns + 2;
        is_stop(&self.turns) && !self.resumptions.last().is_some_and(resumed_since)
    }

    /// Goes on with a game that has stopped; `color` plays next.
    pub fn resume(&mut self, color: Color) {
        self.resumptions.push((self.turns.len(), color));
    }

    /// The numbers of moves at which play stopped by two passes. A pass belongs to one stop only: three in a row are one
    /// stop, four are two.
    fn stops(&self) -> impl Iterator<Item = usize> + '_ {
        let mut last = 0;
        (2..=self.turns.len()).filter(move |&turns| {
            let stops = turns >= last + 2 && is_stop(&self.turns[..turns]);
            last = if stops { turns } else { last };
            stops
        })
    }

    /// Number of moves when play first stopped by two passes.
    pub fn first_stop(&self) -> Option<usize> {
        self.stops().next()
    }

    /// Whether each stone on the board counts as alive if the game ends now: by the rules as such, or because the
    /// players stopped, resumed, and stopped again.
    pub fn all_stones_alive(&self) -> bool {
        self.rules.all_stones_alive()
            || match self.rules.resumption {
                Resumption::Judged => false,
                Resumption::AllAlive | Resumption::Compensated => {
                    self.is_over() && self.stops().nth(1).is_some()
                }
            }
    }

    /// The last time that a position came back with the same player to move and a play in between. Superko rules do not
    /// let it happen; under the simple ko rule (triple ko, eternal life) the players may agree that the game has no result.
    /// Source: Japanese Go Rules 1989, article 12; Chinese Weiqi Rules 2002, section 20. Costs a look at each move.
    pub fn repetition(&self) -> Option<Repetition> {
        let mut firsts = FxHashMap::default();
        let mut last = None;
        for again in 0..=self.turns.len() {
            let first = *firsts.entry((self.positions[again], self.to_play_after(again))).or_insert(again);
            let is_after_play = again > 0 && self.turns[again - 1].mv != Move::Pass;
            last = if first < again && is_after_play { Some(Repetition { first, again }) } else { last };
        }
        last
    }

    /// How often that player has passed.
    pub fn passes(&self, color: Color) -> usize {
        self.turns.iter().filter(|turn| turn.color == color && turn.mv == Move::Pass).count()
    }

    /// Why `color` may not make that move, if it may not. A pass is always allowed.
    ///
    /// # Errors
    /// See [`IllegalMove`].
    pub fn check(&self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        let Move::Place(point) = mv else { return Ok(()) };
        if !self.size().contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if !self.board.is_empty(point) {
            return Err(IllegalMove::Occupied);
        }
        let suicide = self.board.suicide_len(color, point);
        if suicide == 1 || (suicide > 1 && !self.rules.suicide) {
            return Err(IllegalMove::Suicide);
        }
        if self.repeats(color, self.board.hash_after(color, point)) {
            let is_ko = self.is_retake(color, self.board.hash_after(color, point));
            return Err(if is_ko { IllegalMove::Ko } else { IllegalMove::Superko });
        }
        Ok(())
    }

    /// Whether the position with that hash, made now by a play of `color`, is a forbidden repetition.
    pub fn repeats(&self, color: Color, hash: u64) -> bool {
        match self.rules.ko {
            _ if !self.seen.contains(&hash) => false,
            KoRule::Simple => self.is_retake(color, hash),
            KoRule::Positional => true,
            KoRule::Situational => {
                (0..self.positions.len()).any(|n| self.positions[n] == hash && self.to_play_after(n) != color)
            }
            KoRule::Natural => self
                .turns
                .iter()
                .zip(&self.positions[1..])
                .any(|(turn, &position)| position == hash && turn.color == color && turn.mv != Move::Pass),
        }
    }

    /// Whether that is the position before the opponent's last move.
    fn is_retake(&self, color: Color, hash: u64) -> bool {
        let by_opponent = self.turns.last().is_some_and(|turn| turn.color != color);
        by_opponent && self.positions[self.positions.len() - 2] == hash
    }

    /// The points where `color` may play now.
    pub fn legal_points(&self, color: Color) -> Vec<Point> {
        self.size().points().filter(|&p| self.check(color, Move::Place(p)).is_ok()).collect()
    }

    /// Makes a move. Play may go on after two passes: that resumes the game.
    ///
    /// # Errors
    /// See [`IllegalMove`]; then nothing has changed.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.check(color, mv)?;
        self.add_turn(color, mv);
        Ok(())
    }

    /// Makes a move of a game that has been played elsewhere: one that the rules in force forbid as a repetition or as a
    /// suicide of several stones is made all the same, since there it was. Source: SGF FF4, properties `B` and `W`, by which
    /// such a move is executed; KataGo does likewise.
    ///
    /// # Errors
    /// The other [`IllegalMove`]s; then nothing has changed.
    pub fn play_recorded(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        match (self.check(color, mv), mv) {
            (Err(IllegalMove::Ko | IllegalMove::Superko), _) => {}
            (Err(IllegalMove::Suicide), Move::Place(point)) if self.board.suicide_len(color, point) > 1 => {}
            (outcome, _) => outcome?,
        }
        self.add_turn(color, mv);
        Ok(())
    }

    fn add_turn(&mut self, color: Color, mv: Move) {
        self.turns.push(Turn { color, mv });
        make(&mut self.board, color, mv);
        self.positions.push(self.board.hash());
        self.seen.insert(self.board.hash());
    }

    /// Takes the last move back and returns it; `None` if there is none. See [`Game::undo_many`].
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.last().copied()?;
        self.undo_many(1);
        Some(turn)
    }

    /// Takes that many moves back, or all if there are fewer. Handicap and setup stones stay. Replays the game, so it
    /// costs as many plays as there are moves.
    pub fn undo_many(&mut self, moves: usize) {
        self.turns.truncate(self.turns.len().saturating_sub(moves));
        self.positions.truncate(self.turns.len() + 1);
        self.seen = self.positions.iter().copied().collect();
        self.resumptions.retain(|(turns, _)| *turns <= self.turns.len());
        self.board = self.start.clone();
        for turn in &self.turns {
            make(&mut self.board, turn.color, turn.mv);
        }
    }

    /// States who plays next, where colours do not simply alternate. Only the start position takes it down; after a move
    /// the one who moved last decides.
    pub fn set_to_play(&mut self, color: Color) {
        self.start_to_play = color;
    }
}

fn make(board: &mut Board, color: Color, mv: Move) {
    match mv {
        Move::Place(point) => {
            board.play(color, point);
        }
        Move::Pass => board.pass(),
    }
}

/// Whether the last two moves are passes of the two players.
fn is_stop(turns: &[Turn]) -> bool {
    match turns {
        [.., a, b] => a.mv == Move::Pass && b.mv == Move::Pass && a.color != b.color,
        _ => false,
    }
}
