//! `decide`: a command becomes an event or a refusal. It checks and never changes.

use perudo_rules::{Action, Command, Event, Seat};

use crate::chair::BOT_NAMES;
use crate::command::By;
use crate::person::record_name;
use crate::{
    Actor, Chair, Guest, Joining, Links, PersonId, Place, Public, Stage, Table, TableCommand, TableEvent,
    TableRefusal, Tour, checked_name,
};

/// The feelings that can be shown.
pub const EMOTES: [&str; 8] = ["laugh", "wow", "think", "clap", "sad", "angry", "luck", "bluff"];

impl Table {
    /// The longest thing that can be said, in characters.
    pub const MAX_TEXT: usize = 200;
    /// The most guests that the host can have removed.
    const MAX_REMOVED: usize = 64;

    /// What happens if a guest's command is carried out, or why it is not. Nobody's command is
    /// that of the shell around the table.
    pub fn decide(&self, by: By, command: &TableCommand) -> Result<TableEvent, TableRefusal> {
        if self.stage == Stage::Closed {
            return Err(TableRefusal::Closed);
        }
        if let TableCommand::Join(joining) = command {
            return self.decide_join(by.ok_or(TableRefusal::NotJoined)?, joining);
        }
        let event = match command {
            TableCommand::Join(_) => return Err(TableRefusal::AlreadyJoined),
            TableCommand::BotAct { seat, action } => self.decide_act(*seat, *action, Actor::Bot)?,
            TableCommand::Leave => Public::Left { person: self.here(by)?, removed: false },
            TableCommand::Act(action) => {
                let person = self.here(by)?;
                let tour = self.playing().ok_or(TableRefusal::NotPlaying)?;
                let seat = tour.seat_of(person).ok_or(TableRefusal::NotPlaying)?;
                self.decide_act(seat, *action, Actor::Person)?
            }
            TableCommand::Return => {
                let person = self.here(by)?;
                let away = self.person(person).is_some_and(|known| known.away.is_some());
                if !away {
                    return Err(TableRefusal::Already);
                }
                Public::Back { person }
            }
            TableCommand::Commit(tip) => {
                let person = self.here(by)?;
                if self.collects_links() {
                    return Err(TableRefusal::WhileThrowing);
                }
                Public::Committed { person: Some(person), tip: *tip }
            }
            TableCommand::Say(text) => self.decide_say(by, text)?,
            TableCommand::Emote(emote) => {
                let person = self.speaker(by)?;
                if !EMOTES.contains(&emote.as_str()) {
                    return Err(TableRefusal::BadText);
                }
                Public::Emoted { person, emote: emote.clone() }
            }
            TableCommand::Start => self.decide_start(by)?,
            TableCommand::AddBot { chair, level } => self.decide_bot(by, *chair, level)?,
            TableCommand::Remove { chair } => self.decide_remove(by, *chair)?,
            TableCommand::PassHost { to } => {
                let host = self.hosting(by)?;
                self.somebody(*to)?;
                if host == *to {
                    return Err(TableRefusal::Already);
                }
                Public::HostMoved { to: *to }
            }
            TableCommand::Change { settings } => {
                self.hosting(by)?;
                self.check_settings(settings)?;
                Public::SettingsChanged { settings: (**settings).clone() }
            }
            TableCommand::SwitchChat(on) => {
                self.hosting(by)?;
                if self.chat_on == *on {
                    return Err(TableRefusal::Already);
                }
                Public::ChatSwitched { on: *on }
            }
            TableCommand::Silence { person, on } => {
                self.hosting(by)?;
                self.somebody(*person)?;
                Public::Silenced { person: *person, on: *on }
            }
        };
        Ok(TableEvent::Public(event))
    }

    /// The person who asks, if they are at the table.
    fn here(&self, by: By) -> Result<PersonId, TableRefusal> {
        let id = by.and_then(|guest| self.person_of(guest)).ok_or(TableRefusal::NotJoined)?;
        self.somebody(id).map_err(|_| TableRefusal::NotJoined)
    }

