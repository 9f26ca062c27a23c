//! The built binary as a child process that is spoken to over pipes, for the tests that need the real thing.
//!
//! Both outputs are read by threads of their own, so that neither side ever waits for the other with a full pipe.

mod form;

use form::is_reply;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// A reply that takes longer means that the engine hangs. No test depends on how long one takes.
const HANGS_AFTER: Duration = Duration::from_secs(120);

/// A folder that does not exist, so that no configuration of the user's is read.
pub const NO_CONFIGURATION: &str = "/nonexistent";

/// A running engine.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    /// Where the input comes back from when a thread has written to it.
    returned: Option<Receiver<ChildStdin>>,
    output: Receiver<Vec<u8>>,
    errors: JoinHandle<Vec<u8>>,
    /// Output that has been received and not yet been handed out as a reply.
    pending: Vec<u8>,
}

/// How an engine ended.
pub struct Ending {
    /// What it wrote to standard output after the last reply that was asked for.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub errors: String,
    /// Its exit status.
    pub status: ExitStatus,
}

impl Engine {
    /// Starts the engine with a number of playouts for each move and a seed, so that each run is the same.
    pub fn start(playouts: u32) -> Engine {
        Engine::start_with(playouts, &[])
    }

    /// The same with further options.
    pub fn start_with(playouts: u32, options: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .args(["--playouts", &playouts.to_string(), "--seed", "1"])
            .args(options)
            .env_remove("RUST_LOG")
            .env("XDG_CONFIG_HOME", NO_CONFIGURATION)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let (mut stdout, mut stderr) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let (sender, output) = channel();
        spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(length @ 1..) = stdout.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        let errors = spawn(move || {
            let mut text = Vec::new();
            stderr.read_to_end(&mut text).expect("standard error can be read");
            text
        });
        let stdin = child.stdin.take();
        Engine { child, stdin, returned: None, output, errors, pending: Vec::new() }
    }

    /// Writes to the engine's standard input. An engine that has quit does not read it any more.
    pub fn send(&mut self, bytes: &[u8]) {
        if let Some(returned) = self.returned.take() {
            self.stdin = returned.recv().ok();
        }
        let stdin = self.stdin.as_mut().expect("input is open until the end");
        if let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush()) {
            assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "writing to the engine: {error}");
        }
    }

    /// As [`Engine::send`], by a thread of its own: for more than fits into the pipe while nobody reads the replies.
    #[allow(dead_code, reason = "not every test that has this module sends so much")]
    pub fn send_in_background(&mut self, bytes: Vec<u8>) {
        let mut stdin = self.stdin.take().expect("input is open until the end");
        let (sender, returned) = channel();
        spawn(move || {
            stdin.write_all(&bytes).expect("the engine reads");
            sender.send(stdin)
        });
        self.returned = Some(returned);
    }

    /// The most resident memory that the process has had so far, in MB; `None` where the system does not tell.
    #[allow(dead_code, reason = "not every test that has this module asks")]
    pub fn peak_megabytes(&self) -> Option<usize> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").parse::<usize>().ok().map(|kilobytes| kilobytes >> 10)
    }

    /// The next reply without the empty line that ends it, or why there is none.
    pub fn reply(&mut self) -> Result<String, String> {
        let text = self.up_to(b"\n\n")?;
        if is_reply(&text) { Ok(text) } else { Err(format!("not a reply: {text:?}")) }
    }

    /// The output before the next such end, which is left out, or why there is none.
    pub fn up_to(&mut self, end: &[u8]) -> Result<String, String> {
        loop {
            if let Some(at) = self.pending.windows(end.len()).position(|bytes| bytes == end) {
                let text = String::from_utf8_lossy(&self.pending[..at]).into_owned();
                self.pending.drain(..at + end.len());
                return Ok(text);
            }
            match self.output.recv_timeout(HANGS_AFTER) {
                Ok(bytes) => self.pending.extend(bytes),
                Err(RecvTimeoutError::Timeout) => return Err("no reply: the engine hangs".to_owned()),
                Err(RecvTimeoutError::Disconnected) => {
                    let rest = String::from_utf8_lossy(&self.pending);
                    return Err(format!("no reply: the engine ended, its last words were {rest:?}"));
                }
            }
        }
    }

    /// Closes the engine's input, reads the rest of its output and waits for its end.
    ///
    /// # Panics
    /// If it has written anything to standard error: it has no reason to.
    pub fn finish(self) -> Ending {
        let ending = self.finish_with_errors();
        assert_eq!(ending.errors, "", "standard error is quiet");
        ending
    }

    /// The same where standard error need not be quiet.
    pub fn finish_with_errors(mut self) -> Ending {
        drop(self.stdin.take());
        drop(self.returned.take());
        let mut output = std::mem::take(&mut self.pending);
        loop {
            match self.output.recv_timeout(HANGS_AFTER) {
                Ok(bytes) => output.extend(bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().expect("a child can be killed");
                    panic!("the engine does not end with its input");
                }
            }
        }
        let status = self.child.wait().expect("a child can be waited for");
        let errors = self.errors.join().expect("the reader of standard error ends");
        Ending { output, errors: String::from_utf8_lossy(&errors).into_owned(), status }
    }
}
