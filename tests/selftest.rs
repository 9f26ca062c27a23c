//! `tengen selftest` finds all well, and says what the machine is.

use std::path::PathBuf;
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

#[test]
fn a_network_is_tested_too() {
    let Some(path) = test_network() else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["--threads", "2", "--memory", "64", "--net"])
        .arg(path)
        .arg("selftest")
        .output()
        .expect("the binary starts");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success() && text.contains("\nnetwork     ok: g170-b6c96"), "{text}");
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
