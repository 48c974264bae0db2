//! Actions and bids in JSON: as records spell them.

use std::fmt::Display;

use perudo_rules::{Action, Bid};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: Spelled>(deserializer: D) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    T::read(&text).ok_or_else(|| D::Error::custom(format!("{text:?} is not an action such as 3x4 or dudo")))
}

/// What records have a spelling for.
pub(crate) trait Spelled: Sized {
    fn read(text: &str) -> Option<Self>;
}

impl Spelled for Action {
    fn read(text: &str) -> Option<Action> {
        text.parse().ok()
    }
}

impl Spelled for Bid {
    fn read(text: &str) -> Option<Bid> {
        match text.parse() {
            Ok(Action::Bid(bid)) => Some(bid),
            _ => None,
        }
    }
}
