//! The public log of a server's tips: a list that only grows. Whoever has its head knows that everyone else sees the
//! same tips, or that the server can be caught.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::hex::public_bytes;
use super::merkle::{Head, TreeHash};
use super::receipt::signed_message;
use super::{Link, PublicKey, Signature};

/// What tells these bytes from any others.
const HEAD_DOMAIN: &[u8] = b"perudo tips 1";
const ENTRY_DOMAIN: &[u8] = b"perudo tip 1";
const LABEL_DOMAIN: &[u8] = b"perudo table 1";

public_bytes! {
    /// What stands for a table in the public log. It follows from the table's id, and the id cannot be found from it:
    /// whoever has the id of a table may sit down there.
    TableLabel, 32, "a label is 64 lower-case hexadecimal digits"
}

impl TableLabel {
    /// How often the id is hashed. An id has 50 bits: to try them all by this takes a graphics card longer than any
    /// table lives, and a server less than a millisecond for each table.
    const HASHES: u32 = 4096;

    /// The label of a table.
    pub fn of_table(id: &str) -> TableLabel {
        let first = Sha256::new().chain_update(LABEL_DOMAIN).chain_update(id).finalize();
        TableLabel::new(*Link::new(first.into()).hash_times(TableLabel::HASHES - 1).bytes())
    }
}

/// An entry of the log: the tip of a server's chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct PublishedTip {
    /// Whose tip it is: a table's.
    pub label: TableLabel,
    /// The first throw for which the chain counts.
    pub from: u64,
    /// The tip.
    pub tip: Link,
}

impl PublishedTip {
    /// Its hash in the tree of the log.
    pub fn leaf(&self) -> TreeHash {
        let from = self.from.to_be_bytes();
        TreeHash::of_leaf(&[ENTRY_DOMAIN, self.label.bytes(), &from, self.tip.bytes()].concat())
    }
}

/// The log as it was at a moment, signed: its size and the root of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TipsHead {
    /// How many tips there were.
    pub size: u64,
    /// The root of their tree.
    pub root: TreeHash,
    /// Whose key it is signed with.
    pub key: PublicKey,
    /// The signature.
    pub signature: Signature,
}

impl TipsHead {
    /// Signs a head.
    pub fn sign(head: Head, key: PublicKey, sign: impl FnOnce(&[u8]) -> Signature) -> TipsHead {
        let Head { size, root } = head;
        TipsHead { size, root, key, signature: sign(&signed_message(HEAD_DOMAIN, &head)) }
    }

    /// Its size and root.
    pub fn head(&self) -> Head {
        Head { size: self.size, root: self.root }
    }

    /// The message that its signature is for.
    pub fn signed_message(&self) -> Vec<u8> {
        signed_message(HEAD_DOMAIN, &self.head())
    }

    /// Whether the holder of its key signed it.
    #[cfg(feature = "ed25519")]
    pub fn is_signed(&self) -> bool {
        self.key.verifies(&self.signed_message(), &self.signature)
    }
}

/// A tip of a table with its place in the log.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct PlacedTip {
    /// The first throw for which it counts.
    pub from: u64,
    /// The tip.
    pub tip: Link,
    /// Which entry it is, from 0.
    pub index: u64,
    /// The path from it to the root.
    pub path: Vec<TreeHash>,
}

/// What a server says of its log, for someone who has seen an earlier head and is at a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct TipsAnswer {
    /// The log as it is now.
    pub head: TipsHead,
    /// The path that shows that it begins with the earlier one.
    #[serde(default)]
    pub consistency: Vec<TreeHash>,
    /// Every tip of the table, in order.
    #[serde(default)]
    pub tips: Vec<PlacedTip>,
}

/// What is wrong with a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TipsError {
    /// It does not begin with the log that was seen before, or it got shorter.
    #[error("the log of tips does not begin with the log that was seen before")]
    Rewritten,
    /// The tip that the server has shown is not there, or another one is in its place.
    #[error("the log of tips does not have the tip that the server has shown")]
    OtherTip,
    /// A tip is said to be in the log and is not.
    #[error("a tip is said to be in the log of tips and is not")]
    BadPath,
}

impl TipsError {
    /// Its name for programs.
    pub fn name(self) -> &'static str {
        match self {
            TipsError::Rewritten => "tips-rewritten",
            TipsError::OtherTip => "tips-other",
            TipsError::BadPath => "tips-path",
        }
    }
}

