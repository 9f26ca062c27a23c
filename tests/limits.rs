//! Sizes at the edge of sense: long lines, many commands, large files, long games, extreme numbers. Memory stays bounded,
//! and each command is answered. Each test is a row of the table in docs/reliability.md.

mod common;

use common::Engine;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use std::fs;
use tengen::board::{Move, Size};
use tengen::rules::preset;

/// Most resident memory of the process in MB, whatever it has been sent. Generous: a build with debug assertions takes more.
const MOST_MEGABYTES: usize = 400;

/// An engine, and what it has been asked.
struct Client(Engine);

impl Client {
    fn start() -> Client {
        Client(Engine::start(10))
    }

    /// The reply to a command, of which the message shows the beginning only.
    fn ask(&mut self, command: &str) -> String {
        self.0.send(format!("{command}\n").as_bytes());
        let shown: String = command.chars().take(60).collect();
        self.0.reply().unwrap_or_else(|why| panic!("{shown}: {why}"))
    }

    /// Asserts that memory stayed in bounds, and ends.
    fn finish(self) {
        if let Some(megabytes) = self.0.peak_megabytes() {
            assert!(megabytes < MOST_MEGABYTES, "{megabytes} MB");
        }
        let ending = self.0.finish();
        assert!(ending.status.success() && ending.output.is_empty());
    }
}

#[test]
fn a_line_of_ten_megabytes_is_one_error() {
    let mut client = Client::start();
    for line in
        ["x".repeat(10 << 20), "7 play b ".to_owned() + &"D4 ".repeat(10 << 18), "\u{e9}".repeat(5 << 20)]
    {
        assert!(client.ask(&line).ends_with(" syntax error: line too long"));
    }
    assert_eq!(client.ask("name"), "= tengen");
    client.finish();
}

#[test]
fn a_line_of_a_megabyte_is_answered_in_few_words() {
    let mut client = Client::start();
    let long = "x".repeat(1_000_000);
    for head in [
        "",
        "kata-set-rules",
        "kata-set-rule",
        "kgs-rules",
        "kgs-time_settings",
        "loadsgf",
        "printsgf",
        "komi",
    ] {
        let reply = client.ask(&format!("{head} {long} {long:.10}"));
        assert!(
            reply.starts_with('?') && reply.len() < 400,
            "{head} was answered with {} bytes",
            reply.len()
        );
    }
    let many = "A1,".repeat(300_000) + "A1";
    assert!(client.ask(&format!("kata-genmove_analyze b 100 avoid b {many} 1")).starts_with("=\ninfo"));
    assert!(client.ask(&format!("set_free_handicap {}", "A1 ".repeat(300_000))).starts_with('?'));
    client.finish();
}

#[test]
fn a_hundred_thousand_commands_at_once_are_answered_in_order() {
    let mut client = Client::start();
    let mut commands = String::from("boardsize 9\n");
    let count = 100_000;
    for number in 1..count {
        let command = ["showboard", "play b D4", "undo", "name"][number % 4];
        writeln!(commands, "{number} {command}").expect("a string can be written to");
    }
    client.0.send_in_background(commands.into_bytes());
    for number in 0..count {
        let reply = client.0.reply().unwrap_or_else(|why| panic!("command {number}: {why}"));
        let id = if number == 0 { String::new() } else { number.to_string() };
        assert!(reply.starts_with(&format!("={id} ")), "command {number} was answered {reply}");
    }
    client.finish();
}

/// Loads a record of these bytes; returns the reply.
fn load(client: &mut Client, name: &str, record: &[u8]) -> String {
    let path = format!("{}/{name}.sgf", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, record).expect("a file can be written");
    let reply = client.ask(&format!("loadsgf {path}"));
    fs::remove_file(path).expect("the file is there");
    reply
}

