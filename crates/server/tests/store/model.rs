//! What a store should do, without a database: maps in memory.

use std::collections::BTreeMap;

use perudo_server::store::{Append, Fate, NewEvent, Node, Snapshot, StoredEvent, StoredTable, TableId};

#[derive(Default)]
pub(crate) struct Model {
    tables: BTreeMap<TableId, Table>,
    /// The session of each node, and whether its lease has run out.
    nodes: BTreeMap<String, (u64, bool)>,
}

struct Table {
    owner: String,
    epoch: u64,
    events: Vec<NewEvent>,
    secret: Option<Vec<u8>>,
    snapshot: Option<Snapshot>,
    closed: bool,
}

impl Model {
    pub(crate) fn append(&mut self, node: &Node, append: &Append) -> Fate {
        let right = append.epoch == 1 && append.first_seq == 1 && !append.events.is_empty();
        let current = self.nodes.get(&node.name).is_some_and(|(session, _)| *session == node.session);
        if append.first_seq == 0 || append.creates && !right {
            return Fate::Fenced;
        }
        if append.creates && current && !self.tables.contains_key(&append.table) {
            let owner = node.name.clone();
            let table =
                Table { owner, epoch: 1, events: Vec::new(), secret: None, snapshot: None, closed: false };
            self.tables.insert(append.table, table);
        }
        match self.tables.get_mut(&append.table) {
            Some(table) if table.epoch == append.epoch => table.append(append),
            _ => Fate::Fenced,
        }
    }

    /// The tables in the order of their names.
    pub(crate) fn take_over(&mut self, node: &Node) -> Vec<StoredTable> {
        self.nodes.insert(node.name.clone(), (node.session, node.lease.is_zero()));
        let free = |table: &Table| !table.closed && (table.owner == node.name || self.nodes[&table.owner].1);
        let taken = self.tables.iter_mut().filter(|(_, table)| free(table));
        taken.map(|(id, table)| table.take_over(*id, node)).collect()
    }

    pub(crate) fn renew(&mut self, node: &Node) -> bool {
        let current = self.nodes.get_mut(&node.name).filter(|(session, _)| *session == node.session);
        current.map(|(_, run_out)| *run_out = node.lease.is_zero()).is_some()
    }

    /// The epoch of a table and the number of its next event.
    pub(crate) fn next(&self, table: TableId) -> (u64, u64) {
        self.tables.get(&table).map_or((1, 1), |table| (table.epoch, table.events.len() as u64 + 1))
    }

    pub(crate) fn events(&self, table: TableId, from: u64) -> Option<Vec<StoredEvent>> {
        self.tables.get(&table).map(|table| table.from(from))
    }
}

impl Table {
    fn append(&mut self, append: &Append) -> Fate {
        let begin = append.first_seq as usize - 1;
        if begin == self.events.len() && (!self.closed || append.closes && append.events.is_empty()) {
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
        let there = self.events.get(begin..begin + append.events.len());
        if !append.events.is_empty() && there == Some(&append.events) { Fate::Written } else { Fate::Fenced }
    }

    fn take_over(&mut self, id: TableId, node: &Node) -> StoredTable {
        self.owner.clone_from(&node.name);
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
