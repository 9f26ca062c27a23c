//! The rulesets that have a name. A new ruleset is a row here; the README's table is checked against it.

use super::{HandicapBonus, KoRule, Resumption, Rules, Scoring, Tax};

use crate::board::Size;
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
    /// Where a square board has another komi: its side, and the komi in half points.
    pub komi_by_side: &'static [(usize, i32)],
    /// Usual komi of a handicap game, in half points.
    pub handicap_komi: i32,
    /// Where the choices and the komi come from.
    pub source: &'static str,
}

impl Preset {
    /// Usual komi of an even game on that board, in half points.
    pub fn komi_on(&self, size: Size) -> i32 {
        let is_side = |(side, _): &&(usize, i32)| size.is_square() && size.width() == *side;
        self.komi_by_side.iter().find(is_side).map_or(self.komi, |(_, komi)| *komi)
    }
}

/// Other names, as programs, servers and game records have them, letters and digits only. Sources: SGF FF4 (`RU`), KataGo,
/// files of the servers OGS, Fox and Pandanet.
const ALIASES: &[(&str, &str)] = &[
    ("goe", "ing"),
    ("inggoe", "ing"),
    ("ingsst", "ing"),
    ("simplifieding", "ing"),
    ("nz", "new-zealand"),
    ("jp", "japanese"),
    ("japan", "japanese"),
    ("nihonkiin", "japanese"),
    ("cn", "chinese"),
    ("china", "chinese"),
    ("korea", "korean"),
    ("kr", "korean"),
    ("french", "aga"),
    ("british", "bga"),
    ("american", "aga"),
    ("ancientarea", "stone-scoring"),
    ("worldmindsportsgames", "wmsg"),
    ("中国", "chinese"),
    ("中國", "chinese"),
    ("日本", "japanese"),
    ("日本ルール", "japanese"),
    ("japanese1989", "japanese"),
    ("chinese2002", "chinese"),
    ("ffg", "aga"),
    ("ancientchinese", "stone-scoring"),
    ("한국", "korean"),
    ("韩国", "korean"),
    ("韓國", "korean"),
    ("应氏", "ing"),
    ("應氏", "ing"),
];

/// The ruleset of that name. Upper and lower case are the same, and so are names with and without `-`, `_`, blanks, and the
/// word "rules" behind them.
pub fn preset(name: &str) -> Option<&'static Preset> {
    let plain = plain(name);
    let wanted =
        ["rules", "rule", "规则", "規則"].iter().find_map(|word| plain.strip_suffix(word)).unwrap_or(&plain);
    let wanted = ALIASES.iter().find(|(alias, _)| *alias == wanted).map_or(wanted, |(_, name)| name);
    let wanted = self::plain(wanted);
    PRESETS.iter().find(|preset| self::plain(preset.name) == wanted)
}

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl Rules {
    /// The rules that a game record calls so: by a name, or as one word in KataGo's manner (see [`Rules::from_compact`]).
    pub fn from_record(text: &str) -> Option<Rules> {
        preset(text).map(|preset| preset.rules).or_else(|| Rules::from_compact(text))
    }

    /// What a game record calls the rules. Where SGF has a name for a ruleset (FF4, `RU`), it is that. [`Rules::from_record`]
    /// gives the same rules back.
    pub fn to_record(&self) -> String {
        match PRESETS.iter().find(|preset| preset.rules == *self).map(|preset| preset.name) {
            Some("japanese") => "Japanese".to_owned(),
            Some("chinese") => "Chinese".to_owned(),
            Some("aga") => "AGA".to_owned(),
            Some("new-zealand") => "NZ".to_owned(),
            Some("ing") => "GOE".to_owned(),
            Some(name) => name.to_owned(),
            None => self.to_compact(),
        }
    }
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
    resumption: Resumption::AllAlive,
    ..Rules::BASIC
};
const NEW_ZEALAND: Rules = Rules { ko: KoRule::Situational, suicide: true, ..Rules::BASIC };
const LUDOTEKA: Rules = Rules { resumption: Resumption::Compensated, ..Rules::BASIC };

const fn row(name: &'static str, rules: Rules, komi: i32, source: &'static str) -> Preset {
    Preset { name, rules, komi, komi_by_side: &[], handicap_komi: 1, source }
}

