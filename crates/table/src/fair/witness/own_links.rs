//! The client's own links: which it may give, what the server has signed for, and whether they are counted.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Witness;
use crate::Moment;
use crate::fair::{
    GivenLink, Link, MAX_CHAIN, PublicKey, Receipt, SeenThrow, Statement, ThrowReceipts, TipsError, TipsHead,
    WitnessError,
};

/// A link that the client gave.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct OwnLink {
    throw: u64,
    link: Link,
    /// Whether the server said, over the present connection, that it has it, and in which of its runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    accepted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<u64>,
}

/// The links that the server was given since its last receipt, over the present connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnsignedLinks {
    count: u32,
    /// When the first of them was given.
    since: Moment,
    /// Whether one of them was counted: it had come in time, and a receipt is owed.
    counted: bool,
}

/// Whether a link that is open tells another: it is hashed as often as there can be links before that throw.
fn leads_to(open: Link, link: Link, throw: u64) -> bool {
    let most = throw.min(u64::from(MAX_CHAIN));
    std::iter::successors(Some(open), |link| Some(link.hash()))
        .take(most as usize + 1)
        .any(|open| open == link)
}

impl Witness {
    /// The most receipts that are kept: more than one for each throw of a tour.
    const MOST_RECEIPTS: usize = 96;
    /// So many links are given without a receipt to a server that signs, or more within [`Witness::SIGNING`].
    const MOST_UNSIGNED: u32 = 3;
    /// How long receipts may take: an honest server that has much to do sends them within a second.
    const SIGNING: Duration = Duration::from_secs(15);

    /// How many of them do not count a link that the client gave: it came too late, or was left out.
    pub fn unused(&self) -> u64 {
        self.unused
    }

    /// The connection is a new one: the server may have been started again and have forgotten the links it was given, unless
    /// it signed for them in a run, and receipts may have been lost with the old one.
    pub fn reconnected(&mut self) {
        self.given.iter_mut().filter(|own| own.run.is_none()).for_each(|own| own.accepted = false);
        self.unsigned = UnsignedLinks::default();
    }

    /// Whether the client may give this link at this moment: for the throw that is asked for and comes next, the same again or the first,
    /// never for an earlier throw than one before, and none that is open already. A server that signs for nothing gets no
    /// more; that is told where it counted a link, since others may have come too late.
    pub fn give(&mut self, throw: u64, link: Link, now: Moment) -> Result<(), WitnessError> {
        let expected = self.coming();
        if throw != expected || throw != self.asked {
            return Err(WitnessError::WrongThrow { expected, found: throw });
        }
        match self.given.back() {
            Some(last) if last.throw == throw && last.link == link => return Ok(()),
            Some(last) if last.throw >= throw => return Err(WitnessError::GivenBefore { throw }),
            Some(last) if leads_to(last.link, link, throw) => {
                return Err(self.refuse(WitnessError::ReusedTip { throw }));
            }
            _ => {}
        }
        if self.key.is_some() && self.plays() {
            let UnsignedLinks { count, since, counted } = self.unsigned;
            if count >= Witness::MOST_UNSIGNED && now.since(since) > Witness::SIGNING {
                let throw = self.given.back().map_or(throw, |last| last.throw);
                let error = WitnessError::NoReceipt { throw };
                return Err(if counted { self.refuse(error) } else { error });
            }
            let since = if count == 0 { now } else { since };
            self.unsigned = UnsignedLinks { count: count + 1, since, counted };
        }
        if self.given.len() >= Witness::MOST_THROWS {
            self.given.pop_front();
        }
        self.given.push_back(OwnLink { throw, link, accepted: false, run: None });
        Ok(())
    }

    /// No link is given, and the client says why.
    fn refuse(&mut self, error: WitnessError) -> WitnessError {
        self.wrong(error.clone());
        error
    }

    /// A throw was made with the links of these seats.
    pub(super) fn counts_own(&mut self, throw: u64, with: &[u8]) {
        let seat = self.seats.iter().position(|seat| seat.person.is_some() && seat.person == self.me);
        let counted = seat.is_some_and(|seat| with.iter().any(|by| usize::from(*by) == seat));
        let unsigned = |own: &OwnLink| own.throw == throw && !own.accepted;
        self.unsigned.counted |= counted && self.given.iter().any(unsigned);
    }

