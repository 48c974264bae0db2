//! Accepts connections, with one HTTP service for all of them. They are counted before their first byte.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use bytes::Bytes;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use perudo_explain::explain_reason;
use perudo_protocol::RefusedBody;
use perudo_words::{Language, Words};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use crate::intake::{CountedStream, Intake};
use crate::limiter::{Admission, Limiter};
use crate::reason::Reason;

/// The longest head of a request, and the most headers: more than any browser and proxy sends.
const HEAD: usize = 16 * 1024;
const HEADERS: usize = 64;

/// How long a refusal may take, and how many are told at a time; beyond that, connections are closed without a word.
const REFUSAL: Duration = Duration::from_secs(1);
const REFUSALS: usize = 64;

/// How long to wait when the system has no connection left to give.
const EXHAUSTED: Duration = Duration::from_secs(1);

/// What is known of the connection by which a request came.
#[derive(Clone)]
pub(crate) struct AcceptedConnection {
    /// It counts for as long as this is kept.
    pub(crate) admission: Arc<Admission>,
    pub(crate) intake: Intake,
}

/// How a listener treats those who come.
pub(crate) struct Door {
    /// Whether connections count for the address that they come from. Of all that come through a proxy or another node,
    /// that is the peer.
    pub(crate) counts_peers: bool,
    /// How long the head of a request may take.
    pub(crate) patience: Option<Duration>,
}

/// Serves until `stop` is ready, then closes connections as they fall idle. A client that takes longer than it may to send the head of a request, or to begin the next one, is disconnected: an idle connection must not take up a
/// place for ever.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    limiter: Arc<Limiter>,
    door: Door,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(door.patience);
    http.max_buf_size(HEAD).max_headers(HEADERS);
    let (refusals, refusal) = (Arc::new(Semaphore::new(REFUSALS)), refusal());
    // By hand, since `hyper_util::server::graceful` knows no HTTP/1 connections that may be upgraded.
    let (closing, connections) = watch::channel(());
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            biased;
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, peer)) => {
                let Some(admission) = limiter.connect(door.counts_peers.then_some(peer.ip())) else {
                    if let Ok(permit) = Arc::clone(&refusals).try_acquire_owned() {
                        tokio::spawn(refuse(stream, Bytes::clone(&refusal), permit));
                    }
                    continue;
                };
                let connection =
                    AcceptedConnection { admission: Arc::new(admission), intake: Intake::unlimited() };
                let io = io_of(stream, connection.intake.clone());
                let answering = http.serve_connection(io, answers(router.clone(), peer, connection));
                let mut answering = Box::pin(answering.with_upgrades());
                let mut closing = connections.clone();
                tokio::spawn(async move {
                    // A connection that fails is its client's loss alone.
                    tokio::select! {
                        _ = answering.as_mut() => {}
                        _ = closing.changed() => {
                            answering.as_mut().graceful_shutdown();
                            let _ = answering.await;
                        }
                    }
                });
            }
            // The client has gone already.
            Err(error) if is_of_client(&error) => {}
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted at the moment");
                tokio::time::sleep(EXHAUSTED).await;
            }
        }
    }
    drop((listener, connections));
    let _ = closing.send(());
    closing.closed().await;
}

fn io_of(stream: TcpStream, intake: Intake) -> TokioIo<CountedStream<TcpStream>> {
    // Small messages must not wait for each other.
    let _ = stream.set_nodelay(true);
    TokioIo::new(CountedStream { stream, intake })
}

/// The whole answer to someone who has too many connections.
fn refusal() -> Bytes {
    let reason = Reason::TooManyConnections;
    let RefusedBody { error, message, .. } =
        explain_reason(None, reason.name(), Words::of(Language::default()));
    let body = serde_json::json!({ "error": error, "message": message }).to_string();
    let status = reason.status();
    let length = body.len();
    Bytes::from(format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         connection: close\r\n\r\n{body}"
    ))
}

/// Tells a client that it has too many connections. What it sends is thrown away: if it were left unread, the system would
/// reset the connection and the answer would be lost.
async fn refuse(mut stream: TcpStream, refusal: Bytes, permit: OwnedSemaphorePermit) {
    let told = async {
        stream.write_all(&refusal).await?;
        stream.shutdown().await?;
        while stream.read(&mut [0; 1024]).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = tokio::time::timeout(REFUSAL, told).await;
    drop(permit);
}

fn answers(
    router: Router,
    peer: SocketAddr,
    connection: AcceptedConnection,
) -> impl Service<
    hyper::Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> {
    let router = TowerToHyperService::new(router);
    service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(connection.clone());
        router.call(request)
    })
}

fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
