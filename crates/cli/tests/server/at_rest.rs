//! What a thief of the files of a running server has.

use std::fs;
use std::path::Path;

use crate::program::Server;
use crate::restarts::{ANY_PORT, company};

/// Every byte of the files in a folder.
fn bytes_in(folder: &Path) -> Vec<u8> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    // The write-ahead log comes and goes.
    files.flat_map(|path| fs::read(path).unwrap_or_default()).collect()
}

#[test]
fn the_files_of_a_running_server_show_no_dice_and_no_seeds() {
    let folder = tempfile::tempdir().unwrap();
    let (data, keys) = (folder.path().join("data"), folder.path().join("keys/perudo.key"));
    let server = Server::start(&data.join("p.db"), ANY_PORT, &["--key-file", keys.to_str().unwrap()]);
    let (_table, mut anna, _boris) = company(&server);
    let mut copies = Vec::new();
    anna.wait_for_bids(3);
    for _ in 0..5 {
        // She writes a line for everything that happens.
        anna.next();
        copies.push(bytes_in(&data));
    }
    server.kill();
    copies.push(bytes_in(&data));
    let key_file = fs::read_to_string(&keys).unwrap();
    let key = key_file.lines().find(|line| !line.starts_with('#')).unwrap();
    assert_eq!(key.len(), 64);
    // As rolls, the secrets of tables and snapshots would be written.
    let secrets = [r#""Rolled":["#, r#""Thrown":{"#, r#""secret":["#, r#""seed":""#, key];
    for (number, copy) in copies.iter().enumerate() {
        let has = |text: &str| copy.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(has(r#""Opened":{"#) && has(r#""Bid":{"#), "what everyone may know can be read");
        for secret in secrets {
            assert!(!has(secret), "copy {number} has {secret}");
        }
    }
}