    fn somebody(&self, id: PersonId) -> Result<PersonId, TableRefusal> {
        match self.person(id) {
            Some(person) if person.place != Place::Gone => Ok(id),
            _ => Err(TableRefusal::NoSuchPerson),
        }
    }

    fn hosting(&self, by: By) -> Result<PersonId, TableRefusal> {
        let person = self.here(by)?;
        if self.host == Some(person) { Ok(person) } else { Err(TableRefusal::NotHost) }
    }

    fn speaker(&self, by: By) -> Result<PersonId, TableRefusal> {
        let id = self.here(by)?;
        let silenced = self.person(id).is_some_and(|person| person.silenced);
        if silenced || !self.chat_on { Err(TableRefusal::ChatOff) } else { Ok(id) }
    }

    fn decide_join(&self, guest: Guest, joining: &Joining) -> Result<TableEvent, TableRefusal> {
        if self.removed.contains(&guest) {
            return Err(TableRefusal::Removed);
        }
        let known = self.person_of(guest);
        let place = known.and_then(|id| self.person(id)).map_or(Place::Gone, |person| person.place);
        match place {
            Place::Chair(_) | Place::Queue => return Err(TableRefusal::AlreadyJoined),
            Place::Watching if joining.watch => return Err(TableRefusal::AlreadyJoined),
            Place::Watching | Place::Gone => {}
        }
        let name = checked_name(&joining.name).map_err(|_| TableRefusal::BadName)?;
        if !self.name_is_free(&name, known) {
            return Err(TableRefusal::NameTaken);
        }
        let person = known.or_else(|| self.free_number()).ok_or(TableRefusal::TableFull)?;
        Ok(TableEvent::Came {
            person,
            guest,
            name,
            place: self.place_for(joining)?,
            program: joining.program,
            tip: joining.tip,
        })
    }

    /// A number for someone new; where there are no more, that of someone who is gone.
    fn free_number(&self) -> Option<PersonId> {
        let unused = Some(self.people.len()).filter(|number| *number < Table::PEOPLE);
        let gone = || {
            (0..self.people.len()).find(|number| {
                let plays = |tour: &Tour| tour.seat_of(PersonId(*number as u16)).is_some();
                self.people[*number].place == Place::Gone && !self.tour.as_ref().is_some_and(plays)
            })
        };
        unused.or_else(gone).map(|number| PersonId(number as u16))
    }

    /// Where someone who comes in goes. People come before bots.
    fn place_for(&self, joining: &Joining) -> Result<Place, TableRefusal> {
        if joining.watch {
            // Who made the table may watch it in any case.
            let allowed = self.settings.spectators || self.people.is_empty();
            return if allowed { Ok(Place::Watching) } else { Err(TableRefusal::NoSpectators) };
        }
        let playing = self.stage == Stage::Playing;
        match joining.chair {
            Some(chair) => match self.chairs.get(usize::from(chair)) {
                None => Err(TableRefusal::NoSuchChair),
                Some(Chair::Person(_)) => Err(TableRefusal::ChairTaken),
                Some(Chair::Empty | Chair::Bot { .. }) if playing => Ok(Place::Queue),
                Some(Chair::Empty | Chair::Bot { .. }) => Ok(Place::Chair(chair)),
            },
            None if playing => Ok(Place::Queue),
            None => Ok(self.free_chair().map_or(Place::Queue, Place::Chair)),
        }
    }

    /// The first empty chair; if there is none, the last one with a bot.
    pub(crate) fn free_chair(&self) -> Option<u8> {
        let empty = self.chairs.iter().position(|chair| *chair == Chair::Empty);
        let bot = || self.chairs.iter().rposition(|chair| matches!(chair, Chair::Bot { .. }));
        empty.or_else(bot).map(|index| index as u8)
    }

