//! The public tables of all nodes.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use axum::http::uri::PathAndQuery;
use futures_util::future::join_all;
use perudo_protocol::http::TableSummary;
use perudo_table::Moment;
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use super::{Cluster, NodeError, NodeRequest};
use crate::public_tables::Listing;
use crate::room::Room;

/// Where a node tells others its own list.
pub(crate) const LIST_PATH: &str = "/cluster/tables";

/// How long the lists of the others are good for.
const FRESH: Duration = Duration::from_secs(1);
/// How long a node may take to tell its list.
const TELLING: Duration = Duration::from_millis(500);

/// A public table, with what decides about its place in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ListedTable {
    pub(crate) full: bool,
    pub(crate) opened: Moment,
    pub(crate) summary: TableSummary,
}

impl ListedTable {
    /// A room as it is listed; `None` if it no longer is.
    pub(crate) fn of_room(room: &Room, summary: impl FnOnce(&Room) -> TableSummary) -> Option<ListedTable> {
        let Listing { full, opened: Reverse(opened), .. } = Listing::of_room(room)?;
        Some(ListedTable { full, opened, summary: summary(room) })
    }

    /// Those with free chairs first, then the newest: as [`Listing`] orders them.
    fn place(&self) -> impl Ord + '_ {
        (self.full, Reverse(self.opened), &self.summary.table)
    }
}

/// What the other nodes have told lately.
#[derive(Default)]
pub(crate) struct Lists(Mutex<Option<(Instant, Arc<[ListedTable]>)>>);

impl Cluster {
    /// The first public tables of all nodes, of which these are this node's own.
    pub(crate) async fn public_tables(
        &self,
        own: Vec<ListedTable>,
        nodes: impl AsyncFnOnce() -> Vec<String>,
        most: usize,
    ) -> Vec<TableSummary> {
        let others = self.others(nodes).await;
        merged(own, &others, most)
    }

    /// The lists of the other nodes. However many ask, each node is asked once a second.
    async fn others(&self, nodes: impl AsyncFnOnce() -> Vec<String>) -> Arc<[ListedTable]> {
        let mut lists = self.lists.0.lock().await;
        if let Some((at, tables)) = &*lists
            && at.elapsed() < FRESH
        {
            return Arc::clone(tables);
        }
        const LIST: PathAndQuery = PathAndQuery::from_static(LIST_PATH);
        let told = nodes().await.into_iter().map(|node| async move {
            let told = timeout(TELLING, self.read(&node, NodeRequest::get(LIST)))
                .await
                .unwrap_or(Err(NodeError::Silent));
            told.unwrap_or_else(|error| {
                tracing::debug!(node, %error, "a node is left out of the list of tables");
                self.metrics.list_failures.inc();
                Vec::new()
            })
        });
        let tables: Arc<[ListedTable]> = join_all(told).await.concat().into();
        *lists = Some((Instant::now(), Arc::clone(&tables)));
        tables
    }
}

/// The first of all tables. One that has just moved may be in two lists: the first that has it counts.
fn merged(own: Vec<ListedTable>, others: &[ListedTable], most: usize) -> Vec<TableSummary> {
    let mut seen = HashSet::new();
    let mut all = own;
    all.extend_from_slice(others);
    all.retain(|table| seen.insert(table.summary.table.clone()));
    all.sort_by(|a, b| a.place().cmp(&b.place()));
    all.into_iter().take(most).map(|table| table.summary).collect()
}
