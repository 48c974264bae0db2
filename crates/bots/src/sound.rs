//! How those play who are hard to exploit, as far as it can be told by the odds alone: what a player's decisions are held
//! against to find out whether they have a style that can be answered.
//!
//! The figures fit `master`, `expert`, `veteran` and `thinker` in rounds of two and four players.

use perudo_rules::{Bid, Face, Hand};

use crate::habits::Viewpoint;

// How sure a doubt is, as a logarithm of its odds: against a bid that cannot be true, and less for a bid that may be true and
// for another bid that may be.
const IMPOSSIBLE: f64 = 4.0;
const TRUTH: f64 = 13.0;
const OTHERWISE: f64 = 4.0;
/// They doubt, and do not doubt, at least so often whatever the odds: they read bids, and mix.
const SURPRISE: f64 = 0.03;

/// How much less they like each count above the least when they raise.
const JUMP: f64 = 0.5;
/// The share of bids that have nothing to do with the odds, of each of those that are considered.
const WHIM: f64 = 0.08 / 18.0;
/// The least chance of any bid: whoever bluffs or reasons surprises those who know the odds alone.
const BLUFF: f64 = 0.05;

/// The chance that the holder of `hand` makes this bid, or doubts if it is none.
pub(crate) fn chance(viewpoint: &Viewpoint, made: Option<Bid>, hand: Hand) -> f64 {
    let doubt = viewpoint.standing.map_or(0.0, |standing| doubt(viewpoint, standing, hand));
    match made {
        Some(made) => (1.0 - doubt) * bid(viewpoint, made, hand),
        None => doubt.max(SURPRISE),
    }
}

fn doubt(viewpoint: &Viewpoint, standing: Bid, hand: Hand) -> f64 {
    let least = Face::ALL.into_iter().filter_map(|face| Some(Bid::new(viewpoint.legal.least(face)?, face)));
    let best = least.map(|bid| viewpoint.truth(hand, bid)).fold(0.0, f64::max);
    let margin = IMPOSSIBLE - TRUTH * viewpoint.truth(hand, standing) - OTHERWISE * best;
    SURPRISE + (1.0 - 2.0 * SURPRISE) / (1.0 + (-margin).exp())
}

/// The chance of a bid of somebody who does not doubt.
fn bid(viewpoint: &Viewpoint, made: Bid, hand: Hand) -> f64 {
    let jump = if viewpoint.standing.is_some() { JUMP } else { 1.0 };
    let pull = |bid: Bid| {
        let above = viewpoint.legal.least(bid.face).map_or(0, |least| bid.count.saturating_sub(least));
        viewpoint.truth(hand, bid).powi(2) * jump.powi(i32::from(above))
    };
    let far = !viewpoint.considered().any(|bid| bid == made);
    let all: f64 = viewpoint.considered().chain(far.then_some(made)).map(pull).sum();
    (WHIM + (1.0 - 18.0 * WHIM) * pull(made) / all.max(f64::MIN_POSITIVE)).max(BLUFF)
}

#[cfg(test)]
mod tests {
    use perudo_rules::Preset;

    use super::*;
    use crate::style::Doubts;
    use crate::testing::rounds;
    use crate::{Bot, Situation, Steady, Style, Styled};

    #[test]
    fn a_doubt_is_the_less_likely_the_likelier_the_bid_is_true() {
        let daring = Style { doubts: Doubts::Rather(0.9), ..Style::STEADY };
        let mut bots: [Box<dyn Bot>; 3] =
            std::array::from_fn(|_| Box::new(Styled::new(daring, 1)) as Box<dyn Bot>);
        let (mut hopeless, mut even) = (0, 0);
        let look = |situation: &Situation<'_>| {
            let (viewpoint, hand) = (Viewpoint::of(situation), situation.hand());
            let Some(standing) = viewpoint.standing else {
                assert_eq!(chance(&viewpoint, None, hand), SURPRISE, "there is nothing to doubt");
                return;
            };
            let (doubt, truth) = (chance(&viewpoint, None, hand), viewpoint.truth(hand, standing));
            if truth < 0.05 {
                hopeless += 1;
                assert!(doubt > 0.45, "{standing} is hopeless, and doubted with {doubt}");
            } else if truth > 0.45 {
                even += 1;
                assert!(doubt < 0.17, "{standing} is true with {truth}, and doubted with {doubt}");
            }
        };
        rounds(&Preset::Tournament.rules(), &mut bots, 5, 100, look);
        assert!(hopeless > 20 && even > 20, "{hopeless} {even}");
    }

    #[test]
    fn the_chances_of_all_bids_and_a_doubt_add_up_but_for_bluffs() {
        let mut bots: [Box<dyn Bot>; 3] = std::array::from_fn(|_| Box::new(Steady::new()) as Box<dyn Bot>);
        let look = |situation: &Situation<'_>| {
            let (viewpoint, hand) = (Viewpoint::of(situation), situation.hand());
            let bids = viewpoint.considered().map(|bid| chance(&viewpoint, Some(bid), hand));
            let all = bids.sum::<f64>() + viewpoint.standing.map_or(0.0, |_| chance(&viewpoint, None, hand));
            // Each of eighteen bids has its least chance.
            assert!((0.9..1.0 + 18.0 * BLUFF).contains(&all), "{all}: {situation:?}");
        };
        rounds(&Preset::Tournament.rules(), &mut bots, 6, 50, look);
    }
}
