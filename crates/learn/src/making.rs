//! Making puzzles, and verifying them again.

use std::collections::{HashMap, HashSet};

use perudo_bots::{Bot, BotKind, Choice, Judge, Network, Situation};
use perudo_rules::{
    Action, Bid, BySeat, Command, Event, Face, Game, Opening, PlayedRound, Preset, RoundKind, Rules, Seat,
    Standing,
};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::position::draw_hand;
use crate::{FinalPlay, Position, Puzzle, Setup, Sort};

/// Weaker players, and the ratings that they are taken to have at puzzles.
const LEVELS: [(BotKind, f64); 6] = [
    (BotKind::Novice, 900.0),
    (BotKind::Pupil, 1050.0),
    (BotKind::Amateur, 1200.0),
    (BotKind::Regular, 1400.0),
    (BotKind::Veteran, 1650.0),
    (BotKind::Expert, 2000.0),
];
/// So much of the stake, and so much of the chance to win, is given away by everything but the answer.
const CLEAR: (f64, f64) = (0.08, 0.02);
/// The same for what the network judges, where nothing is exact.
const CLEAR_BY_JUDGE: (f64, f64) = (0.22, 0.02);
/// Of that, a longer search must confirm so much.
const CONFIRMED: (f64, f64) = (0.18, 0.018);
/// The same for bids that strong play hardly ever makes: what gives away less is nearly as good.
const NEARLY: (f64, f64) = (0.10, 0.018);
/// Strong play hardly ever does what it does less often than this.
const SELDOM: f64 = 0.03;
/// So many times as many hidden dice are imagined in the longer search.
const LONGER: usize = 8;
/// What all the weaker levels together solve more often than this is no puzzle.
const TOO_EASY: f64 = 0.9;
/// So many answers are kept, and the calls.
const KEPT: usize = 8;

/// Finals that the tables hold: the rules, the dice, whose maputo it is, and how often they come.
const FINALS: [(&str, &[u8], Option<usize>, u32); 18] = [
    ("tournament", &[2, 2], None, 18),
    ("tournament", &[3, 1], None, 12),
    ("tournament", &[1, 3], None, 12),
    ("tournament", &[2, 1], None, 5),
    ("tournament", &[1, 2], None, 5),
    ("tournament", &[1, 1], None, 1),
    ("classic", &[2, 1], None, 4),
    ("classic", &[1, 2], None, 4),
    ("classic", &[1, 1], None, 1),
    ("international", &[2, 1], None, 3),
    ("international", &[1, 2], None, 3),
    ("international", &[1, 1], None, 1),
    ("calza", &[1, 1], None, 1),
    ("classic", &[1, 1], Some(0), 1),
    ("classic", &[2, 1], Some(1), 2),
    ("classic", &[1, 2], Some(0), 2),
    ("classic", &[3, 1], Some(1), 2),
    ("classic", &[1, 3], Some(0), 2),
];

/// Makes puzzles. The same seed gives the same puzzles, as long as the network is the same.
#[derive(Clone, Copy, Debug)]
pub struct Maker {
    network: &'static Network,
}

/// What a second look makes of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The answer is the best, by far enough.
    Holds,
    /// It is not.
    Fails {
        /// What is best, and by how much it is better than the next, as part of the chance to win.
        best: Option<(Action, f64)>,
    },
}

impl Maker {
    /// A maker who has tables judged by this network.
    pub fn new(network: &'static Network) -> Maker {
        Maker { network }
    }

