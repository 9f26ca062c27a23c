//! The words for the choices of the rules: those of KataGo, and like ones for what it has no word for. Its JSON and the one
//! word of game records have the same.

use super::{HandicapBonus, KoRule, Resumption, Scoring, Tax};

/// The words of one choice. A word that is the beginning of another stands behind it.
pub type Words<T> = &'static [(&'static str, T)];

/// The ko rule.
pub const KO: Words<KoRule> = &[
    ("SIMPLE", KoRule::Simple),
    ("POSITIONAL", KoRule::Positional),
    ("SITUATIONAL", KoRule::Situational),
    ("NATURAL", KoRule::Natural),
];
/// What is counted.
pub const SCORING: Words<Scoring> = &[("AREA", Scoring::Area), ("TERRITORY", Scoring::Territory)];
/// The tax on groups.
pub const TAX: Words<Tax> = &[("NONE", Tax::None), ("SEKI", Tax::Seki), ("ALL", Tax::All)];
/// White's bonus in handicap games.
pub const BONUS: Words<HandicapBonus> =
    &[("0", HandicapBonus::Zero), ("N-1", HandicapBonus::NMinusOne), ("N", HandicapBonus::N)];
/// What holds after a resumption.
pub const RESUMPTION: Words<Resumption> = &[
    ("JUDGED", Resumption::Judged),
    ("ALIVE", Resumption::AllAlive),
    ("COMPENSATED", Resumption::Compensated),
];

/// The word for a value.
pub fn word<T: PartialEq + Copy>(words: Words<T>, value: T) -> &'static str {
    words.iter().find(|(_, v)| *v == value).map_or("", |(word, _)| word)
}
