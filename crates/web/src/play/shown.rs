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

    /// How many dice of a chair count for the bid.
    pub(crate) fn matching(&self, chair: u8) -> u8 {
        let hand = self.hands.get(usize::from(chair)).copied().unwrap_or(Hand::EMPTY);
        hand.matching(self.bid.face, self.jokers)
    }
}
