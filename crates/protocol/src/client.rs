//! What clients say.

use std::fmt;

use perudo_rules::{Action, ParseActionError};
use perudo_table::fair::Link;
use serde::Deserialize;
use serde::de::{Deserializer, Visitor};
use thiserror::Error;

use crate::WireSettings;
use crate::messages::{FromField, messages, shortened};

messages! {
    tag "type";

    #[serde(deny_unknown_fields)]
    fields {
        protocol: u32,
        guest: String,
        after: u64,
        lang: String,
        throw: u64,
        link: Link,
        id: u64,
        seen: u64,
        name: String,
        chair: u8,
        watch: bool,
        program: bool,
        tip: Link,
        closed: Link,
        level: String,
        person: u16,
        settings: WireSettings,
        action: ActionField,
        text: String,
        emote: String,
        on: bool,
    }

    /// A message from a client.
    #[derive(Clone, PartialEq, Eq)]
    pub enum ClientMsg {
        /// The first message of every connection: the version of the protocol, the guest's secret (128 random bits as 32
        /// hexadecimal digits), the last event that a client who comes back has seen, and the language of sentences.
        "hello" => Hello { protocol, guest, after?, lang? },
        /// The guest's link for a throw.
        "link" => Link { throw, link },
        /// The guest's closed link of the round, after a call at a sealed table.
        "show" => Show { throw, link },
        /// Asks for a `pong`.
        "ping" => Ping,
        else Order(Order),
    }

    /// Something to be carried out, at most once.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Order {
        /// What.
        command..WireCommand,
        /// The client's own number for it.
        id,
        /// The number of the last event that the client has seen.
        seen,
    }

    /// What can be asked for.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum WireCommand {
        /// Come in with a name: into this chair or any, or only to watch. A program says that it is one.
        "join" => Join { name, chair?, watch = false, program = false, tip?, closed? },
        /// Leave the table.
        "leave" => Leave,
        /// Begin. The host's.
        "start" => Start,
        /// Put a bot into a chair; no chair: the first empty one. The host's.
        "bot" => Bot { chair?, level },
        /// Send a person away for good, or without one whoever is in a chair. The host's.
        "remove" => Remove { person?, chair? },
        /// Let someone come back who was removed. The host's.
        "unbar" => Unbar { person },
        /// Let nobody new in, or everyone again. The host's.
        "lock" => Lock { on },
        /// Make someone else the host. The host's.
        "host" => Host { person },
        /// Play differently from now on. The host's.
        "settings" => Settings { settings },
        /// Decide in the game: `3x4`, `dudo`, `calza`, `maputo` or `pass`.
        "act" => Act { action: Action },
        /// Play for yourself again.
        "back" => Back,
        /// Let the rest of the tour pass quickly: only bots have dice in it.
        "skip" => Skip,
        /// Say something.
        "say" => Say { text },
        /// Show a feeling.
        "emote" => Emote { emote },
        /// Switch the chat on or off. The host's.
        "chat" => Chat { on },
        /// Silence someone, or not any more. The host's.
        "silence" => Silence { person, on },
        /// Commit to a new chain.
        "commit" => Commit { tip, closed? },
    }
}

/// Without the guest's secret: what is printed ends up in logs.
impl fmt::Debug for ClientMsg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientMsg::Hello { after, .. } => {
                f.debug_struct("Hello").field("after", after).finish_non_exhaustive()
            }
            ClientMsg::Link { throw, .. } => {
                f.debug_struct("Link").field("throw", throw).finish_non_exhaustive()
            }
            ClientMsg::Show { throw, .. } => {
                f.debug_struct("Show").field("throw", throw).finish_non_exhaustive()
            }
            ClientMsg::Ping => f.write_str("Ping"),
            ClientMsg::Order(order) => order.fmt(f),
        }
    }
}

/// A text that is not a message of this protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct MalformedMessageError {
    /// The client's number of the command, if it could be read.
    pub id: Option<u64>,
    /// What is wrong with it.
    pub message: String,
}

impl ClientMsg {
    /// The longest message, in bytes.
    pub const MAX_BYTES: usize = 4096;

