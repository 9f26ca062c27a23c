//! `tengen bench`: how many playouts and simulations this machine makes, and a signature of the play.
//!
//! Speeds of one thread are taken in processor time, which other load on the machine disturbs least; those of several in
//! wall-clock time, since they are to add up. All generators are seeded, so that only times differ from run to run.
//! The [`signature`] has no time in it: it is one number for how the engine plays. With `--net` it is the speed of a network
//! that is measured instead ([`networks`]).

pub mod networks;

use crate::board::{Board, Color, MAX_SIDE, Point, Size};
use crate::messages;
use crate::net::{LEAST_SIDE, MOST_SIDE, Network};
use crate::params::{Params, Rule};
use crate::playout::{Playout, Rng, RuleCounts};
use crate::rules::{Game, Preset, preset};
use crate::search::{Limits, Search, time::Budget};
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressStyle};
use rand::SeedableRng;
use serde_json::{Value, json};
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// The options of the command line.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Side of the board; 19 if not given, with --net all of 9, 13 and 19
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MAX_SIDE as u64))]
    size: Option<u64>,
    /// Most threads of the search; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: Option<u64>,
    /// Print one JSON object, with the search on that many threads alone
    #[arg(long)]
    json: bool,
    /// Measure how many positions a second the network in that file evaluates
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
}

/// Side of the board that is measured without `--size`.
const DEFAULT_SIZE: u64 = 19;

impl Options {
    /// The numbers of threads to measure: powers of two, and the most.
    fn thread_counts(&self) -> Vec<usize> {
        let most = self.threads.map_or_else(all_cores, |n| n as usize);
        std::iter::successors(Some(1), |n| Some(2 * n)).take_while(|n| *n < most).chain([most]).collect()
    }
}

/// What is measured, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Side of the board, 2 to [`MAX_SIDE`].
    pub size: usize,
    /// The search is measured on each of these numbers of threads.
    pub threads: Vec<usize>,
    /// How long each quantity is measured.
    pub span: Duration,
    /// Simulations of each search of the signature.
    pub signature_playouts: u64,
}

impl Plan {
    /// The plan of the command line.
    pub fn new(options: &Options) -> Plan {
        let threads = options.thread_counts();
        let threads = if options.json { threads[threads.len() - 1..].to_vec() } else { threads };
        let size = options.size.unwrap_or(DEFAULT_SIZE) as usize;
        Plan { size, threads, span: Duration::from_secs(3), signature_playouts: 2000 }
    }

    /// Number of quantities that are measured.
    fn steps(&self) -> usize {
        self.threads.len() + 3
    }
}

/// Playouts from the empty board on one thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Playouts {
    /// Playouts a second.
    pub per_second: f64,
    /// Moves of a playout, passes included.
    pub moves: f64,
}

impl Playouts {
    fn ns(&self) -> f64 {
        1e9 / self.per_second
    }

    fn ns_per_move(&self) -> f64 {
        self.ns() / self.moves
    }
}

/// A search from the empty board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulations {
    /// Threads of the search.
    pub threads: usize,
    /// Simulations a second, all threads together.
    pub per_second: f64,
    /// Nodes of the tree at the end.
    pub nodes: usize,
    /// Memory of the tree at the end, in MB.
    pub megabytes: f64,
}

/// What was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measurement {
    /// Side of the board.
    pub size: usize,
    /// Uniform playouts.
    pub light: Playouts,
    /// Playouts by the policy, as the search runs them.
    pub real: Playouts,
    /// How often each rule of the policy makes the move of such a playout.
    pub rules: RuleCounts,
    /// Searches, by rising number of threads.
    pub searches: Vec<Simulations>,
    /// See [`signature`].
    pub signature: u64,
}

