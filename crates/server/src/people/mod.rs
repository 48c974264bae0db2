//! People, beside the tables: whoever asks about them is answered by threads of their own, and no table waits for it.

mod board;
mod engine;
pub(crate) mod passkey;

pub(crate) use board::{Board, OpenTicket, Standing, Tickets};
pub(crate) use engine::drive;

use std::sync::Arc;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use parking_lot::Mutex;
use perudo_bots::Opponent;
use perudo_people::BadNames;
use perudo_table::Guest;
use tokio::sync::{Notify, mpsc, oneshot, watch};

use crate::config::Config;
use crate::reason::Reason;
use crate::store::people::Identity;
use crate::store::{PeopleStore, StoreError};

/// Something to be done with storage.
type Job = Box<dyn FnOnce(&mut PeopleStore) + Send>;

/// What is known about people, and everything that waits for news of them.
pub(crate) struct People {
    /// For whoever asks.
    desk: Threads,
    /// For what happens by itself: nobody who asks a lot holds it up.
    engine: Threads,
    pub(crate) bad_names: BadNames,
    /// The queue as it was a moment ago.
    pub(crate) board: watch::Sender<Arc<Board>>,
    /// The public tables as they were a moment ago, as JSON.
    pub(crate) lobby: watch::Sender<Arc<str>>,
    pub(crate) tickets: Tickets,
    /// Something has to be looked at sooner.
    roused: Notify,
}

impl People {
    /// How many requests are answered at a time.
    const THREADS: usize = 2;

    pub(crate) fn start(config: &Config) -> std::io::Result<People> {
        Ok(People {
            desk: Threads::start(&config.database, People::THREADS)?,
            engine: Threads::start(&config.database, 1)?,
            bad_names: BadNames::new(Opponent::names(), &config.people.bad_names),
            board: watch::Sender::default(),
            lobby: watch::Sender::new("[]".into()),
            tickets: Tickets::default(),
            roused: Notify::new(),
        })
    }

    /// Asks storage on behalf of somebody.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PeopleStore) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Reason> {
        self.desk.ask(work).await
    }

    /// What happens by itself happens soon.
    pub(crate) fn rouse(&self) {
        self.roused.notify_one();
    }

    /// Whose key a guest's secret is, if it is one.
    pub(crate) async fn resolve(&self, guest: Guest) -> Result<Option<Identity>, Reason> {
        self.ask(move |store| store.resolve(guest, now())).await
    }
}

/// The moment in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Threads that use storage, each by a connection of its own.
struct Threads {
    jobs: mpsc::Sender<Job>,
}

impl Threads {
    /// The most jobs that wait.
    const WAITING: usize = 512;

    fn start(database: &str, count: usize) -> std::io::Result<Threads> {
        let (jobs, queue) = mpsc::channel::<Job>(Threads::WAITING);
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..count {
            let (database, queue) = (database.to_owned(), Arc::clone(&queue));
            thread::Builder::new().name("perudo-people".to_owned()).spawn(move || {
                let mut store = None;
                loop {
                    let job = queue.lock().blocking_recv();
                    let Some(job) = job else { return };
                    let opened = match store.take() {
                        Some(store) => Ok(store),
                        None => PeopleStore::open(&database),
                    };
                    match opened {
                        Ok(mut opened) => {
                            job(&mut opened);
                            store = Some(opened);
                        }
                        // Whoever waits for the job is told so by its end.
                        Err(error) => tracing::error!(%error, "what is kept about people cannot be reached"),
                    }
                }
            })?;
        }
        Ok(Threads { jobs })
    }

    async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut PeopleStore) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, Reason> {
        let (answer, answered) = oneshot::channel();
        let job: Job = Box::new(move |store| {
            let _ = answer.send(work(store));
        });
        self.jobs.try_send(job).map_err(|_| Reason::Busy)?;
        match answered.await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => {
                tracing::error!(%error, "what is kept about people could not be read or written");
                Err(Reason::StorageDown)
            }
            Err(_) => Err(Reason::StorageDown),
        }
    }
}
