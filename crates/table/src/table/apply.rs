//! `apply`: an event changes the state. It never fails, whatever a log contains.

use perudo_rules::{Event, Phase};

use super::{Player, Stage, Table, Tour, Who};
use crate::fair::{Chain, Link, Tip};
use crate::{
    Absence, Actor, Chair, ChatLine, Entry, Links, Moment, Person, PersonId, Place, PlayerEvent, PublicEvent,
    Sitter, TableEvent, ThrownDice,
};

impl Table {
    /// The lines of chat that a table remembers.
    pub const CHAT: usize = 30;

    /// Carries out what happened.
    pub fn apply(&mut self, entry: &Entry) {
        self.seq += 1;
        self.last_at = entry.at;
        if let Some((guest, id)) = entry.by {
            self.repeats.remember(guest, id, self.seq);
        }
        match &entry.event {
            TableEvent::Opened { .. } => {}
            TableEvent::Came { person, guest, name, place, program, tip, from } => {
                let newcomer = Person {
                    guest: *guest,
                    name: name.clone(),
                    place: *place,
                    program: *program,
                    silenced: false,
                    away: None,
                    chain: None,
                    next_tip: None,
                };
                self.came(*person, newcomer);
                self.commit(*person, *tip, *from);
            }
            TableEvent::Thrown { dice, links } => self.thrown(dice, links, entry.at),
            TableEvent::Public(event) => self.apply_public(event, entry.at),
        }
        if self.collects_links() {
            self.asked = self.throws + 1;
        }
    }

    fn apply_public(&mut self, event: &PublicEvent, at: Moment) {
        match event {
            PublicEvent::Left { person, removed, from } => self.left(*person, *removed, *from),
            PublicEvent::Seated { person, chair } => self.seat(*person, *chair),
            PublicEvent::BotSat { chair, level, name } => {
                self.fill(*chair, Some(Sitter::Bot { level: level.clone(), name: name.clone() }));
            }
            PublicEvent::BotLeft { chair } => self.fill(*chair, None),
            PublicEvent::HostMoved { to } => self.host = Some(*to),
            PublicEvent::SettingsChanged { settings } => {
                self.chairs.resize(usize::from(settings.seats), Chair::default());
                self.settings = settings.clone();
            }
            PublicEvent::MatchBegan => {
                self.chairs.iter_mut().for_each(|chair| chair.wins = 0);
                self.tours_played = 0;
                self.stage = Stage::Resting { until: at };
            }
            PublicEvent::RestEnded => self.stage = Stage::Resting { until: at },
            PublicEvent::TourBegan { chairs, .. } => self.begin_tour(chairs, at),
            PublicEvent::Acted { event, by, .. } => self.acted(*event, *by, at),
            PublicEvent::Withdrawn { seat, .. } => self.play(&Event::Left(*seat), at),
            PublicEvent::Away { person, why } => {
                self.away(*person, Some(*why));
                if let (Absence::Late, Some(tour)) = (why, &mut self.tour) {
                    tour.empty_bank(*person);
                }
            }
            PublicEvent::Back { person } => self.away(*person, None),
            PublicEvent::Said { person, text } => {
                let name = self.person(*person).map(|known| known.name.clone()).unwrap_or_default();
                if self.chat.len() >= Table::CHAT {
                    self.chat.pop_front();
                }
                self.chat.push_back(ChatLine { at, person: *person, name, text: text.clone() });
            }
            PublicEvent::Emoted { .. } => {}
            PublicEvent::ChatSwitched { on } => self.chat_on = *on,
            PublicEvent::Silenced { person, on } => {
                if let Some(person) = self.people.get_mut(*person) {
                    person.silenced = *on;
                }
            }
            PublicEvent::Committed { person: Some(person), tip, from } => {
                self.commit(*person, Some(*tip), *from);
            }
            PublicEvent::Committed { person: None, tip, .. } => {
                self.chain = self.next_chain().unwrap_or_else(|| Chain::used_up(*tip));
                self.chains += 1;
                self.server_tip = (self.chain.tip(), self.throws + 1);
            }
            PublicEvent::ClockRestarted => {
                if let Some(tour) = &mut self.tour {
                    tour.since = at;
                }
            }
            PublicEvent::Closed => self.stage = Stage::Closed,
        }
    }

    fn came(&mut self, id: PersonId, newcomer: Person) {
        let place = newcomer.place;
        self.people.put(id, newcomer);
        if let Place::Chair(chair) = place {
            self.seat(id, chair);
        }
        self.host.get_or_insert(id);
    }

    fn commit(&mut self, id: PersonId, tip: Option<Link>, from: Option<u64>) {
        let coming = self.throws + 1;
        if let Some(person) = self.people.get_mut(id) {
            person.commit(Tip { from: from.unwrap_or(coming), tip }, coming);
        }
    }

