//! Whose a table is: leases, epochs, and those who race for it.

use std::collections::BTreeMap;
use std::sync::Barrier;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use perudo_server::store::{
    Append, Claim, Fate, Node, NodeStatus, Owner, Renewal, Store, StoreError, TableId,
};
use perudo_table::Guest;

use crate::{HOUR, TABLE, anna, append, commit, create, each_kind, log, node, taken, texts, with_table};

const IN_TIME: Renewal = Renewal { lapsed: false, draining: false };
const LATE: Renewal = Renewal { lapsed: true, draining: false };

#[test]
fn who_lost_a_table_writes_nothing_to_it() {
    each_kind(|place| {
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
        assert_eq!(new.renew(&node("anna", 2, HOUR)), Ok(IN_TIME));
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
    each_kind(|place| {
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
    each_kind(|place| {
        let mut store = with_table(place);
        assert_eq!(taken(&mut *store, &node("boris", 1, HOUR)), []);
        assert_eq!(taken(&mut *store, &anna())[0].epoch, 2);
        assert_eq!(store.renew(&node("anna", u64::MAX, Duration::ZERO)), Ok(IN_TIME));
        assert_eq!(taken(&mut *store, &node("boris", 1, HOUR))[0].epoch, 3);
        assert_eq!(commit(&mut *store, append(TABLE, 2, 3, &["late"])), Fate::Fenced);
        assert_eq!(store.renew(&anna()), Ok(LATE), "a node that slept may go on with new tables");
        assert_eq!(taken(&mut *store, &anna()), []);
        assert_eq!(taken(&mut *store, &node("clara", 1, Duration::MAX)), []);
        assert_eq!(taken(&mut *store, &node("boris", 2, Duration::ZERO))[0].epoch, 4);
        assert_eq!(taken(&mut *store, &node("clara", 1, Duration::MAX))[0].epoch, 5);
        assert!(store.renew(&node("nobody", 1, HOUR)).is_err());
    });
}

#[test]
fn a_node_creates_no_table_before_its_session_began() {
    each_kind(|place| {
        let mut store = place.open();
        assert_eq!(commit(&mut *store, create(TABLE, &["one"])), Fate::Fenced);
        assert_eq!(store.events(TABLE, 1).unwrap(), None);
        taken(&mut *store, &anna());
        assert_eq!(commit(&mut *store, create(TABLE, &["one"])), Fate::Written);
    });
}

#[test]
fn closed_tables_are_read_but_not_restored() {
    each_kind(|place| {
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
fn many_tables_at_once() {
    const MANY: u64 = 1_200;
    each_kind(|place| {
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
    each_kind(|place| {
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
    each_kind(|place| {
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
    each_kind(|place| {
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
    each_kind(|place| {
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

fn claim(store: &mut dyn Store, node: &Node, table: TableId) -> Claim {
    store.claim(node, &[table]).unwrap().remove(0)
}

/// The epoch in which a table was taken.
fn epoch(claim: &Claim) -> Option<u64> {
    match claim {
        Claim::Taken(table) => Some(table.epoch),
        Claim::Elsewhere(_) | Claim::Gone => None,
    }
}

#[test]
fn a_table_of_a_live_node_is_not_claimed_and_one_of_a_dead_node_is() {
    each_kind(|place| {
        let mut store = with_table(place);
        let boris = node("boris", 1, HOUR);
        taken(&mut *store, &boris);
        let anna_has_it =
            Claim::Elsewhere(Owner { name: "anna".to_owned(), address: Some("anna:1".to_owned()) });
        assert_eq!(claim(&mut *store, &boris, TABLE), anna_has_it);
        assert_eq!(claim(&mut *store, &boris, TableId::from_bits(9)), Claim::Gone);
        store.renew(&node("anna", u64::MAX, Duration::ZERO)).unwrap();
        let claims = store.claim(&boris, &[TableId::from_bits(9), TABLE, TableId::from_bits(8)]).unwrap();
        let [Claim::Gone, Claim::Taken(table), Claim::Gone] = &claims[..] else { panic!("{claims:?}") };
        assert_eq!((table.epoch, texts(&table.events)), (2, vec!["one", "two"]));
        assert_eq!(commit(&mut *store, append(TABLE, 1, 3, &["late"])), Fate::Fenced);
        assert_eq!(store.renew(&anna()), Ok(LATE));
        assert_eq!(store.held(&anna()), Ok(vec![]));
        assert_eq!(store.held(&boris), Ok(vec![(TABLE, 2)]));
        assert_eq!(epoch(&claim(&mut *store, &anna(), TABLE)), None, "it takes nothing back");
        let end = Append { closes: true, ..append(TABLE, 2, 3, &["end"]) };
        assert_eq!(store.commit(&boris, &[end]).unwrap(), [Fate::Written]);
        assert_eq!(claim(&mut *store, &boris, TABLE), Claim::Gone, "it is closed");
        assert_eq!(store.held(&boris), Ok(vec![]));
    });
}

#[test]
fn what_is_released_is_claimed_at_once_and_what_is_not_held_is_not_released() {
    each_kind(|place| {
        let mut store = with_table(place);
        let boris = node("boris", 1, HOUR);
        taken(&mut *store, &boris);
        store.release(&boris, &[(TABLE, 1)]).unwrap();
        store.release(&anna(), &[(TABLE, 7), (TableId::from_bits(9), 1)]).unwrap();
        assert_eq!(store.held(&anna()), Ok(vec![(TABLE, 1)]));
        store.release(&anna(), &[(TABLE, 1)]).unwrap();
        assert_eq!(store.held(&anna()), Ok(vec![]));
        assert_eq!(commit(&mut *store, append(TABLE, 1, 3, &["late"])), Fate::Fenced, "nobody has it");
        assert_eq!(epoch(&claim(&mut *store, &boris, TABLE)), Some(3));
        assert_eq!(commit(&mut *store, append(TABLE, 1, 3, &["later"])), Fate::Fenced);
        store.release(&boris, &[(TABLE, 3)]).unwrap();
        assert_eq!(taken(&mut *store, &node("clara", 1, HOUR))[0].epoch, 5);
    });
}

#[test]
fn an_earlier_session_of_a_node_claims_nothing() {
    each_kind(|place| {
        let mut store = with_table(place);
        taken(&mut *store, &node("anna", 2, HOUR));
        let fenced = StoreError::Fenced { node: "anna".to_owned() };
        assert_eq!(store.claim(&anna(), &[TABLE]), Err(fenced.clone()));
        assert_eq!(store.held(&anna()), Err(fenced.clone()));
        store.release(&node("anna", 2, HOUR), &[(TABLE, 2)]).unwrap();
        assert_eq!(store.claim_orphans(&anna(), 10, &mut |_| ()), Err(fenced));
        assert_eq!(epoch(&claim(&mut *store, &node("anna", 2, HOUR), TABLE)), Some(4));
    });
}

#[test]
fn orphans_are_shared_by_the_live_nodes() {
    each_kind(|place| {
        let mut store = place.open();
        let [boris, clara] = ["boris", "clara"].map(|name| node(name, 1, HOUR));
        for one in [&anna(), &boris, &clara] {
            taken(&mut *store, one);
        }
        let new: Vec<Append> = (0..90).map(|n| create(TableId::from_bits(n), &["one"])).collect();
        store.commit(&anna(), &new).unwrap();
        let orphans = |store: &mut dyn Store, node: &Node, most| {
            let mut tables = Vec::new();
            store.claim_orphans(node, most, &mut |table| tables.push(table.id)).unwrap();
            tables
        };
        assert_eq!(orphans(&mut *store, &boris, 100), []);
        store.renew(&node("anna", u64::MAX, Duration::ZERO)).unwrap();
        assert_eq!(orphans(&mut *store, &clara, 10).len(), 10);
        let mut of_boris = 0;
        for _ in 0..90 {
            of_boris += orphans(&mut *store, &boris, 100).len();
            assert!(of_boris > 0);
            orphans(&mut *store, &clara, 100);
        }
        let held = [&boris, &clara].map(|node| store.held(node).unwrap().len());
        assert_eq!(held[0] + held[1], 90);
        if place.is_shared() {
            assert!(held.iter().all(|held| *held >= 20), "{held:?}");
        }
    });
}

#[test]
fn nodes_are_listed_with_their_leases_and_tables() {
    each_kind(|place| {
        let mut store = with_table(place);
        taken(&mut *store, &Node { address: None, ..node("boris", 1, Duration::ZERO) });
        let listed = store.nodes().unwrap();
        let brief = |node: &NodeStatus| {
            (node.name.clone(), node.address.clone(), node.lease_left.is_some(), node.draining, node.tables)
        };
        assert_eq!(
            listed.iter().map(brief).collect::<Vec<_>>(),
            [
                ("anna".to_owned(), Some("anna:1".to_owned()), true, false, 1),
                ("boris".to_owned(), None, false, false, 0)
            ]
        );
        assert!(listed.iter().all(|node| node.version.as_deref() == Some(Node::VERSION)));
    });
}

#[test]
fn open_tables_are_counted_by_their_maker() {
    each_kind(|place| {
        let mut store = with_table(place);
        let maker = Guest::of_secret([7; 16]);
        let made = |n| Append { maker: Some(maker), ..create(TableId::from_bits(n), &["one"]) };
        store.commit(&anna(), &[made(2), made(3), Append { closes: true, ..made(4) }]).unwrap();
        assert_eq!(store.made_by(maker), Ok(2));
        assert_eq!(store.made_by(Guest::of_secret([8; 16])), Ok(0));
    });
}
