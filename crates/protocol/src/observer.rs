//! Shows a witness of the dice what the server says.

use std::collections::BTreeMap;

use perudo_rules::{Face, Hand, PhaseName};
use perudo_table::fair::{ClosedTip, Link, OpenedLinks, SeenSeat, Tip, Witness, WitnessError};
use perudo_table::{Moment, PersonId};

use crate::{Now, ServerMsg, View, ViewCup, ViewLinks, ViewPerson, ViewSealed, WireEvent};

/// A client's [`Witness`], and what it takes to translate chairs into the seats of a tour. It does no I/O: every message of
/// the server goes in through [`Observer::receive`], and before a link is given [`Observer::give`] is asked.
#[derive(Clone, Debug)]
pub struct Observer {
    witness: Witness,
    names: BTreeMap<u16, String>,
    /// Who is in each chair.
    chairs: BTreeMap<u8, SeenSeat>,
    /// The chairs of the tour, in the order of its seats.
    seats: Vec<u8>,
}

impl Observer {
    /// A client that comes to a table, with what it saw there before.
    pub fn new(witness: Witness) -> Observer {
        Observer { witness, names: BTreeMap::new(), chairs: BTreeMap::new(), seats: Vec::new() }
    }

    /// What was seen.
    pub fn witness(&self) -> &Witness {
        &self.witness
    }

    /// What was seen, to tell it of something that is no event.
    pub fn witness_mut(&mut self) -> &mut Witness {
        &mut self.witness
    }

    /// Whether the client may give this link at this moment.
    ///
    /// # Errors
    ///
    /// Why not: the throw is not the one that comes next, another link was given for it, the link is open already, or the
    /// server does not sign for links as it promised.
    pub fn give(&mut self, throw: u64, link: Link, now: Moment) -> Result<(), WitnessError> {
        self.witness.give(throw, link, now)
    }

