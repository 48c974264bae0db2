//! Storage, each test on both databases, and on maps in memory where no database is needed.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may

mod events;
mod failover;
mod opening;
mod owners;
mod place;
mod random;
mod registry;
mod simulated;
mod tips;

use std::time::Duration;

use perudo_server::store::{Append, Fate, NewEvent, Node, Store, StoredEvent, StoredTable, TableId};

use place::Place;
use simulated::Simulated;

/// Where tables are kept.
pub(crate) trait Home: Sync {
    /// Opens it once more.
    fn open(&self) -> Box<dyn Store>;

    /// Whether live nodes share the tables of dead ones: a file has one program at a time.
    fn is_shared(&self) -> bool;
}

impl Home for Place {
    fn open(&self) -> Box<dyn Store> {
        Place::open(self)
    }

    fn is_shared(&self) -> bool {
        matches!(self, Place::Postgres { .. })
    }
}

impl Home for Simulated {
    fn open(&self) -> Box<dyn Store> {
        Box::new(self.clone())
    }

    fn is_shared(&self) -> bool {
        true
    }
}

/// Runs a test on SQLite, on PostgreSQL and in memory.
pub(crate) fn each_kind(test: impl Fn(&dyn Home)) {
    place::each_store(|place| test(place));
    test(&Simulated::default());
}

pub(crate) const HOUR: Duration = Duration::from_secs(60 * 60);
pub(crate) const TABLE: TableId = TableId::from_bits(1);

pub(crate) fn node(name: &str, session: u64, lease: Duration) -> Node {
    Node { name: name.to_owned(), session, lease, address: Some(format!("{name}:1")) }
}

pub(crate) fn anna() -> Node {
    node("anna", u64::MAX, HOUR)
}

pub(crate) fn new_event(text: &str) -> NewEvent {
    NewEvent { at: 1_700_000_000_123, secret: text.len() == 1, body: text.as_bytes().to_vec() }
}

/// Events with texts at the end of an open table.
pub(crate) fn append(table: TableId, epoch: u64, first_seq: u64, texts: &[&str]) -> Append {
    let events = texts.iter().map(|text| new_event(text)).collect();
    Append {
        table,
        epoch,
        first_seq,
        creates: false,
        maker: None,
        secret: None,
        events,
        snapshot: None,
        tips: Vec::new(),
        tours: Vec::new(),
        left: Vec::new(),
        closes: false,
    }
}

pub(crate) fn create(table: TableId, texts: &[&str]) -> Append {
    Append { creates: true, ..append(table, 1, 1, texts) }
}

pub(crate) fn commit(store: &mut dyn Store, append: Append) -> Fate {
    store.commit(&anna(), &[append]).unwrap()[0]
}

/// A store in which Anna has made a table of two events.
pub(crate) fn with_table(place: &dyn Home) -> Box<dyn Store> {
    let mut store = place.open();
    assert_eq!(taken(&mut *store, &anna()), []);
    assert_eq!(commit(&mut *store, create(TABLE, &["one", "two"])), Fate::Written);
    store
}

/// What a node takes over, in the order of names.
pub(crate) fn taken(store: &mut dyn Store, node: &Node) -> Vec<StoredTable> {
    let mut tables = Vec::new();
    store.take_over(node, &mut |table| tables.push(table)).unwrap();
    tables.sort_by_key(|table| table.id);
    tables
}

pub(crate) fn texts(events: &[StoredEvent]) -> Vec<&str> {
    events.iter().map(|event| str::from_utf8(&event.body).unwrap()).collect()
}

pub(crate) fn log(store: &mut dyn Store, table: TableId) -> Vec<String> {
    texts(&store.events(table, 1).unwrap().unwrap()).into_iter().map(str::to_owned).collect()
}
