use perudo_rules::{Command, Face, Opening};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::belief::possible_hands;
use crate::{BotKind, Situation};

/// A tour with these dice whose first player opens.
fn tour(rules: &str, dice: &[u8]) -> Game {
    let mut game: Game = Game::new(rules.parse().unwrap(), dice.len()).unwrap();
    happen(&mut game, Command::SetDice(BySeat::from_fn(|seat| dice.get(seat.index()).copied())));
    happen(&mut game, Command::Open { seat: Seat::FIRST, opening: Opening::Start });
    game
}

fn happen(game: &mut Game, command: Command) {
    let event = game.decide(command).unwrap();
    game.apply(&event);
}

fn roll(game: &Game, chance: &mut Xoshiro256PlusPlus) -> BySeat<Hand> {
    BySeat::from_fn(|seat| (0..game.dice(seat)).map(|_| Face::ALL[chance.random_range(0..6)]).collect())
}

/// Plays a tour and shows every decision, with the bids before it, and what was decided.
fn play(mut game: Game, bots: &[BotKind], seed: u64, mut see: impl FnMut(&Game, &[Standing], Action)) {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut players: Vec<_> = bots.iter().map(|kind| kind.create(seed)).collect();
    let mut bids = Vec::new();
    while game.winner().is_none() {
        let Some(seat) = game.turn() else {
            bids.clear();
            let hands = roll(&game, &mut chance);
            happen(&mut game, Command::Roll(hands));
            continue;
        };
        let player = &mut players[seat.index() % bots.len()];
        let action = player.decide(&Situation { view: &game.seen_by(seat), bids: &bids });
        see(&game, &bids, action);
        happen(&mut game, Command::Act { seat, action });
        if let Action::Bid(bid) = action {
            bids.push(Standing { bid, bidder: seat });
        }
    }
}

#[test]
fn every_judgement_is_on_one_scale_and_recommends_nothing_impossible() {
    let network = Network::current().unwrap();
    let weak = [BotKind::Novice, BotKind::Random, BotKind::Master];
    let tables: [(&str, &[u8]); 6] = [
        ("tournament", &[3, 2, 2, 1]),
        ("tournament", &[2, 2]),
        ("classic", &[1, 2, 1]),
        ("calza", &[2, 3, 1]),
        ("international", &[2, 1]),
        ("calza dice=10", &[9, 10]),
    ];
    let mut decisions = 0;
    for (seed, (rules, dice)) in tables.into_iter().enumerate() {
        let mut judge = Judge::new(network);
        play(tour(rules, dice), &weak, seed as u64, |game, bids, action| {
            let seat = game.turn().unwrap();
            let view = game.seen_by(seat);
            let judged = judge.judge(&view, bids, Some(action)).unwrap();
            assert_eq!(judged, Judge::new(network).judge(&view, bids, Some(action)).unwrap(), "again");
            let (best, made) = (judged.best().unwrap(), judged.choice(action).unwrap());
            assert!(judged.cost(action).unwrap() >= 0.0);
            assert!(judged.choices.windows(2).all(|pair| pair[0].chance >= pair[1].chance), "{judged:?}");
            assert!(judged.choices.iter().all(|choice| game.legal_actions().contains(choice.action)));
            assert!(best.truth.is_none_or(|truth| truth.by_dice > 0.0), "{rules}: {best:?}");
            let shares: f64 = judged.choices.iter().map(|choice| choice.share).sum();
            let mean: f64 = judged.choices.iter().map(|choice| choice.share * choice.chance).sum();
            assert!((judged.before - mean / shares).abs() < 1e-9, "before is the mean over the choices");
            assert!(best.chance >= judged.before - 1e-9 && best.chance >= made.chance);
            for number in
                [judged.before, judged.stake].into_iter().chain(judged.choices.iter().map(|c| c.chance))
            {
                assert!((0.0..=1.0 + 1e-9).contains(&number), "{rules}: {judged:?}");
            }
            decisions += 1;
        });
    }
    assert!(decisions > 60, "{decisions}");
}

