//! Checking the sealed rolls of a proof.

use perudo_rules::{BySeat, Hand, Seat, SeatSet};

use super::verified::{SeatLinks, Strand, one_each, seats_of};
use super::{Link, Party, Proof, ProofError, ProofThrow, SealedThrow, ThrowKind};

/// Going through the closed links of a proof.
pub(super) struct ClosedWalk<'a> {
    table: &'a str,
    /// One for each seat of a sealed table; none at another.
    seats: Vec<Strand<'a>>,
}

impl<'a> ClosedWalk<'a> {
    pub(super) fn new(
        proof: &'a Proof,
        players: usize,
        first: u64,
        last: u64,
    ) -> Result<ClosedWalk<'a>, ProofError> {
        let mut seats = Vec::with_capacity(proof.closed.len());
        if !proof.closed.is_empty() {
            one_each(None, "closed", proof.closed.len(), players)?;
        }
        for (seat, tips) in SeatSet::ALL.iter().zip(&proof.closed) {
            seats.push(Strand::new(Party::Closed(seat), tips, first, last)?);
        }
        Ok(ClosedWalk { table: &proof.table, seats })
    }

    /// Whether the dice of a throw are sealed: those of every roll at a sealed table.
    pub(super) fn is_sealed(&self, throw: &ProofThrow) -> Result<bool, ProofError> {
        let sealed = throw.kind == ThrowKind::Roll && !self.seats.is_empty();
        let seats = if sealed { self.seats.len() } else { 0 };
        one_each(Some(throw.number), "closed", throw.closed.len(), seats)?;
        if !sealed && !throw.unshown.is_empty() {
            return Err(ProofError::BadUnshown { throw: throw.number });
        }
        Ok(sealed)
    }

    /// Checks that everyone with dice had a closed chain, that all of them have shown its link or nobody has, and that
    /// the dice follow from what was shown.
    pub(super) fn step(
        &mut self,
        throw: &ProofThrow,
        links: BySeat<Option<Link>>,
        dice: &BySeat<u8>,
        parts: &mut [SeatLinks],
    ) -> Result<(), ProofError> {
        let number = throw.number;
        let derived = SealedThrow { table: self.table, number, server: throw.server, links };
        let all_shown = throw.closed.iter().any(Option::is_some);
        let unshown = self.unshown(throw, dice, all_shown)?;
        let seats = SeatSet::ALL.iter().zip(&throw.closed).zip(&throw.result).zip(&mut self.seats).zip(parts);
        for ((((seat, closed), found), strand), part) in seats {
            let expected = match (dice[seat] > 0, closed) {
                (false, None) => Hand::EMPTY,
                (false, Some(_)) => return Err(ProofError::NothingToShow { throw: number, seat }),
                (true, None) if all_shown => return Err(ProofError::ClosedMissing { throw: number, seat }),
                (true, None) => {
                    strand.covers(number)?;
                    Hand::EMPTY
                }
                (true, Some(link)) => {
                    strand.take(number, *link)?;
                    derived.hand(seat, dice[seat], link)
                }
            };
            if expected.to_string() != *found {
                return Err(ProofError::WrongDice { throw: number, seat, expected, found: found.clone() });
            }
            if unshown.contains(seat) {
                part.unshown.push(number);
            }
        }
        Ok(())
    }

    /// Those who are said not to have shown: players with dice, and only where the round was void.
    fn unshown(&self, throw: &ProofThrow, dice: &BySeat<u8>, all_shown: bool) -> Result<SeatSet, ProofError> {
        let seats = seats_of(&throw.unshown, self.seats.len());
        let fits = |seats: &SeatSet| {
            let mut all = seats.iter();
            !all_shown && all.all(|seat: Seat| dice[seat] > 0) || seats.is_empty()
        };
        seats.filter(fits).ok_or(ProofError::BadUnshown { throw: throw.number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Chain, Tip, Version};

    const CLOSED: [u8; 3] = [0xd0, 0xd1, 0xd2];

    /// Throws 3 to 6 of a sealed table: a draw, a round that was void since boris did not show, the same round again,
    /// and one without clara, who is out.
    fn sample() -> Proof {
        let mut server = Chain::new([1; 32], 256);
        let mut anna = Chain::new([2; 32], 100);
        let mut closed = CLOSED.map(|seed| Chain::new([seed; 32], 100));
        let tip = |from, chain: &Chain| Tip { from, tip: Some(chain.tip()) };
        let mut proof = Proof {
            version: Version::Two,
            table: "kitchen".to_owned(),
            tour: 1,
            names: ["anna", "boris", "clara"].map(str::to_owned).to_vec(),
            server: vec![tip(1, &server)],
            seats: vec![vec![tip(2, &anna)], vec![], vec![]],
            closed: closed.iter().map(|chain| vec![tip(2, chain)]).collect(),
            throws: Vec::new(),
            signed: None,
            receipts: Vec::new(),
        };
        for number in 3..=6_u32 {
            let (link, server) = (anna.open_nth(number - 1), server.open_nth(number).unwrap());
            let links = BySeat::from_fn(|seat| link.filter(|_| seat == Seat::FIRST));
            let mut throw = ProofThrow {
                number: number.into(),
                kind: ThrowKind::Roll,
                round: Some(if number == 6 { 2 } else { 1 }),
                run: None,
                dice: vec![5, 2, u8::from(number != 6)],
                server,
                links: vec![link, None, None],
                withheld: vec![],
                closed: vec![None; 3],
                unshown: vec![],
                result: vec![String::new(); 3],
            };
            if number == 3 {
                let dice = BySeat::from_fn(|seat| u8::from(seat.index() < 3));
                let draw = crate::fair::Throw {
                    table: "kitchen",
                    number: 3,
                    kind: ThrowKind::Draw,
                    server,
                    links,
                    dice,
                };
                throw.result = draw.hands().values().take(3).map(ToString::to_string).collect();
                (throw.kind, throw.round, throw.closed) = (ThrowKind::Draw, None, vec![]);
                throw.dice = vec![1; 3];
            } else if number == 4 {
                throw.unshown = vec![1];
            } else {
                let sealed = SealedThrow { table: "kitchen", number: number.into(), server, links };
                for (index, chain) in
                    closed.iter_mut().enumerate().filter(|(index, _)| throw.dice[*index] > 0)
                {
                    let link = chain.open_nth(number - 1).unwrap();
                    throw.closed[index] = Some(link);
                    let seat = Seat::new(index).unwrap();
                    throw.result[index] = sealed.hand(seat, throw.dice[index], &link).to_string();
                }
            }
            proof.throws.push(throw);
        }
        proof
    }

    #[test]
    fn a_good_proof_of_a_sealed_tour_holds_and_names_those_who_did_not_show() {
        let verified = sample().verify().unwrap();
        assert_eq!((verified.draws, verified.rolls, verified.sealed, verified.unseen), (1, 3, 3, 1));
        let unshown: Vec<&[u64]> = verified.seats.iter().map(|seat| seat.unshown.as_slice()).collect();
        assert_eq!(unshown, [&[][..], &[4], &[]]);
        let text = serde_json::to_string(&sample()).unwrap();
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), sample());
    }

    #[test]
    fn whatever_is_changed_is_found() {
        type Change = fn(&mut Proof);
        let closed = |index| Some(Party::Closed(Seat::new(index).unwrap()));
        let seat = |index| Some(Party::Seat(Seat::new(index).unwrap()));
        let cases: Vec<(Change, &str, Option<u64>, Option<Party>)> = vec![
            (|proof| proof.closed.truncate(2), "bad-list", None, None),
            (|proof| proof.closed.clear(), "bad-list", Some(4), None),
            (|proof| proof.throws[1].closed.clear(), "bad-list", Some(4), None),
            (|proof| proof.throws[0].closed = vec![None; 3], "bad-list", Some(3), None),
            (|proof| proof.throws[0].unshown = vec![1], "bad-unshown", Some(3), None),
            (|proof| proof.throws[1].unshown = vec![2, 1], "bad-unshown", Some(4), None),
            (|proof| proof.throws[1].unshown = vec![3], "bad-unshown", Some(4), None),
            (|proof| proof.throws[2].unshown = vec![1], "bad-unshown", Some(5), None),
            (
                |proof| proof.throws[3].closed[2] = proof.throws[2].closed[2],
                "nothing-to-show",
                Some(6),
                seat(2),
            ),
            (|proof| proof.throws[2].closed[1] = None, "closed-missing", Some(5), seat(1)),
            (
                |proof| proof.throws[2].closed[1] = proof.throws[3].closed[1],
                "broken-chain",
                Some(5),
                closed(1),
            ),
            (|proof| proof.throws[2].closed.swap(0, 1), "broken-chain", Some(5), closed(0)),
            (|proof| proof.closed[0][0].tip = proof.server[0].tip, "broken-chain", Some(5), closed(0)),
            (|proof| proof.closed[0][0].from = 3, "broken-chain", Some(5), closed(0)),
            (|proof| proof.closed[2][0].tip = None, "no-tip", Some(4), closed(2)),
            (|proof| proof.closed[1][0].from = 5, "no-tip", Some(4), closed(1)),
            (|proof| proof.closed[1] = vec![proof.closed[1][0]; 2], "bad-tips", None, closed(1)),
            (|proof| proof.throws[2].result[0] = "66666".to_owned(), "wrong-dice", Some(5), seat(0)),
            (|proof| proof.throws[1].result[0] = "66666".to_owned(), "wrong-dice", Some(4), seat(0)),
            (|proof| proof.throws[3].result[2] = "6".to_owned(), "wrong-dice", Some(6), seat(2)),
            (|proof| proof.throws[2].links[0] = None, "link-missing", Some(5), seat(0)),
        ];
        for (index, (change, name, throw, party)) in cases.into_iter().enumerate() {
            let mut proof = sample();
            change(&mut proof);
            let fault = proof.verify().unwrap_err();
            assert_eq!((fault.name(), fault.throw(), fault.party()), (name, throw, party), "case {index}");
        }
    }

    #[test]
    fn leaving_an_open_link_out_changes_sealed_dice() {
        let mut proof = sample();
        proof.throws[2].links[0] = None;
        proof.throws[2].withheld = vec![0];
        assert_eq!(proof.verify().unwrap_err().name(), "wrong-dice");
    }
}
