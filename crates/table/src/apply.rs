//! `apply`: an event changes the state. It never fails, whatever a log contains.

use perudo_rules::{Event, Phase};

use crate::fair::{Commitment, Link};
use crate::{
    Absence, Actor, Chair, ChatLine, Entry, Links, Moment, Person, PersonId, Place, Player, Public, Stage,
    Table, TableEvent, Tour, Who,
};

impl Table {
    /// The lines of chat that a table remembers.
    const CHAT: usize = 30;

    /// Carries out what happened.
    pub fn apply(&mut self, entry: &Entry) {
        self.seq += 1;
        self.last_at = entry.at;
        if let Some((guest, id)) = entry.by {
            self.repeats.remember(guest, id, self.seq);
        }
        match &entry.event {
            TableEvent::Opened { .. } => {}
            TableEvent::Came { person, guest, name, place, program, tip } => {
                let newcomer = Person {
                    guest: *guest,
                    name: name.clone(),
                    place: *place,
                    program: *program,
                    silenced: false,
                    away: None,
                    chain: None,
                };
                self.came(*person, newcomer);
                self.commit(*person, *tip);
            }
            TableEvent::Thrown { event, links } => self.thrown(event, links, entry.at),
            TableEvent::Public(event) => self.apply_public(event, entry.at),
        }
    }

    fn apply_public(&mut self, event: &Public, at: Moment) {
        match event {
            Public::Left { person, removed } => self.left(*person, *removed),
            Public::Seated { person, chair } => self.seat(*person, *chair),
            Public::BotSat { chair, level, name } => {
                self.fill(*chair, Chair::Bot { level: level.clone(), name: name.clone() });
            }
            Public::BotLeft { chair } => self.fill(*chair, Chair::Empty),
            Public::HostMoved { to } => self.host = Some(*to),
            Public::SettingsChanged { settings } => {
                self.chairs.resize(usize::from(settings.seats), Chair::Empty);
                self.wins.resize(usize::from(settings.seats), 0);
                self.settings = settings.clone();
            }
            Public::MatchBegan => {
                self.wins.fill(0);
                self.tours_played = 0;
                self.stage = Stage::Resting { until: at };
            }
            Public::RestEnded => self.stage = Stage::Resting { until: at },
            Public::TourBegan { chairs } => self.begin_tour(chairs, at),
            Public::Acted { event, by, .. } => self.acted(event, *by, at),
            Public::Withdrawn { seat, .. } => self.play(&Event::Left(*seat), at),
            Public::Away { person, why } => {
                self.away(*person, Some(*why));
                if let (Absence::Late, Some(tour)) = (why, &mut self.tour) {
                    tour.empty_bank(*person);
                }
            }
            Public::Back { person } => self.away(*person, None),
            Public::Said { person, text } => {
                let name = self.person(*person).map(|known| known.name.clone()).unwrap_or_default();
                if self.chat.len() >= Table::CHAT {
                    self.chat.pop_front();
                }
                self.chat.push_back(ChatLine { at, person: *person, name, text: text.clone() });
            }
            Public::Emoted { .. } => {}
            Public::ChatSwitched { on } => self.chat_on = *on,
            Public::Silenced { person, on } => {
                if let Some(person) = self.people.get_mut(usize::from(person.0)) {
                    person.silenced = *on;
                }
            }
            Public::Committed { person: Some(person), tip } => {
                self.commit(*person, Some(*tip));
            }
            Public::Committed { person: None, .. } => {
                self.chain = self.next_chain();
                self.chains += 1;
                self.server_tip = (self.chain.tip(), self.throws + 1);
            }
            Public::ClockRestarted => {
                if let Some(tour) = &mut self.tour {
                    tour.since = at;
                }
            }
            Public::Closed => self.stage = Stage::Closed,
        }
    }

    fn came(&mut self, id: PersonId, newcomer: Person) {
        let place = newcomer.place;
        match self.people.get_mut(usize::from(id.0)) {
            Some(known) => {
                let silenced = known.silenced && known.guest == newcomer.guest;
                *known = Person { silenced, ..newcomer };
            }
            None => {
                self.people.push(newcomer);
                self.commitments.push(None);
            }
        }
        if let Place::Chair(chair) = place {
            self.seat(id, chair);
        }
        self.host.get_or_insert(id);
    }

