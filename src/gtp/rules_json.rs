//! Rules as KataGo's JSON, which `kata-set-rules` takes and `kata-get-rules` gives.
//!
//! The seven keys of KataGo come first. What its JSON has no key for (`passStones`, `firstPassPoint`, `resumption`) is
//! written only where it differs from the default, so that other programs can read the rest.

use crate::rules::Rules;
use crate::rules::words::{BONUS, KO, RESUMPTION, SCORING, TAX, Words, word};
use serde_json::{Map, Value, json};

/// The rules as one line of JSON.
pub fn to_json(rules: &Rules) -> String {
    let mut text = json!({
        "hasButton": rules.button,
        "ko": word(KO, rules.ko),
        "scoring": word(SCORING, rules.scoring),
        "suicide": rules.suicide,
        "tax": word(TAX, rules.tax),
        "whiteHandicapBonus": word(BONUS, rules.handicap_bonus),
        "friendlyPassOk": rules.friendly_pass,
    });
    if rules.pass_stones {
        text["passStones"] = json!(true);
    }
    if rules.first_pass_point {
        text["firstPassPoint"] = json!(true);
    }
    if rules.resumption != Rules::BASIC.resumption {
        text["resumption"] = json!(word(RESUMPTION, rules.resumption));
    }
    text.to_string()
}

/// The rules that a JSON object describes. Keys that it does not have are those of the basic rules, but suicide is allowed and
/// dead stones stay on the board, as in KataGo; the tax is then the usual one of the scoring.
///
/// # Errors
/// What is wrong: no object, an unknown key, a value that the key does not have, or choices that contradict each other.
pub fn from_json(text: &str) -> Result<Rules, String> {
    let value: Value = serde_json::from_str(text).map_err(|e| format!("rules are not JSON: {e}"))?;
    let Value::Object(map) = value else { return Err("rules are not a JSON object".to_owned()) };
    let mut rules = from_map(Rules { suicide: true, friendly_pass: false, ..Rules::BASIC }, &map)?;
    if !map.contains_key("tax") {
        rules.tax = rules.scoring.usual_tax();
    }
    Ok(rules)
}

/// The rules with one key changed, the value as plain text.
///
/// # Errors
/// As [`from_json`].
pub fn with_key(rules: Rules, key: &str, value: &str) -> Result<Rules, String> {
    let value = match value.to_ascii_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::String(value.to_owned()),
    };
    from_map(rules, &Map::from_iter([(key.to_owned(), value)]))
}

fn from_map(mut rules: Rules, map: &Map<String, Value>) -> Result<Rules, String> {
    for (key, value) in map {
        match key.as_str() {
            "ko" => rules.ko = choice(KO, key, value)?,
            "scoring" | "score" => rules.scoring = choice(SCORING, key, value)?,
            "tax" => rules.tax = choice(TAX, key, value)?,
            "whiteHandicapBonus" => rules.handicap_bonus = choice(BONUS, key, value)?,
            "resumption" => rules.resumption = choice(RESUMPTION, key, value)?,
            "suicide" | "multiStoneSuicideLegal" => rules.suicide = boolean(key, value)?,
            "hasButton" => rules.button = boolean(key, value)?,
            "friendlyPassOk" => rules.friendly_pass = boolean(key, value)?,
            "passStones" => rules.pass_stones = boolean(key, value)?,
            "firstPassPoint" => rules.first_pass_point = boolean(key, value)?,
            _ => return Err(format!("unknown rule: {key}")),
        }
    }
    match rules.conflict() {
        Some(why) => Err(why.to_owned()),
        None => Ok(rules),
    }
}

fn choice<T: Copy>(words: Words<T>, key: &str, value: &Value) -> Result<T, String> {
    let text = match value {
        Value::String(text) => text.to_ascii_uppercase(),
        other => other.to_string(),
    };
    let known = || words.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    let found = words.iter().find(|(name, _)| *name == text);
    found.map(|(_, v)| *v).ok_or_else(|| format!("{key} must be one of {}", known()))
}

fn boolean(key: &str, value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("{key} must be true or false"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{KoRule, PRESETS, Tax};

    #[test]
    fn every_preset_survives_json() {
        for preset in PRESETS {
            assert_eq!(from_json(&to_json(&preset.rules)), Ok(preset.rules), "{}", preset.name);
        }
    }

    #[test]
    fn katagos_own_json_is_read() {
        let text = r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"ALL",
            "whiteHandicapBonus":"N-1","friendlyPassOk":true}"#;
        let rules = from_json(text).unwrap();
        assert_eq!((rules.ko, rules.suicide, rules.tax), (KoRule::Situational, true, Tax::All));
    }

    #[test]
    fn what_json_leaves_out_is_as_in_katago() {
        let rules = from_json(r#"{"ko":"SIMPLE"}"#).unwrap();
        assert!(rules.suicide && !rules.friendly_pass && rules.ko == KoRule::Simple);
    }

    #[test]
    fn nonsense_and_contradictions_are_refused() {
        for bad in ["", "{", "[]", r#"{"ko":"NEVER"}"#, r#"{"suicide":1}"#, r#"{"colour":"red"}"#] {
            assert!(from_json(bad).is_err(), "{bad} was accepted");
        }
        assert!(from_json(r#"{"scoring":"TERRITORY","hasButton":true}"#).is_err());
        assert!(with_key(Rules::BASIC, "passStones", "true").is_err());
        assert_eq!(with_key(Rules::BASIC, "ko", "simple").map(|r| r.ko), Ok(KoRule::Simple));
    }
}
