//! Any bytes, read as a record.

#![no_main]

#[path = "../../crates/rules/tests/common/reading.rs"]
mod reading;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| reading::read_bytes(bytes));
