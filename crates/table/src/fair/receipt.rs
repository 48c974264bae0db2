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

    /// Its hash in the tree of those that are signed together.
    pub fn leaf(&self) -> TreeHash {
        TreeHash::of_leaf(&self.bytes())
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
        let signed = SignedBatch::new(statements.iter().map(Statement::leaf), key, sign);
        (0..).zip(statements).map(move |(index, statement)| signed.receipt(index, statement))
    }

    /// The message that its signature is for; none if its path leads nowhere.
    pub fn signed_message(&self) -> Option<Vec<u8>> {
        let root = self.statement.leaf().root_by(self.index, self.size, &self.path)?;
        Some(signed_message(BATCH_DOMAIN, &Head { size: self.size, root }))
    }

    /// Whether the holder of its key signed it.
    #[cfg(feature = "ed25519")]
    pub fn is_signed(&self) -> bool {
        self.signed_message().is_some_and(|message| self.key.verifies(&message, &self.signature))
    }
}

/// Statements that are signed together: their tree, and the signature of its root.
#[derive(Clone, Debug)]
pub struct SignedBatch {
    tree: Tree,
    key: PublicKey,
    signature: Signature,
}

impl SignedBatch {
    /// The statements with these hashes, by one signature of the message that `sign` gets.
    pub fn new(
        leaves: impl IntoIterator<Item = TreeHash>,
        key: PublicKey,
        sign: impl FnOnce(&[u8]) -> Signature,
    ) -> SignedBatch {
        let tree: Tree = leaves.into_iter().collect();
        let signature = sign(&signed_message(BATCH_DOMAIN, &tree.head()));
        SignedBatch { tree, key, signature }
    }

    /// The receipt for one of them.
    pub fn receipt(&self, index: u64, statement: Statement) -> Receipt {
        let SignedBatch { tree, key, signature } = self;
        let path = tree.inclusion(index);
        Receipt { statement, key: *key, size: tree.size(), index, path, signature: *signature }
    }

    /// The receipts for the links of a throw, whose statements begin at `index`, a multiple of their number with
    /// [`ThrowReceipts::repeated`].
    pub fn throw_receipts(&self, index: u64, about: GivenLink, given: Vec<TreeHash>) -> ThrowReceipts {
        let SignedBatch { tree, key, signature } = self;
        let height = given.len().next_power_of_two().trailing_zeros() as usize;
        let path = tree.inclusion(index).split_off(height);
        let GivenLink { tour, throw, run, .. } = about;
        ThrowReceipts {
            tour,
            throw,
            run,
            given,
            key: *key,
            size: tree.size(),
            index,
            path,
            signature: *signature,
        }
    }
}

/// Receipts for links of one throw of a table. All who gave them are sent the same: the hash of each statement, which
/// only who knows the link can compute, and one path for all. So it costs little more than one receipt.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ThrowReceipts {
    /// The tour, numbered over the life of the table.
    pub tour: u32,
    /// The throw.
    pub throw: u64,
    /// In which run of the server the links were held.
    pub run: u64,
    /// The hashes of the statements.
    pub given: Vec<TreeHash>,
    /// Whose key they are signed with.
    pub key: PublicKey,
    /// How many statements were signed together.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub size: u64,
    /// Which of them is the first here, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub index: u64,
    /// The path from the root of their own tree to that of all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<TreeHash>,
    /// The signature.
    pub signature: Signature,
}

impl ThrowReceipts {
    /// The most links that a throw has.
    const MOST: usize = 32;

    /// The hashes as leaves of a tree of their own, which is whole: the last is repeated as often as it takes.
    pub fn repeated(given: &[TreeHash]) -> impl Iterator<Item = TreeHash> {
        let more = given.len().next_power_of_two() - given.len();
        given.iter().chain(std::iter::repeat_n(given.last(), more).flatten()).copied()
    }

    /// The receipt for the link in this statement, if it is among them.
    pub fn receipt(&self, statement: Statement) -> Option<Receipt> {
        let ThrowReceipts { given, key, size, signature, .. } = self;
        if given.len() > ThrowReceipts::MOST {
            return None;
        }
        let leaf = statement.leaf();
        let place = given.iter().position(|known| *known == leaf)? as u64;
        let tree: Tree = ThrowReceipts::repeated(given).collect();
        let path = [&tree.inclusion(place)[..], &self.path].concat();
        let index = self.index.checked_add(place)?;
        Some(Receipt { statement, key: *key, size: *size, index, path, signature: *signature })
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

    /// Links of three throws, the first of which has three, in trees of their own.
    #[cfg(feature = "ed25519")]
    #[test]
    fn everyone_finds_their_own_receipt_among_those_of_a_throw_and_nobody_else_s() {
        use ed25519_dalek::Signer;
        let signer = ed25519_dalek::SigningKey::from_bytes(&[1; 32]);
        let key = PublicKey::new(signer.verifying_key().to_bytes());
        let [_, one, _] = statements();
        let statement = |throw: u64, seat: u8| {
            let link = Link::new([seat; 32]).hash_times(throw as u32);
            let given = one.given.map(|given| GivenLink { throw, link, ..given });
            Statement { tip: Link::new([seat; 32]), given, ..one.clone() }
        };
        let throws: Vec<Vec<Statement>> = [(1, 3), (2, 2), (3, 1), (4, 1)]
            .map(|(throw, seats)| (0..seats).map(|seat| statement(throw, seat)).collect())
            .into();
        let hashes: Vec<Vec<TreeHash>> =
            throws.iter().map(|statements| statements.iter().map(Statement::leaf).collect()).collect();
        let leaves = hashes.iter().flat_map(|given| ThrowReceipts::repeated(given));
        let batch = SignedBatch::new(leaves, key, |message| Signature::new(signer.sign(message).to_bytes()));
        let mut index = 0;
        for (statements, given) in throws.iter().zip(&hashes) {
            let receipts = batch.throw_receipts(index, statements[0].given.unwrap(), given.clone());
            let text = serde_json::to_string(&receipts).unwrap();
            assert_eq!(serde_json::from_str::<ThrowReceipts>(&text).unwrap(), receipts);
            for statement in throws.iter().flatten() {
                let receipt = receipts.receipt(statement.clone());
                assert_eq!(receipt.is_some(), statements.contains(statement));
                assert!(receipt.is_none_or(|receipt| receipt.is_signed() && receipt.statement == *statement));
            }
            let own = statements[0].clone();
            let forged = ThrowReceipts { index: receipts.index + 1, ..receipts.clone() };
            assert!(!forged.receipt(own.clone()).is_some_and(|receipt| receipt.is_signed()));
            let many = ThrowReceipts { given: vec![own.leaf(); 1_000_000], ..receipts };
            assert_eq!(many.receipt(own), None);
            index += given.len().next_power_of_two() as u64;
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
