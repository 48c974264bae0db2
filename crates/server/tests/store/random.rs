//! Random work, held against maps in memory.

use std::time::Duration;

use perudo_server::store::{Append, Node, ReadLog, Store, TableId};

use crate::place::each_store;
use crate::simulated::Simulated;
use crate::{HOUR, append, node, taken};

/// Numbers that look random, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// One that fits more often than not, if it were alone.
    fn append(&mut self, model: &Simulated) -> Append {
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
            let (mut chance, mut model, mut store) = (Chance(seed), Simulated::default(), place.open());
            for step in 0..250 {
                let (what, node) = (chance.below(20), chance.node());
                match what {
                    0 => store = place.open(),
                    1 => assert_eq!(taken(&mut *store, &node), taken(&mut model, &node), "{seed} {step}"),
                    2 => {
                        assert_eq!(store.renew(&node), model.renew(&node), "{seed} {step}");
                    }
                    3 => {
                        let table = TableId::from_bits(chance.below(4));
                        assert_eq!(
                            store.claim(&node, &[table]),
                            model.claim(&node, &[table]),
                            "{seed} {step}"
                        );
                    }
                    4 => {
                        let table = TableId::from_bits(chance.below(4));
                        let held = (table, model.next(table).0);
                        store.release(&node, &[held]).unwrap();
                        model.release(&node, &[held]).unwrap();
                    }
                    _ => {
                        let batch: Vec<Append> =
                            (0..1 + chance.below(4)).map(|_| chance.append(&model)).collect();
                        let expected = model.commit(&node, &batch);
                        assert_eq!(store.commit(&node, &batch), expected, "{seed} {step} {batch:?}");
                    }
                }
                let mut held = store.held(&node);
                held.iter_mut().for_each(|held| held.sort());
                assert_eq!(held, model.held(&node), "{seed} {step}");
                let (table, from) = (TableId::from_bits(chance.below(4)), chance.below(4));
                assert_eq!(store.events(table, from), model.events(table, from), "{seed} {step}");
            }
        });
    }
}
