//! What a client sees of the closed chains of a sealed table.

use std::collections::BTreeMap;

use perudo_rules::{BySeat, Hand, Seat};
use serde::{Deserialize, Serialize};

use super::{Holder, Witness};
use crate::PersonId;
use crate::fair::{ClosedTip, Link, SealedThrow, SeenThrow, Tip, WitnessError};

/// The closed tips that were shown, and those that the dice under the cups follow from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct SealedWitness {
    people: BTreeMap<PersonId, Holder>,
    /// Those of the bots of the tour, by seat.
    bots: Vec<(u8, ClosedTip)>,
    /// The throw under the cups, and its closed tips by seat.
    cups: Option<(u64, Vec<(u8, ClosedTip)>)>,
    /// Whether somebody has called: then there are no more bids.
    #[serde(default)]
    called: bool,
    /// The throw that was coming when the client was shown the whole table: for it tips may count that it was not shown.
    came_before: u64,
}

impl SealedWitness {
    pub(super) fn is_empty(&self) -> bool {
        *self == SealedWitness::default()
    }
}

impl Witness {
    /// The client was shown the whole table while this throw was coming.
    pub fn came_before(&mut self, throw: u64) {
        self.sealed.came_before = throw;
    }

    /// A person shows the tip of a closed chain.
    pub fn closed_tip(&mut self, person: PersonId, name: &str, closed: ClosedTip) {
        let known = self.sealed.people.len();
        if known >= Witness::MOST_PEOPLE && !self.sealed.people.contains_key(&person) {
            return;
        }
        let new = || Holder::new(Some(name.to_owned()));
        let holder = self.sealed.people.entry(person).or_insert_with(new);
        let tip = Tip::from(closed);
        if closed.from > self.asked {
            return holder.publish(tip);
        }
        let before = holder.in_force(closed.from);
        let (whose, from, asked) = (holder.whose(), closed.from, self.asked);
        match before {
            Some(before) if before == tip => {}
            Some(before) if before.from == from => {
                let (before, now) = (before.tip, tip.tip);
                self.wrong(WitnessError::ChangedTip { whose, throw: from, before, now });
            }
            // A client that has just come is told tips which others were shown in time.
            _ if from <= self.sealed.came_before => holder.publish(tip),
            _ => self.wrong(WitnessError::LateTip { whose, from, asked }),
        }
    }

    /// The tips of the closed chains of the tour's bots, by seat.
    pub fn bot_tips(&mut self, tips: Vec<(u8, ClosedTip)>) {
        self.sealed.bots = tips;
    }

    /// The dice of a throw, whose open links have just been opened, follow from these closed chains.
    pub fn sealed(&mut self, number: u64, cups: Vec<(u8, ClosedTip)>) {
        let Some(throw) = self.throws.back().filter(|throw| throw.number == number) else { return };
        let mut wrong = Vec::new();
        for seat in 0..throw.people.len() {
            if throw.dice.get(seat).is_none_or(|dice| *dice == 0) {
                continue;
            }
            let of = |(by, tip): &(u8, ClosedTip)| (usize::from(*by) == seat).then_some(Tip::from(*tip));
            let said = cups.iter().find_map(of);
            let published = self.closed_tip_at(throw, seat);
            let unseen = published.is_none() && self.came_late_for(number);
            if said.is_none() || (said != published && !unseen) {
                wrong.push(seat);
            }
        }
        for seat in wrong {
            let whose = self.whose(seat);
            self.wrong(WitnessError::WrongCup { whose, throw: number });
        }
        (self.sealed.cups, self.sealed.called) = (Some((number, cups)), false);
    }

    /// The closed tip that the dice of a seat follow from, as it was published.
    pub(in crate::fair) fn closed_tip_at(&self, throw: &SeenThrow, seat: usize) -> Option<Tip> {
        let SealedWitness { people, bots, .. } = &self.sealed;
        match throw.people.get(seat)? {
            Some(person) => people.get(person)?.in_force(throw.number),
            None => bots.iter().find(|(by, _)| usize::from(*by) == seat).map(|(_, tip)| Tip::from(*tip)),
        }
    }

    /// Whether closed tips may count for a throw that the client was not shown.
    pub(in crate::fair) fn came_late_for(&self, throw: u64) -> bool {
        throw <= self.sealed.came_before
    }

    /// Somebody has called, and everybody shows their dice.
    pub fn called(&mut self) {
        self.sealed.called = self.sealed.cups.is_some();
    }

    /// Somebody bids.
    pub fn bid(&mut self) {
        if let (true, Some((throw, _))) = (self.sealed.called, &self.sealed.cups) {
            let throw = *throw;
            self.wrong(WitnessError::WentOn { throw });
        }
    }

    /// Everybody has shown the dice under the cups: the closed links and the dice, by seat.
    pub fn shown(&mut self, closed: &[(u8, Link)], hands: &[Hand]) {
        let Some((number, cups)) = self.sealed.cups.take() else { return };
        let Some(throw) = self.throws.back_mut().filter(|throw| throw.number == number) else { return };
        let Some(server) = throw.server else { return };
        let links = BySeat::from_fn(|seat: Seat| throw.links.get(seat.index()).copied().flatten());
        let derived = SealedThrow { table: &self.table, number, server, links };
        let mut wrong = Vec::new();
        for (index, hand) in hands.iter().enumerate() {
            let dice = throw.dice.get(index).copied().unwrap_or(0);
            let (Some(seat), true) = (Seat::new(index), dice > 0) else { continue };
            if let Some(place) = throw.result.get_mut(index) {
                *place = Some(*hand);
            }
            let link = closed.iter().find(|(by, _)| usize::from(*by) == index).map(|(_, link)| *link);
            let cup = cups.iter().find(|(by, _)| usize::from(*by) == index).map(|(_, tip)| *tip);
            let (Some(link), Some(cup)) = (link, cup) else {
                wrong.push((index, None));
                continue;
            };
            let expected = derived.hand(seat, dice, &link);
            if !cup.accepts(number, &link) || expected != *hand {
                wrong.push((index, Some((cup, link, expected, *hand))));
            }
        }
        for (seat, fault) in wrong {
            let whose = self.whose(seat);
            self.wrong(match fault {
                None => WitnessError::LinkMissing { whose, throw: number },
                Some((cup, link, expected, found)) if cup.accepts(number, &link) => {
                    WitnessError::WrongDice { whose, throw: number, expected, found }
                }
                Some((cup, link, ..)) => {
                    let found = cup.number(number).map_or(link, |steps| link.hash_times(steps));
                    WitnessError::BrokenChain { whose, throw: number, expected: cup.tip, found }
                }
            });
        }
    }

    /// Whether all open links of a sealed throw were seen and nothing is wrong: only then a client shows its closed link.
    /// A server that sends no receipts learns nothing by it but the dice that have been called.
    pub fn vouches_for(&self, throw: u64) -> bool {
        let opened = self.throws.back().is_some_and(|seen| seen.number == throw && seen.server.is_some());
        let sealed = self.sealed.cups.as_ref().is_some_and(|(number, _)| *number == throw);
        let harmless = |error: &WitnessError| matches!(error, WitnessError::NoReceipt { .. });
        opened && sealed && self.errors.iter().all(harmless)
    }

    /// Whether the links of a throw were seen.
    pub fn has_seen(&self, throw: u64) -> bool {
        self.throws.back().is_some_and(|seen| seen.number == throw)
    }
}
