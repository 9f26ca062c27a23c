//! `tengen bench` with spans that are far too short to measure anything.

use std::cell::Cell;
use std::time::Duration;
use tengen::bench::{Measurement, Plan, signature};
use tengen::params::{Params, Rule};

fn take(threads: Vec<usize>) -> Measurement {
    let plan = Plan { size: 9, threads, span: Duration::from_millis(5), signature_playouts: 10 };
    let steps = Cell::new(0);
    let measured = Measurement::take(&plan, &Params::default(), &|| steps.set(steps.get() + 1));
    assert_eq!(steps.get(), plan.threads.len() + 3);
    measured
}

#[test]
fn the_json_object_has_every_key_and_a_number_for_each() {
    let json = take(vec![2]).to_json();
    let object = json.as_object().unwrap();
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    let mut expected = [
        "size",
        "threads",
        "light_playouts_per_s",
        "light_moves_per_playout",
        "light_ns_per_move",
        "real_playouts_per_s",
        "simulations_per_s",
        "nodes",
        "memory_mb",
        "signature",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    assert!(object.values().all(|value| value.as_f64().is_some_and(|number| number > 0.0)), "{json}");
    assert_eq!((json["size"].as_u64(), json["threads"].as_u64()), (Some(9), Some(2)));
}

#[test]
fn the_table_ends_with_the_signature() {
    let measured = take(vec![1, 2]);
    let table = measured.to_string();
    assert_eq!(table.lines().last(), Some(format!("signature {}", measured.signature).as_str()));
    assert!(table.contains("1 thread ") && table.contains("2 threads "), "{table}");
}

#[test]
fn the_table_tells_how_often_each_rule_fires() {
    let table = take(vec![1]).to_string();
    let share_of = |rule: Rule| {
        let line = table.lines().find(|line| line.starts_with(&format!("{:<16} ", rule.name())));
        line.expect("a line for each rule").split_whitespace().last().unwrap().parse::<f64>().unwrap()
    };
    let sum: f64 = Rule::ALL.into_iter().map(share_of).sum();
    assert!((sum - 100.0).abs() < 0.1 && share_of(Rule::Pattern) > 10.0, "{table}");
}

#[test]
fn the_signature_is_the_same_each_time() {
    let params = Params::default();
    assert_eq!(signature(&params, 30), signature(&params, 30));
    assert_ne!(signature(&params, 30), signature(&params, 31));
}
