//! A client's side of fair dice: what it was shown, and whether all of it fits together.

mod sealed;

use std::collections::{BTreeMap, VecDeque};

use perudo_rules::{BySeat, Hand, Seat};
use serde::{Deserialize, Serialize};

use self::sealed::SealedWitness;
use super::holder::{Checked, Holder};
use super::{
    Link, MAX_CHAIN, OpenedLinks, PublicKey, Receipt, SERVER_CHAIN, SeenSeat, SeenThrow, Statement, Throw,
    ThrowKind, Tip, TipsError, Whose, WitnessError,
};
use crate::PersonId;

/// What a client at a table was shown of the dice: tips, throws and links. It checks everything as soon as it is open, and
/// says what an honest server would not have told.
///
/// It does no I/O. Whoever runs it tells it what the server tells, in that order, and asks it before giving a link. What
/// serde writes is the file for `perudo verify --seen`; it holds no secret but links that the server was given.
///
/// # Examples
///
/// ```
/// use perudo_table::fair::{Chain, Witness, WitnessError};
///
/// let server = Chain::new([1; 32], 256);
/// let mut witness = Witness::new("kitchen");
/// witness.server_tip(server.tip(), 1);
/// witness.ask(1);
/// // A server that has seen links for the first throw shows another chain for it.
/// witness.server_tip(Chain::new([2; 32], 256).tip(), 1);
/// assert!(matches!(witness.errors(), [WitnessError::ChangedTip { throw: 1, .. }]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Witness {
    #[serde(rename = "perudo-seen")]
    version: SeenVersion,
    table: String,
    server: Holder,
    people: BTreeMap<PersonId, Holder>,
    /// The person that the client is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    me: Option<PersonId>,
    tour: u32,
    /// The tour's players by seat.
    seats: Vec<SeenSeat>,
    /// The last throw that was made.
    thrown: u64,
    /// The last throw that links were asked for: the tips that count for it are fixed.
    asked: u64,
    /// The client's links, the latest last.
    given: VecDeque<OwnLink>,
    /// The throw under the cups.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cups: Option<SeenThrow>,
    /// The throws whose links are open, the latest last.
    throws: VecDeque<SeenThrow>,
    /// How many throws were checked, in all.
    checked: u64,
    /// How many of them the client had given its link for, and it is not in them.
    unused: u64,
    /// At a sealed table: the closed chains.
    #[serde(default, skip_serializing_if = "SealedWitness::is_empty")]
    sealed: SealedWitness,
    /// The key that the server signs with, and what it has signed for, the latest last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<PublicKey>,
    #[serde(default, skip_serializing_if = "VecDeque::is_empty")]
    receipts: VecDeque<Receipt>,
    errors: Vec<WitnessError>,
}

/// Whether a link that is open tells another: it is hashed as often as there can be links before that throw.
fn leads_to(open: Link, link: Link, throw: u64) -> bool {
    let most = throw.min(u64::from(MAX_CHAIN));
    std::iter::successors(Some(open), |link| Some(link.hash()))
        .take(most as usize + 1)
        .any(|open| open == link)
}

/// The version of the file: 1 is the only one so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "u64", into = "u64")]
struct SeenVersion;

/// A link that the client gave.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct OwnLink {
    throw: u64,
    link: Link,
    /// Whether the server said, over the present connection, that it has it, and in which of its runs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    accepted: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    run: Option<u64>,
}

impl Witness {
    /// The most throws that are kept for comparison.
    pub const MOST_THROWS: usize = 128;
    /// The most receipts that are kept: more than one for each throw of a tour.
    const MOST_RECEIPTS: usize = 96;
    /// The most people that are kept, more than a table has at a time.
    const MOST_PEOPLE: usize = 512;
    /// The most errors that are kept: the first ones tell most.
    const MOST_ERRORS: usize = 16;

