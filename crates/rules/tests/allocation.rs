//! Playing needs no memory beyond the state itself.

#![allow(clippy::unwrap_used)] // a test fails by panicking

#[path = "common/random_tours.rs"]
mod random_tours;

use std::hint::black_box;

use perudo_rules::Preset;
use random_tours::RandomTours;

#[test]
fn playing_allocates_nothing() {
    for preset in Preset::ALL {
        for players in [2, 4, 6] {
            let mut tours = RandomTours::new(preset.rules(), players);
            let allocated = allocation_counter::measure(|| tours.play(50_000));
            assert_eq!(allocated.count_total, 0, "{} at a table of {players}", preset.name());
        }
    }
}

#[test]
fn the_measure_sees_an_allocation() {
    assert_eq!(allocation_counter::measure(|| drop(black_box(Box::new(1)))).count_total, 1);
}
