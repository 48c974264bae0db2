//! A server, from its start to its end.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::archive::Archive;
use crate::cluster::{Cluster, ClusterError};
use crate::config::{ClusterConfig, Config};
use crate::entropy::Entropy;
use crate::http::{self, App};
use crate::keys::KeysError;
use crate::limiter::Limiter;
use crate::listener::{self, Door};
use crate::rooms::{Engines, Rooms};
use crate::store::{self, FileLock, StoreError};
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
    /// It cannot take part in a cluster.
    #[error(transparent)]
    Cluster(#[from] ClusterError),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, io::Error),
    /// The address for other nodes cannot be listened on.
    #[error("cannot listen to other nodes on {0}: {1}")]
    ListenToNodes(SocketAddr, io::Error),
    /// The network failed.
    #[error("the network failed: {0}")]
    Serve(io::Error),
    /// A thread that uses storage ended, so nothing can be stored any more.
    #[error("a thread that uses storage ended")]
    ThreadEnded,
}

/// Ready when the server is asked to stop. Boxed, so that the server is compiled once and not with every caller.
pub type Stop = Pin<Box<dyn Future<Output = ()> + Send>>;

/// A server that has its tables and its address, and is about to answer.
pub struct Server {
    rooms: Arc<Rooms>,
    engines: Engines,
    listener: TcpListener,
    node_listener: Option<NodeListener>,
    lock: Option<FileLock>,
}

impl Server {
    /// How long connections may take to end when the server stops.
    const DRAIN: Duration = Duration::from_secs(5);
    /// How long another node may take for a request, and keep a connection without one.
    const NODE_PATIENCE: Duration = Duration::from_secs(60);
    /// How often idle limiter keys are evicted.
    const EVICTION: Duration = Duration::from_secs(60);

    /// Opens the storage, restores all tables and takes the address.
    pub async fn start(config: Config, entropy: Entropy) -> Result<Server, ServerError> {
        let listen = config.listen;
        // A second server on the same address must not take the tables away from the first.
        let listener = TcpListener::bind(listen).await.map_err(|error| ServerError::Listen(listen, error))?;
        let node_listener = match &config.cluster {
            None => None,
            Some(cluster) => Some(NodeListener::bind(cluster, &config.database).await?),
        };
        let opened = tokio::task::spawn_blocking(move || {
            // First of all: whatever follows changes what another program may be using.
            let lock = store::lock(&config.database)?;
            let advertised = node_listener.as_ref().map(|listener| listener.advertised.clone());
            let (rooms, engines) = Rooms::open(config, entropy, advertised)?;
            Ok::<_, ServerError>(Server { rooms, engines, listener, node_listener, lock })
        });
        opened.await.map_err(|error| ServerError::Serve(io::Error::other(error)))?
    }

    /// The address it listens on.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// The address at which it listens to other nodes, if it does.
    pub fn cluster_address(&self) -> io::Result<Option<SocketAddr>> {
        self.node_listener.as_ref().map(|nodes| nodes.listener.local_addr()).transpose()
    }

    /// How many tables were restored.
    pub fn tables(&self) -> usize {
        self.rooms.len()
    }

    /// Serves until `stop` is ready, then drains: clients are told to reconnect, and everything that they were told is
    /// in the log.
    pub async fn run(self, stop: Stop) -> Result<(), ServerError> {
        let Server { rooms, engines, listener, node_listener, lock: _lock } = self;
        tracing::info!(tables = rooms.len(), node = rooms.config.node, "serving");
        let limiter = Arc::new(Limiter::new(rooms.config.limits));
        let database = rooms.config.database.clone();
        let keys = rooms.keys.clone();
        let archive = Archive::new(readers(), move || store::open_reader(&database, &keys));
        let archive = Arc::new(archive.signed_by(rooms.signer.clone()).with_people(&rooms.config.database));
        let database = rooms.config.database.clone();
        let tips = TipLog::new(rooms.signer.clone(), move || store::open_tips(&database));
        let cluster = Arc::new(Cluster::new(&rooms.keys, Arc::clone(&rooms.metrics)));
        let app = App {
            rooms: Arc::clone(&rooms),
            limiter: Arc::clone(&limiter),
            archive,
            tips: Arc::new(tips),
            cluster: Arc::clone(&cluster),
        };
        let (stopping, leaving) = (Arc::clone(&rooms), Arc::clone(&limiter));
        let (asked, to_stop) = tokio::sync::oneshot::channel::<()>();
        let config = &rooms.config;
        let for_nodes = CancellationToken::new();
        let serving_nodes = async {
            let Some(NodeListener { listener, .. }) = node_listener else { return };
            let door = Door { counts_peers: false, patience: Some(Server::NODE_PATIENCE) };
            let service = http::node_service(app.clone());
            listener::serve(listener, service, Arc::clone(&limiter), door, for_nodes.cancelled()).await;
        };
        let door = Door { counts_peers: !config.trust_proxy, patience: config.limits.patience() };
        let service = http::service(app.clone());
        let serving = listener::serve(listener, service, Arc::clone(&limiter), door, async {
            stop.await;
            tracing::info!("stopping: everyone is told to come back");
            stopping.stop();
            cluster.stop();
            for_nodes.cancel();
            let _ = asked.send(());
        });
        // WebSockets outlive the service that accepted them: their close frames take a moment.
        let serving = async {
            tokio::join!(serving, serving_nodes);
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
        let driving = crate::people::drive(app.clone());
        let deleting = crate::old_logs::delete(&app);
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
            () = driving => {}
            () = deleting => {}
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

/// Where other nodes ask.
struct NodeListener {
    listener: TcpListener,
    /// The address that they are told.
    advertised: String,
}

impl NodeListener {
    async fn bind(cluster: &ClusterConfig, database: &str) -> Result<NodeListener, ServerError> {
        cluster.check(database)?;
        let listener = TcpListener::bind(cluster.listen).await;
        let listener = listener.map_err(|error| ServerError::ListenToNodes(cluster.listen, error))?;
        let advertised = cluster.advertised(listener.local_addr().map_err(ServerError::Serve)?)?;
        Ok(NodeListener { listener, advertised })
    }
}

/// How many logs are read at a time: at most half of the cores are kept from the games.
fn readers() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2).min(4))
}
