//! Commands about the session itself.

use super::{COMMANDS, Reply, find};
use crate::gtp::Session;
use crate::gtp::parse::argument;

pub fn protocol_version(_: &mut Session, _: &[String]) -> Reply {
    Ok("2".to_owned())
}

pub fn name(_: &mut Session, _: &[String]) -> Reply {
    Ok("tengen".to_owned())
}

pub fn version(_: &mut Session, _: &[String]) -> Reply {
    Ok(env!("CARGO_PKG_VERSION").to_owned())
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
