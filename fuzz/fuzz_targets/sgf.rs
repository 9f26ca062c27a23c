//! Any bytes as a game record: it is refused or read, what was read is written and read back the same, and the engine
//! takes it over or says why not.
#![no_main]

#[path = "../driver.rs"]
mod driver;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| driver::assert_record(bytes));
