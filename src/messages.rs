//! Messages to standard error. They never hold up the engine: a thread of its own writes them, and while nobody reads
//! them they are dropped, as clients exist that open a pipe for them and never look.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

/// Messages that wait to be written before further ones are dropped.
const MOST_WAITING: usize = 1000;
/// How long the end of the program waits for a reader of the last messages.
const LAST_WAIT: Duration = Duration::from_millis(500);

/// A message, or at the end of the program who is to be told that all before it are written.
enum Item {
    Message(Vec<u8>),
    End(SyncSender<()>),
}

static QUEUE: Mutex<Option<SyncSender<Item>>> = Mutex::new(None);

/// Sends the log there, and panics through the log. The level is that of `RUST_LOG`, errors alone if it is not set.
pub fn start() {
    let env = env_logger::Env::default().default_filter_or("error");
    let mut builder = env_logger::Builder::from_env(env);
    let (sender, receiver) = sync_channel(MOST_WAITING);
    if thread::Builder::new().name("messages".to_owned()).spawn(|| write_all(receiver)).is_ok() {
        *queue() = Some(sender.clone());
        builder.target(env_logger::Target::Pipe(Box::new(Sender(sender))));
    }
    builder.init();
    std::panic::set_hook(Box::new(|info| log::error!("{}", info.to_string().replace('\n', " "))));
}

/// Waits a moment for the last messages to be written.
pub fn finish() {
    let (sender, written) = sync_channel(1);
    if queue().take().is_some_and(|queue| queue.try_send(Item::End(sender)).is_ok()) {
        let _ = written.recv_timeout(LAST_WAIT);
    }
}

/// Writes why the program cannot start or go on, on one line. An error of standard error itself cannot be told to anyone.
pub fn complain(why: &str) {
    let _ = writeln!(io::stderr(), "tengen: {why}");
}

fn queue() -> MutexGuard<'static, Option<SyncSender<Item>>> {
    QUEUE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn write_all(receiver: Receiver<Item>) {
    for item in receiver {
        match item {
            Item::Message(text) => drop(io::stderr().write_all(&text)),
            Item::End(written) => drop(written.send(())),
        }
    }
}

/// The end of the queue that the log writes to.
struct Sender(SyncSender<Item>);

impl Write for Sender {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let _ = self.0.try_send(Item::Message(text.to_vec()));
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
