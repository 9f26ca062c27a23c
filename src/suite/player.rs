//! Who is asked for a move: the engine of this program, or another program that speaks GTP.

use super::problem::Problem;
use crate::board::{Color, Move};
use crate::engine::{Decision, Engine, Settings};
use crate::gtp::parse as text;
use crate::params::Params;
use crate::sgf::Step;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Finds a move in the position of a problem.
pub trait Player {
    /// Its move; `None` if it gives up.
    ///
    /// # Errors
    /// If it can no longer be asked.
    fn answer(&mut self, problem: &Problem) -> io::Result<Option<Move>>;
}

/// Most memory for the tree, in MB: enough for 100,000 playouts on 19x19.
const TREE_MEGABYTES: usize = 1024;

/// The engine of this program at a fixed number of playouts; the same moves come out every time.
pub struct Own(Engine);

impl Own {
    /// One thread, that many playouts, and that seed.
    pub fn new(playouts: u64, seed: u64, params: &Params) -> Own {
        let usual = Settings::default();
        let settings =
            Settings { playouts: Some(playouts), seed, resign: false, megabytes: TREE_MEGABYTES, ..usual };
        Own(Engine::new(params.clone(), settings))
    }
}

impl Player for Own {
    fn answer(&mut self, problem: &Problem) -> io::Result<Option<Move>> {
        self.0.load(&problem.record, None).expect("invariant: a problem is a legal position");
        match self.0.decide(problem.color, &|| false) {
            Decision::Move(mv) => Ok(Some(mv)),
            Decision::Resign => Ok(None),
        }
    }
}

/// A program that speaks GTP. Stones are placed by `play`, the move is asked for by `reg_genmove`.
pub struct Other {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Other {
    /// Starts the program of a command line, whose words are separated by spaces.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(command: &str) -> io::Result<Other> {
        let mut words = command.split_whitespace();
        let program = words.next().ok_or_else(|| io::Error::other("no program is named"))?;
        let mut child =
            Command::new(program).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().expect("invariant: the input is piped");
        let output = BufReader::new(child.stdout.take().expect("invariant: the output is piped"));
        Ok(Other { child, input, output })
    }

    /// The text of the reply to a command.
    fn ask(&mut self, line: &str) -> io::Result<String> {
        writeln!(self.input, "{line}")?;
        self.input.flush()?;
        let mut reply = String::new();
        loop {
            let mut next = String::new();
            if self.output.read_line(&mut next)? == 0 {
                return Err(io::Error::other(format!("the other program ended at \"{line}\"")));
            }
            match next.trim() {
                "" if reply.is_empty() => {}
                "" => break,
                text => reply = reply + text + "\n",
            }
        }
        match reply.trim().strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => {
                Err(io::Error::other(format!("the other program answers \"{line}\" by: {}", reply.trim())))
            }
        }
    }
}

impl Player for Other {
    fn answer(&mut self, problem: &Problem) -> io::Result<Option<Move>> {
        let record = &problem.record;
        self.ask(&format!("boardsize {}", record.size.width()))?;
        self.ask("clear_board")?;
        self.ask(&format!("komi {}", f64::from(record.komi.unwrap_or_default()) / 2.0))?;
        for step in &record.steps {
            match step {
                Step::Setup { stones } => {
                    for (point, color) in stones.iter().filter_map(|(p, color)| color.map(|c| (*p, c))) {
                        self.ask(&format!("play {} {}", letter(color), text::format_point(point)))?;
                    }
                }
                Step::ToPlay(_) => {}
                Step::Play(color, mv) => {
                    self.ask(&format!("play {} {}", letter(*color), text::format_move(*mv)))?;
                }
            }
        }
        let reply = self.ask(&format!("reg_genmove {}", letter(problem.color)))?;
        // What is no vertex is "resign".
        Ok(text::vertex(&reply).ok())
    }
}

fn letter(color: Color) -> &'static str {
    if color == Color::Black { "b" } else { "w" }
}

impl Drop for Other {
    fn drop(&mut self) {
        // The program may have ended already; then there is nothing to do.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
