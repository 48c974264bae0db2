//! How likely somebody with a style and these dice does what they did.

use std::array::from_fn;

use perudo_rules::{Action, Bid, Face};

use crate::habits::{ByOwn, Own, Viewpoint, summed};
use crate::novice;
use crate::style::{Doubts, Height, Look, Style};

/// How sharply styles doubt: what lies closer to their threshold than this may go either way.
const BLUR: f64 = 0.05;
/// How often anybody does something that is not their style, in each part of a decision.
const WHIMS: f64 = 0.05;
/// How many counts a whim chooses from.
const COUNTS: f64 = 4.0;
/// How sharply whoever blurs the odds chooses the best, for one over the blur.
const SPREAD: f64 = 1.2;
/// Whoever blurs the odds less than this chooses as one who blurs them so much, when many hands are looked at.
const LEAST_BLUR: f64 = 0.005;

/// What the odds are to one player at one decision, who counts on so many dice of each who has bid a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook {
    /// Of the least bid on each face.
    odds: [Option<f64>; 6],
    best: Option<f64>,
    /// Of the standing bid.
    standing: Option<f64>,
}

impl Outlook {
    pub(crate) fn new(look: &Look, own: &Own, trust: f64) -> Outlook {
        let truth = |bid: Bid| truth(look, own[bid.face.index()].into(), bid, trust);
        let odds = least(look).map(|bid| bid.map(truth));
        Outlook::of(odds, look.viewpoint.standing.map(truth))
    }

    fn of(odds: [Option<f64>; 6], standing: Option<f64>) -> Outlook {
        let best = odds.into_iter().flatten().reduce(f64::max);
        Outlook { odds, best, standing }
    }

    /// The chance of a doubt.
    pub(crate) fn doubt(&self, rule: Doubts) -> f64 {
        match (self.standing, self.best) {
            (Some(odds), Some(best)) => doubt(rule, odds, best),
            (_, None) => 1.0,
            (None, _) => 0.0,
        }
    }

    /// The chance that somebody who bids chooses this face.
    #[inline]
    pub(crate) fn face(&self, face: Face, noise: f64) -> f64 {
        let Some(best) = self.best else { return 0.0 };
        if noise == 0.0 {
            let choice = self.odds.iter().rposition(|&odds| odds == Some(best));
            return whim(6.0, f64::from(u8::from(choice == Some(face.index()))));
        }
        // Nearly how often this one is the highest when each is blurred by a normal distribution.
        let weight = |odds: f64| if odds == best { 1.0 } else { (SPREAD * (odds - best) / noise).exp() };
        let all: f64 = self.odds.into_iter().flatten().map(weight).sum();
        whim(6.0, self.odds[face.index()].map_or(0.0, weight) / all)
    }
}

/// The chance of a doubt of a bid with these odds, when these are the best of another bid.
fn doubt(rule: Doubts, odds: f64, best: f64) -> f64 {
    let margin = match rule {
        Doubts::Below(least) => least - odds,
        Doubts::Rather(bonus) => 1.0 - odds - best - bonus,
        Doubts::Beyond(_) => return 0.0,
    };
    whim(2.0, (0.5 + 0.5 * margin / BLUR).clamp(0.0, 1.0))
}

/// The least bid on each face.
fn least(look: &Look) -> [Option<Bid>; 6] {
    Face::ALL.map(|face| Some(Bid::new(look.viewpoint.legal.least(face)?, face)))
}

/// How true a bid looks to whoever has so many dice that fit and counts on so many of each who has bid the face.
fn truth(look: &Look, own: usize, bid: Bid, trust: f64) -> f64 {
    let trusted = f64::from(look.bidders[bid.face.index()]) * trust;
    let whole = trusted as usize;
    let rest = trusted - whole as f64;
    let truth = look.truth_with(own, bid, whole);
    if rest > 0.0 { truth + rest * (look.truth_with(own, bid, whole + 1) - truth) } else { truth }
}

/// The chance that somebody who bids on a face bids so high, for each of these habits.
pub(crate) fn heights<const N: usize>(
    look: &Look,
    own: usize,
    trust: f64,
    bid: Bid,
    heights: [Height; N],
) -> [f64; N] {
    let legal = &look.viewpoint.legal;
    let is_least = legal.least(bid.face) == Some(bid.count);
    let odds = truth(look, own, bid, trust);
    let higher = if bid.count < legal.most() {
        truth(look, own, Bid::new(bid.count.saturating_add(1), bid.face), trust)
    } else {
        0.0
    };
    heights.map(|height| {
        let usual = match height {
            Height::Least => is_least,
            Height::Likely(least) => (is_least || odds >= least) && higher < least,
        };
        whim(COUNTS, f64::from(u8::from(usual)))
    })
}

/// A chance of somebody who now and then does one of so many things just so.
fn whim(things: f64, chance: f64) -> f64 {
    (1.0 - WHIMS) * chance + WHIMS / things
}

