//! What happens beside connections: reports of storage, the clock, bots' decisions, handing over.

use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use perudo_protocol::Notice;
use perudo_table::PersonId;
use tokio::sync::mpsc;

use super::{Engines, Rooms};
use crate::bot_pool::BotDecision;
use crate::claimer::Ask;
use crate::mailbox::CloseReason;
use crate::report::Report;
use crate::server::ServerError;
use crate::shared_room::SharedRoom;
use crate::store::{Fate, Holding, TableId};

impl Rooms {
    /// The thread of a bot that has been deciding for this long is given up.
    const STUCK: Duration = Duration::from_secs(60);
    /// How often bots and storage are looked after.
    const ROUND: Duration = Duration::from_secs(1);
    /// Tables that are handed over at a time: nobody waits for more than these.
    const HANDED_OVER: usize = 64;
    /// How long the last events of some tables may take to be stored.
    const STORING: Duration = Duration::from_secs(1);
    /// How long handing over may take in all.
    const HANDING_OVER: Duration = Duration::from_secs(4);

    /// Runs everything that happens beside connections, until the server has stopped.
    pub(crate) async fn run(self: &Arc<Self>, engines: Engines) -> Result<(), ServerError> {
        let Engines { reports, decisions } = engines;
        let outcome = tokio::select! {
            biased;
            outcome = self.handle_reports(reports) => outcome,
            () = self.drive_tables(decisions) => Ok(()),
        };
        self.leaving.store(true, Ordering::Relaxed);
        self.stopping.store(true, Ordering::Relaxed);
        for room in self.all_rooms() {
            room.lock().close_connections(CloseReason::Restarting);
        }
        outcome
    }

    /// Handles the reports of the threads that use storage. It never waits for them: they may wait for it.
    async fn handle_reports(&self, mut reports: mpsc::Receiver<Report>) -> Result<(), ServerError> {
        // The threads end by themselves only if they fail.
        while let Some(report) = reports.recv().await {
            match report {
                Report::Saved(rooms) => {
                    for (room, seq, fate) in rooms {
                        match fate {
                            Fate::Written => self.written(&room, seq),
                            Fate::Fenced => self.fenced(&room),
                        }
                    }
                    if self.is_stopping() {
                        self.roused.notify_one();
                    }
                }
                Report::Failing => self.storage_failed(),
                Report::Recovered => {
                    tracing::info!("storage takes events again");
                    for room in self.all_rooms() {
                        let mut room = room.lock();
                        room.storage_recovered();
                        self.timers.schedule(room.id(), self.now());
                    }
                }
                Report::Claimed(rooms) => {
                    for room in rooms {
                        self.claimed(&room);
                    }
                }
                Report::Lost(rooms) => rooms.iter().for_each(|room| self.fenced(room)),
                Report::Drain => {
                    tracing::info!("an operator wants this node to hand its tables over");
                    self.roused.notify_one();
                }
                Report::Close(tables) => self.ask_to_close(tables),
                Report::Ended => break,
                Report::Over(error) => return Err(ServerError::Store(error)),
            }
        }
        Err(ServerError::ThreadEnded)
    }

    fn storage_failed(&self) {
        for room in self.all_rooms() {
            room.lock().storage_failed();
        }
    }

