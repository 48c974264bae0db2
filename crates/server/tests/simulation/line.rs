//! The way from a node to the store: what goes over it takes its time, or is lost.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use perudo_table::Guest;
use rand::RngExt;

use crate::store::{
    Append, Claim, Fate, Holding, Node, NodeStatus, ReadLog, Renewal, Store, StoreError, StoredEvent,
    StoredTable, TableId,
};

use super::LEASE;
use super::actor::Actor;
use super::simulated::Simulated;

/// A connection of one thread of a node.
pub(super) struct Line {
    pub(super) actor: Arc<Actor>,
    pub(super) store: Simulated,
    /// Whether the node has died.
    pub(super) dead: Arc<AtomicBool>,
}

impl Line {
    /// Half of what was lost is tried once more without a word to whoever called, as connections to PostgreSQL do.
    fn call<T>(
        &self,
        mut call: impl FnMut(&mut Simulated) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let again = self.actor.random.lock().random_range(0..2) == 0;
        match self.attempt(&mut call) {
            Err(error) if again && error.is_temporary() => self.attempt(&mut call),
            outcome => outcome,
        }
    }

    fn attempt<T>(
        &self,
        call: &mut impl FnMut(&mut Simulated) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let (there, back, luck) = {
            let mut random = self.actor.random.lock();
            (self.time(&mut random), self.time(&mut random), random.random_range(0..100))
        };
        let calm = self.actor.pulse.is_calm();
        self.actor.wait(there);
        // What was sent may arrive although its sender has died.
        let arrives = luck % 2 == 0 || !self.is_dead();
        if !calm && luck < 8 || !arrives {
            self.actor.wait(back);
            return Err(self.lost());
        }
        let answer = call(&mut self.store.clone());
        self.actor.wait(back);
        if !calm && luck >= 92 || self.is_dead() { Err(self.lost()) } else { answer }
    }

    /// Mostly little, now and then longer than a lease.
    fn time(&self, random: &mut super::Random) -> Duration {
        let longest = match random.random_range(0..100) {
            _ if self.actor.pulse.is_calm() => Duration::from_millis(10),
            0..80 => Duration::from_millis(20),
            80..95 => LEASE / 4,
            _ => LEASE * 2,
        };
        longest.mul_f64(random.random_range(0.0..1.0))
    }

    fn is_dead(&self) -> bool {
        self.dead.load(Ordering::SeqCst)
    }

    fn lost(&self) -> StoreError {
        let place = "simulated".to_owned();
        // Who is dead does not try again.
        if self.is_dead() {
            return StoreError::Unusable { place, reason: "the node has died".to_owned() };
        }
        StoreError::Unavailable { place, reason: "no answer".to_owned() }
    }
}

impl Store for Line {
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError> {
        self.call(|store| store.commit(node, batch))
    }

    fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
        let tables = self.call(|store| {
            let mut tables = Vec::new();
            store.take_over(node, &mut |table| tables.push(table))?;
            Ok(tables)
        })?;
        tables.into_iter().for_each(visit);
        Ok(())
    }

    fn renew(&mut self, node: &Node) -> Result<Renewal, StoreError> {
        self.call(|store| store.renew(node))
    }

    fn claim(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
        self.call(|store| store.claim(node, tables))
    }

    fn claim_orphans(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        // Never tried again, as in PostgreSQL.
        let tables = self.attempt(&mut |store| {
            let mut tables = Vec::new();
            store.claim_orphans(node, most, &mut |table| tables.push(table))?;
            Ok(tables)
        })?;
        tables.into_iter().for_each(visit);
        Ok(())
    }

    fn release(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
        self.call(|store| store.release(node, tables))
    }

    fn held(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
        self.call(|store| store.held(node))
    }

    fn nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
        self.call(Store::nodes)
    }

    fn made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
        self.call(|store| store.made_by(maker))
    }
}

impl ReadLog for Line {
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        self.call(|store| store.read(table, from, &mut *visit))
    }
}
