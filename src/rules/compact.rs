//! Rules as one word, as KataGo writes them into `RU[]`: `koPOSITIONALscoreAREAtaxNONEsui0whbNfpok1`.
//!
//! What KataGo has no word for (`pass`, `first`, `resume`) follows only where it differs from the default. A part that is
//! missing is that of Tromp-Taylor rules, as in KataGo; the tax is then `SEKI` under territory scoring.
//! Source: KataGo, `cpp/game/rules.cpp` (behaviour only).

use super::words::{BONUS, KO, RESUMPTION, SCORING, TAX, Words, word};
use super::{HandicapBonus, Resumption, Rules};

const FLAG: Words<bool> = &[("1", true), ("0", false)];

impl Rules {
    /// The rules as one word. [`Rules::from_compact`] gives them back.
    pub fn to_compact(&self) -> String {
        let mut text = format!(
            "ko{}score{}tax{}sui{}",
            word(KO, self.ko),
            word(SCORING, self.scoring),
            word(TAX, self.tax),
            word(FLAG, self.suicide)
        );
        for (key, holds) in [
            ("button1", self.button),
            ("pass1", self.pass_stones),
            ("first1", self.first_pass_point),
            ("fpok1", self.friendly_pass),
        ] {
            text += if holds { key } else { "" };
        }
        if self.handicap_bonus != HandicapBonus::Zero {
            text = text + "whb" + word(BONUS, self.handicap_bonus);
        }
        if self.resumption != Resumption::Judged {
            text = text + "resume" + word(RESUMPTION, self.resumption);
        }
        text
    }

    /// The rules that one word describes, a komi in it left aside; `None` if it is none or contradicts itself.
    pub fn from_compact(text: &str) -> Option<Rules> {
        let mut rules = Rules { suicide: true, friendly_pass: false, ..Rules::BASIC };
        let mut tax = None;
        let mut rest = text.trim();
        if rest.is_empty() {
            return None;
        }
        while !rest.is_empty() {
            if strip(&mut rest, "komi") {
                let is_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
                rest = rest.trim_start_matches(is_number);
            } else if strip(&mut rest, "ko") {
                rules.ko = take(KO, &mut rest)?;
            } else if strip(&mut rest, "scoring") || strip(&mut rest, "score") {
                rules.scoring = take(SCORING, &mut rest)?;
            } else if strip(&mut rest, "tax") {
                tax = Some(take(TAX, &mut rest)?);
            } else if strip(&mut rest, "sui") {
                rules.suicide = take(FLAG, &mut rest)?;
            } else if strip(&mut rest, "button") {
                rules.button = take(FLAG, &mut rest)?;
            } else if strip(&mut rest, "whb") {
                rules.handicap_bonus = take(BONUS, &mut rest)?;
            } else if strip(&mut rest, "fpok") {
                rules.friendly_pass = take(FLAG, &mut rest)?;
            } else if strip(&mut rest, "pass") {
                rules.pass_stones = take(FLAG, &mut rest)?;
            } else if strip(&mut rest, "first") {
                rules.first_pass_point = take(FLAG, &mut rest)?;
            } else if strip(&mut rest, "resume") {
                rules.resumption = take(RESUMPTION, &mut rest)?;
            } else {
                return None;
            }
        }
        rules.tax = tax.unwrap_or(rules.scoring.usual_tax());
        rules.conflict().is_none().then_some(rules)
    }
}

/// Takes the word off the front of the text, if it stands there.
fn strip(text: &mut &str, word: &str) -> bool {
    let rest = text.strip_prefix(word);
    *text = rest.unwrap_or(text);
    rest.is_some()
}

/// Takes one of the words off the front of the text.
fn take<T: Copy>(words: Words<T>, text: &mut &str) -> Option<T> {
    words.iter().find(|(word, _)| strip(text, word)).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{KoRule, PRESETS, Tax};

    #[test]
    fn every_preset_survives() {
        for preset in PRESETS {
            let text = preset.rules.to_compact();
            assert_eq!(Rules::from_compact(&text), Some(preset.rules), "{}: {text}", preset.name);
        }
    }

    #[test]
    fn words_of_katago_are_read() {
        let rules = Rules::from_compact("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1komi7.5").unwrap();
        assert_eq!((rules.ko, rules.handicap_bonus), (KoRule::Situational, HandicapBonus::NMinusOne));
        let old = Rules::from_compact("koSIMPLEscoreTERRITORYsui0").unwrap();
        assert_eq!((old.tax, old.friendly_pass), (Tax::Seki, false));
        // Suicide was allowed where a record of old says nothing.
        let short = Rules::from_compact("komi-7.5koPOSITIONALkomi10scoreAREA").unwrap();
        assert!(short.suicide && short.ko == KoRule::Positional);
        let button = Rules::from_compact("koPOSITIONALscoreAREAtaxALLsui1button1").unwrap();
        assert!(button.button && button.suicide && button.tax == Tax::All);
    }

    #[test]
    fn nonsense_and_contradictions_are_refused() {
        for bad in ["", "ko", "koNEVER", "koSIMPLEx", "sui2", "Japanese", "scoreTERRITORYbutton1"] {
            assert_eq!(Rules::from_compact(bad), None, "{bad}");
        }
    }
}
