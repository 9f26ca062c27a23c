//! The output of a session: replies, and the lines of an analysis while it runs.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A writer that any thread may use, and that knows when nobody reads it any more.
pub struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    is_closed: AtomicBool,
}

impl Output {
    /// Writes to `writer`.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output { writer: Mutex::new(Box::new(writer)), is_closed: AtomicBool::new(false) }
    }

    /// Writes the text and flushes. A failure closes the output.
    pub fn write(&self, text: &str) {
        let mut writer = self.writer.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.is_closed.store(true, Relaxed);
        }
    }

    /// Whether writing has failed: nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Relaxed)
    }
}
