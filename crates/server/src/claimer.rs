//! Claims tables for this node: those that somebody asks for, and its share of those that nobody has.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use perudo_table::Guest;
use tokio::sync::oneshot;

use crate::lease;
use crate::open_rooms::OpenRooms;
use crate::report::{Report, ReportEnd};
use crate::restoring::Restorer;
use crate::shared_room::SharedRoom;
use crate::storage_health::StorageHealth;
use crate::store::{Claim, Holding, Node, NodeStatus, Owner, Store, StoreError, StoredTable, TableId};

/// Where a table is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// On this node.
    Here(SharedRoom),
    /// On another node.
    There(Owner),
    /// There is no such open table.
    Nowhere,
}

/// What the claimer is asked for.
pub(crate) enum Ask {
    /// Where a table is; if no live node has it, it is claimed.
    Find(TableId, oneshot::Sender<Place>),
    /// Tables are given up.
    Release(Vec<Holding>, oneshot::Sender<()>),
    /// How many open tables a guest has made.
    MadeBy(Guest, oneshot::Sender<u64>),
    /// All nodes.
    Nodes(oneshot::Sender<Vec<NodeStatus>>),
}

/// The most tables that are claimed in one transaction.
const BATCH: usize = 256;

/// Answers until nobody can ask any more. Who gets no answer was refused by storage.
pub(crate) struct Claimer {
    pub(crate) store: Box<dyn Store>,
    pub(crate) node: Node,
    pub(crate) rooms: OpenRooms,
    pub(crate) restorer: Restorer,
    pub(crate) health: StorageHealth,
    pub(crate) asks: mpsc::Receiver<Ask>,
    pub(crate) reports: tokio::sync::mpsc::Sender<Report>,
    /// Whether this node takes no more tables.
    pub(crate) leaving: Arc<AtomicBool>,
    /// Whether an answer was lost, so that this node may hold tables that it does not know of.
    pub(crate) unsure: bool,
}

impl Claimer {
    /// Starts the thread.
    pub(crate) fn start(self) -> std::io::Result<thread::JoinHandle<()>> {
        thread::Builder::new().name("perudo-claimer".to_owned()).spawn(move || {
            let _end = ReportEnd(self.reports.clone());
            self.run();
        })
    }

