//! What is wrong with a proof.

use std::fmt;

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
    /// The player in that seat, with the closed chain.
    Closed(Seat),
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Party::Server => f.write_str("the server"),
            Party::Seat(seat) => write!(f, "seat {}", seat.index()),
            Party::Closed(seat) => write!(f, "seat {} (closed)", seat.index()),
        }
    }
}

/// The first thing that is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The table's id is not 1 to 64 visible ASCII characters.
    #[error("the table id is not 1 to 64 visible ASCII characters")]
    BadTable,
    /// These players cannot sit at a table.
    #[error("these players cannot sit at a table")]
    BadNames(#[source] SeatsError),
    /// There is no throw at all, or there are more than [`MAX_THROWS`](super::MAX_THROWS).
    #[error("a proof has between 1 and 10000 throws, not {throws}")]
    BadSize {
        /// How many.
        throws: usize,
    },
    /// A list has not one entry for each seat.
    #[error("`{list}` has {found} entries for {seats} seats")]
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
    #[error("the tips of {party} are not in order from throw {from} on")]
    BadTips {
        /// Whose.
        party: Party,
        /// The throw from which the first wrong one is used.
        from: u64,
    },
    /// Throws are numbered without a gap, from 1 at the earliest.
    #[error("throw {expected} should follow, not throw {found}")]
    NotContiguous {
        /// The number that should come.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// A draw comes after the first roll.
    #[error("throw {throw} is a draw after the first roll")]
    LateDraw {
        /// The throw.
        throw: u64,
    },
    /// A roll has its round, from 1, the same again or the next; a draw has none.
    #[error("throw {throw} has the wrong round")]
    BadRound {
        /// The throw.
        throw: u64,
        /// The round it says.
        found: Option<u32>,
    },
    /// More dice than one seat may throw.
    #[error("a seat throws {dice} dice in throw {throw}, {most} at most")]
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
    #[error("nobody throws in throw {throw}")]
    NoDice {
        /// The throw.
        throw: u64,
    },
    /// The list of those who withheld their link is not ascending, or names a seat that there is not.
    #[error("the withheld seats of throw {throw} are not ascending seats")]
    BadWithheld {
        /// The throw.
        throw: u64,
    },
    /// A link of someone who has published no tip.
    #[error("throw {throw} has a link of {party}, who has published no tip")]
    NoTip {
        /// The throw.
        throw: u64,
        /// Whose.
        party: Party,
    },
    /// A seat is said to have withheld a link, and has published no tip.
    #[error("a seat is said to withhold a link in throw {throw}, and has published no tip")]
    NothingToWithhold {
        /// The throw.
        throw: u64,
        /// Who.
        seat: Seat,
    },
    /// A link, or a withheld one, of a seat that is out of the tour.
    #[error("throw {throw} names a link of a seat that has no part in it")]
    NoPart {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// A seat that throws and has a chain gave no link, and is not named as one that withheld it.
    #[error("a link is missing in throw {throw}")]
    LinkMissing {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// A link was both given and withheld.
    #[error("a link is both given and withheld in throw {throw}")]
    LinkAndWithheld {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// Others have shown their closed links, and this seat has not.
    #[error("a closed link is missing in throw {throw}")]
    ClosedMissing {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// A closed link of a seat that has no dice.
    #[error("a seat without dice shows a closed link in throw {throw}")]
    NothingToShow {
        /// The throw.
        throw: u64,
        /// Whose.
        seat: Seat,
    },
    /// The list of those who did not show is not ascending, names a seat without dice, or stands where all have shown.
    #[error("the seats that did not show in throw {throw} cannot be these")]
    BadUnshown {
        /// The throw.
        throw: u64,
    },
    /// The tip is older than [`MAX_CHAIN`](super::MAX_CHAIN) throws.
    #[error("the tip of {party} is too old for throw {throw}")]
    ChainTooLong {
        /// The throw.
        throw: u64,
        /// Whose.
        party: Party,
    },
    /// A link does not hash to the one before it.
    #[error("the link of {party} in throw {throw} does not lead to the one before it")]
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
    #[error("the dice of throw {throw} do not follow from its links")]
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

impl ProofError {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            ProofError::BadTable => "bad-table",
            ProofError::BadNames(_) => "bad-names",
            ProofError::BadSize { .. } => "bad-size",
            ProofError::BadList { .. } => "bad-list",
            ProofError::BadTips { .. } => "bad-tips",
            ProofError::NotContiguous { .. } => "not-contiguous",
            ProofError::LateDraw { .. } => "late-draw",
            ProofError::BadRound { .. } => "bad-round",
            ProofError::TooManyDice { .. } => "too-many-dice",
            ProofError::NoDice { .. } => "no-dice",
            ProofError::BadWithheld { .. } => "bad-withheld",
            ProofError::NoTip { .. } => "no-tip",
            ProofError::NothingToWithhold { .. } => "nothing-to-withhold",
            ProofError::NoPart { .. } => "no-part",
            ProofError::LinkMissing { .. } => "link-missing",
            ProofError::LinkAndWithheld { .. } => "link-and-withheld",
            ProofError::ClosedMissing { .. } => "closed-missing",
            ProofError::NothingToShow { .. } => "nothing-to-show",
            ProofError::BadUnshown { .. } => "bad-unshown",
            ProofError::ChainTooLong { .. } => "chain-too-long",
            ProofError::BrokenChain { .. } => "broken-chain",
            ProofError::WrongDice { .. } => "wrong-dice",
        }
    }

    /// The throw that it is found in, if it is found in one.
    pub fn throw(&self) -> Option<u64> {
        match *self {
            ProofError::BadTable
            | ProofError::BadNames(_)
            | ProofError::BadSize { .. }
            | ProofError::BadTips { .. } => None,
            ProofError::BadList { throw, .. } => throw,
            ProofError::NotContiguous { found, .. } => Some(found),
            ProofError::LateDraw { throw }
            | ProofError::BadRound { throw, .. }
            | ProofError::TooManyDice { throw, .. }
            | ProofError::NoDice { throw }
            | ProofError::BadWithheld { throw }
            | ProofError::NoTip { throw, .. }
            | ProofError::NothingToWithhold { throw, .. }
            | ProofError::NoPart { throw, .. }
            | ProofError::LinkMissing { throw, .. }
            | ProofError::LinkAndWithheld { throw, .. }
            | ProofError::ClosedMissing { throw, .. }
            | ProofError::NothingToShow { throw, .. }
            | ProofError::BadUnshown { throw }
            | ProofError::ChainTooLong { throw, .. }
            | ProofError::BrokenChain { throw, .. }
            | ProofError::WrongDice { throw, .. } => Some(throw),
        }
    }

    /// Whose link, dice or tip it is about, if it is about someone's.
    pub fn party(&self) -> Option<Party> {
        match *self {
            ProofError::BadTips { party, .. }
            | ProofError::NoTip { party, .. }
            | ProofError::ChainTooLong { party, .. }
            | ProofError::BrokenChain { party, .. } => Some(party),
            ProofError::TooManyDice { seat, .. }
            | ProofError::NothingToWithhold { seat, .. }
            | ProofError::NoPart { seat, .. }
            | ProofError::LinkMissing { seat, .. }
            | ProofError::LinkAndWithheld { seat, .. }
            | ProofError::ClosedMissing { seat, .. }
            | ProofError::NothingToShow { seat, .. }
            | ProofError::WrongDice { seat, .. } => Some(Party::Seat(seat)),
            ProofError::BadTable
            | ProofError::BadNames(_)
            | ProofError::BadSize { .. }
            | ProofError::BadList { .. }
            | ProofError::NotContiguous { .. }
            | ProofError::LateDraw { .. }
            | ProofError::BadRound { .. }
            | ProofError::NoDice { .. }
            | ProofError::BadWithheld { .. }
            | ProofError::BadUnshown { .. } => None,
        }
    }
}
