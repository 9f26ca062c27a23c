//! The command line: options into an engine, then GTP on standard input and output.

mod options;

use options::{Command, options};
use std::process::ExitCode;
use tengen::bench;
use tengen::engine::Engine;
use tengen::gtp::{self, Session};
use tengen::params::Params;
use tengen::suite;

fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("error")).init();
    let options = match options() {
        Ok(options) => options,
        Err(code) => return code,
    };
    match &options.command {
        Some(Command::Bench(options)) => return bench::run(options, &Params::default()),
        Some(Command::Suite(options)) => return suite::run(options, &Params::default()),
        None => {}
    }
    let engine = Engine::new(Params::default(), options.settings());
    let session = Session::new(engine).with_manners(options.manners());
    gtp::run(session, std::io::stdin(), std::io::stdout());
    ExitCode::SUCCESS
}
