//! What the server says, as far as a load needs it. Of the copies of an event only one is read; for the others
//! its number is enough.

use perudo_protocol::{Legal, ServerMsg};
use serde::Deserialize;

/// A message.
#[derive(Debug)]
pub(super) enum Heard {
    /// An event of this number.
    Event(u64),
    /// A command was carried out.
    Done(Done),
    /// Anything else: seldom, so it may take its time.
    Other(Box<ServerMsg>),
}

/// A command was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Done {
    /// The last event.
    pub(super) seq: u64,
    /// The number of the command.
    pub(super) id: u64,
    /// The event that it became.
    pub(super) event: u64,
}

/// An event.
#[derive(Debug, Deserialize)]
pub(super) struct Told<'a> {
    #[serde(borrow)]
    pub(super) event: What<'a>,
    #[serde(borrow)]
    pub(super) now: Option<Now<'a>>,
}

/// What happened.
#[derive(Debug, Deserialize)]
pub(super) struct What<'a> {
    pub(super) what: &'a str,
    pub(super) chair: Option<u8>,
    pub(super) person: Option<u16>,
    pub(super) from: Option<u64>,
    /// The faces of a draw.
    #[serde(default)]
    pub(super) throws: Vec<Option<u8>>,
    #[serde(default)]
    pub(super) with: Vec<u8>,
    #[serde(default)]
    pub(super) withheld: Vec<u8>,
}

impl What<'_> {
    /// Whether a player decided it.
    pub(super) fn is_move(&self) -> bool {
        matches!(self.what, "bid" | "showdown" | "declared" | "passed")
    }
}

/// How the game stands.
#[derive(Debug, Deserialize)]
pub(super) struct Now<'a> {
    pub(super) stage: &'a str,
    pub(super) phase: Option<&'a str>,
    pub(super) turn: Option<u8>,
    pub(super) bid: Option<perudo_rules::Bid>,
    #[serde(default)]
    pub(super) dice: Vec<u8>,
    pub(super) legal: Option<Legal>,
    pub(super) throw: Option<u64>,
}

/// Reads a message, but not what an event says.
pub(super) fn read(text: &[u8]) -> Result<Heard, String> {
    let unreadable = |error: serde_json::Error| format!("a message that cannot be read: {error}");
    if let Some(seq) = event_number(text) {
        return Ok(Heard::Event(seq));
    }
    if text.starts_with(br#"{"type":"done","#) {
        return serde_json::from_slice(text).map(Heard::Done).map_err(unreadable);
    }
    match serde_json::from_slice(text).map_err(unreadable)? {
        ServerMsg::Event { seq, .. } => Ok(Heard::Event(seq)),
        ServerMsg::Done { seq, id, event } => Ok(Heard::Done(Done { seq, id, event })),
        other => Ok(Heard::Other(Box::new(other))),
    }
}

/// Reads what an event says.
pub(super) fn read_event(text: &[u8]) -> Result<Told<'_>, String> {
    serde_json::from_slice(text).map_err(|error| format!("an event that cannot be read: {error}"))
}

/// The number of an event, if it is written as our server does.
fn event_number(text: &[u8]) -> Option<u64> {
    let digits = text.strip_prefix(br#"{"type":"event","seq":"#)?;
    let end = digits.iter().position(|byte| !byte.is_ascii_digit())?;
    let (number, rest) = digits.split_at(end);
    let number = str::from_utf8(number).ok()?.parse().ok()?;
    rest.starts_with(b",").then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perudo_protocol::WireEvent;

    #[test]
    fn what_the_server_writes_is_read_the_quick_way() {
        let now = perudo_protocol::Now {
            stage: "playing".into(),
            turn: Some(2),
            bid: Some(perudo_rules::Bid::new(3, perudo_rules::Face::ALL[3])),
            dice: vec![5, 0, 4],
            legal: Some(Legal {
                least: Some([None, Some(1), None, None, None, None]),
                most: Some(9),
                calls: vec![],
            }),
            throw: Some(7),
            ..perudo_protocol::Now::default()
        };
        let event =
            WireEvent::Committed { person: Some(3), tip: perudo_table::fair::Link::new([1; 32]), from: 9 };
        let text = ServerMsg::Event { seq: 1234, at: 5, event, now: Some(Box::new(now)) }.to_text();
        assert_eq!(event_number(text.as_bytes()), Some(1234));
        let told = read_event(text.as_bytes()).unwrap();
        assert_eq!((told.event.what, told.event.person, told.event.from), ("committed", Some(3), Some(9)));
        let now = told.now.unwrap();
        assert_eq!(
            (now.stage, now.turn, now.throw, &now.dice[..]),
            ("playing", Some(2), Some(7), &[5, 0, 4][..])
        );
        assert_eq!(now.bid.unwrap().to_string(), "3x4");
        assert_eq!(now.legal.unwrap().most, Some(9));
        let text = ServerMsg::Done { seq: 5, id: 6, event: 4 }.to_text();
        assert!(matches!(read(text.as_bytes()), Ok(Heard::Done(Done { seq: 5, id: 6, event: 4 }))));
    }

    #[test]
    fn what_is_written_in_another_way_is_read_too() {
        let event = r#" {"seq":7,"type":"event","at":1,"event":{"what":"match-began"}}"#;
        assert!(matches!(read(event.as_bytes()), Ok(Heard::Event(7))));
        let done = r#"{ "type":"done","id":1,"seq":2,"event":3}"#;
        assert!(matches!(read(done.as_bytes()), Ok(Heard::Done(Done { seq: 2, id: 1, event: 3 }))));
        assert!(matches!(read(br#"{"type":"pong","seq":1}"#), Ok(Heard::Other(_))));
        for bad in ["", "{}", r#"{"type":"event","seq":12"#, r#"{"type":"event","seq":x}"#] {
            assert!(read(bad.as_bytes()).is_err(), "{bad}");
        }
    }
}
