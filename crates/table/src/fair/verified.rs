//! Checking a proof.

use perudo_rules::record::Names;
use perudo_rules::{BySeat, MAX_DICE_EACH, Seat, SeatSet};

use super::closed_walk::ClosedWalk;
use super::{
    Link, MAX_CHAIN, MAX_TABLE_ID, MAX_THROWS, Party, Proof, ProofError, ProofThrow, SERVER_CHAIN, Throw,
    ThrowKind, Tip, Version,
};

/// What a proof shows that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of the first throw.
    pub first: u64,
    /// The number of the last throw.
    pub last: u64,
    /// How many throws were of the draw.
    pub draws: u32,
    /// How many throws were rolls for a round.
    pub rolls: u32,
    /// How many dice were thrown in all.
    pub dice: u32,
    /// How many throws had no link of any seat: there the server alone had a part in the dice.
    pub alone: u32,
    /// How many rolls were sealed: nobody but each player knew their dice.
    pub sealed: u32,
    /// How many of these were never shown, since their round was void.
    pub unseen: u32,
    /// What part each seat had in it.
    pub seats: Vec<SeatLinks>,
}

/// The part that a seat's links had in the throws of a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatLinks {
    /// In how many throws the seat had dice to throw.
    pub throws: u32,
    /// How many links it gave.
    pub given: u32,
    /// The throws for which it had a link, and that were counted without it; in version 1 only those with
    /// dice of this seat.
    pub withheld: Vec<u64>,
    /// In how many throws with dice of this seat it had no chain.
    pub without: u32,
    /// The throws for which it did not show its closed link, and was removed.
    pub unshown: Vec<u64>,
}

impl Verified {
    /// How many throws there were.
    pub fn throws(&self) -> u32 {
        self.draws.saturating_add(self.rolls)
    }

    /// How many links of seats took part, all seats together.
    pub fn given(&self) -> u32 {
        self.seats.iter().fold(0, |sum, seat| sum.saturating_add(seat.given))
    }
}

impl Proof {
    /// Checks everything that can be checked in the proof alone: that every link leads back to its tip,
    /// that every die follows from the links, and that no throw and no link is left out unnoticed.
    pub fn verify(&self) -> Result<Verified, ProofError> {
        let visible = self.table.bytes().all(|byte| byte.is_ascii_graphic());
        if !visible || !(1..=MAX_TABLE_ID).contains(&self.table.len()) {
            return Err(ProofError::BadTable);
        }
        let names = Names::new(&self.names).map_err(ProofError::BadNames)?;
        let (Some(first), Some(last)) = (self.throws.first(), self.throws.last()) else {
            return Err(ProofError::BadSize { throws: 0 });
        };
        if self.throws.len() > MAX_THROWS {
            return Err(ProofError::BadSize { throws: self.throws.len() });
        }
        one_each(None, "seats", self.seats.len(), names.len())?;
        let (first, last) = (first.number, last.number);
        if self.version > Version::One {
            // Or a server could begin anew whenever it does not like what its next link gives.
            let begins_anew = |tip: &&Tip| tip.from % u64::from(SERVER_CHAIN) != 1 || tip.tip.is_none();
            if let Some(tip) = self.server.iter().find(begins_anew) {
                return Err(ProofError::BadTips { party: Party::Server, from: tip.from });
            }
        }
        let mut walk = Walk {
            version: self.version,
            table: &self.table,
            players: names.len(),
            server: Strand::new(Party::Server, &self.server, first, last)?,
            seats: Vec::with_capacity(names.len()),
            closed: ClosedWalk::new(self, names.len(), first, last)?,
            rolled: None,
            verified: Verified {
                first,
                last,
                draws: 0,
                rolls: 0,
                dice: 0,
                alone: 0,
                sealed: 0,
                unseen: 0,
                seats: vec![SeatLinks::default(); names.len()],
            },
        };
        for ((seat, _), tips) in names.iter().zip(&self.seats) {
            walk.seats.push(Strand::new(Party::Seat(seat), tips, first, last)?);
        }
        let mut before = None;
        for throw in &self.throws {
            let (expected, found) =
                (before.map_or(first.max(1), |last: u64| last.saturating_add(1)), throw.number);
            if found != expected || before == Some(found) {
                return Err(ProofError::NotContiguous { expected, found });
            }
            walk.step(throw)?;
            before = Some(found);
        }
        Ok(walk.verified)
    }
}

