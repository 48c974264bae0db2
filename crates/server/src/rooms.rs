//! All tables of this node, and what moves them: connections, the clock, bots and the log.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc as std_mpsc};
use std::time::Duration;

use perudo_bots::{Blind, Opponent, Situation};
use perudo_protocol::{Notice, Order, RefusedBody, WireCommand};
use perudo_table::{BotJob, BotView, Guest, Moment, PersonId, Settings};
use perudo_words::Language;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::bot_pool::{BotDecision, BotPool, Decide};
use crate::claimer::{Ask, Claimer, Place};
use crate::config::{Config, allows_more};
use crate::entropy::Entropy;
use crate::keys::{Keys, KeysError};
use crate::lease::LeaseKeeper;
use crate::mailbox::CloseReason;
use crate::makers::Makers;
use crate::metrics::Metrics;
use crate::open_rooms::OpenRooms;
use crate::public_tables::PublicTables;
use crate::reason::Reason;
use crate::report::Report;
use crate::restoring::Restorer;
use crate::room::{Effects, Room};
use crate::server::ServerError;
use crate::signer::Signer;
use crate::storage_health::StorageHealth;
use crate::store::{self, Fate, Holding, Node, Store, StoreError, StoredTable, TableId};
use crate::timers::{Clock, Timers};
use crate::writer::{Work, Writer};

/// A room that many tasks reach.
#[derive(Clone)]
pub(crate) struct SharedRoom(Arc<Mutex<Room>>);

impl SharedRoom {
    pub(crate) fn new(room: Room) -> SharedRoom {
        SharedRoom(Arc::new(Mutex::new(room)))
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Room> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it is the same room, and not another one of the same table.
    pub(crate) fn is(&self, other: &SharedRoom) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for SharedRoom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedRoom")
    }
}

/// All tables of this node.
pub(crate) struct Rooms {
    pub(crate) config: Config,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    pub(crate) keys: Keys,
    pub(crate) signer: Signer,
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

/// Storage, once for each thread that uses it: none waits for another.
pub(crate) struct Stores {
    writer: Box<dyn Store>,
    lease: Box<dyn Store>,
    claimer: Box<dyn Store>,
}

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CreateTableError {
    /// There are as many as there can be.
    #[error("there are as many tables as there can be")]
    TooMany,
    /// This guest has made as many as can be.
    #[error("the guest has made as many tables as one guest can")]
    TooManyOfGuest,
    /// Something about it is refused.
    #[error("a command that sets it up is refused: {}", .0.error)]
    Refused(Box<RefusedBody>),
    /// It could not be stored.
    #[error("the table could not be stored")]
    Storage,
}

/// A table to be made, with its first people and bots.
#[derive(Clone, Debug)]
pub(crate) struct NewTable {
    pub(crate) settings: Settings,
    pub(crate) maker: Guest,
    pub(crate) commands: Vec<WireCommand>,
    pub(crate) language: Language,
}

impl Rooms {
    /// The most appends that wait for the writer.
    const WORK: usize = 8192;
    /// The most reports of the writer that wait.
    const REPORTS: usize = 16;
    /// The most decisions of bots that wait to be played.
    const DECISIONS: usize = 4096;
    /// When a room is woken whose bot could not be asked.
    const ASK_AGAIN: Duration = Duration::from_millis(100);
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

