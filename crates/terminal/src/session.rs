//! A table that is played at: what is known of it, and what happened lately.

use std::collections::VecDeque;

use perudo_explain::seen::explain_witness_error;
use perudo_play::{
    Checked, Client, EventQueue, Meaning, Showdown, Shown, TableUpdate, TimedEvent, Told, sentence,
};
use perudo_protocol::{Notice, Now, View, WireEvent, You};
use perudo_words::Words;

use crate::phrases;

/// As many lines of the story are kept.
const STORY: usize = 200;

/// A table that is played at.
pub(crate) struct Session {
    pub(crate) client: Client,
    pub(crate) words: &'static Words,
    /// The table as it is shown.
    pub(crate) view: Option<View>,
    pub(crate) you: You,
    /// What is being shown and holds up the rest.
    pub(crate) shown: Option<Shown>,
    pub(crate) story: VecDeque<StoryLine>,
    /// How many lines of the story there have been.
    pub(crate) told: u64,
    /// Why something was not done.
    pub(crate) trouble: Option<String>,
    /// Whether a decision is on its way.
    pub(crate) deciding: bool,
    /// How many people are connected.
    pub(crate) watching: usize,
    /// The people in chairs who are not.
    pub(crate) offline: Vec<u16>,
    /// Whether the server can store nothing at the moment.
    pub(crate) stalled: bool,
    queue: EventQueue,
    /// The last event that is shown.
    seq: Option<u64>,
    /// Whether showdowns take their time.
    animated: bool,
    /// Whether nothing takes its time any more until the tour is over.
    rushing: bool,
    /// What was wrong with the dice when it was told last.
    known: Checked,
    /// What was heard since somebody asked, for programs that play.
    heard: Option<Vec<Heard>>,
}

/// Something that a program that plays has to know.
#[derive(Debug)]
pub(crate) enum Heard {
    /// The whole table, in place of whatever was known.
    Table,
    /// Something that happened.
    Event(Box<TimedEvent>),
}

/// Something that happened, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoryLine {
    pub(crate) text: String,
    pub(crate) tone: Tone,
}

/// How a line is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    /// A round begins.
    Round,
    /// Good for the one who looks.
    Good,
    /// Bad for them.
    Bad,
    /// Somebody says something.
    Chat,
}

impl Session {
    pub(crate) fn new(client: Client, words: &'static Words, animated: bool) -> Session {
        Session {
            client,
            words,
            view: None,
            you: You::default(),
            shown: None,
            story: VecDeque::new(),
            told: 0,
            trouble: None,
            deciding: false,
            watching: 0,
            offline: Vec::new(),
            stalled: false,
            queue: EventQueue::default(),
            seq: None,
            animated,
            rushing: false,
            known: Checked::default(),
            heard: None,
        }
    }

    /// The last event that is shown: what people decide is about the table as it was after it.
    pub(crate) fn seq(&self) -> u64 {
        self.seq.unwrap_or(0)
    }

    /// How the game stands.
    pub(crate) fn now(&self) -> Option<&Now> {
        self.view.as_ref().map(|view| &view.now)
    }

    /// Whether the one who looks has to decide.
    pub(crate) fn is_own_turn(&self) -> bool {
        self.shown.is_none() && self.now().is_some_and(|now| now.is_turn_of(self.you.chair))
    }

    /// How many dice the one who looks has.
    pub(crate) fn own_dice(&self) -> u8 {
        let dice = || self.now()?.dice.get(usize::from(self.you.chair?)).copied();
        dice().unwrap_or(0)
    }

    /// Takes in what the client was told.
    pub(crate) fn receive(&mut self, told: Told) {
        match told {
            Told::Table { seq, view, you } => {
                self.queue = EventQueue::default();
                (self.seq, self.shown, self.you, self.view) = (Some(seq), None, you, Some(*view));
                if let Some(heard) = &mut self.heard {
                    *heard = vec![Heard::Table];
                }
            }
            Told::Update(update) => {
                self.queue.push(update);
                self.advance();
            }
            Told::Done { decision } => self.deciding &= !decision,
            Told::Refused { body, .. } => {
                self.deciding = false;
                self.trouble = Some(body.message);
            }
            Told::Watching { count, offline } => (self.watching, self.offline) = (count, offline),
            Told::Notice(Notice::StorageDown) => self.stalled = true,
            Told::Notice(Notice::StorageUp) => self.stalled = false,
            Told::Notice(Notice::Restarting) => {}
            Told::DiceElsewhere => self.trouble = Some(self.words.text("web-dice-elsewhere")),
            Told::NotShown => self.trouble = Some(self.words.text("web-you-not-shown")),
            Told::NoRandom => self.trouble = Some(self.words.text("term-no-randomness")),
            // Whoever runs the client looks into these.
            Told::ServerTip { .. } | Told::Receipt(_) => {}
        }
        self.tell_of_faults();
    }