pub(super) fn one_each(
    throw: Option<u64>,
    list: &'static str,
    found: usize,
    seats: usize,
) -> Result<(), ProofError> {
    if found == seats { Ok(()) } else { Err(ProofError::BadList { throw, list, found, seats }) }
}

/// Going through the throws of a proof.
struct Walk<'a> {
    version: Version,
    table: &'a str,
    players: usize,
    server: Strand<'a>,
    seats: Vec<Strand<'a>>,
    closed: ClosedWalk<'a>,
    /// The round that was rolled for last.
    rolled: Option<u32>,
    verified: Verified,
}

impl Walk<'_> {
    fn step(&mut self, throw: &ProofThrow) -> Result<(), ProofError> {
        let number = throw.number;
        let lists =
            [("dice", throw.dice.len()), ("links", throw.links.len()), ("result", throw.result.len())];
        for (list, found) in lists {
            one_each(Some(number), list, found, self.players)?;
        }
        self.order(throw)?;
        let dice = self.dice(throw)?;
        self.server.take(number, throw.server)?;
        let links = self.links(throw, &dice)?;
        if self.closed.is_sealed(throw)? {
            self.verified.sealed += 1;
            self.verified.unseen += u32::from(throw.is_unseen());
            return self.closed.step(throw, links, &dice, &mut self.verified.seats);
        }
        let derived =
            Throw { table: self.table, number, kind: throw.kind, server: throw.server, links, dice };
        let hands = derived.hands();
        for (seat, found) in SeatSet::ALL.iter().zip(&throw.result) {
            if hands[seat].to_string() != *found {
                let (expected, found) = (hands[seat], found.clone());
                return Err(ProofError::WrongDice { throw: number, seat, expected, found });
            }
        }
        Ok(())
    }

    /// First the draw, then the rounds one after the other; one that was void is rolled for again.
    fn order(&mut self, throw: &ProofThrow) -> Result<(), ProofError> {
        let number = throw.number;
        let (in_order, count) = match (throw.kind, throw.round, self.rolled) {
            (ThrowKind::Draw, _, Some(_)) => return Err(ProofError::LateDraw { throw: number }),
            (ThrowKind::Draw, round, None) => (round.is_none(), &mut self.verified.draws),
            (ThrowKind::Roll, round, None) => (round == Some(1), &mut self.verified.rolls),
            (ThrowKind::Roll, round, Some(last)) => {
                let next = last.checked_add(1);
                (round.is_some() && (round == Some(last) || round == next), &mut self.verified.rolls)
            }
        };
        if !in_order {
            return Err(ProofError::BadRound { throw: number, found: throw.round });
        }
        *count += 1;
        self.rolled = throw.round;
        Ok(())
    }

    fn dice(&mut self, throw: &ProofThrow) -> Result<BySeat<u8>, ProofError> {
        let most = match throw.kind {
            ThrowKind::Draw => 1,
            ThrowKind::Roll => MAX_DICE_EACH,
        };
        let mut by_seat = BySeat::default();
        let mut all = 0;
        for (seat, &dice) in SeatSet::ALL.iter().zip(&throw.dice) {
            if dice > most {
                return Err(ProofError::TooManyDice { throw: throw.number, seat, dice, most });
            }
            by_seat[seat] = dice;
            all += u32::from(dice);
        }
        if all == 0 {
            return Err(ProofError::NoDice { throw: throw.number });
        }
        self.verified.dice += all;
        Ok(by_seat)
    }

    /// The links of the seats: every seat with a chain gave one or is named as having withheld it; in a roll those
    /// with dice, in a draw all. In version 1 those who throw nothing need not give any, and whether they are named
    /// says nothing.
    fn links(&mut self, throw: &ProofThrow, dice: &BySeat<u8>) -> Result<BySeat<Option<Link>>, ProofError> {
        let number = throw.number;
        let withheld = self.withheld(throw)?;
        let mut links = BySeat::default();
        let seats = SeatSet::ALL.iter().zip(&throw.links).zip(&mut self.seats).zip(&mut self.verified.seats);
        for (((seat, &link), strand), part) in seats {
            let throws = dice[seat] > 0;
            let takes_part = throws || throw.kind == ThrowKind::Draw;
            let named = throws || takes_part && self.version > Version::One;
            part.throws += u32::from(throws);
            if !takes_part && self.version > Version::One {
                if link.is_some() || withheld.contains(seat) {
                    return Err(ProofError::NoPart { throw: number, seat });
                }
                continue;
            }
            match (strand.in_force(number), link, withheld.contains(seat)) {
                (true, Some(_), true) => return Err(ProofError::LinkAndWithheld { throw: number, seat }),
                (false, None, true) => return Err(ProofError::NothingToWithhold { throw: number, seat }),
                (true, None, false) if named => return Err(ProofError::LinkMissing { throw: number, seat }),
                (true, None, true) if named => part.withheld.push(number),
                (true, None, _) => {}
                (false, None, false) => part.without += u32::from(throws),
                (_, Some(link), _) => {
                    strand.take(number, link)?;
                    part.given += 1;
                    links[seat] = Some(link);
                }
            }
        }
        self.verified.alone += u32::from(links.values().all(Option::is_none));
        Ok(links)
    }

    fn withheld(&self, throw: &ProofThrow) -> Result<SeatSet, ProofError> {
        seats_of(&throw.withheld, self.players).ok_or(ProofError::BadWithheld { throw: throw.number })
    }
}

