//! `decide`: a command becomes an event or a refusal. It checks and never changes.

use perudo_rules::{Action, Seat};

use super::{Stage, Table};
use crate::chair::BOT_NAMES;
use crate::text::checked_text;
use crate::{
    Actor, Chair, Guest, GuestCommand, Joining, Links, Person, PersonId, Place, PlayerEvent, PublicEvent,
    Settings, SettingsError, Sitter, TableError, TableEvent, checked_name,
};

/// The feelings that can be shown.
pub const EMOTES: [&str; 8] = ["laugh", "wow", "think", "clap", "sad", "angry", "luck", "bluff"];

impl Table {
    /// The longest thing that can be said, in characters.
    pub const MAX_TEXT: usize = 200;

    /// What happens if a guest's command is carried out that was given after the event `seen`.
    ///
    /// # Errors
    ///
    /// Why it is refused.
    pub fn decide(&self, guest: Guest, seen: u64, command: &GuestCommand) -> Result<TableEvent, TableError> {
        if self.stage == Stage::Closed {
            return Err(TableError::Closed);
        }
        let event = match command {
            GuestCommand::Join(joining) => return self.decide_join(guest, joining),
            GuestCommand::Leave => {
                let person = self.here(guest)?;
                fresh(seen, self.person(person).map_or(0, |known| known.came))?;
                self.leaving(person, false)
            }
            GuestCommand::Act(action) => {
                let person = self.here(guest)?;
                let tour = self.playing().ok_or(TableError::NotPlaying)?;
                let seat = tour.seat_of(person).ok_or(TableError::NotPlaying)?;
                fresh(seen, tour.since_event)?;
                self.decide_act(seat, *action, Actor::Person)?
            }
            GuestCommand::Return => {
                let person = self.here(guest)?;
                let away = self.person(person).is_some_and(|known| known.away.is_some());
                if !away {
                    return Err(TableError::Already);
                }
                PublicEvent::Back { person }
            }
            GuestCommand::Skip => self.decide_skip(guest, seen)?,
            GuestCommand::Commit { tip, closed } => {
                let person = self.here(guest)?;
                let known = self.person(person);
                // Whoever only watches has no part in the dice: their tips would be nothing but lines in the log.
                if known.is_some_and(|known| known.place == Place::Watching) {
                    return Err(TableError::NotPlaying);
                }
                let latest = known.and_then(Person::latest_tip).map(|(tip, _)| tip);
                // Links of a closed chain that were shown are known to all: it must not begin again.
                let latest_closed = known.and_then(|known| known.closed.latest()).map(|closed| closed.tip);
                if latest == Some(*tip) || (closed.is_some() && latest_closed == *closed) {
                    return Err(TableError::Already);
                }
                let from = Some(self.next_tip_from());
                PublicEvent::Committed { person: Some(person), tip: *tip, from, closed: *closed }
            }
            GuestCommand::Say(text) => self.decide_say(guest, text)?,
            GuestCommand::Emote(emote) => {
                let person = self.speaker(guest)?;
                if !EMOTES.contains(&emote.as_str()) {
                    return Err(TableError::BadText);
                }
                PublicEvent::Emoted { person, emote: emote.clone() }
            }
            GuestCommand::Start => self.decide_start(guest, seen)?,
            GuestCommand::AddBot { chair, level } => self.decide_add_bot(guest, seen, *chair, level)?,
            GuestCommand::Remove { person, chair } => self.decide_remove(guest, seen, *person, *chair)?,
            GuestCommand::Unbar { person } => {
                self.hosting(guest)?;
                let known = self.person(*person).ok_or(TableError::NoSuchPerson)?;
                fresh(seen, known.known_since)?;
                if !known.barred {
                    return Err(TableError::Already);
                }
                PublicEvent::Unbarred { person: *person }
            }
            GuestCommand::Lock(on) => {
                self.hosting(guest)?;
                if self.locked == *on {
                    return Err(TableError::Already);
                }
                PublicEvent::Locked { on: *on }
            }
            GuestCommand::PassHost { to } => {
                let host = self.hosting(guest)?;
                fresh(seen, self.since.host)?;
                self.still_somebody(*to, seen)?;
                if host == *to {
                    return Err(TableError::Already);
                }
                PublicEvent::HostMoved { to: *to }
            }
            GuestCommand::Change { settings } => {
                self.hosting(guest)?;
                self.check_settings(settings)?;
                if self.settings == **settings {
                    return Err(TableError::Already);
                }
                PublicEvent::SettingsChanged { settings: (**settings).clone() }
            }
            GuestCommand::SwitchChat(on) => {
                self.hosting(guest)?;
                if self.chat_on == *on {
                    return Err(TableError::Already);
                }
                PublicEvent::ChatSwitched { on: *on }
            }
            GuestCommand::Silence { person, on } => {
                let host = self.hosting(guest)?;
                self.still_somebody(*person, seen)?;
                self.may_moderate(host, *person)?;
                if self.person(*person).is_some_and(|known| known.silenced == *on) {
                    return Err(TableError::Already);
                }
                PublicEvent::Silenced { person: *person, on: *on }
            }
        };
        Ok(TableEvent::Public(event))
    }

