//! The Go Text Protocol, version 2 (Farnebäck 2002): a [`Session`] answers lines, and [`run`] feeds it from a pipe.
//!
//! Nothing but replies goes to the output; each is `=` or `?`, the id, a space, the text and an empty line, and is
//! flushed at once. Commands are answered strictly in order. A failed command changes nothing. Input is read by its
//! own thread, so that lines that arrive during a search can be seen.

mod commands;
mod error;
pub(crate) mod gfx;
mod info;
pub(crate) mod input;
pub(crate) mod kata;
pub(crate) mod parse;
pub(crate) mod rules_json;

pub use commands::{COMMANDS, Command};
pub use error::GtpError;

use crate::engine::Engine;
use crate::messages;
use crate::output::Output;
use gfx::LiveView;
use input::{Input, Line, Signals};
use parse::Request;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

/// How the engine presents itself to a client, for those that want it otherwise.
#[derive(Clone, Debug)]
pub struct Manners {
    /// The answer to `name`.
    pub name: String,
    /// The answer to `version`.
    pub version: String,
    /// Whether the engine tells its win rate after each move on standard error, as gtp2ogs looks for it.
    pub has_ogs_chat: bool,
    /// Whether a pass is written `PASS`, as GNU Go does and Kigo wants it.
    pub has_upper_pass: bool,
    /// Whether the client may have files read and written (`loadsgf`, `printsgf`, `gomill-savesgf`). A bot on a server has
    /// no need of it.
    pub may_use_files: bool,
}

impl Default for Manners {
    fn default() -> Manners {
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        Manners {
            name: name.to_owned(),
            version: version.to_owned(),
            has_ogs_chat: false,
            has_upper_pass: false,
            may_use_files: true,
        }
    }
}

/// One client's conversation with an engine.
pub struct Session {
    engine: Engine,
    manners: Manners,
    /// What a running search may know about the input.
    input: Signals,
    output: Output,
    /// What live graphics show on standard error while the engine thinks.
    live_view: LiveView,
    /// The id of the command that is being answered.
    id: String,
    /// Whether the reply has been begun, and only its end is still to come.
    is_streaming: bool,
    /// The number of the last search that was logged.
    logged: u64,
    quit: bool,
}

impl Session {
    /// A session with this engine.
    pub fn new(engine: Engine) -> Session {
        Session {
            engine,
            manners: Manners::default(),
            input: Signals::closed(),
            output: Output::default(),
            live_view: LiveView::Off,
            id: String::new(),
            is_streaming: false,
            logged: 0,
            quit: false,
        }
    }

    /// The same session with other manners.
    pub fn with_manners(self, manners: Manners) -> Session {
        Session { manners, ..self }
    }

    /// Whether `quit` has been answered.
    pub fn has_quit(&self) -> bool {
        self.quit
    }

    /// Answers one line, without its end; `None` for blank lines and comments. The reply is complete, with the empty
    /// line at its end; an analysis ends at once. A fault of our own is answered `? internal error` and logged, and the session goes on.
    ///
    /// ```
    /// # use tengen::{engine::Engine, gtp::Session};
    /// let mut session = Session::new(Engine::default());
    /// assert_eq!(session.handle_line(b"7 play black D4\r").as_deref(), Some("=7 \n\n"));
    /// assert_eq!(session.handle_line(b"play white D4").as_deref(), Some("? illegal move\n\n"));
    /// assert_eq!(session.handle_line(b"# a comment"), None);
    /// ```
    pub fn handle_line(&mut self, line: &[u8]) -> Option<String> {
        self.handle_line_of(line, Instant::now())
    }

    /// As [`Session::handle_line`], for a line that arrived some time ago: clocks run from then on.
    fn handle_line_of(&mut self, line: &[u8], arrived: Instant) -> Option<String> {
        self.engine.count_time_from(arrived);
        let request = parse::parse_line(line)?;
        self.id = request.id.clone().unwrap_or_default();
        let answer = match commands::find(&request.command) {
            Some(command) => self.run_command(command, &request.args),
            None => Err(GtpError::UnknownCommand),
        };
        self.log_search();
        match std::mem::take(&mut self.is_streaming) {
            true => Some(format!("{}\n", answer.unwrap_or_default())),
            false => Some(reply(&request, answer)),
        }
    }

    /// Tells the log what the last search did, if it has not been told.
    fn log_search(&mut self) {
        if let Some(stats) = self.engine.search_statistics().filter(|stats| stats.number != self.logged) {
            self.logged = stats.number;
            log::info!("{}", commands::summary(stats));
        }
    }

