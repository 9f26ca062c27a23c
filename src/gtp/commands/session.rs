//! Commands about the session itself.

use super::{COMMANDS, Reply, find};
use crate::engine::MAX_LEVEL;
use crate::gtp::Session;
use crate::gtp::error::GtpError;
use crate::gtp::parse::{argument, count};

pub fn protocol_version(_: &mut Session, _: &[String]) -> Reply {
    Ok("2".to_owned())
}

pub fn name(session: &mut Session, _: &[String]) -> Reply {
    Ok(session.manners.name.clone())
}

pub fn version(session: &mut Session, _: &[String]) -> Reply {
    Ok(session.manners.version.clone())
}

pub fn level(session: &mut Session, args: &[String]) -> Reply {
    let level = count(argument(args, 0, "level")?, "level")?;
    match u8::try_from(level).is_ok_and(|level| session.engine.set_level(level)) {
        true => Ok(String::new()),
        false => Err(GtpError::Other(format!("level must be 1 to {MAX_LEVEL}"))),
    }
}

pub fn known_command(_: &mut Session, args: &[String]) -> Reply {
    Ok(find(argument(args, 0, "command")?).is_some().to_string())
}

pub fn list_commands(_: &mut Session, _: &[String]) -> Reply {
    Ok(COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

pub fn quit(session: &mut Session, _: &[String]) -> Reply {
    session.quit = true;
    Ok(String::new())
}

pub fn cputime(_: &mut Session, _: &[String]) -> Reply {
    Ok(format!("{:.3}", cpu_time::ProcessTime::now().as_duration().as_secs_f64()))
}
