//! The command line: options into an engine, then GTP on standard input and output.

use std::io::{self, Write};
use std::process::ExitCode;
use tengen::engine::Engine;
use tengen::gtp::{self, Session};
use tengen::options::{self, Command, Options, options};
use tengen::params::Params;
use tengen::{analysis, bench, config, messages, selftest, suite};

fn main() -> ExitCode {
    give_memory_back();
    messages::start();
    let code = run();
    messages::finish();
    code
}

/// Maps each chunk of a tree by itself, so that dropping it returns the memory. glibc otherwise raises its threshold after
/// the first large free, and then cannot return chunks below small allocations: 41 MB in an hour of soaking instead of 10.
fn give_memory_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        const MAPPED_FROM: libc::c_int = 512 << 10;
        // SAFETY: no other thread runs yet; a value that is refused changes nothing.
        unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, MAPPED_FROM) };
    }
}

fn run() -> ExitCode {
    let options = match options() {
        Ok(options) => options,
        Err(code) => return code,
    };
    let params = Params::default();
    match &options.command {
        Some(Command::Bench(options)) => bench::run(options, &params),
        Some(Command::Suite(options)) => suite::run(options, &params),
        Some(Command::Selftest) => match options.network_path() {
            Ok(path) => selftest::run(&options.settings(), path.as_deref()),
            Err(why) => options::refuse(&why),
        },
        Some(Command::Config) => ended(write!(io::stdout(), "{}", config::example())),
        Some(Command::Analysis(how)) => {
            let usual = if options.net.is_some() {
                params.net.default_visits
            } else {
                params.search.default_playouts
            };
            let settings = how.settings(options.playouts.unwrap_or(usual), options.time_per_move);
            match options.workers() {
                Ok(workers) => ended(analysis::run(params, settings, workers, io::stdin(), io::stdout())),
                Err(why) => options::refuse(&why),
            }
        }
        None => play(&options, params),
    }
}

/// The exit code of what ended so, after a message if it failed.
fn ended(outcome: io::Result<()>) -> ExitCode {
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            messages::complain(&why.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Speaks GTP.
fn play(options: &Options, params: Params) -> ExitCode {
    let settings = match options.settings_with_network() {
        Ok(settings) => settings,
        Err(why) => return options::refuse(&why),
    };
    let mut session = Session::new(Engine::new(params, settings)).with_manners(options.manners());
    if let Some(file) = &options.gtp_file {
        let commands = config::find(file).and_then(|path| config::read(&path));
        let commands = match commands {
            Ok(commands) => commands,
            Err(why) => return options::refuse(&why),
        };
        for (line, reply) in session.run_commands(&commands) {
            messages::complain(&format!("{}, line {line}: {reply}", file.display()));
        }
    }
    ended(gtp::run(session, io::stdin(), io::stdout()))
}
