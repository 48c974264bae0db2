//! How fast random tours are played: legal actions, choice, decision and change of state, with
//! the rolls and draws in between.

#![allow(clippy::unwrap_used)] // a refused action would make the figures meaningless

#[path = "../tests/common/random_tours.rs"]
mod random_tours;

use divan::Bencher;
use divan::counter::ItemsCount;
use perudo_rules::{Preset, Rules};
use random_tours::RandomTours;

/// Many tours, so that every part of a tour has its natural share.
const ACTIONS: usize = 100_000;

fn main() {
    divan::main();
}

/// The items are actions: bids, doubts, calzas and declarations.
#[divan::bench(args = [2, 4, 6], sample_count = 50)]
fn tournament(bencher: Bencher<'_, '_>, players: usize) {
    play(bencher, Preset::Tournament.rules(), players);
}

/// The preset with the most to decide.
#[divan::bench(args = [2, 4, 6], sample_count = 50)]
fn calza(bencher: Bencher<'_, '_>, players: usize) {
    play(bencher, Preset::Calza.rules(), players);
}

/// The smallest table: every tour is one round, with a draw of its own.
#[divan::bench(args = [2], sample_count = 50)]
fn one_die_each(bencher: Bencher<'_, '_>, players: usize) {
    play(bencher, "international dice=1".parse().unwrap(), players);
}

fn play(bencher: Bencher<'_, '_>, rules: Rules, players: usize) {
    let mut tours = RandomTours::new(rules, players);
    bencher.counter(ItemsCount::new(ACTIONS)).bench_local(|| tours.play(ACTIONS));
}
