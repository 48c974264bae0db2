//! What operators see, and what they ask for.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use perudo_server::Keys;
use perudo_server::store::{Append, Fate, NewEvent, StoreError, TableId, check_keys, open_registry};

use crate::place::{Place, each_store, keys};
use crate::{HOUR, TABLE, anna, append, commit, create, node, taken, with_table};

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64
}

#[test]
fn nodes_are_listed_with_their_leases_tables_and_events() {
    each_store(|place| {
        let mut store = with_table(place);
        let events = ["three", "four"].map(|text| NewEvent { at: now(), secret: false, body: text.into() });
        let recent = Append { events: events.to_vec(), ..append(TABLE, 1, 3, &[]) };
        assert_eq!(commit(&mut *store, recent), Fate::Written);
        taken(&mut *store, &node("boris", 1, Duration::ZERO));
        let nodes = open_registry(&place.address()).unwrap().nodes().unwrap();
        let [anna, boris] = &nodes[..] else { panic!("{nodes:?}") };
        assert_eq!((anna.status.name.as_str(), anna.status.tables, anna.events), ("anna", 1, 2));
        assert!(anna.status.lease_left.is_some_and(|left| left <= HOUR), "{anna:?}");
        assert!(anna.dead_for.is_none() && anna.status.version.is_some(), "{anna:?}");
        assert_eq!((boris.status.name.as_str(), boris.status.tables, boris.events), ("boris", 0, 0));
        assert!(boris.status.lease_left.is_none() && boris.dead_for.is_some(), "{boris:?}");
    });
}

#[test]
fn a_table_is_told_with_its_owner_whoever_that_is() {
    each_store(|place| {
        let mut store = with_table(place);
        let mut registry = open_registry(&place.address()).unwrap();
        let mut table = || registry.table(TABLE).unwrap().unwrap();
        let first = table();
        assert_eq!((first.owner.as_deref(), first.live, first.epoch), (Some("anna"), true, 1));
        assert_eq!((first.events, first.last_at, first.closed_at), (2, 1_700_000_000_123, None));
        assert!(first.since.is_some_and(|since| (since - now()).abs() < 3_600_000), "{first:?}");
        store.release(&anna(), &[(TABLE, 1)]).unwrap();
        assert_eq!((table().owner, table().live), (None, false));
        assert_eq!(taken(&mut *store, &node("boris", 1, Duration::ZERO))[0].epoch, 3);
        let second = table();
        assert_eq!((second.owner.as_deref(), second.live, second.epoch), (Some("boris"), false, 3));
        assert!(second.since >= first.since);
        let end = Append { closes: true, ..append(TABLE, 3, 3, &["end"]) };
        assert_eq!(commit(&mut *store, end), Fate::Written);
        assert!(table().closed_at.is_some() && table().events == 3);
        assert_eq!(registry.table(TableId::from_bits(99)).unwrap(), None);
    });
}

#[test]
fn open_tables_are_listed_of_all_nodes_or_of_one() {
    each_store(|place| {
        let mut store = with_table(place);
        let boris = node("boris", 1, HOUR);
        taken(&mut *store, &boris);
        let more: Vec<Append> = (2..6).map(|bits| create(TableId::from_bits(bits), &["one"])).collect();
        store.commit(&boris, &more).unwrap();
        let end = Append { closes: true, ..append(TableId::from_bits(5), 1, 2, &["end"]) };
        assert_eq!(store.commit(&boris, &[end]).unwrap(), [Fate::Written]);
        let mut registry = open_registry(&place.address()).unwrap();
        let mut listed = |node: Option<&str>, most| -> Vec<u64> {
            registry.tables(node, most).unwrap().iter().map(|table| table.id.bits()).collect()
        };
        assert_eq!(listed(None, 100), [1, 2, 3, 4]);
        assert_eq!(listed(None, 2), [1, 2]);
        assert_eq!(listed(Some("anna"), 100), [1]);
        assert_eq!(listed(Some("boris"), 100), [2, 3, 4]);
        assert!(listed(Some(""), 100).is_empty());
    });
}

#[test]
fn a_table_that_is_to_be_closed_is_told_to_whoever_has_it() {
    each_store(|place| {
        let mut store = with_table(place);
        let mut registry = open_registry(&place.address()).unwrap();
        assert_eq!(store.to_close(&anna()).unwrap(), []);
        assert!(!registry.ask_to_close(TableId::from_bits(99), "why not").unwrap());
        assert!(registry.ask_to_close(TABLE, "spam").unwrap());
        assert_eq!(registry.table(TABLE).unwrap().unwrap().closing.as_deref(), Some("spam"));
        assert_eq!(store.to_close(&anna()).unwrap(), [(TABLE, "spam".to_owned())]);
        // Another node that takes it over is told as well.
        let boris = node("boris", 1, HOUR);
        store.release(&anna(), &[(TABLE, 1)]).unwrap();
        taken(&mut *store, &boris);
        assert_eq!(store.to_close(&anna()).unwrap(), []);
        assert_eq!(store.to_close(&boris).unwrap(), [(TABLE, "spam".to_owned())]);
        let end = Append { closes: true, ..append(TABLE, 3, 3, &["end"]) };
        assert_eq!(commit(&mut *store, end), Fate::Written);
        assert_eq!(store.to_close(&boris).unwrap(), []);
        assert!(!registry.ask_to_close(TABLE, "again").unwrap());
    });
}

#[test]
fn a_node_is_drained_until_it_starts_again() {
    let place = Place::postgres();
    let mut store = with_table(&place);
    let mut registry = open_registry(&place.address()).unwrap();
    assert!(!registry.drain("nobody").unwrap() && !registry.drain("").unwrap());
    assert!(registry.drain("anna").unwrap());
    assert!(registry.nodes().unwrap()[0].status.draining && store.renew(&anna()).unwrap().draining);
    taken(&mut *store, &anna());
    assert!(!registry.nodes().unwrap()[0].status.draining);
}

#[test]
fn a_node_of_an_sqlite_file_has_nobody_to_hand_tables_over_to() {
    let place = Place::sqlite();
    drop(with_table(&place));
    let error = open_registry(&place.address()).unwrap().drain("anna").unwrap_err();
    assert!(!error.is_temporary() && error.to_string().contains("one program"), "{error}");
}

#[test]
fn a_place_of_another_layout_is_left_as_it_is() {
    each_store(|place| {
        drop(with_table(place));
        let refusal = || open_registry(&place.address()).err().unwrap();
        place.execute("INSERT INTO migrations SELECT 9, max(at) FROM migrations");
        assert!(matches!(refusal(), StoreError::TooNew { found: 9, .. }));
        place.execute("DELETE FROM migrations WHERE version > 5");
        assert!(refusal().to_string().contains("version 5 of the layout"), "{}", refusal());
        place.execute("DROP TABLE migrations");
        assert!(refusal().to_string().contains("no server"), "{}", refusal());
    });
}

#[test]
fn keys_that_are_not_those_of_a_place_are_refused() {
    each_store(|place| {
        drop(with_table(place));
        assert_eq!(check_keys(&place.address(), &keys()), Ok(()));
        let others = Keys::random(&perudo_server::Entropy::new(|bytes| bytes.fill(8)));
        let refusal = check_keys(&place.address(), &others).unwrap_err().to_string();
        assert!(refusal.contains("not in the key file"), "{refusal}");
    });
}
