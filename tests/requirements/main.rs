//! The requirements R1 to R65 on a complete Go engine, each with a test whose name begins with its number, and tests of the
//! engine under each ruleset.
//!
//! Comments quote what is asked and by whom: S0 Wikipedia, Rules of Go (basic rules, WMSG); S2 the same, concise statement of
//! James Davies; S3 SmartGo (AGA rules); S4 Ludoteka (Chinese and Japanese rules); K KataGo; P public facts.

mod agreement;
mod board;
mod concepts;
mod ending;
mod engine_play;
mod help;
mod ko;
mod komi;
mod names;
mod rectangles;
mod rulesets;
mod scoring;

/// The files that hold the tests of the requirements.
const FILES: [&str; 7] = [
    include_str!("board.rs"),
    include_str!("ko.rs"),
    include_str!("ending.rs"),
    include_str!("scoring.rs"),
    include_str!("komi.rs"),
    include_str!("rulesets.rs"),
    include_str!("concepts.rs"),
];

#[test]
fn each_requirement_has_a_test() {
    for number in 1..=65 {
        let head = format!("#[test]\nfn r{number:02}_");
        let tests: usize = FILES.iter().map(|text| text.matches(&head).count()).sum();
        assert!(tests >= 1, "no test for R{number}");
    }
}
