//! States and events as data (the feature `serde`): small, readable in a log, and checked when
//! read, since a damaged log must not make a state that cannot be.

use std::fmt::Display;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeSeq;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Action, Bid, BySeat, Call, Face, Hand, MAX_SEATS, RoundKind, Rules, RulesSpec, Seat, SeatSet};

/// Written as its text, read back by `parse`.
macro_rules! as_text {
    ($($name:ident: $what:literal, $parse:expr;)+) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($what)
                    }
                    fn visit_str<E: Error>(self, text: &str) -> Result<$name, E> {
                        let parse: fn(&str) -> Option<$name> = $parse;
                        parse(text).ok_or_else(|| not(text, $what))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    )+};
}

fn not<E: Error>(found: impl Display, expected: &str) -> E {
    E::custom(format_args!("{found} is not {expected}"))
}

as_text! {
    Hand: "a hand like 11346", |text| {
        text.bytes().map(|digit| Face::new(digit.wrapping_sub(b'0'))).collect()
    };
    Bid: "a bid like 3x4", |text| match text.parse() {
        Ok(Action::Bid(bid)) => Some(bid),
        _ => None,
    };
    Action: "an action like 3x4 or dudo", |text| text.parse().ok();
    Rules: "a rule set like classic dice=3", |text| {
        RulesSpec::parse(text).ok()?.try_into().ok()
    };
}

/// A [`Call`] as logs spell it: with a capital letter, unlike all other JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Call")]
pub(crate) enum LoggedCall {
    Dudo,
    Calza,
}

/// A [`RoundKind`] as snapshots spell it: with a capital letter, unlike all other JSON.
#[derive(Serialize, Deserialize)]
#[serde(remote = "RoundKind")]
pub(crate) enum LoggedKind {
    Normal,
    Maputo,
    Final,
}

impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.pips())
    }
}

impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Face, D::Error> {
        let pips = u8::deserialize(deserializer)?;
        Face::new(pips).ok_or_else(|| not(pips, "a face from 1 to 6"))
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let index = u8::deserialize(deserializer)?;
        Seat::new(usize::from(index)).ok_or_else(|| not(index, "a seat from 0 to 19"))
    }
}

impl Serialize for SeatSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for SeatSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeatSet, D::Error> {
        Ok(Vec::<Seat>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// A list that ends with the last seat whose value is not the default.
impl<T: Serialize + Default + PartialEq> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let nothing = T::default();
        let length = self.values().enumerate().filter(|(_, value)| **value != nothing).last();
        let length = length.map_or(0, |(index, _)| index + 1);
        let mut list = serializer.serialize_seq(Some(length))?;
        for value in self.values().take(length) {
            list.serialize_element(value)?;
        }
        list.end()
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySeat<T>, D::Error> {
        struct List<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de> + Default> Visitor<'de> for List<T> {
            type Value = BySeat<T>;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "a list of at most {MAX_SEATS} values")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<BySeat<T>, A::Error> {
                let mut values = BySeat::from_fn(|_| T::default());
                for seat in SeatSet::ALL.iter() {
                    match list.next_element()? {
                        Some(value) => values[seat] = value,
                        None => return Ok(values),
                    }
                }
                match list.next_element::<serde::de::IgnoredAny>()? {
                    None => Ok(values),
                    Some(_) => Err(A::Error::invalid_length(MAX_SEATS + 1, &self)),
                }
            }
        }
        deserializer.deserialize_seq(List(std::marker::PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::*;
    use crate::{AllHands, Event, Game, NoDice, Preset};

    #[track_caller]
    fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), *value);
    }

    #[test]
    fn pieces_are_written_as_in_records() {
        let seat = Seat::new(3).unwrap();
        same(&Hand::from_counts([2, 0, 1, 1, 0, 1]), "\"11346\"");
        same(&Bid::new(3, Face::Four), "\"3x4\"");
        same(&Action::Dudo, "\"dudo\"");
        same(&Face::Six, "6");
        same(&seat, "3");
        same(&SeatSet::first(3), "[0,1,2]");
        let mut hands = BySeat::<Hand>::default();
        hands[seat] = Hand::from_counts([1, 0, 0, 0, 0, 0]);
        same(&hands, "[\"\",\"\",\"\",\"1\"]");
        let bid = Event::<NoDice>::Bid { seat, bid: Bid::new(2, Face::Ace) };
        same(&bid, r#"{"Bid":{"seat":3,"bid":"2x1"}}"#);
        same(&bid.with_any_dice::<AllHands>(), r#"{"Bid":{"seat":3,"bid":"2x1"}}"#);
    }

    #[test]
    fn a_roll_is_not_read_as_a_public_event() {
        let text = serde_json::to_string(&Event::Rolled(AllHands::default())).unwrap();
        assert!(serde_json::from_str::<Event>(&text).is_ok());
        assert!(serde_json::from_str::<Event<NoDice>>(&text).is_err());
    }

    #[test]
    fn every_preset_and_every_new_game_survive_writing_and_reading() {
        for preset in Preset::ALL {
            let game: Game = Game::new(preset.rules(), 4).unwrap();
            let text = serde_json::to_string(&game).unwrap();
            assert_eq!(serde_json::from_str::<Game>(&text).unwrap(), game);
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        assert!(serde_json::from_str::<Seat>("20").is_err());
        assert!(serde_json::from_str::<Face>("0").is_err());
        assert!(serde_json::from_str::<Hand>("\"17\"").is_err());
        assert!(serde_json::from_str::<Bid>("\"dudo\"").is_err());
        assert!(serde_json::from_str::<Rules>("\"chess\"").is_err());
        assert!(serde_json::from_str::<BySeat<u8>>(&format!("[{}1]", "1,".repeat(20))).is_err());
    }
}
