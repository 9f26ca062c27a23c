//! The rules of a game as independent choices, the named rulesets made of them, the [`Game`] that is played by
//! them, and its [`score`](score::score).
//!
//! A ruleset is nothing but a value of [`Rules`]: code asks for a choice (`rules.ko`), never for a name. Names
//! stand in [`PRESETS`] alone. Texts cited there: the Tromp-Taylor and "basic" rules, the rules pages of KataGo,
//! the Official AGA Rules of Go, Simplified Ing of the EGF, and the rules pages of Ludoteka and of the servers.

pub mod benson;
mod compact;
mod game;
mod handicap;
mod preset;
pub mod score;
pub mod teire;
pub mod words;

pub use game::{Game, IllegalMove, Repetition, Turn};
pub use handicap::{HandicapError, fixed_handicap, max_fixed_handicap, placed_handicap};
pub use preset::{PRESETS, Preset, preset};

/// Which repetitions are forbidden. A pass never is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KoRule {
    /// A play may not restore the position before the opponent's last move.
    Simple,
    /// A play may not restore any earlier position of the game.
    Positional,
    /// A play may not restore an earlier position with the same player to move.
    Situational,
    /// A play may not restore a position that the same player made by an earlier play.
    Natural,
}

/// What counts at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scoring {
    /// Stones on the board and points they surround.
    Area,
    /// Surrounded points and prisoners.
    Territory,
}

impl Scoring {
    /// The tax that goes with it where none is stated: eyes in seki count under area scoring and do not in territory
    /// scoring. Source: KataGo, which fills in the rules so.
    pub fn usual_tax(self) -> Tax {
        match self {
            Scoring::Area => Tax::None,
            Scoring::Territory => Tax::Seki,
        }
    }
}

/// Which points groups do not get.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tax {
    /// All surrounded points count.
    None,
    /// No surrounded points for stones in seki.
    Seki,
    /// As `Seki`, and two points less for each living group (stone scoring, ancient Chinese rules).
    All,
}

/// What White gets under area scoring for `N >= 2` handicap stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// One point a stone but the first (AGA).
    NMinusOne,
    /// One point a stone (China).
    N,
}

/// What happens to the agreement about dead stones once play was resumed after two passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resumption {
    /// Each stop is judged anew.
    Judged,
    /// There is one disagreement at most: after the stop that follows a resumption all stones are alive (WMSG). Four
    /// passes in a row are such a resumption (AGA rule 10, BGA).
    AllAlive,
    /// As `AllAlive`, and under territory scoring a player gets a point for each stone that it had to play in the
    /// resumption beyond the opponent's (Ludoteka).
    Compensated,
}

/// The rules of a game. Komi is not among them: it belongs to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: KoRule,
    /// Whether two or more own stones may be taken off by one's own play. A single stone never may.
    pub suicide: bool,
    /// What counts at the end.
    pub scoring: Scoring,
    /// Which points groups do not get.
    pub tax: Tax,
    /// White's compensation for handicap stones under area scoring.
    pub handicap_bonus: HandicapBonus,
    /// Whether the first player who passes gets half a point (button Go).
    pub button: bool,
    /// Whether dead stones are taken off after two passes without being captured. Where not, and the scoring is by
    /// area, all stones on the board count as alive.
    pub friendly_pass: bool,
    /// Whether each pass hands over a prisoner, White passing last (AGA with territory scoring).
    pub pass_stones: bool,
    /// Whether Black loses a point if White was the first to pass when play first stopped (WMSG).
    pub first_pass_point: bool,
    /// What a resumption after two passes leads to.
    pub resumption: Resumption,
}

impl Rules {
    /// Area scoring, positional superko, no suicide, dead stones by agreement, no compensation: the "basic rules"
    /// with rule 7A, and what the presets are described against.
    pub const BASIC: Rules = Rules {
        ko: KoRule::Positional,
        suicide: false,
        scoring: Scoring::Area,
        tax: Tax::None,
        handicap_bonus: HandicapBonus::Zero,
        button: false,
        friendly_pass: true,
        pass_stones: false,
        first_pass_point: false,
        resumption: Resumption::Judged,
    };

    /// Whether the score is that of the area: under area scoring, and under territory scoring with pass stones, which is
    /// another way to count the same (AGA rules, appendix). Then no play costs a point, and a dame is worth one.
    pub fn counts_area(&self) -> bool {
        self.scoring == Scoring::Area || self.pass_stones
    }

    /// Whether stones are never dead at the end, whatever the players think of them.
    pub fn all_stones_alive(&self) -> bool {
        self.scoring == Scoring::Area && !self.friendly_pass
    }

    /// Why these choices cannot go together, if they cannot.
    pub fn conflict(&self) -> Option<&'static str> {
        let territory = self.scoring == Scoring::Territory;
        if territory && self.button {
            return Some("the button needs area scoring");
        }
        if territory && self.first_pass_point {
            return Some("the first-pass point needs area scoring");
        }
        if !territory && self.pass_stones {
            return Some("pass stones need territory scoring");
        }
        if self.pass_stones && self.resumption == Resumption::Compensated {
            return Some("pass stones already compensate for the stones of a resumption");
        }
        None
    }

    /// White's compensation for that many handicap stones, in half points.
    pub fn handicap_compensation(&self, stones: usize) -> i32 {
        let stones = stones as i32;
        match self.handicap_bonus {
            _ if stones < 2 || self.scoring == Scoring::Territory => 0,
            HandicapBonus::Zero => 0,
            HandicapBonus::NMinusOne => 2 * (stones - 1),
            HandicapBonus::N => 2 * stones,
        }
    }
}
