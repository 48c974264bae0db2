//! Whether it pays to feign: somebody shows `master` one style for some rounds and then plays otherwise, at the end of the
//! tour or in every so many rounds.
//! `cargo run --release -p perudo-arena --example feign -- 2 100 1 40` (players, tours of each way to feign, seed, random styles
//! to play then). All ways are tried, the best of them again with ten times as many other tours.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)] // a tool that cannot go on says why and ends

use std::env::args;

use perudo_arena::{Contest, Contestant, Custom};
use perudo_bots::{Bot, BotKind, Doubts, Height, Situation, Style, Styled};
use perudo_rules::{Action, PlayedRound};

/// Styles that are worth showing: each makes `master` play otherwise, and costs something to play. Those who doubt soon pay
/// least for it.
const SHOWN: [(&str, Style); 6] = [
    Style::NAMED[0],
    Style::NAMED[1],
    Style::NAMED[3],
    Style::NAMED[7],
    ("rather doubt", Style { doubts: Doubts::Rather(0.0), ..Style::STEADY }),
    ("doubt below 0.60", Style { doubts: Doubts::Below(0.6), height: Height::Likely(0.9), ..Style::STEADY }),
];
/// How many rounds the style is shown, and how many rounds after that are played otherwise before it is shown again.
const CYCLES: [(usize, usize); 6] = [(2, 1), (3, 1), (4, 1), (3, 99), (4, 99), (5, 99)];
/// Bots of the repository that play otherwise.
const BOTS: [BotKind; 5] =
    [BotKind::Expert, BotKind::Thinker, BotKind::Solver, BotKind::Reader, BotKind::Steady];
/// So many of the best are tried again.
const AGAIN: usize = 8;

/// How somebody plays when the style is not shown.
#[derive(Clone, Copy)]
enum Then {
    Bot(BotKind),
    Style(Style),
}

/// A way to feign.
#[derive(Clone)]
struct Way {
    name: String,
    shown: Style,
    cycle: (usize, usize),
    then: Then,
}

struct Feigner {
    shown: Styled,
    then: Box<dyn Bot>,
    cycle: (usize, usize),
    rounds: usize,
}

impl Bot for Feigner {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let (shown, then) = self.cycle;
        match self.rounds % (shown + then) < shown {
            true => self.shown.decide(situation),
            false => self.then.decide(situation),
        }
    }

    fn remember(&mut self, round: &PlayedRound) {
        self.rounds += 1;
        self.then.remember(round);
    }
}

impl Way {
    /// One who feigns in this way at a table of `master`.
    fn share(&self, players: usize, games: u64, seed: u64) -> String {
        let Way { shown, cycle, then, .. } = self.clone();
        let make = move |seed: u64| -> Box<dyn Bot> {
            let then: Box<dyn Bot> = match then {
                Then::Bot(bot) => bot.create(seed.rotate_left(8)),
                Then::Style(style) => Box::new(Styled::new(style, seed.rotate_left(8))),
            };
            Box::new(Feigner { shown: Styled::new(shown, seed), then, cycle, rounds: 0 })
        };
        let master = Contestant::parse("master").expect("a bot");
        let mut entries = vec![Contestant::Custom(Custom::new("feigner", make))];
        entries.resize(players, master);
        let contest = Contest::new(entries, games, seed);
        let results = contest.hold(|_| ()).expect("a contest");
        let score = &results.contestants[0].score;
        format!("{:.1}", 100.0 * score.win_rate())
    }
}

fn main() {
    let all: Vec<u64> = args().skip(1).map(|word| word.parse().expect("a number")).collect();
    let [players, games, seed, random] = all[..] else {
        panic!("players, tours, seed, random styles");
    };
    let players = players as usize;
    let mut tried: Vec<(f64, Way)> = Vec::new();
    for way in ways(seed, random) {
        let share: f64 = way.share(players, games, seed).parse().expect("a number");
        tried.push((share, way));
    }
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} ways; tried, and the best again:", tried.len());
    for (share, way) in tried.iter().take(AGAIN) {
        println!("{share:5.1} {:>5} {}", way.share(players, 10 * games, seed + 1), way.name);
    }
}

fn ways(seed: u64, random: u64) -> Vec<Way> {
    let drawn = (0..random).map(|number| (format!("random {number}"), Style::random(1000 * seed + number)));
    let styles = drawn.map(|(name, style)| (name, Then::Style(style)));
    let bots = BOTS.map(|bot| (bot.name().to_owned(), Then::Bot(bot)));
    let mut ways = Vec::new();
    for (name, then) in bots.into_iter().chain(styles) {
        for (style, shown) in SHOWN {
            for cycle in CYCLES {
                let name = format!("{style} for {} rounds, then {name} for {}", cycle.0, cycle.1);
                ways.push(Way { name, shown, cycle, then });
            }
        }
    }
    ways
}
