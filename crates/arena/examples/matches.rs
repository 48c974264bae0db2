//! What it is worth to `master` to know the others from earlier tours: long matches in which everybody keeps their seat.
//! `cargo run --release -p perudo-arena --example matches -- 2 100 10 1 8 reader expert` (players, matches, tours of each, seed,
//! random styles besides those with a name, bots). One seat against a table of each style and of each bot; percent won in
//! the first half of the matches and in the second, which has the same dice and the same luck of all bots again: so nothing but
//! what is remembered makes a difference. `feign:expert` is somebody who plays the first half in a style with a name and the
//! second as `expert`.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)] // a tool that cannot go on says why and ends

use std::env::args;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{available_parallelism, scope};

use perudo_arena::{Dealer, play_rounds};
use perudo_bots::{Bot, BotKind, Style, Styled};
use perudo_rules::{Game, PlayedRound, Preset, Seat};

/// Who sits in the other seats.
#[derive(Clone, Copy)]
enum Other {
    Style(Style),
    Bot(BotKind),
    /// Plays the first half of the tours in a style, and the second as this bot.
    Feigner(Style, BotKind),
}

impl Other {
    fn create(self, seed: u64, in_first_half: bool) -> Box<dyn Bot> {
        match self {
            Other::Feigner(_, then) if !in_first_half => then.create(seed),
            Other::Style(style) | Other::Feigner(style, _) => Box::new(Styled::new(style, seed)),
            Other::Bot(bot) => bot.create(seed),
        }
    }

    /// Those with this name.
    fn named(name: &str) -> Vec<(String, Other)> {
        let bot = |name: &str| BotKind::named(name).expect("a bot");
        let Some(then) = name.strip_prefix("feign:") else {
            return vec![(name.to_owned(), Other::Bot(bot(name)))];
        };
        let feigner = |(shown, style)| (format!("{shown}, {then}"), Other::Feigner(style, bot(then)));
        Style::NAMED.into_iter().map(feigner).collect()
    }
}

fn main() {
    let all: Vec<String> = args().skip(1).collect();
    let [players, matches, tours, seed, random, bots @ ..] = &all[..] else {
        panic!("players, matches, tours of each, seed, random styles, bots")
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let (matches, tours, seed) = (number(matches), number(tours) as usize, number(seed));
    assert!(matches > 1 && tours > 1 && tours % 2 == 0, "several matches, of two halves each");
    let named = Style::NAMED.map(|(name, style)| (name.to_owned(), Other::Style(style)));
    let drawn = (0..number(random))
        .map(|number| (format!("random {number}"), Other::Style(Style::random(1000 * seed + number))));
    let bots = bots.iter().flat_map(|name| Other::named(name));
    let others: Vec<(String, Other)> = named.into_iter().chain(drawn).chain(bots).collect();
    println!("{:26} first half      second half     difference", "");
    let mut all = Vec::new();
    for (name, other) in &others {
        let halves = play(*other, number(players) as usize, matches, tours, seed);
        println!("{name:26} {}", told(&halves));
        all.extend(halves);
    }
    println!("{:26} {}", "all", told(&all));
}

/// The shares that are won in the first and the second half of each match.
fn play(other: Other, players: usize, matches: u64, tours: usize, seed: u64) -> Vec<[f64; 2]> {
    let (next, halves) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    scope(|threads| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            threads.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= matches {
                        return;
                    }
                    let won = play_match(other, players, tours, seed.rotate_left(32) ^ number);
                    let (first, second) = won.split_at(tours / 2);
                    let share =
                        |won: &[bool]| won.iter().filter(|&&won| won).count() as f64 / won.len() as f64;
                    halves.lock().expect("nobody panics").push([share(first), share(second)]);
                }
            });
        }
    });
    halves.into_inner().expect("nobody panics")
}

/// Which tours of a match `master` wins.
fn play_match(other: Other, players: usize, tours: usize, seed: u64) -> Vec<bool> {
    let rules = Preset::Tournament.rules();
    let master = Seat::new((seed % players as u64) as usize).expect("a seat");
    let mut past: Vec<PlayedRound> = Vec::new();
    let tour = |number: usize| {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ ((number % (tours / 2)) as u64) << 48;
        past.drain(..past.len().saturating_sub(PlayedRound::REMEMBERED));
        let mut table: Vec<Box<dyn Bot>> =
            (0..players as u64).map(|seat| other.create(seed ^ seat, number < tours / 2)).collect();
        table[master.index()] = BotKind::Master.create(seed);
        past.iter().for_each(|round| table[master.index()].remember(round));
        let mut game: Game = Game::new(rules, players).expect("a table of that size");
        past.extend(play_rounds(&mut game, Dealer::new(seed), &mut table, |_| true));
        game.winner() == Some(master)
    };
    (0..tours).map(tour).collect()
}

/// The means over matches, in percent, and their difference, each with its interval of 95 %.
fn told(halves: &[[f64; 2]]) -> String {
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| {
        let count = halves.len() as f64;
        let mean = halves.iter().map(of).sum::<f64>() / count;
        let squares: f64 = halves.iter().map(|half| (of(half) - mean).powi(2)).sum();
        (100.0 * mean, 196.0 * (squares / count / (count - 1.0)).sqrt())
    };
    let [first, second] = [0, 1].map(|half| mean(&|halves| halves[half]));
    let rise = mean(&|halves| halves[1] - halves[0]);
    format!(
        "{:5.1} (± {:3.1})   {:5.1} (± {:3.1})   {:+5.1} (± {:3.1})",
        first.0, first.1, second.0, second.1, rise.0, rise.1
    )
}
