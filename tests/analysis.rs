//! Analysis as clients use it: it starts at once, is told line by line, and ends with the next line of input.

mod common;

use common::Engine;
use std::thread::sleep;
use std::time::Duration;

/// Sends a line.
fn send(engine: &mut Engine, line: &str) {
    engine.send(format!("{line}\n").as_bytes());
}

/// Sends a line and waits for its reply.
fn ask(engine: &mut Engine, line: &str) -> String {
    send(engine, line);
    engine.reply().unwrap()
}

/// Splits a reply of analysis into its first line, the lines of analysis, and the last line.
fn lines(reply: &str) -> Vec<&str> {
    reply.trim_end().lines().collect()
}

/// Whether each segment has the keys that clients read, in pairs, and a variation at its end.
fn is_info_line(line: &str) -> bool {
    let mut segments = line.split("info move ").skip(1).peekable();
    segments.peek().is_some()
        && segments.all(|segment| {
            let (facts, variation) = segment.split_once(" pv ").unwrap_or((segment, ""));
            let words: Vec<&str> = facts.split(' ').collect();
            let vertex_and_pairs = words.len() % 2 == 1;
            let has = |key: &str| words[1..].iter().step_by(2).any(|word| *word == key);
            vertex_and_pairs
                && has("visits")
                && has("winrate")
                && has("order")
                && variation.starts_with(words[0])
        })
}

#[test]
fn an_analysis_ends_with_the_next_command_fifty_times() {
    let mut engine = Engine::start(100);
    ask(&mut engine, "boardsize 9");
    for round in 0..50 {
        let command = ["lz-analyze b 1", "kata-analyze 1", "lz-analyze 1 b maxmoves 3"][round % 3];
        send(&mut engine, command);
        sleep(Duration::from_millis(20));
        send(&mut engine, &format!("{round} protocol_version"));
        let reply = engine.reply().unwrap();
        let lines = lines(&reply);
        assert_eq!(lines[0], "=", "{reply}");
        assert!(lines.len() > 1 && lines[1..].iter().all(|line| is_info_line(line)), "{reply}");
        assert_eq!(engine.reply().unwrap().trim_end(), format!("={round} 2"));
    }
    ask(&mut engine, "quit");
    let ending = engine.finish();
    assert!(ending.status.success() && ending.output.is_empty());
}

#[test]
fn a_blank_line_or_a_comment_ends_an_analysis_too() {
    for line in ["", "# any comment", "# interrupt"] {
        let mut engine = Engine::start(100);
        send(&mut engine, "7 lz-analyze w 10");
        send(&mut engine, line);
        let reply = engine.reply().unwrap();
        assert!(reply.starts_with("=7\ninfo move "), "{line:?}: {reply}");
        assert_eq!(ask(&mut engine, "name").trim_end(), "= tengen");
    }
}

#[test]
fn a_genmove_with_analysis_ends_with_the_move_and_makes_it() {
    let mut engine = Engine::start(200);
    ask(&mut engine, "boardsize 9");
    for command in ["lz-genmove_analyze b 100000", "kata-genmove_analyze w", "cgos-genmove_analyze b"] {
        let reply = ask(&mut engine, command);
        let lines = lines(&reply);
        assert!(lines.len() >= 3, "{reply}");
        let vertex = lines.last().unwrap().strip_prefix("play ").unwrap();
        assert!(ask(&mut engine, "last_move").contains(vertex));
    }
    let reply = ask(&mut engine, "kata-search_analyze w");
    assert!(reply.contains("\nplay "));
    assert_eq!(ask(&mut engine, "move_history").trim_end().lines().count(), 3);
}

#[test]
fn an_analysis_leaves_out_what_is_to_be_avoided_and_adds_what_is_asked_for() {
    let mut engine = Engine::start(100);
    ask(&mut engine, "rectangular_boardsize 3 2");
    send(
        &mut engine,
        "kata-analyze b 1 avoid b A1,B1,C1 30 ownership true rootInfo true pvVisits true minmoves 4",
    );
    sleep(Duration::from_millis(50));
    send(&mut engine, "name");
    let reply = engine.reply().unwrap();
    let line = lines(&reply)[1];
    assert!(["A1", "B1", "C1"].iter().all(|v| !line.contains(&format!("info move {v} "))), "{line}");
    assert_eq!(line.matches("info move ").count(), 4, "three points and a pass: {line}");
    let (_, owners) = line.split_once(" ownership ").expect("ownership");
    assert_eq!(owners.split(' ').count(), 6);
    assert!(line.contains(" rootInfo visits ") && line.contains(" pvVisits "));
}

#[test]
fn a_request_that_makes_no_sense_is_refused_at_once() {
    let mut engine = Engine::start(100);
    for bad in [
        "lz-analyze purple",
        "kata-analyze b ownership maybe",
        "lz-genmove_analyze b avoid b",
        "lz-analyze b -",
    ] {
        assert!(ask(&mut engine, bad).starts_with("? syntax error"), "{bad}");
    }
}
