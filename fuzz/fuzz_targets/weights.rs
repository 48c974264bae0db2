//! Any bytes, read as the weights of the network; those that say which version they are get the checksum they need.

#![no_main]

use perudo_bots::Network;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Err(error) = Network::read(bytes) {
        let text = error.to_string();
        let Some(found) = text.split("their SHA-256 is ").nth(1).and_then(|rest| rest.get(..64)) else { return };
        let Some(stated) = text.split("should be ").nth(1).filter(|stated| !stated.is_empty()) else { return };
        let header = String::from_utf8_lossy(bytes).replace(stated, found);
        let _ = Network::read(header.as_bytes()).map_err(|error| error.to_string());
    }
});
