//! Events on the wire. Places at the table are always chairs, never seats of the game.

use std::borrow::Cow;

use perudo_rules::{Bid, Face, Hand};
use perudo_table::fair::Link;
use perudo_table::{Absence, Actor};
use serde::{Deserialize, Serialize};

use crate::{ViewLinks, WireSettings};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[allow(missing_docs)] // PROTOCOL.md says what each field is, and a test that it says so
pub enum WireEvent {
    Opened {
        settings: WireSettings,
    },
    Came {
        person: u16,
        name: String,
        place: Cow<'static, str>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        chair: Option<u8>,
        program: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        silenced: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tip: Option<Link>,
        from: u64,
    },
    Left {
        person: u16,
        removed: bool,
    },
    Seated {
        person: u16,
        chair: u8,
    },
    BotSat {
        chair: u8,
        level: String,
        name: String,
    },
    BotLeft {
        chair: u8,
    },
    Host {
        person: u16,
    },
    Settings {
        settings: WireSettings,
    },
    MatchBegan,
    RestEnded,
    TourBegan {
        tour: u32,
        chairs: Vec<u8>,
    },
    Drawn {
        throw: u64,
        throws: Vec<Option<Face>>,
        links: ViewLinks,
    },
    Rolled {
        throw: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hand: Option<Hand>,
        with: Vec<u8>,
        withheld: Vec<u8>,
    },
    Bid {
        chair: u8,
        bid: Bid,
        by: Actor,
    },
    Declared {
        chair: u8,
        by: Actor,
    },
    Passed {
        chair: u8,
        by: Actor,
    },
    Showdown {
        chair: u8,
        call: Cow<'static, str>,
        by: Actor,
        bid: Bid,
        bidder: u8,
        hands: Vec<Hand>,
        count: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        loser: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gainer: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
        links: ViewLinks,
    },
    Withdrawn {
        chair: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        links: Option<ViewLinks>,
    },
    Away {
        person: u16,
        why: Absence,
    },
    Back {
        person: u16,
    },
    Said {
        person: u16,
        text: String,
    },
    Emoted {
        person: u16,
        emote: String,
    },
    Chat {
        on: bool,
    },
    Silenced {
        person: u16,
        on: bool,
    },
    Committed {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        person: Option<u16>,
        tip: Link,
        from: u64,
    },
    ClockRestarted,
    Closed,
}
