//! The promises of the characters, held against what they do in many tours.

#![allow(clippy::unwrap_used)] // a test may

use std::collections::BTreeMap;

use perudo_arena::Dealer;
use perudo_bots::{Bot, BotKind, Character, Network, Opponent, Situation};
use perudo_rules::{Action, Command, Event, Face, Game, Phase, Preset, Seat, Standing};

/// Where the network's weights are; without them bots made of it would think instead.
const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/weights/master.safetensors");
const PLAYERS: usize = 4;

/// Some of all.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    some: f64,
    all: f64,
}

impl Share {
    fn count(&mut self, some: f64) {
        self.some += some;
        self.all += 1.0;
    }

    fn value(self) -> f64 {
        self.some / self.all.max(1.0)
    }
}

/// What one can notice about somebody.
#[derive(Clone, Copy, Debug, Default)]
struct Manner {
    /// The count of opening bids, as a share of the dice in play.
    opening: Share,
    /// Bids on faces that the bidder does not hold, in the first turn of a round.
    early_bluffs: Share,
    /// The same, in any turn.
    bluffs: Share,
    /// Doubts, of all answers to a bid.
    doubts: Share,
    /// The same, to the bid of one who leads, and to others.
    doubts_of_leaders: Share,
    doubts_of_others: Share,
    /// Raises that stay on the face.
    same_face: Share,
    /// Bids on aces.
    aces: Share,
}

impl Manner {
    fn notice(&mut self, situation: &Situation<'_>, action: Action) {
        let (view, hand) = (situation.view, situation.hand());
        if let Action::Bid(bid) = action {
            let bluff = f64::from(u8::from(hand.of(bid.face) == 0));
            self.bluffs.count(bluff);
            if situation.bids.len() < view.with_dice().len() {
                self.early_bluffs.count(bluff);
            }
            self.aces.count(f64::from(u8::from(bid.face == Face::Ace)));
            match situation.standing() {
                None => self.opening.count(f64::from(bid.count) / f64::from(view.in_play())),
                Some(standing) => self.same_face.count(f64::from(u8::from(standing.face == bid.face))),
            }
        }
        if let Some(standing) = view.standing() {
            let doubt = f64::from(u8::from(action == Action::Dudo));
            let others = view.with_dice().iter().filter(|&seat| seat != situation.seat());
            let most = others.map(|seat| view.dice(seat)).max().unwrap_or(0);
            self.doubts.count(doubt);
            // When all others have as many dice nobody leads.
            let all_alike = view
                .with_dice()
                .iter()
                .filter(|&seat| seat != situation.seat())
                .all(|seat| view.dice(seat) == most);
            if !all_alike {
                let leads = view.dice(standing.bidder) == most;
                let share = if leads { &mut self.doubts_of_leaders } else { &mut self.doubts_of_others };
                share.count(doubt);
            }
        }
    }
}

/// Plays a tour and notices everything.
fn play(table: &[Opponent; PLAYERS], seed: u64, manners: &mut BTreeMap<Character, Manner>) {
    let dealer = Dealer::new(seed);
    let mut bots: Vec<Box<dyn Bot>> =
        table.iter().zip(0..).map(|(opponent, seat)| opponent.create(seed * 10 + seat)).collect();
    let mut game = Game::new(Preset::Tournament.rules(), PLAYERS).unwrap();
    let (mut bids, mut draws): (Vec<Standing>, u32) = (Vec::new(), 0);
    while game.winner().is_none() {
        let command = match game.phase() {
            Phase::Draw { throwing, .. } => {
                draws += 1;
                Command::Draw(dealer.draw(throwing, draws))
            }
            Phase::Rolling => Command::Roll(dealer.roll(&game)),
            Phase::Declaring { turn } | Phase::Bidding { turn } => {
                let view = game.seen_by(turn);
                let bids = if game.standing().is_some() { &bids[..] } else { &[] };
                let situation = Situation { view: &view, bids };
                let action = bots[turn.index()].decide(&situation);
                let character = table[turn.index()].character.unwrap();
                manners.entry(character).or_default().notice(&situation, action);
                Command::Act { seat: turn, action }
            }
            Phase::Showing { .. } | Phase::Over { .. } => break,
        };
        let event = game.decide(command).unwrap();
        game.apply(&event);
        match event {
            Event::Bid { seat, bid } => bids.push(Standing { bid, bidder: seat }),
            Event::Rolled(_) => bids.clear(),
            _ => {}
        }
    }
}

