//! What is wrong with a proof.

use perudo_rules::record::SeatsError;
use perudo_rules::{Hand, Seat};

use super::Link;

/// Who holds a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Party {
    /// The server.
    Server,
    /// The player in that seat.
    Seat(Seat),
}

/// The first thing that is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofFault {
    /// The table's id is not 1 to 64 visible ASCII characters.
    BadTable,
    /// These players cannot sit at a table.
    BadNames(SeatsError),
    /// There is no throw at all, or there are more than [`MAX_THROWS`](super::MAX_THROWS).
    BadSize {
        /// How many.
        throws: usize,
    },
    /// A list has not one entry for each seat.
    BadList {
        /// The throw, or the whole proof.
        throw: Option<u64>,
        /// Its name in the file.
        list: &'static str,
        /// How many entries it has.
        found: usize,
        /// How many seats there are.
        seats: usize,
    },
    /// The tips of a chain's holder are not in order, or one has nothing to do with these throws.
    BadTips {
        /// Whose.
        party: Party,
        /// The throw from which the first wrong one is used.
        from: u64,
    },
    /// Throws are numbered without a gap, from 1 at the earliest.
    NotContiguous {
        /// The number that should come.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// A draw comes after the first roll.
    LateDraw {
        /// The throw.
        throw: u64,
    },
    /// A roll has its round, from 1, the same again or the next; a draw has none.
    BadRound {
        /// The throw.
        throw: u64,
        /// The round it says.
        found: Option<u32>,
    },
    /// More dice than one seat may throw.
    TooManyDice {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
        /// How many.
        dice: u8,
        /// How many may be.
        most: u8,
    },
    /// Nobody throws.
    NoDice {
        /// The throw.
        throw: u64,
    },
    /// The list of those who withheld their link is not ascending, or names a seat that there is not.
    BadWithheld {
        /// The throw.
        throw: u64,
    },
    /// A link of someone who has published no tip.
    NoTip {
        /// The throw.
        throw: u64,
        /// Whose.
        party: Party,
    },
    /// A seat is said to have withheld a link, and has published no tip.
    NothingToWithhold {
        /// The throw.
        throw: u64,
        /// Who.
        seat: Seat,
    },
    /// A seat that throws and has a chain gave no link, and is not named as one that withheld it.
    LinkMissing {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// A link was both given and withheld.
    LinkAndWithheld {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// The tip is older than [`MAX_CHAIN`](super::MAX_CHAIN) throws.
    ChainTooLong {
        /// The throw.
        throw: u64,
        /// Whose.
        party: Party,
    },
    /// A link does not hash to the one before it.
    BrokenChain {
        /// The throw.
        throw: u64,
        /// Whose.
        party: Party,
        /// The link or tip that was public before.
        expected: Link,
        /// What the link hashes to.
        found: Link,
    },
    /// The dice do not follow from the links.
    WrongDice {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
        /// What follows from the links.
        expected: Hand,
        /// What the proof says.
        found: String,
    },
}

impl ProofFault {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            ProofFault::BadTable => "bad-table",
            ProofFault::BadNames(_) => "bad-names",
            ProofFault::BadSize { .. } => "bad-size",
            ProofFault::BadList { .. } => "bad-list",
            ProofFault::BadTips { .. } => "bad-tips",
            ProofFault::NotContiguous { .. } => "not-contiguous",
            ProofFault::LateDraw { .. } => "late-draw",
            ProofFault::BadRound { .. } => "bad-round",
            ProofFault::TooManyDice { .. } => "too-many-dice",
            ProofFault::NoDice { .. } => "no-dice",
            ProofFault::BadWithheld { .. } => "bad-withheld",
            ProofFault::NoTip { .. } => "no-tip",
            ProofFault::NothingToWithhold { .. } => "nothing-to-withhold",
            ProofFault::LinkMissing { .. } => "link-missing",
            ProofFault::LinkAndWithheld { .. } => "link-and-withheld",
            ProofFault::ChainTooLong { .. } => "chain-too-long",
            ProofFault::BrokenChain { .. } => "broken-chain",
            ProofFault::WrongDice { .. } => "wrong-dice",
        }
    }

    /// The throw that it is found in, if it is found in one.
    pub fn throw(&self) -> Option<u64> {
        match *self {
            ProofFault::BadTable
            | ProofFault::BadNames(_)
            | ProofFault::BadSize { .. }
            | ProofFault::BadTips { .. } => None,
            ProofFault::BadList { throw, .. } => throw,
            ProofFault::NotContiguous { found, .. } => Some(found),
            ProofFault::LateDraw { throw }
            | ProofFault::BadRound { throw, .. }
            | ProofFault::TooManyDice { throw, .. }
            | ProofFault::NoDice { throw }
            | ProofFault::BadWithheld { throw }
            | ProofFault::NoTip { throw, .. }
            | ProofFault::NothingToWithhold { throw, .. }
            | ProofFault::LinkMissing { throw, .. }
            | ProofFault::LinkAndWithheld { throw, .. }
            | ProofFault::ChainTooLong { throw, .. }
            | ProofFault::BrokenChain { throw, .. }
            | ProofFault::WrongDice { throw, .. } => Some(throw),
        }
    }

    /// Whose link, dice or tip it is about, if it is about someone's.
    pub fn party(&self) -> Option<Party> {
        match *self {
            ProofFault::BadTips { party, .. }
            | ProofFault::NoTip { party, .. }
            | ProofFault::ChainTooLong { party, .. }
            | ProofFault::BrokenChain { party, .. } => Some(party),
            ProofFault::TooManyDice { seat, .. }
            | ProofFault::NothingToWithhold { seat, .. }
            | ProofFault::LinkMissing { seat, .. }
            | ProofFault::LinkAndWithheld { seat, .. }
            | ProofFault::WrongDice { seat, .. } => Some(Party::Seat(seat)),
            ProofFault::BadTable
            | ProofFault::BadNames(_)
            | ProofFault::BadSize { .. }
            | ProofFault::BadList { .. }
            | ProofFault::NotContiguous { .. }
            | ProofFault::LateDraw { .. }
            | ProofFault::BadRound { .. }
            | ProofFault::NoDice { .. }
            | ProofFault::BadWithheld { .. } => None,
        }
    }
}
