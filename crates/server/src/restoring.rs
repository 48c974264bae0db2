//! Rooms from what storage has of their tables.

use perudo_table::{Entry, Moment, Table, Viewer};

use crate::room::Room;
use crate::signer::Signer;
use crate::store::{Store, StoreError, StoredEvent, StoredTable};
use crate::timers::Clock;

/// Makes rooms of stored tables.
#[derive(Clone)]
pub(crate) struct Restorer {
    pub(crate) clock: Clock,
    pub(crate) signer: Signer,
}

impl Restorer {
    /// A room in which a stored table goes on; `None` if its log cannot be read.
    pub(crate) fn room(
        &self,
        store: &mut dyn Store,
        stored: StoredTable,
    ) -> Result<Option<Room>, StoreError> {
        let (id, epoch) = (stored.id, stored.epoch);
        let restored = match restore(&stored) {
            // A snapshot of another version of this program is no loss: the log has everything.
            None if stored.snapshot.is_some() => {
                let events = store.events(id, 1)?.unwrap_or_default();
                restore(&StoredTable { snapshot: None, events, ..stored })
            }
            restored => restored,
        };
        let Some((table, rest)) = restored else {
            tracing::error!(table = %id, "the log of this table cannot be read; it stays as it is");
            return Ok(None);
        };
        // Time must not go back at a table, whatever the clocks of machines say.
        let now = self.clock.now();
        let ahead = last_moment(&table, &rest).since(now);
        let mut room = Room::of_table(id, epoch, table, now.after(ahead));
        room.set_ahead(ahead);
        room.replay(&rest);
        room.sign_by(self.signer.clone());
        Ok(Some(room))
    }
}

/// A table from its log: a state, and the events after it.
fn restore(stored: &StoredTable) -> Option<(Table, Vec<Entry>)> {
    let read = |event: &StoredEvent| serde_json::from_slice::<Entry>(&event.body).ok();
    let mut entries = stored.events.iter().map(read).collect::<Option<Vec<Entry>>>()?;
    match &stored.snapshot {
        Some(snapshot) => Some((serde_json::from_slice(&snapshot.body).ok()?, entries)),
        None if entries.is_empty() => None,
        None => {
            let opened = entries.remove(0);
            let opened = match &stored.secret {
                Some(secret) => opened.with_secret(secret.as_slice().try_into().ok()?),
                None => opened,
            };
            // Without it there would be no dice.
            let known = opened.event.is_secret();
            Some((Table::open(&opened).filter(|_| known)?, entries))
        }
    }
}

fn last_moment(table: &Table, rest: &[Entry]) -> Moment {
    rest.last().map_or_else(|| table.seen_by(Viewer::Spectator).at(), |entry| entry.at)
}
