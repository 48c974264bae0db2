//! Accepts connections, with one HTTP service for all of them.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// How long to wait when the system has no connection left to give.
const EXHAUSTED: Duration = Duration::from_secs(1);

/// Serves until `stop` is ready, then closes connections as they fall idle. A client that takes longer than `patience`
/// to send the head of a request, or to begin the next one, is disconnected: an idle connection must not take up a
/// place for ever.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    patience: Option<Duration>,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
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
                let answering = http.serve_connection(io_of(stream), answers(router.clone(), peer));
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

fn io_of(stream: TcpStream) -> TokioIo<TcpStream> {
    // Small messages must not wait for each other.
    let _ = stream.set_nodelay(true);
    TokioIo::new(stream)
}

fn answers(
    router: Router,
    peer: SocketAddr,
) -> impl Service<
    hyper::Request<Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send,
> {
    let router = TowerToHyperService::new(router);
    service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.call(request)
    })
}

fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
