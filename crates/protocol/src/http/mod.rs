//! The JSON bodies of HTTP: requests and answers, for servers and clients alike.
//!
//! The feature `openapi` derives the schemas that the server publishes at `/api/openapi.json`.

mod people;

pub use people::*;

use perudo_table::StageName;
use perudo_table::fair::{Link, PublicKey};
use serde::{Deserialize, Serialize};

use crate::WireSettings;

/// Why a request is not answered as wished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// The name of the reason.
    pub error: String,
    /// A sentence for people.
    pub message: String,
}

/// A table to be made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct MakeTable {
    /// Your secret: 128 random bits as 32 hexadecimal digits.
    pub guest: String,
    /// Your name at the table.
    pub name: String,
    /// How it is played; what is left out is as usual.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub settings: WireSettings,
    /// The bots that sit down, by their names on the ladder.
    #[serde(default)]
    pub bots: Vec<String>,
    /// Whether you only want to watch.
    #[serde(default)]
    pub watch: bool,
    /// The tip of your chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub tip: Option<Link>,
    /// The tip of your closed chain, which a sealed table needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub closed: Option<Link>,
}

/// A table that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Made {
    /// Its name.
    pub table: String,
    /// The link for friends.
    pub link: String,
}

/// A table in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableSummary {
    /// Its name.
    pub table: String,
    /// What it is doing: `waiting`, `playing` or `resting`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub stage: StageName,
    /// How it is played.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub settings: WireSettings,
    /// Names of those who sit there, by chair; null: nobody.
    pub chairs: Vec<Option<String>>,
    /// How many people are connected.
    pub watching: usize,
    /// Who sits there, by chair; null: nobody.
    #[serde(default)]
    pub sitters: Vec<Option<SitterSummary>>,
    /// When it was opened, in milliseconds since 1970.
    #[serde(default)]
    pub opened: i64,
}

/// Someone who sits down.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JoinTable {
    /// Your secret: 128 random bits as 32 hexadecimal digits.
    pub guest: String,
    /// Your name at the table.
    pub name: String,
    /// The chair you want; none: any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chair: Option<u8>,
    /// Whether you only want to watch.
    #[serde(default)]
    pub watch: bool,
    /// Whether you are a program.
    #[serde(default)]
    pub program: bool,
    /// The tip of your chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub tip: Option<Link>,
    /// The tip of your closed chain, which a sealed table needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub closed: Option<Link>,
}

/// Someone who sat down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Joined {
    /// The event that it became.
    pub event: u64,
    /// Your number among the people.
    pub person: Option<u16>,
}

/// A finished tour in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TourSummary {
    /// Its number.
    pub tour: u32,
    /// Who played, clockwise.
    pub players: Vec<String>,
    /// Where its record is.
    pub record: String,
    /// Where the proof of its dice is.
    pub proof: String,
}

/// The keys of a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PublicKeys {
    /// Ed25519, the newest first: that is the one it signs with.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    pub keys: Vec<PublicKey>,
}

/// A rule set in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleSet {
    /// Its name: a preset, and the axes that differ.
    pub rules: String,
    /// The largest table.
    pub players: u8,
    /// Its chapters.
    pub sections: Vec<RuleSection>,
}

/// A chapter of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleSection {
    /// Its title.
    pub title: String,
    /// Its sentences, with the clauses that they come from.
    pub sentences: Vec<(String, String)>,
}

/// A bot of the ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotInfo {
    /// Its name in commands.
    pub level: String,
    /// Its name for people.
    pub name: String,
    /// How it plays.
    pub about: String,
}

/// How the server is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Health {
    /// Whether it is well.
    pub ok: bool,
    /// The version of the program.
    pub version: String,
    /// The version of the protocol.
    pub protocol: u32,
    /// How many tables there are.
    pub tables: usize,
}