#[test]
fn large_records_are_read_in_bounded_memory() {
    let mut client = Client::start();
    let comment = [b"(;SZ[9]C[", &vec![b'x'; 50 << 20][..], b"];B[ee])"].concat();
    assert_eq!(load(&mut client, "comment", &comment), "= white");
    let variations = "(;SZ[9];B[ee]".to_owned() + &"(;W[aa])".repeat(6 << 20) + ")";
    assert_eq!(load(&mut client, "variations", variations.as_bytes()), "= black");
    let junk = vec![b'('; 50 << 20];
    assert!(load(&mut client, "junk", &junk).starts_with("? cannot load file: "));
    let not_text: Vec<u8> = (0..50 << 20).map(|i: u32| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(load(&mut client, "not text", &not_text).starts_with("? cannot load file: "));
    assert_eq!(client.ask("query_boardsize"), "= 9");
    client.finish();
}

#[test]
fn nested_variations_do_not_nest_calls() {
    let mut client = Client::start();
    let depth = 100_000;
    let nested = "(;B[aa];W[]".repeat(depth) + &")".repeat(depth);
    let reply = load(&mut client, "nested", nested.as_bytes());
    assert_eq!(reply, "? cannot load file: move 3 is illegal (occupied)");
    let passes = "(;B[]".repeat(depth) + &")".repeat(depth);
    assert_eq!(load(&mut client, "passes", passes.as_bytes()), "= white");
    assert!(load(&mut client, "open", "(;B[]".repeat(depth).as_bytes()).starts_with("? cannot load file: "));
    client.finish();
}

/// A random game under positional superko that goes on and on, since stones are taken all the time.
fn long_game(moves: usize) -> Vec<u8> {
    let mut engine = tengen::engine::Engine::default();
    engine.set_rules(preset("tromp-taylor").expect("a ruleset").rules);
    engine.new_game(Size::square(9));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    while engine.game().turns().len() < moves {
        let color = engine.game().to_play();
        let point = engine.game().legal_points(color).choose(&mut rng).copied();
        engine.play(color, point.map_or(Move::Pass, Move::Place)).expect("a legal move");
    }
    engine.record().to_sgf().into_bytes()
}

#[test]
fn a_game_of_ten_thousand_moves_is_played_on_and_taken_back() {
    let mut client = Client::start();
    assert_eq!(load(&mut client, "long", &long_game(10_000)), "= black");
    for command in ["genmove b", "play w pass", "tengen-repetition", "final_score", "printsgf", "all_legal w"]
    {
        assert!(client.ask(command).starts_with('='), "{command}");
    }
    assert_eq!(client.ask("move_history").lines().count(), 10_002);
    assert_eq!(client.ask("gg-undo 10001"), "= ");
    assert_eq!(client.ask("undo"), "= ");
    assert_eq!(client.ask("undo"), "? cannot undo");
    client.finish();
}

#[test]
fn numbers_at_the_edge_of_their_types_are_taken_or_refused() {
    let mut client = Client::start();
    client.ask("boardsize 5");
    let edges =
        ["0", "1", "1e-300", "-0", "1e300", "1.7976931348623157e308", "18446744073709551615", "4294967295"];
    let others = ["-1", "1e309", "18446744073709551616", "NaN", "-inf", "0x10"];
    for number in edges.into_iter().chain(others) {
        for command in [
            format!("komi {number}"),
            format!("time_settings {number} {number} 1"),
            format!("time_settings 0 {number} 4294967295"),
            format!("kgs-time_settings byoyomi {number} {number} 4294967295"),
            format!("kata-time_settings fischer {number} {number}"),
            format!("kata-time_settings fischer-capped 1 1 {number} {number}"),
            format!("time_left b {number} 0"),
            format!("time_left w 1 {number}"),
            "genmove b".to_owned(),
            format!("kata-genmove_analyze w {number}"),
            format!("lz-genmove_analyze w interval {number} minmoves {number} maxmoves {number}"),
            format!("gg-undo {number}"),
            format!("boardsize {number}"),
            "boardsize 5".to_owned(),
        ] {
            let reply = client.ask(&command);
            assert!(!reply.contains("internal"), "{command}: {reply}");
        }
    }
    client.finish();
}