    /// Whether the client is in the tour.
    fn plays(&self) -> bool {
        self.me.is_some() && self.seats.iter().any(|seat| seat.person == self.me)
    }

    /// The server has said that it has the client's link for a throw.
    pub fn accepted(&mut self, throw: u64, run: Option<u64>) {
        if let Some(own) = self.given.iter_mut().rfind(|own| own.throw == throw) {
            (own.accepted, own.run) = (true, run);
        }
    }

    /// The server says which key it signs with.
    pub fn signs_with(&mut self, key: PublicKey) {
        self.key = Some(key);
    }

    /// The key that the server says it signs with.
    pub fn key(&self) -> Option<PublicKey> {
        self.key
    }

    /// The receipt for this client's link among those of a throw, if it is there.
    pub fn own_receipt(&self, receipts: &ThrowReceipts) -> Option<Receipt> {
        let ThrowReceipts { tour, throw, run, .. } = *receipts;
        let own = self.given.iter().rfind(|own| own.throw == throw)?;
        let tip = self.person_tip_at(self.me?, throw)?;
        let given = GivenLink { tour, throw, run, link: own.link };
        let (table, from) = (self.table.clone(), tip.from);
        receipts.receipt(Statement { table, tip: tip.tip?, from, given: Some(given) })
    }

    /// The server has signed for this client's tip or link: the receipt is kept. Whoever runs this has looked at the
    /// signature; a receipt for something that the client did not give, or of another key, is none.
    pub fn receipt(&mut self, receipt: &Receipt) {
        let Statement { table, given, .. } = &receipt.statement;
        if *table != self.table || Some(receipt.key) != self.key || receipt.signed_message().is_none() {
            return;
        }
        if let Some(given) = given {
            if !self.given.iter().any(|own| (own.throw, own.link) == (given.throw, given.link)) {
                return;
            }
            self.accepted(given.throw, Some(given.run));
            self.unsigned = UnsignedLinks::default();
        }
        self.receipts.retain(|known| known.statement != receipt.statement);
        self.receipts.push_back(receipt.clone());
        if self.receipts.len() > Witness::MOST_RECEIPTS {
            self.receipts.pop_front();
        }
    }

    /// What the server has signed for.
    pub fn receipts(&self) -> impl Iterator<Item = &Receipt> {
        self.receipts.iter()
    }

    /// A signature that is said to be the server's is false.
    pub fn false_signature(&mut self) {
        self.wrong(WitnessError::FalseSignature);
    }

    /// The server has shown this head of its log of tips, and it goes on from the one before.
    pub fn saw_head(&mut self, head: TipsHead) {
        if self.head.is_none_or(|known| known.size < head.size) {
            self.head = Some(head);
        }
    }

    /// The last head of the server's log of tips.
    pub fn head(&self) -> Option<&TipsHead> {
        self.head.as_ref()
    }

    /// The server's public log of tips is not as it should be; `from` is the throw from which on the tip counts that was
    /// looked for.
    pub fn wrong_log(&mut self, error: TipsError, from: u64) {
        self.wrong(match error {
            TipsError::Rewritten => WitnessError::RewrittenLog,
            TipsError::OtherTip | TipsError::BadPath => WitnessError::OtherLoggedTip { from },
        });
    }

