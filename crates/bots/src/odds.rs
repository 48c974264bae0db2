//! The exact odds of a bid.

use std::sync::LazyLock;

use perudo_rules::{Bid, Face, Hand, MAX_DICE_EACH, MAX_SEATS};

/// The most dice that any table has.
pub const MAX_DICE: usize = MAX_SEATS * MAX_DICE_EACH as usize;

/// The chances of bids, for someone who knows one hand and nothing about the other dice.
///
/// # Examples
///
/// ```
/// use perudo_bots::Odds;
/// use perudo_rules::{Bid, Face, Hand};
///
/// let hand = Hand::from_counts([2, 0, 1, 1, 0, 1]); // 11346
/// let odds = Odds::new(hand, 6, true); // one more die lies on the table
/// assert_eq!(odds.at_least(Bid::new(3, Face::Six)), 1.0); // a six and two jokers
/// assert!((odds.at_least(Bid::new(4, Face::Six)) - 1.0 / 3.0).abs() < 1e-12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    hand: Hand,
    unknown: usize,
    jokers: bool,
}

impl Odds {
    /// The odds for the holder of `hand` at a table with that many dice in play, those of the hand included.
    pub fn new(hand: Hand, in_play: usize, jokers: bool) -> Odds {
        Odds { hand, unknown: in_play.saturating_sub(hand.len()).min(MAX_DICE), jokers }
    }

    /// The chance that a bid is true.
    pub fn at_least(&self, bid: Bid) -> f64 {
        let needed = usize::from(bid.count.saturating_sub(self.own(bid.face)));
        self.tails(bid.face).at_least(self.unknown, needed)
    }

    /// The chance that a bid is exactly true.
    pub fn exactly(&self, bid: Bid) -> f64 {
        let Some(needed) = bid.count.checked_sub(self.own(bid.face)) else { return 0.0 };
        self.tails(bid.face).exactly(self.unknown, usize::from(needed))
    }

    fn own(&self, face: Face) -> u8 {
        self.hand.matching(face, self.jokers)
    }

    fn tails(&self, face: Face) -> &'static Tails {
        Tails::of(face, self.jokers)
    }
}

/// How many of `n` unknown dice count for a face: the binomial distribution, from the top.
#[derive(Debug)]
pub(crate) struct Tails(Vec<f64>);

/// One face in six.
static PLAIN: LazyLock<Tails> = LazyLock::new(|| Tails::new(1.0 / 6.0));
/// The face or an ace.
static WITH_JOKERS: LazyLock<Tails> = LazyLock::new(|| Tails::new(1.0 / 3.0));

impl Tails {
    /// The distribution for dice that count for a bid on `face`.
    pub(crate) fn of(face: Face, jokers: bool) -> &'static Tails {
        if jokers && face != Face::Ace { &WITH_JOKERS } else { &PLAIN }
    }

    /// Adds die after die. Only positive terms are added, so that rounding never grows beyond
    /// some two hundred units in the last place.
    fn new(chance: f64) -> Tails {
        let mut tails = vec![0.0; row(MAX_DICE + 1)];
        tails[0] = 1.0;
        for dice in 1..=MAX_DICE {
            tails[row(dice)] = 1.0;
            for hits in 1..=dice {
                let without = if hits < dice { tails[row(dice - 1) + hits] } else { 0.0 };
                let with = tails[row(dice - 1) + hits - 1];
                tails[row(dice) + hits] = chance * with + (1.0 - chance) * without;
            }
        }
        Tails(tails)
    }

    /// The chance that at least `hits` of `dice` unknown dice count.
    pub(crate) fn at_least(&self, dice: usize, hits: usize) -> f64 {
        if hits > dice { 0.0 } else { self.0.get(row(dice) + hits).copied().unwrap_or(0.0) }
    }

    /// The chance that exactly `hits` of them do.
    pub(crate) fn exactly(&self, dice: usize, hits: usize) -> f64 {
        self.at_least(dice, hits) - self.at_least(dice, hits + 1)
    }
}

