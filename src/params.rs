//! Every number that can be set at run time, one struct for each layer.
//!
//! Each field says what it is, its unit and where its value comes from; behind it stand its default and the range that it
//! may be set to at run time (see [`Tunables`]).

#[macro_use]
mod tunable;

pub use tunable::{Tunables, read};

use std::time::Duration;

mod net;

pub use net::NetParams;

/// The rules of the playout policy (see [`crate::playout::policy`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Take back a ko once the ban is over.
    KoRetake,
    /// Take a chain in atari, or save an own one, next to the last move.
    Atari,
    /// Attack or defend chains with two liberties next to the last move.
    TwoLiberties,
    /// Take a liberty of the last move's chain in a race of chains with three or four.
    CaptureRace,
    /// Keep an own eye that the last move is about to make false.
    EyeRepair,
    /// Play the vital point of a small region next to the last move.
    Nakade,
    /// A 3x3 pattern next to the last two moves.
    Pattern,
    /// Any point.
    Random,
    /// In place of a random self-atari: the other liberty of the chain.
    OtherLiberty,
    /// In place of filling a false eye: taking the stone that makes it false.
    EyeCapture,
}

impl Rule {
    /// All rules: those that are asked, in their order, and those that correct a random move.
    pub const ALL: [Rule; 10] = [
        Rule::KoRetake,
        Rule::Atari,
        Rule::TwoLiberties,
        Rule::CaptureRace,
        Rule::EyeRepair,
        Rule::Nakade,
        Rule::Pattern,
        Rule::Random,
        Rule::OtherLiberty,
        Rule::EyeCapture,
    ];

    /// What the rule is called in a table.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::KoRetake => "ko retake",
            Rule::Atari => "atari",
            Rule::TwoLiberties => "two liberties",
            Rule::CaptureRace => "capture race",
            Rule::EyeRepair => "eye repair",
            Rule::Nakade => "nakade",
            Rule::Pattern => "pattern",
            Rule::Random => "random",
            Rule::OtherLiberty => "other liberty",
            Rule::EyeCapture => "eye capture",
        }
    }
}

tunables! {
    /// Playouts.
    pub struct PlayoutParams {
        /// A playout is cut after that many moves for each point of the board. 3 covers 99.99 % of uniform playouts
        /// (Pachi: 600 moves on 19x19).
        pub max_moves_per_point: u32 = 3, 1..=100;
        /// How often a ko is taken back, 0..1. Source: Pachi, 0.4; off until a match shows a gain (docs/experiments.md).
        pub ko_rate: f32 = 0.0, 0.0..=1.0;
        /// How often the rule for chains in atari is asked, 0..1. Source: Pachi and michi, 0.9.
        pub atari_rate: f32 = 0.9, 0.0..=1.0;
        /// How often the rule for chains of two liberties is asked. Source: Pachi, 0.8.
        pub two_liberties_rate: f32 = 0.8, 0.0..=1.0;
        /// How often the rule for races is asked. Source: Pachi, 0.25; off as `ko_rate`.
        pub race_rate: f32 = 0.0, 0.0..=1.0;
        /// How often an eye is repaired. Source: Pachi, 1; off as `ko_rate`.
        pub eye_rate: f32 = 0.0, 0.0..=1.0;
        /// How often the nakade rule is asked. Source: Pachi, 0.8.
        pub nakade_rate: f32 = 0.8, 0.0..=1.0;
        /// How often the rule for 3x3 patterns is asked. Source: Pachi, 1.
        pub pattern_rate: f32 = 1.0, 0.0..=1.0;
        /// How often the other liberty is played in place of a random self-atari. Source: Pachi, 0.6; off as `ko_rate`.
        pub other_liberty_rate: f32 = 0.0, 0.0..=1.0;
        /// How often a stone is taken in place of filling the eye that it makes false. Source: Pachi, 0.6; off as
        /// `ko_rate`.
        pub eye_capture_rate: f32 = 0.0, 0.0..=1.0;
        /// A playout ends when a player has so many more stones on the board, as a share of its area; 1 never. Source: Fuego
        /// and Leela, 0.3; off as `ko_rate`.
        pub mercy: f32 = 1.0, 0.01..=1.0;
        /// How often a self-atari of few stones for nothing is refused. Source: michi, 0.9 for moves of a rule.
        pub refuse_self_atari: f32 = 0.95, 0.0..=1.0;
        /// A self-atari of so many stones for nothing is always refused. Source: Pachi, 6. With a chance of one, each
        /// group with a two-point eye would be lost in the end, since the chance comes again at every turn.
        pub never_throw_away: usize = 4, 1..=625;
    }
}

