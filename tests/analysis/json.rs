//! In JSON, as KataGo's analysis engine does it: any line gets its answers, and nothing that is sent ends the program.

use crate::common::Engine;
use serde_json::{Value, json};

/// Lines and what is answered to them. See [`fits`].
const CASES: &str = include_str!("../data/queries.json");

/// A query that makes sense, cheap to answer.
fn query(id: &str) -> Value {
    json!({
        "id": id, "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "komi": 7, "moves": [], "maxVisits": 20,
    })
}

/// The query with some fields changed; `null` takes a field away.
fn changed(mut query: Value, change: &Value) -> Value {
    let fields = query.as_object_mut().expect("a query is an object");
    for (key, value) in change.as_object().expect("changes are an object") {
        match value {
            Value::Null => _ = fields.remove(key),
            _ => _ = fields.insert(key.clone(), value.clone()),
        }
    }
    query
}

fn start() -> Engine {
    Engine::start_with(20, &["--threads", "2", "analysis"])
}

fn send(engine: &mut Engine, line: &Value) {
    let text = line.as_str().map_or_else(|| line.to_string(), str::to_owned);
    engine.send(format!("{text}\n").as_bytes());
}

fn answer(engine: &mut Engine) -> Value {
    let line = engine.up_to(b"\n").expect("an answer");
    serde_json::from_str(&line).unwrap_or_else(|why| panic!("{why}: {line}"))
}

/// The last answers to that many positions; answers during the search are left out.
fn last_answers(engine: &mut Engine, count: usize) -> Vec<Value> {
    let answers = std::iter::repeat_with(|| answer(engine));
    answers.filter(|answer| answer["isDuringSearch"] != json!(true)).take(count).collect()
}

/// Ends the input; the program has to end well, and to have said all it had to say.
fn finish(engine: Engine) {
    let ending = engine.finish();
    assert!(
        ending.status.success() && ending.output.is_empty(),
        "{}",
        String::from_utf8_lossy(&ending.output)
    );
}

/// Whether the answer has all that is expected: a text that begins with `~` has to contain the rest, `{"#": n}` stands for
/// a list of n, and `{"0": ...}` for a list that begins so.
fn fits(expected: &Value, answer: &Value) -> bool {
    match (expected, answer) {
        (Value::String(expected), Value::String(text)) => match expected.strip_prefix('~') {
            Some(part) => text.contains(part),
            None => expected == text,
        },
        (Value::Object(expected), Value::Array(items)) => {
            expected.iter().all(|(key, value)| match key.as_str() {
                "#" => *value == json!(items.len()),
                place => {
                    items.get(place.parse::<usize>().expect("a place")).is_some_and(|item| fits(value, item))
                }
            })
        }
        (Value::Object(expected), _) => expected.iter().all(|(key, value)| fits(value, &answer[key])),
        (Value::Array(expected), Value::Array(items)) => {
            expected.len() == items.len()
                && expected.iter().zip(items).all(|(expected, item)| fits(expected, item))
        }
        _ => expected == answer,
    }
}

#[test]
fn each_line_gets_its_answers_and_the_next_one_is_read() {
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("the cases are JSON");
    let mut engine = start();
    for (number, case) in cases.iter().enumerate() {
        let id = format!("case {number}");
        match &case["send"] {
            Value::Array(lines) => lines.iter().for_each(|line| send(&mut engine, line)),
            _ => send(&mut engine, &changed(query(&id), &case["change"])),
        }
        let expected = case["answers"].as_array().expect("answers");
        let mut answers: Vec<Value> = expected.iter().map(|_| answer(&mut engine)).collect();
        answers.sort_by_key(|answer| answer["turnNumber"].as_u64());
        for (expected, answer) in expected.iter().zip(&answers) {
            assert!(fits(expected, answer), "{case}\ngot {answer}");
            assert!(case["send"].is_array() || answer["id"] == json!(id), "{case}\ngot {answer}");
        }
    }
    finish(engine);
}

#[test]
fn a_line_of_any_bytes_and_any_length_gets_one_error() {
    let mut engine = start();
    let deep = "[".repeat(100_000);
    let lines: [&[u8]; 4] = [b"{\"id\":\"\xff\"}", b"\0\x01", deep.as_bytes(), &vec![b' '; 2 << 20]];
    for line in lines {
        engine.send(&[line, b"\n"].concat());
        assert!(answer(&mut engine)["error"].is_string());
    }
    finish(engine);
}

