//! Somebody who learns to beat a bot in duels, with all that the bot recognises and remembers in a tour: at each decision the
//! learner chooses among ways to play, some of them bots of ours, some styles to feign, some single actions. What it goes by is how
//! many dice both have, how likely the standing bid and the best other one are, and what it has done so far.
//! `cargo run --release -p perudo-arena --example adversary -- master 200000 1` (the bot, duels to learn from, seed). A tenth as
//! many duels measure what it has learnt.

#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout)] // a tool that cannot go on says why and ends

use std::array::from_fn;
use std::env::args;
use std::mem::take;
use std::sync::{Arc, Mutex};

use perudo_arena::{Contest, Contestant, Custom};
use perudo_bots::{Bot, BotKind, Doubts, Height, Situation, Style, Styled};
use perudo_rules::{Action, Bid, Face, Outcome, PlayedRound, Seat};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Bots of ours that play otherwise.
const BOTS: [BotKind; 5] =
    [BotKind::Master, BotKind::Expert, BotKind::Solver, BotKind::Reader, BotKind::Novice];
/// Styles, to be shown or to be played.
const STYLES: [Style; 6] = [
    Style::STEADY,
    Style { doubts: Doubts::Below(0.25), ..Style::STEADY },
    Style { doubts: Doubts::Rather(0.0), ..Style::STEADY },
    Style { doubts: Doubts::Rather(0.9), ..Style::STEADY },
    Style { doubts: Doubts::Below(0.6), height: Height::Likely(0.9), ..Style::STEADY },
    Style { doubts: Doubts::Below(0.1), height: Height::Likely(0.3), ..Style::STEADY },
];
/// Single actions: a doubt, the likeliest least bid, the next likeliest, the standing face, a lie, and one more of the likeliest.
const SINGLE: usize = 6;
const WAYS: usize = BOTS.len() + STYLES.len() + SINGLE;

/// What a decision depends on: a number in each of these groups, whose weights are added up.
const GROUPS: [usize; 4] = [36, 6 * 6 * 4, (WAYS + 1) * 4, (WAYS + 1) * 3];
type Features = [usize; GROUPS.len()];

/// How many duels are played before the learner changes.
const BATCH: u64 = 2_000;
/// The rate of learning, at the start and at the end.
const RATE: (f64, f64) = (8.0, 0.8);
/// How much chance is worth to it.
const CURIOSITY: f64 = 0.003;
/// How much more it is drawn to the first way than to any other before it has learnt: it plays as the bot itself three times in
/// four, so that what it wins above one half it has found.
const ITSELF: f64 = 4.0;

#[derive(Clone)]
struct Policy {
    weights: [Vec<[f64; WAYS]>; GROUPS.len()],
    /// The chance to win by dice, as far as it is known.
    chances: Vec<f64>,
}

impl Policy {
    fn shares(&self, features: &Features) -> [f64; WAYS] {
        let logits: [f64; WAYS] =
            from_fn(|way| self.weights.iter().zip(features).map(|(group, &number)| group[number][way]).sum());
        let most = logits.iter().copied().fold(f64::MIN, f64::max);
        let powers = logits.map(|logit| (logit - most).exp());
        let all: f64 = powers.iter().sum();
        powers.map(|power| power / all)
    }

    /// Learns from duels: what was won more than expected makes the ways likelier that were chosen.
    fn learn(&mut self, duels: &[Duel], rate: f64) {
        let steps: usize = duels.iter().map(|duel| duel.steps.len()).sum();
        let scale = rate / steps as f64;
        let before = self.clone();
        for Duel { steps, won } in duels {
            let result = f64::from(u8::from(*won));
            for Step { features, way } in steps {
                let advantage = result - before.chances[features[0]];
                self.chances[features[0]] += 0.002 * (result - self.chances[features[0]]);
                let shares = before.shares(features);
                let mean: f64 = shares.iter().map(|share| share * share.ln()).sum();
                for (group, &number) in self.weights.iter_mut().zip(features) {
                    for (other, weight) in group[number].iter_mut().enumerate() {
                        let chosen = f64::from(u8::from(other == *way));
                        let curious = CURIOSITY * shares[other] * (mean - shares[other].ln());
                        // Rare numbers learn as quickly as usual ones.
                        *weight += 100.0 * scale * (advantage * (chosen - shares[other]) + curious);
                    }
                }
            }
        }
    }
}

struct Step {
    features: Features,
    way: usize,
}

struct Duel {
    steps: Vec<Step>,
    won: bool,
}

struct Learner {
    policy: Arc<Policy>,
    duels: Arc<Mutex<Vec<Duel>>>,
    ways: Vec<Box<dyn Bot>>,
    chance: Xoshiro256PlusPlus,
    me: Option<Seat>,
    steps: Vec<Step>,
    /// The latest way, how often it was chosen since another one, and how many decisions there were in this round.
    latest: (usize, usize, usize),
}