impl PlayoutParams {
    /// How often a rule is asked, 0..1.
    #[inline]
    pub fn rate(&self, rule: Rule) -> f32 {
        match rule {
            Rule::KoRetake => self.ko_rate,
            Rule::Atari => self.atari_rate,
            Rule::TwoLiberties => self.two_liberties_rate,
            Rule::CaptureRace => self.race_rate,
            Rule::EyeRepair => self.eye_rate,
            Rule::Nakade => self.nakade_rate,
            Rule::Pattern => self.pattern_rate,
            Rule::Random => 1.0,
            Rule::OtherLiberty => self.other_liberty_rate,
            Rule::EyeCapture => self.eye_capture_rate,
        }
    }
}

tunables! {
    /// The tree search.
    pub struct SearchParams {
        /// Visits a node gets before its children are made, on boards with a side below `large_side`. Source: games
        /// (docs/experiments.md, "Many parameters screened at once"); Fuego 3.
        pub expand_visits_small: u32 = 3, 1..=1_000_000;
        /// The same on larger boards. Source: Pachi and michi, 8.
        pub expand_visits_large: u32 = 8, 1..=1_000_000;
        /// Children of a node that simulations may follow at first, in the order of the move model. Source: a match, as wide as
        /// it costs no games (docs/experiments.md, "Children in the order of the move model"); Leela 2, Ray 1.
        pub widening_start: usize = 8, 1..=1000;
        /// How many more there are for each doubling of the node's visits. Source: as above; Leela 2.1, Ray 1.2.
        pub widening_step: f32 = 3.0, 0.0..=1000.0;
        /// Visits of a node with which its children begin to become more. Source: as `widening_start`.
        pub widening_from: u32 = 8, 1..=1_000_000;
        /// Visits with which a node below the root has all the children that it ever opens. The others are not made: they
        /// would take memory in all the nodes that never get as many. Source: our own value, more than minutes of thought.
        pub widening_to: u32 = 1 << 24, 1..=u32::MAX;
        /// Playouts that tell who is likely to own each point, before a root gets its children; 0: nothing is
        /// forecast. Source: our own value; Pachi takes 500 for its root.
        pub forecast_playouts: u32 = 64, 0..=1_000_000;
        /// Virtual visits of the even-game prior on boards with a side below `large_side`. Source: games, as
        /// `expand_visits_small`; Pachi 14.
        pub even_prior_small: f32 = 24.0, 0.0..=1e4;
        /// The same on larger boards. Source: Pachi, 20.
        pub even_prior_large: f32 = 20.0, 0.0..=1e4;
        /// Virtual visits, all won, of a move that the move model is certain of, below `large_side`; another move
        /// gets this by the square root of its probability. Source: Pachi, 210.
        pub learned_prior_small: f32 = 210.0, 0.0..=1e4;
        /// The same on larger boards. Source: Pachi, 300.
        pub learned_prior_large: f32 = 300.0, 0.0..=1e4;
        /// RAVE equivalence below `large_side`: the number of visits at which RAVE and the node's own value weigh the
        /// same. Source: games, as `expand_visits_small`; Pachi 3000.
        pub rave_equiv_small: f32 = 1500.0, 1.0..=1e7;
        /// The same on larger boards. Source: Pachi, 4000.
        pub rave_equiv_large: f32 = 4000.0, 1.0..=1e7;
        /// The side from which a board counts as large. Source: Pachi, 15.
        pub large_side: usize = 15, 1..=26;
        /// Weight of the first moves after a node in RAVE; it falls in equal steps to 1 at the end of the playout.
        /// Source: Pachi (distance weights), 4 steps.
        pub rave_distance_steps: u32 = 4, 1..=100;
        /// What the whole board as a margin adds to a result of 0 or 1. Source: Fuego, 0.02.
        pub score_weight: f32 = 0.02, 0.0..=1.0;
        /// Where a play in own territory costs a point, or the board is finished, one visit in so many goes to a pass at the
        /// root, so that the two can be compared. Source: 40 games with Japanese rules against GNU Go on 9x9; a pass had no visits at
        /// all before.
        pub pass_share: u32 = 16, 1..=1_000_000;
        /// There a pass is made instead of a play in own territory, or of one that gains nothing, if it wins as often but for
        /// this share; so is a play that takes dead stones in place of the best move. Source: as above.
        pub pass_tolerance: f64 = 0.02, 0.0..=1.0;
        /// Fewest visits of a pass to take it in place of a play in own territory: several for each likely reply.
        pub pass_min_visits: u32 = 24, 1..=1_000_000;
        /// By the clock, a reading whether a play in own territory is needed gets a simulation for so many playouts of the
        /// search: there are two of them, each of whose careful playouts takes up to twice as long.
        pub defence_share: u32 = 16, 1..=1_000_000;
        /// Below this share of wins at the root, with the doubt that few playouts leave, the engine resigns. Source: Pachi 0.20,
        /// Leela 0.10; the cautious one.
        pub resign_below: f32 = 0.10, 0.0..=1.0;
        /// No resignation before that many moves for each point of the board. Source: our own value.
        pub resign_after_moves_per_point: f32 = 0.33, 0.0..=10.0;
        /// No verdict on the position from a root with fewer visits.
        pub resign_min_visits: u32 = 500, 1..=1_000_000_000;
        /// Moves in a row that must find the game lost before it is resigned.
        pub resign_streak: u32 = 2, 1..=1000;
        /// Share of wins from which the search is believed where the count of a finished board says that the game is lost.
        /// Source: four nets of the tactical suite, which the search finds at 0.98 where the count has the stones alive.
        pub miscounted_from: f64 = 0.7, 0.0..=1.0;
        /// Ownership from which the opponent holds a point, so that no stone is thrown there in a lost game. Source: nine games
        /// of the engine with itself at 60 playouts, in which White threw in up to eighteen stones in a row.
        pub held_from: f64 = 0.8, 0.0..=1.0;
        /// Playouts for each move where the user sets neither playouts nor time.
        pub default_playouts: u64 = 10_000, 1..=1_000_000_000_000;
    }
}

