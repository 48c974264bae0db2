//! `perudo admin nodes`.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use perudo_server::store::NodeReport;
use serde_json::{Value, json};

use super::{Desk, Outcome, columns};

impl Desk<'_> {
    pub(super) fn nodes(self, json: bool) -> Outcome {
        let nodes = self.registry.nodes()?;
        let mut out = anstream::stdout().lock();
        if json {
            for node in &nodes {
                writeln!(out, "{}", as_json(node))?;
            }
        } else if nodes.is_empty() {
            writeln!(out, "No server has used this database yet.")?;
        } else {
            let headings = ["NODE", "STATE", "VERSION", "ADDRESS", "TABLES", "EVENTS IN A MINUTE"];
            columns::write(&mut out, headings, &nodes.iter().map(row).collect::<Vec<_>>())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(node: &NodeReport) -> [String; 6] {
    let status = &node.status;
    let or_none = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
    [
        status.name.clone(),
        state(node),
        or_none(&status.version),
        or_none(&status.address),
        status.tables.to_string(),
        node.events.to_string(),
    ]
}

/// Whether a node is alive, and for how long it will be or has not been.
pub(super) fn state(node: &NodeReport) -> String {
    match (node.status.lease_left, node.status.draining) {
        (Some(left), false) => format!("alive, lease {}", seconds(left)),
        (Some(left), true) => format!("draining, lease {}", seconds(left)),
        (None, _) => format!("dead for {}", seconds(node.dead_for.unwrap_or_default())),
    }
}

fn seconds(duration: Duration) -> String {
    humantime::format_duration(Duration::from_secs(duration.as_millis().div_ceil(1000) as u64)).to_string()
}

fn as_json(node: &NodeReport) -> Value {
    let status = &node.status;
    json!({
        "node": status.name,
        "alive": status.lease_left.is_some(),
        "lease_ms": status.lease_left.map(|left| left.as_millis() as u64),
        "dead_ms": node.dead_for.filter(|_| status.lease_left.is_none()).map(|dead| dead.as_millis() as u64),
        "draining": status.draining,
        "version": status.version,
        "address": status.address,
        "tables": status.tables,
        "events_in_a_minute": node.events,
    })
}
