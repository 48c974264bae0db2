//! A client's copy of the table: a view that follows events, so that nobody has to ask for it again.

use perudo_rules::PhaseName;
use perudo_table::{Actor, PlaceName, StageName, Table};

use crate::{
    Now, View, ViewBarred, ViewChair, ViewChat, ViewPerson, ViewPlayer, ViewSealed, ViewTip, ViewTour,
    WireEvent,
};

impl View {
    /// Takes in an event that happened at that moment; `you` is the person whose view it is. After it the view is the one
    /// that a fresh `welcome` would give.
    ///
    /// # Examples
    ///
    /// ```
    /// use perudo_protocol::ServerMsg;
    ///
    /// let welcome = r#"{"type":"welcome","seq":1,"protocol":1,
    ///     "you":{"person":null,"chair":null,"host":false},
    ///     "view":{"table":"4t961m390c","settings":{"seats":2},"stage":"waiting","tours_played":0,
    ///         "chairs":[{"wins":0},{"wins":0}],"people":[],"host":null,"chat_on":true,"chat":[],
    ///         "server_tip":"31260ada64c9ec368f8f2b53d289d451fede84f24edd1aa8bc8ecc93a1971f65",
    ///         "server_from":1,"throws":0,"now":{"stage":"waiting"}}}"#;
    /// let event = r#"{"type":"event","seq":2,"at":1794748142538,
    ///     "event":{"what":"bot-sat","chair":1,"level":"novice","name":"Blaise"}}"#;
    ///
    /// let ServerMsg::Welcome { mut view, .. } = serde_json::from_str(welcome)? else { panic!() };
    /// let ServerMsg::Event { at, event, now, .. } = serde_json::from_str(event)? else { panic!() };
    /// view.follow(None, at, &event, now.as_deref());
    /// assert_eq!(view.chairs[1].name.as_deref(), Some("Blaise"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn follow(&mut self, you: Option<u16>, at: u64, event: &WireEvent, now: Option<&Now>) {
        self.follow_people(at, event);
        if let (WireEvent::Left { person, .. }, Some(tour)) = (event, &mut self.tour) {
            // Who has left sees no more dice.
            tour.hand.take_if(|_| you == Some(*person));
        }
        self.follow_game(event);
        if let Some(now) = now {
            self.now = now.clone();
            self.stage = now.stage;
            self.resting_until = now.until.filter(|_| now.stage == StageName::Resting);
            if !matches!(now.phase, Some(PhaseName::Bidding | PhaseName::Showing))
                && let Some(tour) = &mut self.tour
            {
                tour.bids.clear();
                tour.hand = None;
                tour.sealed = None;
            }
        }
    }

    fn follow_people(&mut self, at: u64, event: &WireEvent) {
        match event {
            WireEvent::Opened { settings } | WireEvent::Settings { settings } => {
                self.chairs.resize(usize::from(settings.seats.unwrap_or(0)), ViewChair::default());
                self.settings = settings.clone();
            }
            WireEvent::Came { person, name, place, chair, program, silenced, tip, from, closed, account } => {
                let newcomer = ViewPerson {
                    person: *person,
                    name: name.clone(),
                    place: *place,
                    chair: *chair,
                    program: *program,
                    account: account.clone(),
                    silenced: *silenced,
                    away: None,
                    tip: *tip,
                    from: tip.map(|_| *from),
                    closed: *closed,
                    closed_from: closed.map(|_| *from),
                };
                self.keep_older_tip(*person, *from);
                self.people.retain(|known| known.person != *person);
                self.barred.retain(|known| known.person != *person);
                let index = self.people.partition_point(|known| known.person < *person);
                self.people.insert(index, newcomer);
                if let Some(chair) = chair {
                    self.seat(*person, *chair);
                }
                self.host.get_or_insert(*person);
            }
            WireEvent::Left { person, removed, from, .. } => {
                self.keep_older_tip(*person, from.unwrap_or(0));
                let chair = self.person(*person).and_then(|known| known.chair);
                if let (true, Some(known)) = (*removed, self.person(*person)) {
                    let barred = ViewBarred { person: *person, name: known.name.clone() };
                    let index = self.barred.partition_point(|known| known.person < *person);
                    self.barred.insert(index, barred);
                }
                self.people.retain(|known| known.person != *person);
                if let Some(chair) = chair {
                    self.fill(chair, ViewChair::default());
                }
                self.host.take_if(|host| host == person);
            }
            WireEvent::Seated { person, chair } => self.seat(*person, *chair),
            WireEvent::BotSat { chair, level, name } => {
                let bot =
                    ViewChair { bot: Some(level.clone()), name: Some(name.clone()), ..ViewChair::default() };
                self.fill(*chair, bot);
            }
            WireEvent::BotLeft { chair } => self.fill(*chair, ViewChair::default()),
            WireEvent::Unbarred { person } => self.barred.retain(|known| known.person != *person),
            WireEvent::Locked { on } => self.locked = *on,
            WireEvent::Host { person } => self.host = Some(*person),
            WireEvent::Away { person, why } => self.with_person(*person, |known| known.away = Some(*why)),
            WireEvent::Back { person } => self.with_person(*person, |known| known.away = None),
            WireEvent::Said { person, text } => {
                let name = self.person(*person).map(|known| known.name.clone()).unwrap_or_default();
                self.chat.push(ViewChat { at, person: *person, name, text: text.clone() });
                let old = self.chat.len().saturating_sub(Table::CHAT);
                self.chat.drain(..old);
            }
            WireEvent::Chat { on } => self.chat_on = *on,
            WireEvent::Silenced { person, on } => self.with_person(*person, |known| known.silenced = *on),
            WireEvent::Committed { person: Some(person), tip, from, closed } => {
                self.keep_older_tip(*person, *from);
                self.with_person(*person, |known| {
                    (known.tip, known.from) = (Some(*tip), Some(*from));
                    if closed.is_some() {
                        (known.closed, known.closed_from) = (*closed, Some(*from));
                    }
                });
            }
            WireEvent::Committed { person: None, tip, from, .. } => {
                (self.server_tip, self.server_from) = (*tip, *from);
            }
            WireEvent::Closed { .. } => self.stage = StageName::Closed,
            _ => {}
        }
    }

    fn follow_game(&mut self, event: &WireEvent) {
        match event {
            WireEvent::MatchBegan => {
                self.tours_played = 0;
                for chair in &mut self.chairs {
                    chair.wins = 0;
                }
            }
            WireEvent::TourBegan { tour, chairs, .. } => {
                let player = |chair: &u8| {
                    let sitter = self.chairs.get(usize::from(*chair)).cloned().unwrap_or_default();
                    let (name, person) = (sitter.name.unwrap_or_default(), sitter.person);
                    ViewPlayer { chair: *chair, name, person }
                };
                let players = chairs.iter().map(player).collect();
                self.tour = Some(ViewTour {
                    tour: *tour,
                    players,
                    bids: Vec::new(),
                    hand: None,
                    showdown: None,
                    sealed: None,
                });
            }
            WireEvent::Drawn { throw, .. } => self.thrown(*throw),
            WireEvent::Rolled { throw, hand, links, cups, .. } => {
                self.thrown(*throw);
                if let Some(tour) = &mut self.tour {
                    tour.hand = *hand;
                    let sealed = links.clone().zip(cups.clone());
                    tour.sealed = sealed.map(|(links, cups)| ViewSealed { links, cups });
                    tour.bids.clear();
                }
            }
            WireEvent::Bid { chair, bid, by } => {
                if let Some(tour) = &mut self.tour {
                    tour.bids.push((*chair, *bid));
                }
                self.acted(*chair, *by);
            }
            WireEvent::Declared { chair, by }
            | WireEvent::Passed { chair, by }
            | WireEvent::Called { chair, by, .. } => self.acted(*chair, *by),
            WireEvent::Showdown { chair, by, winner, .. } => {
                if let Some(tour) = &mut self.tour {
                    tour.showdown = event.showdown();
                }
                self.acted(*chair, *by);
                self.tour_won(*winner);
            }
            WireEvent::Withdrawn { winner, .. } => self.tour_won(*winner),
            _ => {}
        }
    }

    /// Something else takes the place of a person's tip from that throw on: if links are collected for an earlier one, the
    /// tip that counts for it is kept until it is thrown.
    fn keep_older_tip(&mut self, person: u16, from: u64) {
        let coming = self.throws + 1;
        let known = self.person(person).and_then(|known| known.tip.zip(known.from));
        if let Some((tip, known_from)) = known
            && known_from <= coming
            && coming < from
        {
            let index = self.older_tips.partition_point(|older| older.person < person);
            self.older_tips.insert(index, ViewTip { person, tip, from: known_from });
        }
    }

    fn thrown(&mut self, throw: u64) {
        self.throws = throw;
        self.older_tips.clear();
    }

    fn person(&self, person: u16) -> Option<&ViewPerson> {
        self.people.iter().find(|known| known.person == person)
    }

    fn with_person(&mut self, person: u16, change: impl FnOnce(&mut ViewPerson)) {
        if let Some(known) = self.people.iter_mut().find(|known| known.person == person) {
            change(known);
        }
    }

    fn seat(&mut self, person: u16, chair: u8) {
        let name = self.person(person).map(|known| known.name.clone());
        self.fill(chair, ViewChair { person: Some(person), name, ..ViewChair::default() });
        self.with_person(person, |known| {
            known.place = PlaceName::Chair;
            known.chair = Some(chair);
        });
    }

    fn fill(&mut self, chair: u8, sitter: ViewChair) {
        if let Some(chair) = self.chairs.get_mut(usize::from(chair)) {
            *chair = sitter;
        }
    }

    /// Who decides for themselves is not away.
    fn acted(&mut self, chair: u8, by: Actor) {
        let person = self.chairs.get(usize::from(chair)).and_then(|chair| chair.person);
        if let (Some(person), Actor::Person) = (person, by) {
            self.with_person(person, |known| known.away = None);
        }
    }

    fn tour_won(&mut self, winner: Option<u8>) {
        let Some(winner) = winner else { return };
        self.tours_played += 1;
        if let Some(chair) = self.chairs.get_mut(usize::from(winner)) {
            chair.wins += 1;
        }
    }
}
