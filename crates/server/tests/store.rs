//! Storage, each test on both databases.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may

#[path = "store/model.rs"]
mod model;
#[path = "store/place.rs"]
mod place;

use std::collections::BTreeMap;
use std::fs;
use std::ops::ControlFlow;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use model::Model;
use perudo_server::store::{
    Append, Fate, NewEvent, Node, Snapshot, Store, StoreError, StoredEvent, StoredTable, TableId, open,
    open_reader, open_tips,
};
use perudo_table::fair::merkle::Tree;
use perudo_table::fair::{Link, PublishedTip, TableLabel, TipsAnswer, TipsError, TipsHead};
use place::{Place, each_store, keys};

const HOUR: Duration = Duration::from_secs(60 * 60);
const TABLE: TableId = TableId::from_bits(1);

fn node(name: &str, session: u64, lease: Duration) -> Node {
    Node { name: name.to_owned(), session, lease }
}

fn anna() -> Node {
    node("anna", u64::MAX, HOUR)
}

fn new_event(text: &str) -> NewEvent {
    NewEvent { at: 1_700_000_000_123, secret: text.len() == 1, body: text.as_bytes().to_vec() }
}

/// Events with texts at the end of an open table.
fn append(table: TableId, epoch: u64, first_seq: u64, texts: &[&str]) -> Append {
    let events = texts.iter().map(|text| new_event(text)).collect();
    Append {
        table,
        epoch,
        first_seq,
        creates: false,
        secret: None,
        events,
        snapshot: None,
        tips: Vec::new(),
        closes: false,
    }
}

fn create(table: TableId, texts: &[&str]) -> Append {
    Append { creates: true, ..append(table, 1, 1, texts) }
}

fn commit(store: &mut dyn Store, append: Append) -> Fate {
    store.commit(&anna(), &[append]).unwrap()[0]
}

/// A store in which Anna has made a table of two events.
fn with_table(place: &Place) -> Box<dyn Store> {
    let mut store = place.open();
    assert_eq!(taken(&mut *store, &anna()), []);
    assert_eq!(commit(&mut *store, create(TABLE, &["one", "two"])), Fate::Written);
    store
}

/// What a node takes over, in the order of names.
fn taken(store: &mut dyn Store, node: &Node) -> Vec<StoredTable> {
    let mut tables = Vec::new();
    store.take_over(node, &mut |table| tables.push(table)).unwrap();
    tables.sort_by_key(|table| table.id);
    tables
}

fn texts(events: &[StoredEvent]) -> Vec<&str> {
    events.iter().map(|event| str::from_utf8(&event.body).unwrap()).collect()
}

fn log(store: &mut dyn Store, table: TableId) -> Vec<String> {
    texts(&store.events(table, 1).unwrap().unwrap()).into_iter().map(str::to_owned).collect()
}

