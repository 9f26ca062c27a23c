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
        named(&text)?
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
    let rules = match argument(args, 0, "rules")? {
        name @ ("japanese" | "chinese" | "aga" | "new_zealand") => named(&format!("kgs-{name}"))?,
        other => return Err(unknown_rules(other)),
    };
    session.engine.set_rules(rules);
    Ok(String::new())
}

fn named(name: &str) -> Result<Rules, GtpError> {
    preset(name).map(|preset| preset.rules).ok_or_else(|| unknown_rules(name))
}

fn unknown_rules(name: &str) -> GtpError {
    GtpError::Other(format!("unknown rules: {name}"))
}
