//! `apply`: an event changes the state. It never fails, whatever a log contains.

use perudo_rules::{Event, NoDice, Phase};

use super::{Player, Stage, Table, Tour, Who};
use crate::fair::{Chain, ClosedTip, Link, Tip};
use crate::repeats::Repeats;
use crate::{
    Absence, Actor, Chair, ChatLine, ClosedTips, Entry, Guest, Links, Moment, Person, PersonId, Place,
    PlayerEvent, PublicEvent, Sitter, TableEvent, ThrownDice,
};

impl Table {
    /// The lines of chat that a table remembers.
    pub const CHAT: usize = 30;
    /// The most guests who stay barred though another person has got their number.
    const BARRED: usize = 256;

    /// Carries out what happened.
    pub fn apply(&mut self, entry: &Entry) {
        self.seq += 1;
        self.last_at = entry.at;
        match &entry.event {
            TableEvent::Opened { .. } => {}
            TableEvent::Came { person, guest, name, place, program, tip, from, closed, account } => {
                let newcomer = Person {
                    guest: *guest,
                    name: name.clone(),
                    place: *place,
                    program: *program,
                    silenced: false,
                    away: None,
                    chain: None,
                    next_tip: None,
                    barred: false,
                    known_since: self.seq,
                    came: self.seq,
                    repeats: Repeats::forgotten_up_to(self.forgotten),
                    closed: ClosedTips::default(),
                    account: account.clone(),
                };
                self.came(*person, newcomer);
                self.commit(*person, *tip, *from);
                self.commit_closed(*person, *closed, *from);
            }
            TableEvent::Thrown { dice, links } => self.thrown(dice, links, entry.at),
            TableEvent::Public(event) => self.apply_public(event, entry.at),
        }
        if self.collects_links() {
            self.asked = self.throws + 1;
        }
        if let Some((guest, id)) = entry.by {
            self.carried_out(guest, id, &entry.event);
        }
    }

    /// The last event was a guest's command of this number.
    fn carried_out(&mut self, guest: Guest, id: u64, event: &TableEvent) {
        // Whoever has the table hands it over; a stand-in only hands on to another stand-in.
        if let TableEvent::Public(PublicEvent::HostMoved { to }) = event
            && self.owner == Some(guest)
        {
            self.owner = self.guest_of(*to);
        }
        match self.people.find(guest).and_then(|person| self.people.get_mut(person)) {
            Some(person) => person.repeats.remember(id, self.seq),
            None => self.forgotten = self.seq,
        }
    }

