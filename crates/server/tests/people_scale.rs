//! How long pages about people take with a great many of them. It measures, so it runs when it is asked to:
//!
//! `cargo test --release -p perudo-server --test people_scale -- --ignored --nocapture`

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)] // a test may

mod client;
#[path = "store/place.rs"]
mod place;

use std::path::Path;
use std::time::{Duration, Instant};

use client::{Running, config};
use perudo_server::store::PeopleStore;
use place::{Place, each_store};

const NAMES: i64 = 100_000;
const TOURS: i64 = 1_000_000;
const REQUESTS: u64 = 400;

fn measure(server: &Running, what: &str, path: impl Fn(u64) -> String) {
    let mut took: Vec<Duration> = (0..REQUESTS)
        .map(|number| {
            let (path, begun) = (path(number), Instant::now());
            let answer = server.get(&path);
            assert_eq!(answer.status, 200, "{path}: {answer:?}");
            begun.elapsed()
        })
        .collect();
    took.sort_unstable();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!("  {what:12} median {:5.1} ms, p99 {:5.1} ms, longest {:5.1} ms", at(0.5), at(0.99), at(1.0));
}

#[test]
#[ignore = "it measures, for minutes"]
fn pages_about_people() {
    each_store(|place| {
        let server = Running::start(config(Path::new(&place.address())));
        let begun = Instant::now();
        PeopleStore::open(&place.address()).unwrap().fill(NAMES, TOURS).unwrap();
        let kind = if matches!(place, Place::Sqlite { .. }) { "SQLite" } else { "PostgreSQL" };
        if kind == "PostgreSQL" {
            // It would do so itself within a minute, and people do not come all at once.
            place.execute("ANALYZE");
        }
        println!("{kind}: {NAMES} names and {TOURS} tours, made in {:.0} s", begun.elapsed().as_secs_f64());
        // Those with few games and those with thousands.
        let name = |number: u64| format!("player%20{}", 1 + (number * number * 7919) % NAMES as u64);
        let busy = |number: u64| format!("player%20{}", 1 + number % 20);
        measure(&server, "profile", |number| format!("/api/people/{}", name(number)));
        measure(&server, "busy profile", |number| format!("/api/people/{}", busy(number)));
        measure(&server, "curve", |number| format!("/api/people/{}/ratings/table-classic", busy(number)));
        measure(&server, "history", |number| format!("/api/people/{}/games", name(number)));
        measure(&server, "busy history", |number| {
            format!("/api/people/{}/games?won=true&opponent=player%20{}", busy(number), 21 + number % 9)
        });
        measure(&server, "leaderboard", |number| {
            format!("/api/leaderboards/table-classic?from={}", number * 10)
        });
    });
}
