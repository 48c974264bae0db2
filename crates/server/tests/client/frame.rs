//! Frames of WebSockets of which every byte can be chosen.

/// The kinds of frames.
pub(crate) const CONTINUATION: u8 = 0;
pub(crate) const TEXT: u8 = 1;
pub(crate) const BINARY: u8 = 2;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
pub(crate) const PONG: u8 = 10;
/// The last frame of a message.
pub(crate) const FIN: u8 = 0x80;

/// A masked frame; `first` is its first byte.
pub(crate) fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut bytes = head(first, 0x80, payload.len() as u64);
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}

/// The head of a frame without its mask.
pub(crate) fn head(first: u8, masked: u8, length: u64) -> Vec<u8> {
    let mut bytes = vec![first];
    match length {
        0..126 => bytes.push(masked | length as u8),
        126..65_536 => {
            bytes.push(masked | 126);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(masked | 127);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes
}

pub(crate) const UPGRADE: [(&str, &str); 4] = [
    ("connection", "upgrade"),
    ("upgrade", "websocket"),
    ("sec-websocket-version", "13"),
    ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
];
