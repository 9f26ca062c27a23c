//! What a client sees on the pipe: framing, order, odd bytes, ends of input and output, the command line.
//!
//! Everything here is about bytes and processes. What the commands mean is shown by `gtp-scripts/`.

mod common;

use common::{Engine, NO_CONFIGURATION};
use regex::Regex;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};
use tengen::gtp::COMMANDS;

/// Playouts for each move: few, since the moves do not matter here.
const PLAYOUTS: u32 = 200;

const BINARY: &str = env!("CARGO_BIN_EXE_tengen");

/// All that the engine answers to this input, which ends where the bytes do.
fn answers(input: &[u8]) -> String {
    let mut engine = Engine::start(PLAYOUTS);
    engine.send(input);
    let ending = engine.finish();
    assert!(ending.status.success(), "{:?}: {}", String::from_utf8_lossy(input), ending.status);
    String::from_utf8(ending.output).expect("replies are text")
}

const NO_COORDINATE: &str = "? syntax error: invalid coordinate\n\n";
const TOO_LONG: &str = "? syntax error: line too long\n\n";

#[test]
fn lines_of_any_length_get_one_reply() {
    let long = |head: &str, length: usize| [head.as_bytes(), &vec![b'A'; length], b"\nname\n"].concat();
    const NAME: &str = "= tengen\n\n";
    assert_eq!(answers(&long("play black ", 20_000)), [NO_COORDINATE, NAME].concat());
    assert_eq!(answers(&long("", 2 << 20)), [TOO_LONG, NAME].concat());
    // The id comes back however long the line is, and a comment is none the less a comment.
    assert_eq!(answers(&long("12 play b ", 2 << 20)), ["?12", &TOO_LONG[1..], NAME].concat());
    assert_eq!(answers(&long("# ", 2 << 20)), NAME);
    assert_eq!(answers(&long("\t \t # ", 2 << 20)), NAME);
    assert_eq!(answers(&[vec![b' '; 2 << 20], b"\nname\n".to_vec()].concat()), NAME);
    assert_eq!(answers(&vec![b'x'; 2 << 20]), TOO_LONG);
    // A list of moves may be long: this one is a syntax error only because it is no list of moves.
    let many = format!("set_free_handicap {}\n", "D4 ".repeat(100_000));
    assert_eq!(answers(many.as_bytes()), "? bad vertex list\n\n");
}

#[test]
fn commands_sent_without_waiting_are_answered_in_order() {
    let commands = ["name", "boardsize 9", "nonsense", "play b E5", "genmove w", "", "# a comment"];
    let count = 140;
    let mut engine = Engine::start(PLAYOUTS);
    let lines: Vec<String> = (0..count).map(|i| format!("{i} {}\n", commands[i % commands.len()])).collect();
    engine.send(lines.concat().as_bytes());
    for i in 0..count {
        // An id without a command is answered too: it is what the client waits for.
        let reply = engine.reply().unwrap_or_else(|why| panic!("command {i}: {why}"));
        assert_eq!(id(&reply), i.to_string(), "{reply}");
    }
    assert_eq!(engine.finish().output, b"");
}

#[test]
fn each_command_is_answered_while_the_input_stays_open() {
    let mut engine = Engine::start(PLAYOUTS);
    for command in ["name", "boardsize 5", "genmove b", "undo", "nonsense"] {
        engine.send(format!("{command}\n").as_bytes());
        assert!(engine.reply().is_ok(), "{command}");
    }
    engine.finish();
}