#[test]
fn the_numbers_are_those_of_the_player_who_is_asked_for() {
    let mut engine = start();
    // White has nothing: Black to move wins by the whole board.
    let position = json!({
        "initialStones": [["B", "E5"], ["B", "C3"], ["B", "G7"], ["B", "C7"], ["B", "G3"]], "initialPlayer": "W",
        "includeOwnership": true, "includeMovesOwnership": true, "maxVisits": 200,
    });
    for (side, sign) in [("BLACK", 1.0), ("WHITE", -1.0), ("SIDETOMOVE", -1.0)] {
        let settings = json!({ "overrideSettings": { "reportAnalysisWinratesAs": side } });
        send(&mut engine, &changed(changed(query(side), &position), &settings));
        let answer = answer(&mut engine);
        let number = |value: &Value| value.as_f64().expect("a number");
        let (root, best) = (&answer["rootInfo"], &answer["moveInfos"][0]);
        for info in [root, best] {
            assert!(sign * (number(&info["winrate"]) - 0.5) > 0.0, "{side}: {info}");
            assert!(
                sign * number(&info["scoreLead"]) > 0.0 && sign * number(&info["utility"]) > 0.0,
                "{side}: {info}"
            );
        }
        assert!(sign * number(&answer["ownership"][40]) > 0.0 && sign * number(&best["ownership"][40]) > 0.0);
        assert!((0.0..=1.0).contains(&number(&best["lcb"])), "{side}: {best}");
    }
    finish(engine);
}

#[test]
fn the_policy_is_of_all_legal_moves_whatever_is_avoided() {
    let mut engine = start();
    let wish = json!({
        "boardXSize": 3, "boardYSize": 2, "moves": [["B", "A1"]], "includePolicy": true,
        "avoidMoves": [{ "player": "W", "moves": ["B1", "pass"], "untilDepth": 1 }],
    });
    send(&mut engine, &changed(query("policy"), &wish));
    let answer = answer(&mut engine);
    let policy: Vec<f64> = serde_json::from_value(answer["policy"].clone()).expect("numbers");
    assert_eq!((policy.len(), policy[3]), (7, -1.0), "{policy:?}");
    assert!(policy[4] > 0.0 && policy[6] > 0.0, "{policy:?}");
    let of_legal_moves: f64 = policy.iter().filter(|share| **share >= 0.0).sum();
    assert!((of_legal_moves - 1.0).abs() < 1e-4, "{policy:?}");
    let moves: Vec<&str> =
        answer["moveInfos"].as_array().unwrap().iter().filter_map(|m| m["move"].as_str()).collect();
    assert!(!moves.contains(&"B1") && !moves.contains(&"pass"), "{moves:?}");
    finish(engine);
}

#[test]
fn the_highest_priority_is_searched_first_and_the_end_of_input_ends_nothing() {
    let mut engine = Engine::start_with(20, &["--threads", "1", "analysis"]);
    // The first query keeps the only thread busy until the others wait.
    send(
        &mut engine,
        &changed(query("busy"), &json!({ "maxVisits": 1_000_000, "firstReportDuringSearchAfter": 0.01 })),
    );
    assert_eq!(answer(&mut engine)["isDuringSearch"], json!(true));
    let turns =
        json!({ "moves": [["B", "C3"], ["W", "G7"]], "analyzeTurns": [0, 1, 2], "priorities": [-5, 3, 7] });
    send(&mut engine, &changed(query("turns"), &turns));
    send(&mut engine, &changed(query("plain"), &json!({})));
    send(&mut engine, &json!({ "id": "stop", "action": "terminate", "terminateId": "busy" }));
    let ending = engine.finish();
    let output = String::from_utf8(ending.output).expect("text");
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let order: Vec<(&str, u64)> = answers
        .iter()
        .filter_map(|answer| Some((answer["id"].as_str()?, answer["turnNumber"].as_u64()?)))
        .collect();
    assert_eq!(order, [("busy", 0), ("turns", 2), ("turns", 1), ("plain", 0), ("turns", 0)]);
    assert!(ending.status.success());
}

#[test]
fn what_is_terminated_gets_exactly_one_last_answer() {
    let mut engine = Engine::start_with(20, &["--threads", "1", "analysis"]);
    send(
        &mut engine,
        &changed(query("runs"), &json!({ "maxVisits": 1_000_000, "firstReportDuringSearchAfter": 0.01 })),
    );
    assert_eq!(answer(&mut engine)["isDuringSearch"], json!(true));
    let turns = json!({ "moves": [["B", "C3"], ["W", "G7"]], "analyzeTurns": [0, 1, 2] });
    send(&mut engine, &changed(query("waits"), &turns));
    let some =
        json!({ "id": "some", "action": "terminate", "terminateId": "waits", "turnNumbers": [0, 2, 9] });
    send(&mut engine, &some);
    let answers = last_answers(&mut engine, 3);
    for (answer, turn) in answers.iter().zip([0, 2]) {
        let nothing =
            json!({ "id": "waits", "turnNumber": turn, "isDuringSearch": false, "noResults": true });
        assert_eq!(*answer, nothing);
    }
    assert_eq!(answers[2], some, "the query is echoed");
    send(&mut engine, &json!({ "id": "all", "action": "terminate_all" }));
    let mut answers = last_answers(&mut engine, 3);
    answers.sort_by_key(|answer| answer["id"].as_str().map(str::to_owned));
    assert!(fits(&json!({ "id": "all", "action": "terminate_all" }), &answers[0]));
    assert!(fits(
        &json!({ "id": "runs", "isDuringSearch": false, "moveInfos": { "0": { "order": 0 } } }),
        &answers[1]
    ));
    assert!(fits(&json!({ "id": "waits", "turnNumber": 1, "noResults": true }), &answers[2]));
    finish(engine);
}