impl Measurement {
    /// Measures by plan; `done` is called after each of its steps.
    pub fn take(plan: &Plan, params: &Params, done: &dyn Fn()) -> Measurement {
        let after = |playouts: Playouts| {
            done();
            playouts
        };
        let light = after(playouts(plan, &mut Playout::uniform(params.playout.clone())));
        let real = after(playouts(plan, &mut Playout::new(params.playout.clone())));
        let rules = rule_counts(plan, params);
        let mut searches = Vec::new();
        for &threads in &plan.threads {
            searches.push(simulations(plan, threads, params));
            done();
        }
        let signature = signature(params, plan.signature_playouts);
        done();
        Measurement { size: plan.size, light, real, rules, searches, signature }
    }

    /// A JSON object; the search is that on most threads.
    pub fn to_json(&self) -> Value {
        let search = self.searches.last();
        json!({
            "size": self.size,
            "threads": search.map(|s| s.threads),
            "light_playouts_per_s": self.light.per_second,
            "light_moves_per_playout": self.light.moves,
            "light_ns_per_move": self.light.ns_per_move(),
            "real_playouts_per_s": self.real.per_second,
            "simulations_per_s": search.map(|s| s.per_second),
            "nodes": search.map(|s| s.nodes),
            "memory_mb": search.map(|s| s.megabytes),
            "signature": self.signature,
        })
    }
}

/// A table; its last line is the signature.
impl fmt::Display for Measurement {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "board {0}x{0}", self.size)?;
        writeln!(
            f,
            "{:<16}{:>12}{:>14}{:>10}{:>12}",
            "playouts", "a second", "ns each", "moves", "ns a move"
        )?;
        for (name, playouts) in [("light", &self.light), ("real", &self.real)] {
            let (rate, ns) = (playouts.per_second, playouts.ns());
            let (moves, ns_per_move) = (playouts.moves, playouts.ns_per_move());
            writeln!(f, "{name:<16}{rate:>12.0}{ns:>14.0}{moves:>10.1}{ns_per_move:>12.1}")?;
        }
        writeln!(f, "{:<16}{:>12}", "rule", "% of moves")?;
        for rule in Rule::ALL {
            let share = 100.0 * self.rules.of(rule) as f64 / self.rules.total().max(1) as f64;
            writeln!(f, "{:<16}{share:>12.2}", rule.name())?;
        }
        writeln!(f, "{:<16}{:>12}{:>14}{:>10}", "search", "a second", "nodes", "MB")?;
        for search in &self.searches {
            let threads = format!("{} thread{}", search.threads, if search.threads == 1 { "" } else { "s" });
            let Simulations { per_second, nodes, megabytes, .. } = search;
            writeln!(f, "{threads:<16}{per_second:>12.0}{nodes:>14}{megabytes:>10.1}")?;
        }
        write!(f, "signature {}", self.signature)
    }
}

