//! Opening a place, and losing it.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use perudo_server::store::{Fate, Snapshot, StoreError, open};

use crate::place::each_store;
use crate::{TABLE, anna, append, commit, log, taken, texts, with_table};

#[test]
fn a_database_from_the_future_is_refused() {
    each_store(|place| {
        drop(with_table(place));
        place.execute("INSERT INTO migrations SELECT 9, max(at) FROM migrations");
        let Err(error) = open(&place.address()) else { panic!("version 9 is not known") };
        assert!(!error.is_temporary());
        assert!(matches!(error, StoreError::TooNew { found: 9, known: 8, .. }), "{error:?}");
        assert!(error.to_string().contains("has version 9"), "{error}");
        assert!(error.to_string().contains("knows versions up to 8"), "{error}");
        place.execute("DELETE FROM migrations WHERE version = 9");
        assert_eq!(log(&mut *place.open(), TABLE), ["one", "two"]);
    });
}

#[test]
fn a_database_of_version_0_1_0_is_opened_without_loss() {
    each_store(|place| {
        place.make_as_0_1_0();
        let mut store = place.open();
        assert_eq!(log(&mut *store, TABLE), ["one", "two"]);
        let [table] = &taken(&mut *store, &anna())[..] else { panic!("there is one open table") };
        let snapshot = Some(Snapshot { seq: 1, body: b"state".to_vec() });
        assert_eq!((table.epoch, &table.snapshot, texts(&table.events)), (2, &snapshot, vec!["two"]));
        assert_eq!(commit(&mut *store, append(TABLE, 2, 3, &["three"])), Fate::Written);
        assert_eq!(log(&mut *place.open(), TABLE), ["one", "two", "three"]);
    });
}

#[test]
fn many_may_open_a_new_place_at_once() {
    each_store(|place| {
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| place.open());
            }
        });
        with_table(place);
    });
}

#[test]
fn who_reads_does_not_hold_up_who_writes() {
    each_store(|place| {
        let mut writer = with_table(place);
        let mut reader = place.open();
        let written = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for seq in 3..103 {
                    assert_eq!(commit(&mut *writer, append(TABLE, 1, seq, &["more"])), Fate::Written);
                }
                written.store(true, Ordering::Release);
            });
            let mut length = 0;
            while !written.load(Ordering::Acquire) {
                let now = log(&mut *reader, TABLE).len();
                assert!(now >= length);
                length = now;
            }
        });
        assert_eq!(log(&mut *reader, TABLE).len(), 102);
    });
}

#[test]
fn places_that_cannot_be_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("letter"), "Dear database, ".repeat(1000)).unwrap();
    for (place, reason) in [
        ("", "outlive"),
        (":memory:", "outlive"),
        ("mysql://anna:secret@localhost/perudo", "give postgres://"),
        ("postgres://anna:secret@localhost:port/perudo", "port"),
        (&path("letter"), "not an SQLite database"),
        (&path("letter/perudo.db"), "folder"),
        (folder.path().to_str().unwrap(), "unable to open"),
    ] {
        let Err(error) = open(place) else { panic!("{place} cannot be opened") };
        assert!(!error.is_temporary() && error.to_string().contains(reason), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
    assert_eq!(fs::read(path("letter")).unwrap().len(), 15_000, "it was left alone");
}

#[test]
fn a_lost_connection_is_made_again() {
    each_store(|place| {
        let mut store = with_table(place);
        place.disconnect();
        assert_eq!(commit(&mut *store, append(TABLE, 1, 3, &["three"])), Fate::Written);
        place.disconnect();
        assert_eq!(log(&mut *store, TABLE), ["one", "two", "three"]);
        place.disconnect();
        assert!(store.renew(&anna()).is_ok());
        place.disconnect();
        assert_eq!(taken(&mut *store, &anna()).len(), 1);
    });
}

/// The outcome of some commits is unknown: they are repeated until there is one.
#[test]
fn connections_that_break_at_any_moment_neither_lose_nor_repeat_an_event() {
    each_store(|place| {
        let mut store = with_table(place);
        let written = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !written.load(Ordering::Acquire) {
                    place.disconnect();
                }
            });
            for seq in 3..=100 {
                let batch = [append(TABLE, 1, seq, &[&seq.to_string()])];
                let fates = loop {
                    match store.commit(&anna(), &batch) {
                        Ok(fates) => break fates,
                        Err(error) => assert!(error.is_temporary(), "{error}"),
                    }
                };
                assert_eq!(fates, [Fate::Written]);
            }
            written.store(true, Ordering::Release);
        });
        let expected: Vec<String> = (3..=100).map(|seq: u64| seq.to_string()).collect();
        assert_eq!(log(&mut *place.open(), TABLE)[2..], expected);
    });
}
