//! What the server says.

use std::fmt;

use perudo_table::fair::{PublicKey, Receipt, ThrowReceipts};
use perudo_table::{SeenEvent, SeenTable};
use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::messages::{FromField, messages};
use crate::{Legal, Now, PROTOCOL, View, WireEvent, You, render};

messages! {
    tag "type";

    fields {
        seq: u64,
        protocol: u32,
        you: You,
        view: Box<View>,
        at: u64,
        event: EventField,
        now: Box<Now>,
        id: u64,
        error: String,
        message: String,
        clause: String,
        legal: Legal,
        count: usize,
        offline: Vec<u16>,
        notice: Notice,
        key: PublicKey,
        receipt: Box<Receipt>,
        receipts: Box<ThrowReceipts>,
    }

    /// A message from the server. Every one carries `seq`: an event its own number, the others that of the last event
    /// before them. Events are numbered without gaps.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ServerMsg {
        /// The table as it is: the answer to `hello`.
        "welcome" => Welcome { seq, protocol, you, view, key? },
        /// Who you are now: after joining, leaving or becoming the host, and as the answer to `hello` with `after` where
        /// the events that were missed are at hand; they follow.
        "you" => You { seq, you },
        /// Something happened at this moment. `now` is how the game stands after it, if that may have changed.
        "event" => Event { seq, at, event: WireEvent, now? },
        /// A command was carried out, now or before; `event` is the number of the event that it became.
        "done" => Done { seq, id, event: u64 },
        /// A command was not carried out.
        "refused" => Refused { seq, body..RefusedBody },
        /// How many guests are connected to the table, players included, and who has a chair and is not.
        "watching" => Watching { seq, count, offline? },
        /// Something about the server itself.
        "notice" => Notice { seq, notice },
        /// The server signs that it has your tip.
        "receipt" => Receipt { seq, receipt },
        /// The server signs that it has links for a throw, and yours is among them.
        "receipts" => Receipts { seq, receipts },
        /// The answer to `ping`.
        "pong" => Pong { seq },
    }

    /// What was refused and why.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct RefusedBody {
        /// The client's number of the command, if it had one.
        id?,
        /// The name of the reason.
        error,
        /// A sentence for people.
        message,
        /// The clause of the rules that a refusal of the game rests on.
        clause?,
        /// What would have been legal, if it is the client's turn.
        legal?,
    }
}

impl ServerMsg {
    /// An event as it goes to a viewer; `table` is the table after it.
    pub fn event(event: &SeenEvent<'_>, table: &SeenTable<'_>) -> ServerMsg {
        let event = render::event_for(event, table);
        let now = event.moves_game().then(|| Box::new(render::now(table)));
        ServerMsg::Event { seq: table.seq(), at: table.at().0, event, now }
    }

    /// The table as a viewer may know it.
    pub fn welcome(table: &SeenTable<'_>) -> ServerMsg {
        ServerMsg::welcome_with_key(table, None)
    }

    /// The table as a viewer may know it, and the key that its server signs with.
    pub fn welcome_with_key(table: &SeenTable<'_>, key: Option<PublicKey>) -> ServerMsg {
        let (you, view) = (render::you(table), Box::new(render::view_for(table)));
        ServerMsg::Welcome { seq: table.seq(), protocol: PROTOCOL, you, view, key }
    }

    /// Who a viewer is.
    pub fn who(table: &SeenTable<'_>) -> You {
        render::you(table)
    }

    /// The text that goes over the wire.
    ///
    /// # Examples
    ///
    /// ```
    /// use perudo_protocol::{ServerMsg, WireEvent};
    ///
    /// let event = WireEvent::Said { person: 0, text: "Welcome!".to_owned() };
    /// let message = ServerMsg::Event { seq: 6, at: 1_794_748_142_498, event, now: None };
    /// let text = r#"{"type":"event","seq":6,"at":1794748142498,"event":{"what":"said","person":0,"text":"Welcome!"}}"#;
    /// assert_eq!(message.to_text(), text);
    /// assert_eq!(serde_json::from_str::<ServerMsg>(text)?, message);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn to_text(&self) -> String {
        // Nothing in it can fail to be written: no maps with odd keys, no numbers beyond JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The field `event`: an event, or the number of one.
enum EventField {
    Event(Box<WireEvent>),
    Number(u64),
}

impl FromField<EventField> for WireEvent {
    fn from_field(field: EventField) -> Result<WireEvent, String> {
        match field {
            EventField::Event(event) => Ok(*event),
            EventField::Number(_) => Err("this is the number of an event, not an event".to_owned()),
        }
    }
}

impl FromField<EventField> for u64 {
    fn from_field(field: EventField) -> Result<u64, String> {
        match field {
            EventField::Number(number) => Ok(number),
            EventField::Event(_) => Err("this is an event, not the number of one".to_owned()),
        }
    }
}

impl<'de> Deserialize<'de> for EventField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EventField, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = EventField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an event or the number of one")
            }

            fn visit_u64<E>(self, number: u64) -> Result<EventField, E> {
                Ok(EventField::Number(number))
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<EventField, A::Error> {
                let event = WireEvent::deserialize(MapAccessDeserializer::new(fields))?;
                Ok(EventField::Event(Box::new(event)))
            }
        }
        deserializer.deserialize_any(Either)
    }
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
