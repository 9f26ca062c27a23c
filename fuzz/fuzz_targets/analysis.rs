//! Any bytes as queries of the analysis engine: each line of the answer is a JSON object, none tells of an internal error,
//! and the program ends with its input.
#![no_main]

#[path = "../driver.rs"]
mod driver;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| driver::assert_json(bytes));
