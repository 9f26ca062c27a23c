//! The options of the command line. A field here is all there is to an option: help, the configuration file and its example
//! follow from it.

use crate::analysis::{self, Workers};
use crate::bench;
use crate::config;
use crate::engine::Settings;
use crate::gtp::Manners;
use crate::messages::complain;
use crate::net::Network;
use crate::rules::Preset;
use crate::suite;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use sysinfo::System;

/// tengen, an engine for the game of Go.
///
/// Without a command it speaks the Go Text Protocol on standard input and output, as Sabaki, GoGui and other programs
/// expect of an engine. Try: echo 'list_commands' | tengen
#[derive(Parser)]
#[command(
    version,
    about,
    after_help = "Messages go to stderr; RUST_LOG=info tells what the search does. \
    Exit codes: 0 at the end of the input or after quit, 1 if the engine cannot go on, 2 for a bad option."
)]
pub struct Options {
    /// Think for that many playouts on each move, whatever the clock says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,
    /// Think for that many seconds on each move, whatever the clock says
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time_per_move: Option<Duration>,
    /// Seed of the search; with --playouts and --threads 1 the same game comes out every time
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
    /// Most memory for the search tree, in MB; a quarter of the machine's if not given, at most 2048
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub memory: Option<u64>,
    /// Strength, 1 (beginner) to 10 (full)
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub level: u8,
    /// Think on the opponent's time
    #[arg(long)]
    pub ponder: bool,
    /// Never resign
    #[arg(long)]
    pub no_resign: bool,
    /// Tell the win rate after each move on standard error, where gtp2ogs takes it from for the game's chat on OGS
    #[arg(long)]
    pub ogs: bool,
    /// Write a pass as `pass` or, as Kigo wants it, as `PASS`
    #[arg(long, value_name = "CASE", default_value = "lower", value_parser = ["lower", "upper"])]
    pub pass_case: String,
    /// Let no command read or write files
    #[arg(long)]
    pub no_files: bool,
    /// The name to give to GTP clients, for those that go by it
    #[arg(long, value_name = "NAME", value_parser = on_one_line)]
    pub gtp_name: Option<String>,
    /// The version to give to GTP clients
    #[arg(long, value_name = "VERSION", value_parser = on_one_line)]
    pub gtp_version: Option<String>,
    /// A network in KataGo's format (.bin.gz, .bin, .txt.gz, .txt) to judge positions with instead of playouts
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
    /// File of GTP commands to run at the start; what fails is told on stderr
    #[arg(long, value_name = "FILE")]
    pub gtp_file: Option<PathBuf>,
    /// File of options in TOML, see `tengen config`; else tengen.toml beside the program or in the configuration folder
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Subcommand)]
pub enum Command {
    /// Measure playouts and search on this machine
    Bench(bench::Options),
    /// Solve the problems of the tactical suite, or have another program solve them
    Suite(suite::Options),
    /// Analyze positions that are sent as JSON, many at a time, as KataGo's analysis engine does
    Analysis(analysis::Options),
    /// Print a configuration file with every option and its default
    Config,
    /// Look whether all is well on this machine, and tell what a bug report should tell
    Selftest,
}

/// The options of the command line and the configuration file, or after a message the exit code.
pub fn options() -> Result<Options, ExitCode> {
    let words: Vec<_> = std::env::args_os().collect();
    let parse = |command: clap::Command| {
        parsed(command, &words).map_err(|error| match error.use_stderr() {
            true => refuse(&format!("{}; try --help", message(&error))),
            false => error.exit(),
        })
    };
    let options = parse(command())?;
    let file = match &options.config {
        Some(file) => Some(config::find(file).map_err(|why| refuse(&why))?),
        None => config::find_usual(),
    };
    match file {
        Some(file) => parse(config::with_defaults(command(), &file).map_err(|why| refuse(&why))?),
        None => Ok(options),
    }
}

