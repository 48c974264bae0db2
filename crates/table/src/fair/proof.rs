//! The file that shows that the dice of a tour were fair.

use serde::{Deserialize, Serialize};

use super::{Link, PublicKey, Receipt, Signature, ThrowKind};

/// The most throws that a proof has. The longest tours have a few hundred.
pub const MAX_THROWS: usize = 10_000;

/// The links of each chain of a server. Its first chain counts from throw 1 on.
pub const SERVER_CHAIN: u32 = 256;

/// The longest id of a table, in ASCII characters.
pub const MAX_TABLE_ID: usize = 64;

/// The opened links of a tour and the tips they lead back to. What is written here is a claim:
/// [`verify`](Proof::verify) says whether it holds. Lists by seat have one entry for each name.
///
/// # Examples
///
/// ```
/// use perudo_table::fair::{Proof, ProofError};
///
/// let text = r#"{"perudo-proof":2,"table":"kitchen","tour":1,"names":["anna","boris"],
///     "server":[],"seats":[[],[]],"throws":[]}"#;
/// let proof: Proof = serde_json::from_str(text)?;
/// assert_eq!(proof.verify(), Err(ProofError::BadSize { throws: 0 }));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// Which version of the format it is.
    #[serde(rename = "perudo-proof")]
    pub version: Version,
    /// The table's id.
    pub table: String,
    /// Which tour of the match it is, from 1.
    pub tour: u32,
    /// The players by seat.
    pub names: Vec<String>,
    /// The server's tips.
    pub server: Vec<Tip>,
    /// The tips of each seat; none where a seat had no chain.
    pub seats: Vec<Vec<Tip>>,
    /// At a sealed table, the tips of the closed chain of each seat; at another nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Vec<Tip>>,
    /// Every throw of the tour.
    pub throws: Vec<ProofThrow>,
    /// The signature of the server for all of that, if it has given one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signed: Option<ProofSignature>,
    /// Receipts for links of these throws, which players have put in. No signature is for them but their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub receipts: Vec<Receipt>,
}

/// A server's signature for a proof.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ProofSignature {
    /// The keys of the server, the newest first, which the signature is of. The older ones have signed receipts.
    pub keys: Vec<PublicKey>,
    /// The signature.
    pub signature: Signature,
}

/// The version of the format, and with it what a proof promises.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(try_from = "u64", into = "u64")]
pub enum Version {
    /// Seats without dice may withhold their links without being named, and the server may begin a new chain
    /// at any throw. Tables of older programs made these.
    #[default]
    One,
    /// Every seat that is in the tour and has a tip in force has its link in a throw or is named, those who are out
    /// have no part in it, and the server begins a new chain only when all [`SERVER_CHAIN`] links of the one before are used up.
    Two,
}

impl Version {
    /// Whether it is the first, which logs of older programs do not mention.
    pub(crate) fn is_one(&self) -> bool {
        *self == Version::One
    }
}

/// A tip and the first throw for which its chain counts. It was published before anyone gave a link for
/// that throw. Tips are listed in order; of those older than the first throw only the one in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Tip {
    /// The first throw for which it counts. The link for throw `n` hashes to the tip in `n - from + 1` steps.
    pub from: u64,
    /// The tip; none if from that throw on there is no chain.
    pub tip: Option<Link>,
}

/// One throw as a proof tells it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ProofThrow {
    /// Its number over the whole life of the table.
    pub number: u64,
    /// What it was for.
    pub kind: ThrowKind,
    /// The round of the tour that was rolled for, from 1; none in a draw. A round that was void is rolled
    /// again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The run of the server in which it was thrown; the links of an earlier run were forgotten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
    /// How many dice each seat threw.
    pub dice: Vec<u8>,
    /// The server's link.
    pub server: Link,
    /// The links of the seats that gave one.
    pub links: Vec<Option<Link>>,
    /// The seats, ascending, that had a chain, and whose link is not in this throw. In version 1 seats that
    /// threw no dice may be named or not.
    pub withheld: Vec<u8>,
    /// Of a roll at a sealed table, the closed links of the seats with dice; none if they were never shown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Option<Link>>,
    /// The seats, ascending, that were removed since they did not show theirs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unshown: Vec<u8>,
    /// What each seat threw, as in a record: `11346`. Nothing for sealed dice that were never shown.
    pub result: Vec<String>,
}

impl ProofThrow {
    /// Whether its dice were sealed and never shown, since the round was void.
    pub fn is_unseen(&self) -> bool {
        !self.closed.is_empty() && self.closed.iter().all(Option::is_none)
    }
}

impl From<Version> for u64 {
    fn from(version: Version) -> u64 {
        match version {
            Version::One => 1,
            Version::Two => 2,
        }
    }
}

impl TryFrom<u64> for Version {
    type Error = String;

    fn try_from(version: u64) -> Result<Version, String> {
        match version {
            1 => Ok(Version::One),
            2 => Ok(Version::Two),
            _ => Err(format!("version {version} of proofs is unknown, this program reads versions 1 and 2")),
        }
    }
}
