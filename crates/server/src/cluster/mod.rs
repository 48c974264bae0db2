//! The other nodes: requests and WebSockets for a table of another node are passed on to it, and lists have the tables of
//! all nodes.

mod address;
mod frames;
mod links;
mod lists;
mod pipe;
mod signature;

use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::body::Body;
use axum::http::uri::{Authority, PathAndQuery, Scheme};
use axum::http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode, Uri};
use bytes::Bytes;
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use parking_lot::Mutex;
use perudo_protocol::http::Problem;
use serde::de::DeserializeOwned;

use crate::keys::Keys;
use crate::metrics::Metrics;

pub use address::ClusterError;
pub(crate) use links::PULSE_PATH;
pub(crate) use lists::{LIST_PATH, ListedTable};
pub(crate) use signature::HEADER;

use links::Links;
use lists::Lists;
use signature::ClusterKeys;

/// How long another node may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(1);
/// How long it may take to begin its answer.
const ANSWERING: Duration = Duration::from_secs(5);
/// How long a connection to it is kept for the next request: less than the other side does.
const IDLE: Duration = Duration::from_secs(20);
/// The most idle connections to one node.
const IDLE_CONNECTIONS: usize = 64;
/// The longest text that says why a node refuses this one.
const REFUSAL: usize = 4096;

/// The longest answer for this node itself.
const LONGEST: usize = 1024 * 1024;

/// What a node needs to talk to the others.
pub(crate) struct Cluster {
    client: Client<HttpConnector, Body>,
    pub(crate) keys: ClusterKeys,
    pub(crate) metrics: Arc<Metrics>,
    links: Links,
    lists: Lists,
    /// When a failure was last reported.
    reported: Mutex<Option<Instant>>,
}

/// A request to another node.
pub(crate) struct NodeRequest<'a> {
    pub(crate) method: &'a Method,
    pub(crate) target: PathAndQuery,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
    /// For whom it is made; `None` if for this node itself.
    pub(crate) client: Option<IpAddr>,
}

impl NodeRequest<'_> {
    /// A question of this node itself.
    pub(crate) fn get(target: PathAndQuery) -> NodeRequest<'static> {
        NodeRequest {
            method: &Method::GET,
            target,
            headers: HeaderMap::new(),
            body: Bytes::new(),
            client: None,
        }
    }
}

/// Why another node has not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NodeError {
    /// It cannot be reached.
    #[error("no connection: {}", cause(.0))]
    Unreachable(hyper_util::client::legacy::Error),
    /// The connection broke before the answer came.
    #[error("the connection broke: {}", cause(.0))]
    Broken(hyper_util::client::legacy::Error),
    /// It takes too long.
    #[error("no answer in time")]
    Silent,
    /// It does not take this node for one of its cluster.
    #[error("it refuses this node: {0}")]
    Refused(String),
    /// It does not have the table, or is about to give it away.
    #[error("the table is elsewhere")]
    Elsewhere,
    /// Its answer cannot be read.
    #[error("its answer cannot be read")]
    Unreadable,
    /// Nothing can be sent there.
    #[error("its address is none")]
    BadAddress,
}

impl NodeError {
    /// Whether the request has not been carried out, for sure.
    pub(crate) fn nothing_done(&self) -> bool {
        !matches!(self, NodeError::Broken(_) | NodeError::Silent | NodeError::Unreadable)
    }
}

impl Cluster {
    pub(crate) fn new(keys: &Keys, metrics: Arc<Metrics>) -> Cluster {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECTING));
        connector.set_nodelay(true);
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_timer(TokioTimer::new()).pool_idle_timeout(IDLE).pool_max_idle_per_host(IDLE_CONNECTIONS);
        Cluster {
            client: client.build(connector),
            keys: ClusterKeys::of(keys),
            metrics,
            links: Links::default(),
            lists: Lists::default(),
            reported: Mutex::default(),
        }
    }

    /// Asks another node, and waits for the head of its answer.
    pub(crate) async fn ask(
        &self,
        node: &str,
        request: NodeRequest<'_>,
    ) -> Result<Response<Incoming>, NodeError> {
        let NodeRequest { method, target, headers, body, client } = request;
        let signature = self.keys.sign(method, target.as_str(), client, SystemTime::now());
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = method.clone();
        *request.uri_mut() = uri(node, target)?;
        *request.headers_mut() = headers;
        request.headers_mut().insert(HEADER, signature.ok_or(NodeError::BadAddress)?);
        let answer = tokio::time::timeout(ANSWERING, self.client.request(request)).await;
        let response = answer.map_err(|_| NodeError::Silent)?.map_err(|error| match error.is_connect() {
            true => NodeError::Unreachable(error),
            false => NodeError::Broken(error),
        })?;
        match response.headers().get(HEADER) {
            Some(mark) if mark == ELSEWHERE => Err(NodeError::Elsewhere),
            Some(mark) if mark == REFUSED => Err(NodeError::Refused(refusal(response).await)),
            _ => Ok(response),
        }
    }

    /// A request could not be passed on to a node. However many there are, the log says so once a second.
    pub(crate) fn report(&self, node: &str, error: &NodeError) {
        self.metrics.forward_failures.inc();
        let mut reported = self.reported.lock();
        if reported.is_none_or(|at| at.elapsed() >= Duration::from_secs(1)) {
            *reported = Some(Instant::now());
            tracing::warn!(node, %error, "requests cannot be passed on to a node");
        }
    }

    /// Asks another node for something that is JSON.
    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        node: &str,
        request: NodeRequest<'_>,
    ) -> Result<T, NodeError> {
        let answer = self.ask(node, request).await?;
        if answer.status() != StatusCode::OK {
            return Err(NodeError::Unreadable);
        }
        let body = axum::body::to_bytes(Body::new(answer.into_body()), LONGEST).await;
        serde_json::from_slice(&body.map_err(|_| NodeError::Unreadable)?).map_err(|_| NodeError::Unreadable)
    }
}

/// What an error comes from: what is around it says only that there is one.
fn cause(error: &dyn Error) -> String {
    error.source().map_or_else(|| error.to_string(), cause)
}

/// Marks an answer by which a node refuses another one, which is no answer to a client.
pub(crate) const REFUSED: HeaderValue = HeaderValue::from_static("refused");

/// Marks the answer of a node that does not have the table, or not for much longer.
pub(crate) const ELSEWHERE: HeaderValue = HeaderValue::from_static("elsewhere");

fn uri(node: &str, target: PathAndQuery) -> Result<Uri, NodeError> {
    let authority: Authority = node.parse().map_err(|_| NodeError::BadAddress)?;
    let uri = Uri::builder().scheme(Scheme::HTTP).authority(authority).path_and_query(target);
    uri.build().map_err(|_| NodeError::BadAddress)
}

/// The sentence of a refusal.
async fn refusal(response: Response<Incoming>) -> String {
    let status = response.status();
    let reading = axum::body::to_bytes(Body::new(response.into_body()), REFUSAL);
    let body = tokio::time::timeout(ANSWERING, reading).await.ok().and_then(Result::ok);
    let problem = body.and_then(|body| serde_json::from_slice::<Problem>(&body).ok());
    problem.map_or_else(|| status.to_string(), |problem| problem.message)
}