    /// Opens the storage, takes over the tables of this node and starts the threads. Other nodes reach this one at the
    /// address.
    pub(crate) fn open(
        config: Config,
        entropy: Entropy,
        address: Option<String>,
    ) -> Result<(Arc<Rooms>, Engines), ServerError> {
        let mut store = store::open(&config.database)?;
        let keys = match Keys::read(&config.key_file)? {
            Some(keys) => keys,
            // A new key would be of no use: nothing that is there could be read with it.
            None if store.is_encrypted()? => {
                let (path, database) = (config.key_file, store.place().to_owned());
                return Err(KeysError::Lost { path, database }.into());
            }
            None => {
                let path = config.key_file.display();
                tracing::info!(%path, "a key file is made: back it up, apart from the database");
                Keys::make(&config.key_file, &entropy)?
            }
        };
        let store = store.unlock(&keys)?;
        let again = || store::open(&config.database)?.unlock(&keys);
        let stores = Stores { writer: store, lease: again()?, claimer: again()? };
        let luck = entropy.clone();
        let decide = move |job: &BotJob| match &job.view {
            BotView::Player(view) => {
                let situation = Situation { view, bids: &job.bids };
                Opponent::of_level(&job.level).create(u64::from_be_bytes(luck.bytes())).decide(&situation)
            }
            BotView::Blind(view) => Blind.decide(view),
        };
        Ok(Rooms::with_parts(config, entropy, address, keys, stores, Box::new(decide))?)
    }

    /// As [`Rooms::open`], with other storage and other bots.
    fn with_parts(
        config: Config,
        entropy: Entropy,
        address: Option<String>,
        keys: Keys,
        stores: Stores,
        decide: Decide,
    ) -> Result<(Arc<Rooms>, Engines), StoreError> {
        let thread = |error: std::io::Error| StoreError::Unavailable {
            place: config.database.clone(),
            reason: format!("no thread can be started: {error}"),
        };
        let Stores { writer: mut store, lease: lease_store, claimer: claimer_store } = stores;
        let session = u64::from_be_bytes(entropy.bytes()) >> 1;
        let has_others = address.is_some();
        let node = Node { name: config.node.clone(), session, lease: config.lease, address };
        let signer = Signer::start(&keys).map_err(thread)?;
        let clock = Clock::now_on();
        let restorer = Restorer { clock, signer: signer.clone() };
        let mut tables: Vec<StoredTable> = Vec::new();
        store.take_over(&node, &mut |stored| tables.push(stored))?;
        let health = StorageHealth::default();
        let rooms = OpenRooms::default();
        let (report, reports) = mpsc::channel(Rooms::REPORTS);
        let (alive, end) = std_mpsc::channel();
        let leaving = Arc::new(AtomicBool::new(false));
        let keeper = LeaseKeeper {
            store: lease_store,
            node: node.clone(),
            health: health.clone(),
            reports: report.clone(),
            shared: store::is_shared(&config.database),
            draining: Arc::clone(&leaving),
            end,
            rooms: rooms.clone(),
            unsure: false,
            renewals: 0,
        };
        // From here on, since reading many tables may take longer than a lease.
        keeper.start().map_err(thread)?;
        // A database of an older program has no tips: those of its tables are published now.
        let no_tips = store::open_tips(&config.database)?.tips_size()? == 0;
        let mut makers = Makers::default();
        for stored in tables {
            let id = stored.id;
            let Some(mut room) = restorer.room(&mut *store, stored)? else { continue };
            if let Some(maker) = room.table().guest_of(PersonId(0)) {
                makers.add(id, maker);
            }
            if no_tips {
                room.publish_tip();
            }
            rooms.insert(id, SharedRoom::new(room));
        }
        let metrics = Arc::new(Metrics::of_node(&config.node));
        let (work, queue) = mpsc::channel(Rooms::WORK);
        let writer = Writer {
            store,
            node: node.clone(),
            work: queue,
            reports: report.clone(),
            health: health.clone(),
            metrics: Arc::clone(&metrics),
        };
        writer.start().map_err(thread)?;
        let (asks, asked) = std_mpsc::channel();
        let claimer = Claimer {
            store: claimer_store,
            node,
            rooms: rooms.clone(),
            restorer,
            health: health.clone(),
            asks: asked,
            reports: report,
            leaving: Arc::clone(&leaving),
            unsure: false,
        };
        claimer.start().map_err(thread)?;
        let (decided, decisions) = mpsc::channel(Rooms::DECISIONS);
        let bots = BotPool::start(config.bot_threads, decide, move |decision| {
            // Nobody receives it when the program ends.
            let _ = decided.blocking_send(decision);
        })
        .map_err(thread)?;
        metrics.tables.set(i64::try_from(rooms.len()).unwrap_or(i64::MAX));
        let rooms = Rooms {
            metrics,
            clock,
            entropy,
            keys,
            signer,
            rooms,
            makers: Mutex::new(makers),
            work,
            asks,
            public: Mutex::default(),
            timers: Timers::new(clock),
            bots,
            health,
            stopping: AtomicBool::new(false),
            leaving,
            roused: Notify::new(),
            has_others,
            sent_on: AtomicBool::new(false),
            _lease: alive,
            config,
        };
        Ok((Arc::new(rooms), Engines { reports, decisions }))
    }

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

