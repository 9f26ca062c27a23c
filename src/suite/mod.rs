//! `tengen suite`: how many problems of the tactical suite the engine solves at several numbers of playouts, or another
//! program that speaks GTP.
//!
//! The suite is data (`tests/data/tactics`, a file for each kind of problem, built into the program); files of the user
//! are read instead if some are named. Komi is chosen so that the right moves win and the others lose, and one thread with
//! a seed answers the same way every time.

mod player;
mod problem;

pub use player::{Other, Own, Player};
pub use problem::{Fault, Problem, ProblemError, parse};

use crate::board::Move;
use crate::gtp::parse::format_move;
use crate::messages;
use crate::params::Params;
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The options of the command line.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Files of problems; the suite that comes with the program if none is given
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Playouts for each move, with `k` for thousands
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = playouts, default_value = "1k,10k,100k")]
    playouts: Vec<u64>,
    /// Only problems of these kinds
    #[arg(long, value_name = "KIND,...", value_delimiter = ',')]
    kinds: Vec<String>,
    /// Ask this GTP program instead, e.g. "gnugo --mode gtp --level 10"
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Seed of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Tell which problems were not solved, and what was played
    #[arg(long)]
    failures: bool,
}

fn playouts(text: &str) -> Result<u64, String> {
    let (number, factor) = match text.strip_suffix(['k', 'K']) {
        Some(number) => (number, 1000),
        None => (text, 1),
    };
    let number: u64 = number.parse().map_err(|_| "not a number of playouts".to_owned())?;
    number.checked_mul(factor).filter(|n| *n > 0).ok_or_else(|| "not a number of playouts".to_owned())
}

macro_rules! built_in {
    ($($kind:literal),*) => {
        &[$(($kind, include_str!(concat!("../../tests/data/tactics/", $kind, ".txt")))),*]
    };
}

/// The suite: the text of each kind of problem.
pub const SUITE: &[(&str, &str)] = built_in![
    "capture",
    "escape",
    "ladder",
    "net",
    "snapback",
    "connect-and-die",
    "life",
    "death",
    "seki",
    "semeai",
    "ko",
    "endgame",
    "pass"
];

/// Problems of one kind.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// The problems.
    pub problems: Vec<Problem>,
}

impl Kind {
    /// Reads the problems of one kind.
    ///
    /// # Errors
    /// A sentence that tells the name and the fault.
    pub fn read(name: &str, text: &str) -> Result<Kind, String> {
        let problems = parse(text).map_err(|why| format!("{name}: {why}"))?;
        Ok(Kind { name: name.to_owned(), problems })
    }
}

/// How a player did: for each kind, each problem's answer.
pub struct Column {
    /// Who it was.
    pub name: String,
    /// For each kind and each of its problems, the move, or `None` where the player gave up.
    pub answers: Vec<Vec<Option<Move>>>,
}

/// The answers of some players to the same problems. Shown as a table: a row for each kind, a column for each player.
pub struct Results<'a> {
    /// The problems.
    pub kinds: &'a [Kind],
    /// The players.
    pub columns: Vec<Column>,
}

impl Results<'_> {
    /// How many problems of the kind with that index a column has solved.
    pub fn solved(&self, column: &Column, kind: usize) -> usize {
        let pairs = self.kinds[kind].problems.iter().zip(&column.answers[kind]);
        pairs.filter(|(problem, answer)| answer.is_some_and(|mv| problem.is_solved_by(mv))).count()
    }

    /// The problems that each column has not solved, a line for each.
    fn failures(&self) -> String {
        let mut lines = String::new();
        for column in &self.columns {
            for (kind, answers) in self.kinds.iter().zip(&column.answers) {
                for (problem, answer) in kind.problems.iter().zip(answers) {
                    if !answer.is_some_and(|mv| problem.is_solved_by(mv)) {
                        let answer = answer.map_or("resign".to_owned(), format_move);
                        lines += &format!("{}: {}/{} {answer}\n", column.name, kind.name, problem.name);
                    }
                }
            }
        }
        lines
    }
}

