//! Frames of the WebSocket protocol (RFC 6455), as a client reads and writes them.

/// A text.
pub(super) const TEXT: u8 = 1;
/// More of a text.
pub(super) const MORE: u8 = 0;
/// The end of the connection.
pub(super) const CLOSE: u8 = 8;
/// A question for a sign of life.
pub(super) const PING: u8 = 9;
/// A sign of life.
pub(super) const PONG: u8 = 10;

/// The longest frame that is read.
const LONGEST: u64 = 1 << 24;

/// A frame from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    pub(super) kind: u8,
    /// Whether its message ends with it.
    pub(super) last: bool,
    pub(super) payload: &'a [u8],
}

/// The first frame of some bytes and what comes behind it; nothing if there is more of it to come.
pub(super) fn first_frame(bytes: &[u8]) -> Result<Option<(Frame<'_>, &[u8])>, String> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    if first & 0x70 != 0 || second & 0x80 != 0 {
        return Err("the server sent bytes that are no frame for a client".to_owned());
    }
    let (length, rest) = match (second & 0x7f, rest) {
        (126, [a, b, rest @ ..]) => (u64::from(u16::from_be_bytes([*a, *b])), rest),
        (127, rest) => match rest.split_first_chunk() {
            Some((length, rest)) => (u64::from_be_bytes(*length), rest),
            None => return Ok(None),
        },
        (126, _) => return Ok(None),
        (short, rest) => (u64::from(short), rest),
    };
    if length > LONGEST {
        return Err(format!("the server sent a frame of {length} bytes"));
    }
    let Some((payload, rest)) = rest.split_at_checked(length as usize) else { return Ok(None) };
    Ok(Some((Frame { kind: first & 0x0f, last: first & 0x80 != 0, payload }, rest)))
}

/// Puts a whole message behind what is there, masked as a client's must be. The mask protects proxies from
/// the pages of browsers; here any will do.
pub(super) fn put(out: &mut Vec<u8>, kind: u8, payload: &[u8]) {
    const MASK: [u8; 4] = [0x5a, 0xc3, 0x96, 0x3c];
    out.push(0x80 | kind);
    match payload.len() {
        short @ 0..126 => out.push(0x80 | short as u8),
        long => match u16::try_from(long) {
            Ok(long) => {
                out.push(0x80 | 126);
                out.extend(long.to_be_bytes());
            }
            Err(_) => {
                out.push(0x80 | 127);
                out.extend((long as u64).to_be_bytes());
            }
        },
    }
    out.extend(MASK);
    out.extend(payload.iter().zip(MASK.into_iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// What a close frame says.
pub(super) fn closing(payload: &[u8]) -> String {
    match payload.split_first_chunk() {
        Some((code, reason)) => {
            format!("{} {}", u16::from_be_bytes(*code), String::from_utf8_lossy(reason)).trim_end().to_owned()
        }
        None => "without a reason".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frame that a server would send.
    fn of_server(kind: u8, payload: &[u8]) -> Vec<u8> {
        let mut masked = Vec::new();
        put(&mut masked, kind, payload);
        let header = masked.len() - payload.len() - 4;
        masked[1] &= 0x7f;
        [&masked[..header], payload].concat()
    }

    #[test]
    fn frames_of_every_length_are_read_once_they_are_whole() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
            let payload: Vec<u8> = (0..length).map(|index| index as u8).collect();
            let bytes = of_server(TEXT, &payload);
            for cut in [0, 1, 2, 3, 9, 10, bytes.len() - 1].into_iter().filter(|cut| *cut < bytes.len()) {
                assert_eq!(first_frame(&bytes[..cut]), Ok(None), "{cut} bytes of {length}");
            }
            let more = [&bytes[..], b"more"].concat();
            let (frame, rest) = first_frame(&more).unwrap().unwrap();
            assert_eq!(frame, Frame { kind: TEXT, last: true, payload: &payload });
            assert_eq!(rest, b"more");
        }
    }

    #[test]
    fn what_is_no_frame_of_a_server_is_refused() {
        let mut masked = Vec::new();
        put(&mut masked, TEXT, b"hello");
        assert!(first_frame(&masked).is_err());
        assert!(first_frame(b"HTTP/1.1 200 OK").is_err());
        assert!(first_frame(&[0x81, 127, 255, 0, 0, 0, 0, 0, 0, 0]).is_err());
    }

    #[test]
    fn a_message_is_masked() {
        let mut out = b"before".to_vec();
        put(&mut out, PONG, b"abcde");
        assert_eq!(out, b"before\x8a\x85\x5a\xc3\x96\x3c\x3b\xa1\xf5\x58\x3f");
    }

    #[test]
    fn the_end_has_a_code_and_a_reason() {
        assert_eq!(closing(b"\x03\xf0too-many"), "1008 too-many");
        assert_eq!(closing(b"\x03\xe8"), "1000");
        assert_eq!(closing(b""), "without a reason");
    }
}
