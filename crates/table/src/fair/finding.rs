//! What receipts show beside a proof: who left a link out.

use perudo_rules::Seat;

use super::{GivenLink, Proof, ProofThrow, Statement, ThrowKind, Tip};

/// The most receipts that are looked at: one for each link of the longest tours.
pub const MAX_RECEIPTS: usize = 20_000;

/// What a statement of the server shows beside a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is about something that is not in this proof: it shows nothing.
    Elsewhere,
    /// The proof has the tip, for this seat.
    TipListed(Seat),
    /// The proof does not have the tip: its holder was not in this tour, or gave another one later, or it was
    /// left out. A receipt alone cannot tell which.
    TipNotListed,
    /// The link is in its throw.
    Counted(Seat),
    /// The link is not in its throw, although the server had it: **the server left it out**.
    LeftOut(WithheldLink),
    /// The link is not in its throw, but the server was started again between, and had forgotten it.
    Forgotten(WithheldLink),
}

/// A link that is not in its throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithheldLink {
    /// The throw.
    pub throw: u64,
    /// Whose link it is, if the tip is that of a seat.
    pub seat: Option<Seat>,
}

/// Why a receipt, or the proof itself, shows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReceiptError {
    /// There are more than [`MAX_RECEIPTS`].
    #[error("there are more than 20000 receipts")]
    TooMany,
    /// The signature of the proof is not that of its first key.
    #[error("the signature of the proof is not that of its first key")]
    ProofNotSigned,
    /// The receipt of this number, from 0, is not signed by its key.
    #[error("receipt {0} is not signed by its key")]
    NotSigned(usize),
}

impl ReceiptError {
    /// Its name for programs.
    pub fn name(&self) -> &'static str {
        match self {
            ReceiptError::TooMany => "too-many-receipts",
            ReceiptError::ProofNotSigned => "bad-signature",
            ReceiptError::NotSigned(_) => "bad-receipt",
        }
    }
}

impl Proof {
    /// What a statement shows beside this proof, if both are the server's own.
    pub fn finding(&self, statement: &Statement) -> Finding {
        if statement.table != self.table {
            return Finding::Elsewhere;
        }
        match &statement.given {
            None => self.find_tip(statement).map_or(Finding::TipNotListed, Finding::TipListed),
            Some(given) => self.find_link(statement, given),
        }
    }

    fn find_link(&self, statement: &Statement, given: &GivenLink) -> Finding {
        let throw = self.throws.iter().find(|throw| throw.number == given.throw);
        let Some(throw) = throw.filter(|_| given.tour == self.tour) else { return Finding::Elsewhere };
        if let Some(index) = throw.links.iter().position(|link| *link == Some(given.link)) {
            return Seat::new(index).map_or(Finding::Elsewhere, Finding::Counted);
        }
        let seat = self.holder(statement, throw);
        // Who left the tour while links were collected has no part in the throw.
        if throw.kind == ThrowKind::Roll && seat.is_some_and(|seat| throw.dice.get(seat.index()) == Some(&0))
        {
            return Finding::Elsewhere;
        }
        let withheld = WithheldLink { throw: throw.number, seat };
        match throw.run {
            Some(run) if run == given.run => Finding::LeftOut(withheld),
            Some(_) => Finding::Forgotten(withheld),
            // A program that signs links writes runs: this is the proof of an older one.
            None => Finding::Elsewhere,
        }
    }

    fn find_tip(&self, statement: &Statement) -> Option<Seat> {
        let tip = Tip { from: statement.from, tip: Some(statement.tip) };
        Seat::new(self.seats.iter().position(|tips| tips.contains(&tip))?)
    }

    /// The seat whose tip in force is that of the statement.
    fn holder(&self, statement: &Statement, throw: &ProofThrow) -> Option<Seat> {
        let in_force = |tips: &Vec<Tip>| {
            let last = tips.iter().rfind(|tip| tip.from <= throw.number);
            last.is_some_and(|tip| tip.tip == Some(statement.tip))
        };
        Seat::new(self.seats.iter().position(in_force)?)
    }