impl SearchParams {
    /// Virtual visits of the even-game prior for a board with that longer side.
    pub fn even_prior(&self, side: usize) -> f32 {
        if side < self.large_side { self.even_prior_small } else { self.even_prior_large }
    }

    /// Visits a node gets before its children are made, for a board with that longer side.
    pub fn expand_visits(&self, side: usize) -> u32 {
        if side < self.large_side { self.expand_visits_small } else { self.expand_visits_large }
    }

    /// Virtual visits of a move that the move model is certain of, for a board with that longer side.
    pub fn learned_prior(&self, side: usize) -> f32 {
        if side < self.large_side { self.learned_prior_small } else { self.learned_prior_large }
    }

    /// RAVE equivalence for a board with that longer side.
    pub fn rave_equiv(&self, side: usize) -> f32 {
        if side < self.large_side { self.rave_equiv_small } else { self.rave_equiv_large }
    }
}

tunables! {
    /// Judging life and death at the end of the game.
    pub struct StatusParams {
        /// Playouts that show who owns each point. Source: Pachi, at least 500.
        pub playouts: u32 = 1000, 1..=1_000_000;
        /// The generator's seed: a judgement must be the same each time it is asked for.
        pub seed: u64 = 1, 0..=u64::MAX;
        /// Mean ownership of an unclear chain under good play, -1 (dead) to 1, up to which it is dead. Even would be
        /// 0, but a player who passes where it is unclear counts as having lost it. Tuned: in 192 games judged by GNU
        /// Go and the open vectors the dead chains end at 0.12, the living ones begin at 0.18 (four chains apart).
        pub dead_up_to: f32 = 0.15, -1.0..=1.0;
        /// Mean ownership from which a chain is clearly alive: no search looks at it unless it stands next to lasting
        /// dame.
        pub clear_from: f32 = 0.9, 0.0..=1.0;
        /// Playouts that show whether the game may be finished at all.
        pub playouts_at_a_glance: u32 = 64, 1..=1_000_000;
        /// Mean ownership, 0 to 1, that a point must have at that glance.
        pub settled_at_a_glance: f32 = 0.3, 0.0..=1.0;
        /// Mean ownership, 0 to 1, that each point must have for the game to be finished.
        pub settled_from: f32 = 0.6, 0.0..=1.0;
        /// Liberties from which a clearly living chain cannot be captured in a local fight.
        pub safe_liberties: usize = 4, 1..=625;
        /// Points over its own colour and empty ones that such a chain must reach: more than stones inside an eye do.
        pub safe_room: usize = 12, 1..=625;
        /// Share of playouts that leave a dame open, from which it is looked at as a liberty in seki.
        pub dame_lasts_from: f32 = 0.15, 0.0..=1.0;
        /// Empty points of a fight that the search still takes on.
        pub zone_empties: usize = 12, 0..=25;
        /// Positions that one search looks at before it gives up.
        pub search_budget: u32 = 20_000, 1..=100_000_000;
        /// The most stones the attacker may lose at one move; after more the defender is taken to live. Six is the
        /// largest dead shape.
        pub most_lost: usize = 7, 0..=625;
        /// Work on fights too large for a proof: simulations times points of the board, for each player moving first.
        pub reading_work: u32 = 150_000, 1..=1_000_000_000;
        /// The most simulations of such a reading.
        pub most_simulations: u32 = 4000, 1..=10_000_000;
        /// Visits a node of a reading gets before its children are made.
        pub expand_visits: f32 = 2.0, 1.0..=1e6;
        /// RAVE equivalence of a reading, in visits.
        pub rave_equiv: f32 = 500.0, 1.0..=1e7;
        /// Exploration constant of a reading (UCB1).
        pub exploration: f32 = 0.1, 0.0..=10.0;
        /// Mean ownership, 0 to 1, from which such a reading counts a point as its owner's, others as nobody's. Small losses
        /// everywhere, as a good move to begin with makes them, are no loss then. Source: docs/experiments.md, "Moves in own
        /// territory under Japanese rules".
        pub defence_decided: f32 = 0.5, 0.0..=1.0;
        /// Points that a play in own territory has to save to be needed. The least loss is two, for a point that becomes the
        /// opponent's.
        pub defence_from: f32 = 1.0, 0.0..=1000.0;
        /// Work on each of these readings: simulations times points of the board.
        pub defence_work: u32 = 300_000, 1..=1_000_000_000;
    }
}

