//! What go servers tell the engine, and its chat.
//!
//! Words of strangers are compared with a few known ones and never repeated, so that nothing they write can come back as a
//! line of the protocol. Sources: documentation of kgsGtp; CGOS client (`cgos-gameover` and the like).

use super::Reply;
use crate::gtp::Session;
use crate::gtp::gfx;
use crate::gtp::parse::argument;

/// What the engine says to those who ask for help.
const HELP: &str = "I am a program. Ask me: winrate, move, rules, version.";

/// The game is over: there is nothing left to think about.
pub fn kgs_game_over(session: &mut Session, _: &[String]) -> Reply {
    session.engine.forget();
    Ok(String::new())
}

/// `kgs-chat game|private NAME WORD...`. In a game only a plain question gets an answer, since players talk to each other
/// there; kgsGtp sends nothing where the reply is empty.
pub fn kgs_chat(session: &mut Session, args: &[String]) -> Reply {
    let room = argument(args, 0, "game or private")?;
    argument(args, 1, "name")?;
    let words: Vec<String> =
        args[2..].iter().map(|word| plain(word)).filter(|word| !word.is_empty()).collect();
    let known = match words.as_slice() {
        [question] => answer(session, question),
        _ => None,
    };
    let otherwise = if room == "private" { HELP } else { "" };
    Ok(known.unwrap_or_else(|| otherwise.to_owned()))
}

/// The word in lower case without punctuation.
fn plain(word: &str) -> String {
    word.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

fn answer(session: &Session, question: &str) -> Option<String> {
    let thought = session.engine.thought();
    let report = thought.and_then(|thought| thought.report.as_ref());
    match question {
        "help" | "commands" | "hello" | "hi" => Some(HELP.to_owned()),
        "version" | "name" | "who" => {
            Some(format!("I am {} {}.", session.manners.name, session.manners.version))
        }
        "rules" => Some(format!("I play by these rules: {}.", session.engine.game().rules.to_record())),
        "winrate" | "wr" | "score" => Some(match (report, thought) {
            (Some(report), _) => format!("{}.", gfx::summary(report)),
            (None, Some(_)) => "I see the game as decided.".to_owned(),
            (None, None) => "I have not thought about a move yet.".to_owned(),
        }),
        "move" | "pv" => Some(match report {
            Some(report) => format!("I looked at {}.", gfx::line(report)),
            None => "I have not thought about a move yet.".to_owned(),
        }),
        _ => None,
    }
}

/// Takes note of something a server tells, that changes nothing.
pub fn noted(_: &mut Session, _: &[String]) -> Reply {
    Ok(String::new())
}
