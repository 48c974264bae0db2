//! What clients say.

use std::borrow::Cow;
use std::fmt;

use perudo_rules::{Action, ParseActionError};
use perudo_table::fair::Link;
use serde::{Deserialize, Serialize};

use crate::WireSettings;

/// A message from a client.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMsg {
    /// The first message of every connection.
    Hello {
        /// The version of the protocol that the client speaks.
        protocol: u32,
        /// The guest's secret: 128 random bits as 32 hexadecimal digits.
        guest: String,
        /// The last event that the client has seen, if it comes back.
        #[serde(skip_serializing_if = "Option::is_none")]
        after: Option<u64>,
        /// The language of sentences in refusals.
        #[serde(skip_serializing_if = "Option::is_none")]
        lang: Option<String>,
    },
    /// The guest's link for a throw.
    Link {
        /// The number of the throw.
        throw: u64,
        /// The link.
        link: Link,
    },
    /// Asks for a `pong`.
    Ping,
    /// Something to be carried out.
    #[serde(untagged)]
    Order(Order),
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
            ClientMsg::Ping => f.write_str("Ping"),
            ClientMsg::Order(order) => order.fmt(f),
        }
    }
}

/// Something to be carried out, at most once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Order {
    /// What.
    #[serde(flatten)]
    pub command: WireCommand,
    /// The client's own number for it.
    pub id: u64,
    /// The number of the last event that the client has seen.
    pub seen: u64,
}

/// What can be asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum WireCommand {
    /// Come in with a name.
    Join {
        /// The name.
        name: String,
        /// The chair; none: any.
        #[serde(skip_serializing_if = "Option::is_none")]
        chair: Option<u8>,
        /// Only to watch.
        #[serde(skip_serializing_if = "is_false")]
        watch: bool,
        /// A program says so.
        #[serde(skip_serializing_if = "is_false")]
        program: bool,
        /// The tip of the guest's chain.
        #[serde(skip_serializing_if = "Option::is_none")]
        tip: Option<Link>,
    },
    /// Leave the table.
    Leave,
    /// Begin. The host's.
    Start,
    /// Put a bot into a chair; no chair: the first empty one. The host's.
    Bot {
        /// The chair.
        #[serde(skip_serializing_if = "Option::is_none")]
        chair: Option<u8>,
        /// Which bot of the ladder.
        level: String,
    },
    /// Take whoever is in a chair away. The host's.
    Remove {
        /// The chair.
        chair: u8,
    },
    /// Make someone else the host. The host's.
    Host {
        /// Whom.
        person: u16,
    },
    /// Play differently from now on. The host's.
    Settings {
        /// How.
        settings: WireSettings,
    },
    /// Decide in the game.
    Act {
        /// `3x4`, `dudo`, `calza`, `maputo` or `pass`.
        action: Action,
    },
    /// Play for yourself again.
    Back,
    /// Say something.
    Say {
        /// What.
        text: String,
    },
    /// Show a feeling.
    Emote {
        /// Which.
        emote: String,
    },
    /// Switch the chat on or off. The host's.
    Chat {
        /// Whether it is on.
        on: bool,
    },
    /// Silence someone, or not any more. The host's.
    Silence {
        /// Whom.
        person: u16,
        /// Whether.
        on: bool,
    },
    /// Commit to a new chain.
    Commit {
        /// Its tip.
        tip: Link,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde wants it
fn is_false(value: &bool) -> bool {
    !value
}

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The client's number of the command, if it could be read.
    pub id: Option<u64>,
    /// What is wrong, in English.
    pub message: String,
}

/// Every field that a message can have: one pass over the text, whatever its type is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    protocol: Option<u32>,
    #[serde(borrow)]
    guest: Option<Cow<'a, str>>,
    after: Option<u64>,
    #[serde(borrow)]
    lang: Option<Cow<'a, str>>,
    throw: Option<u64>,
    link: Option<Link>,
    id: Option<u64>,
    seen: Option<u64>,
    name: Option<String>,
    chair: Option<u8>,
    watch: Option<bool>,
    program: Option<bool>,
    tip: Option<Link>,
    level: Option<String>,
    person: Option<u16>,
    settings: Option<WireSettings>,
    #[serde(borrow)]
    action: Option<Cow<'a, str>>,
    text: Option<String>,
    emote: Option<String>,
    on: Option<bool>,
}

impl ClientMsg {
    /// The longest message, in bytes.
    pub const MAX_BYTES: usize = 4096;

    /// Reads a message.
    pub fn parse(text: &str) -> Result<ClientMsg, Malformed> {
        let mut fields: Fields<'_> = serde_json::from_str(text)
            .map_err(|error| Malformed { id: None, message: format!("not a message: {error}") })?;
        let id = fields.id;
        fields.message().map_err(|message| Malformed { id, message })
    }
}

fn missing(kind: &str, field: &str) -> String {
    format!("a message of type {kind} needs the field {field}")
}

macro_rules! need {
    ($fields:ident . $field:ident) => {
        $fields.$field.take().ok_or_else(|| missing(&$fields.kind, stringify!($field)))?
    };
}

impl Fields<'_> {
    fn message(&mut self) -> Result<ClientMsg, String> {
        match &*self.kind {
            "hello" => {
                return Ok(ClientMsg::Hello {
                    protocol: need!(self.protocol),
                    guest: need!(self.guest).into_owned(),
                    after: self.after,
                    lang: self.lang.take().map(Cow::into_owned),
                });
            }
            "link" => return Ok(ClientMsg::Link { throw: need!(self.throw), link: need!(self.link) }),
            "ping" => return Ok(ClientMsg::Ping),
            _ => {}
        }
        let command = self.command()?;
        Ok(ClientMsg::Order(Order { id: need!(self.id), seen: need!(self.seen), command }))
    }

    fn command(&mut self) -> Result<WireCommand, String> {
        Ok(match &*self.kind {
            "act" => WireCommand::Act { action: read_action(&need!(self.action))? },
            "join" => WireCommand::Join {
                name: need!(self.name),
                chair: self.chair,
                watch: self.watch.unwrap_or(false),
                program: self.program.unwrap_or(false),
                tip: self.tip,
            },
            "leave" => WireCommand::Leave,
            "start" => WireCommand::Start,
            "bot" => WireCommand::Bot { chair: self.chair, level: need!(self.level) },
            "remove" => WireCommand::Remove { chair: need!(self.chair) },
            "host" => WireCommand::Host { person: need!(self.person) },
            "settings" => WireCommand::Settings { settings: need!(self.settings) },
            "back" => WireCommand::Back,
            "say" => WireCommand::Say { text: need!(self.text) },
            "emote" => WireCommand::Emote { emote: need!(self.emote) },
            "chat" => WireCommand::Chat { on: need!(self.on) },
            "silence" => WireCommand::Silence { person: need!(self.person), on: need!(self.on) },
            "commit" => WireCommand::Commit { tip: need!(self.tip) },
            other => return Err(format!("there is no message of type {}", shortened(other))),
        })
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

/// What someone wrote, short enough to be told back.
fn shortened(text: &str) -> String {
    let start: String = text.chars().take(24).collect();
    if start.len() < text.len() { format!("{start:?}…") } else { format!("{start:?}") }
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
