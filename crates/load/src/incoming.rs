//! What the server sends. Of the copies of an event only the first is read whole: for the others the number is
//! enough, and reading them too would measure this program instead of the server. The same goes for receipts, which a
//! player only keeps.

use perudo_protocol::ServerMsg;

/// A message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Incoming {
    /// An event of this number.
    Event(u64),
    /// A receipt, or several.
    Receipt,
    /// Anything else.
    Other(Box<ServerMsg>),
}

/// Reads a message, but of an event only its number.
pub(crate) fn read(text: &str) -> serde_json::Result<Incoming> {
    if let Some(seq) = event_number(text) {
        return Ok(Incoming::Event(seq));
    }
    if text.starts_with(r#"{"type":"receipt"#) {
        return Ok(Incoming::Receipt);
    }
    match serde_json::from_str(text)? {
        ServerMsg::Receipt { .. } | ServerMsg::Receipts { .. } => Ok(Incoming::Receipt),
        ServerMsg::Event { seq, .. } => Ok(Incoming::Event(seq)),
        other => Ok(Incoming::Other(Box::new(other))),
    }
}

/// The number of an event, if it is written the way that our server writes it.
fn event_number(text: &str) -> Option<u64> {
    let digits = text.strip_prefix(r#"{"type":"event","seq":"#)?;
    let (number, _) = digits.split_once(',')?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use perudo_protocol::WireEvent;

    #[test]
    fn the_number_of_an_event_is_read_without_reading_the_event() {
        let text = ServerMsg::Event { seq: 1234, at: 5, event: WireEvent::MatchBegan, now: None }.to_text();
        assert_eq!(event_number(&text), Some(1234));
        assert_eq!(read(&text).unwrap(), Incoming::Event(1234));
    }

    #[test]
    fn an_event_that_is_written_in_another_way_is_read_too() {
        let event = r#" {"seq":7,"type":"event","at":1,"event":{"what":"match-began"}}"#;
        assert_eq!((event_number(event), read(event).unwrap()), (None, Incoming::Event(7)));
    }

    #[test]
    fn other_messages_are_read_whole() {
        let done = r#"{ "type":"done","id":1,"seq":2,"event":3}"#;
        let expected = ServerMsg::Done { seq: 2, id: 1, event: 3 };
        assert_eq!(read(done).unwrap(), Incoming::Other(Box::new(expected)));
        for bad in ["", "{}", r#"{"type":"event","seq":12"#, r#"{"type":"event","seq":x}"#] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