    /// Says at once what is wrong with the dice.
    pub(crate) fn tell_of_faults(&mut self) {
        let checked = self.client.checked();
        if checked.errors > self.known.errors
            && let Some(error) = self.client.errors().last()
        {
            let (wrong, why) = (self.words.text("web-fair-wrong"), explain_witness_error(self.words, error));
            self.push(format!("{wrong} {why}"), Tone::Bad);
        }
        self.known = checked;
    }

    /// What was heard since this was asked before; the first time nothing.
    pub(crate) fn take_heard(&mut self) -> Vec<Heard> {
        self.heard.replace(Vec::new()).unwrap_or_default()
    }

    /// Shows what is in the queue, up to something that takes its time.
    fn advance(&mut self) {
        while let Some(update) = self.queue.pop() {
            match update {
                TableUpdate::You(you) => self.change_place(you),
                TableUpdate::Event(event) => {
                    let shown = self.view.as_ref().and_then(|view| Shown::of(&event.event, view));
                    let holds = self.animated && !self.rushing;
                    match shown.filter(|_| holds) {
                        // It is told when it has been seen: nobody wants to read the end first.
                        Some(shown) => {
                            self.shown = Some(shown);
                            self.queue.hold(event);
                        }
                        None => {
                            self.tell(&event);
                            self.follow(&event);
                        }
                    }
                }
            }
        }
    }

    /// What was shown has been seen: the rest goes on. Says whether there was anything.
    pub(crate) fn release(&mut self) -> bool {
        self.shown = None;
        let Some(event) = self.queue.release() else { return false };
        self.tell(&event);
        self.follow(&event);
        self.advance();
        true
    }

    /// Another chair sees other dice.
    fn change_place(&mut self, you: You) {
        if self.you.chair != you.chair
            && let Some(tour) = self.view.as_mut().and_then(|view| view.tour.as_mut())
        {
            tour.hand = None;
        }
        self.you = you;
    }

    fn tell(&mut self, event: &TimedEvent) {
        let Some(view) = &self.view else { return };
        let text = sentence(&event.event, view, self.you, self.words);
        let tone = match &event.event {
            WireEvent::Said { .. } | WireEvent::Emoted { .. } => Tone::Chat,
            WireEvent::Showdown { .. } => match Shown::of(&event.event, view) {
                Some(Shown::Showdown(showdown)) => Tone::of(&showdown, self.you.chair),
                _ => Tone::Plain,
            },
            _ => Tone::Plain,
        };
        if let (WireEvent::Rolled { .. }, Some(now)) = (&event.event, event.stands()) {
            let mut after = view.clone();
            after.now = now.clone();
            if let Some(round) = phrases::round(&after, self.you.chair, self.words) {
                self.push(round, Tone::Round);
            }
        }
        if let Some(text) = text {
            self.push(text, tone);
        }
    }

    /// Adds a line to the story.
    pub(crate) fn push(&mut self, text: String, tone: Tone) {
        self.story.push_back(StoryLine { text: printable(&text), tone });
        self.told += 1;
        if self.story.len() > STORY {
            self.story.pop_front();
        }
    }

    fn follow(&mut self, event: &TimedEvent) {
        self.seq = Some(event.seq);
        if event.stands().is_some() {
            // What was refused before is no longer what the table is about.
            self.trouble = None;
        }
        if let Some(heard) = &mut self.heard {
            heard.push(Heard::Event(Box::new(event.clone())));
        }
        if let Some(view) = &mut self.view {
            view.follow(self.you.person, event.at, &event.event, event.stands());
        }
        match event.stands() {
            Some(now) if !now.is_playing() => self.rushing = false,
            _ => self.rushing |= matches!(event.event, WireEvent::Skipped { .. }),
        }
    }
}

impl Tone {
    fn of(showdown: &Showdown, you: Option<u8>) -> Tone {
        match showdown.meaning(you) {
            Meaning::Good => Tone::Good,
            Meaning::Bad => Tone::Bad,
            Meaning::Neutral => Tone::Plain,
        }
    }
}

/// The text without anything that a terminal would obey: what strangers say ends up on the screen.
pub(crate) fn printable(text: &str) -> String {
    // Marks of direction would let one name change how others read.
    let is_mark =
        |c| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().map(|c| if c.is_control() || is_mark(c) { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_strangers_say_cannot_command_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\r\nc\u{9b}d\u{202e}e"), "a [2Jb  c d e");
    }
}
