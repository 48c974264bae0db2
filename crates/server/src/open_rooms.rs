//! The rooms of this node by the names of their tables.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;

use crate::shared_room::SharedRoom;
use crate::store::TableId;

/// The rooms of this node, which those who serve, claim and hand over tables share.
#[derive(Clone, Default)]
pub(crate) struct OpenRooms(Arc<RwLock<State>>);

#[derive(Default)]
struct State {
    rooms: HashMap<TableId, SharedRoom>,
    /// How often rooms were looked through for tables that others have claimed.
    looks: u64,
}

impl OpenRooms {
    pub(crate) fn len(&self) -> usize {
        self.0.read().rooms.len()
    }

    pub(crate) fn get(&self, id: TableId) -> Option<SharedRoom> {
        self.0.read().rooms.get(&id).cloned()
    }

    pub(crate) fn all(&self) -> Vec<SharedRoom> {
        self.0.read().rooms.values().cloned().collect()
    }

    pub(crate) fn insert(&self, id: TableId, room: SharedRoom) {
        self.0.write().rooms.insert(id, room);
    }

    /// The rooms of tables that the log has, to find out which of them others have claimed.
    pub(crate) fn look_through(&self) -> Vec<SharedRoom> {
        let rooms: Vec<SharedRoom> = {
            let mut state = self.0.write();
            state.looks += 1;
            state.rooms.values().cloned().collect()
        };
        rooms.into_iter().filter(|room| room.lock().is_stored()).collect()
    }

    /// How often rooms were looked through.
    pub(crate) fn looks(&self) -> u64 {
        self.0.read().looks
    }

    /// Inserts the room of a table that was claimed after so many looks. If there was another look since, the claim may
    /// have come to nothing meanwhile, and the look has missed the room: then it is not inserted.
    pub(crate) fn insert_claimed(&self, id: TableId, room: SharedRoom, looks: u64) -> bool {
        let mut state = self.0.write();
        let missed = state.looks != looks;
        if !missed {
            state.rooms.insert(id, room);
        }
        !missed
    }

    /// Removes this very room: another one of the same table, which was claimed since, stays.
    pub(crate) fn remove(&self, id: TableId, room: &SharedRoom) -> bool {
        let rooms = &mut self.0.write().rooms;
        let is_there = rooms.get(&id).is_some_and(|there| there.is(room));
        is_there && rooms.remove(&id).is_some()
    }
}
