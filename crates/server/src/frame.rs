//! A text on its way to clients.

use bytes::Bytes;
use perudo_protocol::ServerMsg;

/// A text that many connections may share.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Frame(Bytes);

impl Frame {
    /// How many bytes it has.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Its bytes, which are UTF-8.
    pub(crate) fn bytes(&self) -> &Bytes {
        &self.0
    }
}

impl From<String> for Frame {
    fn from(text: String) -> Frame {
        Frame(Bytes::from(text))
    }
}

impl From<&ServerMsg> for Frame {
    fn from(message: &ServerMsg) -> Frame {
        Frame::from(message.to_text())
    }
}

/// Only how long it is: frames have players' dice in them, and logs must not.
impl std::fmt::Debug for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Frame({} bytes)", self.0.len())
    }
}
