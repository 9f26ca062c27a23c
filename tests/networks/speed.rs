//! `tengen bench --net`, with spans that are far too short to measure anything.

use crate::synthetic::{Act, Design, Kind, Net};
use std::cell::Cell;
use std::process::Command;
use std::time::Duration;
use tengen::bench::networks::{Measurement, Plan};
use tengen::net::{Kernel, Network};

/// A small network in the form of a file.
pub fn file() -> Vec<u8> {
    let blocks = vec![Kind::Pooling];
    Net::new(&Design { version: 14, channels: 4, blocks, kernel: [3, 3], step: [1, 1], act: Act::Relu }, 1)
        .write(true)
}

#[test]
fn every_size_batch_and_number_of_threads_is_measured_once() {
    let network = Network::read(&file()[..], Kernel::best()).unwrap();
    let span = Duration::from_millis(1);
    let plan = Plan { sizes: vec![5, 9], batches: vec![1, 3], threads: vec![1, 2], span };
    let steps = Cell::new(0);
    let measured = Measurement::take(&plan, &network, &|| steps.set(steps.get() + 1));
    assert_eq!((steps.get(), plan.steps(), measured.speeds.len()), (8, 8, 8));
    assert!(measured.speeds.iter().all(|speed| speed.per_second > 0.0));
    let json = measured.to_json();
    assert_eq!(json["network"], "synthetic, version 14");
    let last = &json["speeds"][7];
    assert_eq!((&last["size"], &last["threads"], &last["batch"]), (&9.into(), &2.into(), &3.into()));
    let table = measured.to_string();
    assert_eq!(table.lines().count(), 2 + 4, "{table}");
    assert!(table.contains("batch 1   batch 3") && table.contains("\n9x9            2 "), "{table}");
}

#[test]
fn the_command_line_refuses_what_is_no_network_in_one_line() {
    let bench = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_tengen")).arg("bench").args(arguments).output().unwrap()
    };
    let output = bench(&["--net", "Cargo.toml"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && message.starts_with("tengen: Cargo.toml: expected "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let path = std::env::temp_dir().join(format!("tengen-net-{}.bin", std::process::id()));
    std::fs::write(&path, file()).unwrap();
    let output = bench(&["--size", "21", "--net", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message, "tengen: networks are made for boards with sides of 2 to 19 points\n");
}
