//! What happened lately, in words, sounds and emotes.

use std::time::Duration;

use leptos::prelude::*;
use perudo_protocol::{View, WireEvent, You};

use crate::i18n::words;
use crate::sound::{self, Sound};

/// An event to be told of, in whatever language is chosen then.
#[derive(Clone)]
pub(crate) struct StoryLine {
    event: WireEvent,
    /// The table before it.
    view: View,
    you: You,
    /// How many came before it.
    pub(crate) number: u64,
}

impl StoryLine {
    /// What it says, if it says anything.
    pub(crate) fn sentence(&self) -> Option<String> {
        perudo_play::sentence(&self.event, &self.view, self.you, words())
    }
}

/// A feeling that someone shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Emote {
    /// Who shows it.
    pub(crate) person: u16,
    /// Which one.
    pub(crate) name: String,
    number: u64,
}

/// What happened lately.
#[derive(Clone, Copy)]
pub(crate) struct Story {
    /// The last line last.
    pub(crate) lines: RwSignal<Vec<StoryLine>>,
    /// Those that are on the screen, at most one of each person.
    pub(crate) emotes: RwSignal<Vec<Emote>>,
    emotes_so_far: StoredValue<u64>,
    lines_so_far: StoredValue<u64>,
}

impl Story {
    /// As many lines are kept.
    const LENGTH: usize = 60;
    /// How long an emote is on the screen.
    const EMOTE: Duration = Duration::from_secs(4);

    pub(crate) fn new() -> Story {
        Story {
            lines: RwSignal::new(Vec::new()),
            emotes: RwSignal::new(Vec::new()),
            emotes_so_far: StoredValue::new(0),
            lines_so_far: StoredValue::new(0),
        }
    }

    /// Tells of an event at a table as it is before it.
    pub(crate) fn tell(self, event: &WireEvent, view: View, you: You) {
        let number = self.lines_so_far.get_value();
        let line = StoryLine { event: event.clone(), view, you, number };
        if line.sentence().is_some() {
            self.lines_so_far.set_value(number + 1);
            self.lines.update(|lines| {
                lines.push(line);
                let old = lines.len().saturating_sub(Story::LENGTH);
                lines.drain(..old);
            });
        }
        match event {
            WireEvent::Rolled { .. } => sound::play(Sound::Roll),
            WireEvent::Bid { .. } => sound::play(Sound::Bid),
            WireEvent::Emoted { person, emote } => self.show_emote(*person, emote),
            _ => {}
        }
    }

    fn show_emote(self, person: u16, name: &str) {
        let number = self.emotes_so_far.get_value();
        self.emotes_so_far.set_value(number + 1);
        self.emotes.update(|emotes| {
            emotes.retain(|emote| emote.person != person);
            emotes.push(Emote { person, name: name.to_owned(), number });
        });
        let hide = move || {
            self.emotes.try_update(|emotes| emotes.retain(|emote| emote.number != number));
        };
        set_timeout(hide, Story::EMOTE);
    }

    /// What a person shows at the moment.
    pub(crate) fn emote_of(self, person: u16) -> Option<String> {
        self.emotes
            .with(|emotes| emotes.iter().find(|emote| emote.person == person).map(|emote| emote.name.clone()))
    }
}