    fn seat(&mut self, person: PersonId, chair: u8) {
        self.fill(chair, Some(Sitter::Person(person)));
        if let Some(person) = self.people.get_mut(person) {
            person.place = Place::Chair(chair);
        }
    }

    /// Puts someone else into a chair, who has not won any tour yet.
    fn fill(&mut self, chair: u8, sitter: Option<Sitter>) {
        if let Some(chair) = self.chairs.get_mut(usize::from(chair)) {
            *chair = Chair { sitter, wins: 0 };
        }
    }

    fn left(&mut self, id: PersonId, removed: bool, from: Option<u64>) {
        let Some(person) = self.people.get_mut(id) else { return };
        person.away = None;
        let place = std::mem::replace(&mut person.place, Place::Gone);
        if removed {
            self.removed.push(person.guest);
        }
        self.commit(id, None, from);
        if let Place::Chair(chair) = place {
            self.fill(chair, None);
        }
        if self.host == Some(id) {
            self.host = None;
        }
    }

    fn away(&mut self, id: PersonId, absence: Option<Absence>) {
        if let Some(person) = self.people.get_mut(id) {
            person.away = absence;
        }
        // Those who come back get their full time, without which they would be late at once.
        if let Some(tour) = self.tour.as_mut().filter(|_| absence.is_none())
            && let Some(seat) = tour.seat_of(id)
            && tour.game.turn() == Some(seat)
        {
            tour.since = tour.since.max(self.last_at);
        }
    }

    fn begin_tour(&mut self, chairs: &[u8], at: Moment) {
        let bank = u64::try_from(self.settings.clock.bank().as_millis()).unwrap_or(u64::MAX);
        let player = |&chair: &u8| {
            let (name, who) = match self.chairs.get(usize::from(chair))?.sitter.as_ref()? {
                Sitter::Person(id) => (self.person(*id)?.name.clone(), Who::Person(*id)),
                Sitter::Bot { level, name } => (name.clone(), Who::Bot(level.clone())),
            };
            Some(Player { chair, name, who, bank })
        };
        let players = chairs.iter().filter_map(player).collect();
        let number = self.tour.as_ref().map_or(0, |tour| tour.number) + 1;
        let tour = Tour::new(number, self.settings.rules, players, at);
        if let Some(tour) = tour {
            self.tour = Some(tour);
            self.stage = Stage::Playing;
        }
    }

    fn thrown(&mut self, dice: &ThrownDice, links: &Links, at: Moment) {
        self.throws += 1;
        if let Some(link) = links.server {
            self.chain.opened_before(link);
        }
        for (id, person) in self.people.iter_mut() {
            if person.chain.is_none() && person.next_tip.is_none() {
                continue;
            }
            let seat = self.tour.as_ref().and_then(|tour| tour.seat_of(id));
            let given = seat.and_then(|seat| links.seats.iter().find(|(by, _)| *by == seat));
            person.thrown(given.map(|(_, link)| *link), self.throws + 1);
        }
        let pause = self.settings.speed.showdown() / 3;
        if let Some(tour) = &mut self.tour {
            tour.links = links.clone();
            if matches!(dice, ThrownDice::Drawn(_)) {
                tour.quiet_until = at.after(pause);
            }
        }
        self.play(&dice.into(), at);
    }

    fn acted(&mut self, event: PlayerEvent, by: Actor, at: Moment) {
        let turn = self.settings.clock.turn();
        let pause = self.settings.speed.showdown();
        let mut actor = None;
        if let Some(tour) = &mut self.tour {
            if let (Actor::Person, Some(seat)) = (by, tour.game.turn()) {
                tour.charge(seat, turn, at);
                actor = tour.player(seat).map(|player| player.who.clone());
            }
            if matches!(event, PlayerEvent::Revealed(_)) {
                tour.quiet_until = at.after(pause);
            }
        }
        if let Some(Who::Person(person)) = actor {
            self.away(person, None);
        }
        self.play(&event.into(), at);
    }

    /// Carries out what happened in the game, and ends the tour with it.
    fn play(&mut self, event: &Event, at: Moment) {
        let Some(tour) = &mut self.tour else { return };
        tour.play(event, at);
        let Phase::Over { winner } = tour.game.phase() else { return };
        let chair = tour.player(winner).map(|player| usize::from(player.chair));
        if let Some(chair) = chair.and_then(|chair| self.chairs.get_mut(chair)) {
            chair.wins += 1;
        }
        self.tours_played += 1;
        self.stage = if self.tours_played < u32::from(self.settings.tours) {
            Stage::Resting {
                until: at.after(self.settings.speed.showdown()).after(self.settings.speed.rest()),
            }
        } else {
            Stage::Waiting
        };
    }
}
