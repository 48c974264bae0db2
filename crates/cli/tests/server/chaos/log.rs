//! What clients saw, held against the log.

use std::collections::{BTreeMap, HashMap};

use perudo_protocol::ServerMsg;
use perudo_server::store::{Store, TableId};
use perudo_table::{Entry, Table, Viewer};

use super::player::Watched;

/// Replays the log as if for a spectator, and finds every event that anyone saw in it, word for word.
pub(super) fn check_against_log(store: &mut dyn Store, watched: &Watched) -> usize {
    let id: TableId = watched.id.parse().unwrap();
    let stored = store.events(id, 1).unwrap().unwrap();
    let entries: Vec<Entry> =
        stored.iter().map(|event| serde_json::from_slice(&event.body).unwrap()).collect();
    let numbers: Vec<u64> = stored.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, (1..=stored.len() as u64).collect::<Vec<_>>(), "the log has gaps");

    let mut table = Table::open(&entries[0]).unwrap();
    let mut told = BTreeMap::new();
    let mut commands = HashMap::new();
    for entry in &entries[1..] {
        table.apply(entry);
        let seen = entry.event.seen_by(None);
        let message = ServerMsg::event(&seen, &table.seen_by(Viewer::Spectator));
        told.insert(table.seq(), message.to_text());
        if let Some(by) = entry.by {
            assert_eq!(commands.insert(by, table.seq()), None, "a command is in the log twice");
        }
    }
    let seen = watched.events.lock().unwrap();
    for (seq, text) in seen.iter() {
        assert_eq!(told.get(seq), Some(text), "event {seq} of table {}", watched.id);
    }
    for ((guest, id), event) in watched.done.lock().unwrap().iter() {
        let secret = perudo_protocol::secret_of(guest).unwrap();
        let key = (perudo_table::Guest::of_secret(secret), *id);
        assert_eq!(commands.get(&key), Some(event), "command {id} was acknowledged");
    }
    seen.len() + watched.rolls.lock().unwrap().len()
}
