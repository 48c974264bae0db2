//! A store without a database: maps in memory, and a clock that the test turns. Each call is one transaction.
//!
//! The databases are held against it, and the simulation of nodes runs on it.

#![allow(dead_code)] // each test has its use for a part of it

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use perudo_server::store::{
    Append, Claim, Fate, Holding, NewEvent, Node, NodeStatus, Owner, ReadLog, Renewal, Snapshot, Store,
    StoreError, StoredEvent, StoredTable, TableId,
};
use perudo_table::Guest;

/// A connection to maps that others may be connected to as well.
#[derive(Clone, Default)]
pub(crate) struct Simulated(Arc<Mutex<Maps>>);

#[derive(Default)]
struct Maps {
    now: Duration,
    nodes: BTreeMap<String, NodeRow>,
    tables: BTreeMap<TableId, Table>,
    /// How often a table was taken from another node whose lease had not run out.
    stolen: u64,
}

struct NodeRow {
    session: u64,
    lease_until: Duration,
    address: Option<String>,
}

#[derive(Default)]
struct Table {
    /// Nobody, if it was released.
    owner: Option<String>,
    epoch: u64,
    events: Vec<NewEvent>,
    /// Which session wrote each event, and in which epoch.
    writers: Vec<Writer>,
    maker: Option<Guest>,
    secret: Option<Vec<u8>>,
    snapshot: Option<Snapshot>,
    closed: bool,
}

/// Who wrote an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Writer {
    pub(crate) node: String,
    pub(crate) session: u64,
    pub(crate) epoch: u64,
    /// Who owned the table then, and in which epoch.
    pub(crate) owner: Option<String>,
    pub(crate) held_in: u64,
}

impl Simulated {
    fn maps(&self) -> MutexGuard<'_, Maps> {
        self.0.lock().unwrap()
    }

    /// Time goes on.
    pub(crate) fn advance_to(&self, now: Duration) {
        let mut maps = self.maps();
        maps.now = maps.now.max(now);
    }

    /// The epoch of a table and the number of its next event.
    pub(crate) fn next(&self, table: TableId) -> (u64, u64) {
        let next = |table: &Table| (table.epoch, table.events.len() as u64 + 1);
        self.maps().tables.get(&table).map_or((1, 1), next)
    }

    /// Who wrote the events of a table.
    pub(crate) fn writers(&self, table: TableId) -> Vec<Writer> {
        self.maps().tables.get(&table).map(|table| table.writers.clone()).unwrap_or_default()
    }

    /// How often a table was taken from another node whose lease had not run out.
    pub(crate) fn stolen(&self) -> u64 {
        self.maps().stolen
    }

    /// Who has an open table; nobody, if it was released.
    pub(crate) fn owner(&self, table: TableId) -> Option<String> {
        self.maps().tables.get(&table)?.owner.clone()
    }
}

impl Maps {
    fn is_current(&self, node: &Node) -> bool {
        self.nodes.get(&node.name).is_some_and(|row| row.session == node.session)
    }

    fn check(&self, node: &Node) -> Result<(), StoreError> {
        let fenced = || StoreError::Fenced { node: node.name.clone() };
        self.is_current(node).then_some(()).ok_or_else(fenced)
    }

    fn is_alive(&self, name: &str) -> bool {
        self.nodes.get(name).is_some_and(|row| row.lease_until > self.now)
    }

    fn lease_until(&self, node: &Node) -> Duration {
        self.now.saturating_add(node.lease)
    }

    fn append(&mut self, node: &Node, append: &Append) -> Fate {
        let creates_rightly = append.epoch == 1 && append.first_seq == 1 && !append.events.is_empty();
        if append.first_seq == 0 || append.creates && !creates_rightly {
            return Fate::Fenced;
        }
        if append.creates && self.is_current(node) && !self.tables.contains_key(&append.table) {
            let (owner, maker) = (Some(node.name.clone()), append.maker);
            self.tables.insert(append.table, Table { owner, maker, epoch: 1, ..Table::default() });
        }
        match self.tables.get_mut(&append.table) {
            Some(table) if table.epoch == append.epoch => table.append(node, append),
            _ => Fate::Fenced,
        }
    }

    /// The open tables that no live node has, but for those of one node.
    fn orphans(&self, but: &str) -> Vec<TableId> {
        let is_orphan = |table: &Table| {
            !table.closed && table.owner.as_deref().is_none_or(|owner| owner != but && !self.is_alive(owner))
        };
        self.tables.iter().filter(|(_, table)| is_orphan(table)).map(|(id, _)| *id).collect()
    }

    fn give(&mut self, id: TableId, node: &Node) -> Option<StoredTable> {
        let owner = self.tables.get(&id)?.owner.as_deref();
        self.stolen += u64::from(owner.is_some_and(|owner| owner != node.name && self.is_alive(owner)));
        Some(self.tables.get_mut(&id)?.give(id, node))
    }

    fn claim(&mut self, node: &Node, id: TableId) -> Claim {
        let Some(table) = self.tables.get(&id).filter(|table| !table.closed) else { return Claim::Gone };
        match table.owner.clone() {
            Some(name) if name != node.name && self.is_alive(&name) => {
                let address = self.nodes[&name].address.clone();
                Claim::Elsewhere(Owner { name, address })
            }
            _ => self.give(id, node).map_or(Claim::Gone, |table| Claim::Taken(Box::new(table))),
        }
    }
}

