//! A link of a hash chain.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

use super::hex;

/// The number of bytes of a link.
pub(super) const LINK_BYTES: usize = 32;

/// A link of a hash chain: secret until its throw, public after it. `Display` and serde write it as 64
/// lower-case hexadecimal digits; `Debug` hides it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Link([u8; LINK_BYTES]);

/// A text that is not 64 lower-case hexadecimal digits. It does not say which text: that might be a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a link is 64 lower-case hexadecimal digits")]
pub struct ParseLinkError;

impl Link {
    /// The link of these bytes.
    pub const fn new(bytes: [u8; LINK_BYTES]) -> Link {
        Link(bytes)
    }

    /// Its bytes.
    pub const fn bytes(&self) -> &[u8; LINK_BYTES] {
        &self.0
    }

    /// The link that was public before this one: SHA-256 of its bytes.
    #[must_use]
    pub fn hash(&self) -> Link {
        Link(Sha256::digest(self.0).into())
    }

    /// The link so many steps nearer to the tip.
    #[must_use]
    pub fn hash_times(&self, times: u32) -> Link {
        (0..times).fold(*self, |link, _| link.hash())
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Link(..)")
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::write(&self.0, f)
    }
}

impl FromStr for Link {
    type Err = ParseLinkError;

    fn from_str(text: &str) -> Result<Link, ParseLinkError> {
        hex::parse(text).map(Link).ok_or(ParseLinkError)
    }
}

impl Serialize for Link {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Link {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Link, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_reads_as_it_prints_and_nothing_else_is_a_link() {
        let link = Link::new(std::array::from_fn(|index| (index as u8).wrapping_mul(37)));
        let text = link.to_string();
        assert_eq!(text.len(), 64);
        assert_eq!(text.parse(), Ok(link));
        let json = serde_json::to_string(&link).unwrap();
        assert_eq!(json, format!("\"{text}\""));
        assert_eq!(serde_json::from_str::<Link>(&json).unwrap(), link);
        let bad = [
            String::new(),
            text[1..].to_owned(),
            format!("{text}0"),
            text.to_uppercase(),
            text.replace('a', "g"),
            "é".repeat(32),
            format!("+{}", &text[1..]),
        ];
        for text in bad {
            assert_eq!(text.parse::<Link>(), Err(ParseLinkError), "{text}");
            assert!(serde_json::from_value::<Link>(text.into()).is_err());
        }
    }

    #[test]
    fn a_link_hashes_by_sha_256() {
        // SHA-256 of 32 zero bytes, and of that.
        let expected = [
            "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
            "2b32db6c2c0a6235fb1397e8225ea85e0f0e6e8c7b126d0016ccbde0e667151e",
        ];
        let zero = Link::new([0; 32]);
        assert_eq!(zero.hash().to_string(), expected[0]);
        assert_eq!(zero.hash_times(2).to_string(), expected[1]);
        assert_eq!(zero.hash_times(0), zero);
    }

    #[test]
    fn debugging_a_link_or_a_wrong_one_shows_no_byte_of_it() {
        assert_eq!(format!("{:?}", Link::new([0xab; 32])), "Link(..)");
        let error = serde_json::from_str::<Link>("\"secret\"").unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
}
