//! Figures for Prometheus.

use std::borrow::Cow;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

/// Everything that is counted.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) tables: Gauge,
    pub(crate) connections: Gauge,
    pub(crate) messages: Counter,
    pub(crate) refusals: Counter,
    pub(crate) malformed: Counter,
    pub(crate) cut: Counter,
    pub(crate) appends: Counter,
    pub(crate) storage_failures: Counter,
    pub(crate) bot_decisions: Counter,
    pub(crate) bot_failures: Counter,
    pub(crate) forwarded: Counter,
    pub(crate) forwarded_connections: Gauge,
    pub(crate) forward_failures: Counter,
    pub(crate) list_failures: Counter,
    pub(crate) cluster_refusals: Counter,
    commit_time: Histogram,
    batch_size: Histogram,
}

impl Metrics {
    /// The figures of a node.
    pub(crate) fn of_node(name: &str) -> Metrics {
        let node = (Cow::Borrowed("node"), Cow::Owned(name.to_owned()));
        let mut registry = Registry::with_prefix_and_labels("perudo", std::iter::once(node));
        let metrics = Metrics {
            tables: Gauge::default(),
            connections: Gauge::default(),
            messages: Counter::default(),
            refusals: Counter::default(),
            malformed: Counter::default(),
            cut: Counter::default(),
            appends: Counter::default(),
            storage_failures: Counter::default(),
            bot_decisions: Counter::default(),
            bot_failures: Counter::default(),
            forwarded: Counter::default(),
            forwarded_connections: Gauge::default(),
            forward_failures: Counter::default(),
            list_failures: Counter::default(),
            cluster_refusals: Counter::default(),
            commit_time: Histogram::new(exponential_buckets(0.000_1, 2.0, 16)),
            batch_size: Histogram::new(exponential_buckets(1.0, 2.0, 10)),
            registry: Registry::default(),
        };
        registry.register("tables", "Open tables on this node", metrics.tables.clone());
        registry.register("connections", "WebSocket connections", metrics.connections.clone());
        registry.register("messages", "Messages from clients", metrics.messages.clone());
        registry.register("refusals", "Commands that were refused", metrics.refusals.clone());
        registry.register("malformed", "Malformed messages", metrics.malformed.clone());
        registry.register("cut", "Connections that were closed because of their client", metrics.cut.clone());
        registry.register("appends", "Appends to logs", metrics.appends.clone());
        registry.register("storage_failures", "Failed transactions", metrics.storage_failures.clone());
        registry.register("bot_decisions", "Decisions of bots", metrics.bot_decisions.clone());
        registry.register("bot_failures", "Bots that failed to decide", metrics.bot_failures.clone());
        registry.register("forwarded", "Requests passed on to other nodes", metrics.forwarded.clone());
        registry.register(
            "forwarded_connections",
            "WebSocket connections passed on to other nodes",
            metrics.forwarded_connections.clone(),
        );
        registry.register(
            "forward_failures",
            "Attempts to pass a request on that failed",
            metrics.forward_failures.clone(),
        );
        registry.register(
            "list_failures",
            "Times a node was left out of the list of tables",
            metrics.list_failures.clone(),
        );
        registry.register(
            "cluster_refusals",
            "Requests at the cluster's port that no node of the cluster had signed",
            metrics.cluster_refusals.clone(),
        );
        registry.register_with_unit(
            "commit_time",
            "Time of a transaction",
            Unit::Seconds,
            metrics.commit_time.clone(),
        );
        registry.register("batch_size", "Appends in a transaction", metrics.batch_size.clone());
        Metrics { registry, ..metrics }
    }

    /// A transaction of so many appends was done in that time.
    pub(crate) fn committed(&self, appends: usize, time: Duration) {
        self.appends.inc_by(appends as u64);
        self.batch_size.observe(appends as f64);
        self.commit_time.observe(time.as_secs_f64());
    }

    /// The figures as Prometheus reads them.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            Err(error) => format!("# {error}\n"),
        }
    }
}