tunables! {
    /// Time for a move.
    pub struct TimeParams {
        /// Share of an overtime period, or of a period's time a move, that is used; the rest is for lag and rounding.
        /// Source: Pachi, 0.85.
        pub overtime_share: f64 = 0.85, 0.0..=1.0;
        /// How much longer than desired a move may take that is hard to choose. Source: Pachi, 2.
        pub extension: f64 = 2.0, 1.0..=10.0;
        /// Most of the clock that a single move may take, 0..1.
        pub most_of_clock: f64 = 0.5, 0.0..=1.0;
        /// The most seconds of main time that a move is meant to take, however long the clock is: more playouts do
        /// not help much beyond. Source: our own value.
        pub longest_move: f64 = 60.0, 0.0..=1e6;
        /// Points of the board that stay empty at the end, as a share of its area. Source: Pachi, 0.2.
        pub points_left_empty: f64 = 0.2, 0.0..=1.0;
        /// Fewest moves of our own to reckon with, for each point of the board. Source: Pachi, 30 on 19x19.
        pub fewest_moves_per_point: f64 = 0.083, 0.0..=1.0;
        /// The same, on small boards. Source: our own value.
        pub fewest_moves: f64 = 7.0, 1.0..=1000.0;
        /// Times between two looks at the moves, for each desired time.
        pub looks: f64 = 50.0, 1.0..=1e4;
        /// Share of the desired time that a move takes in the mean, as clear choices end early; what a move is meant
        /// to get is divided by it. Source: docs/experiments.md, "Losses on time".
        pub used_of_desired: f64 = 0.9, 0.1..=1.0;
        /// The choice is clear if the best move has that many times the visits of the second. Source: Pachi, 2.5.
        pub clear_visits: f64 = 2.5, 1.0..=1000.0;
        /// Seconds below which a move is searched by one thread: others would hardly have started.
        pub one_thread_below: f64 = 0.02, 0.0..=1e6;
        /// Nodes of a tree that are copied in a second at least.
        pub nodes_copied: f64 = 4e6, 0.0..=1e12;
        /// Share of the time for a move that may be spent on copying the tree.
        pub copying_share: f64 = 0.2, 0.0..=1.0;
        /// What remains of the longest judgement of the board, and of a slowdown by other programs, from move to move.
        pub pace_decay: f64 = 0.8, 0.0..=1.0;
        /// Seconds that a thorough judgement may take of a clock, of which there must be more. Source: the slowest of
        /// some whole games took 0.2 s on 9x9 and 0.4 s on 19x19.
        pub judging_reserve: f64 = 0.8, 0.0..=1e6;
        /// The most that other programs are taken to slow the engine down, as a factor.
        pub most_slowdown: f64 = 20.0, 1.0..=1e6;
        /// With no time at all the board is judged at every so many of the engine's moves only.
        pub panic_stride: usize = 4, 1..=1000;
        /// How many times the mean of what moves take beyond their time is kept back for each move that may come. Source:
        /// docs/experiments.md, "Losses on time".
        pub excess_reserve: f64 = 1.5, 0.0..=10.0;
        /// The most seconds that one move counts as longer than it was given.
        pub most_excess: f64 = 0.15, 0.0..=1e6;
        /// Seconds of the clock that a move takes and the engine does not see, while nothing slows it down: on the
        /// way of the command and of the reply. Source: docs/experiments.md, "Losses on time".
        pub unseen: f64 = 0.002, 0.0..=1e6;
        /// Share of the usual work on a judgement that is hurried because the move has less time than judging took.
        pub hurry: f64 = 0.1, 0.01..=1.0;
    }
}

