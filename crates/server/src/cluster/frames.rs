//! Frames of WebSockets, as far as a node in between has to know them: only between two of them can it say something itself.

use super::pipe::Step;
use crate::mailbox::CloseReason;

/// The kind of frame that ends a WebSocket, as the last of its message.
const CLOSE: u8 = 0x88;
/// The longest head: two bytes, a length, a mask.
const LONGEST_HEAD: usize = 14;

/// Where in the frames of a server the bytes that were written end.
#[derive(Default)]
pub(super) struct Frames {
    /// What has come of the head of a frame.
    head: [u8; LONGEST_HEAD],
    read: usize,
    /// What has not come of its payload.
    left: u64,
    /// Whether the server has said its last, or nobody knows what was written.
    over: bool,
    writing: bool,
}

impl Frames {
    pub(super) fn follow(&mut self, step: Step<'_>) {
        match step {
            Step::Begun => self.writing = true,
            Step::Written(bytes) => {
                self.writing = false;
                self.pass(bytes);
            }
        }
    }

    /// Whether a frame could follow here.
    pub(super) fn is_between(&self) -> bool {
        !self.over && !self.writing && self.read == 0 && self.left == 0
    }

    fn pass(&mut self, mut bytes: &[u8]) {
        while let Some((&byte, rest)) = bytes.split_first() {
            if self.left > 0 {
                let count = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                self.left -= count as u64;
                bytes = &bytes[count..];
                continue;
            }
            bytes = rest;
            self.head[self.read] = byte;
            self.read += 1;
            if let Some(length) = payload(&self.head[..self.read]) {
                self.over |= self.head[0] == CLOSE;
                (self.read, self.left) = (0, length);
            }
        }
    }
}

/// The length of the payload, if the head is complete.
fn payload(head: &[u8]) -> Option<u64> {
    let (&[_, second], rest) = head.split_first_chunk()?;
    let (length, mask) = match second & 0x7f {
        126 => rest.split_first_chunk().map(|(length, mask)| (u16::from_be_bytes(*length).into(), mask))?,
        127 => rest.split_first_chunk().map(|(length, mask)| (u64::from_be_bytes(*length), mask))?,
        length => (length.into(), rest),
    };
    let masked = second & 0x80 != 0;
    (mask.len() == if masked { 4 } else { 0 }).then_some(length)
}

/// The frame by which a server ends a WebSocket.
pub(super) fn close_frame(reason: CloseReason) -> Vec<u8> {
    let (code, text) = reason.code();
    // The longest reason is far shorter than what one byte can say.
    let length = u8::try_from(2 + text.len()).unwrap_or(2);
    [&[CLOSE, length], &code.to_be_bytes()[..], text.as_bytes()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(first: u8, length: usize) -> Vec<u8> {
        let mut bytes = vec![first];
        match length {
            0..126 => bytes.push(length as u8),
            126..65_536 => {
                bytes.push(126);
                bytes.extend((length as u16).to_be_bytes());
            }
            _ => {
                bytes.push(127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.resize(bytes.len() + length, 0xff);
        bytes
    }

    #[test]
    fn something_can_be_said_between_frames_and_nowhere_else() {
        let lengths = [0, 1, 125, 126, 127, 300, 65_535, 65_536, 70_000];
        let frames: Vec<Vec<u8>> = lengths.map(|length| frame(0x81, length)).into();
        let mut ends = vec![0];
        for frame in &frames {
            ends.push(ends[ends.len() - 1] + frame.len());
        }
        let bytes = frames.concat();
        for piece in [1, 2, 3, 7, 1000, 8192] {
            let (mut seen, mut written) = (Frames::default(), 0);
            assert!(seen.is_between());
            for piece in bytes.chunks(piece) {
                seen.follow(Step::Written(piece));
                written += piece.len();
                assert_eq!(seen.is_between(), ends.contains(&written), "after {written} bytes");
            }
        }
    }

    #[test]
    fn nothing_is_said_after_the_last_word_or_when_nobody_knows_what_was_written() {
        let mut seen = Frames::default();
        seen.follow(Step::Begun);
        assert!(!seen.is_between());
        seen.follow(Step::Written(&frame(0x81, 5)));
        assert!(seen.is_between());
        seen.follow(Step::Written(&close_frame(CloseReason::NoTable)));
        assert!(!seen.is_between());
    }

    #[test]
    fn a_farewell_is_a_frame_with_a_code_and_a_reason() {
        let frame = close_frame(CloseReason::Restarting);
        assert_eq!(frame, [&[0x88, 12, 0x03, 0xf4][..], b"restarting"].concat());
    }
}
