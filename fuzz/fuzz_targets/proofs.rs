//! Any bytes, read as a proof, and what follows a blank line as the record it is compared with.

#![no_main]

use perudo_table::fair::Proof;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let cut = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (proof, record) = bytes.split_at(cut.unwrap_or(bytes.len()));
    let Ok(proof) = serde_json::from_slice::<Proof>(proof) else { return };
    if proof.verify().is_ok() {
        let text = serde_json::to_string(&proof).unwrap();
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), proof);
    }
    let _ = proof.matches_record(record);
});
