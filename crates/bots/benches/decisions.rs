//! How long one decision of a bot takes, in the middle of a round.

#![allow(clippy::unwrap_used)] // a bench that cannot set up its table has nothing to measure

use divan::{Bencher, black_box};
use perudo_bots::{Bot, BotKind, Situation};
use perudo_rules::{
    Bid, BySeat, Command, Event, Face, Game, Hand, Opening, Own, PlayedRound, PlayerView, Preset, Rules,
    Seat, Standing,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

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

/// `master`, who is told of so many rounds of so many players first, in one tour or in several of the same players. It is sure
/// of their styles, and imagines how they go on.
#[divan::bench(args = [(2, 10), (2, 34), (6, 10), (6, 34)], sample_count = 20)]
fn master_who_knows_the_others(bencher: Bencher<'_, '_>, (players, rounds): (usize, u64)) {
    let (rules, past) = (Preset::Tournament.rules(), past(players, rounds));
    let (view, bids) = mid_round(rules, players);
    bencher.bench_local(|| {
        let mut bot = BotKind::Master.create(1);
        past.iter().for_each(|round| bot.remember(round));
        black_box(bot.decide(black_box(&Situation { view: &view, bids: &bids })))
    });
}

/// Rounds of `steady` with all dice.
fn past(players: usize, rounds: u64) -> Vec<PlayedRound> {
    let round = |number: u64| {
        let mut game = opened(Preset::Tournament.rules(), players, number as usize % players);
        let mut bots: Vec<Box<dyn Bot>> = (0..players).map(|_| BotKind::Steady.create(1)).collect();
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(number);
        let mut hand =
            |dice: u8| -> Hand { (0..dice).map(|_| Face::ALL[chance.random_range(0..6)]).collect() };
        let hands = BySeat::from_fn(|seat| hand(game.dice(seat)));
        game.apply(&Event::Rolled(hands));
        let mut bids = Vec::new();
        loop {
            let turn = game.turn().unwrap();
            let view = game.seen_by(turn);
            let action = bots[turn.index()].decide(&Situation { view: &view, bids: &bids });
            match game.decide(Command::Act { seat: turn, action }).unwrap() {
                Event::Revealed(reveal) => return PlayedRound::new(&game, &bids, reveal),
                event => game.apply(&event),
            }
            bids.extend(game.standing());
        }
    };
    (0..rounds).map(round).collect()
}

/// The first round of a tour before its dice are thrown.
fn opened<D: Copy>(rules: Rules, players: usize, opener: usize) -> Game<D> {
    let mut game: Game<D> = Game::new(rules, players).unwrap();
    game.apply(&Event::DiceSet(BySeat::from_fn(|seat| if seat.index() < players { rules.dice } else { 0 })));
    game.apply(&Event::Opened { seat: Seat::new(opener).unwrap(), opening: Opening::Start });
    game
}

fn ask(bot: BotKind, (view, bids): &(PlayerView, Vec<Standing>)) {
    black_box(bot.create(1).decide(&Situation { view, bids }));
}

/// Everyone has bid once, from a fifth of the dice upwards, and the opener must decide again.
fn mid_round(rules: Rules, players: usize) -> (PlayerView, Vec<Standing>) {
    let mut view: PlayerView = opened(rules, players, 0);
    let hand: Hand = Face::ALL.into_iter().cycle().take(usize::from(rules.dice)).collect();
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
