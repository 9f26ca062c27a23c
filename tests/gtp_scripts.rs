//! Runs every script of `gtp-scripts/` against the built binary and checks its expectations.
//!
//! The format is described in `gtp-scripts/README.md`; it is that of gogui-regress.

mod common;

use common::Engine;
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Playouts for each move: few, since no script asks for good play.
const PLAYOUTS: u32 = 200;

/// What a line `#? [...]` says about the reply before it.
struct Expectation {
    pattern: Regex,
    is_negated: bool,
    is_known_failure: bool,
    /// Whether the pattern is that of a failed command: it begins with the question mark of the reply.
    is_of_failure: bool,
}

impl Expectation {
    /// Reads what follows `#?`.
    fn parse(text: &str) -> Result<Expectation, String> {
        let text = text.trim();
        let (text, is_known_failure) = text.strip_suffix('*').map_or((text, false), |rest| (rest, true));
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = inner.ok_or_else(|| format!("no pattern in brackets: {text}"))?.trim();
        let (inner, is_negated) = inner.strip_prefix('!').map_or((inner, false), |rest| (rest, true));
        let pattern = Regex::new(&format!(r"(?ms)\A(?:{inner})\z")).map_err(|e| e.to_string())?;
        Ok(Expectation { pattern, is_negated, is_known_failure, is_of_failure: inner.starts_with(r"\?") })
    }

    /// Whether the reply is as expected. A failed command meets no pattern but one of a failure.
    fn holds(&self, reply: &str) -> bool {
        let (head, text) = reply.split_once(' ').unwrap_or_default();
        let (is_failure, text) = (head.starts_with('?'), text.trim());
        let text = if is_failure { format!("? {text}") } else { text.to_owned() };
        let meets = self.is_of_failure == is_failure && self.pattern.is_match(&text) != self.is_negated;
        meets != self.is_known_failure
    }
}

/// Whether the engine owes a reply to this line.
fn is_command(line: &str) -> bool {
    line.split('#').next().unwrap_or_default().chars().any(|c| !c.is_whitespace() && !c.is_control())
}

/// A command of a script and the reply to it.
struct Exchange {
    line: usize,
    command: String,
    reply: String,
}

impl Exchange {
    fn fault(&self, expected: &str) -> String {
        format!(
            "line {}: {}\n    expected {expected}\n    got      {:?}",
            self.line, self.command, self.reply
        )
    }

    /// A command without an expectation has to succeed.
    fn unexpected_failure(self) -> Option<String> {
        self.reply.starts_with('?').then(|| self.fault("success"))
    }
}

/// What came of a script.
#[derive(Default)]
struct Outcome {
    faults: Vec<String>,
    expectations: usize,
}

impl Outcome {
    fn check(&mut self, line: usize, pattern: &str, last: Option<Exchange>) {
        self.expectations += 1;
        match (last, Expectation::parse(pattern)) {
            (None, _) => self.faults.push(format!("line {line}: no command before this expectation")),
            (_, Err(why)) => self.faults.push(format!("line {line}: {why}")),
            (Some(exchange), Ok(expectation)) if !expectation.holds(&exchange.reply) => {
                self.faults.push(exchange.fault(pattern.trim()));
            }
            _ => {}
        }
    }
}

/// Plays the script against an engine of its own.
fn run(script: &str) -> Outcome {
    let mut outcome = Outcome::default();
    let mut engine = Engine::start(PLAYOUTS);
    let mut last: Option<Exchange> = None;
    for (index, text) in script.split('\n').enumerate() {
        let line = index + 1;
        engine.send(format!("{text}\n").as_bytes());
        if let Some(pattern) = text.trim().strip_prefix("#?") {
            outcome.check(line, pattern, last.take());
            continue;
        }
        outcome.faults.extend(last.take().and_then(Exchange::unexpected_failure));
        if is_command(text) {
            let command = text.trim().to_owned();
            match engine.reply() {
                Ok(reply) => last = Some(Exchange { line, command, reply }),
                Err(why) => {
                    outcome.faults.push(format!("line {line}: {command}\n    {why}"));
                    return outcome;
                }
            }
        }
    }
    outcome.faults.extend(last.and_then(Exchange::unexpected_failure));
    let ending = engine.finish();
    if !ending.output.is_empty() {
        outcome
            .faults
            .push(format!("more output than replies: {:?}", String::from_utf8_lossy(&ending.output)));
    }
    if !ending.status.success() {
        outcome.faults.push(format!("the engine ended with {}", ending.status));
    }
    outcome
}

fn scripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-scripts");
    let entries = fs::read_dir(folder).expect("the folder of scripts can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "gtp"));
    paths.sort();
    paths
}

#[test]
fn every_script_meets_its_expectations() {
    let paths = scripts();
    assert!(paths.len() >= 30, "only {} scripts found", paths.len());
    // Where scripts write records, also if cargo builds elsewhere.
    fs::create_dir_all(Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tmp"))
        .expect("a folder can be made");
    let mut faults = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let script = fs::read_to_string(&path).expect("a script can be read");
        let outcome = run(&script);
        if outcome.expectations == 0 {
            faults.push(format!("{name}: expects nothing"));
        }
        faults.extend(outcome.faults.into_iter().map(|fault| format!("{name}, {fault}")));
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_script_that_is_wrong_is_found_out() {
    let wrong = [
        ("1 name\n#? [gnugo]", "expected [gnugo]"),
        ("1 name\n#? [!tengen]", "expected [!tengen]"),
        ("1 name\n#? [tengen]*", "expected [tengen]*"),
        ("1 name\n#? [teng]", "expected [teng]"),
        ("1 play b Z99\n#? [.*]", "expected [.*]"),
        ("1 play b Z99\n#? [!.+]", "expected [!.+]"),
        ("play b Z99\nname", "line 1: play b Z99\n    expected success"),
        ("#? [tengen]", "line 1: no command before"),
        ("1 name\n#? tengen", "line 2: no pattern in brackets"),
        ("quit\n1 name", "the engine ended"),
    ];
    for (script, fault) in wrong {
        let faults = run(script).faults;
        assert!(faults.iter().any(|found| found.contains(fault)), "{script:?} gave {faults:?}");
    }
    let right = run("1 name\n#? [tengen]\n2 nonsense\n#? [\\? unknown command]");
    assert_eq!((right.faults, right.expectations), (Vec::new(), 2));
}
