//! The engine: a game, a search and clocks, and what they decide together. No protocol text.
//!
//! Where [`crate::search`] says which move is best, this module decides whether to play it, to pass or to resign.
//! A call that fails leaves everything as it was.

use crate::board::{Board, Color, Move, Point, Size};
use crate::params::Params;
use crate::rules::score::{Score, Status, score};
use crate::rules::{Game, IllegalMove, PRESETS, Preset, Rules, preset};
use crate::search::time::{Budget, Clock, TimeSystem, moves_to_come};
use crate::search::{Limits, Report, Search, Stop};
use crate::sgf::{Record, Step};
use crate::status;
use std::fmt;
use std::time::{Duration, Instant};

/// What a user sets for a whole session.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The ruleset to begin with.
    pub preset: Preset,
    /// Playouts for each move, whatever the clock says.
    pub playouts: Option<u64>,
    /// Time for each move, whatever the clock says.
    pub time_per_move: Option<Duration>,
    /// Part of the clock kept back on each move for what the controller and the network take.
    pub lag: Duration,
    /// Whether the engine may resign.
    pub resign: bool,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// Threads of the search.
    pub threads: usize,
    /// Cap on the memory of the tree.
    pub megabytes: usize,
    /// Seed of the search.
    pub seed: u64,
}

impl Default for Settings {
    /// Chinese rules as servers play them, nothing limited but by the default number of playouts, seed 0.
    fn default() -> Settings {
        Settings {
            preset: *preset("chinese-ogs").expect("invariant: the default ruleset is a preset"),
            playouts: None,
            time_per_move: None,
            lag: Duration::from_millis(100),
            resign: true,
            ponder: false,
            threads: 1,
            megabytes: 256,
            seed: 0,
        }
    }
}

/// What the engine does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Makes a move.
    Move(Move),
    /// Gives up. No move is made.
    Resign,
}

/// Why a position could not be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The board has stones or moves on it.
    BoardNotEmpty,
    /// A point stands twice, is off the board, or leaves no room.
    BadPoints,
    /// A chain of the position has no liberty.
    NoLiberty,
    /// The move with that number is not legal.
    IllegalMove(usize, IllegalMove),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SetupError::BoardNotEmpty => write!(f, "board not empty"),
            SetupError::BadPoints => write!(f, "bad vertex list"),
            SetupError::NoLiberty => write!(f, "setup leaves a chain without liberties"),
            SetupError::IllegalMove(number, why) => write!(f, "move {number} is illegal ({why})"),
        }
    }
}

impl std::error::Error for SetupError {}

/// See the module comment.
#[derive(Debug)]
pub struct Engine {
    game: Game,
    params: Params,
    settings: Settings,
    search: Search,
    time_system: TimeSystem,
    clocks: [Clock; 2],
    /// Number of moves of the game when the engine last made one.
    generated: usize,
    /// For each colour, how many of its moves in a row looked lost.
    lost_streak: [u32; 2],
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Params::default(), Settings::default())
    }
}

impl Engine {
    /// An engine with an empty 19x19 board.
    pub fn new(params: Params, settings: Settings) -> Engine {
        let time_system = TimeSystem::Unlimited;
        Engine {
            game: Game::new(Size::square(19), settings.preset.rules, settings.preset.komi),
            search: Search::new(params.clone(), settings.seed, settings.threads, settings.megabytes),
            clocks: [Clock::new(&time_system); 2],
            generated: 0,
            lost_streak: [0; 2],
            params,
            settings,
            time_system,
        }
    }

    /// The game being played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Empties the board and takes its size; komi and rules stay.
    pub fn new_game(&mut self, size: Size) {
        self.begin(Game::new(size, self.game.rules, self.game.komi));
    }

    fn begin(&mut self, game: Game) {
        self.game = game;
        self.search.clear();
        self.clocks = [Clock::new(&self.time_system); 2];
        self.generated = 0;
        self.lost_streak = [0; 2];
    }

    /// Sets the komi, in half points.
    pub fn set_komi(&mut self, komi: i32) {
        self.game.komi = komi;
    }