#[test]
fn in_solved_finals_the_mean_over_all_hands_is_the_value_of_the_tables() {
    let network = Network::current().unwrap();
    let cases: [(&str, &[u8]); 7] = [
        ("tournament", &[1, 1]),
        ("tournament", &[2, 1]),
        ("tournament", &[1, 2]),
        ("tournament", &[1, 3]),
        ("classic", &[2, 1]),
        ("international", &[1, 1]),
        ("calza", &[1, 1]),
    ];
    for (rules, dice) in cases {
        let mut game = tour(rules, dice);
        while let Some(seat) = game.turn() {
            happen(&mut game, Command::Act { seat, action: Action::Pass });
        }
        let value = Tables::builtin().win_chance_in(&game, Seat::FIRST).unwrap();
        let mut judge = Judge::new(network);
        let mut mean = 0.0;
        for possible in possible_hands(dice[0]) {
            let mut view: PlayerView = game.seen_by(Seat::FIRST);
            view.apply(&Event::Rolled(perudo_rules::Own { seat: Seat::FIRST, hand: possible.hand }));
            let judged = judge.judge(&view, &[], None).unwrap();
            assert!(judged.perfect, "{rules} {dice:?}");
            mean += possible.chance * judged.before;
            // What perfect play mixes is worth the same, and nothing is worth more.
            for choice in &judged.choices {
                let lost = judged.best().unwrap().chance - choice.chance;
                assert!(
                    choice.share < 0.05 || lost < 0.01,
                    "{rules} {dice:?} {:?}: {choice:?}",
                    possible.hand
                );
            }
        }
        assert!((mean - value).abs() < 0.001, "{rules} {dice:?}: {mean}, not {value}");
    }
}

#[test]
fn chances_add_up_at_every_moment_of_every_table() {
    let network = Network::current().unwrap();
    let all = [5; 20];
    for (rules, players) in [("tournament", 2), ("tournament", 6), ("international", 9), ("calza", 20)] {
        let mut judge = Judge::new(network);
        let mut game = tour(rules, &all[..players]);
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut bids: Vec<Standing> = Vec::new();
        let mut chances = vec![judge.chances(&game, &[])];
        let hands = roll(&game, &mut chance);
        happen(&mut game, Command::Roll(hands));
        chances.push(judge.chances(&game, &[]));
        for face in [Face::Two, Face::Six] {
            let bid = Bid::new(2, face);
            let seat = game.turn().unwrap();
            happen(&mut game, Command::Act { seat, action: Action::Bid(bid) });
            bids.push(Standing { bid, bidder: seat });
            chances.push(judge.chances(&game, &bids));
        }
        let seat = game.turn().unwrap();
        let other = game.with_dice().iter().find(|&other| other != seat).unwrap();
        let familiar = game.in_play() <= FAMILIAR;
        assert_eq!(judge.judge(&game.seen_by(seat), &bids, None).is_some(), familiar, "{players} players");
        assert_eq!(judge.judge(&game.seen_by(other), &bids, None), None, "not their decision");
        happen(&mut game, Command::Act { seat, action: Action::Dudo });
        chances.push(judge.chances(&game, &[]));
        for chances in chances {
            let sum: f64 = chances.values().sum();
            assert!((sum - 1.0).abs() < 1e-6, "{rules}, {players} players: {sum}");
        }
    }
}

#[test]
fn a_bid_tells_about_the_dice_behind_it() {
    let network = Network::current().unwrap();
    let mut game = tour("tournament", &[3, 3, 3]);
    let mut hands = BySeat::default();
    hands[Seat::FIRST] = Hand::from_counts([0, 1, 0, 0, 2, 0]);
    for index in 1..3 {
        hands[Seat::new(index).unwrap()] = Hand::from_counts([1, 1, 1, 0, 0, 0]);
    }
    happen(&mut game, Command::Roll(hands));
    let bid = Bid::new(3, Face::Five);
    happen(&mut game, Command::Act { seat: Seat::FIRST, action: Action::Bid(bid) });
    let bids = [Standing { bid, bidder: Seat::FIRST }];
    let judged = Judge::new(network).judge(&game.seen_by(game.turn().unwrap()), &bids, None).unwrap();
    let (_, truth) = judged.standing.unwrap();
    let odds = Odds::new(hands[Seat::new(1).unwrap()], 9, true);
    assert_eq!(truth.by_dice, odds.at_least(bid));
    assert!(truth.by_bids > truth.by_dice, "who bids fives has some: {truth:?}");
    let doubt = judged.choice(Action::Dudo).unwrap();
    assert!((doubt.keeps.unwrap() - (1.0 - truth.by_bids)).abs() < 1e-9);
}