    /// Reads a message.
    ///
    /// # Examples
    ///
    /// ```
    /// use perudo_protocol::{ClientMsg, Order, WireCommand};
    /// use perudo_rules::Action;
    ///
    /// let text = r#"{"type":"act","action":"dudo","id":6107,"seen":26}"#;
    /// let message = ClientMsg::parse(text)?;
    /// let command = WireCommand::Act { action: Action::Dudo };
    /// assert_eq!(message, ClientMsg::Order(Order { command, id: 6107, seen: 26 }));
    ///
    /// let error = ClientMsg::parse(r#"{"type":"act","id":6107,"seen":26}"#).unwrap_err();
    /// assert_eq!(error.to_string(), "a message of type act needs the field action");
    /// assert_eq!(error.id, Some(6107));
    /// # Ok::<(), perudo_protocol::MalformedMessageError>(())
    /// ```
    pub fn parse(text: &str) -> Result<ClientMsg, MalformedMessageError> {
        let mut fields: Fields<'_> = serde_json::from_str(text).map_err(|error| MalformedMessageError {
            id: None,
            message: format!("not a message: {error}"),
        })?;
        let id = fields.id;
        ClientMsg::read(&mut fields).map_err(|message| MalformedMessageError { id, message })
    }
}

/// The field `action`. A wrong one is no reason not to read the rest: the client's number of the command is in it.
struct ActionField(Result<Action, String>);

impl FromField<ActionField> for Action {
    fn from_field(field: ActionField) -> Result<Action, String> {
        field.0
    }
}

impl<'de> Deserialize<'de> for ActionField {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ActionField, D::Error> {
        struct Text;
        impl Visitor<'_> for Text {
            type Value = ActionField;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an action like 3x4 or dudo")
            }

            fn visit_str<E>(self, text: &str) -> Result<ActionField, E> {
                Ok(ActionField(read_action(text)))
            }
        }
        deserializer.deserialize_str(Text)
    }
}

fn read_action(text: &str) -> Result<Action, String> {
    text.parse().map_err(|fault| match fault {
        ParseActionError::CountOfZero => "a bid names at least one die".to_owned(),
        ParseActionError::NoSuchFace => "a die has the faces 1 to 6".to_owned(),
        ParseActionError::Unknown => {
            format!("{} is no action: write a bid like 3x4, or dudo, calza, maputo, pass", shortened(text))
        }
    })
}

/// The 128 bits that a guest keeps, from their 32 hexadecimal digits.
pub fn secret_of(guest: &str) -> Option<[u8; 16]> {
    if guest.len() != 32 || !guest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u128::from_str_radix(guest, 16).ok().map(u128::to_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nonsense_is_told_what_is_wrong_with_it() {
        let cases = [
            ("", "not a message: EOF"),
            ("[]", "not a message: invalid length 0"),
            ("{}", "not a message: missing field `type`"),
            (r#"{"type":"fly"}"#, "there is no message of type \"fly\""),
            (r#"{"type":"act","id":1,"seen":2}"#, "a message of type act needs the field action"),
            (r#"{"type":"act","id":1,"action":"dudo"}"#, "a message of type act needs the field seen"),
            (r#"{"type":"act","id":1,"seen":2,"action":"lots"}"#, "\"lots\" is no action"),
            (r#"{"type":"act","id":1,"seen":2,"action":"0x4"}"#, "a bid names at least one die"),
            (r#"{"type":"act","id":1,"seen":2,"action":"4x7"}"#, "a die has the faces 1 to 6"),
            (r#"{"type":"ping","colour":"red"}"#, "not a message: unknown field `colour`"),
            (r#"{"type":"say","id":-1,"seen":2,"text":"x"}"#, "not a message: invalid value: integer `-1`"),
            (r#"{"type":"hello","protocol":1}"#, "a message of type hello needs the field guest"),
            (r#"{"type":"commit","id":1,"seen":1,"tip":"zz"}"#, "not a message: "),
        ];
        for (text, expected) in cases {
            let found = ClientMsg::parse(text).unwrap_err().message;
            assert!(found.starts_with(expected), "{text}: {found}");
        }
    }

    #[test]
    fn a_secret_is_thirty_two_hexadecimal_digits() {
        assert_eq!(secret_of("000102030405060708090a0b0c0d0e0f").unwrap()[15], 15);
        for bad in ["", "xyz", "000102030405060708090a0b0c0d0e0", "+00102030405060708090a0b0c0d0e0f"] {
            assert_eq!(secret_of(bad), None, "{bad}");
        }
    }
}
