//! All tables of this node, and what moves them: connections, the clock, bots and the log.

mod driving;
mod making;
mod opening;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc as std_mpsc};
use std::time::Duration;

use perudo_table::{Guest, Moment};
use tokio::sync::{Notify, mpsc, oneshot};

use crate::bot_pool::{BotDecision, BotPool};
use crate::claimer::{Ask, Place};
use crate::config::Config;
use crate::entropy::Entropy;
use crate::keys::Keys;
use crate::mailbox::CloseReason;
use crate::makers::Makers;
use crate::metrics::Metrics;
use crate::open_rooms::OpenRooms;
use crate::people::People;
use crate::public_tables::PublicTables;
use crate::reason::Reason;
use crate::report::Report;
use crate::room::{Effects, Room};
use crate::shared_room::SharedRoom;
use crate::signer::Signer;
use crate::storage_health::StorageHealth;
use crate::store::TableId;
use crate::timers::{Clock, Timers};
use crate::writer::Work;

pub(crate) use making::{CreateTableError, NewTable, QuickPlayer};

/// All tables of this node.
pub(crate) struct Rooms {
    pub(crate) config: Config,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    pub(crate) keys: Keys,
    pub(crate) signer: Signer,
    pub(crate) people: People,
    rooms: OpenRooms,
    makers: Mutex<Makers>,
    public: Mutex<PublicTables>,
    work: mpsc::Sender<Work>,
    asks: std_mpsc::Sender<Ask>,
    timers: Timers,
    bots: BotPool<SharedRoom>,
    health: StorageHealth,
    /// Whether the program is about to end.
    stopping: AtomicBool,
    /// Whether this node takes no more tables, since it stops or an operator wants it so.
    leaving: Arc<AtomicBool>,
    /// Something has to be looked at: it is to stop, or to hand tables over.
    roused: Notify,
    /// Whether other nodes can be reached by people who cannot play on here, and whether they were sent there.
    has_others: bool,
    sent_on: AtomicBool,
    /// The other threads end when this is dropped.
    _lease: std_mpsc::Sender<()>,
}

/// What comes from the threads that run beside the rooms.
pub(crate) struct Engines {
    reports: mpsc::Receiver<Report>,
    decisions: mpsc::Receiver<BotDecision<SharedRoom>>,
}

impl Rooms {
    /// When a room is woken whose bot could not be asked.
    const ASK_AGAIN: Duration = Duration::from_millis(100);

    pub(crate) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// How many tables there are.
    pub(crate) fn len(&self) -> usize {
        self.rooms.len()
    }

    /// The room of a table, if this node has it.
    pub(crate) fn room(&self, id: TableId) -> Option<SharedRoom> {
        self.rooms.get(id)
    }

    /// Where a table is. If no live node has it, this one claims it.
    pub(crate) async fn find(&self, id: TableId) -> Result<Place, Reason> {
        if let Some(room) = self.room(id) {
            return if self.may_be_elsewhere() { Err(Reason::StorageDown) } else { Ok(Place::Here(room)) };
        }
        let nowhere = if self.is_leaving() { Reason::Restarting } else { Reason::StorageDown };
        self.ask(|asker| Ask::Find(id, asker)).await.ok_or(nowhere)
    }

    /// Whether other nodes may have gone on with the tables of this one, so that what it knows may be old.
    pub(crate) fn may_be_elsewhere(&self) -> bool {
        self.has_others && self.health.has_lease_run_out()
    }

    /// The addresses of the other live nodes.
    pub(crate) async fn other_nodes(&self) -> Vec<String> {
        let nodes = self.ask(Ask::Nodes).await.unwrap_or_default();
        let others =
            nodes.into_iter().filter(|node| node.name != self.config.node && node.lease_left.is_some());
        others.filter_map(|node| node.address).collect()
    }

    /// Asks the claimer; `None` if storage refuses.
    async fn ask<T>(&self, ask: impl FnOnce(oneshot::Sender<T>) -> Ask) -> Option<T> {
        let (asker, answer) = oneshot::channel();
        self.asks.send(ask(asker)).ok()?;
        answer.await.ok()
    }

    pub(crate) fn all_rooms(&self) -> Vec<SharedRoom> {
        self.rooms.all()
    }

    /// Whether storage takes events in time and this node takes tables. The lease is renewed often, so storage that
    /// hangs is noticed when nothing happens at any table, too.
    pub(crate) fn is_ready(&self) -> bool {
        self.health.is_well() && !self.is_leaving()
    }

    /// Whether this node takes no more tables.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Does something to a room, and what follows from it outside. Waits while the log has too much to write.
    pub(crate) async fn act<T>(
        &self,
        room: &SharedRoom,
        act: impl FnOnce(&mut Room, Moment) -> (T, Effects),
    ) -> Option<T> {
        let permit = self.work.reserve().await.ok()?;
        let mut guard = room.lock();
        if self.health.is_down() {
            guard.storage_failed();
        }
        let ahead = guard.ahead();
        let (value, effects) = act(&mut guard, self.now().after(ahead));
        // Inside the lock: the log must get the events of a table in their order, and so must the list.
        if let Some(append) = effects.append {
            permit.send((room.clone(), append));
        }
        if let Some(change) = effects.listing {
            self.public().change(change, room);
        }
        let id = guard.id();
        drop(guard);
        if let Some(error) = effects.unwritable {
            tracing::error!(table = %id, %error, "an event cannot be written; the table is closed");
            room.lock().close_connections(CloseReason::Failed);
            self.forget(id, room);
            return Some(value);
        }
        if let Some(at) = effects.wake {
            self.timers.schedule(id, at.before(ahead));
        }
        if let Some(failure) = effects.failure {
            self.metrics.bot_failures.inc();
            tracing::error!(table = %id, %failure, "a bot failed; a fallback move was played");
        }
        if let Some(job) = effects.ask {
            self.metrics.bot_decisions.inc();
            if !self.bots.ask(room.clone(), job) {
                room.lock().ask_again();
                self.timers.schedule(id, self.now().after(Rooms::ASK_AGAIN));
            }
        }
        Some(value)
    }

    fn public(&self) -> MutexGuard<'_, PublicTables> {
        self.public.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, id: TableId, room: &SharedRoom) {
        if !self.rooms.remove(id, room) {
            return;
        }
        self.makers.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.metrics.tables.dec();
        if let Some(change) = room.lock().unlist() {
            self.public().change(change, room);
        }
    }

    /// Ends the connections of somebody to the tables of this node: who still may comes back.
    pub(crate) fn disconnect(&self, guest: Guest, why: CloseReason) {
        for room in self.all_rooms() {
            room.lock().close_connections_of(guest, why);
        }
    }

    /// Lets the server hand its tables over and stop.
    pub(crate) fn stop(&self) {
        self.leaving.store(true, Ordering::Relaxed);
        self.stopping.store(true, Ordering::Relaxed);
        self.roused.notify_one();
    }

    /// The tables that everyone may see, those with free chairs first.
    pub(crate) fn public_tables(&self, most: usize) -> Vec<SharedRoom> {
        self.public().first(most)
    }
}
