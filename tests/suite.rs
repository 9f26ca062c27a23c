//! The tactical suite: that it is complete, that the engine solves easy kinds of problems with few playouts, and that the
//! command and the other program's part work.

use std::collections::BTreeSet;
use std::process::{Command, Output};
use tengen::params::Params;
use tengen::suite::{Kind, Other, Own, Results, SUITE, ask};

fn kind(wanted: &str) -> Kind {
    let (name, text) = SUITE.iter().find(|(name, _)| *name == wanted).expect("a kind of the suite");
    Kind::read(name, text).expect("problems")
}

fn tengen(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tengen")).args(args).output().expect("the binary runs")
}

#[test]
fn the_suite_has_problems_of_all_kinds_and_sizes() {
    let kinds: Vec<Kind> = SUITE.iter().map(|(name, _)| kind(name)).collect();
    let sizes: BTreeSet<usize> =
        kinds.iter().flat_map(|kind| &kind.problems).map(|problem| problem.record.size.width()).collect();
    let count: usize = kinds.iter().map(|kind| kind.problems.len()).sum();
    assert!(count >= 120, "{count} problems");
    assert!(kinds.iter().all(|kind| kind.problems.len() >= 4));
    assert!([5, 7, 9, 13, 19].iter().all(|side| sizes.contains(side)), "{sizes:?}");
}

#[test]
fn few_playouts_solve_most_of_the_easy_kinds() {
    let kinds = ["capture", "life", "snapback"].map(kind);
    let mut player = Own::new(300, 1, &Params::default());
    let column = ask("own", &mut player, &kinds, &|| {}).unwrap();
    let results = Results { kinds: &kinds, columns: vec![] };
    for (index, kind) in kinds.iter().enumerate() {
        let solved = results.solved(&column, index);
        assert!(4 * solved >= 3 * kind.problems.len(), "{}: {solved}", kind.name);
    }
}

#[test]
fn the_command_prints_a_table_and_the_failures() {
    let output = tengen(&["suite", "--kinds", "ko,pass", "--playouts", "1,20", "--failures"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let first: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    assert_eq!(first, ["kind", "problems", "1", "playouts", "20", "playouts"]);
    assert!(text.lines().any(|line| line.starts_with("all ")));
    assert!(text.contains("1 playouts: "), "one playout cannot solve them all: {text}");
}

#[test]
fn bad_wishes_are_refused_with_a_reason() {
    for (args, reason) in [
        (&["suite", "--kinds", "chess"][..], "no problems of kind \"chess\""),
        (&["suite", "no-such-file.txt"], "no-such-file.txt"),
        (&["suite", "README.md"], "README: problem at line"),
        (&["suite", "--playouts", "0"], "not a number of playouts"),
        (&["suite", "--engine", "no-such-program"], "no-such-program"),
    ] {
        let output = tengen(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(reason) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn another_program_answers_as_this_one_does() {
    let kinds = [kind("pass"), kind("ko")];
    let command = format!("{} --playouts 50 --threads 1 --seed 1 --no-resign", env!("CARGO_BIN_EXE_tengen"));
    let mut other = Other::start(&command).unwrap();
    let column = ask("other", &mut other, &kinds, &|| {}).unwrap();
    assert!(column.answers.iter().flatten().all(Option::is_some));
    let ended = ask("other", &mut Other::start("true").unwrap(), &kinds, &|| {});
    assert!(ended.is_err(), "a program that ends is noticed");
}