    /// What receipts show, those of the proof and more, each with what it is about. A receipt of another server's key
    /// shows nothing; one that is not signed at all is an error, and so is a false signature of the proof.
    ///
    /// Without a signature of the proof nobody is convicted: whoever hands it on could have changed it.
    #[cfg(feature = "ed25519")]
    pub fn findings<'a>(
        &'a self,
        more: &'a [super::Receipt],
    ) -> Result<Vec<(&'a Statement, Finding)>, ReceiptError> {
        let receipts = || self.receipts.iter().chain(more);
        if receipts().count() > MAX_RECEIPTS {
            return Err(ReceiptError::TooMany);
        }
        if self.signed.is_some() && !self.is_signed() {
            return Err(ReceiptError::ProofNotSigned);
        }
        let keys = self.signed.as_ref().map_or(&[][..], |signed| &signed.keys);
        receipts()
            .enumerate()
            .map(|(number, receipt)| match (receipt.is_signed(), keys.contains(&receipt.key)) {
                (false, _) => Err(ReceiptError::NotSigned(number)),
                (true, false) => Ok((&receipt.statement, Finding::Elsewhere)),
                (true, true) => Ok((&receipt.statement, self.finding(&receipt.statement))),
            })
            .collect()
    }
}

#[cfg(test)]
#[cfg(feature = "ed25519")]
mod tests {
    use ed25519_dalek::{Signer, SigningKey};

    use super::super::receipt::tests::receipts;
    use super::super::{Link, PublicKey, Receipt, Signature, ThrowKind, Version};
    use super::*;

    const KEY: u8 = 1;

    fn anna() -> Tip {
        Tip { from: 3, tip: Some(Link::new([0xa0; 32])) }
    }

    fn link(throw: u64) -> Link {
        Link::new([throw as u8; 32])
    }

    fn throw(number: u64, run: Option<u64>, given: bool) -> ProofThrow {
        ProofThrow {
            number,
            kind: ThrowKind::Roll,
            round: Some(number as u32 - 4),
            run,
            dice: vec![1, 1],
            server: link(0),
            links: vec![given.then(|| link(number)), None],
            withheld: if given { vec![] } else { vec![0] },
            closed: vec![],
            unshown: vec![],
            result: vec!["1".to_owned(), "2".to_owned()],
        }
    }

    /// Anna's link is in throw 5, left out of throw 6, and was forgotten in throw 7. (That links lead to tips is
    /// another matter.)
    fn unsigned() -> Proof {
        Proof {
            version: Version::Two,
            table: "kitchen".to_owned(),
            tour: 2,
            names: vec!["anna".to_owned(), "boris".to_owned()],
            server: vec![],
            seats: vec![vec![anna()], vec![]],
            closed: vec![],
            throws: vec![throw(5, Some(1), true), throw(6, Some(1), false), throw(7, Some(2), false)],
            signed: None,
            receipts: vec![],
        }
    }

    fn signed_by(seed: u8, mut proof: Proof) -> Proof {
        let signer = SigningKey::from_bytes(&[seed; 32]);
        let key = PublicKey::new(signer.verifying_key().to_bytes());
        proof.sign(&[key], |message| Signature::new(signer.sign(message).to_bytes()));
        proof
    }

    fn proof() -> Proof {
        signed_by(KEY, unsigned())
    }

    fn statement(given: Option<GivenLink>) -> Statement {
        Statement { table: "kitchen".to_owned(), tip: Link::new([0xa0; 32]), from: 3, given }
    }

    fn given(throw: u64) -> GivenLink {
        GivenLink { tour: 2, throw, run: 1, link: link(throw) }
    }

