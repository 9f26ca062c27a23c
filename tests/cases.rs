//! Sessions made from public bug reports about other engines, played against the built binary.
//!
//! `data/cases.json` has for each command a pattern that its reply must contain, `null` where any reply will do, and
//! `<no-response>` where none is due. Files for loadsgf belong to the case and are named `{SGF1}`, `{SGF2}`, ... The
//! time limits in it are not asserted.

mod common;

use common::Engine;
use regex::Regex;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

/// Playouts for each move: enough to see each move of a 19x19 board more than once.
const PLAYOUTS: u32 = 1000;

/// The text of a JSON string.
fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The contents of a file: text, bytes in hexadecimal, or a text repeated.
fn file_contents(description: &Value) -> Vec<u8> {
    if let Some(hex) = description.get("hex").map(text) {
        let byte = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal digits");
        return (0..hex.len()).step_by(2).map(byte).collect();
    }
    if let Some([part, count]) = description.get("repeat").map(list) {
        return text(part).repeat(count.as_u64().expect("a number") as usize).into_bytes();
    }
    text(description).as_bytes().to_vec()
}

/// The bytes of a line: Latin-1 if it can be, so that a case can have any byte; UTF-8 otherwise.
fn line_bytes(line: &str) -> Vec<u8> {
    let latin: Option<Vec<u8>> = line.chars().map(|c| u8::try_from(u32::from(c)).ok()).collect();
    latin.unwrap_or_else(|| line.as_bytes().to_vec())
}

/// Plays a case and returns what went wrong.
fn play(case: &Value) -> Vec<String> {
    let name = text(&case["id"]);
    let files: Vec<PathBuf> = (1..=list(&case["sgf"]).len())
        .map(|i| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{i}.sgf")))
        .collect();
    for (file, description) in files.iter().zip(list(&case["sgf"])) {
        fs::write(file, file_contents(description)).expect("a file can be written");
    }
    let mut faults = Vec::new();
    let mut engine = Engine::start(PLAYOUTS);
    assert_eq!(list(&case["gtp"]).len(), list(&case["expect"]).len(), "{name}");
    for (line, expected) in list(&case["gtp"]).iter().zip(list(&case["expect"])) {
        let mut line = text(line).to_owned();
        for (i, file) in files.iter().enumerate() {
            line = line.replace(&format!("{{SGF{}}}", i + 1), &file.to_string_lossy());
        }
        engine.send(&[line_bytes(&line), b"\n".to_vec()].concat());
        if expected == "<no-response>" {
            continue;
        }
        match engine.reply() {
            Err(why) => faults.push(format!("{name}: {line:?}: {why}")),
            Ok(reply) => {
                let is_met = expected.is_null()
                    || Regex::new(text(expected)).expect("a pattern").is_match(reply.trim());
                if !is_met {
                    faults.push(format!("{name}: {line:?}\n    expected {expected}\n    got      {reply:?}"));
                }
            }
        }
    }
    let ending = engine.finish();
    if !ending.output.is_empty() || !ending.status.success() {
        let rest = String::from_utf8_lossy(&ending.output);
        faults.push(format!("{name}: ended with {} and {rest:?}", ending.status));
    }
    for file in files {
        fs::remove_file(file).expect("the file was written");
    }
    faults
}

#[test]
fn known_faults_of_other_engines_are_not_ours() {
    let cases: Value = serde_json::from_str(include_str!("data/cases.json")).expect("JSON");
    let cases = list(&cases);
    assert!(cases.len() >= 36, "only {} cases", cases.len());
    let faults: Vec<String> = cases.iter().flat_map(play).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
