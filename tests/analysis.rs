//! Analysis as clients use it: it starts at once, is told line by line, and ends with the next line of input. In JSON it is
//! asked for otherwise: see `analysis/json.rs`.

mod common;
#[path = "analysis/json.rs"]
mod json;

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

/// More playouts than fit before the first line.
const LONG: u32 = 4000;

#[test]
fn an_interval_may_be_so_long_that_it_means_never() {
    let mut engine = Engine::start(LONG);
    ask(&mut engine, "boardsize 13");
    for command in ["kata-genmove_analyze b", "lz-genmove_analyze w 1e20", "lz-genmove_analyze b 1e21"] {
        let reply = ask(&mut engine, command);
        let lines = lines(&reply);
        assert!(lines[1..lines.len() - 1].iter().all(|line| is_info_line(line)), "{command}: {reply}");
        assert!(lines.last().is_some_and(|line| line.starts_with("play ")), "{command}: {reply}");
    }
}

#[test]
fn a_move_with_analysis_is_sought_among_the_allowed_points() {
    let mut engine = Engine::start(100);
    ask(&mut engine, "boardsize 5");
    for (command, allowed) in [
        ("lz-genmove_analyze b allow b B2 1", "B2"),
        ("kata-search_analyze w allow w D4 1 avoid b D4 1", "D4"),
        ("kata-genmove_analyze w avoid b C3 1 allow w C3,pass 1", "C3"),
    ] {
        let reply = ask(&mut engine, command);
        let is_allowed = |word: &str| word == allowed || word == "pass";
        let first_word = |text: &str| is_allowed(text.split_whitespace().next().unwrap_or_default());
        assert!(reply.split("info move ").skip(1).all(first_word), "{command}: {reply}");
        assert!(reply.contains(&format!("info move {allowed} ")), "{command}: {reply}");
        assert!(reply.split("\nplay ").skip(1).all(first_word), "{command}: {reply}");
    }
    // The restriction held for that move only.
    assert!(!ask(&mut engine, "reg_genmove b").contains('?'));
}

#[test]
fn a_pass_that_needs_no_search_is_reported_as_what_it_is() {
    let mut engine = Engine::start(100);
    ask(&mut engine, "boardsize 7");
    ask(&mut engine, "komi 0.5");
    ask(&mut engine, "gogui-setup b D1 b D2 b D3 b D4 b D5 b D6 b D7 w E1 w E2 w E3 w E4 w E5 w E6 w E7");
    ask(&mut engine, "play w pass");
    let reply = ask(&mut engine, "kata-genmove_analyze b ownership true");
    let lines = lines(&reply);
    assert!(
        lines[1].starts_with("info move pass visits 1 utility 1.000000 winrate 1.000000 scoreMean 6.500000")
    );
    let (_, owners) = lines[1].split_once(" ownership ").expect("ownership");
    let (black, white) = ("1.000000", "-1.000000");
    assert_eq!(owners, [[black; 4].as_slice(), [white; 3].as_slice()].concat().repeat(7).join(" "));
    assert_eq!(lines[2], "play pass");
}

#[test]
fn an_analysis_leaves_out_what_is_to_be_avoided_and_adds_what_is_asked_for() {
    let mut engine = Engine::start(100);
    ask(&mut engine, "rectangular_boardsize 3 2");
    send(
        &mut engine,
        "kata-analyze b 1 avoid b A1,B1,C1 30 ownership true movesOwnership true rootInfo true pvVisits true minmoves 4",
    );
    sleep(Duration::from_millis(50));
    send(&mut engine, "name");
    let reply = engine.reply().unwrap();
    let line = lines(&reply)[1];
    assert!(["A1", "B1", "C1"].iter().all(|v| !line.contains(&format!("info move {v} "))), "{line}");
    assert_eq!(line.matches("info move ").count(), 4, "three points and a pass: {line}");
    let (_, owners) = line.split_once(" ownership ").expect("ownership");
    assert_eq!(owners.split(' ').count(), 6);
    assert!(line.contains(" rootInfo visits "));
    for segment in line.split("info move ").skip(1) {
        let (variation, rest) = segment.split_once(" pvVisits ").expect("visits");
        let moves = variation.split_once(" pv ").expect("a variation").1.split(' ').count();
        let (visits, owners) = rest.split_once(" movesOwnership ").expect("ownership");
        assert_eq!(visits.split(' ').count(), moves, "{segment}");
        let is_share = |word: &&str| word.parse::<f64>().is_ok_and(|share| share.abs() <= 1.0);
        assert_eq!(owners.trim_end().split(' ').take_while(is_share).count(), 6, "{segment}");
    }
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
