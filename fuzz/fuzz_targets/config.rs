//! Any bytes as a configuration file: it is refused with the place of the fault, or taken, and then the options have values.
#![no_main]

#[path = "../driver.rs"]
mod driver;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| driver::assert_options(bytes));
