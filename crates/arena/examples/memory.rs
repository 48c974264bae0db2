//! What memory is worth to `master`: how often it loses a round early and late in a tour, with memory and without.
//! `cargo run --release -p perudo-arena --example memory -- 4 1200 1 steady novice reader` (players, tours, seed, bots).
//! One seat against a table of each bot. 100 is as many rounds as somebody loses who is as good as the others. Rounds of two
//! are left out: memory counts for little there.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)] // a tool that cannot go on says why and ends

use std::env::args;
use std::sync::{Arc, Mutex};

use perudo_arena::{Contest, Contestant, Custom};
use perudo_bots::{Bot, BotKind, Situation};
use perudo_rules::{Action, PlayedRound, Seat};

/// The first round that counts as late.
const LATE: u32 = 6;

/// Rounds of a tour, early and late: lost, and what a player as good as the others would have lost.
#[derive(Clone, Copy, Default)]
struct Losses {
    lost: [f64; 2],
    expected: [f64; 2],
}

/// `master`, whose rounds are counted when its tour is over.
struct Counted {
    bot: Box<dyn Bot>,
    remembers: bool,
    /// Unknown until its first decision.
    seat: Option<Seat>,
    round: u32,
    losses: Losses,
    tours: Arc<Mutex<Vec<Losses>>>,
}

impl Bot for Counted {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        self.seat = situation.view.turn();
        self.bot.decide(situation)
    }

    fn remember(&mut self, round: &PlayedRound) {
        self.round += 1;
        let (players, half) = (round.start.with_dice().len(), usize::from(self.round >= LATE));
        let plays = self.seat.is_none_or(|seat| round.start.dice(seat) > 0);
        if players > 2 && plays {
            self.losses.expected[half] += 1.0 / players as f64;
            self.losses.lost[half] +=
                f64::from(u8::from(self.seat.is_some() && round.reveal.loser() == self.seat));
        }
        if self.remembers {
            self.bot.remember(round);
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.tours.lock().expect("no bot panics here").push(self.losses);
    }
}

fn main() {
    let all: Vec<String> = args().skip(1).collect();
    let [players, games, seed, bots @ ..] = &all[..] else { panic!("players, tours, seed, bots") };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (players, games, seed) = (number(players) as usize, number(games), number(seed));
    for bot in bots {
        let other = Contestant::parse(bot).expect("a bot");
        let [with, without] = [true, false].map(|remembers| losses(&other, remembers, players, games, seed));
        println!("{bot}: early {}, late {}; without memory {}, {}", with[0], with[1], without[0], without[1]);
    }
}

/// Early and late, in percent of what is expected.
fn losses(other: &Contestant, remembers: bool, players: usize, games: u64, seed: u64) -> [String; 2] {
    let tours: Arc<Mutex<Vec<Losses>>> = Arc::default();
    let kept = Arc::clone(&tours);
    let master = Custom::new("master", move |seed| {
        let (bot, tours) = (BotKind::Master.create(seed), Arc::clone(&kept));
        Box::new(Counted { bot, remembers, seat: None, round: 0, losses: Losses::default(), tours })
    });
    let mut entries = vec![other.clone(); players];
    entries[0] = Contestant::Custom(master);
    let contest = Contest::new(entries, games, seed);
    contest.hold(|_| ()).expect("a contest");
    let tours = tours.lock().expect("no bot panics here");
    [0, 1].map(|half| ratio(&tours, half))
}

/// A ratio of sums over tours, with the interval of 95 % from their spread.
fn ratio(tours: &[Losses], half: usize) -> String {
    let sum = |of: fn(&Losses) -> &[f64; 2]| tours.iter().map(|tour| of(tour)[half]).sum::<f64>();
    let (lost, expected) = (sum(|tour| &tour.lost), sum(|tour| &tour.expected));
    let ratio = lost / expected;
    let squares: f64 = tours.iter().map(|tour| (tour.lost[half] - ratio * tour.expected[half]).powi(2)).sum();
    format!("{:.1} (± {:.1})", 100.0 * ratio, 196.0 * squares.sqrt() / expected)
}
