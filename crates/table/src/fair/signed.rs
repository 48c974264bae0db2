//! What a server signs of a proof.

use super::merkle::{Head, Tree, TreeHash};
use super::receipt::{put_text, signed_message};
use super::{Proof, ProofSignature, ProofThrow, PublicKey, Signature, Tip};

/// What tells these bytes from any others.
const PROOF_DOMAIN: &[u8] = b"perudo proof 1";
const TOUR_DOMAIN: &[u8] = b"perudo tour 1";
const THROW_DOMAIN: &[u8] = b"perudo throw 1";

impl Proof {
    /// The tree of what is signed: first the tour, with the keys, then each throw.
    fn head(&self, keys: &[PublicKey]) -> Head {
        let throws = self.throws.iter().map(|throw| self.throw_bytes(throw));
        let leaves = std::iter::once(self.tour_bytes(keys)).chain(throws);
        leaves.map(|bytes| TreeHash::of_leaf(&bytes)).collect::<Tree>().head()
    }

    fn tour_bytes(&self, keys: &[PublicKey]) -> Vec<u8> {
        let mut bytes = TOUR_DOMAIN.to_vec();
        put_text(&mut bytes, &self.table);
        bytes.extend_from_slice(&self.tour.to_be_bytes());
        put_count(&mut bytes, self.names.len());
        self.names.iter().for_each(|name| put_text(&mut bytes, name));
        put_count(&mut bytes, keys.len());
        keys.iter().for_each(|key| bytes.extend_from_slice(key.bytes()));
        let open = std::iter::once(&self.server).chain(&self.seats);
        for tips in open.chain(&self.closed) {
            put_count(&mut bytes, tips.len());
            for Tip { from, tip } in tips {
                bytes.extend_from_slice(&from.to_be_bytes());
                bytes.push(u8::from(tip.is_some()));
                tip.iter().for_each(|tip| bytes.extend_from_slice(tip.bytes()));
            }
        }
        bytes
    }

    /// The dice follow from the links, so they are not in it.
    fn throw_bytes(&self, throw: &ProofThrow) -> Vec<u8> {
        let mut bytes = THROW_DOMAIN.to_vec();
        put_text(&mut bytes, &self.table);
        bytes.extend_from_slice(&self.tour.to_be_bytes());
        bytes.extend_from_slice(&throw.number.to_be_bytes());
        bytes.extend_from_slice(throw.kind.name().as_bytes());
        // Rounds and runs are numbered from 1.
        bytes.extend_from_slice(&throw.round.unwrap_or(0).to_be_bytes());
        bytes.extend_from_slice(&throw.run.unwrap_or(0).to_be_bytes());
        bytes.extend_from_slice(throw.server.bytes());
        for links in [&throw.links, &throw.closed] {
            put_count(&mut bytes, links.len());
            for link in links {
                bytes.push(u8::from(link.is_some()));
                link.iter().for_each(|link| bytes.extend_from_slice(link.bytes()));
            }
        }
        for seats in [&throw.withheld, &throw.unshown, &throw.dice] {
            put_count(&mut bytes, seats.len());
            bytes.extend_from_slice(seats);
        }
        bytes
    }

    /// Signs it with the first of a server's keys.
    pub fn sign(&mut self, keys: &[PublicKey], sign: impl FnOnce(&[u8]) -> Signature) {
        let signature = sign(&signed_message(PROOF_DOMAIN, &self.head(keys)));
        self.signed = Some(ProofSignature { keys: keys.to_vec(), signature });
    }

    /// The key that signed it and the message that the signature is for, if it has one.
    pub fn signed_message(&self) -> Option<(PublicKey, Vec<u8>)> {
        let ProofSignature { keys, .. } = self.signed.as_ref()?;
        Some((*keys.first()?, signed_message(PROOF_DOMAIN, &self.head(keys))))
    }

    /// Whether the holder of the first of its keys signed it.
    #[cfg(feature = "ed25519")]
    pub fn is_signed(&self) -> bool {
        let (Some(signed), Some((key, message))) = (&self.signed, self.signed_message()) else {
            return false;
        };
        key.verifies(&message, &signed.signature)
    }
}

fn put_count(bytes: &mut Vec<u8>, count: usize) {
    bytes.extend_from_slice(&(count as u64).to_be_bytes());
}
