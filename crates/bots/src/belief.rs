//! What a player believes about the hidden dice, after reading the bids.
//!
//! Hands are independent given the public history, so each opponent's hand has a posterior of
//! its own, and the count of a face on the table is an exact convolution of them.

use std::array::from_fn;
use std::sync::LazyLock;

use perudo_rules::{Bid, Event, Face, Hand, MAX_DICE_EACH, Seat};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Situation;
use crate::habits::{Own, Viewpoint};
use crate::style::{Bidders, Look, Style};

/// The most dice of one player.
const MAX_OWN: usize = MAX_DICE_EACH as usize;

/// A hand and how likely it is before anything is known.
pub(crate) struct Possible {
    pub(crate) hand: Hand,
    pub(crate) chance: f64,
}

/// All hands of so many dice.
static HANDS: LazyLock<Vec<Vec<Possible>>> = LazyLock::new(|| (0..=MAX_OWN).map(all_hands).collect());

/// What fits a bid of each of [`HANDS`], without jokers and with them.
static OWN: LazyLock<[Vec<Vec<Own>>; 2]> = LazyLock::new(|| {
    [false, true].map(|jokers| {
        let own = |possible: &Possible| Face::ALL.map(|face| possible.hand.matching(face, jokers));
        HANDS.iter().map(|hands| hands.iter().map(own).collect()).collect()
    })
});

/// All hands that a player with so many dice may have.
pub(crate) fn possible_hands(dice: u8) -> &'static [Possible] {
    HANDS.get(usize::from(dice)).map_or(&[], |hands| hands)
}

fn all_hands(dice: usize) -> Vec<Possible> {
    fn fill(hands: &mut Vec<Possible>, counts: &mut [u8; 6], face: usize, left: usize, chance: f64) {
        if face == 5 {
            counts[5] = left as u8;
            hands.push(Possible { hand: Hand::from_counts(*counts), chance: chance * arrangements(left) });
            return;
        }
        for count in 0..=left {
            counts[face] = count as u8;
            fill(hands, counts, face + 1, left - count, chance * arrangements(count));
        }
    }
    // A hand's chance is dice! / (a! b! …) / 6^dice.
    fn arrangements(count: usize) -> f64 {
        1.0 / (1..=count).map(|n| n as f64).product::<f64>()
    }
    let mut hands = Vec::new();
    let all = (1..=dice).map(|n| n as f64 / 6.0).product();
    fill(&mut hands, &mut [0; 6], 0, dice, all);
    hands
}

/// How a player may play, and how likely that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Way {
    pub(crate) chance: f64,
    /// None: as people do.
    pub(crate) style: Option<Style>,
}

/// How somebody plays of whom nothing is known.
pub(crate) const UNKNOWN: [Way; 1] = [Way { chance: 1.0, style: None }];

/// A hand that somebody may hold.
#[derive(Clone, Copy)]
struct Held {
    /// Its place in [`HANDS`].
    hand: usize,
    chance: f64,
}

// What becomes as unlikely as this is no longer thought of: late in a long round little else is left.
const UNLIKELY_HAND: f64 = 1e-9;
const UNLIKELY_STYLE: f64 = 1e-6;
/// Whatever was seen is at least so likely: it was seen.
const SEEN: f64 = 1e-100;

/// One opponent.
struct Opponent {
    seat: Seat,
    dice: usize,
    /// The ways in which it may play, with the hands that it may hold if it does.
    ways: Vec<(Way, Vec<Held>)>,
}

/// What one player believes about all others.
pub(crate) struct Belief {
    own: Hand,
    jokers: bool,
    opponents: Vec<Opponent>,
    /// For each face, the chance that at least so many dice of the others count for it.
    tails: [Vec<f64>; 6],
}

impl Belief {
    /// Reads the bids of the round as people make them.
    pub(crate) fn new(situation: &Situation<'_>) -> Belief {
        Belief::of(situation, |_| UNKNOWN.to_vec())
    }

