//! The bid that is being put together. It is always a legal one.

use perudo_bots::Odds;
use perudo_protocol::{Legal, View};
use perudo_rules::{Action, Bid, Face, Hand};

/// A bid that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// How many.
    pub(crate) count: u8,
    /// Of which face.
    pub(crate) face: Face,
}

impl Choice {
    /// The bid that is filled in when the turn begins: the one that the player's own dice support best.
    pub(crate) fn first(legal: &Legal, hand: Hand, jokers: bool) -> Option<Choice> {
        let open = Face::ALL.into_iter().filter_map(|face| Some((face, least(legal, face)?)));
        let (face, count) = open.max_by_key(|&(face, least)| {
            // Aces come last among equals: as jokers they support every other face.
            let own = i16::from(hand.matching(face, jokers));
            (own - i16::from(least), face != Face::Ace, face)
        })?;
        Some(Choice { count, face })
    }

    /// The same bid on another face, with its least count if the present one is not legal.
    pub(crate) fn with_face(self, face: Face, legal: &Legal) -> Option<Choice> {
        let (least, most) = (least(legal, face)?, legal.most?);
        let keep = face == self.face && (least..=most).contains(&self.count);
        Some(Choice { face, count: if keep { self.count } else { least } })
    }

    /// The bid with the count changed, as far as that is legal.
    pub(crate) fn stepped(self, by: i16, legal: &Legal) -> Choice {
        let (Some(least), Some(most)) = (least(legal, self.face), legal.most) else { return self };
        let count = (i16::from(self.count) + by).clamp(i16::from(least), i16::from(most));
        Choice { count: u8::try_from(count).unwrap_or(self.count), ..self }
    }

    /// The bid on the next face up or down that can be bid.
    pub(crate) fn turned(self, by: i16, legal: &Legal) -> Choice {
        (1..6)
            .map(|step| (self.face.index() as i16 + by * step).rem_euclid(6) as usize)
            .find_map(|index| self.with_face(Face::ALL[index], legal))
            .unwrap_or(self)
    }

    pub(crate) const fn bid(self) -> Bid {
        Bid { count: self.count, face: self.face }
    }
}

/// The least count of a face that can be bid.
pub(crate) fn least(legal: &Legal, face: Face) -> Option<u8> {
    legal.least.and_then(|least| least[face.index()])
}

/// The odds for a player who sees only the own dice.
pub(crate) fn odds(view: &View) -> Option<Odds> {
    let hand = view.tour.as_ref()?.hand?;
    let in_play = view.now.dice.iter().map(|dice| usize::from(*dice)).sum();
    Some(Odds::new(hand, in_play, view.now.jokers()))
}

/// Whether an action is certain to lose a die, judged by the player's own dice alone.
pub(crate) fn is_certain_loss(action: Action, view: &View) -> bool {
    let Some(odds) = odds(view) else { return false };
    match (action, view.now.bid) {
        (Action::Bid(bid), _) => odds.at_least(bid) == 0.0,
        (Action::Dudo, Some(standing)) => odds.at_least(standing) >= 1.0,
        (Action::Calza, Some(standing)) => odds.exactly(standing) == 0.0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(least: [u8; 6], most: u8) -> Legal {
        let least = Some(least.map(|count| (count > 0).then_some(count)));
        Legal { least, most: Some(most), calls: Vec::new() }
    }

    #[test]
    fn the_bid_that_is_filled_in_is_the_one_that_the_own_dice_support_best() {
        let cases = [
            ("opening with sixes", legal([0, 1, 1, 1, 1, 1], 10), [1, 0, 0, 0, 1, 3], true, "1x6"),
            (
                "a raise of the same face is dearer than another",
                legal([2, 4, 4, 4, 3, 3], 10),
                [0, 0, 0, 0, 3, 1],
                true,
                "3x5",
            ),
            (
                "no aces where they cannot open",
                legal([0, 1, 1, 1, 1, 1], 10),
                [5, 0, 0, 0, 0, 0],
                true,
                "1x6",
            ),
            ("maputo has one face", legal([0, 0, 3, 0, 0, 0], 8), [0, 0, 1, 0, 0, 0], false, "3x3"),
        ];
        for (case, legal, counts, jokers, expected) in cases {
            let choice = Choice::first(&legal, Hand::from_counts(counts), jokers).unwrap();
            assert_eq!(choice.bid().to_string(), expected, "{case}");
        }
        assert_eq!(Choice::first(&Legal::default(), Hand::EMPTY, true), None);
    }

    #[test]
    fn whatever_is_pressed_the_bid_stays_legal() {
        let legal = legal([2, 5, 5, 0, 4, 4], 7);
        let mut choice = Choice::first(&legal, Hand::EMPTY, true).unwrap();
        for press in 0..200_i16 {
            choice = match press % 4 {
                0 => choice.stepped(press % 7 - 3, &legal),
                1 => choice.turned(1, &legal),
                2 => choice.turned(-1, &legal),
                _ => choice.with_face(Face::ALL[(press % 6) as usize], &legal).unwrap_or(choice),
            };
            let least = least(&legal, choice.face).unwrap();
            assert!((least..=7).contains(&choice.count), "{choice:?} after {press}");
        }
    }
}