    /// Sets the rules; the position stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.rules = rules;
    }

    /// Places handicap stones on the empty board; White is then to play.
    ///
    /// # Errors
    /// `BoardNotEmpty`, or `BadPoints` if there are fewer than two, one twice, or all points.
    pub fn place_handicap(&mut self, stones: &[Point]) -> Result<(), SetupError> {
        if !self.is_board_empty() {
            return Err(SetupError::BoardNotEmpty);
        }
        let size = self.game.size();
        let is_new = |(i, p): (usize, &Point)| size.contains(*p) && !stones[..i].contains(p);
        if stones.len() < 2 || stones.len() >= size.area() || !stones.iter().enumerate().all(is_new) {
            return Err(SetupError::BadPoints);
        }
        self.begin(Game::with_handicap(size, stones, self.game.rules, self.game.komi));
        Ok(())
    }

    /// Whether no stone stands on the board and no move has been made.
    pub fn is_board_empty(&self) -> bool {
        self.game.turns().is_empty() && self.game.board().hash() == 0
    }

    /// Makes a move of either player.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn play(&mut self, color: Color, mv: Move) -> Result<(), IllegalMove> {
        self.game.play(color, mv)
    }

    /// Takes back that many moves and returns true, or none and false if there are fewer.
    pub fn undo(&mut self, moves: usize) -> bool {
        if self.game.turns().len() < moves {
            return false;
        }
        self.game.undo_many(moves);
        true
    }

    /// Sets the time control and starts both clocks anew.
    pub fn set_time_system(&mut self, system: TimeSystem) {
        self.time_system = system;
        self.clocks = [Clock::new(&system); 2];
    }

    /// Sets the time a player has left.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.clocks[color.index()].set(seconds, stones);
    }

    /// Thinks, decides, and plays the move it decides on. The time taken is charged to the player's clock.
    pub fn genmove(&mut self, color: Color, stop: Stop) -> Decision {
        let start = Instant::now();
        let decision = self.decide(color, stop);
        if let Decision::Move(mv) = decision {
            self.game.play(color, mv).expect("invariant: the search proposes legal moves");
            self.generated = self.game.turns().len();
        }
        self.clocks[color.index()].spend(start.elapsed().as_secs_f64(), &self.time_system);
        decision
    }

    /// Thinks about the opponent's move until `stop` says so, if that is asked for and the last move was the engine's own.
    /// The tree is used again when the move is known.
    pub fn ponder(&mut self, stop: Stop) {
        let last = self.game.turns().last();
        if self.settings.ponder && last.is_some() && self.generated == self.game.turns().len() && !stop() {
            let color = self.game.to_play();
            self.search.think(&self.game, color, &Limits::default(), stop);
        }
    }

    /// Thinks and decides, but plays nothing.
    pub fn decide(&mut self, color: Color, stop: Stop) -> Decision {
        if self.passes_at_once(color) {
            return Decision::Move(Move::Pass);
        }
        let report = self.search.think(&self.game, color, &self.limits(color), stop);
        if self.resigns(&report) {
            return Decision::Resign;
        }
        let best = report.best().mv;
        Decision::Move(if self.passes_instead(color, best) { Move::Pass } else { best })
    }

    fn limits(&self, color: Color) -> Limits {
        let (playouts, time) = (self.settings.playouts, self.settings.time_per_move);
        if playouts.is_some() || time.is_some() {
            return Limits { playouts, time: time.map(Budget::fixed) };
        }
        let (empty, area) = (self.game.board().empties().len(), self.game.size().area());
        let moves = moves_to_come(empty, area, &self.params.time);
        let lag = self.settings.lag.as_secs_f64();
        let time = self.clocks[color.index()].budget(&self.time_system, moves, lag, &self.params.time);
        let playouts = time.is_none().then_some(self.params.search.default_playouts);
        Limits { playouts, time }
    }

    /// Whether `color` can end the game now, by a pass after the opponent's, and wins it so.
    fn passes_at_once(&self, color: Color) -> bool {
        let opponent_passed =
            self.game.turns().last().is_some_and(|t| t.color != color && t.mv == Move::Pass);
        opponent_passed && self.is_won_after_passes(color)
    }

    /// Whether a pass is as good as `best`: that move lies in settled territory, no open point is left between the
    /// players, and the count is won.
    fn passes_instead(&self, color: Color, best: Move) -> bool {
        let Move::Place(point) = best else { return false };
        let settled = status::settled(&self.game, &self.params);
        settled.is_finished() && settled.is_inside(point) && self.is_won_after_passes(color)
    }

    fn is_won_after_passes(&self, color: Color) -> bool {
        let mut end = self.game.clone();
        for passer in [color, color.opponent()] {
            end.play(passer, Move::Pass).expect("invariant: a pass is legal");
        }
        let status = status::judge(&end, &self.params);
        score(&end, &status).margin() * color.sign() > 0
    }

    fn resigns(&mut self, report: &Report) -> bool {
        let params = &self.params.search;
        let earliest = params.resign_after_moves_per_point * self.game.size().area() as f32;
        let is_lost = report.win_rate < f64::from(params.resign_below)
            && report.playouts >= u64::from(params.resign_min_visits);
        let streak = &mut self.lost_streak[report.color.index()];
        *streak = if is_lost { *streak + 1 } else { 0 };
        self.settings.resign && *streak >= params.resign_streak && self.game.turns().len() as f32 >= earliest
    }

    /// Which stones are dead and which are in seki if the game ends now.
    pub fn status(&self) -> Status {
        status::judge(&self.game, &self.params)
    }

    /// The score if the game ends now.
    pub fn final_score(&self) -> Score {
        score(&self.game, &self.status())
    }

    /// The game as a record, without a result.
    pub fn record(&self) -> Record {
        let game = &self.game;
        let mut record = Record::new(game.size());
        record.komi = Some(game.komi);
        record.handicap = (game.handicap() > 0).then_some(game.handicap() as u32);
        record.rules = PRESETS.iter().find(|p| p.rules == game.rules).map(|p| p.name.to_owned());
        let start = game.start();
        let stone = |p: Point| start.cell(p).color().map(|color| (p, Some(color)));
        let stones: Vec<_> = game.size().points().filter_map(stone).collect();
        if !stones.is_empty() {
            record.steps.push(Step::Setup { stones });
        }
        if game.start_to_play() == Color::White {
            record.steps.push(Step::ToPlay(Color::White));
        }
        record.steps.extend(game.turns().iter().map(|turn| Step::Play(turn.color, turn.mv)));
        record
    }

    /// Takes over a game record up to, but not including, move number `before` (counted from 1); all of it if `None`.
    ///
    /// # Errors
    /// Why the record is not a game; then nothing has changed.
    pub fn load(&mut self, record: &Record, before: Option<usize>) -> Result<(), SetupError> {
        let rules = record.rules.as_deref().and_then(preset).map_or(self.game.rules, |p| p.rules);
        let mut game = Game::new(record.size, rules, record.komi.unwrap_or(self.game.komi));
        let mut number = 0;
        for step in &record.steps {
            match step {
                Step::Setup { stones } => game = set_up(&game, stones)?,
                Step::ToPlay(color) => game.set_to_play(*color),
                Step::Play(color, mv) => {
                    number += 1;
                    if before == Some(number) {
                        game.set_to_play(*color);
                        break;
                    }
                    game.play(*color, *mv).map_err(|why| SetupError::IllegalMove(number, why))?;
                }
            }
        }
        self.begin(game);
        Ok(())
    }
}

/// The game with stones set or taken off by hand: it starts anew from there.
fn set_up(game: &Game, stones: &[(Point, Option<Color>)]) -> Result<Game, SetupError> {
    let mut board: Board = game.board().clone();
    board.set_all(stones.iter().copied());
    if !board.has_liberties_everywhere() {
        return Err(SetupError::NoLiberty);
    }
    let blacks = stones.iter().filter(|(_, stone)| *stone == Some(Color::Black)).count();
    let is_handicap = game.board().hash() == 0 && blacks >= 2 && blacks == stones.len();
    let to_play = if is_handicap { Color::White } else { game.to_play() };
    let mut after = Game::from_position(board, to_play, game.rules, game.komi);
    after.set_placed_handicap(if is_handicap { blacks } else { game.handicap() });
    Ok(after)
}
