//! Commands about the rules. A refused one changes nothing.

use super::Reply;
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::argument;
use crate::gtp::rules_json;
use crate::rules::{Rules, preset};

pub fn kata_set_rules(session: &mut Session, args: &[String]) -> Reply {
    argument(args, 0, "rules")?;
    let text = args.join(" ");
    let rules = if text.starts_with('{') {
        rules_json::from_json(&text).map_err(GtpError::Other)?
    } else {
        Rules::from_record(&text).ok_or_else(|| unknown_rules(&text))?
    };
    session.engine.set_rules(rules);
    Ok(String::new())
}

pub fn kata_set_rule(session: &mut Session, args: &[String]) -> Reply {
    let (key, value) = (argument(args, 0, "key")?, argument(args, 1, "value")?);
    let rules = rules_json::with_key(session.engine.game().rules, key, value).map_err(GtpError::Other)?;
    session.engine.set_rules(rules);
    Ok(String::new())
}

pub fn kata_get_rules(session: &mut Session, _: &[String]) -> Reply {
    Ok(rules_json::to_json(&session.engine.game().rules))
}

pub fn kgs_rules(session: &mut Session, args: &[String]) -> Reply {
    let name = argument(args, 0, "rules")?;
    let plain = name.to_ascii_lowercase().replace('-', "_");
    let rules = match plain.as_str() {
        "japanese" | "chinese" | "aga" | "new_zealand" => preset(&format!("kgs-{plain}")),
        _ => None,
    };
    session.engine.set_rules(rules.ok_or_else(|| unknown_rules(name))?.rules);
    Ok(String::new())
}

fn unknown_rules(name: &str) -> GtpError {
    GtpError::Other(format!("unknown rules: {name}"))
}
