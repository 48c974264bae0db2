//! What is appended, and how it is read back.

use std::ops::ControlFlow;

use perudo_server::store::{Append, Fate, NewEvent, Snapshot, Store, StoredEvent, TableId, open_reader};

use crate::place::{each_store, keys};
use crate::{TABLE, anna, append, commit, create, each_kind, log, new_event, taken, with_table};

#[test]
fn what_is_appended_is_read_back() {
    each_kind(|place| {
        let mut store = with_table(place);
        assert_eq!(commit(&mut *store, append(TABLE, 1, 3, &["three"])), Fate::Written);
        let stored = |seq, text: &str| StoredEvent { seq, at: 1_700_000_000_123, body: text.into() };
        let all = [stored(1, "one"), stored(2, "two"), stored(3, "three")];
        for (from, begin) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (u64::MAX, 3)] {
            assert_eq!(store.events(TABLE, from).unwrap().unwrap(), all[begin..], "from {from}");
        }
        assert_eq!(store.events(TableId::from_bits(2), 1).unwrap(), None);
    });
}

#[test]
fn nothing_is_lost_by_closing_and_opening() {
    each_kind(|place| {
        drop(with_table(place));
        assert_eq!(log(&mut *place.open(), TABLE), ["one", "two"]);
        assert_eq!(taken(&mut *place.open(), &anna()).len(), 1);
    });
}

#[test]
fn an_append_follows_the_last_event_or_is_nothing() {
    each_kind(|place| {
        let mut store = with_table(place);
        let other = TableId::from_bits(7);
        let empty = append(TABLE, 1, 3, &[]);
        let cases = [
            ("a gap", append(TABLE, 1, 4, &["x"])),
            ("before the first", append(TABLE, 1, 0, &["x"])),
            ("another event in the place of one", append(TABLE, 1, 2, &["x"])),
            ("partly there", append(TABLE, 1, 2, &["two", "x"])),
            ("only the beginning is the same", append(TABLE, 1, 1, &["one", "x"])),
            ("an earlier epoch", append(TABLE, 0, 3, &["x"])),
            ("a later epoch", append(TABLE, 2, 3, &["x"])),
            ("no such epoch", append(TABLE, u64::MAX, 3, &["x"])),
            ("no such number", append(TABLE, 1, u64::MAX, &["x"])),
            ("the last number there is", append(TABLE, 1, i64::MAX as u64, &["x", "y"])),
            ("no such table", append(other, 1, 1, &["x"])),
            ("creates what there is", create(TABLE, &["x"])),
            ("creates in the middle", Append { creates: true, ..append(other, 1, 2, &["x"]) }),
            ("creates in a later epoch", Append { creates: true, ..append(other, 2, 1, &["x"]) }),
            ("creates without an event", create(other, &[])),
            ("a snapshot after a gap", Append { snapshot: Some(vec![1]), first_seq: 4, ..empty.clone() }),
            ("an old snapshot", Append { snapshot: Some(vec![1]), first_seq: 2, ..empty.clone() }),
            ("closes after a gap", Append { closes: true, first_seq: 4, ..empty }),
        ];
        for (what, append) in cases {
            let append = Append { snapshot: Some(b"x".to_vec()), ..append };
            assert_eq!(commit(&mut *store, append), Fate::Fenced, "{what}");
            assert_eq!(log(&mut *store, TABLE), ["one", "two"], "{what}");
            assert_eq!(store.events(other, 1).unwrap(), None, "{what}");
        }
        let [table] = &taken(&mut *store, &anna())[..] else { panic!("there is one open table") };
        assert_eq!((table.epoch, &table.snapshot), (2, &None));
    });
}

