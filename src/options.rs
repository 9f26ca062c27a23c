//! The options of the command line.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;
use tengen::bench;
use tengen::engine::Settings;
use tengen::gtp::Manners;
use tengen::rules::Preset;

/// tengen, an engine for the game of Go.
///
/// Without a command it speaks the Go Text Protocol on standard input and output, as Sabaki, GoGui and other programs
/// expect of an engine. Try: echo 'list_commands' | tengen
#[derive(Parser)]
#[command(version, about, after_help = "Messages go to stderr; RUST_LOG=info tells what the search does.")]
pub struct Options {
    /// Think for that many playouts on each move, whatever the clock says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,
    /// Think for that many seconds on each move, whatever the clock says
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_per_move: Option<Duration>,
    /// Seed of the search; with --playouts and one seed the same game comes out every time
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Ruleset to begin with, e.g. chinese, japanese, aga, tromp-taylor
    #[arg(long, value_name = "NAME", default_value = "chinese-ogs")]
    pub rules: Preset,
    /// Part of the clock kept back on each move for what the connection takes, in seconds
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = seconds)]
    pub lag: Duration,
    /// Threads of the search; one for each core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: Option<u64>,
    /// Most memory for the search tree, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub memory: u64,
    /// Strength, 1 (beginner) to 10 (full)
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: u8,
    /// Think on the opponent's time
    #[arg(long)]
    pub ponder: bool,
    /// Never resign
    #[arg(long)]
    pub no_resign: bool,
    /// Write a pass as `pass` or, as Kigo wants it, as `PASS`
    #[arg(long, value_name = "CASE", default_value = "lower", value_parser = ["lower", "upper"])]
    pub pass_case: String,
    /// The name to give to GTP clients, for those that go by it
    #[arg(long, value_name = "NAME")]
    pub gtp_name: Option<String>,
    /// The version to give to GTP clients
    #[arg(long, value_name = "VERSION")]
    pub gtp_version: Option<String>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Measure playouts and search on this machine
    Bench(bench::Options),
}

/// The options, or after a message the exit code. Controllers show what goes to standard error as it is, so a bad
/// option is worth one line.
pub fn options() -> Result<Options, ExitCode> {
    Options::try_parse().map_err(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        let text = error.to_string();
        let message = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
        eprintln!("tengen: {}; try --help", message.split_whitespace().collect::<Vec<_>>().join(" "));
        ExitCode::from(2)
    })
}

impl Options {
    /// What they mean to the engine.
    pub fn settings(&self) -> Settings {
        Settings {
            preset: self.rules,
            playouts: self.playouts,
            time_per_move: self.time_per_move,
            lag: self.lag,
            resign: !self.no_resign,
            level: self.level,
            ponder: self.ponder,
            threads: self.threads.map_or_else(bench::all_cores, |n| n as usize),
            megabytes: self.memory as usize,
            seed: self.seed.unwrap_or_else(rand::random),
        }
    }

    /// What they mean to a client.
    pub fn manners(&self) -> Manners {
        let usual = Manners::default();
        Manners {
            name: self.gtp_name.clone().unwrap_or(usual.name),
            version: self.gtp_version.clone().unwrap_or(usual.version),
            has_upper_pass: self.pass_case == "upper",
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a length of time".to_owned())
}
