//! How long one decision of a bot takes, in the middle of a round.

#![allow(clippy::unwrap_used)] // a bench that cannot set up its table has nothing to measure

use divan::{Bencher, black_box};
use perudo_bots::{Bot, BotKind, Situation};
use perudo_rules::{
    Action, Bid, BySeat, Command, Event, Face, Game, Hand, Opening, Own, PlayedRound, PlayerView, Preset,
    Rules, Seat, Standing,
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
    let rules = Preset::Tournament.rules();
    decide_after(bencher, &past(players, rounds), &mid_round(rules, players));
}

/// The same when everyone has bid twelve times in this round.
#[divan::bench(args = [(2, 10), (2, 34), (6, 10), (6, 34)], sample_count = 20)]
fn master_who_knows_the_others_in_a_long_round(bencher: Bencher<'_, '_>, (players, rounds): (usize, u64)) {
    let rules = Preset::Tournament.rules();
    decide_after(bencher, &past(players, rounds), &long_round(rules, players));
}

/// The same when everyone has bid twelve times in each of the earlier rounds.
#[divan::bench(args = [(2, 10), (2, 34), (6, 10), (6, 34)], sample_count = 20)]
fn master_who_knows_the_others_after_long_rounds(bencher: Bencher<'_, '_>, (players, rounds): (usize, u64)) {
    let rules = Preset::Tournament.rules();
    decide_after(bencher, &long_past(players, rounds), &mid_round(rules, players));
}

/// The first decision of a bot that was told of these rounds: it looks at all of them.
fn decide_after(bencher: Bencher<'_, '_>, past: &[PlayedRound], (view, bids): &(PlayerView, Vec<Standing>)) {
    let told = || {
        let mut bot = BotKind::Master.create(1);
        past.iter().for_each(|round| bot.remember(round));
        bot
    };
    bencher.with_inputs(told).bench_local_values(|mut bot| {
        black_box(bot.decide(black_box(&Situation { view, bids })));
        // Its end is not measured.
        bot
    });
}

/// Rounds of `steady` with all dice.
fn past(players: usize, rounds: u64) -> Vec<PlayedRound> {
    let round = |number: u64| {
        let mut bots: Vec<Box<dyn Bot>> = (0..players).map(|_| BotKind::Steady.create(1)).collect();
        played(players, number, |seat, situation| bots[seat.index()].decide(situation))
    };
    (0..rounds).map(round).collect()
}

/// Rounds in which everyone bids twelve times.
fn long_past(players: usize, rounds: u64) -> Vec<PlayedRound> {
    let action = |_, situation: &Situation<'_>| match situation.bids.len() {
        made if made < 12 * players => Action::Bid(rising(made)),
        _ => Action::Dudo,
    };
    (0..rounds).map(|number| played(players, number, action)).collect()
}

/// A round with all dice.
fn played(
    players: usize,
    number: u64,
    mut decide: impl FnMut(Seat, &Situation<'_>) -> Action,
) -> PlayedRound {
    let mut game = opened(Preset::Tournament.rules(), players, number as usize % players);
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(number);
    let mut hand = |dice: u8| -> Hand { (0..dice).map(|_| Face::ALL[chance.random_range(0..6)]).collect() };
    let hands = BySeat::from_fn(|seat| hand(game.dice(seat)));
    game.apply(&Event::Rolled(hands));
    let mut bids = Vec::new();
    loop {
        let turn = game.turn().unwrap();
        let action = decide(turn, &Situation { view: &game.seen_by(turn), bids: &bids });
        match game.decide(Command::Act { seat: turn, action }).unwrap() {
            Event::Revealed(reveal) => return PlayedRound::new(&game, &bids, reveal),
            event => game.apply(&event),
        }
        bids.extend(game.standing());
    }
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
    after_bids(rules, players, players, |turn, in_play| {
        let count = in_play / 5 + (turn / NO_ACES.len()) as u8;
        Bid::new(count.max(1), NO_ACES[turn % NO_ACES.len()])
    })
}

/// Everyone has bid twelve times.
fn long_round(rules: Rules, players: usize) -> (PlayerView, Vec<Standing>) {
    after_bids(rules, players, 12 * players, |turn, _| rising(turn))
}

/// The faces that are no aces.
const NO_ACES: &[Face] = Face::ALL.split_at(1).1;

/// After so many bids the least one that is more and not on aces.
fn rising(made: usize) -> Bid {
    Bid::new((1 + made / NO_ACES.len()) as u8, NO_ACES[made % NO_ACES.len()])
}

fn after_bids(
    rules: Rules,
    players: usize,
    count: usize,
    bid: impl Fn(usize, u8) -> Bid,
) -> (PlayerView, Vec<Standing>) {
    let mut view: PlayerView = opened(rules, players, 0);
    let hand: Hand = Face::ALL.into_iter().cycle().take(usize::from(rules.dice)).collect();
    view.apply(&Event::Rolled(Own { seat: Seat::FIRST, hand }));
    let mut bids = Vec::new();
    for turn in 0..count {
        let bidder = Seat::new(turn % players).unwrap();
        let bid = bid(turn, view.in_play());
        view.apply(&Event::Bid { seat: bidder, bid });
        bids.push(Standing { bid, bidder });
    }
    (view, bids)
}