    /// Takes in what the server says.
    pub fn receive(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Welcome { you, view, key, .. } => {
                if let Some(key) = key {
                    self.witness.signs_with(*key);
                }
                self.witness.is(you.person.map(PersonId));
                self.witness.reconnected();
                self.welcome(view);
            }
            ServerMsg::You { you, .. } => self.witness.is(you.person.map(PersonId)),
            ServerMsg::Event { event, now, .. } => self.happened(event, now.as_deref()),
            ServerMsg::Receipt { receipt, .. } => self.witness.receipt(receipt),
            ServerMsg::Receipts { receipts, .. } => {
                if let Some(receipt) = self.witness.own_receipt(receipts) {
                    self.witness.receipt(&receipt);
                }
            }
            _ => {}
        }
    }

    fn welcome(&mut self, view: &View) {
        self.names = view.people.iter().map(|person| (person.person, person.name.clone())).collect();
        if let Some(tour) = &view.tour {
            for player in &tour.players {
                if let Some(person) = player.person {
                    self.names.entry(person).or_insert_with(|| player.name.clone());
                }
            }
        }
        let tip = |person: u16, from: u64, tip: Option<Link>| {
            (PersonId(person), self.name(person), Tip { from, tip })
        };
        let mut tips = Vec::new();
        for older in &view.older_tips {
            tips.push(tip(older.person, older.from, Some(older.tip)));
            // Another chain takes its place after the coming throw, or none.
            tips.push(tip(older.person, view.throws.saturating_add(2), None));
        }
        let latest = |person: &ViewPerson| Some(tip(person.person, person.from?, Some(person.tip?)));
        tips.extend(view.people.iter().filter_map(latest));
        let under_cups = matches!(view.now.phase, Some(PhaseName::Bidding | PhaseName::Showing));
        let server = Tip { from: view.server_from, tip: Some(view.server_tip) };
        self.witness.welcome(view.throws, under_cups, server, &tips);
        self.witness.came_before(view.throws.saturating_add(1));
        for person in &view.people {
            if let (Some(tip), Some(from)) = (person.closed, person.closed_from) {
                self.witness.closed_tip(PersonId(person.person), &person.name, ClosedTip { tip, from });
            }
        }
        let seat = |person: Option<u16>, name: Option<&String>| SeenSeat {
            name: name.cloned().unwrap_or_default(),
            person: person.map(PersonId),
        };
        self.chairs =
            (0..).zip(view.chairs.iter().map(|chair| seat(chair.person, chair.name.as_ref()))).collect();
        if let Some(tour) = &view.tour {
            self.seats = tour.players.iter().map(|player| player.chair).collect();
            let seats = tour.players.iter().map(|player| seat(player.person, Some(&player.name)));
            self.witness.tour(tour.tour, seats.collect());
            let dice = self.by_seat(&view.now.dice);
            match &tour.sealed {
                None if under_cups => self.witness.under_cups(view.throws, dice, tour.hand),
                Some(ViewSealed { links, cups }) if !self.witness.has_seen(view.throws) => {
                    self.witness.under_cups(view.throws, dice, None);
                    self.witness.open(&self.opened(links), None);
                    self.witness.sealed(view.throws, self.cups(cups));
                }
                _ => {}
            }
        }
        if let Some(throw) = view.now.throw {
            self.witness.ask(throw);
        }
    }

    /// Takes in an event; for programs that read one copy of it for several clients.
    pub fn happened(&mut self, event: &WireEvent, now: Option<&Now>) {
        match event {
            WireEvent::Came { person, name, chair, tip, from, closed, .. } => {
                self.names.insert(*person, name.clone());
                self.witness.person_tip(PersonId(*person), name, Tip { from: *from, tip: *tip });
                self.closed(*person, *closed, *from);
                if let Some(chair) = chair {
                    self.sit(*chair, name.clone(), Some(*person));
                }
            }
            WireEvent::Left { person, from, .. } => {
                self.witness.left(PersonId(*person), *from);
                self.chairs.retain(|_, seat| seat.person != Some(PersonId(*person)));
            }
            WireEvent::Seated { person, chair } => self.sit(*chair, self.name(*person), Some(*person)),
            WireEvent::BotSat { chair, name, .. } => self.sit(*chair, name.clone(), None),
            WireEvent::BotLeft { chair } => drop(self.chairs.remove(chair)),
            WireEvent::Committed { person: Some(person), tip, from, closed } => {
                self.closed(*person, *closed, *from);
                let tip = Tip { from: *from, tip: Some(*tip) };
                self.witness.person_tip(PersonId(*person), &self.name(*person), tip);
            }
            WireEvent::Committed { person: None, tip, from, .. } => self.witness.server_tip(*tip, *from),
            WireEvent::TourBegan { tour, chairs, bot_tips } => {
                self.seats.clone_from(chairs);
                let nobody = SeenSeat { name: String::new(), person: None };
                let seats = chairs.iter().map(|chair| self.chairs.get(chair).unwrap_or(&nobody).clone());
                self.witness.tour(*tour, seats.collect());
                let from = now.and_then(|now| now.throw).unwrap_or_default();
                let tips = bot_tips.iter().flatten();
                let tips = tips.map(|(chair, tip)| (self.seat(*chair), ClosedTip { tip: *tip, from }));
                self.witness.bot_tips(tips.collect());
            }
            WireEvent::Drawn { throw, throws, links } => {
                let hand = |face: Option<Face>| face.into_iter().collect::<Hand>();
                let hands: Vec<Hand> = throws.iter().map(|face| hand(*face)).collect();
                self.witness.drawn(*throw, self.by_seat(&hands), &self.opened(links));
            }
            WireEvent::Rolled { throw, hand, with, withheld, links, cups } => {
                let dice = now.map_or_else(Vec::new, |now| self.by_seat(&now.dice));
                let (with, withheld) = (self.seats_of(with), self.seats_of(withheld));
                self.witness.rolled(*throw, dice, *hand, with, withheld);
                // At a sealed table the open links are shown at once, and the dice follow from closed ones.
                if let Some(links) = links {
                    self.witness.open(&self.opened(links), None);
                    self.witness.sealed(*throw, self.cups(cups.as_deref().unwrap_or_default()));
                }
            }
            WireEvent::Called { .. } => self.witness.called(),
            WireEvent::Bid { .. } => self.witness.bid(),
            WireEvent::Showdown { hands, links, .. } => {
                let hands = self.by_seat(hands);
                if !links.closed.is_empty() {
                    let closed = links.closed.iter().map(|(chair, link)| (self.seat(*chair), *link));
                    self.witness.shown(&closed.collect::<Vec<_>>(), &hands);
                }
                self.witness.open(&self.opened(links), Some(hands));
            }
            WireEvent::Withdrawn { links: Some(links), .. } => self.witness.open(&self.opened(links), None),
            _ => {}
        }
        if let Some(throw) = now.and_then(|now| now.throw) {
            self.witness.ask(throw);
        }
    }

    fn closed(&mut self, person: u16, tip: Option<Link>, from: u64) {
        if let Some(tip) = tip {
            self.witness.closed_tip(PersonId(person), &self.name(person), ClosedTip { tip, from });
        }
    }

    fn cups(&self, cups: &[ViewCup]) -> Vec<(u8, ClosedTip)> {
        let cup = |cup: &ViewCup| (self.seat(cup.chair), ClosedTip { tip: cup.tip, from: cup.from });
        cups.iter().map(cup).collect()
    }

    fn name(&self, person: u16) -> String {
        self.names.get(&person).cloned().unwrap_or_default()
    }

    fn sit(&mut self, chair: u8, name: String, person: Option<u16>) {
        self.chairs.insert(chair, SeenSeat { name, person: person.map(PersonId) });
    }

    /// The values of the chairs that play, in the order of seats.
    fn by_seat<T: Clone + Default>(&self, by_chair: &[T]) -> Vec<T> {
        let value = |chair: &u8| by_chair.get(usize::from(*chair)).cloned().unwrap_or_default();
        self.seats.iter().map(value).collect()
    }

    /// The seat of a chair; one that does not play has a number that no seat has.
    fn seat(&self, chair: u8) -> u8 {
        self.seats.iter().position(|seat| *seat == chair).map_or(u8::MAX, |seat| seat as u8)
    }

    fn seats_of(&self, chairs: &[u8]) -> Vec<u8> {
        chairs.iter().map(|chair| self.seat(*chair)).collect()
    }

    fn opened(&self, links: &ViewLinks) -> OpenedLinks {
        OpenedLinks {
            server: links.server,
            seats: links.chairs.iter().map(|(chair, link)| (self.seat(*chair), *link)).collect(),
            withheld: self.seats_of(&links.withheld),
            run: links.run,
        }
    }
}
