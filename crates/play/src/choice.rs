//! The bid that is being put together. It is always a legal one.

use perudo_bots::Odds;
use perudo_protocol::{Legal, View};
use perudo_rules::{Action, Bid, Face, Hand};

/// A bid that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// How many.
    pub count: u8,
    /// Of which face.
    pub face: Face,
}

/// How far above the least count a bid is still a near one.
const NEAR: i16 = 2;
/// A bid that is true so often is a safe one.
const SAFE: f64 = 0.8;

impl Choice {
    /// The bid that is filled in when the turn begins, as a decent player would choose among the near ones: the least
    /// bid that is likeliest to be true, or a little more of the same face as long as that is safe.
    pub fn first(legal: &Legal, hand: Hand, in_play: usize, jokers: bool) -> Option<Choice> {
        let odds = Odds::new(hand, in_play, jokers);
        let open = || {
            let least = Face::ALL.into_iter().filter_map(|face| Some((face, least(legal, face)?)));
            least.map(|(face, count)| Choice { count, face })
        };
        // Who has no ace does not begin with aces, unless there is nothing else.
        let has = |face: Face| hand.matching(face, false) > 0;
        let likeliest = |choices: &mut dyn Iterator<Item = Choice>| {
            // Among those that are certain, the face of which most dice are there; then the higher one.
            let worth = |choice: &Choice| (odds.at_least(choice.bid()), hand.matching(choice.face, jokers));
            choices.max_by(|a, b| {
                let ((chance, own), (other_chance, other_own)) = (worth(a), worth(b));
                chance.total_cmp(&other_chance).then(own.cmp(&other_own)).then(a.face.cmp(&b.face))
            })
        };
        let choice = likeliest(&mut open().filter(|choice| choice.face != Face::Ace || has(Face::Ace)))
            .or_else(|| likeliest(&mut open()))?;
        let raised = (1..=NEAR).rev().map(|by| choice.stepped(by, legal));
        Some(raised.into_iter().find(|raised| odds.at_least(raised.bid()) >= SAFE).unwrap_or(choice))
    }

    /// The same bid on another face, with its least count if the present one is not legal.
    pub fn with_face(self, face: Face, legal: &Legal) -> Option<Choice> {
        let (least, most) = (least(legal, face)?, legal.most?);
        let keep = face == self.face && (least..=most).contains(&self.count);
        Some(Choice { face, count: if keep { self.count } else { least } })
    }

    /// The bid with the count changed, as far as that is legal.
    pub fn stepped(self, by: i16, legal: &Legal) -> Choice {
        let (Some(least), Some(most)) = (least(legal, self.face), legal.most) else { return self };
        let count = (i16::from(self.count) + by).clamp(i16::from(least), i16::from(most));
        Choice { count: u8::try_from(count).unwrap_or(self.count), ..self }
    }

    /// The bid on the next face up or down that can be bid.
    pub fn turned(self, by: i16, legal: &Legal) -> Choice {
        (1..6)
            .map(|step| (self.face.index() as i16 + by * step).rem_euclid(6) as usize)
            .find_map(|index| self.with_face(Face::ALL[index], legal))
            .unwrap_or(self)
    }

    /// The bid itself.
    pub const fn bid(self) -> Bid {
        Bid { count: self.count, face: self.face }
    }
}

/// The least count of a face that can be bid.
pub fn least(legal: &Legal, face: Face) -> Option<u8> {
    legal.least.and_then(|least| least[face.index()])
}

/// The odds for a player who sees only the own dice.
pub fn odds(view: &View) -> Option<Odds> {
    let hand = view.tour.as_ref()?.hand?;
    let in_play = view.now.dice.iter().map(|dice| usize::from(*dice)).sum();
    Some(Odds::new(hand, in_play, view.now.jokers()))
}

/// Whether an action is certain to lose a die, judged by the player's own dice alone.
pub fn is_certain_loss(action: Action, view: &View) -> bool {
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
    fn the_bid_that_is_filled_in_is_one_that_a_decent_player_would_make() {
        let open = [0, 1, 1, 1, 1, 1];
        let cases = [
            ("opening with sixes", legal(open, 20), [1, 0, 0, 0, 1, 3], 20, true, "3x6"),
            ("few dice, so little is safe", legal(open, 4), [0, 0, 1, 1, 0, 0], 4, true, "1x4"),
            ("no aces where they cannot open", legal(open, 10), [5, 0, 0, 0, 0, 0], 10, true, "3x6"),
            (
                "a face that is there beats a lower count",
                legal([2, 4, 4, 4, 3, 3], 10),
                [0, 0, 0, 0, 3, 1],
                10,
                true,
                "4x5",
            ),
            (
                "two aces to a hand without",
                legal([2, 4, 4, 4, 4, 4], 15),
                [0, 1, 1, 1, 1, 1],
                15,
                true,
                "4x6",
            ),
            (
                "three aces to a hand without, though likelier",
                legal([3, 6, 6, 6, 6, 6], 15),
                [0, 1, 1, 1, 1, 1],
                15,
                true,
                "6x6",
            ),
            (
                "aces to a hand full of them",
                legal([3, 6, 6, 6, 6, 6], 10),
                [4, 1, 0, 0, 0, 0],
                10,
                true,
                "4x1",
            ),
            ("an opening in maputo", legal([1; 6], 11), [0, 0, 0, 0, 1, 0], 11, false, "2x5"),
            ("an opening in maputo, no ace", legal([1; 6], 3), [0, 1, 0, 0, 0, 0], 3, false, "1x2"),
            ("maputo has one face", legal([0, 0, 3, 0, 0, 0], 8), [0, 0, 1, 0, 0, 0], 8, false, "3x3"),
            (
                "maputo on aces leaves nothing else",
                legal([2, 0, 0, 0, 0, 0], 8),
                [0, 0, 1, 0, 0, 0],
                8,
                false,
                "2x1",
            ),
            (
                "all that is left is unlikely",
                legal([4, 7, 7, 7, 7, 7], 8),
                [0, 0, 0, 2, 0, 0],
                8,
                true,
                "7x4",
            ),
        ];
        for (case, legal, counts, in_play, jokers, expected) in cases {
            let choice = Choice::first(&legal, Hand::from_counts(counts), in_play, jokers).unwrap();
            assert_eq!(choice.bid().to_string(), expected, "{case}");
        }
        assert_eq!(Choice::first(&Legal::default(), Hand::EMPTY, 5, true), None);
    }

    #[test]
    fn aces_are_never_filled_in_for_a_hand_without_them_where_anything_else_is_legal() {
        for counts in [[0, 5, 0, 0, 0, 0], [0, 1, 1, 1, 1, 1], [0, 0, 0, 0, 2, 1], [0, 0, 0, 0, 0, 0]] {
            for count in 1..=9_u8 {
                for jokers in [true, false] {
                    let legal = legal([count.div_ceil(2), count, count, count, count, count], 20);
                    let choice = Choice::first(&legal, Hand::from_counts(counts), 20, jokers).unwrap();
                    assert_ne!(choice.face, Face::Ace, "{counts:?} at {count}");
                }
            }
        }
    }

    #[test]
    fn whatever_is_pressed_the_bid_stays_legal() {
        let legal = legal([2, 5, 5, 0, 4, 4], 7);
        let mut choice = Choice::first(&legal, Hand::EMPTY, 7, true).unwrap();
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