    /// The puzzles of one final that perfect players play, the bids of which follow from the seed.
    pub fn of_final(&self, seed: u64) -> Vec<Puzzle> {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let all: u32 = FINALS.iter().map(|(.., often)| often).sum();
        let mut at = chance.random_range(0..all);
        let drawn = FINALS.iter().find(|(.., often)| {
            let here = at < *often;
            at = at.wrapping_sub(*often);
            here
        });
        let Some((rules, dice, maputo, _)) = drawn else { return Vec::new() };
        let Ok(rules) = rules.parse::<Rules>() else { return Vec::new() };
        let hands: Vec<_> = dice.iter().map(|&dice| draw_hand(dice, || chance.random_range(0..6))).collect();
        // Two perfect players, or one of them is a person: then theirs are the puzzles.
        let person = chance.random_range(0..2 * dice.len());
        let mut puzzles = Vec::new();
        let mut bids: Vec<Bid> = Vec::new();
        loop {
            let turn = bids.len() % hands.len();
            let setup =
                Setup { dice: dice.to_vec(), maputo: *maputo, hand: hands[turn], bids: bids.clone(), rules };
            let Ok(position) = Position::try_from(setup) else { break };
            let Some(play) = FinalPlay::find(&position) else { break };
            if turn == person || person >= dice.len() {
                puzzles.extend(self.solved(&position, &play));
            }
            let choices = if turn == person {
                plausible(&position)
            } else {
                // Seldom lines are worth a puzzle, too.
                play.mixture()
                    .into_iter()
                    .filter(|(_, share)| *share >= 0.002)
                    .map(|(action, _)| action)
                    .collect()
            };
            let Some(Action::Bid(bid)) = choices.choose(&mut chance) else { break };
            bids.push(*bid);
        }
        puzzles
    }

    fn solved(&self, position: &Position, play: &FinalPlay) -> Option<Puzzle> {
        // Openings with more than one die each are mixtures: none is clearly best.
        let opening = position.bids().is_empty() && position.view().in_play() > 2;
        if opening || is_plain(position) {
            return None;
        }
        let values = play.values()?;
        is_clear(&values, play.stake()?, CLEAR).then_some(())?;
        self.puzzle(position, Sort::Solved, &values)
    }

    /// The puzzles of one tour among bots.
    pub fn of_tour(&self, seed: u64) -> Vec<Puzzle> {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(seed);
        let players = chance.random_range(2..=6_usize);
        let preset =
            *[Preset::Tournament, Preset::Tournament, Preset::Classic, Preset::Calza, Preset::International]
                .choose(&mut chance)
                .unwrap_or(&Preset::Tournament);
        let kinds = [BotKind::Master, BotKind::Master, BotKind::Master, BotKind::Expert, BotKind::Veteran];
        let mut bots: Vec<Box<dyn Bot>> = (0..players)
            .map(|_| kinds.choose(&mut chance).unwrap_or(&BotKind::Master).create(chance.random()))
            .collect();
        let mut puzzles = Vec::new();
        let Ok(mut game) = Game::new(preset.rules(), players) else { return puzzles };
        let mut judge = Judge::new(self.network);
        let mut bids: Vec<Standing> = Vec::new();
        let opener = Seat::new(chance.random_range(0..players)).unwrap_or(Seat::FIRST);
        let mut next = Command::Open { seat: opener, opening: Opening::Start };
        while let Ok(event) = game.decide(next) {
            if let Event::Revealed(reveal) = event {
                let round = PlayedRound::new(&game, &bids, reveal);
                bots.iter_mut().for_each(|bot| bot.remember(&round));
            }
            game.apply(&event);
            if game.winner().is_some() {
                break;
            }
            let Some(seat) = game.turn() else {
                bids.clear();
                next = Command::Roll(BySeat::from_fn(|seat| {
                    draw_hand(game.dice(seat), || chance.random_range(0..6))
                }));
                continue;
            };
            let view = game.seen_by(seat);
            let action = bots[seat.index()].decide(&Situation { view: &view, bids: &bids });
            if let Some(position) = position_of(&game, seat, &bids) {
                puzzles.extend(self.judged(&mut judge, &position));
            }
            if let Action::Bid(bid) = action {
                bids.push(Standing { bid, bidder: seat });
            }
            next = Command::Act { seat, action };
        }
        puzzles
    }

    fn judged(&self, judge: &mut Judge<'_>, position: &Position) -> Option<Puzzle> {
        /// Strong play does the right thing as often at least.
        const SURE: f64 = 0.85;
        if is_plain(position) || FinalPlay::find(position).is_some() {
            return None;
        }
        let policy = BotKind::Master.create(0).weigh(&position.situation(), 1);
        let (best, _) = policy.into_iter().find(|(_, share)| *share >= SURE)?;
        if solve_rate(position, best) > TOO_EASY {
            return None;
        }
        judged(judge, position, CLEAR_BY_JUDGE).filter(|values| values[0].0 == best)?;
        let confirmed = self.search(position).filter(|values| values[0].0 == best)?;
        self.puzzle(position, Sort::Judged, &confirmed)
    }