    /// Makes a table and waits until the log has it.
    pub(crate) async fn make(&self, new: NewTable) -> Result<TableId, CreateTableError> {
        let limits = &self.config.limits;
        if !allows_more(limits.tables, self.len()) {
            return Err(CreateTableError::TooMany);
        }
        let id = TableId::from_bits(u64::from_be_bytes(self.entropy.bytes()));
        // Of whatever node; if storage does not say it now, it will not store a table either.
        let elsewhere = match limits.tables_per_guest {
            Some(_) => {
                self.ask(|asker| Ask::MadeBy(new.maker, asker)).await.ok_or(CreateTableError::Storage)?
            }
            None => 0,
        };
        let elsewhere = usize::try_from(elsewhere).unwrap_or(usize::MAX);
        {
            let mut makers = self.makers.lock().unwrap_or_else(PoisonError::into_inner);
            if !allows_more(limits.tables_per_guest, makers.count(new.maker).max(elsewhere)) {
                return Err(CreateTableError::TooManyOfGuest);
            }
            makers.add(id, new.maker);
        }
        let made = self.make_as(id, new).await;
        if made.is_err() {
            match self.room(id) {
                Some(room) => self.forget(id, &room),
                None => self.makers.lock().unwrap_or_else(PoisonError::into_inner).remove(id),
            }
        }
        made.map(|()| id)
    }

