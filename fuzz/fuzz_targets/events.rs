//! Any stream of events, those included that no game could bring about.

#![no_main]

#[path = "../../crates/rules/tests/common/anything.rs"]
mod anything;
#[path = "../../crates/rules/tests/common/choices.rs"]
mod choices;
#[path = "../../crates/rules/tests/common/events.rs"]
mod events;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| events::apply_bytes(bytes));
