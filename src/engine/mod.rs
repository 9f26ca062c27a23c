//! The engine: a game, a search and clocks, and what they decide together. No protocol text.
//!
//! Where [`crate::search`] says which move is best, this module decides whether to play it, to pass or to resign.
//! A call that fails leaves everything as it was.

mod decide;
mod handicap;
mod insight;
mod level;
mod pace;
mod record;
mod second_opinion;

pub use insight::Thought;
pub use level::MAX_LEVEL;
pub use record::set_up;

use crate::board::{Color, Move, Point, Size};
use crate::net::Network;
use crate::params::Params;
use crate::playout::Rng;
use crate::rules::score::{Score, Status, score};
use crate::rules::{Game, IllegalMove, Preset, Rules, preset};
use crate::search::time::{Clock, TimeSystem};
use crate::search::{Search, Statistics, Wanted};
use crate::status;
use pace::Pace;
use rand::SeedableRng;
use std::fmt;
use std::sync::Arc;
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
    /// Strength, 1 to [`MAX_LEVEL`].
    pub level: u8,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// Threads of the search.
    pub threads: usize,
    /// Cap on the memory of the tree.
    pub megabytes: usize,
    /// Seed of the search.
    pub seed: u64,
    /// The network that judges positions; without one playouts do.
    pub network: Option<Arc<Network>>,
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
            level: MAX_LEVEL,
            ponder: false,
            threads: 1,
            megabytes: 256,
            seed: 0,
            network: None,
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
    /// Draws the moves of lower levels.
    rng: Rng,
    time_system: TimeSystem,
    clocks: [Clock; 2],
    /// The clocks before each move of the game.
    clocks_before: Vec<[Clock; 2]>,
    /// The rules that were set last, other than by a record.
    own_rules: Rules,
    /// The komi that was set last, other than by a record.
    own_komi: Option<i32>,
    /// Whether the komi was set, by a command or a record. Until then it is what the ruleset of the settings has for the
    /// board's size and for handicap games.
    has_komi: bool,
    /// The last judgement, and the position, rules and agreement it was made for, and whether it was hurried.
    judged: Option<((u64, Rules, bool, bool), Status)>,
    /// What the next decision may try.
    wanted: Wanted,
    /// The last decision.
    thought: Option<Thought>,
    /// Number of moves of the game when the engine last made one.
    generated: usize,
    /// For each colour, how many of its moves in a row looked lost.
    lost_streak: [u32; 2],
    pace: Pace,
    /// The longest that the move that is being decided on may take.
    given: Option<Duration>,
    /// Whether the move that is being decided on has no time for more than a hurried judgement.
    is_short_of_time: bool,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new(Params::default(), Settings::default())
    }
}

/// A search as the settings want it.
fn search_for(params: &Params, settings: &Settings) -> Search {
    Search::new(params.clone(), settings.seed, settings.threads, settings.megabytes)
        .with_network(settings.network.clone())
}

impl Engine {
    /// An engine with an empty 19x19 board.
    pub fn new(params: Params, settings: Settings) -> Engine {
        let time_system = TimeSystem::Unlimited;
        Engine {
            game: Game::new(
                Size::square(19),
                settings.preset.rules,
                settings.preset.komi_on(Size::square(19)),
            ),
            search: search_for(&params, &settings),
            rng: Rng::seed_from_u64(settings.seed),
            clocks: [Clock::new(&time_system); 2],
            clocks_before: Vec::new(),
            own_rules: settings.preset.rules,
            own_komi: None,
            has_komi: false,
            judged: None,
            wanted: Wanted::default(),
            thought: None,
            generated: 0,
            lost_streak: [0; 2],
            pace: Pace::new(),
            given: None,
            is_short_of_time: false,
            params,
            settings,
            time_system,
        }
    }

    /// The game being played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The network that judges positions, if there is one.
    pub fn network(&self) -> Option<&Network> {
        self.settings.network.as_deref()
    }

    /// Playouts, or visits of a network, for each move where the user sets neither their number nor time.
    fn usual_playouts(&self) -> u64 {
        if self.has_network() { self.params.net.default_visits } else { self.params.search.default_playouts }
    }

    /// Whether a network judges positions on this board.
    fn has_network(&self) -> bool {
        self.search.has_network_for(self.game.size())
    }

    /// Empties the board and takes its size. Rules stay, and so does a komi that was set.
    pub fn new_game(&mut self, size: Size) {
        let komi = self.komi_or(self.settings.preset.komi_on(size));
        self.begin(Game::new(size, self.game.rules, komi));
    }

    /// The komi that the ruleset of the settings has for the board's size, or for the game's handicap.
    fn usual_komi(&self, game: &Game) -> i32 {
        let preset = &self.settings.preset;
        if game.handicap() >= 2 { preset.handicap_komi } else { preset.komi_on(game.size()) }
    }

    /// The komi that was set, or else the usual one.
    fn komi_or(&self, usual: i32) -> i32 {
        if self.has_komi { self.game.komi } else { usual }
    }

    fn begin(&mut self, game: Game) {
        self.game = game;
        self.search.clear();
        self.judged = None;
        self.wanted = Wanted::default();
        self.thought = None;
        self.start_clocks();
        self.generated = 0;
        self.lost_streak = [0; 2];
        self.pace.begin_game();
    }

    /// Sets the komi, in half points.
    pub fn set_komi(&mut self, komi: i32) {
        self.game.komi = komi;
        self.own_komi = Some(komi);
        self.has_komi = true;
    }

