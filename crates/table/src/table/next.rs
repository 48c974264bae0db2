//! What happens by itself, and when.

use std::time::Duration;

use perudo_rules::{BySeat, Phase, Seat, SeatSet};

use super::{BotTurn, Stage, Table, Tour, Who};
use crate::fair::{Throw, ThrowKind, Version};
use crate::presence::{EMPTY, GHOST, GRACE, KEEP, LINK_WAIT};
use crate::{Absence, Links, Moment, Person, PersonId, Place, Presence, PublicEvent, TableEvent, ThrownDice};

/// What comes next at a table if nobody does anything.
pub(crate) enum Next {
    /// This happens now.
    Now(Box<TableEvent>),
    /// Nothing before a moment, if ever.
    Wait {
        /// When to ask again.
        until: Option<Moment>,
        /// The bot whose decision is wanted meanwhile.
        bot: Option<BotTurn>,
    },
}

/// Collects the earliest moment at which something may become due.
pub(super) struct Agenda {
    now: Moment,
    until: Option<Moment>,
}

impl Agenda {
    /// Whether that moment has come; if not, it is remembered.
    pub(super) fn due(&mut self, at: Moment) -> bool {
        if at <= self.now {
            return true;
        }
        self.until = Some(self.until.map_or(at, |until| until.min(at)));
        false
    }
}

impl Table {
    /// What is due now, or when to ask again. Ask after every event, at the moment it names, and
    /// when someone connects, disconnects or gives a link.
    pub(crate) fn next(&self, presence: &Presence, now: Moment) -> Next {
        let mut agenda = Agenda { now, until: None };
        if self.stage == Stage::Closed {
            return Next::Wait { until: None, bot: None };
        }
        let event = self
            .about_people(presence, &mut agenda)
            .or_else(|| self.about_host(presence))
            .or_else(|| self.about_showing(presence, &mut agenda))
            .or_else(|| self.about_stage(presence, &mut agenda))
            .map(TableEvent::Public)
            .or_else(|| self.throw(presence, &mut agenda));
        match event {
            Some(event) => Next::Now(Box::new(event)),
            None => Next::Wait { until: agenda.until, bot: self.bot_turn() },
        }
    }

    /// Those who are back, those for whom a bot plays from now on, those whose chair is free again.
    fn about_people(&self, presence: &Presence, agenda: &mut Agenda) -> Option<PublicEvent> {
        for (id, person) in self.people.present() {
            let Some(since) = presence.offline_since(person.guest) else {
                if person.away == Some(Absence::Gone) {
                    return Some(PublicEvent::Back { person: id });
                }
                continue;
            };
            let plays = self.playing().is_some_and(|tour| {
                tour.seat_of(id).is_some_and(|seat| tour.game.dice(seat) > 0 && self.still_here(tour, seat))
            });
            if plays {
                if person.away.is_none() && agenda.due(since.after(GRACE)) {
                    return Some(PublicEvent::Away { person: id, why: Absence::Gone });
                }
            } else if agenda.due(since.after(self.patience(person, presence))) {
                return Some(self.leaving(id, false));
            }
            if self.host == Some(id)
                && let Some(to) = self.another_host(presence)
                && agenda.due(since.after(GRACE))
            {
                return Some(PublicEvent::HostMoved { to });
            }
        }
        None
    }

    /// How long someone who does not play may be without a connection. Whoever has the table may make it and come later.
    fn patience(&self, person: &Person, presence: &Presence) -> Duration {
        let ghost = presence.is_ghost(person.guest) && self.owner != Some(person.guest);
        if ghost { GHOST } else { KEEP }
    }

    /// Whoever has the table is its host while they are here. A table whose host left gets another.
    fn about_host(&self, presence: &Presence) -> Option<PublicEvent> {
        let mut connected = self.connected(presence);
        let owner = connected.find(|(_, person)| self.owner == Some(person.guest)).map(|(id, _)| id);
        let to = match (owner, self.host) {
            (Some(owner), host) if host != Some(owner) => owner,
            (None, None) => self.another_host(presence)?,
            _ => return None,
        };
        Some(PublicEvent::HostMoved { to })
    }

    /// Someone connected who could be the host: whoever has been known here for longest.
    fn another_host(&self, presence: &Presence) -> Option<PersonId> {
        let others = self.connected(presence).filter(|(id, _)| self.host != Some(*id));
        others.min_by_key(|(_, person)| person.known_since).map(|(id, _)| id)
    }

    fn connected(&self, presence: &Presence) -> impl Iterator<Item = (PersonId, &Person)> {
        self.people.present().filter(|(_, person)| presence.online(person.guest))
    }

    fn about_stage(&self, presence: &Presence, agenda: &mut Agenda) -> Option<PublicEvent> {
        match self.stage {
            Stage::Closed => None,
            Stage::Waiting => self.about_emptiness(presence, agenda).or_else(|| self.next_seat()),
            Stage::Resting { until } => {
                if let Some(closed) = self.about_emptiness(presence, agenda) {
                    return Some(closed);
                }
                if presence.empty_since().is_none() && agenda.due(until) { self.next_tour() } else { None }
            }
            Stage::Playing => self.about_turn(presence, agenda),
        }
    }

