//! Any bytes as a game record: it is refused or read, what was read is written and read back the same, and the engine
//! takes it over or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen::engine::Engine;
use tengen::sgf;

fuzz_target!(|bytes: &[u8]| {
    let Ok(record) = sgf::parse(bytes) else { return };
    assert_eq!(sgf::parse(record.to_sgf().as_bytes()).as_ref(), Ok(&record));
    let mut engine = Engine::default();
    let before = engine.record();
    match engine.load(&record, None) {
        Ok(()) => assert_eq!(engine.record().size, record.size),
        Err(why) => assert_eq!(engine.record(), before, "{why}"),
    }
});
