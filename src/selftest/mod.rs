//! `tengen selftest`: whether this program works on this machine, in a few seconds, and what the machine is.
//!
//! For a user with a new machine or a bug to report. Each check compares the engine with something that it shares no code
//! with: published numbers, rules written down plainly ([`PlainGame`]), positions with a known result.

mod checks;
mod network;
mod plain;

pub use plain::PlainGame;

use crate::engine::Settings;
use checks::CHECKS;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// What a check found: what it looked at, or what is wrong.
type Finding = Result<String, String>;

/// A check with its name, ready to run.
type Named<'a> = (&'a str, Box<dyn Fn() -> Finding + 'a>);

/// Says what the machine is and runs all checks, also that of the network in a file if there is one. Exit code 0 if all is well.
pub fn run(settings: &Settings, network: Option<&Path>) -> ExitCode {
    match report(settings, network, &mut io::stdout()) {
        Ok(true) => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Writes the report; returns whether all is well.
///
/// # Errors
/// That it cannot be written.
pub fn report(settings: &Settings, network: Option<&Path>, output: &mut impl Write) -> io::Result<bool> {
    for (what, value) in facts(settings) {
        writeln!(output, "{what:<12}{value}")?;
    }
    let mut checks: Vec<Named> = Vec::new();
    for (name, check) in CHECKS {
        checks.push((name, Box::new(|| check(settings))));
    }
    if let Some(path) = network {
        checks.push(("network", Box::new(|| network::check(path, settings))));
    }
    let mut failures = 0;
    for (name, check) in &checks {
        let start = Instant::now();
        let finding = catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| Err("it panicked".to_owned()));
        let seconds = start.elapsed().as_secs_f64();
        match finding {
            Ok(what) => writeln!(output, "{name:<12}ok: {what} ({seconds:.1} s)")?,
            Err(why) => {
                failures += 1;
                writeln!(output, "{name:<12}FAILED: {why}")?;
            }
        }
    }
    let verdict = match failures {
        0 => "all is well".to_owned(),
        n => format!("{n} of {} checks failed", checks.len()),
    };
    writeln!(output, "{verdict}")?;
    Ok(failures == 0)
}

/// What a bug report should tell.
fn facts(settings: &Settings) -> Vec<(&'static str, String)> {
    let path = |path: io::Result<std::path::PathBuf>| {
        path.map_or_else(|why| why.to_string(), |path| path.display().to_string())
    };
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "release" };
    vec![
        ("tengen", format!("{}, {build}", env!("CARGO_PKG_VERSION"))),
        ("system", format!("{} on {}", std::env::consts::OS, std::env::consts::ARCH)),
        ("features", features().join(" ")),
        ("cores", crate::bench::all_cores().to_string()),
        ("threads", settings.threads.to_string()),
        ("memory", format!("{} MB for the tree", settings.megabytes)),
        ("program", path(std::env::current_exe())),
        ("folder", path(std::env::current_dir())),
    ]
}

/// The extensions that the processor has, of those that matter here.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    let known = [
        ("sse4.2", is_x86_feature_detected!("sse4.2")),
        ("popcnt", is_x86_feature_detected!("popcnt")),
        ("bmi2", is_x86_feature_detected!("bmi2")),
        ("avx2", is_x86_feature_detected!("avx2")),
        ("fma", is_x86_feature_detected!("fma")),
        ("avx512f", is_x86_feature_detected!("avx512f")),
    ];
    known.into_iter().filter_map(|(name, has)| has.then_some(name)).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn features() -> Vec<&'static str> {
    vec!["not asked for on this processor"]
}
