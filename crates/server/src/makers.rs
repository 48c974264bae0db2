//! Who made which table.

use std::collections::HashMap;

use perudo_table::Guest;

use crate::store::TableId;

/// The makers of the open tables, and how many tables each of them has made.
#[derive(Debug, Default)]
pub(crate) struct Makers {
    of_table: HashMap<TableId, Guest>,
    tables: HashMap<Guest, usize>,
}

impl Makers {
    /// How many open tables a guest has made.
    pub(crate) fn count(&self, maker: Guest) -> usize {
        self.tables.get(&maker).copied().unwrap_or(0)
    }

    /// A guest makes a table.
    pub(crate) fn add(&mut self, table: TableId, maker: Guest) {
        self.remove(table);
        self.of_table.insert(table, maker);
        *self.tables.entry(maker).or_default() += 1;
    }

    /// A table is closed.
    pub(crate) fn remove(&mut self, table: TableId) {
        let Some(maker) = self.of_table.remove(&table) else { return };
        if let Some(count) = self.tables.get_mut(&maker) {
            *count -= 1;
            if *count == 0 {
                self.tables.remove(&maker);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_counted_by_maker_and_nobody_is_remembered_without_a_table() {
        let (anna, boris) = (Guest::of_secret([1; 16]), Guest::of_secret([2; 16]));
        let table = TableId::from_bits;
        let mut makers = Makers::default();
        for (number, maker) in [(1, anna), (2, anna), (3, boris), (2, anna)] {
            makers.add(table(number), maker);
        }
        assert_eq!((makers.count(anna), makers.count(boris)), (2, 1));
        for number in [1, 3, 3, 9] {
            makers.remove(table(number));
        }
        assert_eq!((makers.count(anna), makers.count(boris)), (1, 0));
        assert_eq!(makers.tables.len(), 1);
    }
}
