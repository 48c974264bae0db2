//! What the server says.

use std::borrow::Cow;
use std::fmt;

use perudo_table::{SeenEvent, SeenTable};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::need::need;
use crate::{Legal, Now, PROTOCOL, View, WireEvent, You, render};

/// A message from the server. Every one carries `seq`: an event its own number, the others that
/// of the last event before them. Events are numbered without gaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ServerMsg {
    /// The table as it is: the answer to `hello`.
    Welcome {
        /// The last event that the view contains.
        seq: u64,
        /// The version of the protocol that the server speaks.
        protocol: u32,
        /// Who you are here.
        you: You,
        /// The table.
        view: Box<View>,
    },
    /// Who you are now: after joining, leaving or becoming the host, and as the answer to `hello` with `after`
    /// where the events that were missed are at hand; they follow.
    You {
        /// The last event.
        seq: u64,
        /// Who.
        you: You,
    },
    /// Something happened.
    Event {
        /// Its number.
        seq: u64,
        /// When, in milliseconds since the beginning of 1970.
        at: u64,
        /// What.
        event: WireEvent,
        /// How the game stands after it, if it is about the game.
        #[serde(skip_serializing_if = "Option::is_none")]
        now: Option<Box<Now>>,
    },
    /// A command was carried out, now or before.
    Done {
        /// The last event.
        seq: u64,
        /// The client's number of the command.
        id: u64,
        /// The event that it became.
        event: u64,
    },
    /// A command was not carried out.
    Refused {
        /// The last event.
        seq: u64,
        /// What was refused and why.
        #[serde(flatten)]
        body: RefusedBody,
    },
    /// How many people are connected to the table.
    Watching {
        /// The last event.
        seq: u64,
        /// Guests with a connection, players included.
        count: usize,
    },
    /// Something about the server itself.
    Notice {
        /// The last event.
        seq: u64,
        /// What.
        notice: Notice,
    },
    /// The answer to `ping`.
    Pong {
        /// The last event.
        seq: u64,
    },
}

impl ServerMsg {
    /// An event as it goes to a viewer; `table` is the table after it.
    pub fn event(event: &SeenEvent<'_>, table: &SeenTable<'_>) -> ServerMsg {
        let event = render::event_for(event, table);
        let now = render::is_about_the_game(&event).then(|| Box::new(render::now(table)));
        ServerMsg::Event { seq: table.seq(), at: table.at().0, event, now }
    }

    /// The table as a viewer may know it.
    pub fn welcome(table: &SeenTable<'_>) -> ServerMsg {
        let (you, view) = (render::you(table), Box::new(render::view_for(table)));
        ServerMsg::Welcome { seq: table.seq(), protocol: PROTOCOL, you, view }
    }

    /// Who a viewer is.
    pub fn who(table: &SeenTable<'_>) -> You {
        render::you(table)
    }

    /// The text that goes over the wire.
    pub fn to_text(&self) -> String {
        // Nothing in it can fail to be written: no maps with odd keys, no numbers beyond JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Every field that a message can have.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    seq: u64,
    protocol: Option<u32>,
    you: Option<You>,
    view: Option<Box<View>>,
    at: Option<u64>,
    event: Option<Became>,
    now: Option<Box<Now>>,
    id: Option<u64>,
    error: Option<String>,
    message: Option<String>,
    clause: Option<String>,
    legal: Option<Legal>,
    count: Option<usize>,
    notice: Option<Notice>,
}

/// An event, or the number of one.
enum Became {
    Number(u64),
    Event(Box<WireEvent>),
}

impl Fields<'_> {
    fn message(self) -> Result<ServerMsg, &'static str> {
        let seq = self.seq;
        Ok(match &*self.kind {
            "welcome" => ServerMsg::Welcome {
                seq,
                protocol: need!(self.protocol),
                you: need!(self.you),
                view: need!(self.view),
            },
            "you" => ServerMsg::You { seq, you: need!(self.you) },
            "event" => match need!(self.event) {
                Became::Event(event) => {
                    ServerMsg::Event { seq, at: need!(self.at), event: *event, now: self.now }
                }
                Became::Number(_) => return Err("this is the number of an event, not an event"),
            },
            "done" => match need!(self.event) {
                Became::Number(event) => ServerMsg::Done { seq, id: need!(self.id), event },
                Became::Event(_) => return Err("this is an event, not the number of one"),
            },
            "refused" => {
                let (error, message) = (need!(self.error), need!(self.message));
                let body =
                    RefusedBody { id: self.id, error, message, clause: self.clause, legal: self.legal };
                ServerMsg::Refused { seq, body }
            }
            "watching" => ServerMsg::Watching { seq, count: need!(self.count) },
            "notice" => ServerMsg::Notice { seq, notice: need!(self.notice) },
            "pong" => ServerMsg::Pong { seq },
            _ => return Err("there is no such message"),
        })
    }
}

impl<'de> Deserialize<'de> for ServerMsg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ServerMsg, D::Error> {
        Fields::deserialize(deserializer)?.message().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for Became {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Became, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Became;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event or the number of one")
            }

            fn visit_u64<E>(self, number: u64) -> Result<Became, E> {
                Ok(Became::Number(number))
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Became, A::Error> {
                let event = WireEvent::deserialize(MapAccessDeserializer::new(fields))?;
                Ok(Became::Event(Box::new(event)))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// What was refused and why.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RefusedBody {
    /// The client's number of the command, if it had one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// The name of the reason.
    pub error: String,
    /// A sentence for people.
    pub message: String,
    /// The clause of the rules that a refusal of the game rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// What would have been legal, if it is the client's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Legal>,
}

/// Something about the server itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// Events cannot be stored at the moment: the table goes on when they can.
    StorageDown,
    /// They can be stored again.
    StorageUp,
    /// The server is about to stop: come back in a moment.
    Restarting,
}