    /// Runs commands as if a client had sent them, a line each, until one is `quit`. Returns the numbers of the lines that
    /// failed, with what was answered. An analysis ends at once.
    pub fn run_commands(&mut self, lines: &[u8]) -> Vec<(usize, String)> {
        let input = std::mem::replace(&mut self.input, Signals::closed());
        let mut failures = Vec::new();
        for (index, line) in lines.split(|&byte| byte == b'\n').enumerate() {
            if self.has_quit() {
                break;
            }
            let reply = self.handle_line(line).filter(|reply| reply.starts_with('?'));
            failures.extend(reply.map(|reply| (index + 1, reply.trim_end().to_owned())));
        }
        self.input = input;
        failures
    }

    /// Begins a reply of several lines, that the command writes one by one; what it returns is the last of them.
    fn begin_stream(&mut self) {
        self.is_streaming = true;
        self.output.begin(&format!("={}\n", self.id));
    }

    fn run_command(&mut self, command: &Command, args: &[String]) -> commands::Reply {
        catch_unwind(AssertUnwindSafe(|| (command.run)(self, args))).unwrap_or_else(|_| {
            log::error!("panic in {} {}", command.name, error::shortened(&args.join(" ")));
            Err(GtpError::Other("internal error".to_owned()))
        })
    }

    /// Thinks on the opponent's time until there is input. A fault of our own ends that, not the session.
    fn ponder(&mut self) {
        let (engine, input) = (&mut self.engine, &self.input);
        if catch_unwind(AssertUnwindSafe(|| engine.ponder(&|| input.has_input()))).is_err() {
            log::error!("panic while pondering");
        }
    }
}

/// The reply to a request, complete.
fn reply(request: &Request, answer: commands::Reply) -> String {
    let id = request.id.as_deref().unwrap_or_default();
    match answer {
        Ok(text) => format!("={id} {text}\n\n"),
        Err(why) => format!("?{id} {why}\n\n"),
    }
}

/// The reply to a line that is too long, of which only the beginning is known.
fn refuse_long_line(beginning: &[u8]) -> Option<String> {
    let request = parse::parse_line(beginning)?;
    Some(reply(&request, Err(GtpError::Syntax("line too long"))))
}

/// Reads commands from `input` and writes replies to `output` until `quit`, the end of the input, or a closed output.
///
/// # Errors
/// That no thread can be started, that the input cannot be read, or the output cannot be written to. An output that nobody
/// reads any more is no error: the client has gone.
pub fn run(
    mut session: Session,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    session.output = Output::new(output)?;
    let input = Input::read_from(input).map_err(|e| explain("cannot start a thread", e))?;
    if session.manners.has_ogs_chat {
        // gtp2ogs goes by the name to know the form.
        messages::note("tengen: lines for the chat have the form of KataGo\n");
    }
    session.input = input.signals();
    while !session.has_quit() && !session.output.is_closed() {
        session.ponder();
        session.log_search();
        let reply = match input.next_line() {
            Some((Line::Text(text), arrived)) => session.handle_line_of(&text, arrived),
            Some((Line::TooLong(beginning), _)) => refuse_long_line(&beginning),
            None => break,
        };
        if let Some(reply) = reply {
            session.output.write(&reply);
        }
    }
    session.output.outcome()?;
    input.error().map_or(Ok(()), |e| Err(explain("cannot read standard input", e)))
}

fn explain(what: &str, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_analysis_of_a_line_by_itself_ends_at_once() {
        let mut session = Session::new(Engine::default());
        for line in ["lz-analyze b 1", "kata-analyze b 1", "lz-genmove_analyze b 1"] {
            assert!(session.handle_line(line.as_bytes()).is_some(), "{line}");
        }
    }

    #[test]
    fn a_panic_is_answered_and_the_game_stays() {
        let mut session = Session::new(Engine::default());
        session.handle_line(b"play b D4").unwrap();
        let faulty =
            Command { name: "fault", args: "", help: "", run: |_, _| panic!("a fault made on purpose") };
        let answer = session.run_command(&faulty, &[]);
        assert_eq!(answer, Err(GtpError::Other("internal error".to_owned())));
        assert_eq!(session.handle_line(b"move_history").as_deref(), Some("= black D4\n\n"));
        assert_eq!(session.handle_line(b"undo").as_deref(), Some("= \n\n"));
    }
}