impl fmt::Display for Results<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:<16}{:>10}", "kind", "problems")?;
        self.columns.iter().try_for_each(|column| write!(f, "{:>16}", column.name))?;
        let share = |solved: usize, all: usize| {
            format!("{solved} {:>4.0} %", 100.0 * solved as f64 / all.max(1) as f64)
        };
        for (index, kind) in self.kinds.iter().enumerate() {
            write!(f, "\n{:<16}{:>10}", kind.name, kind.problems.len())?;
            for column in &self.columns {
                write!(f, "{:>16}", share(self.solved(column, index), kind.problems.len()))?;
            }
        }
        let all: usize = self.kinds.iter().map(|kind| kind.problems.len()).sum();
        write!(f, "\n{:<16}{all:>10}", "all")?;
        for column in &self.columns {
            let solved = (0..self.kinds.len()).map(|index| self.solved(column, index)).sum();
            write!(f, "{:>16}", share(solved, all))?;
        }
        Ok(())
    }
}

/// Asks the player for an answer to each problem; `done` is called after each.
///
/// # Errors
/// If the player cannot be asked any more.
pub fn ask(name: &str, player: &mut dyn Player, kinds: &[Kind], done: &dyn Fn()) -> io::Result<Column> {
    let mut answers = Vec::new();
    for kind in kinds {
        let mut of_kind = Vec::new();
        for problem in &kind.problems {
            of_kind.push(player.answer(problem)?);
            done();
        }
        answers.push(of_kind);
    }
    Ok(Column { name: name.to_owned(), answers })
}

/// Runs the suite with a progress bar, if a person is looking, and prints the table. The exit code tells whether that was
/// possible.
pub fn run(options: &Options, params: &Params) -> ExitCode {
    match try_run(options, params) {
        Ok(text) => match writeln!(io::stdout(), "{text}") {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        },
        Err(why) => {
            messages::complain(&why);
            ExitCode::from(2)
        }
    }
}

fn try_run(options: &Options, params: &Params) -> Result<String, String> {
    let kinds = chosen(options)?;
    let mut players: Vec<(String, Box<dyn Player>)> = Vec::new();
    match &options.engine {
        Some(command) => {
            let other = Other::start(command).map_err(|why| format!("{command}: {why}"))?;
            let name = command.split_whitespace().next().unwrap_or_default();
            let name = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
            players.push((name.into_owned(), Box::new(other)));
        }
        None => {
            for &count in &options.playouts {
                let player = Own::new(count, options.seed, params);
                players.push((format!("{count} playouts"), Box::new(player)));
            }
        }
    }
    let problems: usize = kinds.iter().map(|kind| kind.problems.len()).sum();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} answers, {elapsed}, {eta} to go");
    let bar = ProgressBar::new((problems * players.len()) as u64)
        .with_style(style.expect("invariant: the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let mut columns = Vec::new();
    for (name, mut player) in players {
        columns.push(ask(&name, &mut *player, &kinds, &|| bar.inc(1)).map_err(|why| why.to_string())?);
    }
    bar.finish_and_clear();
    let results = Results { kinds: &kinds, columns };
    let failures = if options.failures { format!("\n\n{}", results.failures()) } else { String::new() };
    Ok(format!("{results}{failures}").trim_end().to_owned())
}

/// The kinds of problems that the options ask for.
fn chosen(options: &Options) -> Result<Vec<Kind>, String> {
    let mut kinds = Vec::new();
    for file in &options.files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(file).map_err(|why| format!("{}: {why}", file.display()))?;
        kinds.push(Kind::read(&name, &text)?);
    }
    if options.files.is_empty() {
        for (name, text) in SUITE {
            kinds.push(Kind::read(name, text)?);
        }
    }
    let unknown = options.kinds.iter().find(|wanted| kinds.iter().all(|kind| kind.name != **wanted));
    if let Some(unknown) = unknown {
        let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
        return Err(format!("no problems of kind \"{unknown}\"; there are {}", names.join(", ")));
    }
    kinds.retain(|kind| options.kinds.is_empty() || options.kinds.contains(&kind.name));
    Ok(kinds)
}