    /// Wakes tables and plays bots' decisions, until the server is to stop and the log has everything.
    async fn drive_tables(&self, mut decisions: mpsc::Receiver<BotDecision<SharedRoom>>) {
        for room in self.all_rooms() {
            self.act(&room, |room, now| ((), room.settle(now))).await;
        }
        let mut round = tokio::time::interval(Rooms::ROUND);
        loop {
            tokio::select! {
                biased;
                Some(decided) = decisions.recv() => {
                    let BotDecision { asker, turn, decision } = decided;
                    self.act(&asker, |room, now| ((), room.bot_decided(turn, decision, now))).await;
                }
                id = self.timers.due() => {
                    if let Some(room) = self.room(id) {
                        self.act(&room, |room, now| ((), room.wake(now))).await;
                    }
                }
                () = self.roused.notified() => {}
                _ = round.tick() => {
                    // Storage that never answers reports nothing either.
                    if self.health.is_down() {
                        self.storage_failed();
                    }
                    self.send_on();
                    let stuck = self.bots.replace_stuck(Rooms::STUCK);
                    if stuck > 0 {
                        tracing::error!(stuck, "bots have not decided for a long time; their threads are replaced");
                    }
                }
            }
            if self.is_leaving() && self.len() > 0 {
                let _ = tokio::time::timeout(Rooms::HANDING_OVER, self.hand_over()).await;
            }
            if self.is_stopping() && self.all_rooms().iter().all(|room| room.lock().is_durable()) {
                return;
            }
        }
    }

    /// If this node is cut off from storage and others may have its tables, people are told to come back, once: the others
    /// may go on where this one cannot.
    fn send_on(&self) {
        let cut_off = self.may_be_elsewhere();
        if cut_off && !self.sent_on.swap(cut_off, Ordering::Relaxed) {
            tracing::warn!("the lease has run out; people are sent to other nodes");
            for room in self.all_rooms() {
                room.lock().close_connections(CloseReason::Moved);
            }
        }
        self.sent_on.fetch_and(cut_off, Ordering::Relaxed);
    }

    /// Hands all tables over: nothing more happens at a table, the log has all of it, any node may claim it, and only
    /// then everyone is told to come back. If storage is down, others have to wait for the end of the lease.
    async fn hand_over(&self) {
        for rooms in self.all_rooms().chunks(Rooms::HANDED_OVER) {
            let retired = rooms.iter().map(|room| {
                let mut guard = room.lock();
                guard.retire();
                (guard.holding(), guard.signal())
            });
            let (held, stored): (Vec<Holding>, Vec<_>) = retired.unzip();
            if !self.health.is_down() {
                // What was fenced is never stored.
                let stored = futures_util::future::join_all(stored);
                let _ = tokio::time::timeout(Rooms::STORING, stored).await;
                self.ask(|asker| Ask::Release(held, asker)).await;
            }
            for room in rooms {
                let id = {
                    let room = room.lock();
                    room.notice(Notice::Restarting);
                    room.close_connections(CloseReason::Restarting);
                    room.id()
                };
                self.forget(id, room);
            }
        }
    }

    fn written(&self, shared: &SharedRoom, seq: u64) {
        let (paused, over, id) = {
            let mut room = shared.lock();
            (room.saved(seq), room.is_over(), room.id())
        };
        if paused {
            self.timers.schedule(id, self.now());
        }
        if over {
            self.forget(id, shared);
            tracing::debug!(table = %id, "a table was closed");
        }
    }

    fn fenced(&self, shared: &SharedRoom) {
        let id = {
            let room = shared.lock();
            room.close_connections(CloseReason::Moved);
            room.id()
        };
        tracing::warn!(table = %id, "another node has taken this table over");
        self.forget(id, shared);
    }

    /// An operator wants these tables closed.
    fn ask_to_close(&self, tables: Vec<(TableId, String)>) {
        for (table, reason) in tables {
            let Some(room) = self.room(table) else { continue };
            let mut room = room.lock();
            if room.ask_to_close(reason) {
                tracing::info!(table = %room.id(), "an operator wants this table closed");
            }
            self.timers.schedule(room.id(), self.now());
        }
    }

    /// A table was claimed: it goes on here.
    fn claimed(&self, shared: &SharedRoom) {
        let (id, maker) = {
            let room = shared.lock();
            (room.id(), room.table().guest_of(PersonId(0)))
        };
        if let Some(maker) = maker {
            self.makers.lock().unwrap_or_else(PoisonError::into_inner).add(id, maker);
        }
        self.metrics.tables.inc();
        self.timers.schedule(id, self.now());
    }
}
