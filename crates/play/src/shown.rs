//! Events that take their time on the screen.

use perudo_protocol::{View, WireEvent};
use perudo_rules::{Bid, Call, Face, Hand};

/// Something that is being shown while later events wait.
#[derive(Clone, Debug, PartialEq)]
pub enum Shown {
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
pub struct Showdown {
    /// Who called.
    pub chair: u8,
    /// Whether it was calza.
    pub calza: bool,
    /// What was bid.
    pub bid: Bid,
    /// Whose bid it was.
    pub bidder: u8,
    /// The dice of each chair.
    pub hands: Vec<Hand>,
    /// How many fit the bid.
    pub count: u8,
    /// Who loses a die.
    pub loser: Option<u8>,
    /// Who takes one back.
    pub gainer: Option<u8>,
    /// Who wins the tour by it.
    pub winner: Option<u8>,
    /// Whether aces were jokers.
    pub jokers: bool,
    /// The table before it.
    pub before: View,
}

impl Shown {
    /// What is shown of an event, if it takes its time.
    pub fn of(event: &WireEvent, before: &View) -> Option<Shown> {
        match event {
            WireEvent::Drawn { throws, .. } => Some(Shown::Draw { throws: throws.clone() }),
            _ => Showdown::of(event, before).map(|showdown| Shown::Showdown(Box::new(showdown))),
        }
    }
}

impl Showdown {
    /// The showdown, if the event is one.
    pub fn of(event: &WireEvent, before: &View) -> Option<Showdown> {
        let WireEvent::Showdown { chair, call, bid, bidder, hands, count, loser, gainer, winner, .. } = event
        else {
            return None;
        };
        Some(Showdown {
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
        })
    }

    /// The chairs in the order in which their cups are lifted, from the one after the caller.
    pub fn order(&self) -> Vec<u8> {
        let chairs = self.hands.len();
        let first = usize::from(self.chair) + 1;
        let around = (0..chairs).map(|step| (first + step) % chairs.max(1));
        around.filter(|chair| !self.hands[*chair].is_empty()).map(|chair| chair as u8).collect()
    }

    /// Whether the bid was true; for calza, exactly.
    pub fn bid_was_good(&self) -> bool {
        if self.calza { self.count == self.bid.count } else { self.count >= self.bid.count }
    }

    /// How many dice a chair has more because of it, or fewer.
    pub fn change(&self, chair: u8) -> i8 {
        i8::from(self.gainer == Some(chair)) - i8::from(self.loser == Some(chair))
    }

    /// Whether a chair was right in the dispute, and the other one paid for it.
    pub fn prevails(&self, chair: u8) -> bool {
        let disputes = chair == self.chair || chair == self.bidder;
        disputes && self.loser.is_some_and(|loser| loser != chair)
    }

    /// How many dice of a chair count for the bid.
    pub fn matching(&self, chair: u8) -> u8 {
        let hand = self.hands.get(usize::from(chair)).copied().unwrap_or(Hand::EMPTY);
        hand.matching(self.bid.face, self.jokers)
    }
}
