//! A client's side of fair dice: what it was shown, and whether all of it fits together.

mod checks;
mod own_links;
mod sealed;
mod tips;

use std::collections::{BTreeMap, VecDeque};

use perudo_rules::Hand;
use serde::{Deserialize, Serialize};

use self::own_links::{OwnLink, UnsignedLinks};
use self::sealed::SealedWitness;
use super::holder::Holder;
use super::{
    OpenedLinks, PublicKey, Receipt, SERVER_CHAIN, SeenSeat, SeenThrow, ThrowKind, Tip, TipsHead, Whose,
    WitnessError,
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
    /// The links without a receipt.
    #[serde(skip)]
    unsigned: UnsignedLinks,
    /// The last head of its log of tips.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    head: Option<TipsHead>,
    errors: Vec<WitnessError>,
}

/// The version of the file: 1 is the only one so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(try_from = "u64", into = "u64")]
struct SeenVersion;

impl Witness {
    /// The most throws that are kept for comparison.
    pub const MOST_THROWS: usize = 128;

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
            unsigned: UnsignedLinks::default(),
            head: None,
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

    /// The throws whose links are open, as they were shown.
    pub fn throws(&self) -> impl Iterator<Item = &SeenThrow> {
        self.throws.iter()
    }

    /// Whether that tour is played, or was the last.
    pub(super) fn is_in_tour(&self, tour: u32) -> bool {
        self.tour == tour
    }

    /// The throw that comes next.
    fn coming(&self) -> u64 {
        self.thrown.saturating_add(1)
    }

    /// Who the client is at the table.
    pub fn is(&mut self, me: Option<PersonId>) {
        self.me = me;
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
        self.counts_own(number, &with);
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