    /// What happens if a bot does this in a seat of the game: its own, or that of someone who is away.
    pub(crate) fn decide_bot(&self, seat: Seat, action: Action) -> Result<TableEvent, TableError> {
        self.decide_act(seat, action, Actor::Bot).map(TableEvent::Public)
    }

    /// The person who asks, if they are at the table.
    fn here(&self, guest: Guest) -> Result<PersonId, TableError> {
        let id = self.person_of(guest).ok_or(TableError::NotJoined)?;
        self.somebody(id).map_err(|_| TableError::NotJoined)
    }

    fn somebody(&self, id: PersonId) -> Result<PersonId, TableError> {
        match self.person(id) {
            Some(person) if person.place != Place::Gone => Ok(id),
            _ => Err(TableError::NoSuchPerson),
        }
    }

    /// A person at the table who had that number when `seen` was the last event.
    fn still_somebody(&self, id: PersonId, seen: u64) -> Result<PersonId, TableError> {
        let person = self.somebody(id)?;
        fresh(seen, self.person(id).map_or(0, |known| known.known_since))?;
        Ok(person)
    }

    /// Whoever stands in for the owner of the table as its host has no say about those who were here first.
    fn may_moderate(&self, host: PersonId, person: PersonId) -> Result<(), TableError> {
        let (Some(host), Some(person)) = (self.person(host), self.person(person)) else {
            return Err(TableError::NoSuchPerson);
        };
        let owner = |known: &Person| self.owner == Some(known.guest);
        if owner(host) || !owner(person) && host.known_since <= person.known_since {
            Ok(())
        } else {
            Err(TableError::CameFirst)
        }
    }

    fn hosting(&self, guest: Guest) -> Result<PersonId, TableError> {
        let person = self.here(guest)?;
        if self.host == Some(person) { Ok(person) } else { Err(TableError::NotHost) }
    }

    fn speaker(&self, guest: Guest) -> Result<PersonId, TableError> {
        let id = self.here(guest)?;
        let silenced = self.person(id).is_some_and(|person| person.silenced);
        if silenced || !self.chat_on { Err(TableError::ChatOff) } else { Ok(id) }
    }

    fn decide_join(&self, guest: Guest, joining: &Joining) -> Result<TableEvent, TableError> {
        let known = self.person_of(guest);
        let barred = known.and_then(|id| self.person(id)).is_some_and(|person| person.barred);
        if barred || self.barred.contains(&guest) {
            return Err(TableError::Removed);
        }
        if self.locked && known.is_none() {
            return Err(TableError::Locked);
        }
        let place = known.and_then(|id| self.person(id)).map_or(Place::Gone, |person| person.place);
        match place {
            Place::Chair(_) | Place::Queue => return Err(TableError::AlreadyJoined),
            Place::Watching if joining.watch => return Err(TableError::AlreadyJoined),
            Place::Watching | Place::Gone => {}
        }
        let name = checked_name(&joining.name).map_err(|_| TableError::BadName)?;
        if !self.name_is_free(&name, known) {
            return Err(TableError::NameTaken);
        }
        if self.settings.rated && !joining.watch && joining.account.is_none() {
            return Err(TableError::NameNeeded);
        }
        let has_chains = joining.tip.is_some() && joining.closed.is_some();
        if self.settings.dice.is_sealed() && !joining.watch && !has_chains {
            return Err(TableError::ChainsNeeded);
        }
        let plays = |id| self.tour.as_ref().is_some_and(|tour| tour.seat_of(id).is_some());
        let person = known.or_else(|| self.people.free_number(plays)).ok_or(TableError::TableFull)?;
        Ok(TableEvent::Came {
            person,
            guest,
            name,
            place: self.place_for(joining)?,
            program: joining.program,
            tip: joining.tip,
            from: Some(self.next_tip_from()),
            closed: joining.closed,
            account: joining.account.clone(),
        })
    }