/// What KaTrain reads of each answer (its `engine.py` and `game_node.py`).
fn check_as_katrain(answer: &Value, size: usize) {
    for key in ["visits", "winrate", "scoreLead"] {
        assert!(answer["rootInfo"][key].is_number(), "{key} of {answer}");
    }
    for (order, info) in answer["moveInfos"].as_array().expect("moves").iter().enumerate() {
        assert_eq!(info["order"], json!(order));
        assert_eq!(info["pv"][0], info["move"]);
        for key in [
            "visits",
            "winrate",
            "scoreLead",
            "scoreMean",
            "scoreStdev",
            "scoreSelfplay",
            "prior",
            "utility",
            "lcb",
            "utilityLcb",
        ] {
            assert!(info[key].is_number(), "{key} of {info}");
        }
        assert!(fits(&json!({ "#": size * size }), &info["ownership"]));
    }
    assert!(fits(&json!({ "ownership": { "#": size * size }, "policy": { "#": size * size + 1 } }), answer));
}

#[test]
fn a_session_of_katrain_is_served() {
    let mut engine = start();
    let node = |id: &str, moves: Value, more: Value| {
        let turn = moves.as_array().map_or(0, Vec::len);
        let usual = json!({
            "id": id, "rules": "japanese", "priority": 1, "analyzeTurns": [turn], "maxVisits": 60, "komi": 6.5, "boardXSize": 9,
            "boardYSize": 9, "includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true,
            "initialStones": [], "initialPlayer": "B", "moves": moves,
            "overrideSettings": { "reportAnalysisWinratesAs": "BLACK", "maxTime": 8.0 }, "reportDuringSearchEvery": 1,
        });
        changed(usual, &more)
    };
    send(&mut engine, &node("QUERY:1", json!([]), json!({})));
    check_as_katrain(&last_answers(&mut engine, 1)[0], 9);
    // Pondering goes on until the next move and is told of meanwhile.
    let moves = json!([["B", "E5"]]);
    let endless = json!({ "maxVisits": 10_000_000, "reportDuringSearchEvery": 0.02, "overrideSettings": {} });
    send(&mut engine, &node("QUERY:2", moves.clone(), endless));
    for _ in 0..2 {
        let answer = answer(&mut engine);
        assert_eq!((&answer["id"], &answer["isDuringSearch"]), (&json!("QUERY:2"), &json!(true)));
        check_as_katrain(&answer, 9);
    }
    let stop = json!({ "id": "QUERY:3", "action": "terminate", "terminateId": "QUERY:2" });
    send(&mut engine, &stop);
    let mut ended = last_answers(&mut engine, 2);
    ended.sort_by_key(|answer| answer["id"].as_str().map(str::to_owned));
    check_as_katrain(&ended[0], 9);
    assert_eq!(ended[1], stop);
    // Other moves than those found; a region; each move of a sweep, an illegal one among them.
    let points = ["D5", "F5", "E4", "E6"];
    let only_once = |player: &str| json!({ "player": player, "moves": points, "untilDepth": 1 });
    send(&mut engine, &node("QUERY:4", moves.clone(), json!({ "avoidMoves": [only_once("W")] })));
    send(&mut engine, &node("QUERY:5", moves, json!({ "avoidMoves": [only_once("B"), only_once("W")] })));
    for answer in last_answers(&mut engine, 2) {
        check_as_katrain(&answer, 9);
        let avoids = |info: &Value| !points.contains(&info["move"].as_str().expect("a vertex"));
        assert!(answer["moveInfos"].as_array().expect("moves").iter().all(avoids), "{answer}");
    }
    for (number, vertex) in ["C3", "E5", "pass"].into_iter().enumerate() {
        let moves = json!([["B", "E5"], ["W", vertex]]);
        let quick = json!({ "includeOwnership": false, "includeMovesOwnership": false, "maxVisits": 5 });
        send(&mut engine, &node(&format!("SWEEP:{number}"), moves, quick));
    }
    let mut swept = last_answers(&mut engine, 3);
    swept.sort_by_key(|answer| answer["id"].as_str().map(str::to_owned));
    assert!(fits(&json!({ "error": "~Illegal move 1: E5", "field": "moves" }), &swept[1]), "{}", swept[1]);
    assert!(
        [0, 2].iter().all(|&i| swept[i]["rootInfo"]["visits"] == json!(5) && swept[i]["ownership"].is_null())
    );
    finish(engine);
}