/// The options that these words give, the program's name first.
///
/// # Errors
/// What is wrong with them, or that help was asked for.
pub fn parsed(
    command: clap::Command,
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<Options, clap::Error> {
    Options::from_arg_matches(&command.try_get_matches_from(words)?)
}

/// Says why the program does not start. Controllers show what goes to standard error as it is, so it is one line.
pub fn refuse(why: &str) -> ExitCode {
    complain(why);
    ExitCode::from(2)
}

/// The text of an error without advice, on one line.
pub fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let message = text.split("\n\n").next().unwrap_or_default().trim_start_matches("error: ");
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The command line. What is turned on without a value can be turned off with `=false`, so that it goes before the
/// configuration file.
pub fn command() -> clap::Command {
    let with_value = |arg: Arg| match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .default_value("false")
            .hide_default_value(true)
            .hide_possible_values(true)
            .value_name("BOOL"),
        _ => arg,
    };
    Options::command().mut_args(with_value).mut_subcommands(|part| part.mut_args(with_value))
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
            megabytes: self.memory.unwrap_or_else(|| usual_memory(bytes_of_machine())) as usize,
            seed: self.seed.unwrap_or_else(rand::random),
            network: None,
        }
    }

    /// The same with the network, which takes a while to load.
    ///
    /// # Errors
    /// A line that says why the network cannot be used.
    pub fn settings_with_network(&self) -> Result<Settings, String> {
        let network = self.network_path()?.as_deref().map(network).transpose()?;
        Ok(Settings { network, ..self.settings() })
    }

    /// Where the file of the network is.
    ///
    /// # Errors
    /// That there is no such file.
    pub fn network_path(&self) -> Result<Option<PathBuf>, String> {
        self.net.as_deref().map(config::find).transpose()
    }

    /// What they mean to the analysis of many positions.
    ///
    /// # Errors
    /// As [`Options::settings_with_network`].
    pub fn workers(&self) -> Result<Workers, String> {
        let Settings { threads, megabytes, seed, network, .. } = self.settings_with_network()?;
        Ok(Workers { threads, megabytes, seed, network })
    }

    /// What they mean to a client.
    pub fn manners(&self) -> Manners {
        let usual = Manners::default();
        Manners {
            name: self.gtp_name.clone().unwrap_or(usual.name),
            version: self.gtp_version.clone().unwrap_or(usual.version),
            has_ogs_chat: self.ogs,
            has_upper_pass: self.pass_case == "upper",
            may_use_files: !self.no_files,
        }
    }
}

/// Bytes of memory of the machine, or of the container if that has less; 0 if it cannot be known.
fn bytes_of_machine() -> u64 {
    let mut system = System::new();
    system.refresh_memory();
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    system.total_memory().min(limit)
}

/// The cap on the tree in MB, on a machine with so many bytes of memory: a quarter, within reason.
fn usual_memory(bytes: u64) -> u64 {
    ((bytes / 4) >> 20).clamp(64, 2048)
}

fn network(path: &Path) -> Result<Arc<Network>, String> {
    Network::load(path).map(Arc::new).map_err(|why| format!("{}: {why}", path.display()))
}

/// A text that can stand in a reply.
fn on_one_line(text: &str) -> Result<String, String> {
    match text.trim().is_empty() || text.contains(char::is_control) {
        true => Err("must be a text on one line".to_owned()),
        false => Ok(text.to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "not a length of time".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tree_takes_a_quarter_of_the_memory_up_to_two_gigabytes() {
        assert_eq!(usual_memory(4 << 30), 1024);
        assert_eq!(usual_memory(64 << 30), 2048);
        assert_eq!(usual_memory(0), 64);
        assert!(bytes_of_machine() > 0);
    }

    #[test]
    fn a_cap_that_is_given_stands() {
        let options = Options::try_parse_from(["tengen", "--memory", "7"]).unwrap();
        assert_eq!(options.settings().megabytes, 7);
    }
}