    /// Someone who comes to a table.
    pub fn new(table: &str) -> Witness {
        Witness {
            version: SeenVersion,
            table: table.to_owned(),
            server: Holder::new(None),
            people: BTreeMap::new(),
            me: None,
            tour: 0,
            seats: Vec::new(),
            thrown: 0,
            asked: 0,
            given: VecDeque::new(),
            cups: None,
            throws: VecDeque::new(),
            checked: 0,
            unused: 0,
            sealed: SealedWitness::default(),
            key: None,
            receipts: VecDeque::new(),
            errors: Vec::new(),
        }
    }

    /// The table.
    pub fn table(&self) -> &str {
        &self.table
    }

    /// What is wrong, the first first.
    pub fn errors(&self) -> &[WitnessError] {
        &self.errors
    }

    /// The last throw that links were asked for.
    pub fn asked(&self) -> u64 {
        self.asked
    }

    /// The last throw that was made.
    pub fn thrown(&self) -> u64 {
        self.thrown
    }

    /// How many throws were checked.
    pub fn checked(&self) -> u64 {
        self.checked
    }

    /// How many of them do not count a link that the client gave: it came too late, or was left out.
    pub fn unused(&self) -> u64 {
        self.unused
    }

    /// The throws whose links are open, as they were shown.
    pub fn throws(&self) -> impl Iterator<Item = &SeenThrow> {
        self.throws.iter()
    }

    /// The tips that count for the coming throw or later ones: whose they are, and each tip.
    pub fn tips(&self) -> Vec<(Whose, Tip)> {
        let coming = self.coming();
        let holders = std::iter::once((Whose::Server, &self.server))
            .chain(self.people.values().map(|holder| (holder.whose(), holder)));
        let tips = holders.flat_map(|(whose, holder)| {
            let first = holder.tips.iter().rposition(|tip| tip.from <= coming).unwrap_or(0);
            holder.tips[first..].iter().map(move |tip| (whose.clone(), *tip))
        });
        tips.filter(|(_, tip)| tip.tip.is_some()).collect()
    }

    /// The throw that comes next.
    fn coming(&self) -> u64 {
        self.thrown.saturating_add(1)
    }

    /// The first throw for which a tip may count that is shown now.
    fn next_tip_from(&self) -> u64 {
        self.asked.max(self.thrown).saturating_add(1)
    }

    /// The tip of the server that was in force for a throw.
    pub(super) fn server_tip_at(&self, throw: u64) -> Option<Tip> {
        self.server.in_force(throw)
    }

    /// The tip of a person that was in force for a throw.
    pub(super) fn person_tip_at(&self, person: PersonId, throw: u64) -> Option<Tip> {
        self.people.get(&person)?.in_force(throw)
    }

    /// Who the client is at the table.
    pub fn is(&mut self, me: Option<PersonId>) {
        self.me = me;
    }

    /// The client has connected anew and is shown the whole table: how many throws there have been, whether the dice of the
    /// last one are under the cups, and everybody's tips that count for the coming throw or later ones, in the order of the
    /// throws from which on they count.
    pub fn welcome(
        &mut self,
        thrown: u64,
        under_cups: bool,
        server: Tip,
        people: &[(PersonId, String, Tip)],
    ) {
        let coming = thrown.saturating_add(1);
        if thrown < self.thrown {
            let expected = self.coming();
            return self.wrong(WitnessError::WrongThrow { expected, found: coming });
        }
        self.without_chains(coming, people);
        if thrown > self.thrown || !under_cups {
            self.cups = None;
        }
        self.thrown = thrown;
        if let Some(tip) = server.tip {
            self.server_tip(tip, server.from);
        }
        for (person, name, tip) in people {
            self.person_tip(*person, name, *tip);
        }
    }