    fn findings(proof: &Proof, receipts: &[Receipt]) -> Result<Vec<Finding>, ReceiptError> {
        Ok(proof.findings(receipts)?.into_iter().map(|(_, finding)| finding).collect())
    }

    fn finding(seed: u8, statement: Statement) -> Finding {
        findings(&proof(), &receipts(seed, &[statement])).unwrap()[0]
    }

    #[test]
    fn a_receipt_convicts_the_server_that_left_a_link_out_and_nobody_else() {
        let anna = Seat::new(0);
        assert_eq!(finding(KEY, statement(Some(given(5)))), Finding::Counted(Seat::FIRST));
        let left_out = Finding::LeftOut(WithheldLink { throw: 6, seat: anna });
        assert_eq!(finding(KEY, statement(Some(given(6)))), left_out);
        let forgotten = Finding::Forgotten(WithheldLink { throw: 7, seat: anna });
        assert_eq!(finding(KEY, statement(Some(given(7)))), forgotten, "an honest server that crashed");
        assert_eq!(finding(KEY, statement(None)), Finding::TipListed(Seat::FIRST));
    }

    #[test]
    fn a_receipt_of_another_table_tour_throw_or_key_convicts_nobody() {
        let about = |change: fn(&mut Statement)| {
            let mut statement = statement(Some(given(6)));
            change(&mut statement);
            statement
        };
        let others = [
            about(|statement| statement.table = "kitchen2".to_owned()),
            about(|statement| statement.given.iter_mut().for_each(|given| given.tour = 1)),
            about(|statement| statement.given.iter_mut().for_each(|given| given.throw = 8)),
        ];
        for other in others {
            assert_eq!(finding(KEY, other.clone()), Finding::Elsewhere, "{other:?}");
        }
        assert_eq!(finding(KEY + 1, statement(Some(given(6)))), Finding::Elsewhere, "another server's key");
        let unsigned = findings(&unsigned(), &receipts(KEY, &[statement(Some(given(6)))]));
        assert_eq!(unsigned, Ok(vec![Finding::Elsewhere]), "anyone could have written the proof");
    }

    #[test]
    fn a_receipt_of_who_left_the_tour_while_links_were_collected_convicts_nobody() {
        let mut left = unsigned();
        left.throws[1].dice[0] = 0;
        let left = signed_by(KEY, left);
        let found = findings(&left, &receipts(KEY, &[statement(Some(given(6)))]));
        assert_eq!(found, Ok(vec![Finding::Elsewhere]));
    }

    #[test]
    fn forged_receipts_and_forged_proofs_are_refused() {
        let mut forged = receipts(KEY, &[statement(Some(given(5)))]);
        forged[0].statement = statement(Some(given(6)));
        assert_eq!(findings(&proof(), &forged), Err(ReceiptError::NotSigned(0)));
        let many = vec![forged[0].clone(); MAX_RECEIPTS + 1];
        assert_eq!(findings(&proof(), &many), Err(ReceiptError::TooMany));

        // A player takes her own link out of a proof to accuse the server.
        type Change = fn(&mut Proof);
        let changes: [Change; 12] = [
            |proof| proof.closed.push(vec![]),
            |proof| proof.throws[2].closed.push(None),
            |proof| proof.throws[2].unshown.push(1),
            |proof| proof.throws[0] = throw(5, Some(1), false),
            |proof| proof.throws[2].run = Some(1),
            |proof| proof.throws[2].withheld.clear(),
            |proof| drop(proof.throws.pop()),
            |proof| proof.tour = 3,
            |proof| proof.names.swap(0, 1),
            |proof| proof.seats[0][0].from = 4,
            |proof| proof.table.push('2'),
            |proof| proof.signed.iter_mut().for_each(|signed| signed.keys.push(signed.keys[0])),
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut proof = proof();
            change(&mut proof);
            assert_eq!(findings(&proof, &[]), Err(ReceiptError::ProofNotSigned), "change {number}");
        }
    }
}
