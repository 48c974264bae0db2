//! A throw as a client saw it.

use perudo_rules::Hand;
use serde::{Deserialize, Serialize};

use super::{Link, ThrowKind};
use crate::PersonId;

/// A seat of a tour.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SeenSeat {
    /// The player's name.
    pub name: String,
    /// The person; none: a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
}

/// A throw as the client saw it. Lists are by seat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct SeenThrow {
    /// Its number over the life of the table.
    pub number: u64,
    /// The tour.
    pub tour: u32,
    /// What it was for.
    pub kind: ThrowKind,
    /// Who sat there.
    pub people: Vec<Option<PersonId>>,
    /// How many dice each seat threw.
    pub dice: Vec<u8>,
    /// Whether the client was there when links were asked for, and so knows every tip that counts.
    pub from_the_beginning: bool,
    /// The seats whose links the dice depend on.
    pub with: Vec<u8>,
    /// The seats that did not give theirs.
    pub withheld: Vec<u8>,
    /// The server's link, once it is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server: Option<Link>,
    /// The links of the seats, once they are open.
    pub links: Vec<Option<Link>>,
    /// The dice that were shown.
    pub result: Vec<Option<Hand>>,
}

impl SeenThrow {
    /// Whether a seat is out of the tour, and so has no part in the throw.
    pub(super) fn has_no_part(&self, seat: usize) -> bool {
        self.kind == ThrowKind::Roll && self.dice.get(seat) == Some(&0)
    }
}

/// The links of a throw, opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenedLinks {
    /// The run of the server in which the dice were thrown.
    pub run: Option<u64>,
    /// The server's.
    pub server: Option<Link>,
    /// Those of seats.
    pub seats: Vec<(u8, Link)>,
    /// The seats that did not give theirs.
    pub withheld: Vec<u8>,
}
