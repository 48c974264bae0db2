//! Bytes as lower-case hexadecimal digits.

use std::fmt;

/// Reads exactly so many bytes.
pub(super) fn parse<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = 16 * digit(pair[0])? + digit(pair[1])?;
    }
    Some(bytes)
}

/// Writes bytes, 32 of them at a time: receipts are full of them.
pub(super) fn write(bytes: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.chunks(32).try_for_each(|chunk| {
        let mut text = [0; 64];
        for (pair, byte) in text.chunks_exact_mut(2).zip(chunk) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        f.write_str(str::from_utf8(&text[..2 * chunk.len()]).map_err(|_| fmt::Error)?)
    })
}

/// Declares a type of so many public bytes, which `Display`, `Debug` and serde write as hexadecimal digits.
macro_rules! public_bytes {
    ($(#[$doc:meta])* $Name:ident, $length:literal, $error:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $Name([u8; $length]);

        impl $Name {
            /// Of these bytes.
            pub const fn new(bytes: [u8; $length]) -> $Name {
                $Name(bytes)
            }

            /// Its bytes.
            pub const fn bytes(&self) -> &[u8; $length] {
                &self.0
            }
        }

        impl std::fmt::Display for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::fair::hex::write(&self.0, f)
            }
        }

        impl std::fmt::Debug for $Name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::str::FromStr for $Name {
            type Err = $crate::fair::ParseHexError;

            fn from_str(text: &str) -> Result<$Name, $crate::fair::ParseHexError> {
                $crate::fair::hex::parse(text).map($Name).ok_or($crate::fair::ParseHexError($error))
            }
        }

        impl serde::Serialize for $Name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $Name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$Name, D::Error> {
                let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(super) use public_bytes;

/// A text that is not so many bytes in lower-case hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseHexError(pub(super) &'static str);
