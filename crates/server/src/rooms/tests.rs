//! Rooms with storage that fails, and rooms that do not wait for each other.

use std::ops::ControlFlow;

use perudo_rules::{Action, Preset};
use perudo_table::{Guest, Settings};
use perudo_words::Language;

use super::opening::Stores;
use super::*;
use crate::config::Limits;
use crate::server::ServerError;
use crate::store::{
    self, Append, Claim, Fate, Holding, Node, NodeStatus, ReadLog, Renewal, Store, StoreError, StoredEvent,
    StoredTable,
};

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
        keep_logs: None,
        people: crate::config::PeopleConfig::default(),
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
    NewTable { settings, maker, commands: Vec::new(), language: Language::default(), account: None }
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
