//! Plays on many tables while servers are killed again and again, and connections are dropped and doubled; then
//! holds everything that any client saw against the log.
//!
//! `cargo xtask chaos` runs the same for longer: PERUDO_CHAOS_KILLS and PERUDO_CHAOS_TABLES say how long.

mod cluster;
mod log;
mod node;
mod people;
mod player;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use perudo_server::Keys;
use perudo_server::store;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use self::log::check_against_log;
use self::player::{PLAYERS, World, guest};
use crate::program::{NO_LIMITS, Server};

fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}

#[test]
fn nothing_that_anyone_saw_is_lost_however_often_the_server_is_killed() {
    let kills = setting("PERUDO_CHAOS_KILLS").unwrap_or(6);
    let tables = setting("PERUDO_CHAOS_TABLES").unwrap_or(6);
    let folder = tempfile::tempdir().unwrap();
    let database: PathBuf = folder.path().join("chaos.db");
    let any_port = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);
    let mut server = Server::start(&database, any_port, &NO_LIMITS);
    let address = server.address;
    let settings = json!({"seats": PLAYERS, "speed": "instant", "tours": 100, "turn": 0});
    let tables = (0..tables).map(|table| server.table(&guest(table, 0), "p0", &settings, &[])).collect();
    let world = World::new(vec![address], tables);
    let clients = world.play(0);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for kill in 0..kills {
        world.wait_for_progress(random.random_range(5..40));
        if world.stopped() {
            break;
        }
        server.kill();
        server = Server::start(&database, address, &NO_LIMITS);
        eprintln!("killed {} of {kills} times", kill + 1);
    }
    world.wait_for_progress(30);
    world.stop();
    for client in clients {
        client.join().unwrap();
    }
    server.kill();
    assert_eq!(*world.faults.lock().unwrap(), Vec::<String>::new());

    let keys = Keys::read(&database.with_extension("key")).unwrap().unwrap();
    let mut store = store::open(database.to_str().unwrap()).unwrap().unlock(&keys).unwrap();
    let events: usize = world.tables.iter().map(|table| check_against_log(&mut *store, table)).sum();
    eprintln!(
        "{kills} kills, {} tables, {events} events seen and found in the log, {} connections dropped, {} commands doubled",
        world.tables.len(),
        world.dropped.load(Ordering::Relaxed),
        world.doubled.load(Ordering::Relaxed)
    );
    assert!(world.doubled.load(Ordering::Relaxed) > 0, "nothing was doubled");
}