impl TipsAnswer {
    /// Whether the log begins with the one that was seen before, and has the tip that this table's server has shown and
    /// no other in its place. Signatures are looked at elsewhere.
    pub fn check(&self, seen: Option<&Head>, table: &str, from: u64, tip: Link) -> Result<(), TipsError> {
        let head = self.head.head();
        if seen.is_some_and(|seen| !seen.is_prefix_of(&head, &self.consistency)) {
            return Err(TipsError::Rewritten);
        }
        let label = TableLabel::of_table(table);
        for placed in &self.tips {
            let entry = PublishedTip { label, from: placed.from, tip: placed.tip };
            if entry.leaf().root_by(placed.index, head.size, &placed.path) != Some(head.root) {
                return Err(TipsError::BadPath);
            }
        }
        let mut shown = self.tips.iter().filter(|placed| placed.from == from);
        match (shown.next(), shown.next()) {
            (Some(placed), None) if placed.tip == tip => Ok(()),
            _ => Err(TipsError::OtherTip),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::merkle::Tree;
    use super::*;

    fn entry(table: &str, from: u64, tip: u8) -> PublishedTip {
        PublishedTip { label: TableLabel::of_table(table), from, tip: Link::new([tip; 32]) }
    }

    /// What a server says that has these entries; its signature is none.
    fn answer(entries: &[PublishedTip], seen: u64, table: &str) -> TipsAnswer {
        let tree: Tree = entries.iter().map(PublishedTip::leaf).collect();
        let label = TableLabel::of_table(table);
        let placed = |(index, entry): (u64, &PublishedTip)| PlacedTip {
            from: entry.from,
            tip: entry.tip,
            index,
            path: tree.inclusion(index),
        };
        let head = TipsHead::sign(tree.head(), PublicKey::new([1; 32]), |_| Signature::new([2; 64]));
        let tips = (0..).zip(entries).filter(|(_, entry)| entry.label == label).map(placed).collect();
        TipsAnswer { head, consistency: tree.consistency(seen), tips }
    }

    /// Test vectors of docs/fair-dice.md.
    #[test]
    fn the_entries_of_the_documentation_are_these() {
        let kitchen = entry("kitchen", 1, 0x5e);
        let label = "0037e3baead28021ba6c551771b97fcaa55a6159448d270c4511f5a3e09dc115";
        assert_eq!(kitchen.label.to_string(), label);
        let leaf = "3a00faa73469c6223bd96b6b5c924ab262423ce39ee31b4e86194bc77ec485f8";
        assert_eq!(kitchen.leaf().to_string(), leaf);
    }

    #[test]
    fn a_server_that_rewrites_its_log_or_shows_two_tips_is_found() {
        let entries = [entry("a", 1, 1), entry("kitchen", 1, 2), entry("b", 1, 3), entry("kitchen", 257, 4)];
        let check = |answer: &TipsAnswer, seen: Option<&Head>, from, tip| {
            answer.check(seen, "kitchen", from, Link::new([tip; 32]))
        };
        let honest = answer(&entries, 2, "kitchen");
        let seen = answer(&entries[..2], 0, "kitchen").head.head();
        assert_eq!(check(&honest, None, 1, 2), Ok(()));
        assert_eq!(check(&honest, Some(&seen), 257, 4), Ok(()));
        assert_eq!(check(&honest, None, 257, 5), Err(TipsError::OtherTip), "another tip was shown");
        assert_eq!(check(&honest, None, 513, 5), Err(TipsError::OtherTip), "it is not there");

        let split = [entries[0], entry("kitchen", 1, 9), entries[2], entries[3]];
        assert_eq!(check(&answer(&split, 2, "kitchen"), Some(&seen), 1, 9), Err(TipsError::Rewritten));
        let shorter = answer(&entries[..1], 0, "kitchen");
        assert_eq!(check(&shorter, Some(&seen), 1, 2), Err(TipsError::Rewritten));

        let twice = [entries[0], entries[1], entry("kitchen", 1, 9)];
        assert_eq!(check(&answer(&twice, 2, "kitchen"), Some(&seen), 1, 9), Err(TipsError::OtherTip));
        let mut false_path = honest.clone();
        false_path.tips[0].tip = Link::new([9; 32]);
        assert_eq!(check(&false_path, None, 1, 9), Err(TipsError::BadPath));
    }
}