    /// Those of whom no tip is told that counts for the coming throw have none. When links for it had been asked for, that
    /// was settled.
    fn without_chains(&mut self, coming: u64, told: &[(PersonId, String, Tip)]) {
        let mut changed = Vec::new();
        for (id, holder) in &mut self.people {
            // What takes their place later is told anew.
            holder.tips.retain(|tip| tip.from <= coming);
            let Some(before) = holder.in_force(coming).and_then(|tip| tip.tip) else { continue };
            if told.iter().any(|(person, _, tip)| person == id && tip.from <= coming) {
                continue;
            }
            if self.asked == coming {
                let (whose, before) = (holder.whose(), Some(before));
                changed.push(WitnessError::ChangedTip { whose, throw: coming, before, now: None });
            } else {
                holder.publish(Tip { from: coming, tip: None });
            }
        }
        changed.into_iter().for_each(|error| self.wrong(error));
    }

    /// The connection is a new one: the server may have been started again and have forgotten the links it was given.
    pub fn reconnected(&mut self) {
        self.given.iter_mut().for_each(|own| own.accepted = false);
    }

    /// The server shows a tip of its own.
    pub fn server_tip(&mut self, tip: Link, from: u64) {
        let length = u64::from(SERVER_CHAIN);
        let Some(known) = self.server.tips.last().copied() else {
            if from % length != 1 {
                self.wrong(WitnessError::EarlyChain { from });
            }
            self.server.publish(Tip { from, tip: Some(tip) });
            return;
        };
        if from <= known.from {
            let same = self.server.tips.contains(&Tip { from, tip: Some(tip) });
            if !same {
                let before = self.server.in_force(from).and_then(|tip| tip.tip);
                self.wrong(WitnessError::ChangedTip {
                    whose: Whose::Server,
                    throw: from,
                    before,
                    now: Some(tip),
                });
            }
        } else if !(from - known.from).is_multiple_of(length) {
            self.wrong(WitnessError::EarlyChain { from });
        } else if from <= self.asked {
            self.wrong(WitnessError::LateTip { whose: Whose::Server, from, asked: self.asked });
        } else {
            self.server.publish(Tip { from, tip: Some(tip) });
        }
    }

    /// A person shows a tip, or ends a chain.
    pub fn person_tip(&mut self, person: PersonId, name: &str, tip: Tip) {
        let known = self.people.len();
        if known >= Witness::MOST_PEOPLE && !self.people.contains_key(&person) {
            return;
        }
        let holder = self.people.entry(person).or_insert_with(|| Holder::new(Some(name.to_owned())));
        if !name.is_empty() {
            holder.name = Some(name.to_owned());
        }
        if tip.from > self.asked {
            return holder.publish(tip);
        }
        let before = holder.in_force(tip.from);
        if before.and_then(|before| before.tip) == tip.tip
            && before.is_none_or(|before| before.from == tip.from)
        {
            return;
        }
        let whose = holder.whose();
        self.wrong(match before.filter(|before| before.from == tip.from) {
            Some(before) => {
                WitnessError::ChangedTip { whose, throw: tip.from, before: before.tip, now: tip.tip }
            }
            None => WitnessError::LateTip { whose, from: tip.from, asked: self.asked },
        });
    }

    /// Someone left; their chain counts no longer from that throw on.
    pub fn left(&mut self, person: PersonId, from: Option<u64>) {
        let from = from.unwrap_or(self.next_tip_from());
        if self.people.contains_key(&person) {
            self.person_tip(person, "", Tip { from, tip: None });
        }
    }

    /// A tour is played, by these in the order of their seats.
    pub fn tour(&mut self, tour: u32, seats: Vec<SeenSeat>) {
        self.tour = tour;
        self.seats = seats;
    }

    /// Links for a throw are asked for.
    pub fn ask(&mut self, throw: u64) {
        let expected = self.coming();
        if throw != expected {
            return self.wrong(WitnessError::WrongThrow { expected, found: throw });
        }
        let reaches = |tip: &Tip| tip.tip.is_some() && throw - tip.from < u64::from(SERVER_CHAIN);
        if !self.server.in_force(throw).is_some_and(|tip| reaches(&tip)) {
            return self.wrong(WitnessError::NoServerTip { throw });
        }
        self.asked = throw;
    }