impl Learner {
    fn new(policy: Arc<Policy>, duels: Arc<Mutex<Vec<Duel>>>, seed: u64) -> Learner {
        let bots = BOTS.into_iter().map(|bot| bot.create(seed.rotate_left(8)));
        let styles = STYLES
            .into_iter()
            .map(|style| Box::new(Styled::new(style, seed.rotate_left(16))) as Box<dyn Bot>);
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(24));
        Learner {
            policy,
            duels,
            ways: bots.chain(styles).collect(),
            chance,
            me: None,
            steps: Vec::new(),
            latest: (WAYS, 0, 0),
        }
    }

    fn features(&self, situation: &Situation<'_>) -> Features {
        let view = situation.view;
        let me = situation.seat();
        let others: u8 = view.with_dice().iter().filter(|&seat| seat != me).map(|seat| view.dice(seat)).sum();
        let odds = situation.odds();
        let place = |chance: f64| ((chance * 5.0) as usize).min(4) + 1;
        let standing = situation.standing().map_or(0, |bid| place(odds.at_least(bid)));
        let best = least(situation).first().map_or(0, |&(chance, _)| place(chance));
        let (way, times, decisions) = self.latest;
        [
            usize::from(view.dice(me)) * 6 + usize::from(others),
            (standing * 6 + best) * 4 + decisions.min(3),
            way * 4 + [0, 1, 1, 2, 2, 2].get(times).copied().unwrap_or(3),
            way * 3 + decisions.min(2),
        ]
    }

    fn act(&mut self, situation: &Situation<'_>, way: usize) -> Action {
        if let Some(bot) = self.ways.get_mut(way) {
            return bot.decide(situation);
        }
        let (legal, bids) = (situation.legal(), least(situation));
        let bid = |number: usize| bids.get(number).map(|&(_, bid)| bid);
        let more = |bid: Bid| Bid::new(bid.count.saturating_add(1), bid.face);
        let chosen = match way - self.ways.len() {
            0 => None,
            1 => bid(0),
            2 => bid(1),
            3 => situation.standing().map(more),
            4 => bids.last().map(|&(_, bid)| bid),
            _ => bid(0).map(more),
        };
        let chosen = chosen.map_or(Action::Dudo, Action::Bid);
        let otherwise = bid(0).map_or(Action::Dudo, Action::Bid);
        if legal.contains(chosen) { chosen } else { otherwise }
    }
}

/// The least bid on each face, the likeliest first.
fn least(situation: &Situation<'_>) -> Vec<(f64, Bid)> {
    let (legal, odds) = (situation.legal(), situation.odds());
    let bids = Face::ALL.into_iter().filter_map(|face| Some(Bid::new(legal.least(face)?, face)));
    let mut bids: Vec<(f64, Bid)> = bids.map(|bid| (odds.at_least(bid), bid)).collect();
    bids.sort_by(|a, b| b.0.total_cmp(&a.0));
    bids
}

impl Bot for Learner {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        self.me = Some(situation.seat());
        let features = self.features(situation);
        let mut rest: f64 = self.chance.random();
        let shares = self.policy.shares(&features);
        let drawn = shares.iter().position(|share| {
            rest -= share;
            rest < 0.0
        });
        let way = drawn.unwrap_or(WAYS - 1);
        self.steps.push(Step { features, way });
        let (latest, times, decisions) = self.latest;
        self.latest = (way, if way == latest { times + 1 } else { 1 }, decisions + 1);
        self.act(situation, way)
    }

    fn remember(&mut self, round: &PlayedRound) {
        self.ways.iter_mut().for_each(|bot| bot.remember(round));
        self.latest.2 = 0;
        // In a duel somebody is out who loses the last die. Who never decided has nothing to learn from.
        if let (Outcome::Loses(loser), Some(me)) = (round.reveal.outcome, self.me)
            && round.start.dice(loser) == 1
        {
            let duel = Duel { steps: take(&mut self.steps), won: loser != me };
            self.duels.lock().expect("nobody panics").push(duel);
        }
    }
}

/// Duels of somebody who plays by a policy against the bot, and the share won with its interval.
fn play(policy: &Arc<Policy>, bot: &str, games: u64, seed: u64) -> (Vec<Duel>, [f64; 3]) {
    let duels = Arc::new(Mutex::new(Vec::new()));
    let (policy, kept) = (policy.clone(), duels.clone());
    let make =
        move |seed: u64| -> Box<dyn Bot> { Box::new(Learner::new(policy.clone(), kept.clone(), seed)) };
    let bot = Contestant::parse(bot).expect("a bot");
    let learner = Contestant::Custom(Custom::new("learner", make));
    let contest = Contest::new(vec![learner, bot], games, seed);
    let results = contest.hold(|_| ()).expect("a contest");
    let score = &results.contestants[0].score;
    let duels = take(&mut *duels.lock().expect("nobody panics"));
    let (low, high) = score.interval();
    (duels, [score.win_rate(), low, high].map(|share| 100.0 * share))
}

fn main() {
    let all: Vec<String> = args().skip(1).collect();
    let [bot, games, seed] = &all[..] else { panic!("the bot, duels to learn from, seed") };
    let [games, seed] = [games, seed].map(|text| text.parse::<u64>().expect("a number"));
    let mut policy =
        Policy { weights: GROUPS.map(|numbers| vec![[0.0; WAYS]; numbers]), chances: vec![0.5; GROUPS[0]] };
    policy.weights[0].iter_mut().for_each(|ways| ways[0] = ITSELF);
    let batches = (games / BATCH).max(1);
    for batch in 0..batches {
        let (duels, [won, ..]) = play(&Arc::new(policy.clone()), bot, BATCH, seed.wrapping_add(batch));
        let rate = RATE.0 * (RATE.1 / RATE.0).powf(batch as f64 / batches as f64);
        policy.learn(&duels, rate);
        if (batch + 1) % 10 == 0 {
            println!("{:>9} duels: wins {won:4.1} %", (batch + 1) * BATCH);
        }
    }
    let test = (games / 10).max(BATCH);
    let (duels, [won, low, high]) = play(&Arc::new(policy), bot, test, seed.wrapping_add(u64::MAX / 2));
    println!("it has learnt: wins {won:.1} % ({low:.1}–{high:.1}) of {test}");
    let mut ways = [0usize; WAYS];
    duels.iter().flat_map(|duel| &duel.steps).for_each(|step| ways[step.way] += 1);
    println!("how often each way was chosen: {ways:?}");
}
