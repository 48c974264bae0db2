//! How long a review takes, and games to review.
//!
//!     cargo run --release -p perudo-analysis --features weights --example review -- FILE
//!     cargo run --release -p perudo-analysis --features weights --example review -- play BOT PLAYERS SEED

#![allow(clippy::unwrap_used, clippy::print_stdout)] // a measurement that cannot be made has failed

use std::time::Instant;

use perudo_analysis::{BotPlayer, Retry, Reviewer};
use perudo_bots::{BotKind, Network};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["play", bot, players, seed] => {
            print!("{}", play(BotKind::named(bot).unwrap(), players.parse().unwrap(), seed.parse().unwrap()));
        }
        [file] => review(std::fs::read(file).unwrap()),
        _ => println!("FILE, or play BOT PLAYERS SEED"),
    }
}

/// A tour between bots of one kind.
fn play(kind: BotKind, players: usize, seed: u64) -> String {
    let names: Vec<String> = (1..=players).map(|number| format!("p{number}")).collect();
    let start = format!("perudo 1\nrules tournament\nseats {}\nstart p1\n", names.join(" "));
    let mut bots: Vec<_> =
        (0..players as u64).map(|seat| BotPlayer::new(kind.create(seed << 8 | seat))).collect();
    let mut game = Retry::new(&start, 5, seed).unwrap();
    while game.game().winner().is_none() {
        let Some(turn) = game.game().turn() else {
            game.roll().unwrap();
            continue;
        };
        let action = bots[turn.index()].decide(game.game(), game.course()).unwrap();
        game.act(action).unwrap();
    }
    game.record().to_owned()
}

fn review(record: Vec<u8>) {
    let network = Network::current().unwrap();
    let begun = Instant::now();
    let mut reviewer = Reviewer::new(network, record);
    let mut first = None;
    while reviewer.step() {
        if reviewer.review().decisions().next().is_some() {
            first.get_or_insert(begun.elapsed());
        }
    }
    reviewer.outcome().unwrap();
    let decisions = reviewer.into_review().decisions().count();
    let seconds = begun.elapsed().as_secs_f64();
    let first = first.unwrap_or_default().as_secs_f64();
    println!(
        "{decisions} decisions in {seconds:.2} s, {:.1} ms each, the first after {:.0} ms",
        1e3 * seconds / decisions as f64,
        1e3 * first
    );
}
