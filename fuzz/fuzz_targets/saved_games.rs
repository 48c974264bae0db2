//! Any bytes, read as the log of a table that a browser has kept; then the table is looked at and goes on.

#![no_main]

use perudo_home::HomeTable;
use perudo_table::{Entry, Guest, Moment};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(log) = serde_json::from_slice::<Vec<Entry>>(bytes) else { return };
    let Ok(mut table) = HomeTable::restore(log, Moment(1_000)) else { return };
    let guest = Guest::of_secret([1; 16]);
    table.connect(guest, Moment(1_000));
    let mut step = table.switch_viewer(Some(guest), Moment(1_000));
    for _ in 0..20 {
        let Some(wake) = step.wake else { break };
        step = table.wake(wake);
    }
    for tour in table.history().tours() {
        let _ = tour.proof.verify();
    }
});
