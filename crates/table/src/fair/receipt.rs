//! What a server signs that it was given.

use serde::{Deserialize, Serialize};

use super::merkle::{Head, Tree, TreeHash};
use super::{Link, PublicKey, Signature};

/// What tells signed messages and statements from any others.
const BATCH_DOMAIN: &[u8] = b"perudo receipts 1";
const TIP_DOMAIN: &[u8] = b"perudo tip receipt 1";
const LINK_DOMAIN: &[u8] = b"perudo link receipt 1";

/// Something that a server says it was given at a table: a tip, or a link of that tip's chain.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Statement {
    /// The table's id.
    pub table: String,
    /// The tip of the chain.
    pub tip: Link,
    /// The first throw for which the chain counts.
    pub from: u64,
    /// The link that was given; none if the statement is about the tip alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenLink>,
}

/// A link that a server was given before its throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GivenLink {
    /// The tour, numbered over the life of the table.
    pub tour: u32,
    /// The throw.
    pub throw: u64,
    /// In which run of the server it was held. A server that is started again has forgotten the links of a throw
    /// that was not made yet, and is given them again.
    pub run: u64,
    /// The link.
    pub link: Link,
}

impl Statement {
    /// Exactly the bytes that are signed for.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(192);
        bytes.extend_from_slice(if self.given.is_some() { LINK_DOMAIN } else { TIP_DOMAIN });
        put_text(&mut bytes, &self.table);
        bytes.extend_from_slice(self.tip.bytes());
        bytes.extend_from_slice(&self.from.to_be_bytes());
        if let Some(GivenLink { tour, throw, run, link }) = &self.given {
            bytes.extend_from_slice(&tour.to_be_bytes());
            bytes.extend_from_slice(&throw.to_be_bytes());
            bytes.extend_from_slice(&run.to_be_bytes());
            bytes.extend_from_slice(link.bytes());
        }
        bytes
    }
}

/// A text with its length before it.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend_from_slice(&(text.len() as u64).to_be_bytes());
    bytes.extend_from_slice(text.as_bytes());
}

/// The bytes that are signed for a tree: what it is a tree of, its size and its root.
pub(super) fn signed_message(domain: &[u8], head: &Head) -> Vec<u8> {
    [domain, &head.size.to_be_bytes(), head.root.bytes()].concat()
}

/// A statement that a server has signed together with others: one signature for the root of their tree.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// What it says.
    pub statement: Statement,
    /// Whose key it is signed with.
    pub key: PublicKey,
    /// How many statements were signed together.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub size: u64,
    /// Which of them this is, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub index: u64,
    /// The path from it to the root of their tree.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<TreeHash>,
    /// The signature.
    pub signature: Signature,
}

fn one() -> u64 {
    1
}

fn is_one(size: &u64) -> bool {
    *size == 1
}

fn is_zero(index: &u64) -> bool {
    *index == 0
}

impl Receipt {
    /// Receipts for statements, in their order, all by one signature of the message that `sign` gets.
    pub fn sign_all(
        statements: Vec<Statement>,
        key: PublicKey,
        sign: impl FnOnce(&[u8]) -> Signature,
    ) -> impl Iterator<Item = Receipt> {
        let tree: Tree = statements.iter().map(|statement| TreeHash::of_leaf(&statement.bytes())).collect();
        let signature = sign(&signed_message(BATCH_DOMAIN, &tree.head()));
        let size = tree.size();
        (0..).zip(statements).map(move |(index, statement)| Receipt {
            statement,
            key,
            size,
            index,
            path: tree.inclusion(index),
            signature,
        })
    }

    /// The message that its signature is for; none if its path leads nowhere.
    pub fn signed_message(&self) -> Option<Vec<u8>> {
        let leaf = TreeHash::of_leaf(&self.statement.bytes());
        let root = leaf.root_by(self.index, self.size, &self.path)?;
        Some(signed_message(BATCH_DOMAIN, &Head { size: self.size, root }))
    }