/// Every ruleset that can be set by name. The komi of a handicap game is half a point by convention ("White wins a draw":
/// Wikipedia, Rules of Go; AGA rule 3), unless the row has its own.
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
        "Wikipedia, Rules of Go: the basic rules, after J. Davies, without rule 7A; komi one of those usual there",
    ),
    row(
        "davies-7a",
        Rules { friendly_pass: false, ..Rules::BASIC },
        11,
        "the basic rules with rule 7A: no suicide",
    ),
    row(
        "chinese",
        CHINESE,
        15,
        "Chinese Weiqi Rules (2002) as played, with the simple ko rule; komi 3 3/4 stones on every board; KataGo",
    ),
    row(
        "chinese-ogs",
        CHINESE_SERVER,
        15,
        "OGS: Chinese rules with the superko of the written rules; KataGo",
    ),
    row(
        "chinese-kgs",
        CHINESE_SERVER,
        15,
        "KGS: Chinese rules with the superko of the written rules; KataGo",
    ),
    row("japanese", JAPANESE, 13, "Japanese Go Rules (1989); komi 6.5 since 2002"),
    row("korean", JAPANESE, 13, "Korean Baduk Rules; as Japanese for a program (KataGo)"),
    row(
        "wagc",
        JAPANESE,
        13,
        "World Amateur Go Championship: Japanese rules with some differences in the text, komi 6.5",
    ),
    row("aga", AGA, 15, "Official AGA Rules of Go (1991), komi of 2005: 7.5, and 0.5 in handicap games"),
    row("smartgo", AGA, 15, "SmartGo: the AGA rules"),
    row(
        "aga-territory",
        Rules { scoring: Scoring::Territory, pass_stones: true, ..AGA },
        15,
        "Official AGA Rules of Go, rules 7 and 12: counting by territory with pass stones",
    ),
    row("bga", AGA, 15, "British Go Association (2008): the AGA rules"),
    row("aga-button", Rules { button: true, ..AGA }, 14, "KataGo: AGA rules with a button of half a point"),
    Preset {
        handicap_komi: 0,
        ..row(
            "new-zealand",
            NEW_ZEALAND,
            14,
            "New Zealand Go Society, Rules of Go: 7 points in an even game, no komi in a handicap game",
        )
    },
    row(
        "ing",
        Rules { suicide: true, ..Rules::BASIC },
        15,
        "Ing's SST Laws (1991): 8 points and Black wins ties; superko for the SST ko rule (EGF, Simplified Ing Rules)",
    ),
    row(
        "stone-scoring",
        Rules { ko: KoRule::Simple, tax: Tax::All, ..Rules::BASIC },
        15,
        "Ancient Chinese counting by stones; KataGo",
    ),
    row(
        "ancient-territory",
        Rules { tax: Tax::All, ..JAPANESE },
        13,
        "Territory counting with the same tax on groups; KataGo",
    ),
    row(
        "wmsg",
        Rules { first_pass_point: true, resumption: Resumption::AllAlive, ..Rules::BASIC },
        13,
        "World Mind Sports Games (2008): komi 6.5, 7.5 if White passes first",
    ),
    row("ludoteka-chinese", LUDOTEKA, 11, "Ludoteka: area scoring; komi 5.5 in rated games"),
    row(
        "ludoteka-japanese",
        Rules { scoring: Scoring::Territory, tax: Tax::Seki, ..LUDOTEKA },
        11,
        "Ludoteka: territory scoring with compensation; komi 5.5 in rated games",
    ),
    Preset {
        komi_by_side: &[(9, 14)],
        ..row(
            "cgos",
            Rules { friendly_pass: false, ..Rules::BASIC },
            15,
            "Computer Go Server, CGOS Rules of Play: komi 7.5, 7 on 9x9; no stones are removed",
        )
    },
    row("kgs-chinese", CHINESE_SERVER, 15, "KGS, Supported Rule Sets"),
    row("kgs-japanese", JAPANESE, 13, "KGS, Supported Rule Sets"),
    row("kgs-aga", AGA, 15, "KGS, Supported Rule Sets"),
    row("kgs-new-zealand", NEW_ZEALAND, 14, "KGS, Supported Rule Sets"),
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
        assert_eq!(preset(""), None);
    }

    #[test]
    fn aliases_name_presets_and_hide_none() {
        for (alias, name) in ALIASES {
            assert_eq!(plain(alias), *alias);
            assert!(PRESETS.iter().any(|p| p.name == *name && plain(p.name) != *alias), "{alias}");
        }
    }

    #[test]
    fn records_give_the_same_rules_back() {
        let odd = Rules { ko: KoRule::Natural, button: true, tax: Tax::Seki, ..Rules::BASIC };
        for rules in PRESETS.iter().map(|p| p.rules).chain([odd]) {
            assert_eq!(Rules::from_record(&rules.to_record()), Some(rules), "{}", rules.to_record());
        }
    }

    #[test]
    fn no_preset_contradicts_itself() {
        for preset in PRESETS {
            assert_eq!(preset.rules.conflict(), None, "{}", preset.name);
        }
    }
}