    fn run(mut self) {
        let pause = lease::pause(self.node.lease);
        let mut sweep_at = Instant::now() + pause;
        loop {
            let ask = match self.asks.recv_timeout(sweep_at.saturating_duration_since(Instant::now())) {
                Ok(ask) => Some(ask),
                Err(RecvTimeoutError::Timeout) => {
                    sweep_at = Instant::now() + pause;
                    None
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            self.round(ask);
        }
    }

    /// Answers whoever asks; if nobody does, claims what nobody has.
    pub(crate) fn round(&mut self, ask: Option<Ask>) {
        let outcome = match ask {
            Some(ask) => self.answer(ask),
            None => self.sweep(),
        };
        if let Err(error) = outcome {
            tracing::warn!(%error, "no table can be claimed or released at the moment");
            self.unsure = true;
        }
    }

    /// Answers one ask, and with it all that wait to find tables: many are claimed as quickly as one.
    fn answer(&mut self, first: Ask) -> Result<(), StoreError> {
        let mut wanted: HashMap<TableId, Vec<oneshot::Sender<Place>>> = HashMap::new();
        let mut next = Some(first);
        while let Some(ask) = next {
            match ask {
                Ask::Find(table, asker) => wanted.entry(table).or_default().push(asker),
                Ask::Release(tables, asker) => {
                    self.store.release(&self.node, &tables)?;
                    let _ = asker.send(());
                }
                Ask::MadeBy(guest, asker) => {
                    let _ = asker.send(self.store.made_by(guest)?);
                }
                Ask::Nodes(asker) => {
                    let _ = asker.send(self.store.nodes()?);
                }
            }
            next = if wanted.len() < BATCH { self.asks.try_recv().ok() } else { None };
        }
        self.find(wanted)
    }

    fn find(&mut self, mut wanted: HashMap<TableId, Vec<oneshot::Sender<Place>>>) -> Result<(), StoreError> {
        let asked: Vec<TableId> = wanted.keys().copied().collect();
        let mut answer = |table, place: Place| {
            for asker in wanted.remove(&table).into_iter().flatten() {
                let _ = asker.send(place.clone());
            }
        };
        // What came meanwhile must not be claimed again: the node would take it from itself.
        let (here, elsewhere): (Vec<_>, Vec<_>) = asked
            .into_iter()
            .map(|table| (table, self.rooms.get(table)))
            .partition(|(_, room)| room.is_some());
        for (table, room) in here {
            if let Some(room) = room {
                answer(table, Place::Here(room));
            }
        }
        // Who asks a node that leaves gets no answer, and comes to another one.
        if elsewhere.is_empty() || self.leaving.load(Ordering::Relaxed) {
            return Ok(());
        }
        let elsewhere: Vec<TableId> = elsewhere.into_iter().map(|(table, _)| table).collect();
        let looks = self.rooms.looks();
        let claims = self.store.claim(&self.node, &elsewhere)?;
        let (mut claimed, mut outcome) = (Vec::new(), Ok(()));
        for (table, claim) in elsewhere.into_iter().zip(claims) {
            match claim {
                Claim::Gone => answer(table, Place::Nowhere),
                Claim::Elsewhere(owner) => answer(table, Place::There(owner)),
                Claim::Taken(stored) => match self.adopt(*stored, looks) {
                    Ok(Some(room)) => {
                        answer(table, Place::Here(room.clone()));
                        claimed.push(room);
                    }
                    Ok(None) => {}
                    Err(error) => outcome = Err(error),
                },
            }
        }
        self.report(claimed);
        outcome
    }

    /// Asks which tables this node holds without knowing it, and goes on with them; or gives them up, if it leaves.
    fn make_sure(&mut self) -> Result<(), StoreError> {
        let held = self.store.held(&self.node)?;
        let epoch = |table| self.rooms.get(table).map(|room| room.lock().holding().1);
        // A room of another epoch is about to be given up: then the table is claimed.
        let is_stale = |(table, held): &Holding| epoch(*table).is_some_and(|epoch| epoch != *held);
        let unsure = held.iter().any(is_stale);
        let unknown: Vec<Holding> = held.into_iter().filter(|(table, _)| epoch(*table).is_none()).collect();
        if self.leaving.load(Ordering::Relaxed) {
            self.store.release(&self.node, &unknown)?;
        } else {
            self.unsure = unsure;
            return self.find(unknown.into_iter().map(|(table, _)| (table, Vec::new())).collect());
        }
        self.unsure = unsure;
        Ok(())
    }

    /// Claims this node's share of what no live node has.
    fn sweep(&mut self) -> Result<(), StoreError> {
        if self.health.is_down() {
            return Ok(());
        }
        if self.unsure {
            self.make_sure()?;
        }
        let unsettled = self.health.has_recovered_within(self.node.lease);
        if unsettled || self.leaving.load(Ordering::Relaxed) {
            return Ok(());
        }
        let looks = self.rooms.looks();
        let mut orphans = Vec::new();
        self.store.claim_orphans(&self.node, BATCH, &mut |stored| orphans.push(stored))?;
        let (mut claimed, mut outcome) = (Vec::new(), Ok(()));
        for stored in orphans {
            match self.adopt(stored, looks) {
                Ok(room) => claimed.extend(room),
                Err(error) => outcome = Err(error),
            }
        }
        self.report(claimed);
        outcome
    }

    /// Opens a room for a table that was claimed. One that cannot be read stays this node's, so that it is not claimed
    /// again and again.
    fn adopt(&mut self, stored: StoredTable, looks: u64) -> Result<Option<SharedRoom>, StoreError> {
        let id = stored.id;
        let Some(room) = self.restorer.room(&mut *self.store, stored)? else { return Ok(None) };
        let room = SharedRoom::new(room);
        if !self.rooms.insert_claimed(id, room.clone(), looks) {
            self.unsure = true;
            return Ok(None);
        }
        Ok(Some(room))
    }

    fn report(&self, claimed: Vec<SharedRoom>) {
        if !claimed.is_empty() {
            tracing::info!(tables = claimed.len(), "tables were claimed");
            let _ = self.reports.blocking_send(Report::Claimed(claimed));
        }
    }
}
