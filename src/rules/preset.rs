//! The rulesets that have a name. A new ruleset is a row here; the README's table is checked against it.

use super::{HandicapBonus, KoRule, Resumption, Rules, Scoring, Tax};
use std::str::FromStr;

/// A ruleset with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// In lower case, words joined by `-`.
    pub name: &'static str,
    /// Its choices.
    pub rules: Rules,
    /// Usual komi of an even game, in half points.
    pub komi: i32,
    /// Usual komi of a handicap game, in half points.
    pub handicap_komi: i32,
    /// Where the choices and the komi come from.
    pub source: &'static str,
}

/// The ruleset of that name; upper and lower case, `_` and `-` are the same.
pub fn preset(name: &str) -> Option<&'static Preset> {
    let name = name.to_ascii_lowercase().replace(['_', ' '], "-");
    PRESETS.iter().find(|preset| preset.name == name)
}

/// By name, as [`preset`]; the error lists the names.
impl FromStr for Preset {
    type Err = String;

    fn from_str(name: &str) -> Result<Preset, String> {
        let known = || PRESETS.iter().map(|p| p.name).collect::<Vec<_>>().join(", ");
        preset(name).copied().ok_or_else(|| format!("no such ruleset; there are {}", known()))
    }
}

const CHINESE: Rules = Rules { ko: KoRule::Simple, handicap_bonus: HandicapBonus::N, ..Rules::BASIC };
const CHINESE_SERVER: Rules = Rules { ko: KoRule::Positional, ..CHINESE };
const JAPANESE: Rules =
    Rules { ko: KoRule::Simple, scoring: Scoring::Territory, tax: Tax::Seki, ..Rules::BASIC };
const AGA: Rules = Rules {
    ko: KoRule::Situational,
    handicap_bonus: HandicapBonus::NMinusOne,
    resumption: Resumption::FourPasses,
    ..Rules::BASIC
};
const NEW_ZEALAND: Rules = Rules { ko: KoRule::Situational, suicide: true, ..Rules::BASIC };
const LUDOTEKA: Rules = Rules { resumption: Resumption::Compensated, ..Rules::BASIC };

const fn row(name: &'static str, rules: Rules, komi: i32, source: &'static str) -> Preset {
    Preset { name, rules, komi, handicap_komi: 1, source }
}

/// Every ruleset that can be set by name.
pub const PRESETS: &[Preset] = &[
    row(
        "tromp-taylor",
        Rules { suicide: true, friendly_pass: false, ..Rules::BASIC },
        15,
        "Tromp and Taylor, The Game of Go (1995); komi as KataGo",
    ),
    row(
        "davies",
        Rules { suicide: true, friendly_pass: false, ..Rules::BASIC },
        11,
        "Basic rules (elementary rules of James Davies), without rule 7A",
    ),
    row(
        "davies-7a",
        Rules { friendly_pass: false, ..Rules::BASIC },
        11,
        "Basic rules with rule 7A: no suicide",
    ),
    row("chinese", CHINESE, 15, "Chinese Weiqi Rules 2002 as played: simple ko; KataGo"),
    row("chinese-ogs", CHINESE_SERVER, 15, "OGS: Chinese rules with superko; KataGo"),
    row("chinese-kgs", CHINESE_SERVER, 15, "KGS: Chinese rules with superko; KataGo"),
    row("japanese", JAPANESE, 13, "Japanese Go Rules 1989; KataGo"),
    row("korean", JAPANESE, 13, "Korean Baduk Rules; as Japanese for a program (KataGo)"),
    row("wagc", JAPANESE, 13, "World Amateur Go Championship: Japanese with small differences, komi 6.5"),
    row("aga", AGA, 15, "Official AGA Rules of Go (1991)"),
    row("smartgo", AGA, 15, "SmartGo: the AGA rules"),
    row(
        "aga-territory",
        Rules { scoring: Scoring::Territory, pass_stones: true, ..AGA },
        15,
        "Official AGA Rules of Go, rule 12: counting by territory with pass stones",
    ),
    row("bga", AGA, 15, "British Go Association: the AGA rules"),
    row("aga-button", Rules { button: true, ..AGA }, 14, "KataGo: AGA rules with a button of half a point"),
    row("new-zealand", NEW_ZEALAND, 14, "New Zealand Go Society Rules; komi 7"),
    row(
        "ing",
        Rules { suicide: true, ..Rules::BASIC },
        15,
        "Ing: 8 points, Black wins ties; superko for the SST ko rule (Simplified Ing of the EGF)",
    ),
    row(
        "stone-scoring",
        Rules { ko: KoRule::Simple, tax: Tax::All, ..Rules::BASIC },
        15,
        "Ancient Chinese counting by stones; KataGo",
    ),
    row(
        "wmsg",
        Rules { first_pass_point: true, resumption: Resumption::AllAlive, ..Rules::BASIC },
        13,
        "World Mind Sports Games 2008",
    ),
    row("ludoteka-chinese", LUDOTEKA, 11, "Ludoteka: area scoring, komi 5.5"),
    row(
        "ludoteka-japanese",
        Rules { scoring: Scoring::Territory, tax: Tax::Seki, ..LUDOTEKA },
        11,
        "Ludoteka: territory scoring with compensation, komi 5.5",
    ),
    row("cgos", Rules { friendly_pass: false, ..Rules::BASIC }, 15, "Computer Go Server: all stones alive"),
    row("kgs-chinese", CHINESE_SERVER, 15, "KGS"),
    row("kgs-japanese", JAPANESE, 13, "KGS"),
    row("kgs-aga", AGA, 15, "KGS"),
    row("kgs-new-zealand", NEW_ZEALAND, 14, "KGS"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found_in_any_spelling() {
        for (i, a) in PRESETS.iter().enumerate() {
            assert!(PRESETS[..i].iter().all(|b| b.name != a.name), "{} twice", a.name);
            assert_eq!(preset(&a.name.to_uppercase().replace('-', "_")), Some(a));
        }
        assert_eq!(preset("no-such-rules"), None);
    }

    #[test]
    fn no_preset_contradicts_itself() {
        for preset in PRESETS {
            assert_eq!(preset.rules.conflict(), None, "{}", preset.name);
        }
    }
}