#[test]
fn a_repeated_append_is_written_once() {
    each_kind(|place| {
        let mut store = with_table(place);
        let snapshot = Some(b"state".to_vec());
        let three = Append { snapshot: snapshot.clone(), ..append(TABLE, 1, 3, &["three", "four"]) };
        let last = Append { closes: true, ..append(TABLE, 1, 5, &["five"]) };
        for append in [create(TABLE, &["one", "two"]), three.clone(), three, last.clone(), last] {
            assert_eq!(commit(&mut *store, append), Fate::Written);
        }
        for old in [append(TABLE, 1, 2, &["two"]), append(TABLE, 1, 1, &["one", "two"])] {
            assert_eq!(commit(&mut *store, old), Fate::Written);
        }
        let later =
            Append { events: vec![NewEvent { at: 5, ..new_event("two") }], ..append(TABLE, 1, 2, &[]) };
        assert_eq!(
            commit(&mut *store, later),
            Fate::Fenced,
            "the same text at another time is another event"
        );
        assert_eq!(log(&mut *store, TABLE), ["one", "two", "three", "four", "five"]);
    });
}

#[test]
fn a_table_comes_back_with_its_last_snapshot_and_the_events_after_it() {
    each_kind(|place| {
        let mut store = with_table(place);
        let keep = |state: &str, append| Append { snapshot: Some(state.into()), ..append };
        let restored = |store: &mut dyn Store| {
            let [table] = &taken(store, &anna())[..] else { panic!("there is one open table") };
            let numbers: Vec<u64> = table.events.iter().map(|event| event.seq).collect();
            (table.epoch, table.snapshot.clone(), numbers)
        };
        let snapshot = |seq, state: &str| Some(Snapshot { seq, body: state.into() });
        assert_eq!(restored(&mut *store), (2, None, vec![1, 2]));
        commit(&mut *store, keep("after 4", append(TABLE, 2, 3, &["three", "four"])));
        assert_eq!(restored(&mut *store), (3, snapshot(4, "after 4"), vec![]));
        commit(&mut *store, append(TABLE, 3, 5, &["five", "six"]));
        assert_eq!(restored(&mut *store), (4, snapshot(4, "after 4"), vec![5, 6]));
        commit(&mut *store, keep("after 6", append(TABLE, 4, 7, &[])));
        commit(&mut *store, append(TABLE, 4, 7, &["seven"]));
        assert_eq!(restored(&mut *store), (5, snapshot(6, "after 6"), vec![7]));
        assert_eq!(log(&mut *store, TABLE).len(), 7);
    });
}

#[test]
fn bodies_may_be_large_empty_and_of_any_bytes() {
    each_kind(|place| {
        let mut store = with_table(place);
        let bodies = [vec![b'x'; 8 << 20], vec![], (0..=255).collect()];
        let event = |body: &Vec<u8>| NewEvent { at: i64::MIN, secret: body.is_empty(), body: body.clone() };
        let events = bodies.iter().map(event).collect();
        let snapshot = Some(bodies.concat());
        assert_eq!(
            commit(&mut *store, Append { events, snapshot, ..append(TABLE, 1, 3, &[]) }),
            Fate::Written
        );
        let stored = store.events(TABLE, 3).unwrap().unwrap();
        assert!(stored.iter().map(|event| &event.body).eq(&bodies));
        assert!(stored.iter().all(|event| event.at == i64::MIN));
        assert!(taken(&mut *store, &anna())[0].snapshot == Some(Snapshot { seq: 5, body: bodies.concat() }));
    });
}

#[test]
fn a_long_log_is_read_in_order_and_only_as_far_as_is_wanted() {
    const LENGTH: u64 = 1_000;
    each_store(|place| {
        let mut store = with_table(place);
        let texts: Vec<String> = (3..=LENGTH).map(|seq| seq.to_string()).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(commit(&mut *store, append(TABLE, 1, 3, &texts)), Fate::Written);
        let mut reader = open_reader(&place.address(), &keys()).unwrap();
        for (from, until) in [(1, LENGTH), (1, 1), (2, 256), (256, 257), (255, 600), (LENGTH, LENGTH)] {
            let mut seen = Vec::new();
            let found = reader.read(TABLE, from, &mut |event| {
                seen.push(event.seq);
                if event.seq == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(found, Ok(true));
            assert!(seen.iter().copied().eq(from..=until), "{from} to {until}: {seen:?}");
        }
        assert_eq!(reader.events(TableId::from_bits(2), 1), Ok(None));
    });
}
