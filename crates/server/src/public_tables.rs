//! The list of public tables, in the order in which people see it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use perudo_table::{Moment, Stage};

use crate::room::Room;
use crate::shared_room::SharedRoom;
use crate::store::TableId;

/// Where a table stands in the list: those with free chairs first, then the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Listing {
    pub(crate) full: bool,
    pub(crate) opened: Reverse<Moment>,
    table: TableId,
}

impl Listing {
    /// The place of a room; `None` if it is not public, closed or empty.
    pub(crate) fn of_room(room: &Room) -> Option<Listing> {
        let table = room.table();
        let listed = table.settings().public
            && table.stage() != Stage::Closed
            && room.presence().empty_since().is_none();
        listed.then(|| Listing {
            full: table.chairs().iter().all(|chair| chair.person().is_some()),
            opened: Reverse(table.opened()),
            table: room.id(),
        })
    }
}

/// A table that moves in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ListingChange {
    pub(crate) before: Option<Listing>,
    pub(crate) now: Option<Listing>,
}

/// The public tables of this node. Rooms say when their place changes, so that nobody has to ask all of them.
#[derive(Debug, Default)]
pub(crate) struct PublicTables(BTreeMap<Listing, SharedRoom>);

impl PublicTables {
    pub(crate) fn change(&mut self, change: ListingChange, room: &SharedRoom) {
        if let Some(before) = change.before {
            self.0.remove(&before);
        }
        if let Some(now) = change.now {
            self.0.insert(now, room.clone());
        }
    }

    /// The first of them.
    pub(crate) fn first(&self, most: usize) -> Vec<SharedRoom> {
        self.0.values().take(most).cloned().collect()
    }
}
