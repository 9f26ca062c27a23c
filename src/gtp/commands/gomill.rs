//! The `gomill-` extensions, which the match runner of that name uses. Source: Gomill's documentation, "GTP extensions".

use super::files::{finished_record, write_record};
use super::moves::{format_decision, genmove};
use super::views::describe;
use super::{Reply, params};
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, color};

/// The keyword of `gomill-genmove_ex` by which the engine may claim a won game.
const CLAIM: &str = "claim";

/// What the engine has to say about its last move, for a comment in a game record; nothing if it has not moved.
pub fn gomill_explain_last_move(session: &mut Session, _: &[String]) -> Reply {
    Ok(session.engine.thought().map_or_else(String::new, |thought| {
        let decision = format_decision(session, thought.decision);
        match &thought.report {
            Some(report) => format!("{decision}: {}", describe(report)),
            None => format!("{decision}: won as it stands, no search"),
        }
    }))
}

/// Name and version, then a line for each layer of parameters and settings.
pub fn gomill_describe_engine(session: &mut Session, _: &[String]) -> Reply {
    let mut lines = vec![format!("{}:{}", session.manners.name, session.manners.version)];
    for layer in params::layers() {
        let entries = params::entries(session, layer)?;
        let words: Vec<String> =
            entries.into_iter().map(|(_, name, value)| format!("{name}={value}")).collect();
        lines.push(format!("{layer}: {}", words.join(" ")));
    }
    Ok(lines.join("\n"))
}

/// As `genmove`; with the keyword `claim` it may answer `claim` where nothing can go wrong any more. Without arguments it
/// lists its keywords.
pub fn gomill_genmove_ex(session: &mut Session, args: &[String]) -> Reply {
    if args.is_empty() {
        return Ok(CLAIM.to_owned());
    }
    let player = color(argument(args, 0, "color")?)?;
    if args[1..].iter().any(|word| word == CLAIM) && session.engine.has_won_for_sure(player) {
        return Ok(CLAIM.to_owned());
    }
    genmove(session, args)
}

/// `gomill-savesgf FILE [PROPERTY=VALUE]...`: writes the game with these properties in its root.
pub fn gomill_savesgf(session: &mut Session, args: &[String]) -> Reply {
    let file = unescaped(argument(args, 0, "file name")?);
    let mut record = finished_record(session);
    for arg in &args[1..] {
        let (name, value) = arg.split_once('=').ok_or(GtpError::Syntax("PROPERTY=VALUE expected"))?;
        let value = unescaped(value);
        match name {
            "PB" => record.black = Some(value),
            "PW" => record.white = Some(value),
            "RE" => record.result = Some(value),
            "RU" => record.rules = Some(value),
            name if is_property(name) => record.others.push((name.to_owned(), value)),
            _ => return Err(GtpError::Syntax("no such property")),
        }
    }
    write_record(session, &record, &file)
}

/// Whether a property of that name may stand in a root beside those that the game itself fills in.
fn is_property(name: &str) -> bool {
    const OWN: &[&str] = &["B", "W", "AB", "AW", "AE", "PL", "SZ", "KM", "HA", "GM", "FF", "CA", "AP"];
    let is_name = (1..=8).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_uppercase());
    is_name && !OWN.contains(&name)
}

/// `\_` is a space and `\\` a backslash.
fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next() {
                Some('_') => ' ',
                Some(other) => other,
                None => '\\',
            },
            other => other,
        });
    }
    plain
}
