//! How likely somebody with a style and these dice does what they did.

use perudo_rules::{Action, Bid, Face, Hand};

use crate::habits::Viewpoint;
use crate::novice;
use crate::style::{Doubts, Height, Look, Style};

/// How sharply styles doubt: what lies closer to their threshold than this may go either way.
const BLUR: f64 = 0.05;
/// How often anybody does something that is not their style, in each part of a decision.
const WHIMS: f64 = 0.05;
/// How many counts a whim chooses from.
const COUNTS: f64 = 4.0;

/// What the odds are to one player at one decision, who counts on so many dice of each who has bid a face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlook<'a> {
    look: &'a Look,
    hand: Hand,
    trust: f64,
    /// Of the least bid on each face.
    odds: [Option<f64>; 6],
    best: Option<f64>,
    /// Of the standing bid.
    standing: Option<f64>,
}

impl<'a> Outlook<'a> {
    pub(crate) fn new(look: &'a Look, hand: Hand, trust: f64) -> Outlook<'a> {
        let mut outlook = Outlook { look, hand, trust, odds: [None; 6], best: None, standing: None };
        outlook.odds = Face::ALL.map(|face| {
            let least = look.viewpoint.legal.least(face)?;
            Some(outlook.truth(Bid::new(least, face)))
        });
        outlook.best = outlook.odds.into_iter().flatten().max_by(f64::total_cmp);
        outlook.standing = look.viewpoint.standing.map(|standing| outlook.truth(standing));
        outlook
    }

    fn truth(&self, bid: Bid) -> f64 {
        let trusted = f64::from(self.look.bidders[bid.face.index()]) * self.trust;
        let whole = trusted as usize;
        let rest = trusted - whole as f64;
        let truth = self.look.truth(self.hand, bid, whole);
        if rest > 0.0 { truth + rest * (self.look.truth(self.hand, bid, whole + 1) - truth) } else { truth }
    }

    /// The chance of a doubt.
    pub(crate) fn doubt(&self, rule: Doubts) -> f64 {
        let (Some(odds), Some(best)) = (self.standing, self.best) else {
            return if self.best.is_none() { 1.0 } else { 0.0 };
        };
        let margin = match rule {
            Doubts::Below(least) => least - odds,
            Doubts::Rather(bonus) => 1.0 - odds - best - bonus,
            Doubts::Beyond(_) => return 0.0,
        };
        whim(2.0, (0.5 + 0.5 * margin / BLUR).clamp(0.0, 1.0))
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
        let weight = |odds: f64| if odds == best { 1.0 } else { (1.2 * (odds - best) / noise).exp() };
        let all: f64 = self.odds.into_iter().flatten().map(weight).sum();
        whim(6.0, self.odds[face.index()].map_or(0.0, weight) / all)
    }

    /// The chance that somebody who bids on a face bids so high, for each of these habits.
    pub(crate) fn heights<const N: usize>(&self, bid: Bid, heights: [Height; N]) -> [f64; N] {
        let legal = &self.look.viewpoint.legal;
        let is_least = legal.least(bid.face) == Some(bid.count);
        let truth = self.truth(bid);
        let higher = if bid.count < legal.most() {
            self.truth(Bid::new(bid.count.saturating_add(1), bid.face))
        } else {
            0.0
        };
        heights.map(|height| {
            let usual = match height {
                Height::Least => is_least,
                Height::Likely(odds) => (is_least || truth >= odds) && higher < odds,
            };
            whim(COUNTS, f64::from(u8::from(usual)))
        })
    }
}

/// A chance of somebody who now and then does one of so many things just so.
fn whim(things: f64, chance: f64) -> f64 {
    (1.0 - WHIMS) * chance + WHIMS / things
}

impl Style {
    /// The chance of a bid.
    pub(crate) fn likelihood(&self, look: &Look, hand: Hand, bid: Bid) -> f64 {
        if let Doubts::Beyond(share) = self.doubts {
            let [chance] = believers(&look.viewpoint, hand, [share], Action::Bid(bid));
            return chance;
        }
        let outlook = Outlook::new(look, hand, self.trust);
        let [height] = outlook.heights(bid, [self.height]);
        (1.0 - outlook.doubt(self.doubts)) * outlook.face(bid.face, self.noise) * height
    }
}

/// The chance of what somebody does who goes by the own dice alone, for each share of the others' that they may count on.
pub(crate) fn believers<const N: usize>(
    viewpoint: &Viewpoint,
    hand: Hand,
    shares: [f64; N],
    action: Action,
) -> [f64; N] {
    let things = if action == Action::Dudo { 2.0 } else { 2.0 * 6.0 * COUNTS };
    novice::likelihoods(viewpoint, hand, shares, action).map(|chance| whim(things, chance))
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
                let doubt = match style.doubts {
                    Doubts::Beyond(_) => believers(&look.viewpoint, hand, [0.5], Action::Dudo)[0],
                    rule => Outlook::new(&look, hand, style.trust).doubt(rule),
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
                    let said = style.likelihood(&look, hand, bid) / (1.0 - doubt);
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