    /// Reads the bids of the round as made by players who play in one of these ways.
    pub(crate) fn of(situation: &Situation<'_>, mut ways: impl FnMut(Seat) -> Vec<Way>) -> Belief {
        let view = situation.view;
        let me = situation.seat();
        let mut opponents: Vec<Opponent> = view
            .with_dice()
            .clockwise_from(me)
            .filter(|&seat| seat != me)
            .map(|seat| Opponent::new(seat, view.dice(seat), ways(seat)))
            .collect();
        let (mut round, mut bidders) = (view.before_bidding(), Bidders::default());
        for standing in situation.bids {
            if let Some(opponent) = opponents.iter_mut().find(|opponent| opponent.seat == standing.bidder) {
                let viewpoint = Viewpoint {
                    legal: round.legal_actions(),
                    standing: round.standing().map(|standing| standing.bid),
                    unknown: usize::from(view.in_play()) - opponent.dice,
                    jokers: situation.jokers(),
                };
                opponent.learn(&Look { viewpoint, bidders: bidders.besides(standing.bidder) }, standing.bid);
            }
            bidders.note(standing.bidder, standing.bid);
            round.apply(&Event::Bid { seat: standing.bidder, bid: standing.bid });
        }
        let jokers = situation.jokers();
        let tails = tails(&opponents, jokers);
        Belief { own: situation.hand(), jokers, opponents, tails }
    }

    /// The chance that an opponent has a style, as the mean over them.
    pub(crate) fn certainty(&self) -> f64 {
        let styled = |opponent: &Opponent| -> f64 {
            let ways = opponent.ways.iter().filter(|(way, _)| way.style.is_some());
            ways.map(|(way, _)| way.chance).sum()
        };
        mean(self.opponents.iter().map(styled))
    }

    /// The chance that a bid is true.
    pub(crate) fn at_least(&self, bid: Bid) -> f64 {
        match bid.count.checked_sub(self.own.matching(bid.face, self.jokers)) {
            None | Some(0) => 1.0,
            Some(needed) => self.tails[bid.face.index()].get(usize::from(needed)).copied().unwrap_or(0.0),
        }
    }

    /// The chance that a bid is exactly true.
    pub(crate) fn exactly(&self, bid: Bid) -> f64 {
        let Some(needed) = bid.count.checked_sub(self.own.matching(bid.face, self.jokers)) else {
            return 0.0;
        };
        let tail = |hits: usize| self.tails[bid.face.index()].get(hits).copied().unwrap_or(0.0);
        tail(usize::from(needed)) - tail(usize::from(needed) + 1)
    }

    /// Hands of all opponents, drawn from the belief, and how they play.
    pub(crate) fn draw(
        &self,
        chance: &mut Xoshiro256PlusPlus,
        mut hold: impl FnMut(Seat, Hand, Option<Style>),
    ) {
        for opponent in &self.opponents {
            let (way, hands) = match &opponent.ways[..] {
                [only] => only,
                ways => &ways[place(ways.iter().map(|(way, _)| way.chance), chance)],
            };
            let drawn = hands[place(hands.iter().map(|held| held.chance), chance)].hand;
            hold(opponent.seat, HANDS[opponent.dice][drawn].hand, way.style);
        }
    }
}

/// The mean of some chances.
pub(crate) fn mean(chances: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = chances.len() as f64;
    chances.sum::<f64>() / count
}

/// The place of one of these chances, drawn as they say.
pub(crate) fn place(chances: impl ExactSizeIterator<Item = f64>, chance: &mut Xoshiro256PlusPlus) -> usize {
    let mut rest: f64 = chance.random();
    // Rounding may leave a crumb of chance beyond the last one.
    let last = chances.len().saturating_sub(1);
    let mut chances = chances;
    let drawn = chances.position(|share| {
        rest -= share;
        rest < 0.0
    });
    drawn.unwrap_or(last)
}

impl Opponent {
    fn new(seat: Seat, dice: u8, ways: Vec<Way>) -> Opponent {
        let dice = usize::from(dice).min(MAX_OWN);
        let held = |(hand, possible): (usize, &Possible)| Held { hand, chance: possible.chance };
        let hands: Vec<Held> = HANDS[dice].iter().enumerate().map(held).collect();
        Opponent { seat, dice, ways: ways.into_iter().map(|way| (way, hands.clone())).collect() }
    }

