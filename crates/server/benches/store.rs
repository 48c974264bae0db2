//! How fast events reach the disk, and how fast tables come back from it.
//!
//! `PERUDO_BENCH_FOLDER` says on which disk; the system's folder for temporary files otherwise.

#![allow(clippy::unwrap_used)] // a bench that cannot set up its tables has nothing to measure

use std::time::Duration;
use std::{env, hint};

use divan::Bencher;
use divan::counter::ItemsCount;
use perudo_server::store::{Append, Fate, NewEvent, Node, Store, TableId, open};
use perudo_server::{Entropy, Keys};
use tempfile::TempDir;

const TABLES: u64 = 10_000;
const EVENTS_EACH: u64 = 50;

fn main() {
    divan::main();
}

/// Events a second, one each to different tables of ten thousand, in batches of some.
#[divan::bench(args = [1, 20, 200], sample_count = 2000, max_time = 10)]
fn append(bencher: Bencher<'_, '_>, batch: u64) {
    append_events(bencher, batch, false);
}

/// The same with events that are encrypted, as rolls are.
#[divan::bench(args = [1, 20, 200], sample_count = 2000, max_time = 10)]
fn append_secret(bencher: Bencher<'_, '_>, batch: u64) {
    append_events(bencher, batch, true);
}

fn append_events(bencher: Bencher<'_, '_>, batch: u64, secret: bool) {
    let (_folder, mut store) = new_store();
    fill(&mut *store, 1);
    let mut written = 0;
    bencher.counter(ItemsCount::new(batch)).bench_local(|| {
        let mut appends: Vec<Append> = (written..written + batch)
            .map(|nth| Append { creates: false, ..an_append(nth % TABLES, 2 + nth / TABLES, 1) })
            .collect();
        appends.iter_mut().flat_map(|append| &mut append.events).for_each(|event| event.secret = secret);
        written += batch;
        commit(&mut *store, &appends);
    });
}

/// All tables after a restart.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn restore(bencher: Bencher<'_, '_>) {
    let (_folder, mut store) = new_store();
    fill(&mut *store, EVENTS_EACH);
    bencher.counter(ItemsCount::new(TABLES * EVENTS_EACH)).bench_local(|| {
        let mut tables = 0;
        store
            .take_over(&node(), &mut |table| tables += u64::from(!hint::black_box(table).events.is_empty()))
            .unwrap();
        assert_eq!(tables, TABLES);
    });
}

fn new_store() -> (TempDir, Box<dyn Store>) {
    let folder = env::var_os("PERUDO_BENCH_FOLDER").map_or_else(env::temp_dir, Into::into);
    let folder = TempDir::new_in(folder).unwrap();
    let keys = Keys::random(&Entropy::of_system());
    let store = open(folder.path().join("perudo.db").to_str().unwrap()).unwrap();
    let mut store = store.unlock(&keys).unwrap();
    store.take_over(&node(), &mut |_| ()).unwrap();
    (folder, store)
}

fn fill(store: &mut dyn Store, events: u64) {
    let appends: Vec<Append> = (0..TABLES).map(|table| an_append(table, 1, events)).collect();
    commit(store, &appends);
}

fn an_append(table: u64, first_seq: u64, events: u64) -> Append {
    // Some hundred bytes, as an event has.
    let body = br#"{"bid":{"seat":3,"count":7,"face":5},"by":"a player with a name","clock":[60000,58211,60000,41907]}"#;
    Append {
        // Ids are random, hence all over the tree.
        table: TableId::from_bits(table.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
        epoch: 1,
        first_seq,
        creates: first_seq == 1,
        maker: None,
        secret: None,
        events: (0..events)
            .map(|nth| NewEvent { at: 1_700_000_000_000 + nth as i64, secret: false, body: body.to_vec() })
            .collect(),
        snapshot: None,
        tips: Vec::new(),
        tours: Vec::new(),
        left: Vec::new(),
        closes: false,
    }
}

fn commit(store: &mut dyn Store, batch: &[Append]) {
    let fates = store.commit(&node(), batch).unwrap();
    assert!(fates.iter().all(|fate| *fate == Fate::Written));
}

fn node() -> Node {
    Node { name: "bench".to_owned(), session: 1, lease: Duration::from_secs(60), address: None }
}
