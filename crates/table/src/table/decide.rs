//! `decide`: a command becomes an event or a refusal. It checks and never changes.

use perudo_rules::{Action, Seat};

use super::{Stage, Table};
use crate::chair::BOT_NAMES;
use crate::{
    Actor, Chair, Guest, GuestCommand, Joining, Links, Person, PersonId, Place, PlayerEvent, PublicEvent,
    Settings, Sitter, TableError, TableEvent, checked_name,
};

/// The feelings that can be shown.
pub const EMOTES: [&str; 8] = ["laugh", "wow", "think", "clap", "sad", "angry", "luck", "bluff"];

impl Table {
    /// The longest thing that can be said, in characters.
    pub const MAX_TEXT: usize = 200;
    /// The most guests that the host can have removed.
    const MAX_REMOVED: usize = 64;

    /// What happens if a guest's command is carried out.
    ///
    /// # Errors
    ///
    /// Why it is refused.
    pub fn decide(&self, guest: Guest, command: &GuestCommand) -> Result<TableEvent, TableError> {
        if self.stage == Stage::Closed {
            return Err(TableError::Closed);
        }
        let event = match command {
            GuestCommand::Join(joining) => return self.decide_join(guest, joining),
            GuestCommand::Leave => self.leaving(self.here(guest)?, false),
            GuestCommand::Act(action) => {
                let person = self.here(guest)?;
                let tour = self.playing().ok_or(TableError::NotPlaying)?;
                let seat = tour.seat_of(person).ok_or(TableError::NotPlaying)?;
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
            GuestCommand::Commit(tip) => {
                let person = self.here(guest)?;
                let latest = self.person(person).and_then(Person::latest_tip);
                if latest.is_some_and(|(latest, _)| latest == *tip) {
                    return Err(TableError::Already);
                }
                PublicEvent::Committed { person: Some(person), tip: *tip, from: Some(self.next_tip_from()) }
            }
            GuestCommand::Say(text) => self.decide_say(guest, text)?,
            GuestCommand::Emote(emote) => {
                let person = self.speaker(guest)?;
                if !EMOTES.contains(&emote.as_str()) {
                    return Err(TableError::BadText);
                }
                PublicEvent::Emoted { person, emote: emote.clone() }
            }
            GuestCommand::Start => self.decide_start(guest)?,
            GuestCommand::AddBot { chair, level } => self.decide_add_bot(guest, *chair, level)?,
            GuestCommand::Remove { chair } => self.decide_remove(guest, *chair)?,
            GuestCommand::PassHost { to } => {
                let host = self.hosting(guest)?;
                self.somebody(*to)?;
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
                self.hosting(guest)?;
                self.somebody(*person)?;
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
        if self.removed.contains(&guest) {
            return Err(TableError::Removed);
        }
        let known = self.person_of(guest);
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
        })
    }

    /// Someone leaves. A throw that links are collected for still counts their link, or names them.
    pub(super) fn leaving(&self, person: PersonId, removed: bool) -> PublicEvent {
        PublicEvent::Left { person, removed, from: Some(self.next_tip_from()) }
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

    fn decide_say(&self, guest: Guest, text: &str) -> Result<PublicEvent, TableError> {
        let person = self.speaker(guest)?;
        let text = text.trim();
        let length = text.chars().take(Table::MAX_TEXT + 1).count();
        if length == 0 || length > Table::MAX_TEXT || text.chars().any(garbles) {
            return Err(TableError::BadText);
        }
        Ok(PublicEvent::Said { person, text: text.to_owned() })
    }

    fn decide_start(&self, guest: Guest) -> Result<PublicEvent, TableError> {
        self.hosting(guest)?;
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
        chair: Option<u8>,
        level: &str,
    ) -> Result<PublicEvent, TableError> {
        self.hosting(guest)?;
        if self.stage == Stage::Playing {
            return Err(TableError::WhilePlaying);
        }
        let chair = match chair {
            None => self.chairs.iter().position(Chair::is_empty).ok_or(TableError::TableFull)? as u8,
            Some(chair) => match self.chairs.get(usize::from(chair)) {
                None => return Err(TableError::NoSuchChair),
                Some(taken) if taken.person().is_some() => return Err(TableError::ChairTaken),
                Some(_) => chair,
            },
        };
        let name = BOT_NAMES.into_iter().find(|name| self.name_is_free(name, None));
        let name = name.map_or_else(|| format!("Bot {}", chair + 1), str::to_owned);
        Ok(PublicEvent::BotSat { chair, level: level.to_owned(), name })
    }

    fn decide_remove(&self, guest: Guest, chair: u8) -> Result<PublicEvent, TableError> {
        let host = self.hosting(guest)?;
        let chair_of = self.chairs.get(usize::from(chair)).ok_or(TableError::NoSuchChair)?;
        match chair_of.sitter {
            None => Err(TableError::Already),
            Some(Sitter::Bot { .. }) => Ok(PublicEvent::BotLeft { chair }),
            Some(Sitter::Person(person)) if person == host => Ok(self.leaving(person, false)),
            Some(_) if self.removed.len() >= Table::MAX_REMOVED => Err(TableError::TooManyRemoved),
            Some(Sitter::Person(person)) => Ok(self.leaving(person, true)),
        }
    }

    fn check_settings(&self, settings: &Settings) -> Result<(), TableError> {
        if self.stage == Stage::Playing {
            return Err(TableError::WhilePlaying);
        }
        let faults = settings.errors();
        if !faults.is_empty() {
            return Err(TableError::BadSettings(faults));
        }
        let mut lost = self.chairs.iter().skip(usize::from(settings.seats));
        if lost.any(|chair| !chair.is_empty()) {
            return Err(TableError::ChairTaken);
        }
        Ok(())
    }

    /// The links of the dice under the cups, if a round is being played: they are opened when it ends.
    pub(super) fn links_in_play(&self) -> Option<Links> {
        if self.bidding() { self.playing().map(|tour| tour.links.clone()) } else { None }
    }
}

/// Whether a character would spoil the text around it: control characters, and those that turn the direction.
fn garbles(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