    fn decide_act(&self, seat: Seat, action: Action, by: Actor) -> Result<Public, TableRefusal> {
        let tour = self.playing().ok_or(TableRefusal::NotPlaying)?;
        let command = Command::Act { seat, action };
        let event = tour.game.decide(command).map_err(|refusal| TableRefusal::Game(Box::new(refusal)))?;
        let links = matches!(event, Event::Revealed(_)).then(|| tour.links.clone());
        Ok(Public::Acted { event, by, links })
    }

    fn decide_say(&self, by: By, text: &str) -> Result<Public, TableRefusal> {
        let person = self.speaker(by)?;
        let text = text.trim();
        let length = text.chars().take(Table::MAX_TEXT + 1).count();
        if length == 0 || length > Table::MAX_TEXT || text.chars().any(garbles) {
            return Err(TableRefusal::BadText);
        }
        Ok(Public::Said { person, text: text.to_owned() })
    }

    fn decide_start(&self, by: By) -> Result<Public, TableRefusal> {
        self.hosting(by)?;
        if self.stage == Stage::Playing {
            return Err(TableRefusal::WhilePlaying);
        }
        if self.taken() + self.queue().count() < 2 {
            return Err(TableRefusal::TooFewPlayers);
        }
        Ok(match self.stage {
            Stage::Resting { .. } => Public::RestEnded,
            _ => Public::MatchBegan,
        })
    }

    fn decide_bot(&self, by: By, chair: Option<u8>, level: &str) -> Result<Public, TableRefusal> {
        self.hosting(by)?;
        if self.stage == Stage::Playing {
            return Err(TableRefusal::WhilePlaying);
        }
        let chair = match chair {
            None => {
                self.chairs.iter().position(|chair| *chair == Chair::Empty).ok_or(TableRefusal::TableFull)?
                    as u8
            }
            Some(chair) => match self.chairs.get(usize::from(chair)) {
                None => return Err(TableRefusal::NoSuchChair),
                Some(Chair::Person(_)) => return Err(TableRefusal::ChairTaken),
                Some(Chair::Empty | Chair::Bot { .. }) => chair,
            },
        };
        let name = BOT_NAMES.into_iter().find(|name| self.name_is_free(name, None));
        let name = name.map_or_else(|| format!("Bot {}", chair + 1), str::to_owned);
        Ok(Public::BotSat { chair, level: level.to_owned(), name })
    }

    fn decide_remove(&self, by: By, chair: u8) -> Result<Public, TableRefusal> {
        let host = self.hosting(by)?;
        match self.chairs.get(usize::from(chair)) {
            None => Err(TableRefusal::NoSuchChair),
            Some(Chair::Empty) => Err(TableRefusal::Already),
            Some(Chair::Bot { .. }) => Ok(Public::BotLeft { chair }),
            Some(&Chair::Person(person)) if person == host => Ok(Public::Left { person, removed: false }),
            Some(_) if self.removed.len() >= Table::MAX_REMOVED => Err(TableRefusal::TableFull),
            Some(&Chair::Person(person)) => Ok(Public::Left { person, removed: true }),
        }
    }

    fn check_settings(&self, settings: &crate::Settings) -> Result<(), TableRefusal> {
        if self.stage == Stage::Playing {
            return Err(TableRefusal::WhilePlaying);
        }
        let faults = settings.faults();
        if !faults.is_empty() {
            return Err(TableRefusal::BadSettings(faults));
        }
        let lost = self.chairs.iter().skip(usize::from(settings.seats));
        if lost.into_iter().any(|chair| *chair != Chair::Empty) {
            return Err(TableRefusal::ChairTaken);
        }
        Ok(())
    }

    /// The links of the dice under the cups, if a round is being played: they are opened when it ends.
    pub(crate) fn links_in_play(&self) -> Option<Links> {
        if self.bidding() { self.playing().map(|tour| tour.links.clone()) } else { None }
    }
}

/// Whether a character would spoil the text around it: control characters, and those that turn the direction.
fn garbles(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A name for a tour's record: unique since names at a table are.
pub(crate) fn player_name(name: &str) -> String {
    record_name(name)
}