    fn commit(&mut self, id: PersonId, tip: Option<Link>) {
        let index = usize::from(id.0);
        if let (Some(person), Some(commitment)) =
            (self.people.get_mut(index), self.commitments.get_mut(index))
        {
            person.chain = tip.map(|tip| (tip, self.throws + 1));
            *commitment = tip.map(Commitment::new);
        }
    }

    fn seat(&mut self, person: PersonId, chair: u8) {
        self.fill(chair, Chair::Person(person));
        if let Some(person) = self.people.get_mut(usize::from(person.0)) {
            person.place = Place::Chair(chair);
        }
    }

    /// Puts someone else into a chair, who has not won any tour yet.
    fn fill(&mut self, chair: u8, sitter: Chair) {
        let index = usize::from(chair);
        if let (Some(chair), Some(wins)) = (self.chairs.get_mut(index), self.wins.get_mut(index)) {
            *chair = sitter;
            *wins = 0;
        }
    }

    fn left(&mut self, id: PersonId, removed: bool) {
        let Some(person) = self.people.get_mut(usize::from(id.0)) else { return };
        person.away = None;
        let place = std::mem::replace(&mut person.place, Place::Gone);
        if removed {
            self.removed.push(person.guest);
        }
        self.commit(id, None);
        if let Place::Chair(chair) = place {
            self.fill(chair, Chair::Empty);
        }
        if self.host == Some(id) {
            self.host = None;
        }
    }

    fn away(&mut self, id: PersonId, absence: Option<Absence>) {
        if let Some(person) = self.people.get_mut(usize::from(id.0)) {
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
        let player = |&chair: &u8| {
            let (name, who) = match self.chairs.get(usize::from(chair))? {
                Chair::Empty => return None,
                Chair::Person(id) => (self.person(*id)?.name.clone(), Who::Person(*id)),
                Chair::Bot { level, name } => (name.clone(), Who::Bot(level.clone())),
            };
            Some(Player { chair, name, who })
        };
        let players = chairs.iter().filter_map(player).collect();
        let number = self.tour.as_ref().map_or(0, |tour| tour.number) + 1;
        let tour = Tour::new(number, self.settings.rules, players, self.settings.clock.bank(), at);
        if let Some(tour) = tour {
            self.tour = Some(tour);
            self.stage = Stage::Playing;
        }
    }

    fn thrown(&mut self, event: &Event, links: &Links, at: Moment) {
        self.throws += 1;
        if let Some(link) = links.server {
            self.chain.opened_before(link);
        }
        for (index, commitment) in self.commitments.iter_mut().enumerate() {
            let Some(commitment) = commitment else { continue };
            let seat = self.tour.as_ref().and_then(|tour| tour.seat_of(PersonId(index as u16)));
            let given = seat.and_then(|seat| links.seats.iter().find(|(by, _)| *by == seat));
            if !given.is_some_and(|(_, link)| commitment.advance(*link)) {
                commitment.pass();
            }
        }
        let pause = self.settings.speed.showdown() / 3;
        if let Some(tour) = &mut self.tour {
            tour.links = links.clone();
            if matches!(event, Event::Drawn(_)) {
                tour.quiet_until = at.after(pause);
            }
        }
        self.play(event, at);
    }

    fn acted(&mut self, event: &Event, by: Actor, at: Moment) {
        let turn = self.settings.clock.turn();
        let pause = self.settings.speed.showdown();
        let mut actor = None;
        if let Some(tour) = &mut self.tour {
            if let (Actor::Person, Some(seat)) = (by, tour.game.turn()) {
                tour.charge(seat, turn, at);
                actor = tour.player(seat).map(|player| player.who.clone());
            }
            if matches!(event, Event::Revealed(_)) {
                tour.quiet_until = at.after(pause);
            }
        }
        if let Some(Who::Person(person)) = actor {
            self.away(person, None);
        }
        self.play(event, at);
    }

    /// Carries out what happened in the game, and ends the tour with it.
    fn play(&mut self, event: &Event, at: Moment) {
        let Some(tour) = &mut self.tour else { return };
        tour.play(event, at);
        let Phase::Over { winner } = tour.game.phase() else { return };
        let chair = tour.player(winner).map(|player| usize::from(player.chair));
        if let Some(wins) = chair.and_then(|chair| self.wins.get_mut(chair)) {
            *wins += 1;
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