    async fn make_as(&self, id: TableId, new: NewTable) -> Result<(), CreateTableError> {
        let mut room = Room::open(id, new.settings, self.entropy.bytes(), self.now());
        room.sign_by(self.signer.clone());
        for (number, command) in new.commands.into_iter().enumerate() {
            // The highest numbers: a client begins with the lowest.
            let order = Order { id: u64::MAX - number as u64, seen: 0, command };
            room.carry_out(new.maker, new.language, order, self.now()).map_err(CreateTableError::Refused)?;
        }
        let room = SharedRoom::new(room);
        // Known before it is stored: whatever storage has to say about it must find it.
        self.rooms.insert(id, room.clone());
        self.metrics.tables.inc();
        let stored = self.act(&room, |room, now| (room.signal(), room.settle(now))).await;
        let stored = stored.ok_or(CreateTableError::Storage)?;
        tracing::debug!(table = %id, "a table was opened");
        stored.await.map_err(|_| CreateTableError::Storage)
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
                Report::Close(tables) => self.ask_to_close(&tables),
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
    fn ask_to_close(&self, tables: &[TableId]) {
        for room in tables.iter().filter_map(|table| self.room(*table)) {
            let mut room = room.lock();
            if room.ask_to_close() {
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use perudo_rules::{Action, Preset};

    use super::*;
    use crate::config::Limits;
    use crate::store::{Append, Claim, NodeStatus, ReadLog, Renewal, StoredEvent};

    /// Storage that panics when it is to write.
    struct PanickingStore(Box<dyn Store>);

    impl Store for PanickingStore {
        fn commit(&mut self, _: &Node, _: &[Append]) -> Result<Vec<Fate>, StoreError> {
            panic!("deliberate");
        }

        fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
            self.0.take_over(node, visit)
        }

        fn renew(&mut self, node: &Node) -> Result<Renewal, StoreError> {
            self.0.renew(node)
        }

        fn claim(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
            self.0.claim(node, tables)
        }

        fn claim_orphans(
            &mut self,
            node: &Node,
            most: usize,
            visit: &mut dyn FnMut(StoredTable),
        ) -> Result<(), StoreError> {
            self.0.claim_orphans(node, most, visit)
        }

        fn release(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
            self.0.release(node, tables)
        }

        fn held(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
            self.0.held(node)
        }

        fn nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
            self.0.nodes()
        }

        fn made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
            self.0.made_by(maker)
        }
    }

    impl ReadLog for PanickingStore {
        fn read(
            &mut self,
            table: TableId,
            from: u64,
            visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
        ) -> Result<bool, StoreError> {
            self.0.read(table, from, visit)
        }
    }

    fn open(folder: &tempfile::TempDir, panics: bool) -> (Arc<Rooms>, Engines) {
        let database = folder.path().join("perudo.db").display().to_string();
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            database: database.clone(),
            key_file: folder.path().join("perudo.key"),
            node: "main".to_owned(),
            lease: Duration::from_secs(60),
            cluster: None,
            public_url: None,
            origins: Vec::new(),
            trust_proxy: false,
            bot_threads: 1,
            limits: Limits::default(),
            page: None,
        };
        let entropy = Entropy::new(|bytes| getrandom::fill(bytes).unwrap());
        let keys = Keys::random(&entropy);
        let open = || store::open(&database).unwrap().unlock(&keys).unwrap();
        let writer = if panics { Box::new(PanickingStore(open())) } else { open() };
        let stores = Stores { writer, lease: open(), claimer: open() };
        Rooms::with_parts(config, entropy, None, keys, stores, Box::new(|_| Action::Dudo)).unwrap()
    }

    fn new_table(public: bool) -> NewTable {
        let settings = Settings { public, ..Settings::usual(Preset::ALL[0].rules()) };
        let maker = Guest::of_secret([1; 16]);
        NewTable { settings, maker, commands: Vec::new(), language: Language::default() }
    }

    #[tokio::test]
    async fn if_the_writer_ends_the_rooms_end_with_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, engines) = open(&folder, true);
        let maker = Arc::clone(&rooms);
        tokio::spawn(async move { maker.make(new_table(false)).await });
        let outcome = rooms.run(engines).await;
        assert!(matches!(outcome, Err(ServerError::ThreadEnded)), "{outcome:?}");
    }

    #[tokio::test]
    async fn listing_the_public_tables_waits_for_no_other_table() {
        let folder = tempfile::tempdir().unwrap();
        let (rooms, engines) = open(&folder, false);
        let running = Arc::clone(&rooms);
        tokio::spawn(async move { running.run(engines).await });
        let public = rooms.make(new_table(true)).await.unwrap();
        let private = rooms.make(new_table(false)).await.unwrap();
        let listed = |rooms: &Rooms| -> Vec<TableId> {
            rooms.public_tables(100).iter().map(|room| room.lock().id()).collect()
        };
        assert_eq!(listed(&rooms), [], "nobody is there");
        let room = rooms.room(public).unwrap();
        let arrival = crate::outbox::Arrival {
            guest: Guest::of_secret([1; 16]),
            after: None,
            language: Language::default(),
            mailbox: Arc::default(),
        };
        let connected = rooms.act(&room, |room, now| match room.connect(arrival, now) {
            Ok((key, effects)) => (key, effects),
            Err(reason) => panic!("{reason:?}"),
        });
        let key = connected.await.unwrap();
        let busy = rooms.room(private).unwrap();
        let guard = busy.lock();
        assert_eq!(listed(&rooms), [public]);
        drop(guard);
        rooms.act(&room, |room, now| ((), room.disconnect(key, now))).await;
        assert_eq!(listed(&rooms), [], "everybody has gone");
    }
}
