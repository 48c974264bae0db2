//! The log of tips, beside the events.

use std::sync::Barrier;
use std::thread;

use perudo_server::store::{Append, Fate, TableId, open_tips};
use perudo_table::fair::merkle::Tree;
use perudo_table::fair::{Link, PublishedTip, TableLabel, TipsAnswer, TipsError, TipsHead};

use crate::place::{Place, each_store};
use crate::{HOUR, TABLE, anna, append, commit, create, node, taken, with_table};

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
