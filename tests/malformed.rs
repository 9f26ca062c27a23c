//! Input of every odd kind and the answer to it: `data/malformed.txt`.

use std::io::Write;
use std::process::{Command, Stdio};

/// Sent before each case, and the replies to it.
const PROLOGUE: (&str, &str) = ("boardsize 9\nclear_board\n", "= \n\n= \n\n");
/// What shows all that a command could have changed, in three replies.
const ASK: &str = "showboard\nkata-get-rules\nprintsgf\n";

/// All that a session answers to these bytes. It has to end well with them.
fn answers(input: &[u8]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(["--playouts", "50", "--seed", "1", "--threads", "1"])
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    // Short inputs fit into the pipe, and an engine that has quit does not read.
    let _ = child.stdin.take().expect("input is a pipe").write_all(input);
    let output = child.wait_with_output().expect("a child can be waited for");
    let shown = String::from_utf8_lossy(input);
    assert!(output.status.success() && output.stderr.is_empty(), "{shown:?}: {output:?}");
    String::from_utf8(output.stdout).expect("replies are text")
}

/// The bytes that the text stands for: `\n`, `\r`, `\t`, `\0`, `\xHH`, `\\`.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, if byte == b'\\' { rest.next() } else { None }) {
            (_, Some(b'n')) => b'\n',
            (_, Some(b'r')) => b'\r',
            (_, Some(b't')) => b'\t',
            (_, Some(b'0')) => 0,
            (_, Some(b'x')) => {
                let digits: String = rest.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
            }
            (_, Some(other)) => other,
            (plain, None) => plain,
        });
    }
    bytes
}

#[test]
fn each_input_gets_the_answer_in_the_table() {
    let table = include_str!("data/malformed.txt");
    let cases: Vec<&str> = table.lines().filter(|line| !line.starts_with("## ")).collect();
    assert!(cases.len() >= 100, "only {} cases", cases.len());
    for case in cases {
        let (input, replies) = case.split_once("  =>").unwrap_or_else(|| panic!("no answer in {case:?}"));
        let replies: Vec<&str> =
            replies.trim_start().split(" | ").filter(|reply| !reply.is_empty()).collect();
        let expected: String =
            replies.iter().map(|reply| format!("{}\n\n", reply.replace("\\n", "\n"))).collect();
        let input = [PROLOGUE.0.as_bytes(), &unescape(input)].concat();
        let output = answers(&input);
        assert_eq!(output, [PROLOGUE.1, &expected].concat(), "{case}");
        if input.ends_with(b"\n") && replies.iter().all(|reply| reply.starts_with('?')) {
            assert_unchanged(&input, case);
        }
    }
}

/// Asserts that an input that was refused has changed nothing.
fn assert_unchanged(input: &[u8], case: &str) {
    let before = answers(&[PROLOGUE.0.as_bytes(), ASK.as_bytes()].concat());
    let after = answers(&[input, ASK.as_bytes()].concat());
    assert!(after.ends_with(before.strip_prefix(PROLOGUE.1).expect("the prologue's replies")), "{case}");
}
