//! Networks through the public API, and against the answers of KataGo (`data/net/`).

use serde_json::Value;
use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use tengen::board::{Board, Color, Move, Size};
use tengen::engine::{Decision, Engine, Settings};
use tengen::gtp::Session;
use tengen::net::{Inputs, Network};
use tengen::params::Params;
use tengen::rules::{Game, Rules, preset};
use tengen::search::{Limits, Report, Search};

/// The network of the tests: `TENGEN_TEST_NET`, or the one beside the repository. None, said aloud, if there is none.
fn test_network() -> Option<Network> {
    const BESIDE: &str = "../shared/data/nets/g170-b6c96-s175395328-d26788732.bin.gz";
    let path = std::env::var_os("TENGEN_TEST_NET").map_or_else(|| PathBuf::from(BESIDE), PathBuf::from);
    if !path.exists() {
        // Not `eprintln!`, which the test harness would keep to itself.
        let text = format!("\nSKIPPED: no network at {}; set TENGEN_TEST_NET\n", path.display());
        std::io::stderr().write_all(text.as_bytes()).expect("standard error can be written");
        return None;
    }
    Some(Network::load(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

#[test]
fn a_real_network_opens_in_a_corner() {
    let Some(network) = test_network() else { return };
    let mut inputs = Inputs::zero(19, 19);
    inputs.planes[..361].fill(1.0);
    let mut outputs = Vec::new();
    network.evaluator().evaluate(&[&inputs], &mut outputs);
    let policy = &outputs[0].policy;
    let best = (0..361).max_by(|&a, &b| policy[a].total_cmp(&policy[b])).unwrap();
    let from_edge = |i: usize| i.min(18 - i);
    assert!([2, 3].contains(&from_edge(best / 19)) && [2, 3].contains(&from_edge(best % 19)), "point {best}");
    assert!(outputs[0].policy_pass < policy[best]);
}

/// Largest differences from KataGo's answers: shares and results, points, ownership. One of rounding is far smaller.
const TOLERANCE: [f64; 3] = [1e-4, 0.01, 5e-4];

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn vectors() -> Vec<Value> {
    lines(include_str!("data/net/vectors.jsonl"))
}

/// A session with the position of a vector.
fn session(network: Option<Arc<Network>>, vector: &Value) -> Session {
    session_with(Params::default(), Settings { network, ..Settings::default() }, vector)
}

fn session_with(params: Params, settings: Settings, vector: &Value) -> Session {
    let mut session = Session::new(Engine::new(params, settings));
    let words = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|word| word.as_str().unwrap().to_owned()).collect()
    };
    let mut lines = vec![
        format!("rectangular_boardsize {} {}", vector["xsize"], vector["ysize"]),
        "clear_board".to_owned(),
        format!("kata-set-rules {}", vector["setRules"].as_str().unwrap()),
        format!("komi {}", vector["komi"]),
    ];
    if !words(&vector["handicap"]).is_empty() {
        lines.push(format!("set_free_handicap {}", words(&vector["handicap"]).join(" ")));
    }
    lines.extend(words(&vector["moves"]).into_iter().map(|mv| format!("play {mv}")));
    for line in lines {
        ask(&mut session, &line);
    }
    session
}

/// The text of a reply that has to be a success.
fn ask(session: &mut Session, line: &str) -> String {
    let reply = session.handle_line(line.as_bytes()).expect("a reply");
    assert!(reply.starts_with('='), "{line}: {reply}");
    reply[1..].trim().to_owned()
}

/// The numbers after each of the words in an answer of `kata-raw-nn`; NaN for illegal moves.
fn numbers(text: &str, word: &str) -> Vec<f64> {
    let mut after = text.split_whitespace().skip_while(|w| *w != word).skip(1);
    let read = |w: &str| if w == "NAN" { Some(f64::NAN) } else { w.parse().ok() };
    std::iter::from_fn(|| after.next().and_then(read)).collect()
}

/// The same from a vector.
fn expected(raw: &Value, word: &str) -> Vec<f64> {
    match &raw[word] {
        Value::Array(values) => values.iter().map(|v| v.as_f64().unwrap_or(f64::NAN)).collect(),
        value => vec![value.as_f64().expect("a number")],
    }
}

/// The numbers of an answer, and how far they may be off.
const NUMBERS: [(&str, f64); 7] = [
    ("whiteWin", TOLERANCE[0]),
    ("whiteLoss", TOLERANCE[0]),
    ("noResult", TOLERANCE[0]),
    ("policy", TOLERANCE[0]),
    ("policyPass", TOLERANCE[0]),
    ("whiteLead", TOLERANCE[1]),
    ("whiteOwnership", TOLERANCE[2]),
];

fn assert_near(found: &[f64], wanted: &[f64], tolerance: f64, place: &str) {
    assert_eq!(found.len(), wanted.len(), "{place}");
    for (index, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let is_near = if wanted.is_nan() { found.is_nan() } else { (found - wanted).abs() <= tolerance };
        assert!(is_near, "{place}, number {index}: {found} instead of {wanted}");
    }
}

#[test]
fn moves_without_a_share_are_those_that_are_illegal() {
    for vector in vectors() {
        let mut session = session(None, &vector);
        let to_play = if vector["moves"]
            .as_array()
            .unwrap()
            .last()
            .is_some_and(|mv| mv.as_str().unwrap().starts_with('b'))
        {
            "white"
        } else {
            "black"
        };
        let legal = ask(&mut session, &format!("all_legal {to_play}"));
        let shares = expected(&vector["raw"], "policy");
        let is_point = |vertex: &&str| !vertex.eq_ignore_ascii_case("pass");
        let wanted = shares.iter().filter(|share| !share.is_nan()).count();
        assert_eq!(legal.split_whitespace().filter(is_point).count(), wanted, "{}", vector["id"]);
    }
}

#[test]
fn a_network_answers_as_it_does_in_katago() {
    let Some(network) = test_network().map(Arc::new) else { return };
    for vector in vectors() {
        let place = format!("{} ({})", vector["id"], vector["kind"]);
        let mut session = session(Some(network.clone()), &vector);
        let text = ask(&mut session, "kata-raw-nn 0");
        for (word, tolerance) in NUMBERS {
            assert_near(
                &numbers(&text, word),
                &expected(&vector["raw"], word),
                tolerance,
                &format!("{place} {word}"),
            );
        }
        let Some(by_symmetry) = vector["rawBySymmetry"].as_array() else { continue };
        let answers: Vec<String> = (0..8).map(|s| ask(&mut session, &format!("kata-raw-nn {s}"))).collect();
        for (answer, raw) in answers.iter().zip(by_symmetry) {
            let place = format!("{place} under {}", raw["symmetry"]);
            assert_near(&numbers(answer, "whiteWin"), &expected(raw, "whiteWin"), TOLERANCE[0], &place);
            assert_near(&numbers(answer, "whiteLead"), &expected(raw, "whiteLead"), TOLERANCE[1], &place);
        }
        for (word, tolerance) in NUMBERS {
            let all: Vec<Vec<f64>> = answers.iter().map(|answer| numbers(answer, word)).collect();
            let mean: Vec<f64> =
                (0..all[0].len()).map(|i| all.iter().map(|values| values[i]).sum::<f64>() / 8.0).collect();
            let wanted = expected(&vector["rawAllAverage"], word);
            assert_near(&mean, &wanted, tolerance, &format!("{place} {word} over all symmetries"));
        }
    }
}

#[test]
fn a_network_refuses_a_board_it_does_not_know_and_says_why() {
    let Some(network) = test_network().map(Arc::new) else { return };
    let engine = Engine::new(Params::default(), Settings { network: Some(network), ..Settings::default() });
    let mut session = Session::new(engine);
    for size in ["21 21", "1 5", "9 20"] {
        ask(&mut session, &format!("rectangular_boardsize {size}"));
        let reply = session.handle_line(b"kata-raw-nn 0").expect("a reply");
        assert!(reply.starts_with("? networks play on boards with sides of 2 to 19"), "{reply}");
    }
}

#[test]
fn a_search_takes_the_moves_that_katago_takes() {
    let Some(network) = test_network().map(Arc::new) else { return };
    let mut params = Params::default();
    params.net.random_symmetry = false;
    for vector in lines(include_str!("data/net/search.jsonl")) {
        let network = Some(network.clone());
        let settings = Settings { network, playouts: Some(99), ..Settings::default() };
        let mut session = session_with(params.clone(), settings, &vector);
        let to_play = vector["toPlay"].as_str().unwrap();
        let chosen = ask(&mut session, &format!("reg_genmove {to_play}"));
        assert_eq!(chosen, vector["bestMove"].as_str().unwrap(), "{}", vector["id"]);
        let visits = visits_of_moves(&ask(&mut session, "tengen-visits"));
        let off = |(vertex, wanted): (&String, &Value)| {
            wanted.as_u64().unwrap().abs_diff(visits.get(vertex).copied().unwrap_or(0))
        };
        let off: u64 = vector["visits"].as_object().unwrap().iter().map(off).sum();
        assert!(off <= MOST_VISITS_OFF, "{}: {off} visits elsewhere: {visits:?}", vector["id"]);
    }
}

/// By how many of its visits a search may differ from KataGo's, which joins transpositions.
const MOST_VISITS_OFF: u64 = 8;

/// The visits of each move, read off a drawing of the board; moves without visits are left out.
fn visits_of_moves(drawing: &str) -> HashMap<String, u64> {
    let rows = drawing.lines().rev().zip(1..).map(|(line, row)| (line.split_whitespace(), row));
    let cells = rows.flat_map(|(cells, row)| {
        "ABCDEFGHJKLMNOPQRST".chars().zip(cells).map(move |(column, cell)| (format!("{column}{row}"), cell))
    });
    cells.filter_map(|(vertex, cell)| Some((vertex, cell.parse().ok()?))).collect()
}

/// What a search with the network finds in so many visits.
fn search(network: &Arc<Network>, game: &Game, threads: usize, batch: usize, visits: u64) -> Report {
    let mut params = Params::default();
    params.net.batch = batch;
    let limits = Limits { playouts: Some(visits), time: None };
    let mut search = Search::new(params, 1, threads, 16).with_network(Some(network.clone()));
    search.think(game, Color::Black, &limits, &|| false)
}

#[test]
fn threads_and_batches_run_the_visits_they_are_allowed() {
    let Some(network) = test_network().map(Arc::new) else { return };
    let game = Game::new(Size::square(5), Rules::BASIC, 15);
    for (threads, batch) in [(1, 1), (1, 4), (3, 1), (2, 3)] {
        let report = search(&network, &game, threads, batch, 40);
        assert_eq!((report.playouts, report.visits()), (40, 40), "{threads} threads, batches of {batch}");
    }
    let moves = |report: &Report| report.moves.iter().map(|m| (m.mv, m.visits)).collect::<Vec<_>>();
    let (a, b) = (search(&network, &game, 1, 2, 20), search(&network, &game, 1, 2, 20));
    assert_eq!(moves(&a), moves(&b), "one thread and a seed repeat a search");
}

#[test]
fn a_pass_that_ends_the_game_is_worth_what_the_rules_count() {
    let Some(network) = test_network().map(Arc::new) else { return };
    let board = Board::from_diagram(".XO.. .XO.. .XO.. .XO.. .XO..").unwrap();
    for (komi, wins) in [(-20, 1.0), (-10, 0.5), (0, 0.0)] {
        let mut game =
            Game::from_position(board.clone(), Color::White, preset("tromp-taylor").unwrap().rules, komi);
        game.play(Color::White, Move::Pass).unwrap();
        let report = search(&network, &game, 1, 1, 40);
        let pass = report.moves.iter().find(|found| found.mv == Move::Pass).expect("a pass");
        // White has five points more than Black without the komi.
        assert!(pass.visits > 0 && (pass.win_rate - wins).abs() < 1e-6, "{komi}: {pass:?}");
        assert!((pass.lead - (-5.0 - f64::from(komi) / 2.0)).abs() < 1e-6, "{pass:?}");
    }
}

#[test]
fn boards_that_networks_do_not_know_are_played_by_playouts() {
    let Some(network) = test_network().map(Arc::new) else { return };
    let game = Game::new(Size::new(20, 3).unwrap(), Rules::BASIC, 15);
    let report = search(&network, &game, 1, 1, 50);
    assert_eq!(report.visits(), 50);
    assert!(report.moves.iter().any(|found| found.mv != Move::Pass && found.visits > 0));
}

#[test]
fn a_look_without_limits_takes_the_visits_of_a_network() {
    let Some(network) = test_network().map(Arc::new) else { return };
    let mut params = Params::default();
    params.net.default_visits = 30;
    let mut engine = Engine::new(params, Settings { network: Some(network), ..Settings::default() });
    engine.new_game(Size::square(5));
    assert_eq!(engine.look(Color::Black, &|| false).playouts, 30);
    assert!(engine.decide(Color::Black, &|| false) != Decision::Resign);
}
