//! The command line: options into an engine, then GTP on standard input and output.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;
use tengen::bench;
use tengen::engine::{Engine, Settings};
use tengen::gtp::{self, Session};
use tengen::params::Params;
use tengen::rules::Preset;

/// tengen, an engine for the game of Go.
///
/// Without a command it speaks the Go Text Protocol on standard input and output, as Sabaki, GoGui and other programs
/// expect of an engine. Try: echo 'list_commands' | tengen
#[derive(Parser)]
#[command(version, about, after_help = "Messages go to stderr; RUST_LOG=info tells what the search does.")]
struct Options {
    /// Think for that many playouts on each move, whatever the clock says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Think for that many seconds on each move, whatever the clock says
    #[arg(long, value_name = "S", value_parser = seconds)]
    time_per_move: Option<Duration>,
    /// Seed of the search; with --playouts and one seed the same game comes out every time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Ruleset to begin with, e.g. chinese, japanese, aga, tromp-taylor
    #[arg(long, value_name = "NAME", default_value = "chinese-ogs")]
    rules: Preset,
    /// Part of the clock kept back on each move for what the connection takes, in seconds
    #[arg(long, value_name = "S", default_value = "0.1", value_parser = seconds)]
    lag: Duration,
    /// Threads of the search; one for each core if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Most memory for the search tree, in MB
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    memory: u64,
    /// Think on the opponent's time
    #[arg(long)]
    ponder: bool,
    /// Never resign
    #[arg(long)]
    no_resign: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Measure playouts and search on this machine
    Bench(bench::Options),
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a length of time".to_owned())
}

/// The options, or after a message the exit code. Controllers show what goes to standard error as it is, so a bad
/// option is worth one line.
fn options() -> Result<Options, ExitCode> {
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

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error")).init();
    let options = match options() {
        Ok(options) => options,
        Err(code) => return code,
    };
    if let Some(Command::Bench(options)) = &options.command {
        return bench::run(options, &Params::default());
    }
    let settings = Settings {
        preset: options.rules,
        playouts: options.playouts,
        time_per_move: options.time_per_move,
        lag: options.lag,
        resign: !options.no_resign,
        ponder: options.ponder,
        threads: options.threads.map_or_else(bench::all_cores, |n| n as usize),
        megabytes: options.memory as usize,
        seed: options.seed.unwrap_or_else(rand::random),
    };
    let engine = Engine::new(Params::default(), settings);
    gtp::run(Session::new(engine), std::io::stdin(), std::io::stdout());
    ExitCode::SUCCESS
}
