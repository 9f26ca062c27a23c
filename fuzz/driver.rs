//! A session on bytes of any kind, and what must hold of its output whatever the bytes are. The fuzz targets and
//! `tests/properties.rs` share it.

#[path = "../tests/common/form.rs"]
mod form;

use std::io::{self, Cursor, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tengen::analysis::{self, Perspective, Settings, Workers};
use tengen::config;
use tengen::engine::{self, Engine};
use tengen::gtp::{self, Manners, Session};
use tengen::options;
use tengen::params::Params;
use tengen::sgf;

/// An engine that decides at once.
pub fn quick_engine() -> Engine {
    let mut params = Params::default();
    params.status.playouts = 16;
    let settings = engine::Settings { playouts: Some(2), megabytes: 1, seed: 1, ..Default::default() };
    Engine::new(params, settings)
}

/// All that a session answers to that input. It may not use files.
pub fn converse(input: impl Read + Send + 'static) -> String {
    let manners = Manners { may_use_files: false, ..Manners::default() };
    let output = Collected::default();
    let session = Session::new(quick_engine()).with_manners(manners);
    gtp::run(session, input, output.clone()).expect("neither input nor output fails");
    String::from_utf8(output.0.lock().expect("no panic while writing").clone()).expect("replies are text")
}

#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<u8>>>);

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic while writing").write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Asserts that a session on these bytes gives one reply in form to each command, with its id, and no internal error.
pub fn assert_in_form(input: &[u8]) {
    let output = converse(Cursor::new(input.to_vec()));
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    let ids = ids(input);
    assert_eq!(replies.len(), ids.len(), "{output:?}");
    for (reply, id) in replies.iter().zip(ids) {
        assert!(form::is_reply(reply), "{reply:?}");
        assert!(!reply.contains("internal error"), "{output:?}");
        let rest = &reply[1..];
        let given = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        assert_eq!(&rest[..given], id, "{reply:?}");
    }
}

/// Asserts that the analysis engine answers these bytes with lines of JSON alone, and has no internal error.
pub fn assert_json(input: &[u8]) {
    let settings = Settings {
        visits: 2,
        time: Some(Duration::from_millis(5)),
        perspective: Perspective::Black,
        line_length: 5,
    };
    let workers = Workers { threads: 1, megabytes: 1, seed: 1, network: None };
    let output = Collected::default();
    let outcome =
        analysis::run(Params::default(), settings, workers, Cursor::new(input.to_vec()), output.clone());
    outcome.expect("neither input nor output fails");
    let text = String::from_utf8(output.0.lock().expect("no panic while writing").clone()).expect("text");
    for line in text.lines() {
        let is_object = line.starts_with('{') && line.ends_with('}');
        assert!(is_object && !line.contains("Internal error"), "{line:?}");
    }
}

/// Asserts that a configuration file of these bytes is refused with a word about the place, or taken, and then every option
/// has a value.
pub fn assert_options(content: &[u8]) {
    match config::with_defaults_of(options::command(), Path::new("tengen.toml"), content) {
        Ok(command) => drop(options::parsed(command, ["tengen"]).expect("the file was checked")),
        Err(why) => assert!(why.starts_with("tengen.toml"), "{why}"),
    }
}

/// Asserts that a game record of these bytes is refused, or read, written and read back the same; that the engine takes it
/// over, or says why not and stays as it was.
pub fn assert_record(text: &[u8]) {
    let Ok(record) = sgf::parse(text) else { return };
    assert_eq!(sgf::parse(record.to_sgf().as_bytes()).as_ref(), Ok(&record));
    let mut engine = quick_engine();
    let before = engine.record();
    match engine.load(&record, None) {
        Ok(()) => assert_eq!(engine.record().size, record.size),
        Err(why) => assert_eq!(engine.record(), before, "{why}"),
    }
}

/// The id of each line that is a command, up to `quit`: the rules of GTP 2, section 3.1, written down once more.
fn ids(input: &[u8]) -> Vec<String> {
    let mut ids = Vec::new();
    for line in input.split(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line).replace('\t', " ");
        let kept = |c: &char| !c.is_control() && *c != '\u{feff}';
        let text: String = text.chars().take_while(|c| *c != '#').filter(kept).collect();
        let mut words = text.split_whitespace();
        let Some(first) = words.next() else { continue };
        let has_id = first.chars().all(|c| c.is_ascii_digit());
        ids.push(if has_id { first.to_owned() } else { String::new() });
        if (if has_id { words.next() } else { Some(first) }) == Some("quit") {
            break;
        }
    }
    ids
}