impl Style {
    /// The chance that the holder of a hand of so many dice makes this bid. All that counts of a hand is how many of its dice fit a
    /// bid, so that odds are computed once and not for each hand.
    pub(crate) fn chances<'a>(&self, look: &'a Look, bid: Bid, dice: usize) -> Box<dyn Fn(&Own) -> f64 + 'a> {
        let &Style { doubts, height, trust, noise, .. } = self;
        if let Doubts::Beyond(share) = doubts {
            return Box::new(move |own| {
                let [chance] = believers(&look.viewpoint, own, [share], Action::Bid(bid));
                chance
            });
        }
        let by_own = |bid: Bid| ByOwn::new(dice, |own| truth(look, own, bid, trust));
        let odds = least(look).map(|bid| bid.map(by_own));
        // Below the least blur the powers overflow.
        let blur = noise.max(LEAST_BLUR) / SPREAD;
        let pull = |odds: ByOwn| ByOwn::new(dice, |own| (odds.of(own as u8) / blur).exp());
        let pulls = odds.map(|odds| odds.filter(|_| noise > 0.0).map(pull).unwrap_or_default());
        // A face that cannot be bid is never the best.
        let odds = odds.map(|odds| odds.unwrap_or(ByOwn::new(dice, |_| -1.0)));
        let standing = look.viewpoint.standing.map(|bid| (bid.face.index(), by_own(bid)));
        let high = ByOwn::new(dice, |own| {
            let [chance] = heights(look, own, trust, bid, [height]);
            chance
        });
        let face = bid.face.index();
        Box::new(move |own| {
            let here: [f64; 6] = from_fn(|face| odds[face].of(own[face]));
            let best = here.into_iter().fold(-1.0, |best, odds| if odds > best { odds } else { best });
            let doubt = standing.map_or(0.0, |(face, odds)| doubt(doubts, odds.of(own[face]), best));
            let chosen = if noise == 0.0 {
                f64::from(u8::from(here.into_iter().rposition(|odds| odds == best) == Some(face)))
            } else {
                pulls[face].of(own[face]) / summed(&pulls, own)
            };
            (1.0 - doubt) * whim(6.0, chosen) * high.of(own[face])
        })
    }
}

/// The chance of what somebody does who goes by the own dice alone, for each share of the others' that they may count on.
pub(crate) fn believers<const N: usize>(
    viewpoint: &Viewpoint,
    own: &Own,
    shares: [f64; N],
    action: Action,
) -> [f64; N] {
    let things = if action == Action::Dudo { 2.0 } else { 2.0 * 6.0 * COUNTS };
    novice::likelihoods(viewpoint, own, shares, action).map(|chance| whim(things, chance))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use perudo_rules::Preset;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::testing::rounds;
    use crate::{Bot, Situation, Steady};

    #[test]
    fn a_style_does_what_it_is_expected_to_do() {
        const TIMES: u32 = 400;
        // The likelihood knows the noise only nearly, and everybody has a whim now and then.
        const NEARLY: f64 = 0.2;
        // What is close to the threshold may go either way.
        const BLURRED: f64 = 0.55;
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(2);
        let noisy = Style { noise: 0.2, doubts: Doubts::Below(0.2), ..Style::STEADY };
        // A fraction of a die is rounded at random by whoever trusts, and a fraction to those who expect it.
        let trusting = Style { trust: 1.0, ..Style::STEADY };
        let named = Style::NAMED.into_iter().filter(|(_, style)| style.trust.fract() == 0.0);
        let styles = named.chain([("noisy", noisy), ("trusting", trusting)]);
        for (name, style) in styles {
            let mut bots: [Box<dyn Bot>; 3] =
                std::array::from_fn(|_| Box::new(Steady::new()) as Box<dyn Bot>);
            let mut compare = |situation: &Situation<'_>| {
                let bidders = crate::style::Bidders::of(situation.bids).besides(situation.seat());
                let look = Look { viewpoint: Viewpoint::of(situation), bidders };
                let hand = situation.hand();
                let mut done: BTreeMap<String, (Action, u32)> = BTreeMap::new();
                for _ in 0..TIMES {
                    let action = style.decide(&look, hand, &mut chance);
                    done.entry(action.to_string()).or_insert((action, 0)).1 += 1;
                }
                let own = look.viewpoint.own(hand);
                let doubt = match style.doubts {
                    Doubts::Beyond(_) => believers(&look.viewpoint, &own, [0.5], Action::Dudo)[0],
                    rule => Outlook::new(&look, &own, style.trust).doubt(rule),
                };
                let doubts = done.remove("dudo").map_or(0, |(_, times)| times);
                let share = f64::from(doubts) / f64::from(TIMES);
                assert!(
                    (share - doubt).abs() < BLURRED,
                    "{name} doubts {share} of the time, not {doubt}: {situation:?}"
                );
                for (action, times) in done.into_values() {
                    let Action::Bid(bid) = action else { continue };
                    let share = f64::from(times) / f64::from(TIMES - doubts);
                    let said = style.chances(&look, bid, hand.len())(&own) / (1.0 - doubt);
                    assert!(
                        (share - said).abs() < NEARLY,
                        "{name} bids {bid} {share} of the time, not {said}: {situation:?}"
                    );
                }
            };
            rounds(&Preset::Tournament.rules(), &mut bots, 7, 10, &mut compare);
        }
    }
}
