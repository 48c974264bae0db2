//! All hands of a number of dice, and their chances.

use perudo_rules::{Face, Hand};

/// All hands of that many dice, those with low dice first.
pub(crate) fn all_hands(dice: u8) -> Vec<Hand> {
    let mut hands = Vec::new();
    extend(Hand::EMPTY, 0, dice, &mut hands);
    hands
}

fn extend(hand: Hand, lowest: usize, dice: u8, hands: &mut Vec<Hand>) {
    if dice == 0 {
        hands.push(hand);
        return;
    }
    for (index, &face) in Face::ALL.iter().enumerate().skip(lowest) {
        let mut longer = hand;
        longer.add(face);
        extend(longer, index, dice - 1, hands);
    }
}

/// The chance to roll exactly these dice with as many.
pub(crate) fn chance(hand: Hand) -> f64 {
    let mut chance = 1.0;
    let mut rolled = 0.0;
    for count in hand.counts() {
        for alike in 1..=count {
            rolled += 1.0;
            chance *= rolled / f64::from(alike) / 6.0;
        }
    }
    chance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chances_of_all_hands_sum_to_one() {
        for (dice, count) in [(1, 6), (2, 21), (3, 56), (4, 126), (5, 252)] {
            let hands = all_hands(dice);
            assert_eq!(hands.len(), count);
            let sum: f64 = hands.iter().map(|&hand| chance(hand)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{dice} dice: {sum}");
        }
    }

    #[test]
    fn a_pair_is_rolled_half_as_often_as_two_different_dice() {
        let hands = all_hands(2);
        assert_eq!(hands[0].to_string(), "11");
        assert_eq!(hands[1].to_string(), "12");
        assert!((chance(hands[0]) - 1.0 / 36.0).abs() < 1e-15);
        assert!((chance(hands[1]) - 2.0 / 36.0).abs() < 1e-15);
    }
}
