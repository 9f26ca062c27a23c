//! Lines on standard error that a controller asked for: GoGui's live graphics, chat for OGS.
//!
//! A thread of their own writes them, and what does not fit is dropped: some controllers do not read standard error, and a
//! full pipe must not stop the engine.

use std::io::Write;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// Notes that wait before further ones are dropped.
const MAX_WAITING: usize = 16;

/// Where notes go.
#[derive(Debug, Default)]
pub struct Notes(Option<SyncSender<String>>);

impl Notes {
    /// Writes the text, which ends with a line end, sooner or later or never. The first call starts the thread.
    pub fn write(&mut self, text: String) {
        self.open();
        self.try_write(text);
    }

    /// Starts the thread, so that [`Notes::try_write`] works.
    pub fn open(&mut self) {
        self.0.get_or_insert_with(|| {
            let (sender, receiver) = sync_channel::<String>(MAX_WAITING);
            let write_all = move || {
                for text in receiver {
                    if std::io::stderr().write_all(text.as_bytes()).is_err() {
                        break;
                    }
                }
            };
            // Without a thread notes are lost, and nothing else.
            let _ = thread::Builder::new().name("notes".to_owned()).spawn(write_all);
            sender
        });
    }

    /// As [`Notes::write`], but only if the thread runs.
    pub fn try_write(&self, text: String) {
        if let Some(sender) = &self.0 {
            // A full channel or a broken pipe: the note is lost, and nothing else.
            let _ = sender.try_send(text);
        }
    }
}