    /// Someone leaves. A throw that links are collected for still counts their link, or names them.
    pub(super) fn leaving(&self, person: PersonId, removed: bool) -> PublicEvent {
        PublicEvent::Left { person, removed, from: Some(self.next_tip_from()), not_shown: false }
    }

    /// Where someone who comes in goes. People come before bots.
    fn place_for(&self, joining: &Joining) -> Result<Place, TableError> {
        if joining.watch {
            // Who made the table may watch it in any case.
            let allowed = self.settings.spectators || self.people.is_empty();
            return if allowed { Ok(Place::Watching) } else { Err(TableError::NoSpectators) };
        }
        let playing = self.stage == Stage::Playing;
        match joining.chair {
            Some(chair) => match self.chairs.get(usize::from(chair)) {
                None => Err(TableError::NoSuchChair),
                Some(taken) if taken.person().is_some() => Err(TableError::ChairTaken),
                Some(_) if playing => Ok(Place::Queue),
                Some(_) => Ok(Place::Chair(chair)),
            },
            None if playing => Ok(Place::Queue),
            None => Ok(self.free_chair().map_or(Place::Queue, Place::Chair)),
        }
    }

    /// The first empty chair; if there is none, the last one with a bot.
    pub(super) fn free_chair(&self) -> Option<u8> {
        let empty = self.chairs.iter().position(Chair::is_empty);
        let bot = || self.chairs.iter().rposition(Chair::has_bot);
        empty.or_else(bot).map(|index| index as u8)
    }

    fn decide_act(&self, seat: Seat, action: Action, by: Actor) -> Result<PublicEvent, TableError> {
        let tour = self.playing().ok_or(TableError::NotPlaying)?;
        let event =
            tour.game.decide_act(seat, action).map_err(|refusal| TableError::Game(Box::new(refusal)))?;
        let event = PlayerEvent::of_action(event).ok_or(TableError::NotPlaying)?;
        let links = matches!(event, PlayerEvent::Revealed(_)).then(|| tour.links.clone());
        Ok(PublicEvent::Acted { event, by, links })
    }

    /// Those who have played in the tour, and the host, may let bots finish it.
    fn decide_skip(&self, guest: Guest, seen: u64) -> Result<PublicEvent, TableError> {
        let person = self.here(guest)?;
        let tour = self.playing().ok_or(TableError::NotPlaying)?;
        fresh(seen, self.since.stage)?;
        if tour.seat_of(person).is_none() && self.host != Some(person) {
            return Err(TableError::NotPlaying);
        }
        if tour.people_have_dice() {
            return Err(TableError::PeoplePlay);
        }
        if tour.skipped {
            return Err(TableError::Already);
        }
        Ok(PublicEvent::Skipped { person })
    }

    fn decide_say(&self, guest: Guest, text: &str) -> Result<PublicEvent, TableError> {
        let person = self.speaker(guest)?;
        let text = checked_text(text).ok_or(TableError::BadText)?;
        if text.chars().count() > Table::MAX_TEXT {
            return Err(TableError::BadText);
        }
        Ok(PublicEvent::Said { person, text })
    }

    fn decide_start(&self, guest: Guest, seen: u64) -> Result<PublicEvent, TableError> {
        self.hosting(guest)?;
        fresh(seen, self.since.stage)?;
        if self.stage == Stage::Playing {
            return Err(TableError::WhilePlaying);
        }
        if self.taken() + self.queue().count() < 2 {
            return Err(TableError::TooFewPlayers);
        }
        Ok(match self.stage {
            Stage::Resting { .. } => PublicEvent::RestEnded,
            _ => PublicEvent::MatchBegan,
        })
    }

