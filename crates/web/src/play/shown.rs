//! Events that take their time on the screen.

use perudo_protocol::{View, WireEvent};
use perudo_rules::{Bid, Call, Face, Hand};

/// Something that is being shown while later events wait.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shown {
    /// The throw that settles who opens.
    Draw {
        /// By chair.
        throws: Vec<Option<Face>>,
    },
    /// The cups are lifted.
    Showdown(Box<Showdown>),
}

/// A showdown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Showdown {
    pub(crate) chair: u8,
    pub(crate) calza: bool,
    pub(crate) bid: Bid,
    pub(crate) bidder: u8,
    pub(crate) hands: Vec<Hand>,
    pub(crate) count: u8,
    pub(crate) loser: Option<u8>,
    pub(crate) gainer: Option<u8>,
    pub(crate) winner: Option<u8>,
    pub(crate) jokers: bool,
    /// The table before it.
    pub(crate) before: View,
}

impl Shown {
    /// What is shown of an event, if it takes its time.
    pub(crate) fn of(event: &WireEvent, before: &View) -> Option<Shown> {
        match event {
            WireEvent::Drawn { throws, .. } => Some(Shown::Draw { throws: throws.clone() }),
            WireEvent::Showdown { chair, call, bid, bidder, hands, count, loser, gainer, winner, .. } => {
                Some(Shown::Showdown(Box::new(Showdown {
                    chair: *chair,
                    calza: *call == Call::Calza,
                    bid: *bid,
                    bidder: *bidder,
                    hands: hands.clone(),
                    count: *count,
                    loser: *loser,
                    gainer: *gainer,
                    winner: *winner,
                    jokers: before.now.jokers(),
                    before: before.clone(),
                })))
            }
            _ => None,
        }
    }
}

impl Showdown {
    /// The chairs in the order in which their cups are lifted, from the one after the caller.
    pub(crate) fn order(&self) -> Vec<u8> {
        let chairs = self.hands.len();
        let first = usize::from(self.chair) + 1;
        let around = (0..chairs).map(|step| (first + step) % chairs.max(1));
        around.filter(|chair| !self.hands[*chair].is_empty()).map(|chair| chair as u8).collect()
    }

    /// Whether the bid was true; for calza, exactly.
    pub(crate) fn bid_was_good(&self) -> bool {
        if self.calza { self.count == self.bid.count } else { self.count >= self.bid.count }
    }

    /// How many dice a chair has more because of it, or fewer.
    pub(crate) fn change(&self, chair: u8) -> i8 {
        i8::from(self.gainer == Some(chair)) - i8::from(self.loser == Some(chair))
    }

    /// Whether a chair was right in the dispute, and the other one paid for it.
    pub(crate) fn prevails(&self, chair: u8) -> bool {
        let disputes = chair == self.chair || chair == self.bidder;
        disputes && self.loser.is_some_and(|loser| loser != chair)
    }

    /// How many dice of a chair count for the bid.
    pub(crate) fn matching(&self, chair: u8) -> u8 {
        let hand = self.hands.get(usize::from(chair)).copied().unwrap_or(Hand::EMPTY);
        hand.matching(self.bid.face, self.jokers)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use perudo_home::HomeTable;
    use perudo_protocol::{ServerMsg, ViewChair, WireSettings};
    use perudo_rules::Face;
    use perudo_table::Moment;

    use super::*;

    /// A showdown between people who have so many dice before it.
    pub(crate) fn showdown<const N: usize>(names: &[&str; N], dice: [u8; N]) -> Showdown {
        let mut table = HomeTable::open("kitchen", &WireSettings::default(), [0; 32], Moment(0)).unwrap();
        let step = table.switch_viewer(None, Moment(0));
        let Some(ServerMsg::Welcome { view, .. }) = step.messages.into_iter().next() else {
            panic!("no view")
        };
        let mut before = *view;
        before.chairs = names
            .iter()
            .enumerate()
            .map(|(person, name)| ViewChair {
                person: Some(person as u16),
                name: Some((*name).to_owned()),
                ..ViewChair::default()
            })
            .collect();
        before.now.dice = dice.to_vec();
        Showdown {
            chair: 1,
            calza: false,
            bid: Bid::new(1, Face::Six),
            bidder: 0,
            hands: vec![Hand::EMPTY; N],
            count: 0,
            loser: None,
            gainer: None,
            winner: None,
            jokers: true,
            before,
        }
    }
}
