//! Lines of input, read by a thread of their own, and what they mean to a search that is running.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Instant;

/// The longest line that is read; a longer one is answered with an error. A whole game in one command takes some 10 kB.
const MAX_LINE: usize = 1 << 20;
/// Lines that wait for an answer before the reader pauses.
const MAX_WAITING: usize = 1024;
/// Bytes of such lines, at most one line more.
const MAX_BYTES_WAITING: usize = 4 << 20;

/// A line, or what stands for one that was too long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The line without its end.
    Text(Vec<u8>),
    /// The beginning of a line of more than [`MAX_LINE`] bytes; the rest is skipped.
    TooLong(Vec<u8>),
}

impl Line {
    fn len(&self) -> usize {
        let (Line::Text(text) | Line::TooLong(text)) = self;
        text.len()
    }
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

/// Lines that wait for an answer, not too many and not too long ones.
#[derive(Debug, Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    lines: VecDeque<(Line, Instant)>,
    bytes: usize,
    /// Whether no line will come any more, and why reading failed.
    is_closed: bool,
    error: Option<io::Error>,
    /// Whether nobody takes lines any more.
    is_abandoned: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait<'a>(&self, waiting: MutexGuard<'a, Waiting>) -> MutexGuard<'a, Waiting> {
        self.has_changed.wait(waiting).unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Adds a line as soon as there is room for it. False: nobody takes lines any more.
    fn push(&self, line: Line) -> bool {
        let arrived = Instant::now();
        let mut waiting = self.lock();
        while !waiting.is_abandoned
            && (waiting.lines.len() >= MAX_WAITING || waiting.bytes >= MAX_BYTES_WAITING)
        {
            waiting = self.wait(waiting);
        }
        waiting.bytes += line.len();
        waiting.lines.push_back((line, arrived));
        self.has_changed.notify_all();
        !waiting.is_abandoned
    }

    /// Takes the first line as soon as there is one; `None` at the end.
    fn pop(&self) -> Option<(Line, Instant)> {
        let mut waiting = self.lock();
        while waiting.lines.is_empty() && !waiting.is_closed {
            waiting = self.wait(waiting);
        }
        let (line, arrived) = waiting.lines.pop_front()?;
        waiting.bytes -= line.len();
        self.has_changed.notify_all();
        Some((line, arrived))
    }
}

/// The lines of an input.
#[derive(Debug)]
pub struct Input {
    queue: Arc<Queue>,
    signals: Signals,
}

impl Input {
    /// Starts a thread that reads lines until the end of the input. The last line need not have an end.
    ///
    /// # Errors
    /// That no thread can be started.
    pub fn read_from(input: impl Read + Send + 'static) -> io::Result<Input> {
        let (queue, signals) = (Arc::new(Queue::default()), Signals::default());
        let theirs = ClosedAtTheEnd(queue.clone(), signals.clone());
        thread::Builder::new().name("input".to_owned()).spawn(move || {
            let ClosedAtTheEnd(queue, signals) = &theirs;
            if let Err(error) = read_all(BufReader::new(input), queue, &signals.0) {
                queue.lock().error = Some(error);
            }
        })?;
        Ok(Input { queue, signals })
    }

    /// What a search may know about this input.
    pub fn signals(&self) -> Signals {
        self.signals.clone()
    }

    /// The next line and when it was read; waits for it. `None` at the end.
    pub fn next_line(&self) -> Option<(Line, Instant)> {
        let arrived = self.queue.pop()?;
        self.signals.0.last_taken.fetch_add(1, Relaxed);
        Some(arrived)
    }

    /// Why there is no further line, if it is not the end of the input.
    pub fn error(&self) -> Option<io::Error> {
        self.queue.lock().error.take()
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.queue.lock().is_abandoned = true;
        self.queue.has_changed.notify_all();
    }
}

/// Says that no line will come any more when the reader's thread ends, be it by a panic.
struct ClosedAtTheEnd(Arc<Queue>, Signals);

impl Drop for ClosedAtTheEnd {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.has_changed.notify_all();
        self.1.0.is_closed.store(true, Relaxed);
    }
}

fn read_all(mut reader: impl BufRead, queue: &Queue, state: &State) -> io::Result<()> {
    while let Some(line) = read_line(&mut reader)? {
        if is_interrupt(&line) {
            state.interrupted.store(state.last_read.load(Relaxed), Relaxed);
            continue;
        }
        state.last_read.fetch_add(1, Relaxed);
        if !queue.push(line) {
            break;
        }
    }
    Ok(())
}

fn is_interrupt(line: &Line) -> bool {
    matches!(line, Line::Text(text) if text.trim_ascii() == b"# interrupt")
}

/// The next line; `None` at the end of the input.
///
/// # Errors
/// That it cannot be read.
pub fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Line>> {
    let (mut text, mut is_too_long) = (Vec::new(), false);
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        let end = buffer.iter().position(|&b| b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = MAX_LINE - text.len();
        is_too_long |= part.len() > room;
        text.extend_from_slice(&part[..part.len().min(room)]);
        let (used, is_end) = (part.len() + usize::from(end.is_some()), buffer.is_empty());
        reader.consume(used);
        if end.is_some() || is_end {
            return Ok(match (is_too_long, is_end && text.is_empty()) {
                (true, _) => Some(Line::TooLong(text)),
                (false, true) => None,
                (false, false) => Some(Line::Text(text)),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input_of(bytes: Vec<u8>) -> Input {
        Input::read_from(io::Cursor::new(bytes)).expect("a thread can be started")
    }

    fn read(bytes: Vec<u8>) -> Vec<Line> {
        let input = input_of(bytes);
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
        let input = input_of(b"genmove b\n# interrupt\r\ngenmove w\n".to_vec());
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

    #[test]
    fn lines_that_wait_are_bounded_and_none_is_lost() {
        let count = 3 * MAX_WAITING;
        let many = "name\n".repeat(count).into_bytes();
        let few_and_long = [vec![b'x'; MAX_LINE], vec![b'\n']].concat().repeat(16);
        for (bytes, most_lines, lines) in [(many, MAX_WAITING, count), (few_and_long, 4, 16)] {
            let input = input_of(bytes);
            while input.queue.lock().lines.len() < most_lines {
                thread::yield_now();
            }
            assert!(input.queue.lock().bytes <= MAX_BYTES_WAITING + MAX_LINE);
            assert_eq!(std::iter::from_fn(|| input.next_line()).count(), lines);
        }
    }

    /// Fails after its first line.
    struct Broken(bool);

    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("a fault made on purpose"));
            }
            buffer[..5].copy_from_slice(b"name\n");
            Ok(5)
        }
    }

    #[test]
    fn an_input_that_fails_says_why() {
        let input = Input::read_from(Broken(false)).unwrap();
        assert_eq!(input.next_line().map(|(line, _)| line), Some(text("name")));
        assert_eq!(input.next_line(), None);
        assert_eq!(input.error().unwrap().to_string(), "a fault made on purpose");
    }
}