#[test]
fn what_is_appended_is_read_back() {
    each_store(|place| {
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
    each_store(|place| {
        drop(with_table(place));
        assert_eq!(log(&mut *place.open(), TABLE), ["one", "two"]);
        assert_eq!(taken(&mut *place.open(), &anna()).len(), 1);
    });
}

#[test]
fn an_append_follows_the_last_event_or_is_nothing() {
    each_store(|place| {
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
    each_store(|place| {
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
fn who_lost_a_table_writes_nothing_to_it() {
    each_store(|place| {
        let mut old = with_table(place);
        let mut new = place.open();
        assert_eq!(taken(&mut *new, &node("anna", 2, HOUR))[0].epoch, 2);
        let snapshot = Some(b"old".to_vec());
        for late in [
            append(TABLE, 1, 3, &["late"]),
            append(TABLE, 1, 2, &["two"]),
            Append { closes: true, ..append(TABLE, 1, 3, &["late"]) },
            Append { closes: true, ..append(TABLE, 1, 3, &[]) },
            Append { snapshot, ..append(TABLE, 1, 3, &[]) },
            create(TableId::from_bits(2), &["late"]),
        ] {
            assert_eq!(commit(&mut *old, late), Fate::Fenced);
        }
        assert_eq!(old.renew(&anna()), Err(StoreError::Fenced { node: "anna".to_owned() }));
        assert_eq!(old.events(TableId::from_bits(2), 1).unwrap(), None);
        assert_eq!(commit(&mut *new, append(TABLE, 2, 3, &["new"])), Fate::Written);
        assert_eq!(new.renew(&node("anna", 2, HOUR)), Ok(()));
        let [table] = &taken(&mut *new, &node("anna", 3, HOUR))[..] else {
            panic!("there is one open table")
        };
        assert_eq!(
            (table.epoch, &table.snapshot, texts(&table.events)),
            (3, &None, vec!["one", "two", "new"])
        );
    });
}

#[test]
fn other_appends_of_a_batch_are_unaffected_by_a_fenced_one() {
    each_store(|place| {
        let mut store = with_table(place);
        let [a, b] = [2, 3].map(TableId::from_bits);
        let batch = [
            create(a, &["a1"]),
            append(TABLE, 9, 3, &["x"]),
            append(a, 1, 2, &["a2", "a3"]),
            append(TABLE, 1, 3, &["three"]),
            append(a, 1, 3, &["x"]),
            Append { closes: true, ..create(b, &["b1"]) },
            append(b, 1, 2, &["x"]),
            append(a, 1, 4, &["a4"]),
        ];
        let fates = store.commit(&anna(), &batch).unwrap();
        use Fate::{Fenced, Written};
        assert_eq!(fates, [Written, Fenced, Written, Written, Fenced, Written, Fenced, Written]);
        assert_eq!(log(&mut *store, TABLE), ["one", "two", "three"]);
        assert_eq!(log(&mut *store, a), ["a1", "a2", "a3", "a4"]);
        assert_eq!(log(&mut *store, b), ["b1"]);
        assert_eq!(store.commit(&anna(), &[]).unwrap(), []);
    });
}

#[test]
fn a_node_of_the_same_name_takes_over_at_once_and_others_when_the_lease_has_run_out() {
    each_store(|place| {
        let mut store = with_table(place);
        assert_eq!(taken(&mut *store, &node("boris", 1, HOUR)), []);
        assert_eq!(taken(&mut *store, &anna())[0].epoch, 2);
        assert_eq!(store.renew(&node("anna", u64::MAX, Duration::ZERO)), Ok(()));
        assert_eq!(taken(&mut *store, &node("boris", 1, HOUR))[0].epoch, 3);
        assert_eq!(commit(&mut *store, append(TABLE, 2, 3, &["late"])), Fate::Fenced);
        assert_eq!(store.renew(&anna()), Ok(()), "a node that slept may go on with new tables");
        assert_eq!(taken(&mut *store, &anna()), []);
        assert_eq!(taken(&mut *store, &node("clara", 1, Duration::MAX)), []);
        assert_eq!(taken(&mut *store, &node("boris", 2, Duration::ZERO))[0].epoch, 4);
        assert_eq!(taken(&mut *store, &node("clara", 1, Duration::MAX))[0].epoch, 5);
        assert!(store.renew(&node("nobody", 1, HOUR)).is_err());
    });
}

#[test]
fn a_node_creates_no_table_before_its_session_began() {
    each_store(|place| {
        let mut store = place.open();
        assert_eq!(commit(&mut *store, create(TABLE, &["one"])), Fate::Fenced);
        assert_eq!(store.events(TABLE, 1).unwrap(), None);
        taken(&mut *store, &anna());
        assert_eq!(commit(&mut *store, create(TABLE, &["one"])), Fate::Written);
    });
}

#[test]
fn closed_tables_are_read_but_not_restored() {
    each_store(|place| {
        let mut store = with_table(place);
        let without_event = TableId::from_bits(2);
        let end = Append { closes: true, ..append(without_event, 1, 2, &[]) };
        let batch = [
            Append { closes: true, ..append(TABLE, 1, 3, &["end"]) },
            create(without_event, &["one"]),
            end.clone(),
            end,
        ];
        assert_eq!(store.commit(&anna(), &batch).unwrap(), [Fate::Written; 4]);
        assert_eq!(commit(&mut *store, append(TABLE, 1, 4, &["x"])), Fate::Fenced);
        assert_eq!(taken(&mut *store, &anna()), []);
        assert_eq!(log(&mut *store, TABLE), ["one", "two", "end"]);
        assert_eq!(log(&mut *store, without_event), ["one"]);
    });
}

#[test]
fn a_table_comes_back_with_its_last_snapshot_and_the_events_after_it() {
    each_store(|place| {
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
    each_store(|place| {
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

fn published_tip(table: &str, from: u64) -> PublishedTip {
    let tip = Link::new([from as u8; 32]);
    PublishedTip { label: TableLabel::of_table(table), from, tip }
}

#[test]
fn tips_go_into_one_log_with_the_events_that_publish_them_and_none_goes_in_twice() {
    each_store(|place| {
        let mut store = with_table(place);
        let publishing = |append, tips: &[PublishedTip]| Append { tips: tips.to_vec(), ..append };
        let mut expected = Vec::new();
        let mut heads = vec![];
        for round in 0..9_u64 {
            let table = TableId::from_bits(100 + round);
            let new = [published_tip(&table.to_string(), 1), published_tip(&table.to_string(), 257)];
            let batch = [
                publishing(append(TABLE, 1, 7, &["a gap"]), &[published_tip("never written", 1)]),
                publishing(create(table, &["one"]), &new[..1]),
                publishing(append(table, 1, 2, &["two"]), &new[1..]),
                publishing(append(table, 1, 3, &[]), &new[..1]),
            ];
            for _ in 0..2 {
                use Fate::{Fenced, Written};
                assert_eq!(store.commit(&anna(), &batch).unwrap(), [Fenced, Written, Written, Written]);
            }
            expected.extend(new);
            let mut tips = open_tips(&place.address()).unwrap();
            let tree: Tree = expected.iter().map(PublishedTip::leaf).collect();
            let size = tips.tips_size().unwrap();
            assert_eq!(tips.head(size).unwrap(), tree.head());
            heads.push(tree.head());
            for old in &heads {
                let path = tips.consistency(old.size, size).unwrap();
                assert!(old.is_prefix_of(&tree.head(), &path), "{} to {size}", old.size);
            }
            for (index, tip) in (0..).zip(&expected) {
                let placed = tips.placed(&tip.label, size).unwrap();
                let placed = placed.iter().find(|placed| placed.index == index).unwrap();
                assert_eq!(tip.leaf().root_by(index, size, &placed.path), Some(tree.head().root));
            }
            assert!(tips.tips(0, 1000).unwrap().into_iter().eq((0..).zip(expected.iter().copied())));
            assert_eq!(tips.tips(1, 1).unwrap(), [(1, expected[1])]);
            assert_eq!(tips.tips(u64::MAX, 1).unwrap(), []);
        }
    });
}

#[test]
fn nodes_that_share_a_database_share_its_log_of_tips() {
    const EACH: u64 = 20;
    each_store(|place| {
        drop(with_table(place));
        let barrier = Barrier::new(3);
        thread::scope(|scope| {
            for number in 0..3 {
                let barrier = &barrier;
                scope.spawn(move || {
                    let node = node(&number.to_string(), number, HOUR);
                    let mut store = place.open();
                    taken(&mut *store, &node);
                    barrier.wait();
                    for table in 0..EACH {
                        let table = TableId::from_bits(1000 * (number + 1) + table);
                        let tips = vec![published_tip(&table.to_string(), 1)];
                        let fates = store.commit(&node, &[Append { tips, ..create(table, &["one"]) }]);
                        assert_eq!(fates, Ok(vec![Fate::Written]));
                    }
                });
            }
        });
        let mut tips = open_tips(&place.address()).unwrap();
        let all = tips.tips(0, 1000).unwrap();
        assert!(all.iter().map(|(place, _)| *place).eq(0..3 * EACH));
        let tree: Tree = all.iter().map(|(_, tip)| tip.leaf()).collect();
        assert_eq!(tips.head(3 * EACH).unwrap(), tree.head());
    });
}

/// Whoever can write to the database can show two people two logs, but not without being found.
#[test]
fn a_split_view_of_the_log_is_found_by_whoever_saw_the_other_one() {
    let views = [Place::sqlite(), Place::sqlite()];
    let show = |view: &Place, tip: PublishedTip| {
        let mut store = view.open();
        taken(&mut *store, &anna());
        for (number, tip) in [(5, tip), (6, published_tip("another table", 1))] {
            let new = Append { tips: vec![tip], ..create(TableId::from_bits(number), &["one"]) };
            assert_eq!(commit(&mut *store, new), Fate::Written);
        }
    };
    let to_anna = published_tip("kitchen", 1);
    let to_boris = PublishedTip { tip: Link::new([9; 32]), ..to_anna };
    show(&views[0], to_anna);
    show(&views[1], to_boris);
    let answer = |view: &Place, seen| {
        let mut tips = open_tips(&view.address()).unwrap();
        let size = tips.tips_size().unwrap();
        let head = tips.head(size).unwrap();
        let signature = perudo_table::fair::Signature::new([0; 64]);
        let head = TipsHead::sign(head, perudo_table::fair::PublicKey::new([0; 32]), |_| signature);
        let consistency = tips.consistency(seen, size).unwrap();
        TipsAnswer { head, consistency, tips: tips.placed(&to_anna.label, size).unwrap() }
    };
    let seen = answer(&views[0], 0).head.head();
    assert_eq!(answer(&views[0], seen.size).check(Some(&seen), "kitchen", 1, to_anna.tip), Ok(()));
    let other = answer(&views[1], seen.size);
    assert_eq!(other.check(None, "kitchen", 1, to_boris.tip), Ok(()), "alone, each view is in order");
    assert_eq!(other.check(Some(&seen), "kitchen", 1, to_boris.tip), Err(TipsError::Rewritten));
    assert_eq!(other.check(None, "kitchen", 1, to_anna.tip), Err(TipsError::OtherTip));
}

#[test]
fn many_tables_at_once() {
    const MANY: u64 = 1_200;
    each_store(|place| {
        let mut store = with_table(place);
        let ids: Vec<TableId> =
            (0..MANY).map(|n| TableId::from_bits((n + 2).wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
        let names: Vec<String> = ids.iter().map(TableId::to_string).collect();
        let new: Vec<Append> =
            ids.iter().zip(&names).map(|(id, name)| create(*id, &[name, "2", "3"])).collect();
        assert_eq!(store.commit(&anna(), &new).unwrap(), vec![Fate::Written; new.len()]);
        let tables = taken(&mut *store, &anna());
        assert_eq!(tables.len() as u64, MANY + 1);
        for table in tables.iter().filter(|table| table.id != TABLE) {
            assert_eq!(
                (table.epoch, texts(&table.events)),
                (2, vec![table.id.to_string().as_str(), "2", "3"])
            );
        }
    });
}

#[test]
fn one_of_many_writers_in_the_same_place_wins() {
    each_store(|place| {
        drop(with_table(place));
        for seq in 3..23 {
            let texts = ["a", "b", "c", "d"];
            let fates = thread::scope(|scope| {
                let writers = texts.map(|text| {
                    scope.spawn(move || commit(&mut *place.open(), append(TABLE, 1, seq, &[text])))
                });
                writers.map(|writer| writer.join().unwrap())
            });
            let winners: Vec<&str> =
                (0..4).filter(|n| fates[*n] == Fate::Written).map(|n| texts[n]).collect();
            assert_eq!(winners, log(&mut *place.open(), TABLE)[seq as usize - 1..]);
        }
    });
}

#[test]
fn while_owners_race_each_event_is_written_by_one_of_them() {
    const LENGTH: u64 = 200;
    each_store(|place| {
        drop(with_table(place));
        let sessions = AtomicU64::new(0);
        // Takes the table, writes until it is taken away, and takes it again.
        let race = || {
            let (mut store, mut written) = (place.open(), BTreeMap::new());
            loop {
                let session = sessions.fetch_add(1, Ordering::Relaxed);
                let table = taken(&mut *store, &node("anna", session, HOUR)).remove(0);
                let mut seq = table.events.len() as u64 + 1;
                loop {
                    if seq > LENGTH {
                        return written;
                    }
                    let text = format!("{session}: {seq}");
                    if commit(&mut *store, append(TABLE, table.epoch, seq, &[&text])) == Fate::Fenced {
                        break;
                    }
                    written.insert(seq, text);
                    seq += 1;
                    if seq.is_multiple_of(7) {
                        break;
                    }
                }
            }
        };
        let written = thread::scope(|scope| {
            let racers: Vec<_> = (0..4).map(|_| scope.spawn(race)).collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect::<Vec<_>>()
        });
        let log = log(&mut *place.open(), TABLE);
        assert_eq!(log.len() as u64, LENGTH);
        assert_eq!(written.iter().map(BTreeMap::len).sum::<usize>() as u64, LENGTH - 2);
        for (seq, text) in written.into_iter().flatten() {
            assert_eq!(log[seq as usize - 1], text);
        }
    });
}

#[test]
fn a_table_that_many_nodes_want_is_given_to_one() {
    each_store(|place| {
        let mut store = place.open();
        taken(&mut *store, &anna());
        let ids: Vec<TableId> = (0..100).map(TableId::from_bits).collect();
        let new: Vec<Append> = ids.iter().map(|id| create(*id, &["one"])).collect();
        store.commit(&anna(), &new).unwrap();
        for round in 0..8 {
            let heirs =
                ["boris", "clara", "dmitri", "elena"].map(|name| node(&format!("{name} {round}"), 1, HOUR));
            let mut stores = heirs.each_ref().map(|_| place.open());
            store.renew(&node("anna", u64::MAX, Duration::ZERO)).unwrap();
            let start = Barrier::new(heirs.len());
            let inherited = thread::scope(|scope| {
                let takers: Vec<_> = heirs
                    .iter()
                    .zip(&mut stores)
                    .map(|(heir, store)| {
                        let start = &start;
                        scope.spawn(move || {
                            start.wait();
                            taken(&mut **store, heir)
                        })
                    })
                    .collect();
                takers.into_iter().map(|taker| taker.join().unwrap()).collect::<Vec<_>>().concat()
            });
            let mut inherited: Vec<TableId> = inherited.iter().map(|table| table.id).collect();
            inherited.sort();
            assert_eq!(inherited, ids);
            // Anna gets all of it back for the next round.
            for heir in heirs {
                store.renew(&Node { lease: Duration::ZERO, ..heir }).unwrap();
            }
            assert_eq!(taken(&mut *store, &anna()).len(), ids.len());
        }
    });
}

#[test]
fn no_table_is_made_behind_the_back_of_who_takes_over() {
    each_store(|place| {
        let mut new = place.open();
        for round in 0..20 {
            let old = node("anna", 2 * round, HOUR);
            let mut maker = place.open();
            taken(&mut *maker, &old);
            let made = AtomicU64::new(0);
            let tables = thread::scope(|scope| {
                let making = scope.spawn(|| {
                    for n in 0..1000 {
                        let table = TableId::from_bits(round << 32 | n);
                        if maker.commit(&old, &[create(table, &["one"])]).unwrap() == [Fate::Fenced] {
                            break;
                        }
                        made.fetch_add(1, Ordering::Release);
                        // SQLite has no queue: without a pause nobody else would get the lock.
                        thread::sleep(Duration::from_millis(1));
                    }
                });
                while made.load(Ordering::Acquire) < 5 && !making.is_finished() {
                    thread::yield_now();
                }
                taken(&mut *new, &node("anna", 2 * round + 1, HOUR))
            });
            let of_this_round = tables.iter().filter(|table| table.id.bits() >> 32 == round).count();
            assert_eq!(of_this_round as u64, made.into_inner());
        }
    });
}

#[test]
fn a_database_from_the_future_is_refused() {
    each_store(|place| {
        drop(with_table(place));
        place.execute("INSERT INTO migrations SELECT 7, max(at) FROM migrations");
        let Err(error) = open(&place.address()) else { panic!("version 7 is not known") };
        assert!(!error.is_temporary());
        assert!(matches!(error, StoreError::TooNew { found: 7, known: 4, .. }), "{error:?}");
        assert!(error.to_string().contains("has version 7"), "{error}");
        assert!(error.to_string().contains("knows versions up to 4"), "{error}");
        place.execute("DELETE FROM migrations WHERE version = 7");
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
        assert_eq!(store.renew(&anna()), Ok(()));
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

/// Numbers that look random, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// One that fits more often than not, if it were alone.
    fn append(&mut self, model: &Model) -> Append {
        let texts: Vec<&str> = (0..self.below(3)).map(|_| ["x", "y"][self.below(2) as usize]).collect();
        let table = TableId::from_bits(self.below(4));
        let (epoch, next) = model.next(table);
        let creates = next == 1 || self.below(20) == 0;
        let epoch = if creates { 1 } else { epoch - u64::from(self.below(8) == 0) };
        let first_seq =
            if creates { 1 } else { (next + 1).saturating_sub([1, 1, 1, 0, 2, 3][self.below(6) as usize]) };
        let snapshot = (self.below(4) == 0).then(|| vec![self.below(256) as u8]);
        let secret = (creates && self.below(4) > 0).then(|| vec![self.below(256) as u8; 32]);
        Append {
            creates,
            secret,
            snapshot,
            closes: self.below(40) == 0,
            ..append(table, epoch, first_seq, &texts)
        }
    }

    fn node(&mut self) -> Node {
        let lease = [Duration::ZERO, HOUR][self.below(2) as usize];
        node(["anna", "boris"][self.below(2) as usize], self.below(2), lease)
    }
}

#[test]
fn a_store_does_what_maps_in_memory_do() {
    for seed in 0..6 {
        each_store(|place| {
            let (mut chance, mut model, mut store) = (Chance(seed), Model::default(), place.open());
            for step in 0..250 {
                let (what, node) = (chance.below(20), chance.node());
                match what {
                    0 => store = place.open(),
                    1 => assert_eq!(taken(&mut *store, &node), model.take_over(&node), "{seed} {step}"),
                    2 => assert_eq!(store.renew(&node).is_ok(), model.renew(&node), "{seed} {step}"),
                    _ => {
                        let batch: Vec<Append> =
                            (0..1 + chance.below(4)).map(|_| chance.append(&model)).collect();
                        let expected: Vec<Fate> =
                            batch.iter().map(|append| model.append(&node, append)).collect();
                        assert_eq!(store.commit(&node, &batch).unwrap(), expected, "{seed} {step} {batch:?}");
                    }
                }
                let (table, from) = (TableId::from_bits(chance.below(4)), chance.below(4));
                assert_eq!(store.events(table, from).unwrap(), model.events(table, from), "{seed} {step}");
            }
        });
    }
}
