//! Events on the wire. Places at the table are always chairs, never seats of the game.

use std::borrow::Cow;

use perudo_rules::{Bid, Face, Hand};
use perudo_table::fair::Link;
use perudo_table::{Absence, Actor};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::need::need;
use crate::{ViewLinks, WireSettings};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
        #[serde(skip_serializing_if = "Option::is_none")]
        chair: Option<u8>,
        program: bool,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        silenced: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
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
        #[serde(skip_serializing_if = "Option::is_none")]
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
        #[serde(skip_serializing_if = "Option::is_none")]
        loser: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        gainer: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
        links: ViewLinks,
    },
    Withdrawn {
        chair: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        winner: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
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
        #[serde(skip_serializing_if = "Option::is_none")]
        person: Option<u16>,
        tip: Link,
        from: u64,
    },
    ClockRestarted,
    Closed,
}

/// Every field that an event can have.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    what: Cow<'a, str>,
    settings: Option<WireSettings>,
    person: Option<u16>,
    name: Option<String>,
    place: Option<String>,
    chair: Option<u8>,
    program: Option<bool>,
    #[serde(default)]
    silenced: bool,
    tip: Option<Link>,
    from: Option<u64>,
    removed: Option<bool>,
    level: Option<String>,
    tour: Option<u32>,
    chairs: Option<Vec<u8>>,
    throw: Option<u64>,
    throws: Option<Vec<Option<Face>>>,
    links: Option<ViewLinks>,
    hand: Option<Hand>,
    with: Option<Vec<u8>>,
    withheld: Option<Vec<u8>>,
    bid: Option<Bid>,
    by: Option<Actor>,
    call: Option<String>,
    bidder: Option<u8>,
    hands: Option<Vec<Hand>>,
    count: Option<u8>,
    loser: Option<u8>,
    gainer: Option<u8>,
    winner: Option<u8>,
    why: Option<Absence>,
    text: Option<String>,
    emote: Option<String>,
    on: Option<bool>,
}

impl Fields<'_> {
    fn event(self) -> Result<WireEvent, &'static str> {
        Ok(match &*self.what {
            "opened" => WireEvent::Opened { settings: need!(self.settings) },
            "came" => WireEvent::Came {
                person: need!(self.person),
                name: need!(self.name),
                place: need!(self.place).into(),
                chair: self.chair,
                program: need!(self.program),
                silenced: self.silenced,
                tip: self.tip,
                from: need!(self.from),
            },
            "left" => WireEvent::Left { person: need!(self.person), removed: need!(self.removed) },
            "seated" => WireEvent::Seated { person: need!(self.person), chair: need!(self.chair) },
            "bot-sat" => WireEvent::BotSat {
                chair: need!(self.chair),
                level: need!(self.level),
                name: need!(self.name),
            },
            "bot-left" => WireEvent::BotLeft { chair: need!(self.chair) },
            "host" => WireEvent::Host { person: need!(self.person) },
            "settings" => WireEvent::Settings { settings: need!(self.settings) },
            "match-began" => WireEvent::MatchBegan,
            "rest-ended" => WireEvent::RestEnded,
            "tour-began" => WireEvent::TourBegan { tour: need!(self.tour), chairs: need!(self.chairs) },
            "drawn" => WireEvent::Drawn {
                throw: need!(self.throw),
                throws: need!(self.throws),
                links: need!(self.links),
            },
            "rolled" => WireEvent::Rolled {
                throw: need!(self.throw),
                hand: self.hand,
                with: need!(self.with),
                withheld: need!(self.withheld),
            },
            "bid" => WireEvent::Bid { chair: need!(self.chair), bid: need!(self.bid), by: need!(self.by) },
            "declared" => WireEvent::Declared { chair: need!(self.chair), by: need!(self.by) },
            "passed" => WireEvent::Passed { chair: need!(self.chair), by: need!(self.by) },
            "showdown" => WireEvent::Showdown {
                chair: need!(self.chair),
                call: need!(self.call).into(),
                by: need!(self.by),
                bid: need!(self.bid),
                bidder: need!(self.bidder),
                hands: need!(self.hands),
                count: need!(self.count),
                loser: self.loser,
                gainer: self.gainer,
                winner: self.winner,
                links: need!(self.links),
            },
            "withdrawn" => {
                WireEvent::Withdrawn { chair: need!(self.chair), winner: self.winner, links: self.links }
            }
            "away" => WireEvent::Away { person: need!(self.person), why: need!(self.why) },
            "back" => WireEvent::Back { person: need!(self.person) },
            "said" => WireEvent::Said { person: need!(self.person), text: need!(self.text) },
            "emoted" => WireEvent::Emoted { person: need!(self.person), emote: need!(self.emote) },
            "chat" => WireEvent::Chat { on: need!(self.on) },
            "silenced" => WireEvent::Silenced { person: need!(self.person), on: need!(self.on) },
            "committed" => {
                WireEvent::Committed { person: self.person, tip: need!(self.tip), from: need!(self.from) }
            }
            "clock-restarted" => WireEvent::ClockRestarted,
            "closed" => WireEvent::Closed,
            _ => return Err("there is no such event"),
        })
    }
}

impl<'de> Deserialize<'de> for WireEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WireEvent, D::Error> {
        Fields::deserialize(deserializer)?.event().map_err(D::Error::custom)
    }
}
