//! A primary that dies, hangs or comes back, with a standby that takes its place.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use perudo_server::store::{Fate, Store, StoreError, open};
use perudo_test_postgres::{Pair, Postgres};

use crate::place::keys;
use crate::{TABLE, anna, append, create, log, taken};

/// How long something may take that happens by itself.
const PATIENCE: Duration = Duration::from_secs(60);

fn open_pair(pair: &Pair) -> Box<dyn Store> {
    open(&pair.url()).unwrap().unlock(&keys()).unwrap()
}

/// A store in which Anna has made a table of one event.
fn with_table(pair: &Pair) -> Box<dyn Store> {
    let mut store = open_pair(pair);
    assert_eq!(taken(&mut *store, &anna()), []);
    assert_eq!(store.commit(&anna(), &[create(TABLE, &["1"])]), Ok(vec![Fate::Written]));
    store
}

/// Writes the next event, which is the text of its number.
fn write(store: &mut dyn Store, seq: u64) -> Result<(), StoreError> {
    let fates = store.commit(&anna(), &[append(TABLE, 1, seq, &[&seq.to_string()])])?;
    assert_eq!(fates, [Fate::Written]);
    Ok(())
}

/// The same as a writer does it: again until it is written.
fn write_at_last(store: &mut dyn Store, seq: u64) {
    let begun = Instant::now();
    while let Err(error) = write(store, seq) {
        assert!(error.is_temporary(), "{error}");
        assert!(begun.elapsed() < PATIENCE, "{error}");
        thread::sleep(Duration::from_millis(50));
    }
}

fn wait_until(server: &Postgres, sql: &str, expected: &str) {
    let begun = Instant::now();
    while server.sql(sql).unwrap() != expected {
        assert!(begun.elapsed() < PATIENCE, "{sql} does not become {expected}");
        thread::sleep(Duration::from_millis(20));
    }
}

fn numbers(last: u64) -> Vec<String> {
    (1..=last).map(|number| number.to_string()).collect()
}

#[test]
fn what_was_written_before_the_primary_died_is_there_and_the_store_goes_on_at_the_next() {
    let mut pair = Pair::start().unwrap();
    let mut store = with_table(&pair);
    let mut written = 1;
    for _ in 0..2 {
        let (before, stop) = (written, AtomicBool::new(false));
        written = thread::scope(|scope| {
            let writer = scope.spawn(|| {
                let (mut seq, begun) = (before, Instant::now());
                while !stop.load(Ordering::Relaxed) || seq < before + 30 {
                    seq += 1;
                    write_at_last(&mut *store, seq);
                    assert!(begun.elapsed() < 2 * PATIENCE);
                }
                seq
            });
            // In the middle of writing.
            wait_until(pair.primary(), &format!("SELECT count(*) > {before} + 20 FROM events"), "t");
            pair.kill_primary();
            pair.promote().unwrap();
            stop.store(true, Ordering::Relaxed);
            writer.join().unwrap()
        });
        assert_eq!(log(&mut *store, TABLE), numbers(written));
        pair.mend().unwrap();
    }
    // Whoever comes later finds all of it, too.
    assert_eq!(log(&mut *open_pair(&pair), TABLE), numbers(written));
}

#[test]
fn a_commit_without_a_standby_is_not_written_until_there_is_one() {
    let mut pair = Pair::start().unwrap();
    let mut store = with_table(&pair);
    pair.kill_standby();
    for _ in 0..2 {
        let error = write(&mut *store, 2).unwrap_err();
        assert!(error.is_temporary(), "{error}");
    }
    // Calls that are given up leave nothing behind that waits with them.
    let waiting = pair.primary().sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
    assert_eq!(waiting.unwrap(), "1", "the one commit that may still succeed");
    pair.mend().unwrap();
    write_at_last(&mut *store, 2);
    assert_eq!(log(&mut *store, TABLE), numbers(2));
}

#[test]
fn a_commit_whose_wait_for_the_standby_is_cancelled_is_not_written() {
    let mut pair = Pair::start().unwrap();
    let mut store = with_table(&pair);
    pair.kill_standby();
    thread::scope(|scope| {
        let writer = scope.spawn(|| write(&mut *store, 2).unwrap_err());
        let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        wait_until(pair.primary(), &format!("SELECT count(*) {waiting}"), "1");
        assert_eq!(pair.primary().sql(&format!("SELECT pg_cancel_backend(pid) {waiting}")).unwrap(), "t");
        let error = writer.join().unwrap();
        assert!(error.is_temporary(), "{error}");
    });
    // The primary has it, and dies with it: whoever had been told would have been told too early.
    assert_eq!(pair.primary().sql("SELECT count(*) FROM events").unwrap(), "2");
    pair.kill_primary();
    pair.revive_standby().unwrap();
    pair.promote().unwrap();
    assert_eq!(pair.primary().sql("SELECT count(*) FROM events").unwrap(), "1");
    write_at_last(&mut *store, 2);
    assert_eq!(log(&mut *store, TABLE), numbers(2));
}

#[test]
fn a_primary_that_hangs_is_left_for_the_next_and_not_believed_when_it_comes_to() {
    let mut pair = Pair::start().unwrap();
    let mut store = with_table(&pair);
    let url = pair.url();
    pair.pause_primary();
    pair.promote().unwrap();
    write_at_last(&mut *store, 2);
    // It is named first and takes connections.
    assert_eq!(log(&mut *open(&url).unwrap().unlock(&keys()).unwrap(), TABLE), numbers(2));
    pair.resume_former_primary();
    // It can be written again, but no standby follows it.
    let mut late = open(&url).unwrap().unlock(&keys()).unwrap();
    assert_eq!(log(&mut *late, TABLE), numbers(2));
    write_at_last(&mut *late, 3);
    write_at_last(&mut *store, 4);
    assert_eq!(pair.primary().sql("SELECT count(*) FROM events").unwrap(), "4");
    assert_eq!(pair.standby().sql("SELECT count(*) FROM events").unwrap(), "1");
    assert_eq!(log(&mut *late, TABLE), numbers(4));
}

#[test]
fn a_former_primary_that_is_started_again_is_not_believed() {
    let mut pair = Pair::start().unwrap();
    let mut store = with_table(&pair);
    let url = pair.url();
    pair.kill_primary();
    pair.promote().unwrap();
    write_at_last(&mut *store, 2);
    pair.revive_former_primary().unwrap();
    let mut late = open(&url).unwrap().unlock(&keys()).unwrap();
    assert_eq!(log(&mut *late, TABLE), numbers(2));
    write_at_last(&mut *late, 3);
    assert_eq!(pair.primary().sql("SELECT count(*) FROM events").unwrap(), "3");
    assert_eq!(pair.standby().sql("SELECT count(*) FROM events").unwrap(), "1");
}

#[test]
fn whatever_the_server_is_set_to_commits_wait_for_the_standby() {
    let mut pair = Pair::start().unwrap();
    drop(with_table(&pair));
    for (weak, seq) in ["off", "local", "remote_write"].into_iter().zip(2..) {
        let set = format!("ALTER DATABASE postgres SET synchronous_commit = {weak}");
        pair.primary().sql(&set).unwrap();
        let mut store = open_pair(&pair);
        pair.kill_standby();
        assert!(write(&mut *store, seq).is_err(), "{weak}");
        pair.revive_standby().unwrap();
        write_at_last(&mut *store, seq);
    }
}