    fn about_emptiness(&self, presence: &Presence, agenda: &mut Agenda) -> Option<PublicEvent> {
        let since = presence.empty_since()?;
        agenda.due(since.after(EMPTY)).then_some(PublicEvent::Closed)
    }

    /// Those who wait get chairs, people before bots; then the tour begins.
    fn next_tour(&self) -> Option<PublicEvent> {
        if let Some(seated) = self.next_seat() {
            return Some(seated);
        }
        let taken = self.chairs.iter().enumerate().filter(|(_, chair)| !chair.is_empty());
        let chairs: Vec<u8> = taken.map(|(index, _)| index as u8).collect();
        let number = self.tour.as_ref().map_or(0, |tour| tour.number) + 1;
        let closed = if self.settings.dice.is_sealed() { self.bot_tips(number) } else { Vec::new() };
        (chairs.len() >= 2).then_some(PublicEvent::TourBegan { chairs, proof: Version::Two, closed })
    }

    fn next_seat(&self) -> Option<PublicEvent> {
        Some(PublicEvent::Seated { person: self.queue().next()?, chair: self.free_chair()? })
    }

    fn about_turn(&self, presence: &Presence, agenda: &mut Agenda) -> Option<PublicEvent> {
        let tour = self.playing()?;
        if !matches!(tour.game.phase(), Phase::Draw { .. }) {
            let gone = tour.game.with_dice().iter().find(|seat| !self.still_here(tour, *seat));
            if let Some(seat) = gone {
                return Some(PublicEvent::Withdrawn { seat, links: self.links_in_play() });
            }
        }
        let seat = tour.game.turn()?;
        let Who::Person(id) = tour.player(seat)?.who else { return None };
        if self.person(id)?.away.is_some() {
            return None;
        }
        let turn = self.settings.clock.turn()?;
        if tour.since < presence.began() {
            return Some(PublicEvent::ClockRestarted);
        }
        let deadline = tour.deadline(seat, turn);
        agenda.due(deadline).then_some(PublicEvent::Away { person: id, why: Absence::Late })
    }

    /// The dice of the coming throw, once everybody who is here has given a link or had the time to.
    fn throw(&self, presence: &Presence, agenda: &mut Agenda) -> Option<TableEvent> {
        let tour = self.playing()?;
        // At once after the throw that used it up, before anyone gives a link for the next one.
        if self.chain.left() == 0 {
            let tip = self.next_chain()?.tip();
            let (from, closed) = (Some(self.throws + 1), None);
            return Some(TableEvent::Public(PublicEvent::Committed { person: None, tip, from, closed }));
        }
        let (kind, throwing) = match tour.game.phase() {
            Phase::Draw { throwing, .. } => (ThrowKind::Draw, throwing),
            Phase::Rolling => (ThrowKind::Roll, tour.game.with_dice()),
            Phase::Declaring { .. } | Phase::Bidding { .. } | Phase::Showing { .. } | Phase::Over { .. } => {
                return None;
            }
        };
        let ready = tour.quiet_until.max(tour.since).max(presence.began());
        if !agenda.due(ready) {
            return None;
        }
        if kind == ThrowKind::Roll
            && let Some(removed) = self.cannot_be_dealt_in(tour)
        {
            return Some(TableEvent::Public(removed));
        }
        // Whoever has a chain takes part, by a link or by name.
        let with_chain = |seat: Seat| {
            let Who::Person(id) = tour.player(seat)?.who else { return None };
            let person = self.person(id)?;
            Some((seat, person, person.chain.as_ref()?, presence.link(id)))
        };
        let part = || tour.game.seats().iter().filter(|seat| tour.takes_part(*seat)).filter_map(with_chain);
        let awaited = part().filter(|(.., link)| link.is_none()).any(|(seat, person, ..)| {
            // Players who lost their connection a moment ago are about to come back.
            let returns = throwing.contains(seat) && person.away.is_none();
            person.place != Place::Gone && (returns || presence.online(person.guest))
        });
        if awaited && !agenda.due(ready.after(LINK_WAIT)) {
            return None;
        }
        // What has to be hashed is left until all links are there.
        let mut links = Links { server: self.chain.next(), run: presence.run(), ..Links::default() };
        for (seat, _, chain, link) in part() {
            match link.filter(|link| chain.commitment.accepts(link)) {
                Some(link) => links.seats.push((seat, *link)),
                None => links.withheld.push(seat),
            }
        }
        Some(TableEvent::Thrown { dice: self.dice(tour, kind, throwing, &links)?, links })
    }

    fn dice(&self, tour: &Tour, kind: ThrowKind, throwing: SeatSet, links: &Links) -> Option<ThrownDice> {
        if kind == ThrowKind::Roll && tour.game.is_sealed() {
            return Some(ThrownDice::Sealed);
        }
        let given = |seat: Seat| links.seats.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link);
        let throw = Throw {
            table: &self.name,
            number: self.throws + 1,
            kind,
            server: links.server?,
            links: BySeat::from_fn(given),
            dice: BySeat::from_fn(|seat| match kind {
                ThrowKind::Draw => u8::from(throwing.contains(seat)),
                ThrowKind::Roll => tour.game.dice(seat),
            }),
        };
        Some(match kind {
            ThrowKind::Draw => ThrownDice::Drawn(throw.draw()),
            ThrowKind::Roll => ThrownDice::Rolled(throw.hands()),
        })
    }
}
