//! What clients send, byte for byte, and what they must get. `data/transcripts/README.md` describes the files.
//!
//! A client that counts replies is lost for good when one comes too many or too few. So the output is checked line by line,
//! and after each transcript one more command must be answered at once by the very next line.

mod common;

use common::Engine;
use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// Playouts for each move: few, since no transcript asks for good play.
const PLAYOUTS: u32 = 200;

/// One step of a transcript.
#[derive(Debug)]
enum Step {
    /// The client sends these bytes.
    Send(Vec<u8>),
    /// A line of output has these bytes.
    Line(String),
    /// A line of output is matched.
    Match(Regex),
    /// One line or more are matched.
    Several(Regex),
}

/// A file, read.
#[derive(Default)]
struct Transcript {
    options: Vec<String>,
    steps: Vec<Step>,
    /// What standard error must hold; nothing if `None`.
    errors: Option<Regex>,
}

/// A pattern that has to match as a whole.
fn whole(pattern: &str) -> Regex {
    Regex::new(&format!(r"\A(?:{pattern})\z")).unwrap_or_else(|why| panic!("{why}"))
}

fn read(text: &str) -> Transcript {
    let mut transcript = Transcript::default();
    for line in text.lines() {
        let (mark, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        match mark {
            "" | "#" => {}
            "$" => transcript.options.extend(rest.split(' ').map(str::to_owned)),
            ">" => {
                let sent = rest.strip_suffix("\\r").map_or(rest.to_owned(), |rest| format!("{rest}\r"));
                transcript.steps.push(Step::Send(format!("{sent}\n").into_bytes()));
            }
            "<" => transcript.steps.push(Step::Line(rest.to_owned())),
            "o" => {
                let id = rest.strip_prefix('k').expect("ok").trim();
                transcript.steps.extend([Step::Line(format!("={id} ")), Step::Line(String::new())]);
            }
            "~" => transcript.steps.push(Step::Match(whole(rest))),
            "*" => transcript.steps.push(Step::Several(whole(rest))),
            "!" => transcript.errors = Some(whole(rest)),
            _ => panic!("a transcript has no line like {line:?}"),
        }
    }
    transcript
}

/// Checks the lines of output against the steps. A step of several lines goes on as far as the next step does not match.
struct Reader<'a> {
    engine: Engine,
    several: Option<&'a Regex>,
}

impl<'a> Reader<'a> {
    fn take(&mut self, step: &'a Step) -> Result<(), String> {
        if let Step::Send(bytes) = step {
            self.engine.send(bytes);
            return Ok(());
        }
        let is_met = |line: &str| match step {
            Step::Line(text) => line == text,
            Step::Match(pattern) | Step::Several(pattern) => pattern.is_match(line),
            Step::Send(_) => false,
        };
        let mut line = self.engine.up_to(b"\n")?;
        while !is_met(&line) && self.several.is_some_and(|pattern| pattern.is_match(&line)) {
            line = self.engine.up_to(b"\n")?;
        }
        self.several = match step {
            Step::Several(pattern) => Some(pattern),
            _ => None,
        };
        if is_met(&line) { Ok(()) } else { Err(format!("expected {step:?}, got {line:?}")) }
    }
}

/// Plays a transcript, then asks for one more answer. Returns what went wrong first.
fn play(transcript: &Transcript) -> Result<(), String> {
    let options: Vec<&str> = transcript.options.iter().map(String::as_str).collect();
    let engine = match options.as_slice() {
        [] => Engine::start(PLAYOUTS),
        options => Engine::start_with(PLAYOUTS, options),
    };
    let mut reader = Reader { engine, several: None };
    for step in &transcript.steps {
        reader.take(step)?;
    }
    let mut engine = reader.engine;
    let is_quit = |step: &Step| matches!(step, Step::Send(bytes) if bytes.trim_ascii().ends_with(b"quit"));
    if !transcript.steps.iter().any(is_quit) {
        engine.send(b"4711 protocol_version\n");
        let reply = engine.reply()?;
        if reply != "=4711 2" {
            return Err(format!("expected the last reply, got {reply:?}"));
        }
    }
    let ending = match &transcript.errors {
        None => engine.finish(),
        Some(pattern) => {
            let ending = engine.finish_with_errors();
            if !pattern.is_match(&ending.errors) {
                return Err(format!("standard error held {:?}", ending.errors));
            }
            ending
        }
    };
    if !ending.output.is_empty() {
        return Err(format!("more output: {:?}", String::from_utf8_lossy(&ending.output)));
    }
    if !ending.status.success() {
        return Err(format!("ended with {}", ending.status));
    }
    Ok(())
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let entries = fs::read_dir(folder).expect("the folder of transcripts can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths
}

#[test]
fn every_client_gets_what_it_expects() {
    let files = files();
    assert!(files.len() >= 14, "only {} transcripts", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a transcript can be read");
        if let Err(why) = play(&read(&text)) {
            faults.push(format!("{}: {why}", file.file_name().unwrap_or_default().to_string_lossy()));
        }
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_transcript_that_is_wrong_is_found_out() {
    let wrong = [
        ("> name\n< = gnugo\n<", "expected"),
        ("> name\n< =tengen\n<", "expected"),
        ("> name\n< = tengen", "not a reply"),
        ("> name\n> name\n< = tengen\n<", "expected"),
        ("> 7 komi 6\nok", "expected"),
        ("> list_commands\n* = .*\n<", "expected"),
        ("> name\n< = tengen\n<\n! noise", "standard error"),
        ("> quit\nok\nok", "the engine ended"),
    ];
    for (text, fault) in wrong {
        let why = play(&read(text)).expect_err(text);
        assert!(why.contains(fault), "{text:?} gave {why}");
    }
    assert_eq!(play(&read("> 7 name\r\n~ =7 t.*\n<\n> komi 6\nok")), Ok(()));
}
