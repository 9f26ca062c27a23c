//! All that goes to standard error: the log, what a controller asked for there (GoGui's live graphics, chat for OGS), and why
//! the program ends.
//!
//! None of it holds up the engine, not even at its end: clients exist that open a pipe for it and never look. One thread
//! writes it all; while nobody reads, the log and notes are dropped.

use crate::output::Output;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Duration;

/// How long the end of the program waits for a reader of the last messages.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// What the thread writes to; `None` where it could not be started.
static QUEUE: OnceLock<Option<Output>> = OnceLock::new();

/// Sends the log there, and panics through the log. The level is that of `RUST_LOG`, errors alone if it is not set.
pub fn start() {
    let env = env_logger::Env::default().default_filter_or("error");
    let mut builder = env_logger::Builder::from_env(env);
    builder.target(env_logger::Target::Pipe(Box::new(Log)));
    builder.init();
    std::panic::set_hook(Box::new(|info| log::error!("{}", info.to_string().replace('\n', " "))));
}

/// Writes the text, which ends with a line end, soon, or not at all where much is unread.
pub fn note(text: &str) {
    if let Some(queue) = queue() {
        queue.offer(text);
    }
}

/// Writes why the program cannot start or go on, on one line.
pub fn complain(why: &str) {
    let line = format!("tengen: {}\n", why.replace(char::is_control, " "));
    match queue() {
        Some(queue) => queue.begin(&line),
        // An error of standard error itself cannot be told to anyone.
        None => drop(io::stderr().write_all(line.as_bytes())),
    }
}

/// Waits a moment for the last messages to be written.
pub fn finish() {
    if let Some(queue) = QUEUE.get().and_then(Option::as_ref) {
        queue.wait_at_most(LAST_WAIT);
    }
}

fn queue() -> Option<&'static Output> {
    QUEUE.get_or_init(|| Output::new(StandardError).ok()).as_ref()
}

/// Standard error, where what cannot be written is lost and what comes later is tried none the less: a full disk may have
/// room again.
struct StandardError;

impl Write for StandardError {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let _ = io::stderr().write_all(text);
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What the log writes to.
struct Log;

impl Write for Log {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        note(&String::from_utf8_lossy(text));
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
