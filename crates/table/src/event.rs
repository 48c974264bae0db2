//! What happened at a table; the log of a table is a list of these.

use std::fmt;

use perudo_rules::{AllHands, Bid, BySeat, Call, Event, Face, NoDice, Reveal, Seat};
use serde::{Deserialize, Serialize};

use crate::fair::{Link, Version};
use crate::{Account, Guest, PersonId, Place, Settings};

/// Something that happened, as the log has it. What anyone may be told is a type of its own,
/// [`PublicEvent`]; the rest has secrets in it, and viewers get a [`crate::SeenEvent`] instead.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableEvent {
    /// The table was opened.
    Opened {
        /// How it is played.
        settings: Settings,
        /// The name of the table, which its dice depend on.
        table: String,
        /// What the server's chains are made from.
        secret: TableSecret,
    },
    /// Someone gave a name, or came back with one.
    Came {
        /// Who.
        person: PersonId,
        /// Whose browser.
        guest: Guest,
        /// The name.
        name: String,
        /// Where they go.
        place: Place,
        /// Whether it is a program and says so.
        program: bool,
        /// The tip of the chain that they commit to.
        tip: Option<Link>,
        /// The first throw for which it counts; older programs wrote none, and it was the next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
        /// The tip of the closed chain that they commit to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closed: Option<Link>,
        /// Whose name it is, if it is their own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        account: Option<Account>,
    },
    /// Dice were thrown: for the draw or for a round.
    Thrown {
        /// The dice.
        #[serde(rename = "event")]
        dice: ThrownDice,
        /// The links that the dice follow from.
        links: Links,
    },
    /// Something without secrets.
    Public(PublicEvent),
}

/// What all chains of the server at a table are made from. Once a table is closed nobody needs it any more: records and
/// proofs are made of links that were opened.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TableSecret {
    /// It is known.
    Known([u8; 32]),
    /// It is forgotten, or kept elsewhere: this is the tip of the first chain.
    Forgotten(Link),
}

impl From<[u8; 32]> for TableSecret {
    fn from(secret: [u8; 32]) -> TableSecret {
        TableSecret::Known(secret)
    }
}

/// Not the secret: what is printed ends up in logs.
impl fmt::Debug for TableSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableSecret::Known(_) => "Known(..)",
            TableSecret::Forgotten(_) => "Forgotten(..)",
        })
    }
}

impl TableEvent {
    /// Whether something in it must not be read by anyone, now or ever: storage encrypts it.
    pub fn is_secret(&self) -> bool {
        match self {
            TableEvent::Opened { secret, .. } => matches!(secret, TableSecret::Known(_)),
            TableEvent::Thrown { .. } => true,
            TableEvent::Came { .. } | TableEvent::Public(_) => false,
        }
    }

    /// Who publishes a tip by it, if somebody does who is not the server.
    pub fn publishes_tip(&self) -> Option<PersonId> {
        match self {
            TableEvent::Came { person, tip: Some(_), .. }
            | TableEvent::Public(PublicEvent::Committed { person: Some(person), .. }) => Some(*person),
            _ => None,
        }
    }

    /// Whether it may change who somebody is at the table, or whether they may see it.
    pub fn changes_roles(&self) -> bool {
        matches!(
            self,
            TableEvent::Came { .. }
                | TableEvent::Public(
                    PublicEvent::Left { .. }
                        | PublicEvent::Seated { .. }
                        | PublicEvent::HostMoved { .. }
                        | PublicEvent::BotSat { .. }
                        | PublicEvent::TourBegan { .. }
                )
        )
    }
}

/// Neither dice nor secrets: what is printed ends up in logs.
impl fmt::Debug for TableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableEvent::Opened { table, .. } => {
                f.debug_struct("Opened").field("table", table).finish_non_exhaustive()
            }
            TableEvent::Came { person, .. } => {
                f.debug_struct("Came").field("person", person).finish_non_exhaustive()
            }
            TableEvent::Thrown { .. } => f.write_str("Thrown { .. }"),
            TableEvent::Public(public) => public.fmt(f),
        }
    }
}

/// Dice that were thrown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThrownDice {
    /// One throw of the draw, which everyone sees.
    Drawn(BySeat<Option<Face>>),
    /// The dice of a round, under cups.
    Rolled(AllHands),
    /// The dice of a round at a sealed table: they are not here.
    Sealed,
}

/// What came of a player's decision: nothing in it is under a cup any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerEvent {
    /// A bid.
    Bid {
        /// Whose.
        seat: Seat,
        /// Which.
        bid: Bid,
    },
    /// This seat declared the coming round maputo.
    Declared(Seat),
    /// This seat did not.
    Passed(Seat),
    /// A call at a sealed table, where the dice are not shown yet.
    Called {
        /// Whose.
        seat: Seat,
        /// Which.
        call: Call,
    },
    /// A showdown.
    Revealed(Reveal),
}

impl PlayerEvent {
    /// The event of a game that followed from a player's action; `None` for one that never does.
    pub(crate) fn of_action(event: Event<NoDice>) -> Option<PlayerEvent> {
        match event {
            Event::Bid { seat, bid } => Some(PlayerEvent::Bid { seat, bid }),
            Event::Declared(seat) => Some(PlayerEvent::Declared(seat)),
            Event::Passed(seat) => Some(PlayerEvent::Passed(seat)),
            Event::Called { seat, call } => Some(PlayerEvent::Called { seat, call }),
            Event::Revealed(reveal) => Some(PlayerEvent::Revealed(reveal)),
            _ => None,
        }
    }
}

