//! Who loses the dice of single rounds at large tables, where whole tours take too long to tell bots apart:
//! `cargo run --release -p perudo-arena --example rounds -- master thinker 14 5 120 1`
//! (two bots, players, dice each, seconds, seed). Two rounds a table, half of the seats each in a random order, and the same
//! again with the bots exchanged; every second table has lost some dice already, and none has 48 or fewer at its start.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)] // a tool that cannot go on says why and ends

use std::env::args;
use std::time::{Duration, Instant};

use perudo_arena::{Dealer, play_rounds};
use perudo_bots::{Bot, BotKind};
use perudo_rules::{BySeat, Event, Game, Opening, Preset, Rules, RulesSpec, Seat};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rounds that are played at a table, so that bots have something to remember.
const ROUNDS: u8 = 2;
/// All tables have more dice than these.
const FEW: u8 = 48;

fn main() {
    let all: Vec<String> = args().skip(1).collect();
    let [one, other, numbers @ ..] = &all[..] else { panic!("two bots, players, dice, seconds, seed") };
    let bots = [one, other].map(|name| BotKind::named(name).expect("the name of a bot"));
    let number = |at: usize| numbers.get(at).and_then(|text| text.parse().ok()).expect("four numbers");
    let (players, dice, seconds, seed): (u64, u64, u64, u64) = (number(0), number(1), number(2), number(3));
    let spec = RulesSpec { dice: dice as u8, ..Preset::Classic.spec() };
    let rules = Rules::try_from(spec).expect("rules for so many dice");
    let (start, mut shares) = (Instant::now(), Vec::new());
    while start.elapsed() < Duration::from_secs(seconds) {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed ^ (shares.len() as u64 + 1) << 20);
        let fewer = shares.len() % 2 == 1;
        shares.push(share_lost(bots, rules, players as usize, fewer, &mut chance));
    }
    let tables = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / tables;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (tables - 1.0).max(1.0);
    let half = 1.96 * (variance / tables).sqrt();
    let rounds = 2 * u64::from(ROUNDS) * shares.len() as u64;
    println!("{one} lost {:.1} % (± {:.1}) of {rounds} dice, {other} the others", 100.0 * mean, 100.0 * half);
}

/// The share of the dice lost at one table that the first bot lost.
fn share_lost(
    bots: [BotKind; 2],
    rules: Rules,
    players: usize,
    fewer: bool,
    chance: &mut Xoshiro256PlusPlus,
) -> f64 {
    let seats: Vec<Seat> = (0..players).filter_map(Seat::new).collect();
    let dealer = Dealer::new(chance.random());
    let mut order: Vec<usize> = (0..players).map(|seat| seat % 2).collect();
    dealer.shuffle(&mut order);
    let mut dice: BySeat<u8> = BySeat::default();
    seats.iter().for_each(|&seat| dice[seat] = rules.dice);
    let most = players as u8 * rules.dice - FEW - ROUNDS;
    let gone = if fewer { chance.random_range(0..most.max(1)) } else { 0 };
    for _ in 0..gone {
        let several: Vec<Seat> = seats.iter().copied().filter(|&seat| dice[seat] > 1).collect();
        let place = chance.random_range(0..several.len());
        dice[several[place]] -= 1;
    }
    let opener = seats[chance.random_range(0..players)];
    let seed: u64 = chance.random();
    let mut lost = [0.0; 2];
    for exchanged in 0..2 {
        let side = |seat: Seat| order[seat.index()] ^ exchanged;
        let mut table: Vec<Box<dyn Bot>> =
            seats.iter().map(|&seat| bots[side(seat)].create(seed ^ seat.index() as u64)).collect();
        let mut game: Game = Game::new(rules, players).expect("a table of that size");
        game.apply(&Event::DiceSet(dice));
        game.apply(&Event::Opened { seat: opener, opening: Opening::Start });
        let before = game.in_play();
        play_rounds(&mut game, dealer, &mut table, |game| game.in_play() > before - ROUNDS);
        seats.iter().for_each(|&seat| lost[side(seat)] += f64::from(dice[seat]) - f64::from(game.dice(seat)));
    }
    lost[0] / (lost[0] + lost[1])
}
