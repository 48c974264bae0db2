//! How long a review takes.
//!
//!     cargo run --release -p perudo-analysis --features weights --example review -- FILE

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a measurement that cannot be made has failed

use std::time::Instant;

use perudo_analysis::Reviewer;
use perudo_bots::Network;

fn main() {
    let record = std::fs::read(std::env::args().nth(1).unwrap()).unwrap();
    let network = Network::current().unwrap();
    let begun = Instant::now();
    let mut reviewer = Reviewer::new(network, record);
    while reviewer.step() {}
    reviewer.outcome().unwrap();
    let decisions = reviewer.into_review().decisions().count();
    let seconds = begun.elapsed().as_secs_f64();
    println!("{decisions} decisions in {seconds:.2} s, {:.1} ms each", 1e3 * seconds / decisions as f64);
}