    /// Whether the client may give this link: for the throw that is asked for and comes next, the same again or the first,
    /// and never for an earlier throw than one before.
    pub fn give(&mut self, throw: u64, link: Link) -> Result<(), WitnessError> {
        let expected = self.coming();
        if throw != expected || throw != self.asked {
            return Err(WitnessError::WrongThrow { expected, found: throw });
        }
        match self.given.back() {
            Some(last) if last.throw == throw && last.link == link => return Ok(()),
            Some(last) if last.throw >= throw => return Err(WitnessError::GivenBefore { throw }),
            // A server that says that an old tip counts anew would be given links that are open.
            Some(last) if leads_to(last.link, link, throw) => {
                return Err(WitnessError::GivenBefore { throw });
            }
            _ => {}
        }
        if self.given.len() >= Witness::MOST_THROWS {
            self.given.pop_front();
        }
        self.given.push_back(OwnLink { throw, link, accepted: false, run: None });
        Ok(())
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
        }
        self.receipts.retain(|known| known.statement != receipt.statement);
        self.receipts.push_back(receipt.clone());
        if self.receipts.len() > Witness::MOST_RECEIPTS {
            self.receipts.pop_front();
        }
    }

    /// A signature that is said to be the server's is false.
    pub fn false_signature(&mut self) {
        self.wrong(WitnessError::FalseSignature);
    }

    /// The server's public log of tips is not as it should be; `from` is the throw from which on the tip counts that was
    /// looked for.
    pub fn wrong_log(&mut self, error: TipsError, from: u64) {
        self.wrong(match error {
            TipsError::Rewritten => WitnessError::RewrittenLog,
            TipsError::OtherTip | TipsError::BadPath => WitnessError::OtherLoggedTip { from },
        });
    }

    /// What the server has signed for.
    pub fn receipts(&self) -> impl Iterator<Item = &Receipt> {
        self.receipts.iter()
    }

    /// A throw of the draw, which everyone sees. Dice are by seat.
    pub fn drawn(&mut self, number: u64, result: Vec<Hand>, links: &OpenedLinks) {
        let dice = result.iter().map(|hand| hand.len() as u8).collect();
        let with = links.seats.iter().map(|(seat, _)| *seat).collect();
        if let Some(throw) = self.threw(number, ThrowKind::Draw, dice, with, links.withheld.clone()) {
            self.cups = Some(throw);
            self.open(links, Some(result));
        }
    }

    /// The dice of a round are under the cups. `own` are the client's; `with` and `withheld` are the seats whose links the
    /// dice depend on and those that gave none.
    pub fn rolled(
        &mut self,
        number: u64,
        dice: Vec<u8>,
        own: Option<Hand>,
        with: Vec<u8>,
        withheld: Vec<u8>,
    ) {
        if let Some(mut throw) = self.threw(number, ThrowKind::Roll, dice, with, withheld) {
            let seat = throw.people.iter().position(|person| person.is_some() && *person == self.me);
            if let (Some(seat), Some(own)) = (seat, own) {
                throw.result[seat] = Some(own);
            }
            self.cups = Some(throw);
        }
    }

    /// The client comes while dice are under the cups, and did not see who gave links for them.
    pub fn under_cups(&mut self, number: u64, dice: Vec<u8>, own: Option<Hand>) {
        if number != self.thrown || self.cups.is_some() || number == 0 {
            return;
        }
        self.thrown = number - 1;
        self.rolled(number, dice, own, Vec::new(), Vec::new());
        if let Some(throw) = &mut self.cups {
            throw.from_the_beginning = false;
        }
    }

    /// The links of the dice under the cups are opened, and after a showdown all dice are shown.
    pub fn open(&mut self, links: &OpenedLinks, shown: Option<Vec<Hand>>) {
        let Some(mut throw) = self.cups.take() else { return };
        let number = throw.number;
        let Some(server) = links.server else { return self.wrong(WitnessError::NotOpened { throw: number }) };
        let with: Vec<u8> = links.seats.iter().map(|(seat, _)| *seat).collect();
        let other = with != throw.with || links.withheld != throw.withheld;
        if throw.from_the_beginning && other {
            self.wrong(WitnessError::OtherLinks { throw: number });
        }
        (throw.with, throw.withheld, throw.server) = (with, links.withheld.clone(), Some(server));
        for (seat, link) in &links.seats {
            if let Some(place) = throw.links.get_mut(usize::from(*seat)) {
                *place = Some(*link);
            }
        }
        self.check_server(&throw, server);
        for seat in 0..throw.people.len() {
            self.check_seat(&throw, seat);
        }
        self.check_own(&throw, links.run);
        for (seat, (place, hand)) in throw.result.iter_mut().zip(shown.into_iter().flatten()).enumerate() {
            if let Some(own) = place.filter(|own| *own != hand) {
                // What the client was shown under its own cup is not what was there at the end.
                let whose = self.whose(seat);
                self.wrong(WitnessError::WrongDice { whose, throw: number, expected: own, found: hand });
            }
            *place = Some(hand);
        }
        self.check_dice(&throw, server);
        self.checked += 1;
        self.keep(throw);
    }

    /// A throw was made, if it is the next one.
    fn threw(
        &mut self,
        number: u64,
        kind: ThrowKind,
        dice: Vec<u8>,
        with: Vec<u8>,
        withheld: Vec<u8>,
    ) -> Option<SeenThrow> {
        if let Some(cups) = self.cups.take() {
            self.wrong(WitnessError::NotOpened { throw: cups.number });
        }
        let expected = self.coming();
        if number != expected {
            self.wrong(WitnessError::WrongThrow { expected, found: number });
            return None;
        }
        self.thrown = number;
        self.asked = self.asked.max(number);
        let seats = self.seats.len();
        Some(SeenThrow {
            number,
            tour: self.tour,
            kind,
            people: self.seats.iter().map(|seat| seat.person).collect(),
            dice,
            from_the_beginning: true,
            with,
            withheld,
            server: None,
            links: vec![None; seats],
            result: vec![None; seats],
        })
    }

    fn check_server(&mut self, throw: &SeenThrow, link: Link) {
        let number = throw.number;
        let tip = self.server.in_force(number);
        // Of a throw that the client did not see from the beginning the tip may be one that it was never shown.
        let known = tip.is_some_and(|tip| number - tip.from < u64::from(SERVER_CHAIN));
        if !known && !throw.from_the_beginning {
            return;
        }
        match self.server.check(number, link) {
            Checked::Right => {}
            Checked::NoTip => self.wrong(WitnessError::NoServerTip { throw: number }),
            Checked::Broken { expected, found } => {
                let whose = Whose::Server;
                self.wrong(WitnessError::BrokenChain { whose, throw: number, expected, found });
            }
        }
    }

    /// A seat with a tip in force has its link in the throw or is named, and nobody else is.
    fn check_seat(&mut self, throw: &SeenThrow, seat: usize) {
        let number = throw.number;
        let named = throw.withheld.iter().any(|by| usize::from(*by) == seat);
        let link = throw.links.get(seat).copied().flatten();
        let whose = self.whose(seat);
        let holder =
            throw.people.get(seat).copied().flatten().and_then(|person| self.people.get_mut(&person));
        let checked = match (holder, link) {
            (Some(holder), Some(link)) => holder.check(number, link),
            (Some(holder), None) if holder.in_force(number).is_some_and(|tip| tip.tip.is_some()) => {
                if !named && throw.from_the_beginning {
                    self.wrong(WitnessError::LinkMissing { whose, throw: number });
                }
                return;
            }
            (_, None) if !named => return,
            _ => Checked::NoTip,
        };
        match checked {
            Checked::Right if named => self.wrong(WitnessError::OtherLinks { throw: number }),
            Checked::Right => {}
            // The tip may be one that the client was never shown.
            _ if !throw.from_the_beginning => {}
            Checked::NoTip => self.wrong(WitnessError::NoTip { whose, throw: number }),
            Checked::Broken { expected, found } => {
                self.wrong(WitnessError::BrokenChain { whose, throw: number, expected, found });
            }
        }
    }

    fn check_own(&mut self, throw: &SeenThrow, run: Option<u64>) {
        let number = throw.number;
        let Some(own) = self.given.iter().rfind(|own| own.throw == number).cloned() else { return };
        let seat = throw.people.iter().position(|person| person.is_some() && *person == self.me);
        let Some(seat) = seat else { return };
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

    fn check_dice(&mut self, throw: &SeenThrow, server: Link) {
        let derived = Throw {
            table: &self.table,
            number: throw.number,
            kind: throw.kind,
            server,
            links: BySeat::from_fn(|seat: Seat| throw.links.get(seat.index()).copied().flatten()),
            dice: BySeat::from_fn(|seat: Seat| throw.dice.get(seat.index()).copied().unwrap_or(0)),
        };
        let hands = derived.hands();
        let shown = throw.result.iter().enumerate().filter_map(|(seat, hand)| Some((seat, (*hand)?)));
        let wrong: Vec<_> = shown
            .filter_map(|(seat, found)| {
                let expected = hands[Seat::new(seat)?];
                (expected != found).then_some((seat, expected, found))
            })
            .collect();
        for (seat, expected, found) in wrong {
            let whose = self.whose(seat);
            self.wrong(WitnessError::WrongDice { whose, throw: throw.number, expected, found });
        }
    }

    fn whose(&self, seat: usize) -> Whose {
        Whose::Player(self.seats.get(seat).map_or_else(|| format!("seat {seat}"), |seat| seat.name.clone()))
    }

    fn wrong(&mut self, error: WitnessError) {
        if self.errors.len() < Witness::MOST_ERRORS && !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    /// Keeps a throw for comparison, and forgets what is too old for it.
    fn keep(&mut self, throw: SeenThrow) {
        self.throws.push_back(throw);
        if self.throws.len() > Witness::MOST_THROWS {
            self.throws.pop_front();
        }
        let oldest = self.throws.front().map_or(0, |throw| throw.number);
        self.server.forget(oldest);
        self.people.values_mut().for_each(|holder| holder.forget(oldest));
        self.people.retain(|_, holder| holder.tips.iter().any(|tip| tip.tip.is_some()));
    }
}

impl From<SeenVersion> for u64 {
    fn from(_: SeenVersion) -> u64 {
        1
    }
}

impl TryFrom<u64> for SeenVersion {
    type Error = String;

    fn try_from(version: u64) -> Result<SeenVersion, String> {
        match version {
            1 => Ok(SeenVersion),
            _ => Err(format!("version {version} of what was seen is unknown, this program reads version 1")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fair::Chain;

    #[test]
    fn an_own_tip_that_is_said_to_count_anew_gets_no_link_that_is_open() {
        let chain = || Chain::new([2; 32], 64);
        let mut witness = Witness::new("kitchen");
        witness.server_tip(Chain::new([1; 32], 256).tip(), 1);
        witness.is(Some(PersonId(0)));
        witness.person_tip(PersonId(0), "anna", Tip { from: 1, tip: Some(chain().tip()) });
        witness.ask(1);
        // Two links were passed over: whoever knows the third knows them, too.
        let third = chain().open_nth(3).unwrap();
        assert_eq!(witness.give(1, third), Ok(()));
        for number in 1..=3 {
            let mut after_a_reload = witness.clone();
            (after_a_reload.thrown, after_a_reload.asked) = (1, 2);
            let open = chain().open_nth(number).unwrap();
            assert_eq!(after_a_reload.give(2, open), Err(WitnessError::GivenBefore { throw: 2 }), "{number}");
        }
        (witness.thrown, witness.asked) = (1, 2);
        assert_eq!(witness.give(2, chain().open_nth(4).unwrap()), Ok(()));
    }
}
