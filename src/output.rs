//! Text for a reader who may be slow or stand still: replies and lines of an analysis on standard output, messages on
//! standard error.
//!
//! A thread of its own writes, so that no search waits for the reader and no clock runs out over it: lines of an analysis
//! and messages are left out while much is unread. Replies wait for him.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that wait for the writer before lines that may be left out are.
const MAX_LINES_WAITING: usize = 1 << 16;

/// Where text goes; any thread may use it.
#[derive(Debug, Default)]
pub struct Output {
    shared: Arc<Shared>,
    /// Without a writer all text is thrown away.
    has_writer: bool,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    has_changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// What the writer has not taken yet.
    waiting: Vec<u8>,
    /// Whether it is writing what it took.
    is_writing: bool,
    /// Whether no more text will come.
    is_finished: bool,
    /// Whether writing has failed or is over, and why it failed.
    is_closed: bool,
    error: Option<io::Error>,
}

impl State {
    /// Whether there is text that is not written yet.
    fn has_text(&self) -> bool {
        self.is_writing || !self.waiting.is_empty()
    }
}

impl Output {
    /// Writes to `writer`.
    ///
    /// # Errors
    /// That no thread can be started.
    pub fn new(writer: impl Write + Send + 'static) -> io::Result<Output> {
        let shared = Arc::new(Shared::default());
        let theirs = ClosedAtTheEnd(shared.clone());
        let thread = thread::Builder::new().name("output".to_owned());
        let started = thread.spawn(move || write_all(writer, &theirs.0));
        started.map_err(|e| io::Error::new(e.kind(), format!("cannot start a thread: {e}")))?;
        Ok(Output { shared, has_writer: true })
    }

    /// Writes the text and waits until it is written.
    pub fn write(&self, text: &str) {
        self.begin(text);
        let mut state = self.shared.lock();
        while state.has_text() && !state.is_closed {
            state = self.shared.wait(state);
        }
    }

    /// Waits until all text is written, but no longer than that.
    pub fn wait_at_most(&self, longest: Duration) {
        let end = Instant::now() + longest;
        let mut state = self.shared.lock();
        while state.has_text() && !state.is_closed {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            state = self.shared.wait_at_most(state, left);
        }
    }

    /// Writes the text, the beginning of a reply, as soon as may be.
    pub fn begin(&self, text: &str) {
        if self.has_writer {
            self.shared.lock().waiting.extend_from_slice(text.as_bytes());
            self.shared.has_changed.notify_all();
        }
    }

    /// Writes the text as soon as may be, or leaves it out where the reader does not keep up.
    pub fn offer(&self, text: &str) {
        if self.shared.lock().waiting.len() < MAX_LINES_WAITING {
            self.begin(text);
        }
    }

    /// Whether writing has failed: nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.shared.lock().is_closed
    }

    /// How writing has gone so far. That the reader has gone is no fault of anybody's.
    ///
    /// # Errors
    /// Why writing failed.
    pub fn outcome(&self) -> io::Result<()> {
        match self.shared.lock().error.take() {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(io::Error::new(error.kind(), format!("cannot write to standard output: {error}")))
            }
            _ => Ok(()),
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.shared.lock().is_finished = true;
        self.shared.has_changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.has_changed.wait(state).unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn wait_at_most<'a>(&self, state: MutexGuard<'a, State>, longest: Duration) -> MutexGuard<'a, State> {
        let waited = self.has_changed.wait_timeout(state, longest);
        waited.unwrap_or_else(|poisoned| poisoned.into_inner()).0
    }
}

/// Says that nothing is written any more when the writer's thread ends, be it by a panic.
struct ClosedAtTheEnd(Arc<Shared>);

impl Drop for ClosedAtTheEnd {
    fn drop(&mut self) {
        self.0.lock().is_closed = true;
        self.0.has_changed.notify_all();
    }
}

/// Writes and flushes what comes until the end, or until it fails.
fn write_all(mut writer: impl Write, shared: &Shared) {
    loop {
        let mut state = shared.lock();
        while state.waiting.is_empty() && !state.is_finished {
            state = shared.wait(state);
        }
        let text = std::mem::take(&mut state.waiting);
        if text.is_empty() {
            return;
        }
        state.is_writing = true;
        drop(state);
        let written = writer.write_all(&text).and_then(|()| writer.flush());
        let mut state = shared.lock();
        state.is_writing = false;
        shared.has_changed.notify_all();
        if let Err(error) = written {
            // In the same breath as `is_writing`: who waits for the end of it must see why it ended.
            state.is_closed = true;
            state.error = Some(error);
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A reader who takes a piece only when he is told to, and what he has taken.
    struct Reader(Receiver<()>, Sender<Vec<u8>>);

    impl Write for Reader {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            self.1.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_who_stands_still_holds_up_no_analysis_and_misses_no_reply() {
        let (go, told) = channel();
        let (taken, text) = channel();
        let output = Output::new(Reader(told, taken)).unwrap();
        output.begin("=\n");
        for _ in 0..10_000 {
            output.offer("info move D4 visits 1 winrate 5000 order 0 pv D4\n");
        }
        for _ in 0..10 {
            go.send(()).unwrap();
        }
        output.write("play D4\n\n");
        output.outcome().unwrap();
        let text: Vec<u8> = text.try_iter().flatten().collect();
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("=\ninfo move D4 ") && text.ends_with("order 0 pv D4\nplay D4\n\n"));
        assert!(text.len() < 3 * MAX_LINES_WAITING);
    }

    #[test]
    fn who_waits_for_a_reader_who_stands_still_does_not_wait_for_ever() {
        let (go, told) = channel();
        let (taken, text) = channel();
        let output = Output::new(Reader(told, taken)).unwrap();
        output.begin("the last words\n");
        output.wait_at_most(Duration::from_millis(1));
        assert!(text.try_recv().is_err(), "he has not been told to read");
        go.send(()).unwrap();
        output.wait_at_most(Duration::MAX / 4);
        assert_eq!(text.try_recv().unwrap(), b"the last words\n");
    }

    #[test]
    fn a_reader_who_is_gone_closes_the_output_and_no_reply_waits() {
        let (go, told) = channel();
        let (taken, _text) = channel();
        let output = Output::new(Reader(told, taken)).unwrap();
        drop(go);
        output.write("= \n\n");
        assert!(output.is_closed());
        output.write("= \n\n");
        output.outcome().unwrap();
    }
}
