//! The WebSockets that are passed on. A node that has died without a word keeps its connections open, so nodes to which
//! WebSockets lead are asked for a sign of life; if one gives none, its WebSockets end, and their clients come back.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::http::uri::PathAndQuery;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::upgrade::OnUpgrade;
use parking_lot::Mutex;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use super::pipe::{End, carry};
use super::{Cluster, NodeError, NodeRequest};
use crate::mailbox::CloseReason;

/// How often a node is asked for a sign of life.
const PULSE: Duration = Duration::from_secs(1);

/// How long it may take, and how often in a row it may give none: together about as long as a lease.
const GIVING: Duration = Duration::from_millis(2500);
const MISSED: u32 = 2;

/// Where a node answers to that.
pub(crate) const PULSE_PATH: &str = "/cluster/pulse";

/// The WebSockets that are passed on, by the node to which they lead.
#[derive(Default)]
pub(crate) struct Links {
    all: CancellationToken,
    by_node: Mutex<HashMap<String, Link>>,
}

/// Those to one node.
struct Link {
    count: usize,
    /// Ends all of them.
    cut: CancellationToken,
}

impl Cluster {
    /// Carries a WebSocket between a client and the node that has accepted it, for as long as both want; what is kept
    /// meanwhile is let go then.
    pub(crate) fn carry_socket(
        self: &Arc<Self>,
        node: &str,
        client: &mut Request<()>,
        accepted: &mut Response<Incoming>,
        kept: impl Send + 'static,
    ) {
        let (client, owner) = (hyper::upgrade::on(client), hyper::upgrade::on(accepted));
        let (cluster, node) = (Arc::clone(self), node.to_owned());
        tokio::spawn(async move {
            let cut = cluster.open_link(&node);
            cluster.metrics.forwarded_connections.inc();
            carry_between(client, owner, &cut, || cluster.why_cut()).await;
            cluster.metrics.forwarded_connections.dec();
            cluster.close_link(&node, &cut);
            drop(kept);
        });
    }

    /// Ends all WebSockets that are passed on: this node is about to stop.
    pub(crate) fn stop(&self) {
        self.links.all.cancel();
    }

    fn why_cut(&self) -> CloseReason {
        if self.links.all.is_cancelled() { CloseReason::Restarting } else { CloseReason::Moved }
    }

    fn open_link(self: &Arc<Self>, node: &str) -> CancellationToken {
        let mut by_node = self.links.by_node.lock();
        if let Some(link) = by_node.get_mut(node) {
            link.count += 1;
            return link.cut.clone();
        }
        let cut = self.links.all.child_token();
        by_node.insert(node.to_owned(), Link { count: 1, cut: cut.clone() });
        tokio::spawn(Arc::clone(self).watch(node.to_owned(), cut.clone()));
        cut
    }

    fn close_link(&self, node: &str, cut: &CancellationToken) {
        let mut by_node = self.links.by_node.lock();
        // After a cut there may be a new link to the same node already.
        if !cut.is_cancelled()
            && let Some(link) = by_node.get_mut(node)
        {
            link.count -= 1;
            if link.count == 0 {
                by_node.remove(node);
                cut.cancel();
            }
        }
    }

    /// Watches over a node until no WebSocket leads to it.
    async fn watch(self: Arc<Self>, node: String, cut: CancellationToken) {
        let alive = async {
            let mut missed = 0;
            loop {
                tokio::time::sleep(PULSE).await;
                let pulse = self.ask(&node, NodeRequest::get(PathAndQuery::from_static(PULSE_PATH)));
                match timeout(GIVING, pulse).await.unwrap_or(Err(NodeError::Silent)) {
                    Ok(_) => missed = 0,
                    Err(error) if missed + 1 >= MISSED => return error,
                    Err(_) => missed += 1,
                }
            }
        };
        tokio::select! {
            biased;
            () = cut.cancelled() => {}
            error = alive => {
                tracing::warn!(node, %error, "a node gives no sign of life: the connections to its tables are ended");
                self.links.by_node.lock().remove(&node);
                cut.cancel();
            }
        }
    }
}

async fn carry_between(
    client: OnUpgrade,
    owner: OnUpgrade,
    cut: &CancellationToken,
    why: impl Fn() -> CloseReason,
) {
    let (Ok(client), Ok(owner)) = tokio::join!(client, owner) else { return };
    if let (Some(client), Some(owner)) = (End::of_client(client), End::of_node(owner)) {
        let cut = async {
            cut.cancelled().await;
            why()
        };
        carry(client, owner, cut).await;
    }
}