    pub(super) fn check_own(&mut self, throw: &SeenThrow, run: Option<u64>) {
        let number = throw.number;
        let Some(own) = self.given.iter().rfind(|own| own.throw == number).cloned() else { return };
        let seat = throw.people.iter().position(|person| person.is_some() && *person == self.me);
        let Some(seat) = seat else { return };
        if throw.has_no_part(seat) {
            return;
        }
        match throw.links.get(seat).copied().flatten() {
            Some(link) if link == own.link => {}
            Some(_) => self.wrong(WitnessError::ForeignLink { throw: number }),
            None => {
                self.unused += 1;
                // A server that was started again has forgotten links, and says in which run it threw.
                if own.accepted && own.run == run {
                    self.wrong(WitnessError::LeftOut { throw: number });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PersonId;
    use crate::fair::{Chain, SeenSeat, Signature, Tip};

    const ME: PersonId = PersonId(0);
    const START: Moment = Moment(1_000_000);

    fn chain() -> Chain {
        Chain::new([2; 32], 64)
    }

    /// Anna plays, and links for the first throw are asked for.
    fn anna() -> Witness {
        let mut witness = Witness::new("kitchen");
        witness.server_tip(Chain::new([1; 32], 256).tip(), 1);
        witness.is(Some(ME));
        witness.person_tip(ME, "anna", Tip { from: 1, tip: Some(chain().tip()) });
        witness.tour(1, vec![SeenSeat { name: "anna".to_owned(), person: Some(ME) }]);
        witness.ask(1);
        witness
    }

    fn coming(witness: &mut Witness, throw: u64) -> Link {
        (witness.thrown, witness.asked) = (throw - 1, throw);
        chain().open_nth(throw as u32).unwrap()
    }

    fn receipt(witness: &Witness, throw: u64) -> Receipt {
        let link = witness.given.iter().find(|own| own.throw == throw).unwrap().link;
        let given = Some(GivenLink { tour: 1, throw, run: 1, link });
        let statement = Statement { table: "kitchen".to_owned(), tip: chain().tip(), from: 1, given };
        let sign = |_: &[u8]| Signature::new([0; 64]);
        Receipt::sign_all(vec![statement], witness.key.unwrap(), sign).next().unwrap()
    }

    #[test]
    fn an_own_tip_that_is_said_to_count_anew_gets_no_link_that_is_open_and_is_told_of() {
        let mut witness = anna();
        // Two links were passed over: whoever knows the third knows them, too.
        let third = chain().open_nth(3).unwrap();
        assert_eq!(witness.give(1, third, START), Ok(()));
        for number in 1..=3 {
            let mut after_a_reload = witness.clone();
            (after_a_reload.thrown, after_a_reload.asked) = (1, 2);
            let open = chain().open_nth(number).unwrap();
            let reused = WitnessError::ReusedTip { throw: 2 };
            assert_eq!(after_a_reload.give(2, open, START), Err(reused.clone()), "{number}");
            assert_eq!(after_a_reload.errors(), [reused]);
        }
        (witness.thrown, witness.asked) = (1, 2);
        assert_eq!(witness.give(2, chain().open_nth(4).unwrap(), START), Ok(()));
        assert_eq!(witness.errors(), []);
    }

    #[test]
    fn a_server_that_promised_receipts_and_gives_none_gets_no_more_links() {
        for signs in [false, true] {
            let mut witness = anna();
            if signs {
                witness.signs_with(PublicKey::new([7; 32]));
            }
            let most = u64::from(Witness::MOST_UNSIGNED);
            for throw in 1..=6 {
                let link = coming(&mut witness, throw);
                let given = witness.give(throw, link, START.after(Duration::from_secs(10 * throw)));
                witness.counts_own(throw, &[0]);
                if signs && throw > most {
                    let missing = WitnessError::NoReceipt { throw: most };
                    assert_eq!((given, witness.errors()), (Err(missing.clone()), &[missing][..]));
                } else {
                    assert_eq!((given, witness.errors()), (Ok(()), &[][..]));
                }
            }
        }
    }

    #[test]
    fn who_gives_links_too_late_gets_no_receipts_and_accuses_nobody() {
        let mut witness = anna();
        witness.signs_with(PublicKey::new([7; 32]));
        for throw in 1..=6 {
            let link = coming(&mut witness, throw);
            let given = witness.give(throw, link, START.after(Duration::from_secs(10 * throw)));
            witness.counts_own(throw, &[]);
            assert_eq!(given.is_ok(), throw <= u64::from(Witness::MOST_UNSIGNED), "{throw}");
        }
        assert_eq!(witness.errors(), []);
    }

    #[test]
    fn receipts_that_come_late_or_were_lost_with_the_connection_accuse_nobody() {
        let mut witness = anna();
        witness.signs_with(PublicKey::new([7; 32]));
        for throw in 1..=60 {
            let link = coming(&mut witness, throw);
            // The first throws follow quickly upon each other, as in a draw that is tied again and again.
            let now = START.after(Duration::from_millis(if throw < 20 { throw } else { 20_000 * throw }));
            assert_eq!(witness.give(throw, link, now), Ok(()), "{throw}");
            assert_eq!(witness.give(throw, link, now), Ok(()), "the same again");
            match throw {
                19..40 => witness.receipt(&receipt(&witness, throw - 2)),
                40.. if throw % 3 == 0 => witness.reconnected(),
                _ => {}
            }
        }
        assert_eq!(witness.errors(), []);
    }
}