    fn learn(&mut self, look: &Look, bid: Bid) {
        let mut all = 0.0;
        let owns = &OWN[usize::from(look.viewpoint.jokers)][self.dice];
        for (way, hands) in &mut self.ways {
            let sum = match way.style {
                None => weigh(hands, owns, look.viewpoint.chances(Some(bid), self.dice)),
                Some(style) => weigh(hands, owns, style.chances(look, bid, self.dice)),
            };
            way.chance *= sum;
            all += way.chance;
        }
        self.ways.retain_mut(|(way, _)| {
            way.chance /= all;
            way.style.is_none() || way.chance > UNLIKELY_STYLE
        });
    }
}

/// Weighs hands by how likely each makes what was seen, and gives how likely it was.
fn weigh(hands: &mut Vec<Held>, owns: &[Own], likelihood: impl Fn(&Own) -> f64) -> f64 {
    let mut sum = 0.0;
    for Held { hand, chance } in hands.iter_mut() {
        *chance *= likelihood(&owns[*hand]).max(SEEN);
        sum += *chance;
    }
    let whole = 1.0 / sum;
    hands.retain_mut(|held| {
        held.chance *= whole;
        held.chance > UNLIKELY_HAND
    });
    sum
}

/// For each face, the chance that at least so many dice of all these count for it.
fn tails(opponents: &[Opponent], jokers: bool) -> [Vec<f64>; 6] {
    let mut counts: [Vec<f64>; 6] = from_fn(|_| vec![1.0]);
    for opponent in opponents {
        let owns = &OWN[usize::from(jokers)][opponent.dice];
        let mut by_count = [[0.0; MAX_OWN + 1]; 6];
        for (way, hands) in &opponent.ways {
            for &Held { hand, chance } in hands {
                for (sums, &own) in by_count.iter_mut().zip(&owns[hand]) {
                    sums[usize::from(own)] += way.chance * chance;
                }
            }
        }
        for (counts, own) in counts.iter_mut().zip(&by_count) {
            let mut sum = vec![0.0; counts.len() + opponent.dice];
            for (so_far, before) in counts.iter().enumerate() {
                for (more, chance) in own.iter().take(opponent.dice + 1).enumerate() {
                    sum[so_far + more] += before * chance;
                }
            }
            *counts = sum;
        }
    }
    for counts in &mut counts {
        let mut tail = 0.0;
        for count in counts.iter_mut().rev() {
            tail += *count;
            *count = tail;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::testing::rounds;
    use crate::{Bot, BotKind};

    /// Players who may play in any style with a name, or as people do.
    fn any_way(_: Seat) -> Vec<Way> {
        let styles = Style::NAMED.map(|(_, style)| Some(style));
        let chance = 1.0 / (styles.len() + 1) as f64;
        styles.into_iter().chain([None]).map(|style| Way { chance, style }).collect()
    }

    #[test]
    fn whatever_is_bid_chances_are_chances() {
        for rules in ["tournament", "classic maputo=off", "calza dice=7 maputo=off"] {
            // Who bids anything at all does what no style would do.
            let mut bots: [Box<dyn Bot>; 4] = std::array::from_fn(|seat| BotKind::Random.create(seat as u64));
            let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
            let look = |situation: &Situation<'_>| {
                let belief = Belief::of(situation, any_way);
                assert!((-1e-9..1.0 + 1e-9).contains(&belief.certainty()), "{situation:?}");
                for face in Face::ALL {
                    let mut before = 1.0 + 1e-9;
                    for count in 1..=situation.view.in_play() {
                        let odds = belief.at_least(Bid::new(count, face));
                        assert!((0.0..=before).contains(&odds), "{count} of {face}: {odds} in {situation:?}");
                        before = odds + 1e-9;
                    }
                }
                let mut held = 0;
                belief.draw(&mut chance, |seat, hand, _| {
                    assert_eq!(hand.len(), usize::from(situation.view.dice(seat)));
                    held += 1;
                });
                assert_eq!(held, 3);
            };
            rounds(&rules.parse().unwrap(), &mut bots, 3, 12, look);
        }
    }
}