impl TimeParams {
    /// How many nodes of a tree may be copied in the time for a move.
    pub fn nodes_to_copy(&self, time: Duration) -> usize {
        (time.as_secs_f64() * self.copying_share * self.nodes_copied) as usize
    }
}

tunables! {
    /// Handicap games. Source of all: Pachi, linear dynamic komi.
    pub struct HandicapParams {
        /// Points by which the komi is raised at the start for each stone, when the engine is Black: what a stone is
        /// worth.
        pub points_as_black: f64 = 12.0, -100.0..=100.0;
        /// The same when it is White.
        pub points_as_white: f64 = 8.0, -100.0..=100.0;
        /// Moves of both players after which nothing is left of it, on boards with a side up to 9.
        pub moves_small: usize = 15, 1..=10_000;
        /// The same up to a side of 13.
        pub moves_medium: usize = 50, 1..=10_000;
        /// The same on larger boards.
        pub moves_large: usize = 200, 1..=10_000;
    }
}

impl HandicapParams {
    /// By how many points the komi is raised after so many moves, with so many handicap stones.
    pub fn komi_shift(&self, stones: usize, is_black: bool, side: usize, moves: usize) -> i32 {
        let points = if is_black { self.points_as_black } else { self.points_as_white };
        let span = match side {
            0..=9 => self.moves_small,
            10..=13 => self.moves_medium,
            _ => self.moves_large,
        };
        let left = span.saturating_sub(moves) as f64 / span as f64;
        (stones as f64 * points * left).round() as i32
    }
}

