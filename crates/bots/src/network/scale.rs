//! A table with more dice than the network was trained on, shown to it as a smaller one.
//!
//! How true a bid looks is what matters, and the spread of a count grows with the root of the dice. So a bid is shown as the
//! one that is as many standard deviations from its mean at the smaller table, and what the network bids there is taken back
//! the same way.

use perudo_rules::{Bid, Face, Hand};

/// The most dice in play that the network was trained on.
pub(crate) const FAMILIAR: u8 = 48;
/// The dice that a larger table is shown with: six players with five each, of which the network has seen most.
const SHOWN: u8 = 30;

/// How bids are shown to a player who decides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    hand: Hand,
    jokers: bool,
    /// The dice of all others, as they are and as they are shown.
    unknown: f32,
    shown_unknown: f32,
}

impl Scale {
    /// For the holder of a hand. Up to [`FAMILIAR`] dice in play are shown as they are.
    pub(crate) fn new(hand: Hand, in_play: u8, jokers: bool) -> Scale {
        let others = |all: u8| f32::from(all) - hand.len() as f32;
        let shown = if in_play > FAMILIAR { others(SHOWN).max(1.0) } else { others(in_play) };
        Scale { hand, jokers, unknown: others(in_play), shown_unknown: shown }
    }

    /// The dice of all others.
    pub(crate) fn shown_unknown(&self) -> f32 {
        self.shown_unknown
    }

    /// All dice in play.
    pub(crate) fn in_play(&self) -> f32 {
        self.shown_unknown + self.hand.len() as f32
    }

    /// What the count of a bid looks like.
    pub(crate) fn count(&self, bid: Bid) -> f32 {
        let count = f32::from(bid.count);
        if self.is_plain() {
            count
        } else {
            self.moved(count, bid.face, self.unknown, self.shown_unknown).max(1.0)
        }
    }

    /// A bid that looks so many higher than the least legal one of its face.
    pub(crate) fn raised(&self, least: Bid, higher: u8) -> Option<Bid> {
        if self.is_plain() {
            return Some(Bid::new(least.count.checked_add(higher)?, least.face));
        }
        let looks = self.count(least) + f32::from(higher);
        let count = self.moved(looks, least.face, self.shown_unknown, self.unknown).round();
        let count = if count <= f32::from(u8::MAX) { count as u8 } else { return None };
        Some(Bid::new(count.max(least.count), least.face))
    }

    fn is_plain(&self) -> bool {
        self.shown_unknown == self.unknown
    }

    /// A count with some unknown dice as one with others, as far from its mean.
    fn moved(&self, count: f32, face: Face, from: f32, to: f32) -> f32 {
        let chance = if self.jokers && face != Face::Ace { 1.0 / 3.0 } else { 1.0 / 6.0 };
        let own = f32::from(self.hand.matching(face, self.jokers));
        own + to * chance + (count - own - from * chance) * (to / from).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Odds;

    fn hand(dice: u8) -> Hand {
        Face::ALL.into_iter().cycle().take(usize::from(dice)).collect()
    }

    #[test]
    fn familiar_tables_are_shown_as_they_are() {
        for in_play in [2, 10, 30, FAMILIAR] {
            let scale = Scale::new(hand(1), in_play, true);
            assert_eq!(
                (scale.in_play(), scale.shown_unknown()),
                (f32::from(in_play), f32::from(in_play - 1))
            );
            for count in 1..=in_play {
                let bid = Bid::new(count, Face::Six);
                assert_eq!(scale.count(bid), f32::from(count));
                assert_eq!(scale.raised(bid, 3), Some(Bid::new(count + 3, Face::Six)));
            }
        }
    }

    #[test]
    fn bids_at_large_tables_look_as_true_as_they_are() {
        for (in_play, dice, jokers) in [(49, 1, true), (70, 5, true), (100, 5, false), (200, 10, true)] {
            let hand = hand(dice);
            let scale = Scale::new(hand, in_play, jokers);
            assert_eq!(scale.in_play(), f32::from(SHOWN));
            let (real, shown) =
                (Odds::new(hand, usize::from(in_play), jokers), Odds::new(hand, usize::from(SHOWN), jokers));
            for face in Face::ALL {
                let mut before = 0.0;
                for count in 1..=in_play {
                    let bid = Bid::new(count, face);
                    let looks = scale.count(bid);
                    assert!(looks >= before, "{in_play} dice: {bid}");
                    before = looks;
                    // Between two counts of the smaller table lies what is between their odds, give or take what
                    // the skew of small counts is worth.
                    let near = |count: f32| shown.at_least(Bid::new(count as u8, face));
                    let (high, low) = (near(looks.floor()) + 0.12, near(looks.ceil()) - 0.12);
                    let truth = real.at_least(bid);
                    assert!(
                        (low..=high).contains(&truth),
                        "{in_play} dice: {bid} looks like {looks}: {truth}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_is_bid_at_the_small_table_is_a_raise_at_the_large_one() {
        let scale = Scale::new(hand(5), 200, true);
        for face in Face::ALL {
            for count in 1..=200 {
                let least = Bid::new(count, face);
                let bids: Vec<Bid> = (0..16).filter_map(|higher| scale.raised(least, higher)).collect();
                assert!(bids.is_sorted_by(|a, b| a.count < b.count), "{least}: {bids:?}");
                assert!(bids.iter().all(|bid| bid.count >= count && bid.face == face), "{least}: {bids:?}");
            }
        }
    }
}
