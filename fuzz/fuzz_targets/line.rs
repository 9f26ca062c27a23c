//! Any bytes as one line: no reply or one, in form, whatever the command and its arguments.
#![no_main]

#[path = "../driver.rs"]
mod driver;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    driver::assert_in_form(line);
});
