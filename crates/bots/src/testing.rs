//! What tests of several bots share.

use perudo_rules::{
    AllHands, BySeat, Command, Event, Face, Game, Hand, Opening, Phase, PlayedRound, Rules, Seat, Standing,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{Bot, Situation};

/// Rounds that these bots play with all their dice, each as the first of a tour; who opens changes.
pub(crate) fn rounds(
    rules: &Rules,
    bots: &mut [Box<dyn Bot>],
    seed: u64,
    count: usize,
    mut before: impl FnMut(&Situation<'_>),
) -> Vec<PlayedRound> {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
    let players = bots.len();
    let mut round = |number: usize| {
        let mut game: Game = Game::new(*rules, players).unwrap();
        let dice = |seat: Seat| if seat.index() < players { rules.dice } else { 0 };
        game.apply(&Event::DiceSet(BySeat::from_fn(dice)));
        game.apply(&Event::Opened { seat: Seat::new(number % players).unwrap(), opening: Opening::Start });
        let mut hand =
            |dice: u8| -> Hand { (0..dice).map(|_| Face::ALL[chance.random_range(0..6)]).collect() };
        let hands: AllHands = BySeat::from_fn(|seat| hand(dice(seat)));
        game.apply(&Event::Rolled(hands));
        let mut bids: Vec<Standing> = Vec::new();
        loop {
            let Phase::Bidding { turn } = game.phase() else { panic!("a round without declarations") };
            let view = game.seen_by(turn);
            let situation = Situation { view: &view, bids: &bids };
            before(&situation);
            let action = bots[turn.index()].decide(&situation);
            match game.decide(Command::Act { seat: turn, action }).unwrap() {
                Event::Revealed(reveal) => return PlayedRound::new(&game, &bids, reveal),
                event => {
                    game.apply(&event);
                    bids.extend(game.standing());
                }
            }
        }
    };
    (0..count).map(&mut round).collect()
}