impl<D> From<PlayerEvent> for Event<D> {
    fn from(event: PlayerEvent) -> Event<D> {
        match event {
            PlayerEvent::Bid { seat, bid } => Event::Bid { seat, bid },
            PlayerEvent::Declared(seat) => Event::Declared(seat),
            PlayerEvent::Passed(seat) => Event::Passed(seat),
            PlayerEvent::Called { seat, call } => Event::Called { seat, call },
            PlayerEvent::Revealed(reveal) => Event::Revealed(reveal),
        }
    }
}

/// The links of a throw. Seats in neither list have no chain that counts for it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Links {
    /// The server's; always there once a throw is done.
    pub server: Option<Link>,
    /// Those of seats of the game, in their order.
    pub seats: Vec<(Seat, Link)>,
    /// Seats with a chain that did not give their link.
    pub withheld: Vec<Seat>,
    /// After a showdown at a sealed table: the closed links of the seats with dice, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<(Seat, Link)>,
    /// The run of the server in which the dice were thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
}

/// What anyone may be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PublicEvent {
    /// Someone left, or was removed by the host.
    Left {
        /// Who.
        person: PersonId,
        /// Whether by the host.
        removed: bool,
        /// The first throw for which their chain no longer counts; older programs wrote none, and it was the next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
        /// Whether because they did not show their dice at a sealed table.
        #[serde(default, skip_serializing_if = "is_false")]
        not_shown: bool,
    },
    /// Someone from the queue got a chair.
    Seated {
        /// Who.
        person: PersonId,
        /// Which chair.
        chair: u8,
    },
    /// Someone who was removed may come back.
    Unbarred {
        /// Who.
        person: PersonId,
    },
    /// The host locked the table, so that nobody new comes in, or unlocked it.
    Locked {
        /// Whether it is locked.
        on: bool,
    },
    /// A bot was put into a chair.
    BotSat {
        /// Which chair.
        chair: u8,
        /// Which bot of the ladder.
        level: String,
        /// What it is called here.
        name: String,
    },
    /// A bot was taken away.
    BotLeft {
        /// From which chair.
        chair: u8,
    },
    /// Another person is the host.
    HostMoved {
        /// Who.
        to: PersonId,
    },
    /// The table is played differently from now on.
    SettingsChanged {
        /// How.
        settings: Settings,
    },
    /// A new match: nobody has won a tour yet.
    MatchBegan,
    /// The host cut the rest between two tours short.
    RestEnded,
    /// A tour began.
    TourBegan {
        /// The chairs that play, clockwise: these are the seats of the game.
        chairs: Vec<u8>,
        /// What the proof of its dice will promise.
        #[serde(default, skip_serializing_if = "Version::is_one")]
        proof: Version,
        /// At a sealed table: the tips of the closed chains of the bots, by chair. They count from the coming throw on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        closed: Vec<(u8, Link)>,
    },
    /// A player decided.
    Acted {
        /// What happened in the game.
        event: PlayerEvent,
        /// Who decided.
        by: Actor,
        /// After a showdown: the links of the round's dice.
        links: Option<Links>,
    },
    /// A player's dice went to the centre, because the player left.
    Withdrawn {
        /// The seat of the game.
        seat: Seat,
        /// If a round was cut short: the links of its dice.
        links: Option<Links>,
    },
    /// A bot plays for someone from now on.
    Away {
        /// For whom.
        person: PersonId,
        /// Why.
        why: Absence,
    },
    /// Someone plays for themselves again.
    Back {
        /// Who.
        person: PersonId,
    },
    /// Only bots have dice in the tour: the rest of it passes quickly, since someone wants that.
    Skipped {
        /// Who.
        person: PersonId,
    },
    /// Someone said something.
    Said {
        /// Who.
        person: PersonId,
        /// What.
        text: String,
    },
    /// Someone showed a feeling.
    Emoted {
        /// Who.
        person: PersonId,
        /// Which.
        emote: String,
    },
    /// The host switched the chat on or off.
    ChatSwitched {
        /// Whether it is on.
        on: bool,
    },
    /// The host silenced someone, or not any more.
    Silenced {
        /// Whom.
        person: PersonId,
        /// Whether they are silenced.
        on: bool,
    },
    /// A new chain.
    Committed {
        /// Whose; nobody: the server's.
        person: Option<PersonId>,
        /// Its tip.
        tip: Link,
        /// The first throw for which it counts; older programs wrote none, and it was the next.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
        /// The tip of a new closed chain of the same person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closed: Option<Link>,
    },
    /// The program was started again: the time that it did not run counts against nobody.
    ClockRestarted,
    /// The table is no more.
    Closed,
    /// Whoever runs the table closed it, and said why.
    ClosedFor {
        /// Why.
        reason: String,
    },
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Who decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Actor {
    /// The person of that seat.
    Person,
    /// A bot, in its own seat or for a person who is away.
    Bot,
}

/// Why a bot plays for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Absence {
    /// Their time ran out.
    Late,
    /// They are not connected.
    Gone,
}