/// Characters on a bot of the ladder, many tours among themselves.
fn manners(kind: BotKind, tours: u64) -> BTreeMap<Character, Manner> {
    let mut manners = BTreeMap::new();
    for tour in 0..tours {
        let mut characters = Character::ALL.to_vec();
        Dealer::new(tour).shuffle(&mut characters);
        let table = std::array::from_fn(|seat| Opponent { kind, character: Some(characters[seat]) });
        play(&table, tour, &mut manners);
    }
    manners
}

/// What is compared: the one who promises it has most of it.
type Measure = fn(&Manner) -> f64;

/// Whose share is the largest and how much larger it is than the next, as a factor.
fn ahead(manners: &BTreeMap<Character, Manner>, of: Measure) -> (Character, f64) {
    let mut values: Vec<(Character, f64)> = manners.iter().map(|(&who, manner)| (who, of(manner))).collect();
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    (values[0].0, values[0].1 / values[1].1.max(1e-9))
}

#[test]
fn every_character_keeps_what_its_name_promises_whatever_it_stands_on() {
    Network::install(&std::fs::read(WEIGHTS).unwrap()).unwrap();
    let mut broken = Vec::new();
    for (kind, tours) in
        [(BotKind::Novice, 400), (BotKind::Steady, 400), (BotKind::Reader, 200), (BotKind::Veteran, 200)]
    {
        let manners = manners(kind, tours);
        let promises: [(&str, Character, f64, Measure); 8] = [
            ("bluffs early", Character::Fox, 1.15, |manner| manner.early_bluffs.value()),
            ("never bids what it does not hold", Character::Dog, 2.0, |manner| {
                1.0 / (manner.bluffs.value() + 0.01)
            }),
            ("doubts", Character::Owl, 1.05, |manner| manner.doubts.value()),
            ("believes", Character::Sheep, 1.1, |manner| 1.0 / (manner.doubts.value() + 0.01)),
            ("opens high", Character::Rooster, 1.2, |manner| manner.opening.value()),
            ("stays on the face", Character::Parrot, 1.3, |manner| manner.same_face.value()),
            ("hunts the leader", Character::Wolf, 1.3, |manner| {
                manner.doubts_of_leaders.value() / (manner.doubts_of_others.value() + 0.01)
            }),
            ("loves aces", Character::Magpie, 1.3, |manner| manner.aces.value()),
        ];
        for (promise, character, factor, of) in promises {
            let values: Vec<(Character, f64)> =
                manners.iter().map(|(&who, manner)| (who, of(manner))).collect();
            let (first, by) = ahead(&manners, of);
            if first != character || by < factor {
                broken.push(format!("{kind:?}, {promise}, by {by:.2}: {values:.3?}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

/// One of them opens every round with a count of one; people do not.
#[test]
fn openings_vary_whatever_a_character_stands_on() {
    for kind in [BotKind::Novice, BotKind::Steady, BotKind::Reader] {
        for &character in Character::ALL {
            let mut counts = BTreeMap::new();
            for seed in 0..100 {
                let mut game = Game::new(Preset::Tournament.rules(), PLAYERS).unwrap();
                let dice =
                    perudo_rules::BySeat::from_fn(|seat: Seat| if seat.index() < PLAYERS { 5 } else { 0 });
                game.apply(&Event::DiceSet(dice));
                game.apply(&Event::Opened { seat: Seat::FIRST, opening: perudo_rules::Opening::Start });
                let rolled = Event::Rolled(Dealer::new(seed).roll(&game));
                game.apply(&rolled);
                let view = game.seen_by(Seat::FIRST);
                let mut bot = Opponent { kind, character: Some(character) }.create(seed);
                let Action::Bid(bid) = bot.decide(&Situation { view: &view, bids: &[] }) else { continue };
                *counts.entry((bid.count, bid.face)).or_insert(0) += 1;
            }
            let most = counts.values().max().unwrap();
            assert!(counts.len() >= 6 && *most <= 50, "{character:?} on {kind:?}: {counts:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tour() {
    let table = ["fox-novice", "owl-steady", "wolf-reader", "magpie-novice"]
        .map(|name| Opponent::named(name).unwrap());
    let tour = |seed| {
        let mut manners = BTreeMap::new();
        play(&table, seed, &mut manners);
        format!("{manners:?}")
    };
    assert_eq!(tour(3), tour(3));
    assert_ne!(tour(3), tour(4));
}
