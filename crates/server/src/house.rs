//! All tables of this node, and what moves them: connections, the clock, bots and the log.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use std::thread::JoinHandle;
use std::time::Duration;

use perudo_protocol::{Notice, Order, RefusedBody, WireCommand};
use perudo_table::{Entry, Guest, Moment, PersonId, Settings, Stage, Table, Viewer};
use perudo_words::Language;
use tokio::sync::{Notify, mpsc};

use crate::clockwork::{Clock, Clockwork};
use crate::config::{Config, allows_more};
use crate::entropy::Entropy;
use crate::mailbox::Closing;
use crate::metrics::Metrics;
use crate::room::{Effects, Room};
use crate::store::{self, Fate, Node, StoreError, StoredEvent, StoredTable, TableId};
use crate::thinkers::{Decision, Thinkers};
use crate::writer::{News, StorageHealth, Work, Writer};

/// A room that many tasks reach.
#[derive(Clone)]
pub(crate) struct SharedRoom(Arc<Mutex<Room>>);

impl SharedRoom {
    fn new(room: Room) -> SharedRoom {
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
pub(crate) struct House {
    pub(crate) config: Config,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) clock: Clock,
    pub(crate) entropy: Entropy,
    rooms: RwLock<HashMap<TableId, SharedRoom>>,
    /// Who made each table.
    makers: Mutex<HashMap<TableId, Guest>>,
    work: mpsc::Sender<Work>,
    clockwork: Clockwork,
    thinkers: OnceLock<Thinkers>,
    health: StorageHealth,
    stopping: AtomicBool,
    stopped: Notify,
}

/// The parts of a house that run beside it.
pub(crate) struct Engines {
    news: mpsc::UnboundedReceiver<News>,
    decisions: mpsc::UnboundedReceiver<Decision>,
    writer: JoinHandle<()>,
}

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotMade {
    /// There are as many as there can be.
    TooMany,
    /// This guest has made as many as can be.
    TooManyOfGuest,
    /// Something about it is refused.
    Refused(Box<RefusedBody>),
    /// It could not be stored.
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

impl House {
    /// The most appends that wait for the writer.
    const WORK: usize = 8192;
    /// How often this node gives a sign of life.
    const RENEWAL: Duration = Duration::from_secs(5);

    /// Opens the storage, takes over the tables of this node and starts the threads.
    pub(crate) fn open(config: Config, entropy: Entropy) -> Result<(Arc<House>, Engines), StoreError> {
        let mut store = store::open(&config.database)?;
        let session = u64::from_be_bytes(entropy.bytes()) >> 1;
        let node = Node { name: config.node.clone(), session, lease: config.lease };
        let mut tables = Vec::new();
        let mut unread = Vec::new();
        store.take_over(&node, &mut |stored| {
            let (id, epoch) = (stored.id, stored.epoch);
            match restore(&stored) {
                Some(table) => tables.push((id, epoch, table)),
                None => unread.push((id, epoch)),
            }
        })?;
        // A snapshot of another version of this program is no loss: the log has everything.
        for (id, epoch) in unread {
            let events = store.events(id, 1)?.unwrap_or_default();
            match restore(&StoredTable { id, epoch, snapshot: None, events }) {
                Some(table) => tables.push((id, epoch, table)),
                None => {
                    tracing::error!(table = %id, "the log of this table cannot be read; it stays as it is")
                }
            }
        }
        // Time must not go back, whatever this machine's clock did while the program did not run.
        let latest = tables.iter().map(|(_, _, (table, rest))| last_moment(table, rest)).max();
        let clock = Clock::not_before(latest.unwrap_or_default());
        let mut rooms = HashMap::with_capacity(tables.len());
        let mut makers = HashMap::with_capacity(tables.len());
        for (id, epoch, (table, rest)) in tables {
            makers.extend(table.guest_of(PersonId(0)).map(|maker| (id, maker)));
            let mut room = Room::of_table(id, epoch, table, clock.now());
            room.replay(&rest);
            rooms.insert(id, SharedRoom::new(room));
        }
        let metrics = Arc::new(Metrics::new());
        let health = StorageHealth::default();
        let (work, queue) = mpsc::channel(House::WORK);
        let (news_in, news) = mpsc::unbounded_channel();
        let writer = Writer {
            store,
            node,
            work: queue,
            news: news_in,
            health: health.clone(),
            metrics: Arc::clone(&metrics),
        };
        let thread = |error: std::io::Error| StoreError::Unavailable {
            place: config.database.clone(),
            reason: format!("no thread can be started: {error}"),
        };
        let writer = writer.start().map_err(thread)?;
        let (decided, decisions) = mpsc::unbounded_channel();
        let bots = Thinkers::start(config.bot_threads, entropy.clone(), move |decision| {
            // Nobody hears it when the program ends.
            let _ = decided.send(decision);
        })
        .map_err(thread)?;
        let thinkers = OnceLock::new();
        let _ = thinkers.set(bots);
        metrics.tables.set(i64::try_from(rooms.len()).unwrap_or(i64::MAX));
        let house = House {
            metrics,
            clock,
            entropy,
            rooms: RwLock::new(rooms),
            makers: Mutex::new(makers),
            work,
            clockwork: Clockwork::default(),
            thinkers,
            health,
            stopping: AtomicBool::new(false),
            stopped: Notify::new(),
            config,
        };
        Ok((Arc::new(house), Engines { news, decisions, writer }))
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

    /// Whether storage takes events and the server is not about to stop.
    pub(crate) fn is_ready(&self) -> bool {
        !self.health.is_down() && !self.is_stopping()
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
        // Inside the lock: the log must get the events of a table in their order.
        if let Some(append) = effects.append {
            permit.send(Work::Append(room.clone(), append));
        }
        let id = guard.id();
        drop(guard);
        if let Some(at) = effects.wake {
            self.clockwork.schedule(id, at);
        }
        if let Some(failure) = effects.failure {
            self.metrics.bot_failures.inc();
            tracing::error!(table = %id, %failure, "a bot failed; a fallback move was played");
        }
        if let Some(job) = effects.ask {
            self.metrics.bot_decisions.inc();
            let asked = self.thinkers.get().is_some_and(|thinkers| thinkers.ask(room.clone(), job));
            if !asked {
                room.lock().ask_again();
                self.clockwork.schedule(id, self.now().after(Duration::from_millis(100)));
            }
        }
        Some(value)
    }

    /// Makes a table and waits until the log has it.
    pub(crate) async fn make(&self, new: NewTable) -> Result<TableId, NotMade> {
        let limits = &self.config.limits;
        if !allows_more(limits.tables, self.len()) {
            return Err(NotMade::TooMany);
        }
        let id = TableId::from_bits(u64::from_be_bytes(self.entropy.bytes()));
        {
            let mut makers = self.makers.lock().unwrap_or_else(PoisonError::into_inner);
            let made = makers.values().filter(|maker| **maker == new.maker).count();
            if !allows_more(limits.tables_per_guest, made) {
                return Err(NotMade::TooManyOfGuest);
            }
            makers.insert(id, new.maker);
        }
        let made = self.make_as(id, new).await;
        if made.is_err() {
            self.forget(id);
        }
        made.map(|()| id)
    }

    async fn make_as(&self, id: TableId, new: NewTable) -> Result<(), NotMade> {
        let mut room = Room::open(id, new.settings, self.entropy.bytes(), self.now());
        for (number, command) in new.commands.into_iter().enumerate() {
            // The highest numbers: a client begins with the lowest.
            let order = Order { id: u64::MAX - number as u64, seen: 0, command };
            room.carry_out(new.maker, new.language, order, self.now()).map_err(NotMade::Refused)?;
        }
        let room = SharedRoom::new(room);
        // Known before it is stored: whatever storage has to say about it must find it.
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).insert(id, room.clone());
        self.metrics.tables.inc();
        let stored = self.act(&room, |room, now| (room.signal(), room.settle(now))).await;
        let stored = stored.ok_or(NotMade::Storage)?;
        tracing::debug!(table = %id, "a table was opened");
        stored.await.map_err(|_| NotMade::Storage)
    }

    fn rooms(&self) -> std::sync::RwLockReadGuard<'_, HashMap<TableId, SharedRoom>> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget(&self, id: TableId) {
        self.makers.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        if self.rooms.write().unwrap_or_else(PoisonError::into_inner).remove(&id).is_some() {
            self.metrics.tables.dec();
        }
    }

    /// Runs everything that happens beside connections, until the house is closed.
    pub(crate) async fn run(self: &Arc<Self>, engines: Engines) -> Result<(), StoreError> {
        let Engines { mut news, mut decisions, writer } = engines;
        for room in self.all_rooms() {
            self.act(&room, |room, now| ((), room.settle(now))).await;
        }
        let mut due = Vec::new();
        let mut renewal = tokio::time::interval(House::RENEWAL);
        let outcome = loop {
            tokio::select! {
                biased;
                item = news.recv() => match item {
                    None => break Ok(()),
                    Some(News::Over(error)) => break Err(error),
                    Some(news) => self.hear(news).await,
                },
                Some(decision) = decisions.recv() => {
                    let Decision { room, turn, decision } = decision;
                    self.act(&room, |room, now| ((), room.bot_decided(turn, decision, now))).await;
                }
                () = self.clockwork.due(&self.clock, &mut due) => {
                    for id in due.drain(..) {
                        if let Some(room) = self.room(id) {
                            self.act(&room, |room, now| ((), room.wake(now))).await;
                        }
                    }
                }
                () = self.stopped.notified() => {}
                _ = renewal.tick() => {
                    // If there is no room for it, events are being written: a sign of life as well.
                    let _ = self.work.try_send(Work::Renew);
                }
            }
            if self.is_stopping() && self.all_rooms().iter().all(|room| room.lock().is_durable()) {
                break Ok(());
            }
        };
        self.stopping.store(true, Ordering::Relaxed);
        for room in self.all_rooms() {
            room.lock().close_connections(Closing::Restarting);
        }
        drop(writer);
        outcome
    }

    async fn hear(&self, news: News) {
        match news {
            News::Saved(rooms) => {
                for (room, seq, fate) in rooms {
                    match fate {
                        Fate::Written => self.written(&room, seq).await,
                        Fate::Fenced => self.fenced(&room),
                    }
                }
            }
            News::Failing => {
                for room in self.all_rooms() {
                    room.lock().storage_failed();
                }
            }
            News::Recovered => {
                tracing::info!("storage takes events again");
                for room in self.all_rooms() {
                    self.act(&room, |room, now| ((), room.storage_recovered(now))).await;
                }
            }
            News::Over(_) => {}
        }
    }

    async fn written(&self, shared: &SharedRoom, seq: u64) {
        let (stalled, over, id) = {
            let mut room = shared.lock();
            (room.saved(seq), room.is_over(), room.id())
        };
        if stalled {
            self.act(shared, |room, now| ((), room.storage_recovered(now))).await;
        }
        if over {
            self.forget(id);
            tracing::debug!(table = %id, "a table was closed");
        }
    }

    fn fenced(&self, shared: &SharedRoom) {
        let id = {
            let room = shared.lock();
            room.close_connections(Closing::Moved);
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
            room.close_connections(Closing::Restarting);
        }
        self.stopped.notify_one();
    }

    /// The tables that everyone may see, those with free chairs first.
    pub(crate) fn public_tables(&self, most: usize) -> Vec<SharedRoom> {
        let mut public = Vec::new();
        for shared in self.rooms().values() {
            let room = shared.lock();
            let table = room.table();
            if table.settings().public
                && table.stage() != Stage::Closed
                && room.presence().empty_since().is_none()
            {
                let full = table.chairs().iter().all(|chair| chair.person().is_some());
                public.push((full, std::cmp::Reverse(table.opened()), shared.clone()));
            }
        }
        public.sort_by_key(|(full, opened, _)| (*full, *opened));
        public.into_iter().take(most).map(|(_, _, room)| room).collect()
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
            Some((Table::open(&opened)?, entries))
        }
    }
}

fn last_moment(table: &Table, rest: &[Entry]) -> Moment {
    rest.last().map_or_else(|| table.seen_by(Viewer::Spectator).at(), |entry| entry.at)
}
