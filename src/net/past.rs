//! The course of a game as networks are told of it: which of the last moves they may know, which repetitions are banned,
//! whether a pass ends the game.
//!
//! Networks are trained on games in which colours alternate. Where one colour moves twice running, what was before is
//! forgotten; after the end of a game only its last pass is known. Source: KataGo, `cpp/game/boardhistory.cpp` (behaviour
//! only).

use crate::board::{Board, Color, Move, Point};
use crate::rules::{Game, KoRule, Rules, Turn};

/// What a network may know of a game's past, with a certain player to move.
pub struct Past<'a> {
    game: &'a Game,
    to_play: Color,
    /// Moves before colours last ceased to alternate.
    forgotten: usize,
    /// Of the moves since then, the last ones that belong together.
    pub valid: usize,
    /// Whether the game is over, or its first phase under territory scoring.
    pub is_over: bool,
    /// Whether nobody has taken the button yet.
    pub has_button: bool,
    /// What taking the button brought White, in half points.
    pub button_for_white: i32,
    /// Passes in a row that count towards the end.
    passes: usize,
    /// Who passed in which position, under the simple ko rule.
    passed_in: Vec<(Color, u64)>,
    /// Positions that may not come back, and who was to play in them.
    positions: Vec<(u64, Color)>,
}

impl<'a> Past<'a> {
    /// Reads the game from where colours last began to alternate, so that it is the turn of `to_play`.
    pub fn new(game: &'a Game, rules: &Rules, to_play: Color) -> Past<'a> {
        let turns = game.turns();
        let due = |moves: usize| match moves {
            0 => game.start_to_play(),
            n => turns[n - 1].color.opponent(),
        };
        let mover = |moves: usize| turns.get(moves).map_or(to_play, |turn| turn.color);
        let forgotten = (0..=turns.len()).rev().find(|&n| due(n) != mover(n)).unwrap_or(0);
        let mut past = Past {
            game,
            to_play,
            forgotten,
            valid: 0,
            is_over: false,
            has_button: rules.button,
            button_for_white: 0,
            passes: 0,
            passed_in: Vec::new(),
            positions: vec![(game.positions()[forgotten], mover(forgotten))],
        };
        for (n, &turn) in turns.iter().enumerate().skip(forgotten) {
            past.add(turn, game.positions()[n], game.positions()[n + 1], rules);
        }
        past
    }

    fn add(&mut self, turn: Turn, before: u64, after: u64, rules: &Rules) {
        if self.is_over {
            self.valid = self.valid.min(1);
        }
        let mut is_repeated_pass = false;
        match turn.mv {
            Move::Place(_) => self.passes = 0,
            Move::Pass if self.has_button => {
                self.has_button = false;
                self.button_for_white += -turn.color.sign();
                self.passed_in.clear();
                self.positions.clear();
            }
            Move::Pass => {
                self.passes += 1;
                if rules.ko == KoRule::Simple {
                    self.positions.clear();
                    is_repeated_pass = self.passed_in.contains(&(turn.color, before));
                    self.passed_in.push((turn.color, before));
                }
            }
        }
        let now = (after, turn.color.opponent());
        self.positions.push(now);
        self.valid += 1;
        let is_end = self.passes >= 2 || is_repeated_pass;
        if is_end && !rules.counts_area() {
            self.valid = 1;
        }
        let is_cycle = rules.ko == KoRule::Simple
            && turn.mv != Move::Pass
            && self.positions.iter().filter(|position| **position == now).count() >= 3;
        self.is_over = is_end || is_cycle;
    }

    /// Whether a pass would end the game, or its first phase under territory scoring.
    pub fn pass_ends(&self) -> bool {
        self.passes >= 1 || self.repeats_a_pass()
    }

    /// Whether a pass would be the second in a row, and nothing else would make it the last move.
    pub fn is_second_pass(&self) -> bool {
        self.passes == 1 && !self.repeats_a_pass()
    }

    fn repeats_a_pass(&self) -> bool {
        self.passed_in.contains(&(self.to_play, self.game.board().hash()))
    }

    /// Where the player to move may not play because of a ko or of a position that would come back.
    pub fn banned(&self, rules: &Rules) -> Vec<Point> {
        if self.forgotten == self.game.turns().len() {
            return Vec::new();
        }
        let board = self.game.board();
        let ko = board.ko_point(self.to_play);
        let mut banned: Vec<Point> = ko.into_iter().collect();
        if rules.ko != KoRule::Simple {
            let is_banned = |p: &Point| ko != Some(*p) && self.repeats(board, *p, rules);
            banned.extend(board.empties().iter().copied().filter(is_banned));
        }
        banned
    }

    fn repeats(&self, board: &Board, point: Point, rules: &Rules) -> bool {
        let suicide = board.suicide_len(self.to_play, point);
        if suicide == 1 || (suicide > 1 && !rules.suicide) {
            return false;
        }
        let after = (board.hash_after(self.to_play, point), self.to_play.opponent());
        match rules.ko {
            KoRule::Positional => self.positions.iter().any(|(hash, _)| *hash == after.0),
            _ => self.positions.contains(&after),
        }
    }

    /// The positions one and two moves ago.
    pub fn earlier_boards(&self) -> [Board; 2] {
        let turns = self.game.turns();
        let mut board = self.game.start().clone();
        let mut earlier = [board.clone(), board.clone()];
        for (n, turn) in turns.iter().enumerate() {
            if n + 2 == turns.len() {
                earlier[1].clone_from(&board);
            }
            if n + 1 == turns.len() {
                earlier[0].clone_from(&board);
                break;
            }
            match turn.mv {
                Move::Place(point) => {
                    board.play(turn.color, point);
                }
                Move::Pass => board.pass(),
            }
        }
        earlier
    }
}
