//! A server, from its start to its end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;

use crate::archive::Archive;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::http::{self, App};
use crate::keys::KeysError;
use crate::limiter::Limiter;
use crate::listener;
use crate::rooms::{Engines, Rooms};
use crate::store::{self, StoreError};
use crate::tip_log::TipLog;

/// Why a server could not start, or had to stop.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There are no keys.
    #[error(transparent)]
    Keys(#[from] KeysError),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The network failed.
    #[error("the network failed: {0}")]
    Serve(io::Error),
    /// The thread that writes to the log ended, so nothing can be stored any more.
    #[error("the thread that writes to the log ended")]
    WriterEnded,
}

/// Ready when the server is asked to stop. Boxed, so that the server is compiled once and not with every caller.
pub type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A server that has its tables and its address, and is about to answer.
pub struct Server {
    rooms: Arc<Rooms>,
    engines: Engines,
    listener: TcpListener,
}

impl Server {
    /// How long connections may take to end when the server stops.
    const DRAIN: Duration = Duration::from_secs(5);
    /// How often idle limiter keys are evicted.
    const EVICTION: Duration = Duration::from_secs(60);

    /// Opens the storage, restores all tables and takes the address.
    pub async fn start(config: Config, entropy: Entropy) -> Result<Server, ServerError> {
        let listen = config.listen;
        // A second server on the same address must not take the tables away from the first.
        let listener = TcpListener::bind(listen).await.map_err(|error| ServerError::Listen(listen, error))?;
        let opened = tokio::task::spawn_blocking(move || Rooms::open(config, entropy)).await;
        let opened = opened.map_err(|error| ServerError::Serve(io::Error::other(error)))?;
        let (rooms, engines) = opened?;
        Ok(Server { rooms, engines, listener })
    }

    /// The address it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// How many tables were restored.
    pub fn tables(&self) -> usize {
        self.rooms.len()
    }

    /// Serves until `stop` is ready, then drains: clients are told to reconnect, and everything that they were told is
    /// in the log.
    pub async fn run(self, stop: Stop) -> Result<(), ServerError> {
        let Server { rooms, engines, listener } = self;
        tracing::info!(tables = rooms.len(), node = rooms.config.node, "serving");
        let limiter = Arc::new(Limiter::new(rooms.config.limits));
        let database = rooms.config.database.clone();
        let keys = rooms.keys.clone();
        let archive = Archive::new(readers(), move || store::open_reader(&database, &keys));
        let archive = Arc::new(archive.signed_by(rooms.signer.clone()));
        let database = rooms.config.database.clone();
        let tips = TipLog::new(rooms.signer.clone(), move || store::open_tips(&database));
        let service = http::service(App {
            rooms: Arc::clone(&rooms),
            limiter: Arc::clone(&limiter),
            archive,
            tips: Arc::new(tips),
        });
        let (stopping, leaving) = (Arc::clone(&rooms), Arc::clone(&limiter));
        let (asked, to_stop) = tokio::sync::oneshot::channel::<()>();
        let serving = listener::serve(listener, service, Arc::clone(&limiter), &rooms.config, async move {
            stop.await;
            tracing::info!("stopping: everyone is told to come back");
            stopping.stop();
            let _ = asked.send(());
        });
        // WebSockets outlive the service that accepted them: their close frames take a moment.
        let serving = async {
            serving.await;
            leaving.emptied().await;
        };
        let too_long = async {
            let _ = to_stop.await;
            tokio::time::sleep(Server::DRAIN).await;
        };
        let evicting = async {
            let mut often = tokio::time::interval(Server::EVICTION);
            loop {
                often.tick().await;
                limiter.evict_idle();
            }
        };
        let running = rooms.run(engines);
        tokio::pin!(running);
        tokio::select! {
            biased;
            () = serving => {}
            () = too_long => {}
            outcome = &mut running => {
                // Connections still have to send their close frames.
                let _ = tokio::time::timeout(Server::DRAIN, limiter.emptied()).await;
                return outcome;
            }
            () = evicting => {}
        }
        // What was decided while connections ended is written before the program ends.
        rooms.stop();
        match tokio::time::timeout(Server::DRAIN, running).await {
            Ok(outcome) => outcome?,
            // What is not stored was never told.
            Err(_) => tracing::warn!("storage takes nothing; what it did not take was told to nobody"),
        }
        tracing::info!("stopped; everything that was told is stored");
        Ok(())
    }
}

/// How many logs are read at a time: at most half of the cores are kept from the games.
fn readers() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2).min(4))
}
