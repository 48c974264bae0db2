//! The bodies of HTTP requests.

#![no_main]

use perudo_protocol::http::{JoinTable, MakeTable};
use perudo_protocol::{WireSettings, secret_of};
use perudo_table::checked_name;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(body) = serde_json::from_slice::<MakeTable>(bytes) {
        let _ = (secret_of(&body.guest), checked_name(&body.name));
        if let Ok(settings) = body.settings.into_settings(|name| name == "steady") {
            let text = serde_json::to_string(&WireSettings::from(&settings)).unwrap();
            serde_json::from_str::<WireSettings>(&text).unwrap();
        }
    }
    if let Ok(body) = serde_json::from_slice::<JoinTable>(bytes) {
        let _ = (secret_of(&body.guest), checked_name(&body.name));
    }
});
