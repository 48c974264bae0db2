//! Three nodes, a primary and its standby, and clients that come to any node, while everything fails that can; then
//! everything that anyone saw is held against the log.
//!
//! `cargo xtask chaos --cluster` runs the same for longer. PERUDO_CHAOS_FAULTS says how long, and PERUDO_CHAOS_SEED what
//! fails when: a run prints its seed, so that it can be run again.

#![allow(clippy::print_stderr)] // whoever runs it again must know what failed when

use std::sync::atomic::Ordering;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};

use perudo_client::{Received, Socket};
use perudo_protocol::{ClientMsg, PROTOCOL};
use perudo_server::Keys;
use perudo_server::store;
use perudo_test_postgres::Pair;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::log::check_against_log;
use super::node::{LEASE, Node};
use super::player::{PLAYERS, World, guest};
use super::setting;
use crate::PATIENCE;

/// What fails.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A node is killed, and started again when others have its tables.
    Kill,
    /// A node is killed and started again at once.
    Crash,
    /// A node is killed, and its tables are wanted at both others at once.
    Race,
    /// A node is stopped for longer than its lease, and goes on.
    Freeze,
    /// A node is asked to stop, and started again.
    Terminate,
    /// A node is cut off from the database.
    Cut,
    /// The database is slow for a node.
    Delay,
    /// The primary is killed, and the standby promoted.
    Primary,
}

const FAULTS: [Fault; 8] = [
    Fault::Kill,
    Fault::Crash,
    Fault::Race,
    Fault::Freeze,
    Fault::Terminate,
    Fault::Cut,
    Fault::Delay,
    Fault::Primary,
];

/// Keeps in the database itself who wrote each event, and in which epoch.
const AUDIT: &str = "
    CREATE TABLE audit (table_id bigint, seq bigint, epoch bigint, owner text, writer text);
    CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO audit SELECT NEW.table_id, NEW.seq, epoch, owner, current_setting('application_name')
        FROM tables WHERE id = NEW.table_id;
        RETURN NEW;
    END $$;
    CREATE TRIGGER audit BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION audit();";

/// Epochs with more than one writer, or with one that was not the owner; and events that were written later in an
/// earlier epoch.
const TWO_OWNERS: &str = "
    SELECT count(*) FROM (
        SELECT 1 FROM audit GROUP BY table_id, epoch
        HAVING count(DISTINCT writer) > 1 OR bool_or(owner <> split_part(writer, '-', 1))
        UNION ALL
        SELECT 1 FROM (
            SELECT epoch, lag(epoch) OVER (PARTITION BY table_id ORDER BY seq) AS before FROM audit
        ) AS epochs WHERE epoch < before
    ) AS wrong";

/// What there is to know of a database that does not go on.
const STATE: [&str; 4] = [
    "SELECT name, session, lease_until - clock_timestamp(), draining FROM nodes",
    "SELECT id, owner, epoch, clock_timestamp() - held_since FROM tables",
    "SELECT application_name, state, sync_state, reply_time FROM pg_stat_replication",
    "SELECT application_name, state, wait_event, clock_timestamp() - query_start, query FROM pg_stat_activity
     WHERE datname IS NOT NULL",
];

struct Cluster {
    pair: Pair,
    nodes: Vec<Node>,
    world: Arc<World>,
    random: Xoshiro256PlusPlus,
}

#[test]
fn a_cluster_loses_nothing_whatever_fails() {
    let faults = setting("PERUDO_CHAOS_FAULTS").unwrap_or(20);
    let tables = setting("PERUDO_CHAOS_TABLES").unwrap_or(6);
    let seed = setting("PERUDO_CHAOS_SEED").unwrap_or_else(rand::random::<u64>);
    eprintln!("seed {seed}: PERUDO_CHAOS_SEED={seed} runs the same faults again");
    let folder = tempfile::tempdir().unwrap();
    let pair = Pair::start().unwrap();
    let mut nodes: Vec<Node> = ["a", "b", "c"].map(|name| Node::new(name, &pair, folder.path())).into();
    nodes[0].start();
    pair.primary().sql(AUDIT).unwrap();
    nodes[1..].iter_mut().for_each(Node::start);
    let settings =
        json!({"rules": "tournament dice=2", "seats": PLAYERS, "speed": "instant", "tours": 1, "turn": 0});
    let make =
        |table: usize| nodes[table % nodes.len()].server().table(&guest(table, 0), "p0", &settings, &[]);
    let world = World::new(nodes.iter().map(|node| node.address).collect(), (0..tables).map(make).collect());
    let clients = world.play(seed);
    let random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut cluster = Cluster { pair, nodes, world: Arc::clone(&world), random };
    cluster.fail(faults);
    let finished = world.finish();
    world.stop();
    for client in clients {
        client.join().unwrap();
    }
    if !world.faults.lock().unwrap().is_empty() {
        cluster.tell();
    }
    assert_eq!(*world.faults.lock().unwrap(), Vec::<String>::new(), "seed {seed}");
    assert!(finished, "not every table could be finished, seed {seed}");
    cluster.check(folder.path());
}