/// Seats that are listed in ascending order and are there.
pub(super) fn seats_of(listed: &[u8], players: usize) -> Option<SeatSet> {
    let ascending = listed.is_sorted_by(|one, next| one < next);
    let there = listed.iter().all(|&index| usize::from(index) < players);
    (ascending && there).then(|| listed.iter().filter_map(|&index| Seat::new(usize::from(index))).collect())
}

/// The tips of one holder, and what is public of the chain in force.
pub(super) struct Strand<'a> {
    party: Party,
    /// The tips that are not yet in force.
    coming: &'a [Tip],
    known: Option<Known>,
}

struct Known {
    /// The throw from which the chain counts.
    from: u64,
    /// The link that is public …
    link: Link,
    /// … and its throw; of the tip, the one before the first.
    throw: u64,
}

impl<'a> Strand<'a> {
    /// Tips are in order. Only the first may be older than the proof, and only the last so young that no
    /// throw of the proof had a link of its chain.
    pub(super) fn new(
        party: Party,
        tips: &'a [Tip],
        first: u64,
        last: u64,
    ) -> Result<Strand<'a>, ProofError> {
        let mut before = 0;
        for &Tip { from, .. } in tips {
            let too_old = before > 0 && from < first;
            if from <= before || too_old || from - 1 > last {
                return Err(ProofError::BadTips { party, from });
            }
            before = from;
        }
        Ok(Strand { party, coming: tips, known: None })
    }

    /// Whether there is a chain for that throw.
    fn in_force(&mut self, throw: u64) -> bool {
        while let [Tip { from, tip }, coming @ ..] = self.coming
            && *from <= throw
        {
            self.known = tip.map(|link| Known { from: *from, link, throw: *from - 1 });
            self.coming = coming;
        }
        self.known.is_some()
    }

    /// The chain for a throw, if there is one and it is long enough.
    fn reaching(&mut self, throw: u64) -> Result<&mut Known, ProofError> {
        let party = self.party;
        self.in_force(throw);
        let Some(known) = &mut self.known else { return Err(ProofError::NoTip { throw, party }) };
        if throw - known.from >= u64::from(MAX_CHAIN) {
            return Err(ProofError::ChainTooLong { throw, party });
        }
        Ok(known)
    }

    /// Checks that there is a chain for a throw.
    pub(super) fn covers(&mut self, throw: u64) -> Result<(), ProofError> {
        self.reaching(throw).map(drop)
    }

    /// Takes the link for a throw, if it leads back to the last one that is known.
    pub(super) fn take(&mut self, throw: u64, link: Link) -> Result<(), ProofError> {
        let party = self.party;
        let known = self.reaching(throw)?;
        // No more than the chain is long, which has just been looked at.
        let steps = u32::try_from(throw - known.throw).unwrap_or(MAX_CHAIN);
        let found = link.hash_times(steps);
        if found != known.link {
            return Err(ProofError::BrokenChain { throw, party, expected: known.link, found });
        }
        (known.link, known.throw) = (link, throw);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::{Chain, Commitment};

    /// Throws 7 to 14 of a table. The server's first chain ends with throw 10; anna has one from throw 3
    /// on; boris has one from throw 8 on, withholds twice, has another from 12 on and none from 14 on;
    /// clara has none at all.
    fn sample() -> Proof {
        let mut server = Chain::new([1; 32], 10);
        let mut next_server = Chain::new([2; 32], 10);
        let mut anna = Chain::new([3; 32], 100);
        let mut boris = Chain::new([4; 32], 6);
        let mut next_boris = Chain::new([5; 32], 2);
        let from = |from, chain: &Chain| Tip { from, tip: Some(chain.tip()) };
        let mut proof = Proof {
            version: Version::One,
            table: "kitchen".to_owned(),
            tour: 2,
            names: ["anna", "boris", "clara"].map(str::to_owned).to_vec(),
            server: vec![from(1, &server), from(11, &next_server)],
            seats: vec![
                vec![from(3, &anna)],
                vec![from(8, &boris), from(12, &next_boris), Tip { from: 14, tip: None }],
                vec![],
            ],
            closed: Vec::new(),
            throws: Vec::new(),
            signed: None,
            receipts: Vec::new(),
        };
        for number in 7..=14_u32 {
            let server = if number < 11 { &mut server } else { &mut next_server };
            let server = server.open_nth(if number < 11 { number } else { number - 10 }).unwrap();
            let boris = match number {
                8 | 9 => boris.open(),
                12 | 13 => next_boris.open(),
                _ => None,
            };
            let kind = if number < 9 { ThrowKind::Draw } else { ThrowKind::Roll };
            // In throw 10 boris has no dice, and in throw 14 neither.
            let dice = match number {
                7 | 8 => vec![1, 1, 1],
                10 | 14 => vec![5, 0, 2],
                _ => vec![5, 1, 2],
            };
            let links = [anna.open_nth(number - 2), boris];
            let throw = Throw {
                table: "kitchen",
                number: number.into(),
                kind,
                server,
                links: BySeat::from_fn(|seat| links.get(seat.index()).copied().flatten()),
                dice: BySeat::from_fn(|seat| dice.get(seat.index()).copied().unwrap_or(0)),
            };
            let hands = throw.hands();
            proof.throws.push(ProofThrow {
                number: number.into(),
                kind,
                run: None,
                round: [None, None, Some(1), Some(1), Some(2), Some(3), Some(4), Some(5)]
                    [number as usize - 7],
                links: vec![links[0], links[1], None],
                withheld: if matches!(number, 10 | 11) { vec![1] } else { vec![] },
                closed: vec![],
                unshown: vec![],
                result: hands.values().take(3).map(ToString::to_string).collect(),
                server,
                dice,
            });
        }
        proof
    }

    #[test]
    fn a_good_proof_holds_and_tells_who_had_a_part_in_it() {
        let verified = sample().verify().unwrap();
        let part = |throws, given, withheld: &[u64], without| {
            let withheld = withheld.to_vec();
            SeatLinks { throws, given, withheld, without, unshown: Vec::new() }
        };
        let expected = Verified {
            first: 7,
            last: 14,
            draws: 2,
            rolls: 6,
            dice: 6 + 46,
            alone: 0,
            sealed: 0,
            unseen: 0,
            seats: vec![part(8, 8, &[], 0), part(6, 4, &[11], 1), part(8, 0, &[], 8)],
        };
        assert_eq!(verified, expected);
        assert_eq!((verified.throws(), verified.given()), (8, 12));
        assert_eq!(server_alone().verify().unwrap().alone, 1);
    }

    /// The first throw of the sample, without anybody's link.
    fn server_alone() -> Proof {
        let mut proof = sample();
        proof.throws.truncate(1);
        proof.server.truncate(1);
        proof.seats = vec![Vec::new(); 3];
        let throw = &mut proof.throws[0];
        throw.links = vec![None; 3];
        let dice = BySeat::from_fn(|seat| u8::from(seat.index() < 3));
        let (server, links) = (throw.server, BySeat::default());
        let derived = Throw { table: "kitchen", number: 7, kind: ThrowKind::Draw, server, links, dice };
        throw.result = derived.hands().values().take(3).map(ToString::to_string).collect();
        proof
    }

    #[test]
    fn a_proof_is_the_same_after_a_journey_as_json() {
        let text = serde_json::to_string(&sample()).unwrap();
        assert!(text.starts_with(
            r#"{"perudo-proof":1,"table":"kitchen","tour":2,"names":["anna","boris","clara"],"#
        ));
        assert_eq!(serde_json::from_str::<Proof>(&text).unwrap(), sample());
        let bad = [
            text.replace("\"perudo-proof\":1", "\"perudo-proof\":3"),
            text.replace("\"perudo-proof\":1", "\"perudo-proof\":0"),
            text.replace("\"perudo-proof\":1,", ""),
            text.replace("\"tour\":2", "\"tour\":-2"),
            text.replace("\"tour\":2", "\"tour\":2,\"more\":1"),
            text.replace("\"roll\"", "\"rolls\""),
            text.replace("\"withheld\":[1]", "\"withheld\":[256]"),
            text.replace('a', "A"),
        ];
        for text in bad {
            assert!(serde_json::from_str::<Proof>(&text).is_err(), "{text}");
        }
    }

    /// A proof is what the public side of the chains accepted, throw by throw.
    #[test]
    fn commitments_accept_the_links_of_a_good_proof() {
        let proof = sample();
        let mut boris = Commitment::new(proof.seats[1][0].tip.unwrap());
        for throw in &proof.throws[1..5] {
            match throw.links[1] {
                Some(link) => assert!(boris.advance(link)),
                None => boris.pass(),
            }
        }
        assert_eq!(boris.withheld(), 2);
    }

    #[test]
    fn whatever_is_changed_is_found() {
        type Change = fn(&mut Proof);
        fn wrong(link: Link) -> Link {
            let mut bytes = *link.bytes();
            bytes[31] ^= 1;
            Link::new(bytes)
        }
        let seat = |index| Party::Seat(Seat::new(index).unwrap());
        let (anna, boris, clara) = (Some(seat(0)), Some(seat(1)), Some(seat(2)));
        let server = Some(Party::Server);
        let cases: Vec<(Change, &str, Option<u64>, Option<Party>)> = vec![
            (|proof| proof.table.clear(), "bad-table", None, None),
            (|proof| proof.table = "a".repeat(65), "bad-table", None, None),
            (|proof| proof.table = "küche".to_owned(), "bad-table", None, None),
            (|proof| proof.table = "kitchen2".to_owned(), "wrong-dice", Some(7), None),
            (|proof| proof.names[1] = "anna".to_owned(), "bad-names", None, None),
            (|proof| proof.names.truncate(1), "bad-names", None, None),
            (|proof| proof.names.truncate(2), "bad-list", None, None),
            (
                |proof| proof.names = (0..21).map(|number| number.to_string()).collect(),
                "bad-names",
                None,
                None,
            ),
            (|proof| proof.throws.clear(), "bad-size", None, None),
            (|proof| proof.throws = vec![proof.throws[0].clone(); MAX_THROWS + 1], "bad-size", None, None),
            (|proof| proof.seats.push(vec![]), "bad-list", None, None),
            (|proof| proof.throws[2].dice.push(0), "bad-list", Some(9), None),
            (|proof| proof.throws[2].links.truncate(2), "bad-list", Some(9), None),
            (|proof| proof.throws[2].result.clear(), "bad-list", Some(9), None),
            (|proof| proof.server.swap(0, 1), "bad-tips", None, server),
            (|proof| proof.server[0].from = 0, "bad-tips", None, server),
            (|proof| proof.server[1].from = 16, "bad-tips", None, server),
            (|proof| proof.server[1].from = 15, "broken-chain", Some(11), server),
            (|proof| proof.seats[1][0].tip = None, "no-tip", Some(8), boris),
            (|proof| proof.seats[1][1].tip = None, "no-tip", Some(12), boris),
            (|proof| proof.seats[0].push(Tip { from: 8, ..proof.server[0] }), "broken-chain", Some(8), anna),
            (|proof| proof.seats[0].push(Tip { from: 3, tip: None }), "bad-tips", None, anna),
            (|proof| proof.seats[0].push(Tip { from: 6, tip: None }), "bad-tips", None, anna),
            (|proof| proof.seats[0].push(Tip { from: 7, tip: None }), "no-tip", Some(7), anna),
            (|proof| drop(proof.throws.remove(3)), "not-contiguous", Some(11), None),
            (|proof| proof.throws.swap(3, 4), "not-contiguous", Some(11), None),
            (|proof| proof.throws[0].number = 0, "not-contiguous", Some(0), None),
            (|proof| proof.throws[1].number = 7, "not-contiguous", Some(7), None),
            (|proof| proof.throws[3].kind = ThrowKind::Draw, "late-draw", Some(10), None),
            (|proof| proof.throws[1].kind = ThrowKind::Roll, "bad-round", Some(8), None),
            (|proof| proof.throws[2].round = Some(2), "bad-round", Some(9), None),
            (|proof| proof.throws[2].round = None, "bad-round", Some(9), None),
            (|proof| proof.throws[3].round = Some(3), "bad-round", Some(10), None),
            (|proof| proof.throws[5].round = Some(1), "bad-round", Some(12), None),
            (|proof| proof.throws[0].round = Some(1), "bad-round", Some(7), None),
            (|proof| proof.throws[0].dice[2] = 2, "too-many-dice", Some(7), clara),
            (|proof| proof.throws[4].dice[0] = 11, "too-many-dice", Some(11), anna),
            (|proof| proof.throws[4].dice = vec![0; 3], "no-dice", Some(11), None),
            (|proof| proof.throws[3].withheld = vec![1, 1], "bad-withheld", Some(10), None),
            (|proof| proof.throws[3].withheld = vec![1, 0], "bad-withheld", Some(10), None),
            (|proof| proof.throws[3].withheld = vec![1, 3], "bad-withheld", Some(10), None),
            (|proof| proof.server = vec![proof.server[1]], "no-tip", Some(7), server),
            (|proof| proof.server[1].tip = None, "no-tip", Some(11), server),
            (|proof| proof.throws[0].links[2] = proof.throws[0].links[0], "no-tip", Some(7), clara),
            (|proof| proof.throws[7].links[1] = proof.throws[6].links[1], "no-tip", Some(14), boris),
            (|proof| proof.throws[0].withheld = vec![2], "nothing-to-withhold", Some(7), clara),
            (|proof| proof.throws[0].withheld = vec![1], "nothing-to-withhold", Some(7), boris),
            (|proof| proof.throws[4].withheld.clear(), "link-missing", Some(11), boris),
            (|proof| proof.throws[1].links[0] = None, "link-missing", Some(8), anna),
            (|proof| proof.throws[1].withheld = vec![0], "link-and-withheld", Some(8), anna),
            (|proof| proof.server.truncate(1), "broken-chain", Some(11), server),
            (|proof| proof.server[0].tip = proof.server[0].tip.map(wrong), "broken-chain", Some(7), server),
            (|proof| proof.server[0].from = 2, "broken-chain", Some(7), server),
            (
                |proof| proof.throws[3].server = wrong(proof.throws[3].server),
                "broken-chain",
                Some(10),
                server,
            ),
            (|proof| proof.throws[1].links[1] = proof.throws[2].links[1], "broken-chain", Some(8), boris),
            (|proof| proof.throws[1].links[0] = proof.throws[0].links[0], "broken-chain", Some(8), anna),
            (|proof| proof.seats[1][1].from = 11, "broken-chain", Some(12), boris),
            (|proof| proof.seats[1].truncate(1), "broken-chain", Some(12), boris),
            (|proof| proof.throws[4].result[0] = "66666".to_owned(), "wrong-dice", Some(11), anna),
            (|proof| proof.throws[4].result[0] = "٣\u{7}".repeat(9999), "wrong-dice", Some(11), anna),
            (|proof| proof.throws[4].result[1] = "1".to_owned(), "wrong-dice", Some(11), boris),
            (|proof| proof.throws[5].dice[1] = 2, "wrong-dice", Some(12), None),
        ];
        for (index, (change, name, throw, party)) in cases.into_iter().enumerate() {
            let mut proof = sample();
            change(&mut proof);
            let fault = proof.verify().unwrap_err();
            assert_eq!((fault.name(), fault.throw()), (name, throw), "case {index}: {fault:?}");
            if party.is_some() || name != "wrong-dice" {
                assert_eq!(fault.party(), party, "case {index}: {fault:?}");
            }
        }
    }

    #[test]
    fn what_says_nothing_about_dice_may_be_there_or_not() {
        let changes: [fn(&mut Proof); 4] = [
            |proof| proof.throws[3].withheld.clear(), // boris, who threw nothing
            |proof| proof.seats[0].push(Tip { from: 15, ..proof.server[0] }),
            |proof| proof.seats[2].push(Tip { from: 9, tip: None }),
            |proof| proof.tour = 0,
        ];
        for change in changes {
            let mut proof = sample();
            change(&mut proof);
            assert_eq!(proof.verify(), sample().verify());
        }
    }

    /// The sample without what version 2 has no room for: a chain of the server that ends early, and the name of boris where
    /// he is out.
    fn second_version() -> Proof {
        let mut proof = Proof { version: Version::Two, ..sample() };
        proof.throws.truncate(4);
        proof.server.truncate(1);
        proof.seats[1].truncate(1);
        proof.throws[3].withheld.clear();
        proof
    }

    #[test]
    fn in_version_2_who_is_out_has_no_part_in_a_throw() {
        let verified = second_version().verify().unwrap();
        assert_eq!(verified.seats[1].withheld, [0; 0], "boris had no dice in throw 10");
        let boris = Seat::new(1).unwrap();
        let changes: [fn(&mut ProofThrow); 2] =
            [|throw| throw.withheld.push(1), |throw| throw.links[1] = throw.links[0]];
        for change in changes {
            let mut proof = second_version();
            change(&mut proof.throws[3]);
            assert_eq!(proof.verify(), Err(ProofError::NoPart { throw: 10, seat: boris }));
        }
        let mut named = second_version();
        named.throws[3].withheld.push(1);
        named.version = Version::One;
        named.verify().unwrap();
    }

    #[test]
    fn in_version_2_a_server_keeps_its_chain_until_it_is_used_up() {
        for (tips, from) in [
            (vec![Tip { from: 2, ..sample().server[0] }], 2),
            (vec![sample().server[0], Tip { from: 9, tip: None }], 9),
            (sample().server, 11),
        ] {
            let proof = Proof { server: tips, throws: sample().throws, ..second_version() };
            assert_eq!(proof.verify(), Err(ProofError::BadTips { party: Party::Server, from }));
        }
    }

    #[test]
    fn withholding_cannot_be_claimed_and_forgotten() {
        let mut proof = sample();
        // The server says that anna withheld her link for throw 9: the dice are others, and the throw says
        // so.
        proof.throws[2].links[0] = None;
        proof.throws[2].withheld = vec![0];
        assert_eq!(proof.verify().unwrap_err().name(), "wrong-dice");
        let throw = &proof.throws[2];
        let derived = Throw {
            table: "kitchen",
            number: 9,
            kind: ThrowKind::Roll,
            server: throw.server,
            links: BySeat::from_fn(|seat| throw.links.get(seat.index()).copied().flatten()),
            dice: BySeat::from_fn(|seat| throw.dice.get(seat.index()).copied().unwrap_or(0)),
        };
        proof.throws[2].result = derived.hands().values().take(3).map(ToString::to_string).collect();
        assert_eq!(proof.verify().unwrap().seats[0].withheld, [9]);
    }

    #[test]
    fn old_tips_and_high_numbers_take_no_long_time_and_no_panic() {
        let mut proof = sample();
        for number in 0..8 {
            proof.throws[number].number = u64::MAX - 7 + number as u64;
        }
        let fault = proof.verify().unwrap_err();
        assert_eq!((fault.name(), fault.throw()), ("bad-tips", None), "{fault:?}");
        proof.server.truncate(1);
        proof.seats[1].truncate(1);
        let fault = proof.verify().unwrap_err();
        assert_eq!((fault.name(), fault.throw()), ("chain-too-long", Some(u64::MAX - 7)), "{fault:?}");
        proof.server[0].from = u64::MAX - 7;
        assert_eq!(proof.verify().unwrap_err().name(), "broken-chain");
        proof.throws.push(proof.throws[7].clone());
        assert!(proof.verify().is_err());
    }

    #[test]
    fn a_chain_may_be_as_long_as_the_longest_and_no_longer() {
        let (mut server, mut other) = (Chain::new([1; 32], MAX_CHAIN), Chain::new([2; 32], MAX_CHAIN));
        let number = u64::from(MAX_CHAIN);
        let mut proof = sample();
        proof.throws.truncate(1);
        proof.server = vec![Tip { from: 1, tip: Some(server.tip()) }];
        proof.seats = vec![vec![Tip { from: 1, tip: Some(other.tip()) }], vec![], vec![]];
        let throw = &mut proof.throws[0];
        throw.number = number;
        throw.server = server.open_nth(MAX_CHAIN).unwrap();
        throw.links = vec![other.open_nth(MAX_CHAIN), None, None];
        let fault = proof.verify().unwrap_err();
        assert_eq!(fault.name(), "wrong-dice", "the chains are good: {fault:?}");
        proof.throws[0].number = number + 1;
        assert_eq!(proof.verify().unwrap_err().name(), "chain-too-long");
    }
}
