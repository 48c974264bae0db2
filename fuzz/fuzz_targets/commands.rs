//! Any stream of commands, checked after every step.

#![no_main]

#[path = "../../crates/rules/tests/common/anything.rs"]
mod anything;
#[path = "../../crates/rules/tests/common/choices.rs"]
mod choices;
#[path = "../../crates/rules/tests/common/commands.rs"]
mod commands;
#[path = "../../crates/rules/tests/common/play.rs"]
mod play;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| play::play_bytes(bytes));
