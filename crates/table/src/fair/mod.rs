//! Provably fair dice: nobody, the server included, can choose dice or change them later without it being
//! seen.
//!
//! The server and every seat that can each hold a [`Chain`] of SHA-256 links and publish its tip, a
//! [`Commitment`], before the first throw it is used for. Each throw opens one link of each chain; the dice
//! of the [`Throw`] follow from these links by HMAC-SHA256. A [`Proof`] holds the opened links of a tour,
//! and anyone can [verify](Proof::verify) it. The exact bytes are in `docs/fair-dice.md`.
//!
//! Nothing here makes randomness: seeds come in from outside. Links print as hexadecimal text where they
//! are meant to be shown ([`Link`]'s `Display`, serde) and never in `Debug`, so that no secret gets into a
//! log by accident.
//!
//! ```
//! use perudo_rules::{BySeat, Seat};
//! use perudo_table::fair::{Chain, Commitment, Throw, ThrowKind};
//!
//! let mut server = Chain::new([1; 32], 1024); // of secret random bytes, in earnest
//! let mut anna = Chain::new([2; 32], 1024);
//! let mut seen = Commitment::new(anna.tip()); // public before the throw
//!
//! let (anna_link, server_link) = (anna.open().unwrap(), server.open().unwrap());
//! assert!(seen.advance(anna_link));
//! let throw = Throw {
//!     table: "kitchen",
//!     number: 1,
//!     kind: ThrowKind::Roll,
//!     server: server_link,
//!     links: BySeat::from_fn(|seat| (seat == Seat::FIRST).then_some(anna_link)),
//!     dice: BySeat::from_fn(|seat| if seat.index() < 2 { 5 } else { 0 }),
//! };
//! assert_eq!(throw.hands()[Seat::FIRST].len(), 5);
//! ```

mod chain;
mod closed_walk;
mod commitment;
mod error;
mod finding;
mod hex;
mod holder;
mod link;
pub mod merkle;
mod proof;
mod receipt;
mod record;
mod sealed;
mod seen;
mod seen_throw;
mod signature;
mod signed;
mod throw;
mod tip_log;
mod verified;
mod witness;
mod witness_error;

pub use chain::{Chain, MAX_CHAIN};
pub use commitment::Commitment;
pub use error::{Party, ProofError};
pub use finding::{Finding, MAX_RECEIPTS, ReceiptError, WithheldLink};
pub use hex::ParseHexError;
pub use link::{Link, ParseLinkError};
pub use proof::{MAX_TABLE_ID, MAX_THROWS, Proof, ProofSignature, ProofThrow, SERVER_CHAIN, Tip, Version};
pub use receipt::{GivenLink, Receipt, SignedBatch, Statement, ThrowReceipts};
pub use record::RecordMismatchError;
pub use sealed::{ClosedTip, SealedThrow};
pub use seen::{SeenMismatchError, SeenPart};
pub use seen_throw::{OpenedLinks, SeenSeat, SeenThrow};
pub use signature::{PublicKey, Signature};
pub use throw::{Throw, ThrowKind};
pub use tip_log::{PlacedTip, PublishedTip, TableLabel, TipsAnswer, TipsError, TipsHead};
pub use verified::{SeatLinks, Verified};
pub use witness::Witness;
pub use witness_error::{Whose, WitnessError};
