//! Lines of input, read by a thread of their own, and what they mean to a search that is running.

use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

/// The longest line that is read; a longer one is answered with an error. A whole game in one command takes some 10 kB.
const MAX_LINE: usize = 1 << 20;
/// Lines that wait for an answer before the reader pauses.
const MAX_WAITING: usize = 1024;

/// A line, or what stands for one that was too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The line without its end.
    Text(Vec<u8>),
    /// The beginning of a line of more than [`MAX_LINE`] bytes; the rest is skipped.
    TooLong(Vec<u8>),
}

/// What a running search may know about the input.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<State>);

/// Lines are numbered from 1 in the order in which they were read.
#[derive(Debug, Default)]
struct State {
    last_read: AtomicUsize,
    last_taken: AtomicUsize,
    /// The last line read when the comment `# interrupt` came.
    interrupted: AtomicUsize,
    is_closed: AtomicBool,
}

impl Signals {
    /// Those of an input from which nothing will come.
    pub fn closed() -> Signals {
        let signals = Signals::default();
        signals.0.is_closed.store(true, Relaxed);
        signals
    }

    /// Whether the comment `# interrupt` (GoGui) has come after the line that is being answered.
    pub fn is_interrupted(&self) -> bool {
        self.0.interrupted.load(Relaxed) >= self.0.last_taken.load(Relaxed).max(1)
    }

    /// Whether a line is waiting, or none will ever come.
    pub fn has_input(&self) -> bool {
        self.0.last_read.load(Relaxed) > self.0.last_taken.load(Relaxed) || self.0.is_closed.load(Relaxed)
    }
}

/// The lines of an input.
#[derive(Debug)]
pub struct Input {
    receiver: Receiver<(Line, Instant)>,
    signals: Signals,
}

impl Input {
    /// Starts a thread that reads lines until the end of the input. The last line need not have an end.
    pub fn read_from(input: impl Read + Send + 'static) -> Input {
        let (sender, receiver) = sync_channel(MAX_WAITING);
        let signals = Signals::default();
        let state = signals.clone();
        thread::spawn(move || {
            read_all(BufReader::new(input), &sender, &state.0);
            state.0.is_closed.store(true, Relaxed);
        });
        Input { receiver, signals }
    }

    /// What a search may know about this input.
    pub fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// The next line and when it was read; waits for it. `None` at the end.
    pub fn next_line(&self) -> Option<(Line, Instant)> {
        let arrived = self.receiver.recv().ok()?;
        self.signals.0.last_taken.fetch_add(1, Relaxed);
        Some(arrived)
    }
}

fn read_all(mut reader: impl BufRead, sender: &SyncSender<(Line, Instant)>, state: &State) {
    while let Some(line) = read_line(&mut reader) {
        if is_interrupt(&line) {
            state.interrupted.store(state.last_read.load(Relaxed), Relaxed);
            continue;
        }
        state.last_read.fetch_add(1, Relaxed);
        if sender.send((line, Instant::now())).is_err() {
            break;
        }
    }
}

fn is_interrupt(line: &Line) -> bool {
    matches!(line, Line::Text(text) if text.trim_ascii() == b"# interrupt")
}

/// The next line; `None` at the end of the input, or when reading fails, which is the same to us.
pub fn read_line(reader: &mut impl BufRead) -> Option<Line> {
    let (mut text, mut is_too_long) = (Vec::new(), false);
    loop {
        let buffer = match reader.fill_buf() {
            Ok(buffer) => buffer,
            Err(e) if e.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        let end = buffer.iter().position(|&b| b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = MAX_LINE - text.len();
        is_too_long |= part.len() > room;
        text.extend_from_slice(&part[..part.len().min(room)]);
        let (used, is_end) = (part.len() + usize::from(end.is_some()), buffer.is_empty());
        reader.consume(used);
        if end.is_some() || is_end {
            return match (is_too_long, is_end && text.is_empty()) {
                (true, _) => Some(Line::TooLong(text)),
                (false, true) => None,
                (false, false) => Some(Line::Text(text)),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: Vec<u8>) -> Vec<Line> {
        let input = Input::read_from(std::io::Cursor::new(bytes));
        std::iter::from_fn(|| input.next_line()).map(|(line, _)| line).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.as_bytes().to_vec())
    }

    #[test]
    fn the_last_line_needs_no_end() {
        assert_eq!(read(b"name\n\nversion".to_vec()), [text("name"), text(""), text("version")]);
        assert_eq!(read(b"name\n".to_vec()), [text("name")]);
        assert_eq!(read(Vec::new()), []);
    }

    #[test]
    fn a_line_that_is_too_long_is_one_error_and_the_next_line_is_read() {
        let bytes = [vec![b'x'; 3 * MAX_LINE], b"\nname\n".to_vec()].concat();
        assert_eq!(read(bytes), [Line::TooLong(vec![b'x'; MAX_LINE]), text("name")]);
    }

    #[test]
    fn an_interrupt_is_a_signal_and_not_a_line() {
        let input = Input::read_from(std::io::Cursor::new(b"genmove b\n# interrupt\r\ngenmove w\n".to_vec()));
        let signals = input.signals();
        while !signals.0.is_closed.load(Relaxed) {
            thread::yield_now();
        }
        let next = || input.next_line().map(|(line, _)| line);
        assert_eq!(next(), Some(text("genmove b")));
        assert!(signals.is_interrupted());
        assert_eq!(next(), Some(text("genmove w")));
        assert!(!signals.is_interrupted());
        assert_eq!(next(), None);
    }
}