    /// Sets the rules; the position stays.
    pub fn set_rules(&mut self, rules: Rules) {
        self.game.rules = rules;
        self.own_rules = rules;
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
        let komi = self.komi_or(self.settings.preset.handicap_komi);
        self.begin(Game::with_handicap(size, stones, self.game.rules, komi));
        Ok(())
    }

    /// Sets stones on the empty board. If all are black they are a handicap, as in a game record.
    ///
    /// # Errors
    /// `BoardNotEmpty`, `BadPoints` if a point is off the board or stands twice, `NoLiberty`.
    pub fn set_up(&mut self, stones: &[(Point, Color)]) -> Result<(), SetupError> {
        if !self.is_board_empty() {
            return Err(SetupError::BoardNotEmpty);
        }
        let is_new = |(i, (p, _)): (usize, &(Point, Color))| {
            self.game.size().contains(*p) && stones[..i].iter().all(|(other, _)| other != p)
        };
        if !stones.iter().enumerate().all(is_new) {
            return Err(SetupError::BadPoints);
        }
        let stones: Vec<_> = stones.iter().map(|&(p, color)| (p, Some(color))).collect();
        let mut game = record::set_up(&self.game, &stones)?;
        game.komi = self.komi_or(self.usual_komi(&game));
        self.begin(game);
        Ok(())
    }

    /// Says who plays first. Returns false, and changes nothing, once a move has been made.
    pub fn set_first_player(&mut self, color: Color) -> bool {
        let is_start = self.game.turns().is_empty();
        if is_start {
            self.game.set_to_play(color);
        }
        is_start
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
        self.game.play(color, mv)?;
        self.clocks_before.push(self.clocks);
        Ok(())
    }

    /// Makes several moves, or none of them if one is illegal.
    ///
    /// # Errors
    /// The number of that move, counted from 1, and why it is illegal.
    pub fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), SetupError> {
        let before = self.game.turns().len();
        for (index, &(color, mv)) in moves.iter().enumerate() {
            if let Err(why) = self.play(color, mv) {
                self.undo(self.game.turns().len() - before);
                return Err(SetupError::IllegalMove(index + 1, why));
            }
        }
        Ok(())
    }

    /// Takes back that many moves and returns true, or none and false if there are fewer. Clocks are set back, too.
    pub fn undo(&mut self, moves: usize) -> bool {
        let Some(left) = self.game.turns().len().checked_sub(moves) else { return false };
        self.game.undo_many(moves);
        if let Some(clocks) = self.clocks_before.drain(left..).next() {
            self.clocks = clocks;
            self.generated = 0;
            self.lost_streak = [0; 2];
        }
        true
    }

    /// Sets the time control and starts both clocks anew.
    pub fn set_time_system(&mut self, system: TimeSystem) {
        self.time_system = system;
        self.start_clocks();
    }

    fn start_clocks(&mut self) {
        self.clocks = [Clock::new(&self.time_system); 2];
        self.clocks_before = vec![self.clocks; self.game.turns().len()];
    }

    /// The clocks of Black and White.
    pub fn clocks(&self) -> [Clock; 2] {
        self.clocks
    }

    /// Sets the time a player has left.
    pub fn set_time_left(&mut self, color: Color, seconds: f64, stones: u32) {
        self.clocks[color.index()].set(seconds, stones);
    }

    /// Which stones are dead and which are in seki if the game ends now.
    pub fn status(&mut self) -> Status {
        let game = self.game.clone();
        self.status_of(&game)
    }

    /// The figures of the last search.
    pub fn search_statistics(&self) -> Option<&Statistics> {
        self.search.statistics()
    }

    /// Says when the command arrived that the next calls answer: the time of a move counts from then on, or from the last
    /// move if that was decided on later. Without it the time counts from the call.
    pub fn count_time_from(&mut self, arrived: Instant) {
        self.pace.ask(arrived);
    }

    /// The status of a game's position; the last one is remembered, since controllers ask for it again and again. Short of
    /// time it is a hurried one.
    fn status_of(&mut self, game: &Game) -> Status {
        let key = (game.board().hash(), game.rules, game.all_stones_alive(), self.is_short_of_time);
        match &self.judged {
            Some((known, status)) if *known == key => status.clone(),
            _ => {
                let status = match self.is_short_of_time {
                    true => status::judge(game, &self.params.in_a_hurry()),
                    false => status::judge(game, &self.params),
                };
                // Asking the network takes time, and only a log wants to know.
                if log::log_enabled!(log::Level::Info) && !self.is_short_of_time {
                    for stone in self.disputed(game, &status) {
                        let (column, row) = (stone.column() + 1, stone.row() + 1);
                        log::info!("the network disagrees about the chain in column {column}, row {row}");
                    }
                }
                self.judged = Some((key, status.clone()));
                status
            }
        }
    }

    /// The score if the game ends now.
    pub fn final_score(&mut self) -> Score {
        let status = self.status();
        score(&self.game, &status)
    }

    /// Resumes a game that two passes have stopped, because the players do not agree on what is dead. Returns who plays
    /// next: the one who passed first, as in the texts of AGA, WMSG and Ludoteka; or the opponent of the one who asks for
    /// it, if `asked_by` is given (Japanese rules, article 9). `None` if the game has not stopped.
    pub fn resume(&mut self, asked_by: Option<Color>) -> Option<Color> {
        if !self.game.is_over() {
            return None;
        }
        let next = asked_by.map_or(self.game.to_play(), Color::opponent);
        self.game.resume(next);
        Some(next)
    }
}
