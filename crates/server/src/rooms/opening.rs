//! From storage to rooms and the threads that run beside them.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, mpsc as std_mpsc};

use perudo_bots::{Blind, Opponent, Situation};
use perudo_table::{BotJob, BotView, PersonId};
use tokio::sync::{Notify, mpsc};

use super::{Engines, Rooms};
use crate::bot_pool::{BotPool, Decide};
use crate::claimer::Claimer;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::keys::{Keys, KeysError};
use crate::lease::LeaseKeeper;
use crate::makers::Makers;
use crate::metrics::Metrics;
use crate::open_rooms::OpenRooms;
use crate::people::People;
use crate::restoring::Restorer;
use crate::server::ServerError;
use crate::shared_room::SharedRoom;
use crate::signer::Signer;
use crate::storage_health::StorageHealth;
use crate::store::{self, Node, Store, StoreError, StoredTable};
use crate::timers::{Clock, Timers};
use crate::writer::Writer;

/// Storage, once for each thread that uses it: none waits for another.
pub(super) struct Stores {
    pub(super) writer: Box<dyn Store>,
    pub(super) lease: Box<dyn Store>,
    pub(super) claimer: Box<dyn Store>,
}

impl Rooms {
    /// The most appends that wait for the writer.
    const WORK: usize = 8192;
    /// The most reports of the writer that wait.
    const REPORTS: usize = 16;
    /// The most decisions of bots that wait to be played.
    const DECISIONS: usize = 4096;

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
                let mut bot = Opponent::of_level(&job.level).create(u64::from_be_bytes(luck.bytes()));
                job.past.iter().for_each(|round| bot.remember(round));
                bot.decide(&situation)
            }
            BotView::Blind(view) => Blind.decide(view),
        };
        Ok(Rooms::with_parts(config, entropy, address, keys, stores, Box::new(decide))?)
    }

    /// As [`Rooms::open`], with other storage and other bots.
    pub(super) fn with_parts(
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
        let health = StorageHealth::default();
        let rooms = OpenRooms::default();
        let (begun, looks) = (health.now(), rooms.looks());
        let mut tables: Vec<StoredTable> = Vec::new();
        store.take_over(&node, &mut |stored| tables.push(stored))?;
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
        keeper.start(begun).map_err(thread)?;
        // A database of an older program has no tips: those of its tables are published now.
        let no_tips = store::open_tips(&config.database)?.tips_size()? == 0;
        let mut makers = Makers::default();
        let mut unsure = false;
        for stored in tables {
            let id = stored.id;
            let Some(mut room) = restorer.room(&mut *store, stored)? else { continue };
            let maker = room.table().guest_of(PersonId(0));
            if no_tips {
                room.publish_tip();
            }
            // If reading took longer than the lease, others may have claimed the table meanwhile: the claimer finds out.
            if !rooms.insert_claimed(id, SharedRoom::new(room), looks) {
                unsure = true;
            } else if let Some(maker) = maker {
                makers.add(id, maker);
            }
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
            unsure,
        };
        claimer.start().map_err(thread)?;
        let (decided, decisions) = mpsc::channel(Rooms::DECISIONS);
        let bots = BotPool::start(config.bot_threads, decide, move |decision| {
            // Nobody receives it when the program ends.
            let _ = decided.blocking_send(decision);
        })
        .map_err(thread)?;
        metrics.tables.set(i64::try_from(rooms.len()).unwrap_or(i64::MAX));
        let people = People::start(&config).map_err(thread)?;
        let rooms = Rooms {
            people,
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
}