    /// Whether the holder of its key signed it.
    #[cfg(feature = "ed25519")]
    pub fn is_signed(&self) -> bool {
        self.signed_message().is_some_and(|message| self.key.verifies(&message, &self.signature))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The statements of the examples in docs/fair-dice.md.
    pub(crate) fn statements() -> [Statement; 3] {
        let tip = Link::new([0xa0; 32]).hash_times(3);
        let about = |given| Statement { table: "kitchen".to_owned(), tip, from: 5, given };
        let link = |throw| GivenLink {
            tour: 2,
            throw,
            run: 1,
            link: Link::new([0xa0; 32]).hash_times(7 - throw as u32),
        };
        [about(None), about(Some(link(5))), about(Some(link(6)))]
    }

    #[cfg(feature = "ed25519")]
    pub(crate) fn receipts(seed: u8, statements: &[Statement]) -> Vec<Receipt> {
        use ed25519_dalek::Signer;
        let signer = ed25519_dalek::SigningKey::from_bytes(&[seed; 32]);
        let key = PublicKey::new(signer.verifying_key().to_bytes());
        let sign = |message: &[u8]| Signature::new(signer.sign(message).to_bytes());
        Receipt::sign_all(statements.to_vec(), key, sign).collect()
    }

    #[test]
    fn a_receipt_reads_as_it_is_written_and_a_batch_of_one_has_no_path() {
        let sign = |_: &[u8]| Signature::new([7; 64]);
        let key = PublicKey::new([9; 32]);
        let [tip, link, _] = statements();
        let receipts: Vec<Receipt> = Receipt::sign_all(vec![tip.clone()], key, sign).collect();
        let text = serde_json::to_string(&receipts[0]).unwrap();
        let expected = format!(
            r#"{{"statement":{{"table":"kitchen","tip":"{}","from":5}},"key":"{key}","signature":"{}"}}"#,
            tip.tip, receipts[0].signature
        );
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Receipt>(&text).unwrap(), receipts[0]);
        for receipt in Receipt::sign_all(vec![tip, link], key, sign) {
            let text = serde_json::to_string(&receipt).unwrap();
            assert_eq!(serde_json::from_str::<Receipt>(&text).unwrap(), receipt);
            assert!(
                serde_json::from_str::<Receipt>(&text.replace("\"from\"", "\"More\":1,\"from\"")).is_err()
            );
        }
    }

    /// Test vectors of docs/fair-dice.md.
    #[cfg(feature = "ed25519")]
    #[test]
    fn the_receipts_of_the_documentation_are_these() {
        let receipts = receipts(1, &statements());
        let leaves = statements().map(|statement| TreeHash::of_leaf(&statement.bytes()).to_string());
        let expected = [
            "72902b9c91e7e6d0d9e8812f3dd3b0e401c86bb930e2e76605ee39ab1c13e6e0",
            "076353dd33db11c2917324aec844a8fc0f48e8e9f04df313134fdac1d7513bc1",
            "70d26b41467a0e2e97a2724189458746d2275b7b5579bf8f2b5ce83f5eeaa0bd",
        ];
        assert_eq!(leaves, expected);
        let key = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
        assert_eq!(receipts[0].key.to_string(), key);
        let signature = "c060a34ab38e8521b3bc199a92a01afc11c6b8847763aaf2897130da264647da\
                         4ba198f856afc11bec0cf6d2100c0bbcac29a30ff74178598bfbfc72963a9301";
        assert_eq!(receipts[0].signature.to_string(), signature);
        assert!(receipts.iter().all(Receipt::is_signed));
    }

    #[cfg(feature = "ed25519")]
    #[test]
    fn whatever_is_changed_in_a_receipt_it_is_no_longer_signed() {
        type Change = fn(&mut Receipt);
        let changes: [Change; 14] = [
            |receipt| receipt.statement.table.push('2'),
            |receipt| receipt.statement.tip = receipt.statement.tip.hash(),
            |receipt| receipt.statement.from += 1,
            |receipt| receipt.statement.given = None,
            |receipt| receipt.statement.given.iter_mut().for_each(|given| given.tour += 1),
            |receipt| receipt.statement.given.iter_mut().for_each(|given| given.throw += 1),
            |receipt| receipt.statement.given.iter_mut().for_each(|given| given.run += 1),
            |receipt| receipt.statement.given.iter_mut().for_each(|given| given.link = given.link.hash()),
            |receipt| receipt.key = receipts(2, &statements())[0].key,
            |receipt| receipt.size += 1,
            |receipt| receipt.index ^= 1,
            |receipt| receipt.path.truncate(1),
            |receipt| receipt.path.resize(100, TreeHash::of_nothing()),
            |receipt| receipt.signature = receipts(1, &statements()[..1])[0].signature,
        ];
        for (number, change) in changes.iter().enumerate() {
            let mut receipt = receipts(1, &statements()).swap_remove(1);
            assert!(receipt.is_signed());
            change(&mut receipt);
            assert!(!receipt.is_signed(), "change {number}");
        }
    }

    /// Bytes of one statement are never those of another.
    #[test]
    fn a_long_name_of_a_table_cannot_pass_for_something_else() {
        let [tip, link, _] = statements();
        let bytes = link.bytes();
        let other = Statement { table: String::from_utf8_lossy(&bytes[29..36]).into_owned(), ..tip };
        assert_ne!(other.bytes(), bytes);
        assert_eq!(bytes.len(), LINK_DOMAIN.len() + 8 + 7 + 32 + 8 + 4 + 8 + 8 + 32);
    }
}
