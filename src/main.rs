//! The command line: options into an engine, then GTP on standard input and output.

mod config;
mod options;

use options::{Command, Options, options};
use std::io;
use std::process::ExitCode;
use tengen::engine::Engine;
use tengen::gtp::{self, Session};
use tengen::params::Params;
use tengen::{analysis, bench, suite};

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error")).init();
    let options = match options() {
        Ok(options) => options,
        Err(code) => return code,
    };
    let params = Params::default();
    match &options.command {
        Some(Command::Bench(options)) => return bench::run(options, &params),
        Some(Command::Suite(options)) => return suite::run(options, &params),
        Some(Command::Config) => print!("{}", config::example()),
        Some(Command::Analysis(how)) => {
            let settings = how
                .settings(options.playouts.unwrap_or(params.search.default_playouts), options.time_per_move);
            analysis::run(params, settings, options.workers(), io::stdin(), io::stdout());
        }
        None => return play(&options, params),
    }
    ExitCode::SUCCESS
}

/// Speaks GTP.
fn play(options: &Options, params: Params) -> ExitCode {
    let mut session = Session::new(Engine::new(params, options.settings())).with_manners(options.manners());
    if let Some(file) = &options.gtp_file {
        let commands = config::find(file).and_then(|path| config::read(&path));
        let commands = match commands {
            Ok(commands) => commands,
            Err(why) => return options::refuse(&why),
        };
        for (line, reply) in session.run_commands(&commands) {
            eprintln!("tengen: {}, line {line}: {reply}", file.display());
        }
    }
    gtp::run(session, io::stdin(), io::stdout());
    ExitCode::SUCCESS
}