/// Measures with a progress bar, if a person is looking, and prints the result. The exit code tells whether it could be
/// measured and printed.
pub fn run(options: &Options, params: &Params) -> ExitCode {
    let text = match &options.net {
        Some(file) => measure_network(options, file),
        None => {
            let plan = Plan::new(options);
            let measured = with_bar(plan.steps(), |done| Measurement::take(&plan, params, done));
            Ok(if options.json { measured.to_json().to_string() } else { measured.to_string() })
        }
    };
    match text {
        Ok(text) if writeln!(io::stdout(), "{text}").is_ok() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            messages::complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// The speed of a network, as a table or as JSON.
fn measure_network(options: &Options, file: &Path) -> Result<String, String> {
    let network = Network::load(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let sizes = options.size.map_or_else(|| vec![9, 13, 19], |size| vec![size as usize]);
    if sizes.iter().any(|size| *size > MOST_SIDE) {
        return Err(format!("networks are made for boards with sides of {LEAST_SIDE} to {MOST_SIDE} points"));
    }
    let plan = networks::Plan {
        sizes,
        batches: vec![1, 2, 4, 8, 16],
        threads: options.thread_counts(),
        span: Duration::from_secs(2),
    };
    let measured = with_bar(plan.steps(), |done| networks::Measurement::take(&plan, &network, done));
    Ok(if options.json { measured.to_json().to_string() } else { measured.to_string() })
}

/// Runs `measure`, which calls its argument after each of so many steps, beside a progress bar.
fn with_bar<T>(steps: usize, measure: impl FnOnce(&dyn Fn()) -> T) -> T {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} measured, {elapsed}");
    let bar =
        ProgressBar::new(steps as u64).with_style(style.expect("invariant: the template is well formed"));
    bar.enable_steady_tick(Duration::from_millis(200));
    let measured = measure(&|| bar.inc(1));
    bar.finish_and_clear();
    measured
}

/// Number of processor cores, 1 if it cannot be known.
pub fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Playouts between two looks at the clock.
const LOOK_STRIDE: u64 = 20;

fn playouts(plan: &Plan, player: &mut Playout) -> Playouts {
    let start = Board::new(Size::square(plan.size));
    let (mut board, mut rng) = (start.clone(), Rng::seed_from_u64(1));
    let (clock, mut count, mut moves) = (ThreadTime::now(), 0_u64, 0_u64);
    while clock.elapsed() < plan.span {
        for _ in 0..LOOK_STRIDE {
            board.clone_from(&start);
            moves += u64::from(player.run(&mut board, Color::Black, [Point::NONE; 2], &mut rng).moves);
        }
        count += LOOK_STRIDE;
    }
    let seconds = clock.elapsed().as_secs_f64();
    Playouts { per_second: count as f64 / seconds, moves: moves as f64 / count as f64 }
}

/// Playouts over which the rules are counted.
const COUNTED_PLAYOUTS: u32 = 500;

/// Counts the moves by each rule in playouts from the empty board, the same ones each time.
fn rule_counts(plan: &Plan, params: &Params) -> RuleCounts {
    let start = Board::new(Size::square(plan.size));
    let (mut player, mut rng) = (Playout::new(params.playout.clone()), Rng::seed_from_u64(1));
    let mut counts = RuleCounts::default();
    for _ in 0..COUNTED_PLAYOUTS {
        let mut board = start.clone();
        player.run_and_tell(&mut board, Color::Black, [Point::NONE; 2], &mut rng, &mut counts);
    }
    counts
}

/// Most memory for the tree of a search that is measured, in MB.
const TREE_MEGABYTES: usize = 1024;

fn simulations(plan: &Plan, threads: usize, params: &Params) -> Simulations {
    let Preset { rules, komi, .. } = *ruleset("chinese");
    let game = Game::new(Size::square(plan.size), rules, komi);
    let mut search = Search::new(params.clone(), 1, threads, TREE_MEGABYTES);
    let limits = Limits { playouts: None, time: Some(Budget::fixed(plan.span)) };
    // The calling thread is the first of the search.
    let clock = ThreadTime::now();
    let report = search.think(&game, Color::Black, &limits, &|| false);
    let time = if threads == 1 { clock.elapsed() } else { report.elapsed };
    Simulations {
        threads,
        per_second: report.playouts as f64 / time.as_secs_f64(),
        nodes: report.nodes,
        megabytes: search.tree().bytes() as f64 / f64::from(1 << 20),
    }
}

fn ruleset(name: &str) -> &'static Preset {
    preset(name).expect("invariant: the ruleset exists")
}

/// One number for how the engine plays: the visits of every move in searches of so many simulations, with a fixed seed on
/// one thread, on three sizes and under two kinds of scoring. Below 2^48. The same on every machine; it changes when the
/// play does.
pub fn signature(params: &Params, playouts: u64) -> u64 {
    let mut signature = 0_u64;
    for (side, rules) in [(9, "chinese"), (13, "japanese"), (19, "tromp-taylor")] {
        let Preset { rules, komi, .. } = *ruleset(rules);
        let game = Game::new(Size::square(side), rules, komi);
        let limits = Limits { playouts: Some(playouts), time: None };
        let report =
            Search::new(params.clone(), 1, 1, TREE_MEGABYTES).think(&game, Color::Black, &limits, &|| false);
        for found in &report.moves {
            let place = found.mv.point().map_or(0, |point| point.index() as u64);
            signature = signature.wrapping_mul(0x100_0000_01b3) ^ place ^ u64::from(found.visits) << 16;
        }
    }
    signature >> 16
}