/// Where the row for that many dice begins.
const fn row(dice: usize) -> usize {
    dice * (dice + 1) / 2
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_rational::Ratio;
    use num_traits::ToPrimitive;

    use super::*;

    /// The binomial distribution in whole numbers: slow, and exact.
    fn reference(dice: u32, sides_that_hit: u32) -> Vec<f64> {
        let hit = BigUint::from(sides_that_hit);
        let miss = BigUint::from(6 - sides_that_hit);
        let mut ways = vec![BigUint::from(1u8)];
        for _ in 0..dice {
            let mut next = vec![BigUint::from(0u8); ways.len() + 1];
            for (hits, count) in ways.iter().enumerate() {
                next[hits] += count * &miss;
                next[hits + 1] += count * &hit;
            }
            ways = next;
        }
        let all = BigUint::from(6u8).pow(dice);
        let mut tail = BigUint::from(0u8);
        let mut tails: Vec<f64> = ways
            .iter()
            .rev()
            .map(|count| {
                tail += count;
                Ratio::new(tail.clone(), all.clone()).to_f64().unwrap()
            })
            .collect();
        tails.reverse();
        tails
    }

    #[test]
    fn the_odds_are_exact_to_twelve_digits_for_up_to_two_hundred_dice() {
        for (face, jokers, sides) in [(Face::Six, true, 2), (Face::Six, false, 1), (Face::Ace, true, 1)] {
            for dice in [0, 1, 2, 5, 10, 29, 95, 199, 200] {
                let tails = reference(dice, sides);
                let odds = Odds::new(Hand::EMPTY, dice as usize, jokers);
                for count in 1..=dice as u8 {
                    let bid = Bid::new(count, face);
                    let expected = tails[usize::from(count)];
                    assert!((odds.at_least(bid) - expected).abs() < 1e-12, "{bid} of {dice}");
                    let above = tails.get(usize::from(count) + 1).copied().unwrap_or(0.0);
                    assert!(
                        (odds.exactly(bid) - (expected - above)).abs() < 1e-12,
                        "exactly {bid} of {dice}"
                    );
                }
            }
        }
    }

    #[test]
    fn own_dice_are_certain() {
        let hand = Hand::from_counts([2, 0, 1, 1, 0, 1]);
        let cases = [
            ("3x6 of the own five dice alone", 5, true, Bid::new(3, Face::Six), 1.0, 1.0),
            ("4x6 of the own five dice alone", 5, true, Bid::new(4, Face::Six), 0.0, 0.0),
            ("2x6 of the own five dice alone is more than exact", 5, true, Bid::new(2, Face::Six), 1.0, 0.0),
            ("one more six from one more die", 6, true, Bid::new(4, Face::Six), 1.0 / 3.0, 1.0 / 3.0),
            ("one more six without jokers", 6, false, Bid::new(2, Face::Six), 1.0 / 6.0, 1.0 / 6.0),
            ("one more ace", 6, true, Bid::new(3, Face::Ace), 1.0 / 6.0, 1.0 / 6.0),
        ];
        for (case, in_play, jokers, bid, at_least, exactly) in cases {
            let odds = Odds::new(hand, in_play, jokers);
            assert!((odds.at_least(bid) - at_least).abs() < 1e-12, "{case}: {}", odds.at_least(bid));
            assert!((odds.exactly(bid) - exactly).abs() < 1e-12, "{case}: {}", odds.exactly(bid));
        }
    }

    #[test]
    fn nonsense_has_odds_too() {
        let odds = Odds::new(Hand::from_counts([255; 6]), 3, true);
        assert_eq!(odds.at_least(Bid::new(255, Face::Two)), 1.0);
        assert_eq!(Odds::new(Hand::EMPTY, 100_000, true).at_least(Bid::new(255, Face::Two)), 0.0);
    }
}