    /// The longer search, if it finds one answer clearly best. It looks at the lowest bids on every face as well, which the
    /// judge would not look at because strong play hardly ever makes them: all on one scale, so that what is listed first is
    /// what was found best.
    fn search(&self, position: &Position) -> Option<Vec<(Action, f64)>> {
        let mut judge = Judge::new(self.network).with_effort(LONGER);
        let judged = judge.judge(position.view(), position.bids(), lowest_bids(position))?;
        let [best, others @ ..] = &judged.choices[..] else { return None };
        let is_behind = |other: &Choice| {
            let seldom = other.share < SELDOM && matches!(other.action, Action::Bid(_));
            let (of_stake, at_least) = if seldom { NEARLY } else { CONFIRMED };
            best.chance - other.chance >= (of_stake * judged.stake).max(at_least)
        };
        (!others.is_empty() && others.iter().all(is_behind))
            .then(|| judged.choices.iter().map(|one| (one.action, one.chance)).collect())
    }

    fn puzzle(&self, position: &Position, sort: Sort, values: &[(Action, f64)]) -> Option<Puzzle> {
        let best = values.first()?.0;
        if solve_rate(position, best) > TOO_EASY {
            return None;
        }
        let is_call = |action: Action| !matches!(action, Action::Bid(_));
        let kept = values.iter().enumerate().filter(|(index, (action, _))| *index < KEPT || is_call(*action));
        let thousandths = |value: f64| (1000.0 * value).round().clamp(0.0, 1000.0) as u16;
        let choices = kept.map(|(_, &(action, value))| (action, thousandths(value))).collect();
        Some(Puzzle { position: position.clone(), sort, rating: difficulty(position, best), choices })
    }

    /// Looks at a puzzle again, as it was made.
    pub fn verify(&self, puzzle: &Puzzle) -> Verdict {
        let position = &puzzle.position;
        let values = match puzzle.sort {
            Sort::Solved => FinalPlay::find(position)
                .and_then(|play| Some((play.values()?, play.stake()?)))
                .filter(|(values, stake)| is_clear(values, *stake, CLEAR))
                .map(|(values, _)| values),
            Sort::Judged => self.search(position),
        };
        let best = values.map(|values| (values[0].0, values[0].1 - values.get(1).map_or(0.0, |next| next.1)));
        match best {
            Some((action, ahead)) if action == puzzle.best() => {
                // Nothing else may be listed as being as good.
                if puzzle.margin() > 0.0 {
                    Verdict::Holds
                } else {
                    Verdict::Fails { best: Some((action, ahead)) }
                }
            }
            best => Verdict::Fails { best },
        }
    }
}

/// Puzzles that were chosen, so that no position and no line of bids comes too often.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    most: usize,
    seen: HashSet<String>,
    /// How many hands there are with the same bids before them.
    lines: HashMap<String, usize>,
    doubts: usize,
    chosen: Vec<Puzzle>,
}

impl Selection {
    /// At most so many.
    pub fn new(most: usize) -> Selection {
        Selection { most, ..Selection::default() }
    }

    /// Takes a puzzle, if there is room for it.
    pub fn offer(&mut self, puzzle: Puzzle) {
        /// Hands with the same bids before them.
        const ALIKE: usize = 21;
        let setup = puzzle.position.setup();
        let text = setup.to_string();
        let line = text.replacen(&setup.hand.to_string(), "", 1);
        let is_doubt = puzzle.best() == Action::Dudo;
        if self.is_full()
            || self.seen.contains(&text)
            || self.lines.get(&line).is_some_and(|count| *count >= ALIKE)
            || is_doubt && self.doubts >= self.most * 3 / 5
        {
            return;
        }
        self.doubts += usize::from(is_doubt);
        self.seen.insert(text);
        *self.lines.entry(line).or_default() += 1;
        self.chosen.push(puzzle);
    }

    /// Whether there are enough.
    pub fn is_full(&self) -> bool {
        self.chosen.len() >= self.most
    }