impl Cluster {
    /// Lets so many things fail, one after the other. Each kind comes once before any comes again.
    fn fail(&mut self, faults: usize) {
        let mut deck = Vec::new();
        for number in 1..=faults {
            self.world.wait_for_progress(self.random.random_range(3..12));
            if let Some(failure) = self.nodes.iter_mut().find_map(Node::failure) {
                self.world.fault(failure);
            }
            if self.world.stopped() {
                return;
            }
            if deck.is_empty() {
                deck = FAULTS.to_vec();
                deck.shuffle(&mut self.random);
            }
            let fault = deck.pop().unwrap();
            let victim = self.victim();
            let begun = Instant::now();
            eprint!("fault {number} of {faults}: {fault:?} {}", self.nodes[victim].name);
            self.happen(fault, victim);
            eprintln!(", {:.1} s", begun.elapsed().as_secs_f64());
        }
        self.world.wait_for_progress(10);
    }

    /// A node that has tables, if it is known.
    fn victim(&mut self) -> usize {
        let table = self.random.random_range(0..self.world.tables.len());
        let owner = format!("SELECT owner FROM tables ORDER BY id OFFSET {table} LIMIT 1");
        let owner = self.pair.primary().sql(&owner).unwrap_or_default();
        let any = self.random.random_range(0..self.nodes.len());
        self.nodes.iter().position(|node| node.name == owner).unwrap_or(any)
    }

    fn happen(&mut self, fault: Fault, victim: usize) {
        let lease = Duration::from_secs(LEASE);
        let node = &mut self.nodes[victim];
        match fault {
            Fault::Kill => {
                node.kill();
                self.world.wait_for_progress(3);
                self.nodes[victim].start();
            }
            Fault::Crash => {
                node.kill();
                node.start();
            }
            Fault::Race => {
                node.kill();
                self.race(victim);
                self.nodes[victim].start();
            }
            Fault::Freeze => {
                let time = lease.mul_f64(self.random.random_range(1.2..2.5));
                eprint!(" for {:.1} s", time.as_secs_f64());
                node.server().signal("STOP");
                thread::sleep(time);
                node.server().signal("CONT");
            }
            Fault::Terminate => {
                node.terminate();
                self.world.wait_for_progress(2);
                self.nodes[victim].start();
            }
            Fault::Cut => {
                let time = lease.mul_f64(self.random.random_range(0.1..2.0));
                eprint!(" for {:.1} s", time.as_secs_f64());
                node.cut();
                thread::sleep(time);
                node.mend();
            }
            Fault::Delay => {
                let (time, delay) = (lease, lease.mul_f64(self.random.random_range(0.05..1.2)));
                eprint!(" by {:.1} s", delay.as_secs_f64());
                node.delay(delay);
                thread::sleep(time);
                node.mend();
            }
            Fault::Primary => {
                self.pair.kill_primary();
                self.pair.promote().unwrap();
                self.world.wait_for_progress(2);
                self.pair.mend().unwrap();
            }
        }
    }

    /// Somebody asks for each table at both nodes that are left, at the same moment, until they are let in.
    fn race(&self, victim: usize) {
        let others: Vec<_> = (0..self.nodes.len())
            .filter(|index| *index != victim)
            .map(|index| self.nodes[index].address)
            .collect();
        for table in &self.world.tables {
            let start = Barrier::new(others.len());
            thread::scope(|scope| {
                for address in &others {
                    let start = &start;
                    scope.spawn(move || {
                        start.wait();
                        let begun = Instant::now();
                        while !is_let_in(*address, &table.id) {
                            if begun.elapsed() > PATIENCE {
                                return self.world.fault(format!("{address} lets nobody in at {}", table.id));
                            }
                            thread::sleep(Duration::from_millis(10));
                        }
                    });
                }
            });
        }
    }

    /// How the database is, for whoever looks for the reason of a failure.
    fn tell(&self) {
        for query in STATE {
            eprintln!(
                "{query}\n{}",
                self.pair.primary().sql(query).unwrap_or_else(|error| error.to_string())
            );
        }
    }

    fn check(self, folder: &std::path::Path) {
        let Cluster { pair, nodes, world, .. } = self;
        drop(nodes);
        assert_eq!(pair.primary().sql(TWO_OWNERS).unwrap(), "0", "two owners wrote in one epoch");
        let keys = Keys::read(&folder.join("cluster.key")).unwrap().unwrap();
        let mut store = store::open(&pair.url()).unwrap().unlock(&keys).unwrap();
        let events: usize = world.tables.iter().map(|table| check_against_log(&mut *store, table)).sum();
        let epochs = pair.primary().sql("SELECT sum(epoch) FROM tables").unwrap();
        eprintln!(
            "{} tables in {epochs} epochs, {events} events seen and found in the log, {} connections dropped, {} commands doubled",
            world.tables.len(),
            world.dropped.load(Ordering::Relaxed),
            world.doubled.load(Ordering::Relaxed)
        );
    }
}

/// Whether a node shows a table to somebody who watches.
fn is_let_in(address: std::net::SocketAddr, table: &str) -> bool {
    let Ok(mut socket) = Socket::connect(address, table, Duration::from_secs(2)) else { return false };
    let guest = guest(usize::MAX, 0);
    let hello = ClientMsg::Hello { protocol: PROTOCOL, guest, after: None, lang: None };
    socket.send(&hello).is_ok() && matches!(socket.receive(), Ok(Some(Received::Text(_))))
}
