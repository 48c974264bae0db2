//! A table on the wire, as one viewer may know it. Places at the table are always chairs.

use perudo_rules::{Action, Bid, Call, Hand, PhaseName, RoundKind};
use perudo_table::fair::Link;
use perudo_table::{Absence, PlaceName, StageName};
use serde::{Deserialize, Serialize};

use crate::WireSettings;

/// Who a client is at the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct You {
    /// The client's number among the people; none: a spectator.
    pub person: Option<u16>,
    /// The client's chair.
    pub chair: Option<u8>,
    /// Whether the client is the host.
    pub host: bool,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // PROTOCOL.md says what each field is, and a test that it says so
pub struct View {
    pub table: String,
    pub settings: WireSettings,
    pub stage: StageName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resting_until: Option<u64>,
    pub tours_played: u32,
    pub chairs: Vec<ViewChair>,
    pub people: Vec<ViewPerson>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub older_tips: Vec<ViewTip>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<ViewBarred>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
    pub host: Option<u16>,
    pub chat_on: bool,
    pub chat: Vec<ViewChat>,
    pub server_tip: Link,
    pub server_from: u64,
    pub throws: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tour: Option<ViewTour>,
    pub now: Now,
}

impl View {
    /// Whether a tour is played.
    pub fn is_playing(&self) -> bool {
        self.stage == StageName::Playing
    }
}

/// A chair.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewChair {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub wins: u32,
}

/// Someone at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewPerson {
    pub person: u16,
    pub name: String,
    pub place: PlaceName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair: Option<u8>,
    pub program: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    pub silenced: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<Absence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tip: Option<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed_from: Option<u64>,
}

/// A tip that counts for the coming throw, though whoever published it has published another since, or left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewTip {
    pub person: u16,
    pub tip: Link,
    pub from: u64,
}

/// Someone who was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewBarred {
    pub person: u16,
    pub name: String,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewChat {
    pub at: u64,
    pub person: u16,
    pub name: String,
    pub text: String,
}

/// The tour that is played, or was played last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewTour {
    pub tour: u32,
    pub players: Vec<ViewPlayer>,
    pub bids: Vec<(u8, Bid)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Hand>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub showdown: Option<ViewShowdown>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sealed: Option<ViewSealed>,
}

/// The dice under the cups of a sealed table: what they follow from, but for the closed links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewSealed {
    pub links: ViewLinks,
    pub cups: Vec<ViewCup>,
}

/// The closed chain that the dice of a chair follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewCup {
    pub chair: u8,
    pub tip: Link,
    pub from: u64,
}

/// A player of a tour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewPlayer {
    pub chair: u8,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub person: Option<u16>,
}

/// The last showdown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewShowdown {
    pub chair: u8,
    pub call: Call,
    pub bid: Bid,
    pub bidder: u8,
    pub hands: Vec<Hand>,
    pub count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gainer: Option<u8>,
}

/// How the game stands: the same for everybody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct Now {
    pub stage: StageName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<PhaseName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<RoundKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opener: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bid: Option<Bid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bidder: Option<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub centre: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

impl Now {
    /// Whether a tour is played.
    pub fn is_playing(&self) -> bool {
        self.stage == StageName::Playing
    }

    /// Whether whoever sits in that chair has to decide.
    pub fn is_turn_of(&self, chair: Option<u8>) -> bool {
        chair.is_some() && self.turn == chair && self.legal.is_some()
    }

    /// Whether aces are jokers in this round.
    pub fn jokers(&self) -> bool {
        self.kind.is_none_or(RoundKind::jokers)
    }
}

/// Everything open to the player whose turn it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legal {
    /// For each face, aces first, the least count that can be bid, if any can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<[Option<u8>; 6]>,
    /// The most that can be bid of any face.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u8>,
    /// Those of `dudo`, `calza`, `maputo`, `pass` that are open.
    pub calls: Vec<Action>,
}

/// The links that dice followed from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct ViewLinks {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<Link>,
    pub chairs: Vec<(u8, Link)>,
    pub withheld: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<(u8, Link)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
}