#[test]
fn every_listed_command_answers_in_form_whatever_its_arguments() {
    let mut engine = Engine::start_with(PLAYOUTS, &["--no-files"]);
    let mut number = 0;
    let mut ask = |command: &str| {
        number += 1;
        // The blank line would end an analysis.
        engine.send(format!("{number} {command}\n\n").as_bytes());
        let reply = engine.reply().unwrap_or_else(|why| panic!("{command}: {why}"));
        assert_eq!(id(&reply), number.to_string(), "{command} was answered {reply:?}");
        reply
    };
    let listed = ask("list_commands");
    let listed: Vec<&str> = listed.split_whitespace().skip(1).collect();
    assert_eq!(listed, COMMANDS.iter().map(|command| command.name).collect::<Vec<_>>());
    for command in COMMANDS {
        let name = command.name;
        assert!(ask(&format!("known_command {name}")).ends_with(" true"), "{name}");
        if name == "quit" {
            continue;
        }
        for args in ["", "no/such/thing", "no/such/thing -1 \u{e9} 99999999999999999999", "b b b b", "0 0 0"]
        {
            ask("boardsize 9");
            ask(&format!("{name} {args}"));
        }
        ask("boardsize 9");
        let plausible: Vec<String> = command.args.split_whitespace().map(plausible).collect();
        ask(&format!("{name} {}", plausible.join(" ")));
    }
    engine.finish();
    // Commands that write a file take any argument for its name.
    for file in ["b b b b", "b", "0 0 0", "0"] {
        let _ = fs::remove_file(file);
    }
}

/// An argument that a command may well be given where its help says this.
fn plausible(placeholder: &str) -> String {
    match placeholder.trim_matches(['[', ']', '.']) {
        "COMMAND" => "name".to_owned(),
        "COLOR" => "black".to_owned(),
        "VERTEX" => "D4".to_owned(),
        "STATUS" => "dead".to_owned(),
        "RULES" => "aga".to_owned(),
        "NAME" => "japanese".to_owned(),
        "KEY" => "ko".to_owned(),
        "VALUE" => "SIMPLE".to_owned(),
        "FILE" => format!("{}/every command.sgf", env!("CARGO_TARGET_TMPDIR")),
        _ => "3".to_owned(),
    }
}

/// The id of a reply.
fn id(reply: &str) -> &str {
    reply[1..].split([' ', '\n']).next().unwrap_or_default()
}

#[test]
fn a_game_written_to_a_file_is_read_back() {
    let file = format!("{}/a game.sgf", env!("CARGO_TARGET_TMPDIR"));
    let game = "rectangular_boardsize 7 6\nkomi -3.5\nplay b D4\nplay w A1\nplay b pass\nplay b G6\n";
    let ask = "query_boardsize\nget_komi\nmove_history\n";
    let expected = "= 7 6\n\n= -3.5\n\n= black G6\nblack pass\nwhite A1\nblack D4\n\n";
    let input = format!("{game}printsgf {file}\nboardsize 9\nkomi 0\nloadsgf {file}\n{ask}");
    let output = answers(input.as_bytes());
    assert!(output.ends_with(&format!("= white\n\n{expected}")), "{output}");
    let half = answers(format!("loadsgf {file} 2\nmove_history\n").as_bytes());
    assert_eq!(half, "= white\n\n= black D4\n\n");
    fs::remove_file(file).expect("the file was written");
}