tunables! {
    /// Strength levels below full strength.
    pub struct LevelParams {
        /// Playouts for each move at level 1; each level doubles them.
        pub first_playouts: u64 = 50, 1..=1_000_000_000;
        /// The exponent of a move's visits at level 1; each level adds as much again. 1 draws by visits, a high one
        /// takes the best move.
        pub sharpness_step: f64 = 0.75, 0.0..=100.0;
        /// A move with a smaller share of the best move's visits is never drawn.
        pub least_share: f64 = 0.2, 0.0..=1.0;
    }
}

impl LevelParams {
    /// Playouts for each move at a level from 1 up.
    pub fn playouts(&self, level: u8) -> u64 {
        self.first_playouts << (level - 1)
    }

    /// The exponent of a move's visits at a level from 1 up.
    pub fn sharpness(&self, level: u8) -> f64 {
        self.sharpness_step * f64::from(level)
    }
}

layers! {
    /// All tunables.
    pub struct Params {
        /// Playouts.
        pub playout: PlayoutParams,
        /// The tree search.
        pub search: SearchParams,
        /// The search with a network.
        pub net: NetParams,
        /// Time for a move.
        pub time: TimeParams,
        /// Handicap games.
        pub handicap: HandicapParams,
        /// Strength levels.
        pub level: LevelParams,
        /// Life and death at the end.
        pub status: StatusParams,
    }
}

impl Params {
    /// The same, but for a judgement of the board that costs a fraction of the usual work.
    pub fn in_a_hurry(&self) -> Params {
        let share = |work: u32| (f64::from(work) * self.time.hurry) as u32;
        let status = StatusParams {
            playouts: share(self.status.playouts),
            search_budget: share(self.status.search_budget),
            reading_work: share(self.status.reading_work),
            ..self.status.clone()
        };
        Params { status, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_parameter_can_be_told_and_set_to_what_it_is() {
        let mut params = Params::default();
        for layer in Params::LAYERS {
            let listed = params.layer(layer).unwrap().list();
            assert!(!listed.is_empty(), "{layer} has no parameters");
            for (name, value) in listed {
                let outcome = params.layer_mut(layer).unwrap().set(name, &value);
                assert_eq!(outcome, Ok(()), "the default of {layer} {name}, {value}, is out of its range");
            }
        }
        assert!(params.layer("weather").is_none());
    }

    #[test]
    fn a_value_out_of_range_is_refused_and_changes_nothing() {
        let mut search = SearchParams::default();
        for bad in ["", "-0.1", "1.1", "nan", "inf", "half", "0,5"] {
            assert!(search.set("resign_below", bad).is_err(), "{bad:?} was accepted");
            assert!(search.set("expand_visits_small", bad).is_err(), "{bad:?} was accepted");
        }
        assert_eq!(format!("{search:?}"), format!("{:?}", SearchParams::default()));
        assert_eq!(search.set("resign_below", "0.25"), Ok(()));
        assert_eq!(search.resign_below, 0.25);
        assert_eq!(search.set("no_such_name", "1"), Err("no such parameter".to_owned()));
    }
}