impl Store for Simulated {
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError> {
        let mut maps = self.maps();
        Ok(batch.iter().map(|append| maps.append(node, append)).collect())
    }

    fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
        let mut maps = self.maps();
        let (session, address) = (node.session, node.address.clone());
        let row = NodeRow { session, lease_until: maps.lease_until(node), address };
        maps.nodes.insert(node.name.clone(), row);
        let own = |table: &Table| !table.closed && table.owner.as_deref() == Some(&node.name);
        let own: Vec<TableId> =
            maps.tables.iter().filter(|(_, table)| own(table)).map(|(id, _)| *id).collect();
        for id in own.into_iter().chain(maps.orphans(&node.name)) {
            maps.give(id, node).into_iter().for_each(&mut *visit);
        }
        Ok(())
    }

    fn renew(&mut self, node: &Node) -> Result<Renewal, StoreError> {
        let mut maps = self.maps();
        maps.check(node)?;
        let (lapsed, until) = (!maps.is_alive(&node.name), maps.lease_until(node));
        if let Some(row) = maps.nodes.get_mut(&node.name) {
            row.lease_until = until;
        }
        Ok(Renewal { lapsed, draining: false })
    }

    fn claim(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
        let mut maps = self.maps();
        maps.check(node)?;
        Ok(tables.iter().map(|table| maps.claim(node, *table)).collect())
    }

    fn claim_orphans(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        let mut maps = self.maps();
        maps.check(node)?;
        let orphans = maps.orphans(&node.name);
        let alive = maps.nodes.keys().filter(|name| maps.is_alive(name)).count();
        let share = orphans.len().div_ceil(alive.max(1)).min(most);
        for id in orphans.into_iter().take(share) {
            maps.give(id, node).into_iter().for_each(&mut *visit);
        }
        Ok(())
    }

    fn release(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
        let mut maps = self.maps();
        for (id, epoch) in tables {
            let held = |table: &&mut Table| {
                table.epoch == *epoch && table.owner.as_deref() == Some(node.name.as_str())
            };
            if let Some(table) = maps.tables.get_mut(id).filter(held) {
                table.owner = None;
                table.epoch += 1;
            }
        }
        Ok(())
    }

    fn held(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
        let maps = self.maps();
        maps.check(node)?;
        let own = |table: &Table| !table.closed && table.owner.as_deref() == Some(node.name.as_str());
        let held = maps.tables.iter().filter(|(_, table)| own(table));
        Ok(held.map(|(id, table)| (*id, table.epoch)).collect())
    }

    fn nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
        let maps = self.maps();
        let status = |(name, row): (&String, &NodeRow)| {
            let own = |table: &&Table| !table.closed && table.owner.as_ref() == Some(name);
            NodeStatus {
                name: name.clone(),
                address: row.address.clone(),
                version: Some(Node::VERSION.to_owned()),
                lease_left: row.lease_until.checked_sub(maps.now).filter(|left| !left.is_zero()),
                draining: false,
                tables: maps.tables.values().filter(own).count() as u64,
            }
        };
        Ok(maps.nodes.iter().map(status).collect())
    }

    fn made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
        let made = |table: &&Table| !table.closed && table.maker == Some(maker);
        Ok(self.maps().tables.values().filter(made).count() as u64)
    }
}

impl ReadLog for Simulated {
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        let Some(events) = self.maps().tables.get(&table).map(|table| table.from(from)) else {
            return Ok(false);
        };
        let _ = events.into_iter().try_for_each(visit);
        Ok(true)
    }
}

impl Table {
    fn append(&mut self, node: &Node, append: &Append) -> Fate {
        let Ok(begin) = usize::try_from(append.first_seq - 1) else { return Fate::Fenced };
        if begin == self.events.len() && (!self.closed || append.closes && append.events.is_empty()) {
            let (name, owner) = (node.name.clone(), self.owner.clone());
            let (session, epoch, held_in) = (node.session, append.epoch, self.epoch);
            let writer = Writer { node: name, session, epoch, owner, held_in };
            self.writers.extend(append.events.iter().map(|_| writer.clone()));
            self.events.extend(append.events.iter().cloned());
            let seq = self.events.len() as u64;
            self.snapshot =
                append.snapshot.clone().map(|body| Snapshot { seq, body }).or(self.snapshot.take());
            self.secret = self.secret.take().or_else(|| append.secret.clone());
            self.closed |= append.closes;
            if self.closed {
                (self.secret, self.snapshot) = (None, None);
            }
            return Fate::Written;
        }
        let end = begin.saturating_add(append.events.len());
        let there = self.events.get(begin..end);
        if !append.events.is_empty() && there == Some(&append.events) { Fate::Written } else { Fate::Fenced }
    }

    fn give(&mut self, id: TableId, node: &Node) -> StoredTable {
        self.owner = Some(node.name.clone());
        self.epoch += 1;
        let from = self.snapshot.as_ref().map_or(1, |snapshot| snapshot.seq + 1);
        let (secret, snapshot) = (self.secret.clone(), self.snapshot.clone());
        StoredTable { id, epoch: self.epoch, secret, snapshot, events: self.from(from) }
    }

    fn from(&self, from: u64) -> Vec<StoredEvent> {
        let stored =
            |(seq, event): (u64, &NewEvent)| StoredEvent { seq, at: event.at, body: event.body.clone() };
        (1..).zip(&self.events).filter(|(seq, _)| *seq >= from).map(stored).collect()
    }
}