    fn apply_public(&mut self, event: &PublicEvent, at: Moment) {
        match event {
            PublicEvent::Left { person, removed, from, .. } => self.left(*person, *removed, *from),
            PublicEvent::Seated { person, chair } => self.seat(*person, *chair),
            PublicEvent::BotSat { chair, level, name } => {
                self.fill(*chair, Some(Sitter::Bot { level: level.clone(), name: name.clone() }));
            }
            PublicEvent::BotLeft { chair } => self.fill(*chair, None),
            PublicEvent::HostMoved { to } => self.host_moved(*to),
            PublicEvent::Unbarred { person } => {
                if let Some(person) = self.people.get_mut(*person) {
                    person.barred = false;
                }
            }
            PublicEvent::Locked { on } => self.locked = *on,
            PublicEvent::SettingsChanged { settings } => {
                self.chairs.resize(usize::from(settings.seats), Chair::default());
                self.settings = settings.clone();
            }
            PublicEvent::MatchBegan => {
                self.chairs.iter_mut().for_each(|chair| chair.wins = 0);
                self.tours_played = 0;
                self.enter(Stage::Resting { until: at });
            }
            PublicEvent::RestEnded => self.enter(Stage::Resting { until: at }),
            PublicEvent::TourBegan { chairs, closed, .. } => self.begin_tour(chairs, closed, at),
            PublicEvent::Acted { event, by, .. } => self.acted(*event, *by, at),
            PublicEvent::Withdrawn { seat, .. } => {
                if let Some(tour) = &mut self.tour {
                    tour.decided(*seat, Actor::Bot);
                }
                self.play(Event::Left(*seat), at);
            }
            PublicEvent::Away { person, why } => {
                self.away(*person, Some(*why));
                if let (Absence::Late, Some(tour)) = (why, &mut self.tour) {
                    tour.empty_bank(*person);
                }
            }
            PublicEvent::Back { person } => self.away(*person, None),
            PublicEvent::Skipped { .. } => {
                if let Some(tour) = &mut self.tour {
                    tour.skipped = true;
                    tour.quiet_until = tour.quiet_until.min(at);
                }
            }
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
            PublicEvent::Committed { person: Some(person), tip, from, closed } => {
                self.commit(*person, Some(*tip), *from);
                self.commit_closed(*person, *closed, *from);
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
            PublicEvent::Closed | PublicEvent::ClosedFor { .. } => self.enter(Stage::Closed),
        }
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.since.stage = self.seq;
    }

    fn host_moved(&mut self, to: PersonId) {
        self.host = Some(to);
        self.since.host = self.seq;
    }

    fn came(&mut self, id: PersonId, newcomer: Person) {
        let place = newcomer.place;
        self.owner.get_or_insert(newcomer.guest);
        if let Some(gone) = self.people.put(id, newcomer) {
            self.forget(&gone);
        }
        if let Place::Chair(chair) = place {
            self.seat(id, chair);
        }
        if self.host.is_none() {
            self.host_moved(id);
        }
    }

    /// Keeps of someone whose number another person has got what the table has to know for ever, or for long.
    fn forget(&mut self, gone: &Person) {
        self.forgotten = self.forgotten.max(gone.repeats.newest());
        if gone.barred {
            if self.barred.len() >= Table::BARRED {
                self.barred.pop_front();
            }
            self.barred.push_back(gone.guest);
        }
    }

    fn commit(&mut self, id: PersonId, tip: Option<Link>, from: Option<u64>) {
        let coming = self.throws + 1;
        if let Some(person) = self.people.get_mut(id) {
            person.commit(Tip { from: from.unwrap_or(coming), tip }, coming);
        }
    }

    fn commit_closed(&mut self, id: PersonId, tip: Option<Link>, from: Option<u64>) {
        let coming = self.throws + 1;
        if let (Some(tip), Some(person)) = (tip, self.people.get_mut(id)) {
            person.closed.publish(ClosedTip { tip, from: from.unwrap_or(coming) }, coming);
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
            *chair = Chair { sitter, wins: 0, since: self.seq };
        }
    }

    fn left(&mut self, id: PersonId, removed: bool, from: Option<u64>) {
        let Some(person) = self.people.get_mut(id) else { return };
        person.away = None;
        person.closed = ClosedTips::default();
        let place = std::mem::replace(&mut person.place, Place::Gone);
        person.barred |= removed;
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

    fn begin_tour(&mut self, chairs: &[u8], closed: &[(u8, Link)], at: Moment) {
        let bank = u64::try_from(self.settings.clock.bank().as_millis()).unwrap_or(u64::MAX);
        let player = |&chair: &u8| {
            let (name, who) = match self.chairs.get(usize::from(chair))?.sitter.as_ref()? {
                Sitter::Person(id) => (self.person(*id)?.name.clone(), Who::Person(*id)),
                Sitter::Bot { level, name } => (name.clone(), Who::Bot(level.clone())),
            };
            let tip = closed.iter().find(|(of, _)| *of == chair).map(|(_, tip)| *tip);
            let closed = tip.map(|tip| ClosedTip { tip, from: self.throws + 1 });
            Some(Player { chair, name, who, bank, closed })
        };
        let players = chairs.iter().filter_map(player).collect();
        let tour = Tour::new(self.tour.as_ref(), &self.settings, players, at, self.seq);
        if let Some(tour) = tour {
            self.tour = Some(tour);
            self.enter(Stage::Playing);
        }
    }

    fn thrown(&mut self, dice: &ThrownDice, links: &Links, at: Moment) {
        let cups = match (&self.tour, dice) {
            (Some(tour), ThrownDice::Sealed) => self.cups(tour),
            _ => Vec::new(),
        };
        self.throws += 1;
        if let Some(link) = links.server {
            self.chain.opened_before(link);
        }
        let coming = self.throws + 1;
        for (id, person) in self.people.iter_mut() {
            person.closed.thrown(coming);
            if person.chain.is_none() && person.next_tip.is_none() {
                continue;
            }
            let seat = self.tour.as_ref().and_then(|tour| tour.seat_of(id));
            let given = seat.and_then(|seat| links.seats.iter().find(|(by, _)| *by == seat));
            person.thrown(given.map(|(_, link)| *link), coming);
        }
        if let Some(tour) = &mut self.tour {
            let pause = tour.speed(self.settings.speed).showdown() / 3;
            tour.links = links.clone();
            tour.cups = cups;
            if matches!(dice, ThrownDice::Drawn(_)) {
                tour.quiet_until = at.after(pause);
            }
            tour.throw(dice, at, self.seq);
        }
    }

    fn acted(&mut self, event: PlayerEvent, by: Actor, at: Moment) {
        let turn = self.settings.clock.turn();
        let mut actor = None;
        if let Some(tour) = &mut self.tour {
            let pause = tour.speed(self.settings.speed).showdown();
            if let Some(seat) = tour.game.turn() {
                tour.decided(seat, by);
            }
            if let (Actor::Person, Some(seat)) = (by, tour.game.turn()) {
                tour.charge(seat, turn, at);
                actor = tour.player(seat).map(|player| player.who.clone());
            }
            match event {
                PlayerEvent::Called { .. } => tour.called_by = Some(by),
                PlayerEvent::Revealed(_) => tour.quiet_until = at.after(pause),
                _ => {}
            }
        }
        if let Some(Who::Person(person)) = actor {
            self.away(person, None);
        }
        self.play(event.into(), at);
    }

    /// Carries out what happened in the game, and ends the tour with it.
    fn play(&mut self, event: Event<NoDice>, at: Moment) {
        let Some(tour) = &mut self.tour else { return };
        tour.play(event, at, self.seq);
        let Phase::Over { winner } = tour.game.phase() else { return };
        let chair = tour.player(winner).map(|player| usize::from(player.chair));
        if let Some(chair) = chair.and_then(|chair| self.chairs.get_mut(chair)) {
            chair.wins += 1;
        }
        self.tours_played += 1;
        let rest = at.after(self.settings.speed.showdown()).after(self.settings.speed.rest());
        let more = self.tours_played < u32::from(self.settings.tours);
        self.enter(if more { Stage::Resting { until: rest } } else { Stage::Waiting });
    }
}
