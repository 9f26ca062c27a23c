//! `tengen selftest` finds all well, and says what the machine is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The network of the tests, as in `tests/net.rs`.
fn test_network() -> Option<PathBuf> {
    const BESIDE: &str = "../shared/data/nets/g170-b6c96-s175395328-d26788732.bin.gz";
    let path = std::env::var_os("TENGEN_TEST_NET").map_or_else(|| PathBuf::from(BESIDE), PathBuf::from);
    if !path.exists() {
        eprintln!("SKIPPED: no network at {}; set TENGEN_TEST_NET", path.display());
        return None;
    }
    Some(path)
}

/// Whether a self-test with that network says that all is well, and what it says.
fn selftest_of(network: &Path) -> (bool, String) {
    let network = network.to_str().expect("a path in UTF-8");
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["--threads", "2", "--memory", "64", "--net", network, "selftest"])
        .output()
        .expect("the binary starts");
    (output.status.success(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn a_network_is_tested_too() {
    let Some(path) = test_network() else { return };
    let (is_well, text) = selftest_of(&path);
    assert!(is_well && text.contains("\nnetwork     ok: g170-b6c96"), "{text}");
}

#[test]
fn a_network_that_is_cut_fails_the_test_with_the_reason() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("selftest-cut.bin");
    fs::write(&path, "name 8 22 19\n").expect("a file");
    let (is_well, text) = selftest_of(&path);
    assert!(!is_well && text.contains("\nnetwork     FAILED: the network ends at byte 13"), "{text}");
    assert!(text.ends_with("1 of 8 checks failed\n"), "{text}");
}

#[test]
fn all_is_well() {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["--threads", "3", "--memory", "64", "--seed", "5", "selftest"])
        .output()
        .expect("the binary starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && output.stderr.is_empty(), "{text}");
    assert!(text.starts_with(concat!("tengen      ", env!("CARGO_PKG_VERSION"))), "{text}");
    for what in [
        "\nthreads     3\n",
        "\nmemory      64 MB",
        "\nrules       ok: ",
        "\nscoring     ok: ",
        "\nall is well\n",
    ] {
        assert!(text.contains(what), "no {what:?} in {text}");
    }
}
