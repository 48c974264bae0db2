//! `thinker`: looks ahead to the end of the round, with belief about the hidden dice.

use perudo_rules::{Action, Bid, BySeat, Event, Face, Hand, LegalActions, PlayerView, Seat};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::belief::Belief;
use crate::habits::Viewpoint;
use crate::judgement::{Leaning, judge};
use crate::race::race;
use crate::steady::declaration;
use crate::style::{Bidders, Look, Style};
use crate::{Bot, Situation};

/// Bids that are worth a look: the likeliest ones by belief.
const WORTH_A_LOOK: usize = 8;
/// How far above the least legal count a bid may be to be worth a look.
const JUMPS: u8 = 3;
/// How people are supposed to go on bidding.
const HABIT: Leaning = Leaning { raise_bonus: 0.45, calza_from: 0.6 };

/// For each action, the chance to win the tour: exact for a doubt or a calza, by simulation of
/// the rest of the round for a bid.
#[derive(Debug)]
pub struct Thinker {
    chance: Xoshiro256PlusPlus,
    budget: usize,
}

impl Thinker {
    /// How many decisions of others it imagines for one of its own.
    pub const BUDGET: usize = 6_000;

    /// A bot that repeats itself exactly for the same seed and budget.
    pub fn new(seed: u64, budget: usize) -> Thinker {
        Thinker { chance: Xoshiro256PlusPlus::seed_from_u64(seed), budget }
    }
}

impl Bot for Thinker {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        if situation.legal().contains(Action::Pass) {
            return declaration(situation);
        }
        self.think(situation, &Belief::new(situation))
    }
}

impl Thinker {
    /// What is best if this belief is right.
    pub(crate) fn think(&mut self, situation: &Situation<'_>, belief: &Belief) -> Action {
        let legal = situation.legal();
        let prospects = Prospects::new(situation.view, situation.seat());
        let calls = situation.view.standing().map(|standing| {
            let (me, bidder) = (situation.seat(), standing.bidder);
            let truth = belief.at_least(standing.bid);
            let dudo = truth * prospects.loses[me] + (1.0 - truth) * prospects.loses[bidder];
            let exact = belief.exactly(standing.bid);
            let calza = exact * prospects.gains + (1.0 - exact) * prospects.loses[me];
            [(dudo, Action::Dudo), (calza, Action::Calza)]
        });
        let calls = calls.into_iter().flatten().filter(|&(_, call)| legal.contains(call));
        let bids = self.imagine(situation, belief, &prospects, &worth_a_look(&legal, belief));
        let bids = bids.into_iter().map(|(chance, bid)| (chance, Action::Bid(bid)));
        let best = calls.chain(bids).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(Action::Pass, |(_, action)| action)
    }
}

/// The chance of one player to win the tour after each outcome of the round.
struct Prospects {
    /// If this seat loses a die.
    loses: BySeat<f64>,
    /// If the player gains one.
    gains: f64,
}

impl Prospects {
    fn new(view: &PlayerView, me: Seat) -> Prospects {
        let mut loses = BySeat::default();
        for loser in view.with_dice().iter() {
            let dice = |seat| view.dice(seat) - u8::from(seat == loser);
            loses[loser] = race(view.with_dice(), dice)[me];
        }
        let dice = |seat| view.dice(seat) + u8::from(seat == me);
        Prospects { loses, gains: race(view.with_dice(), dice)[me] }
    }
}

fn worth_a_look(legal: &LegalActions, belief: &Belief) -> Vec<Bid> {
    let mut bids: Vec<(f64, Bid)> = Face::ALL
        .into_iter()
        .filter_map(|face| Some((legal.least(face)?, face)))
        .flat_map(|(least, face)| {
            let most = legal.most().min(least.saturating_add(JUMPS - 1));
            (least..=most).map(move |count| Bid::new(count, face))
        })
        .map(|bid| (belief.at_least(bid), bid))
        .collect();
    bids.sort_by(|a, b| b.0.total_cmp(&a.0));
    bids.into_iter().take(WORTH_A_LOOK).map(|(_, bid)| bid).collect()
}

impl Thinker {
    /// Plays the rest of the round after each bid, over and over, with the same dice for all bids.
    fn imagine(
        &mut self,
        situation: &Situation<'_>,
        belief: &Belief,
        prospects: &Prospects,
        bids: &[Bid],
    ) -> Vec<(f64, Bid)> {
        let me = situation.seat();
        let bidders = Bidders::of(situation.bids);
        let (mut hands, mut styles) = (BySeat::default(), BySeat::default());
        hands[me] = situation.hand();
        let mut sums = vec![0.0; bids.len()];
        let (mut decisions, mut rounds) = (0, 0);
        while decisions < self.budget && !bids.is_empty() {
            belief.draw(&mut self.chance, |seat, hand, style| {
                hands[seat] = hand;
                styles[seat] = style;
            });
            for (sum, &bid) in sums.iter_mut().zip(bids) {
                let mut round = *situation.view;
                round.apply(&Event::Bid { seat: me, bid });
                let mut bidders = bidders;
                bidders.note(me, bid);
                let loser = self.play_out(&mut round, &hands, &styles, bidders, &mut decisions);
                *sum += prospects.loses[loser];
            }
            rounds += 1;
        }
        let rounds = f64::from(rounds.max(1));
        sums.iter().zip(bids).map(|(sum, &bid)| (sum / rounds, bid)).collect()
    }

    /// Who loses the round, if everyone goes on in their style, or by habit.
    fn play_out(
        &mut self,
        round: &mut PlayerView,
        hands: &BySeat<Hand>,
        styles: &BySeat<Option<Style>>,
        mut bidders: Bidders,
        decisions: &mut usize,
    ) -> Seat {
        loop {
            *decisions += 1;
            let jokers = round.kind().jokers();
            let (Some(turn), Some(standing)) = (round.turn(), round.standing()) else {
                return Seat::FIRST;
            };
            let hand = hands[turn];
            let viewpoint = Viewpoint {
                legal: round.legal_actions(),
                standing: Some(standing.bid),
                unknown: usize::from(round.in_play()).saturating_sub(hand.len()),
                jokers,
            };
            let action = match styles[turn] {
                Some(style) => {
                    let look = Look { viewpoint, bidders: bidders.besides(turn) };
                    style.decide(&look, hand, &mut self.chance)
                }
                None => judge(
                    &viewpoint.legal,
                    viewpoint.standing,
                    HABIT,
                    |bid| viewpoint.truth(hand, bid),
                    |_| 0.0,
                ),
            };
            let Action::Bid(bid) = action else {
                let truth = hands.fulfil(standing.bid, jokers);
                return if truth { turn } else { standing.bidder };
            };
            bidders.note(turn, bid);
            round.apply(&Event::Bid { seat: turn, bid });
        }
    }
}