    fn decide_add_bot(
        &self,
        guest: Guest,
        seen: u64,
        chair: Option<u8>,
        level: &str,
    ) -> Result<PublicEvent, TableError> {
        self.hosting(guest)?;
        if self.stage == Stage::Playing {
            return Err(TableError::WhilePlaying);
        }
        if !self.settings.dice.takes_bots() {
            return Err(TableError::NoBots);
        }
        let chair = match chair {
            None => self.chairs.iter().position(Chair::is_empty).ok_or(TableError::TableFull)? as u8,
            Some(chair) => match self.chairs.get(usize::from(chair)) {
                None => return Err(TableError::NoSuchChair),
                Some(taken) if taken.person().is_some() => return Err(TableError::ChairTaken),
                Some(free) => fresh(seen, free.since).map(|()| chair)?,
            },
        };
        let name = BOT_NAMES.into_iter().find(|name| self.name_is_free(name, None));
        let name = name.map_or_else(|| format!("Bot {}", chair + 1), str::to_owned);
        Ok(PublicEvent::BotSat { chair, level: level.to_owned(), name })
    }

    fn decide_remove(
        &self,
        guest: Guest,
        seen: u64,
        person: Option<PersonId>,
        chair: Option<u8>,
    ) -> Result<PublicEvent, TableError> {
        let host = self.hosting(guest)?;
        let person = match (person, chair) {
            (Some(person), _) => person,
            (None, None) => return Err(TableError::NoSuchPerson),
            (None, Some(index)) => {
                let chair = self.chairs.get(usize::from(index)).ok_or(TableError::NoSuchChair)?;
                fresh(seen, chair.since)?;
                match chair.sitter {
                    None => return Err(TableError::Already),
                    // A bot that left in a round would void it.
                    Some(Sitter::Bot { .. }) if self.has_dice(index) => return Err(TableError::WhilePlaying),
                    Some(Sitter::Bot { .. }) => return Ok(PublicEvent::BotLeft { chair: index }),
                    Some(Sitter::Person(person)) => person,
                }
            }
        };
        self.still_somebody(person, seen)?;
        self.may_moderate(host, person)?;
        Ok(self.leaving(person, person != host))
    }

    /// Whether whoever is in a chair has dice in the tour that is played.
    fn has_dice(&self, chair: u8) -> bool {
        self.playing().is_some_and(|tour| {
            let seat = tour.players.iter().position(|player| player.chair == chair).and_then(Seat::new);
            seat.is_some_and(|seat| tour.game.dice(seat) > 0)
        })
    }

    fn check_settings(&self, settings: &Settings) -> Result<(), TableError> {
        if self.stage == Stage::Playing {
            return Err(TableError::WhilePlaying);
        }
        let mut faults = settings.errors();
        if settings.dice != self.settings.dice {
            faults.push(SettingsError::Dice);
        }
        if !faults.is_empty() {
            return Err(TableError::BadSettings(faults));
        }
        let is_guest = |(_, person): (PersonId, &Person)| {
            person.account.is_none() && matches!(person.place, Place::Chair(_) | Place::Queue)
        };
        if settings.rated && self.people.present().any(is_guest) {
            return Err(TableError::NameNeeded);
        }
        let mut lost = self.chairs.iter().skip(usize::from(settings.seats));
        if lost.any(|chair| !chair.is_empty()) {
            return Err(TableError::ChairTaken);
        }
        Ok(())
    }

    /// The links of the dice under the cups, if a round is being played: they are opened when it ends.
    pub(super) fn links_in_play(&self) -> Option<Links> {
        if self.has_cups() { self.playing().map(|tour| tour.links.clone()) } else { None }
    }
}

/// Refuses what was asked for after the event `seen` about something that another event has changed `since`.
fn fresh(seen: u64, since: u64) -> Result<(), TableError> {
    if seen < since { Err(TableError::Stale) } else { Ok(()) }
}
