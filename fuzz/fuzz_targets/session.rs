//! Any bytes as a whole session: each command gets one reply in form, and the session ends with its input.
#![no_main]

#[path = "../driver.rs"]
mod driver;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| driver::assert_in_form(bytes));
