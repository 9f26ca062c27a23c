//! The engine as a process that is given a network, or something that is none.

use crate::speed::file;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file in the folder of the tests.
fn write(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a file");
    path
}

fn tengen(network: &PathBuf, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    command.args(["--playouts", "20", "--threads", "2", "--memory", "16", "--net"]).arg(network);
    command.args(arguments).env_remove("RUST_LOG").stdin(Stdio::null());
    command
}

#[test]
fn what_is_no_network_is_refused_at_the_start_in_one_line() {
    let cut = write("cut-network.bin", &file()[..3000]);
    let foreign = write("foreign-network.bin", b"%PDF-1.7\n");
    let missing = PathBuf::from("no-such-network.bin.gz");
    for (network, reason) in [(&cut, "where"), (&foreign, "model version"), (&missing, "there is no file")] {
        for arguments in [&[][..], &["analysis"]] {
            let output = tengen(network, arguments).output().expect("the binary starts");
            let message = String::from_utf8(output.stderr).expect("text");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{message}");
            assert!(message.contains(reason) && message.lines().count() == 1, "{message}");
        }
    }
    let output = tengen(&cut, &["selftest"]).output().expect("the binary starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(text.contains("\nnetwork     FAILED: the network ends at byte "), "{text}");
    assert!(output.status.code() == Some(1) && text.ends_with("1 of 8 checks failed\n"), "{text}");
}

/// The numbers behind a word.
fn numbers(text: &str, word: &str) -> Vec<f64> {
    text.split_whitespace().skip_while(|w| *w != word).skip(1).map_while(|w| w.parse().ok()).collect()
}

#[test]
fn a_game_goes_on_where_the_file_is_gone_and_on_boards_that_networks_do_not_know() {
    let path = write("vanishing-network.bin", &file());
    let mut child =
        tengen(&path, &[]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("input is a pipe");
    let mut replies = BufReader::new(child.stdout.take().expect("output is a pipe")).lines();
    let mut ask = |line: &str| -> String {
        writeln!(stdin, "{line}").expect("the engine reads");
        let lines = replies.by_ref().map(|line| line.expect("lines are text"));
        lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(ask("boardsize 9"), "= ");
    fs::remove_file(&path).expect("it can be removed");
    for (size, knows) in [(9, true), (21, false), (5, true), (1, false)] {
        ask(&format!("boardsize {size}"));
        assert!(ask("genmove b").starts_with("= "), "{size}");
        let analysis =
            ask("kata-search_analyze w ownership true movesOwnership true rootInfo true pvVisits true");
        assert!(analysis.starts_with("=\ninfo move "), "{size}: {analysis}");
        let keys = if size > 1 { &["ownership", "movesOwnership"][..] } else { &["ownership"] };
        for owners in keys.iter().map(|key| numbers(&analysis, key)) {
            assert_eq!(owners.len(), size * size, "{analysis}");
            // Opinions are no counts of playouts; a few may cancel out.
            let nobodys = owners.iter().filter(|owner| **owner == 0.0).count();
            let is_opinion =
                nobodys < owners.len().div_ceil(5) && owners.iter().all(|owner| owner.abs() < 1.0);
            assert!(!knows || is_opinion, "{analysis}");
        }
        let raw = ask("kata-raw-nn 0");
        let refusal = "? networks play on boards with sides of 2 to 19 points";
        assert!(raw.starts_with(if knows { "= symmetry 0" } else { refusal }), "{size}: {raw}");
    }
    // A new search has the network as well: the ownership is no count of 20 playouts.
    ask("boardsize 5");
    ask("set_random_seed 7");
    let analysis = ask("kata-search_analyze b ownership true");
    let is_count = |owner: &f64| (20.0 * owner - (20.0 * owner).round()).abs() < 0.01;
    assert!(!numbers(&analysis, "ownership").iter().all(is_count), "{analysis}");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}