#[test]
fn what_is_no_regular_file_is_not_read() {
    for file in ["/dev/zero", "/dev/stdin"] {
        if fs::metadata(file).is_ok() {
            let output = answers(format!("loadsgf {file}\nname\n").as_bytes());
            assert!(
                output.starts_with("? cannot load file: ") && output.ends_with("= tengen\n\n"),
                "{output}"
            );
        }
    }
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    let mut child = spawn();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("input is a pipe");
    stdin.write_all(b"name\n").expect("the engine reads");
    // The input stays open: the engine has to notice by itself.
    let status = ends(&mut child);
    drop(stdin);
    let output = child.wait_with_output().expect("a child can be waited for");
    assert_eq!((status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn quit_ends_the_engine_though_the_input_stays_open() {
    let mut child = spawn();
    let mut stdin = child.stdin.take().expect("input is a pipe");
    stdin.write_all(b"quit\n").expect("the engine reads");
    assert_eq!(ends(&mut child).code(), Some(0));
    drop(stdin);
}

fn spawn() -> Child {
    let mut command = Command::new(BINARY);
    command.env("XDG_CONFIG_HOME", NO_CONFIGURATION);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

/// The exit status of an engine that ends by itself.
fn ends(child: &mut Child) -> ExitStatus {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be asked") {
            return status;
        }
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("a child can be killed");
            panic!("the engine does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn run_with(args: &[&str]) -> Output {
    let mut command = Command::new(BINARY);
    command.args(args).env("XDG_CONFIG_HOME", NO_CONFIGURATION);
    command.stdin(Stdio::null()).output().expect("the binary starts")
}

#[test]
fn bad_options_give_one_line_on_standard_error() {
    let cases: &[(&[&str], &str)] = &[
        (&["--playouts", "0"], "--playouts"),
        (&["--playouts", "many"], "--playouts"),
        (&["--playouts"], "--playouts"),
        (&["--time-per-move=-1"], "--time-per-move"),
        (&["--time-per-move", "nan"], "--time-per-move"),
        (&["--lag", "soon"], "--lag"),
        (&["--memory", "0"], "--memory"),
        (&["--seed=-1"], "--seed"),
        (&["--rules", "nonsense"], "nonsense.*chinese"),
        (&["--no-such-option"], "--no-such-option"),
        (&["stray"], "stray"),
        (&["\u{2013}playouts", "100"], "\u{2013}playouts"),
    ];
    for (args, named) in cases {
        let output = run_with(args);
        let errors = String::from_utf8(output.stderr).expect("messages are text");
        assert!(!output.status.success() && output.stdout.is_empty(), "{args:?}");
        assert_eq!(errors.lines().count(), 1, "{args:?} gave {errors:?}");
        let message = Regex::new(&format!("(?s)^tengen: .*({named}).*\n$")).expect("a pattern");
        assert!(message.is_match(&errors), "{args:?} gave {errors:?}");
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    let (help, version) = (run_with(&["--help"]), run_with(&["--version"]));
    assert!(help.status.success() && version.status.success());
    assert!(String::from_utf8_lossy(&help.stdout).contains("--playouts <N>"));
    let expected = concat!("tengen ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(String::from_utf8_lossy(&version.stdout), expected);
    assert!(help.stderr.is_empty() && version.stderr.is_empty());
}

#[test]
fn the_log_tells_what_a_search_did() {
    let mut command = Command::new(BINARY);
    command.args(["--playouts", "100", "--seed", "1"]).env("RUST_LOG", "info");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut stdin = child.stdin.take().expect("input is a pipe");
    stdin.write_all(b"boardsize 5\ngenmove b\nshowboard\n").expect("the engine reads");
    drop(stdin);
    let output = child.wait_with_output().expect("a child can be waited for");
    let log = String::from_utf8(output.stderr).expect("messages are text");
    let form = r"100 playouts in [\d.]+ s \(\d+/s\), budget 100 playouts, .* depth \d+ \(mean [\d.]+\), .* line [A-E][1-5]";
    assert_eq!(Regex::new(form).expect("a pattern").find_iter(&log).count(), 1, "{log:?}");
}

/// The value of a row of `tengen-stats`.
fn row<'a>(stats: &'a str, key: &str) -> &'a str {
    let rows = stats.trim_start_matches("= ").lines();
    rows.filter_map(|row| row.split_once(' ')).find(|(name, _)| *name == key).expect("the row is there").1
}

#[test]
fn the_engine_thinks_on_the_time_of_the_opponent() {
    let mut engine = Engine::start_with(100, &["--ponder", "--threads", "1"]);
    let mut ask = |line: &str| {
        engine.send(format!("{line}\n").as_bytes());
        engine.reply().unwrap()
    };
    ask("boardsize 7");
    ask("genmove b");
    // Any command ends pondering; it goes on afterwards.
    let mut ponderings = (0..200).map(|_| {
        std::thread::sleep(Duration::from_millis(20));
        ask("tengen-stats")
    });
    let pondering = ponderings
        .find(|stats| row(stats, "budget_playouts") == "none" && row(stats, "line").contains(' '))
        .expect("the engine ponders");
    let expected = row(&pondering, "line").split_whitespace().next().unwrap().to_owned();
    drop(ponderings);
    ask(&format!("play w {expected}"));
    ask("genmove b");
    // The next search may be pondering again, which uses what the move's search has left.
    let reused: u32 = row(&ask("tengen-stats"), "visits_reused").parse().unwrap();
    assert!(reused > 0);
    engine.finish();
}
