//! All tables of this node, and what moves them: connections, the clock, bots and the log.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;

use perudo_bots::{Blind, BotKind, Situation};
use perudo_protocol::{Notice, Order, RefusedBody, WireCommand};
use perudo_table::{BotJob, BotView, Entry, Guest, Moment, PersonId, Settings, Table, Viewer};
use perudo_words::Language;
use tokio::sync::{Notify, mpsc};

use crate::bot_pool::{BotDecision, BotPool, Decide};
use crate::config::{Config, allows_more};
use crate::entropy::Entropy;
use crate::keys::{Keys, KeysError};
use crate::mailbox::CloseReason;
use crate::makers::Makers;
use crate::metrics::Metrics;
use crate::public_tables::PublicTables;
use crate::room::{Effects, Room};
use crate::server::ServerError;
use crate::signer::Signer;
use crate::store::{self, Fate, Node, Store, StoreError, StoredEvent, StoredTable, TableId};
use crate::timers::{Clock, Timers};
use crate::writer::{StorageHealth, Work, Writer, WriterReport};

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
    rooms: RwLock<HashMap<TableId, SharedRoom>>,
    makers: Mutex<Makers>,
    public: Mutex<PublicTables>,
    work: mpsc::Sender<Work>,
    timers: Timers,
    bots: BotPool<SharedRoom>,
    health: StorageHealth,
    stopping: AtomicBool,
    stopped: Notify,
}

/// What comes from the threads that run beside the rooms.
pub(crate) struct Engines {
    reports: mpsc::Receiver<WriterReport>,
    decisions: mpsc::Receiver<BotDecision<SharedRoom>>,
    writer: JoinHandle<()>,
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
    /// How often this node renews its lease.
    const RENEWAL: Duration = Duration::from_secs(5);

    /// Opens the storage, takes over the tables of this node and starts the threads.
    pub(crate) fn open(config: Config, entropy: Entropy) -> Result<(Arc<Rooms>, Engines), ServerError> {
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
        let luck = entropy.clone();
        let decide = move |job: &BotJob| match &job.view {
            BotView::Player(view) => {
                let situation = Situation { view, bids: &job.bids };
                BotKind::of_level(&job.level).create(u64::from_be_bytes(luck.bytes())).decide(&situation)
            }
            BotView::Blind(view) => Blind.decide(view),
        };
        Ok(Rooms::with_parts(config, entropy, keys, store, Box::new(decide))?)
    }

