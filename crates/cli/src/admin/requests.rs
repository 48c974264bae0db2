//! `perudo admin drain` and `perudo admin close`: what nodes are asked for, and wait for it.

use std::io::Write;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use perudo_server::store::{NodeReport, TableId};

use super::{AdminError, Desk, Outcome, moment, nodes};
use crate::REFUSED;

/// Between two looks at the database.
const PAUSE: Duration = Duration::from_millis(200);

impl Desk<'_> {
    pub(super) fn drain(mut self, name: &str, wait: Duration) -> Outcome {
        let node = self.node(name)?;
        if node.status.lease_left.is_none() {
            let state = nodes::state(&node);
            return Err(AdminError::Call(format!(
                "node {name:?} is {state}: its tables are the others' already"
            )));
        }
        let heir = |other: &NodeReport| {
            let status = &other.status;
            status.name != name && status.lease_left.is_some() && !status.draining
        };
        let heirs = self.registry.nodes()?.iter().any(heir);
        self.registry.drain(name)?;
        let mut out = anstream::stdout().lock();
        if !heirs {
            writeln!(out, "No other node is alive: the tables wait until one is.")?;
        }
        let begun = Instant::now();
        loop {
            let node = self.node(name)?;
            if node.status.tables == 0 {
                writeln!(out, "Node {name} has no tables and takes none until it is started again.")?;
                return Ok(ExitCode::SUCCESS);
            }
            if begun.elapsed() >= wait {
                writeln!(out, "Node {name} still has {} tables to hand over.", node.status.tables)?;
                return Ok(ExitCode::from(REFUSED));
            }
            thread::sleep(PAUSE);
        }
    }

    pub(super) fn close(self, id: TableId, reason: &str, wait: Duration) -> Outcome {
        let report = self.registry.table(id)?.ok_or(AdminError::NoTable(id))?;
        let mut out = anstream::stdout().lock();
        if let Some(closed) = report.closed_at {
            writeln!(out, "Table {id} has been closed since {}.", moment(closed))?;
            return Ok(ExitCode::SUCCESS);
        }
        self.registry.ask_to_close(id, reason)?;
        let begun = Instant::now();
        loop {
            let report = self.registry.table(id)?.ok_or(AdminError::NoTable(id))?;
            if report.closed_at.is_some() {
                writeln!(out, "Table {id} is closed.")?;
                return Ok(ExitCode::SUCCESS);
            }
            if begun.elapsed() >= wait {
                let owner = match &report.owner {
                    Some(owner) if report.live => format!("Node {owner} has not closed table {id} yet"),
                    _ => format!("No live node has table {id}"),
                };
                writeln!(out, "{owner}. It is closed as soon as a node sees to it.")?;
                return Ok(ExitCode::from(REFUSED));
            }
            thread::sleep(PAUSE);
        }
    }

    /// The node of a name.
    pub(super) fn node(&mut self, name: &str) -> Result<NodeReport, AdminError> {
        let nodes = self.registry.nodes()?;
        let names: Vec<&str> = nodes.iter().map(|node| node.status.name.as_str()).collect();
        let unknown = match &names[..] {
            [] => format!("there is no node {name:?}: no server has used this database yet"),
            [one] => format!("there is no node {name:?}; there is {one:?}"),
            names => format!("there is no node {name:?}; there are {}", names.join(", ")),
        };
        let found = nodes.into_iter().find(|node| node.status.name == name);
        found.ok_or(AdminError::Call(unknown))
    }
}