    /// Those that were taken.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.chosen
    }
}

/// The values of what the judge looked at, if the first is clearly the best.
fn judged(judge: &mut Judge<'_>, position: &Position, clear: (f64, f64)) -> Option<Vec<(Action, f64)>> {
    let judged = judge.judge(position.view(), position.bids(), None)?;
    let values: Vec<(Action, f64)> = judged.choices.iter().map(|one| (one.action, one.chance)).collect();
    is_clear(&values, judged.stake, clear).then_some(values)
}

/// The two lowest bids on every face.
fn lowest_bids(position: &Position) -> impl Iterator<Item = Action> {
    let legal = position.view().legal_actions();
    let lowest = Face::ALL.into_iter().filter_map(move |face| Some((legal.least(face)?, face)));
    let bids =
        lowest.flat_map(|(least, face)| [Bid::new(least, face), Bid::new(least.saturating_add(1), face)]);
    bids.map(Action::Bid)
}

/// Whether there is something to compare, and the first is better than the second by so much of the stake, and by so much.
fn is_clear(values: &[(Action, f64)], stake: f64, (of_stake, at_least): (f64, f64)) -> bool {
    match values {
        [(_, best), (_, next), ..] => best - next >= (of_stake * stake).max(at_least),
        _ => false,
    }
}

/// Bids that people might make: those that are not too unlikely by the own dice.
fn plausible(position: &Position) -> Vec<Action> {
    let (legal, odds) = (position.view().legal_actions(), position.odds());
    let likely = |action: &Action| matches!(action, Action::Bid(bid) if odds.at_least(*bid) >= 0.1);
    legal.iter().filter(likely).collect()
}

/// Positions in which there is nothing to think about: little is legal, or the own dice settle what stands.
fn is_plain(position: &Position) -> bool {
    let truth = position.standing().map(|bid| position.odds().at_least(bid));
    position.view().legal_actions().len() < 4 || truth.is_some_and(|truth| !(0.02..=0.98).contains(&truth))
}

/// How often the weaker levels do this.
fn solve_rates(position: &Position, answer: Action) -> [f64; LEVELS.len()] {
    LEVELS.map(|(kind, _)| {
        let shares = kind.create(0).weigh(&position.situation(), 1);
        let all: f64 = shares.iter().map(|(_, share)| share).sum();
        let right: f64 = shares.iter().filter(|(action, _)| *action == answer).map(|(_, share)| share).sum();
        if all > 0.0 { right / all } else { 0.0 }
    })
}

fn solve_rate(position: &Position, answer: Action) -> f64 {
    solve_rates(position, answer).iter().sum::<f64>() / LEVELS.len() as f64
}

/// How hard a puzzle is: the rating at which the weaker levels would solve it just as often as they do.
pub fn difficulty(position: &Position, answer: Action) -> u16 {
    let solved: f64 = solve_rates(position, answer).iter().sum();
    let expected = |rating: f64| -> f64 {
        LEVELS.iter().map(|(_, level)| 1.0 / (1.0 + 10f64.powf((rating - level) / 400.0))).sum()
    };
    let (mut low, mut high) = (500.0, 2800.0);
    for _ in 0..30 {
        let middle = f64::midpoint(low, high);
        if expected(middle) > solved { low = middle } else { high = middle }
    }
    low.round() as u16
}

/// The position of the player in a seat, who is to bid or to call.
fn position_of(game: &Game, seat: Seat, bids: &[Standing]) -> Option<Position> {
    let opener = game.opener()?;
    let order: Vec<Seat> = game.with_dice().clockwise_from(opener).collect();
    let maputo = match game.kind() {
        RoundKind::Maputo => order.iter().position(|&one| Some(one) == game.maputo_of()),
        RoundKind::Normal | RoundKind::Final => None,
    };
    let setup = Setup {
        dice: order.iter().map(|&one| game.dice(one)).collect(),
        maputo,
        hand: game.hands()?[seat],
        bids: bids.iter().map(|made| made.bid).collect(),
        rules: *game.rules(),
    };
    let position = Position::try_from(setup).ok()?;
    // It must be the same decision: what was asked before the roll is none.
    (position.view().kind() == game.kind()).then_some(position)
}