    /// As [`Rooms::open`], with other storage and other bots.
    fn with_parts(
        config: Config,
        entropy: Entropy,
        keys: Keys,
        mut store: Box<dyn Store>,
        decide: Decide,
    ) -> Result<(Arc<Rooms>, Engines), StoreError> {
        let session = u64::from_be_bytes(entropy.bytes()) >> 1;
        let node = Node { name: config.node.clone(), session, lease: config.lease };
        let mut tables = Vec::new();
        let mut unread = Vec::new();
        store.take_over(&node, &mut |stored| {
            let (id, epoch) = (stored.id, stored.epoch);
            match restore(&stored) {
                Some(table) => tables.push((id, epoch, table)),
                None => unread.push((id, epoch, stored.secret)),
            }
        })?;
        // A snapshot of another version of this program is no loss: the log has everything.
        for (id, epoch, secret) in unread {
            let events = store.events(id, 1)?.unwrap_or_default();
            match restore(&StoredTable { id, epoch, secret, snapshot: None, events }) {
                Some(table) => tables.push((id, epoch, table)),
                None => {
                    tracing::error!(table = %id, "the log of this table cannot be read; it stays as it is")
                }
            }
        }
        // A database of an older program has no tips: those of its tables are published now.
        let no_tips = store::open_tips(&config.database)?.tips_size()? == 0;
        let thread = |error: std::io::Error| StoreError::Unavailable {
            place: config.database.clone(),
            reason: format!("no thread can be started: {error}"),
        };
        let signer = Signer::start(&keys).map_err(thread)?;
        // Time must not go back, whatever this machine's clock did while the program did not run.
        let latest = tables.iter().map(|(_, _, (table, rest))| last_moment(table, rest)).max();
        let clock = Clock::not_before(latest.unwrap_or_default());
        let mut rooms = HashMap::with_capacity(tables.len());
        let mut makers = Makers::default();
        for (id, epoch, (table, rest)) in tables {
            if let Some(maker) = table.guest_of(PersonId(0)) {
                makers.add(id, maker);
            }
            let mut room = Room::of_table(id, epoch, table, clock.now());
            room.replay(&rest);
            room.sign_by(signer.clone());
            if no_tips {
                room.publish_tip();
            }
            rooms.insert(id, SharedRoom::new(room));
        }
        let metrics = Arc::new(Metrics::new());
        let health = StorageHealth::default();
        let (work, queue) = mpsc::channel(Rooms::WORK);
        let (report, reports) = mpsc::channel(Rooms::REPORTS);
        let writer = Writer {
            store,
            node,
            work: queue,
            reports: report,
            health: health.clone(),
            metrics: Arc::clone(&metrics),
        };
        let writer = writer.start().map_err(thread)?;
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
            rooms: RwLock::new(rooms),
            makers: Mutex::new(makers),
            work,
            public: Mutex::default(),
            timers: Timers::new(clock),
            bots,
            health,
            stopping: AtomicBool::new(false),
            stopped: Notify::new(),
            config,
        };
        Ok((Arc::new(rooms), Engines { reports, decisions, writer }))
    }

    pub(crate) fn now(&self) -> Moment {
        self.clock.now()
    }

    /// How many tables there are.
    pub(crate) fn len(&self) -> usize {
        self.rooms().len()
    }

    pub(crate) fn room(&self, id: TableId) -> Option<SharedRoom> {
        self.rooms().get(&id).cloned()
    }

    pub(crate) fn all_rooms(&self) -> Vec<SharedRoom> {
        self.rooms().values().cloned().collect()
    }

    /// Whether storage takes events in time and the server is not about to stop. The lease is renewed often, so storage
    /// that hangs is noticed when nothing happens at any table, too.
    pub(crate) fn is_ready(&self) -> bool {
        self.health.is_well() && !self.is_stopping()
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
        let (value, effects) = act(&mut guard, self.now());
        // Inside the lock: the log must get the events of a table in their order, and so must the list.
        if let Some(append) = effects.append {
            permit.send(Work::Append(room.clone(), append));
        }
        if let Some(change) = effects.listing {
            self.public().change(change, room);
        }
        let id = guard.id();
        drop(guard);
        if let Some(error) = effects.unwritable {
            tracing::error!(table = %id, %error, "an event cannot be written; the table is closed");
            room.lock().close_connections(CloseReason::Failed);
            self.forget(id);
            return Some(value);
        }
        if let Some(at) = effects.wake {
            self.timers.schedule(id, at);
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
        {
            let mut makers = self.makers.lock().unwrap_or_else(PoisonError::into_inner);
            if !allows_more(limits.tables_per_guest, makers.count(new.maker)) {
                return Err(CreateTableError::TooManyOfGuest);
            }
            makers.add(id, new.maker);
        }
        let made = self.make_as(id, new).await;
        if made.is_err() {
            self.forget(id);
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
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).insert(id, room.clone());
        self.metrics.tables.inc();
        let stored = self.act(&room, |room, now| (room.signal(), room.settle(now))).await;
        let stored = stored.ok_or(CreateTableError::Storage)?;
        tracing::debug!(table = %id, "a table was opened");
        stored.await.map_err(|_| CreateTableError::Storage)
    }

    fn rooms(&self) -> std::sync::RwLockReadGuard<'_, HashMap<TableId, SharedRoom>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn public(&self) -> MutexGuard<'_, PublicTables> {
        self.public.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, id: TableId) {
        self.makers.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        let Some(room) = self.rooms.write().unwrap_or_else(PoisonError::into_inner).remove(&id) else {
            return;
        };
        self.metrics.tables.dec();
        if let Some(change) = room.lock().unlist() {
            self.public().change(change, &room);
        }
    }

    /// Runs everything that happens beside connections, until the server has stopped.
    pub(crate) async fn run(self: &Arc<Self>, engines: Engines) -> Result<(), ServerError> {
        let Engines { reports, decisions, writer } = engines;
        let outcome = tokio::select! {
            biased;
            outcome = self.handle_reports(reports) => outcome,
            () = self.drive_tables(decisions) => Ok(()),
        };
        self.stopping.store(true, Ordering::Relaxed);
        for room in self.all_rooms() {
            room.lock().close_connections(CloseReason::Restarting);
        }
        drop(writer);
        outcome
    }

    /// Handles the writer's reports. It never waits for the writer, which may wait for it.
    async fn handle_reports(&self, mut reports: mpsc::Receiver<WriterReport>) -> Result<(), ServerError> {
        // This struct holds one end of its queue, so the writer ends by itself only if it fails.
        while let Some(report) = reports.recv().await {
            match report {
                WriterReport::Saved(rooms) => {
                    for (room, seq, fate) in rooms {
                        match fate {
                            Fate::Written => self.written(&room, seq),
                            Fate::Fenced => self.fenced(&room),
                        }
                    }
                    if self.is_stopping() {
                        self.stopped.notify_one();
                    }
                }
                WriterReport::Failing => {
                    for room in self.all_rooms() {
                        room.lock().storage_failed();
                    }
                }
                WriterReport::Recovered => {
                    tracing::info!("storage takes events again");
                    for room in self.all_rooms() {
                        let mut room = room.lock();
                        room.storage_recovered();
                        self.timers.schedule(room.id(), self.now());
                    }
                }
                WriterReport::Over(error) => return Err(ServerError::Store(error)),
            }
        }
        Err(ServerError::WriterEnded)
    }

    /// Wakes tables and plays bots' decisions, until the server is to stop and the log has everything.
    async fn drive_tables(&self, mut decisions: mpsc::Receiver<BotDecision<SharedRoom>>) {
        for room in self.all_rooms() {
            self.act(&room, |room, now| ((), room.settle(now))).await;
        }
        let mut renewal = tokio::time::interval(Rooms::RENEWAL);
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
                () = self.stopped.notified() => {}
                _ = renewal.tick() => {
                    // If there is no room for it, events are being written: which renews the lease as well.
                    let _ = self.work.try_send(Work::Renew);
                    let stuck = self.bots.replace_stuck(Rooms::STUCK);
                    if stuck > 0 {
                        tracing::error!(stuck, "bots have not decided for a long time; their threads are replaced");
                    }
                }
            }
            if self.is_stopping() && self.all_rooms().iter().all(|room| room.lock().is_durable()) {
                return;
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
            self.forget(id);
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
        self.forget(id);
    }

    /// Tells everyone that the server is about to stop, and lets it.
    pub(crate) fn stop(&self) {
        self.stopping.store(true, Ordering::Relaxed);
        for room in self.all_rooms() {
            let room = room.lock();
            room.notice(Notice::Restarting);
            room.close_connections(CloseReason::Restarting);
        }
        self.stopped.notify_one();
    }

    /// The tables that everyone may see, those with free chairs first.
    pub(crate) fn public_tables(&self, most: usize) -> Vec<SharedRoom> {
        self.public().first(most)
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use perudo_rules::{Action, Preset};

    use super::*;
    use crate::config::Limits;
    use crate::store::{Append, ReadLog};

    /// Storage that panics when it is to write.
    struct PanickingStore(Box<dyn Store>);

    impl Store for PanickingStore {
        fn commit(&mut self, _: &Node, _: &[Append]) -> Result<Vec<Fate>, StoreError> {
            panic!("deliberate");
        }

        fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
            self.0.take_over(node, visit)
        }

        fn renew(&mut self, node: &Node) -> Result<(), StoreError> {
            self.0.renew(node)
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
        let store = if panics { Box::new(PanickingStore(open())) } else { open() };
        Rooms::with_parts(config, entropy, keys, store, Box::new(|_| Action::Dudo)).unwrap()
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
        assert!(matches!(outcome, Err(ServerError::WriterEnded)), "{outcome:?}");
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
