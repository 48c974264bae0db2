//! What clients send, one message a line: three guests at one table say them in turn.

#![no_main]

use perudo_home::HomeTable;
use perudo_protocol::{ClientMsg, WireSettings};
use perudo_table::{Guest, Moment};
use perudo_words::Language;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let mut table = HomeTable::open("fuzz", &WireSettings::default(), [7; 32], Moment(0)).unwrap();
    for (index, line) in text.lines().enumerate() {
        let guest = Guest::of_secret([index as u8 % 3; 16]);
        let now = Moment(index as u64 * 1_000);
        table.connect(guest, now);
        let Ok(message) = ClientMsg::parse(line) else { continue };
        let step = table.receive(guest, message, Language::default(), now);
        for message in &step.messages {
            message.to_text();
        }
        if let Some(wake) = step.wake {
            let _ = table.wake(wake);
        }
    }
});
