//! `tengen analysis`: positions analyzed many at a time, asked for and answered in JSON, as KataGo's analysis engine does
//! for KaTrain and other programs.
//!
//! A query is one line; each of its positions gets one last answer, in any order, and answers during the search if they
//! are asked for. The numbers are those of `kata-analyze`. One search thread works on a position, as many positions at once
//! as there are threads. What is wrong with a line is said in the answer to it; nothing that is sent ends the program.
//! Protocol: KataGo, `docs/Analysis_Engine.md`.

mod answer;
mod fields;
mod query;
mod queue;
mod settings;

pub use settings::{Perspective, Settings};

use crate::board::Move;
use crate::gtp::input::{Line, read_line};
use crate::net::Network;
use crate::output::Output;
use crate::params::Params;
use crate::rules::Game;
use crate::search::{Report, Search, Watch};
use fields::{Fault, Fields, Read, fault};
use query::Query;
use queue::{Job, Queue};
use serde_json::{Map, Value, json};
use std::io::{self, BufReader, Read as Source, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

/// The options of the command line.
#[derive(clap::Args, Clone, Debug)]
pub struct Options {
    /// Whose win rates and scores are told where a query does not say
    #[arg(long, value_name = "PLAYER", default_value = "black")]
    report_winrates_as: Perspective,
}

/// Most moves of a variation behind its first, as in KataGo.
const LINE_LENGTH: usize = 15;

impl Options {
    /// What holds for queries that do not say otherwise, with so many simulations of a position and so much time.
    pub fn settings(&self, visits: u64, time: Option<Duration>) -> Settings {
        Settings { visits, time, perspective: self.report_winrates_as, line_length: LINE_LENGTH }
    }
}

/// How the work is shared out.
#[derive(Clone, Debug)]
pub struct Workers {
    /// Positions that are searched at once, a thread each.
    pub threads: usize,
    /// Cap on the memory of all trees together.
    pub megabytes: usize,
    /// Seed of the searches.
    pub seed: u64,
    /// What judges positions; without a network playouts do.
    pub network: Option<Arc<Network>>,
}

/// What the reader of queries and the workers share.
struct Server {
    params: Params,
    settings: Settings,
    network: Option<Arc<Network>>,
    queue: Queue,
    output: Output,
}

/// Answers the queries of `input` on `output`, until the end of the input and of the queries, or a closed output.
///
/// # Errors
/// That no thread can be started, or the output cannot be written to. That nobody reads it any more is no error.
pub fn run(
    params: Params,
    settings: Settings,
    workers: Workers,
    input: impl Source + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let output = Output::new(output)?;
    let network = workers.network;
    let server = Arc::new(Server { params, settings, network, queue: Queue::default(), output });
    let reader = server.clone();
    // Not waited for: where the output is closed, the input may stay open for ever.
    thread::Builder::new().spawn(move || reader.read(input))?;
    let work = |number: usize| {
        let (seed, megabytes) =
            (workers.seed.wrapping_add(number as u64), workers.megabytes / workers.threads);
        let search = Search::new(server.params.clone(), seed, 1, megabytes);
        server.work(search.with_network(server.network.clone()));
    };
    thread::scope(|scope| {
        for number in 1..workers.threads {
            let work = &work;
            if let Err(why) = thread::Builder::new().spawn_scoped(scope, move || work(number)) {
                log::warn!("the analysis goes on with fewer threads: {why}");
                break;
            }
        }
        work(0);
    });
    server.output.outcome()
}

impl Server {
    fn read(&self, input: impl Source) {
        let mut input = BufReader::new(input);
        let mut next = || {
            read_line(&mut input).unwrap_or_else(|why| {
                log::error!("cannot read standard input: {why}");
                None
            })
        };
        while let Some(line) = next().filter(|_| !self.output.is_closed()) {
            let has_answered = catch_unwind(AssertUnwindSafe(|| match line {
                Line::Text(text) => self.handle(&text),
                Line::TooLong(_) => self.write(&json!({ "error": "Request line is too long" })),
            }));
            if has_answered.is_err() {
                self.write(&json!({ "error": "Internal error" }));
            }
        }
        self.queue.close();
    }

    /// Answers a line, or puts its positions into the queue.
    fn handle(&self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let map = match serde_json::from_slice(line) {
            Ok(Value::Object(map)) => map,
            Ok(_) => {
                return self.write(&json!({ "error": "Request line was valid json but was not an object" }));
            }
            Err(why) => {
                return self.write(
                    &json!({ "error": format!("Could not parse input line as json request: {why}") }),
                );
            }
        };
        let Some(Value::String(id)) = map.get("id") else {
            return self.write(&json!({ "error": "Request must have a string \"id\" field" }));
        };
        let done = match map.get("action") {
            Some(Value::String(action)) => self.act(action, &map),
            Some(_) => Err(fault("action", "Must be a string")),
            None => self.queue_query(id, &map),
        };
        if let Err(why) = done {
            self.write(&about(id, "error", &why));
        }
    }

    fn queue_query(&self, id: &str, map: &Map<String, Value>) -> Read<()> {
        let (query, warnings) = Query::read(id, map, &self.settings)?;
        for warning in &warnings {
            self.write(&about(id, "warning", warning));
        }
        match self.queue.push(query) {
            true => Ok(()),
            false => Err(fault("analyzeTurns", "Too many positions are waiting")),
        }
    }

    /// Does what a query with an action asks for, and echoes the query with what there is to tell.
    fn act(&self, action: &str, map: &Map<String, Value>) -> Read<()> {
        let mut echo = map.clone();
        match action {
            "query_version" => {
                echo.insert("version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
                echo.insert("git_hash".to_owned(), json!("<omitted>"));
            }
            "query_models" => {
                let model =
                    |network: &Arc<Network>| json!({ "name": network.name(), "version": network.version() });
                echo.insert("models".to_owned(), self.network.iter().map(model).collect());
            }
            // No tree outlives its position.
            "clear_cache" => {}
            "terminate" => {
                let needed = || fault("terminateId", "Must be a string");
                let id = map.get("terminateId").and_then(Value::as_str).ok_or_else(needed)?;
                self.terminate(map, |job| job.query.id == id)?;
            }
            "terminate_all" => self.terminate(map, |_| true)?,
            _ => {
                let known = "query_version, query_models, clear_cache, terminate or terminate_all";
                return Err(fault("action", format!("Must be {known}")));
            }
        }
        self.write(&Value::Object(echo));
        Ok(())
    }

    fn terminate(&self, map: &Map<String, Value>, is_meant: impl Fn(&Job) -> bool) -> Read<()> {
        let turns = Fields(map).integers("turnNumbers", i64::MIN..=i64::MAX)?;
        let is_turn = |job: &Job| turns.as_ref().is_none_or(|turns| turns.contains(&(job.turn as i64)));
        for job in self.queue.terminate(|job| is_meant(job) && is_turn(job)) {
            self.write(&answer::no_results(&job));
        }
        Ok(())
    }

    /// Searches one position after the other.
    fn work(&self, mut search: Search) {
        while let Some(job) = self.queue.take() {
            let result = catch_unwind(AssertUnwindSafe(|| self.analyze(&mut search, &job)));
            let text = result.unwrap_or_else(|_| {
                search.clear();
                json!({ "id": job.query.id, "turnNumber": job.turn, "error": "Internal error" })
            });
            self.write(&text);
            self.queue.finish(&job);
        }
    }

    fn analyze(&self, search: &mut Search, job: &Job) -> Value {
        let game = job.query.game_at(job.turn);
        let color = game.to_play();
        let priors = job.query.contents.policy.then(|| search.priors(&game, color));
        let watcher =
            Watcher { server: self, job, game: &game, priors: priors.as_deref(), has_reported: false.into() };
        let report = search.think_about(&game, color, &job.query.limits, &watcher, &job.query.wanted);
        answer::answer(job, &game, &report, priors.as_deref(), true)
    }

    /// Writes a line. Where nobody reads any more, there is nothing left to do.
    fn write(&self, text: &Value) {
        self.output.write(&format!("{text}\n"));
        if self.output.is_closed() {
            self.queue.terminate(|_| true);
            self.queue.close();
        }
    }
}

/// What is wrong with a field, under the key `error` or `warning`.
fn about(id: &str, key: &str, what: &Fault) -> Value {
    json!({ "id": id, "field": what.field, key: what.message })
}

/// Reports a search that runs, and ends it if it is terminated.
struct Watcher<'a> {
    server: &'a Server,
    job: &'a Job,
    game: &'a Game,
    priors: Option<&'a [(Move, f64)]>,
    has_reported: AtomicBool,
}

impl Watch for Watcher<'_> {
    fn should_stop(&self) -> bool {
        self.job.is_terminated()
    }

    fn interval(&self) -> Option<Duration> {
        let reports = self.job.query.reports?;
        Some(if self.has_reported.load(Relaxed) { reports.every } else { reports.first })
    }

    fn wants_owners_of_moves(&self) -> bool {
        self.job.query.contents.ownership_of_moves
    }

    fn wants_end(&self) -> bool {
        false
    }

    fn report(&self, report: &Report) {
        self.has_reported.store(true, Relaxed);
        self.server.write(&answer::answer(self.job, self.game, report, self.priors, false));
    }
}
