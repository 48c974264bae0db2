//! How long one decision of a bot takes, in the middle of a round.

#![allow(clippy::unwrap_used)] // a bench that cannot set up its table has nothing to measure

use divan::{Bencher, black_box};
use perudo_bots::{BotKind, Situation};
use perudo_rules::{
    Bid, BySeat, Event, Face, Game, Hand, Opening, Own, PlayerView, Preset, Rules, Seat, Standing,
};

fn main() {
    // The tables of chances are made when they are first asked for: not what is measured here.
    for &bot in BotKind::ALL {
        ask(bot, &mid_round(Preset::Tournament.rules(), 2));
    }
    divan::main();
}

/// The largest table that the default rules allow.
#[divan::bench(args = BotKind::ALL.iter().copied(), sample_count = 20)]
fn six_players(bencher: Bencher<'_, '_>, bot: BotKind) {
    let table = mid_round(Preset::Tournament.rules(), 6);
    bencher.bench_local(|| ask(bot, black_box(&table)));
}

/// Two players, five dice each.
#[divan::bench(args = BotKind::ALL.iter().copied(), sample_count = 20)]
fn two_players(bencher: Bencher<'_, '_>, bot: BotKind) {
    let table = mid_round(Preset::Tournament.rules(), 2);
    bencher.bench_local(|| ask(bot, black_box(&table)));
}

/// The largest table there is: two hundred dice.
#[divan::bench(args = BotKind::ALL.iter().copied(), sample_count = 20)]
fn twenty_players_with_ten_dice(bencher: Bencher<'_, '_>, bot: BotKind) {
    let table = mid_round("calza dice=10".parse().unwrap(), 20);
    bencher.bench_local(|| ask(bot, black_box(&table)));
}

fn ask(bot: BotKind, (view, bids): &(PlayerView, Vec<Standing>)) {
    black_box(bot.create(1).decide(&Situation { view, bids }));
}

/// Everyone has bid once, from a fifth of the dice upwards, and the opener must decide again.
fn mid_round(rules: Rules, players: usize) -> (PlayerView, Vec<Standing>) {
    let mut view: PlayerView = Game::new(rules, players).unwrap();
    let dice = rules.dice;
    view.apply(&Event::DiceSet(BySeat::from_fn(|seat| if seat.index() < players { dice } else { 0 })));
    view.apply(&Event::Opened { seat: Seat::FIRST, opening: Opening::Start });
    let hand: Hand = Face::ALL.into_iter().cycle().take(usize::from(dice)).collect();
    view.apply(&Event::Rolled(Own { seat: Seat::FIRST, hand }));
    let mut bids = Vec::new();
    for turn in 0..players {
        let seat = Seat::new(turn).unwrap();
        let count = view.in_play() / 5 + (turn / 5) as u8;
        let bid = Bid::new(count.max(1), Face::ALL[1 + turn % 5]);
        view.apply(&Event::Bid { seat, bid });
        bids.push(Standing { bid, bidder: seat });
    }
    (view, bids)
}
