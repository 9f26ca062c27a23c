//! `tengen selftest` finds all well, and says what the machine is.

use std::process::Command;

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
