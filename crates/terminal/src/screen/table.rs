//! The screen of a table: what is chosen, opened and being shown, and what keys do.

use perudo_play::{Choice, Shown, is_certain_loss};
use perudo_protocol::WireCommand;
use perudo_rules::{Action, Face, Hand};
use perudo_table::{BotJob, Moment, StageName};
use ratatui::crossterm::event::KeyCode;

use super::buttons::Press;
use super::reveal::{Reveal, Step};
use super::{Options, Pace};
use crate::place::Place;

/// The longest message.
const MESSAGE: usize = 200;

/// The screen of a table.
pub(super) struct TableScreen {
    pub(super) place: Place,
    options: Options,
    /// Whether leaving leads back to a list of tables.
    pub(super) leads_back: bool,
    /// The bid that is put together, and the event after which it began.
    choice: Option<(u64, Choice)>,
    pub(super) reveal: Option<Reveal>,
    /// When bots and dice go on by themselves.
    wake: Option<Moment>,
    pub(super) odds: bool,
    pub(super) help: Option<Help>,
    /// What is being written to the others.
    pub(super) chat: Option<String>,
    /// How many lines of the story are below what is shown.
    pub(super) scroll: usize,
    /// Something that is certain to lose a die, and was asked for once.
    unsure: Option<Action>,
}

/// The keys, where they are shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Help {
    /// The first line that is shown.
    pub(super) first: u16,
    /// The last one that can be the first.
    pub(super) most: u16,
}

impl TableScreen {
    pub(super) fn new(place: Place, options: Options) -> TableScreen {
        TableScreen {
            place,
            options,
            leads_back: false,
            choice: None,
            reveal: None,
            wake: None,
            odds: false,
            help: None,
            chat: None,
            scroll: 0,
            unsure: None,
        }
    }

    /// The bid that is put together: a legal one, as long as it is the person's turn.
    pub(super) fn choice(&self) -> Option<Choice> {
        let session = &self.place.session;
        if !session.is_own_turn() {
            return None;
        }
        let seq = session.seq();
        let (now, view) = (session.now()?, session.view.as_ref()?);
        let first = || {
            let hand = view.tour.as_ref().and_then(|tour| tour.hand).unwrap_or(Hand::EMPTY);
            let in_play = now.dice.iter().map(|dice| usize::from(*dice)).sum();
            Choice::first(now.legal.as_ref()?, hand, in_play, now.jokers())
        };
        match self.choice {
            Some((begun, choice)) if begun == seq => Some(choice),
            _ => first(),
        }
    }

    fn choose(&mut self, change: impl FnOnce(Choice, &perudo_protocol::Legal) -> Option<Choice>) -> bool {
        let Some(choice) = self.choice() else { return true };
        let session = &self.place.session;
        let Some(legal) = session.now().and_then(|now| now.legal.as_ref()) else { return true };
        let changed = change(choice, legal);
        self.choice = Some((session.seq(), changed.unwrap_or(choice)));
        changed.is_some()
    }

    /// What a key means here.
    pub(super) fn press(&self, key: KeyCode) -> Option<Press> {
        if let Some(help) = self.help {
            return Some(match key {
                KeyCode::Up if help.most > 0 => Press::Scroll(1),
                KeyCode::Down if help.most > 0 => Press::Scroll(-1),
                KeyCode::PageUp if help.most > 0 => Press::Scroll(5),
                KeyCode::PageDown if help.most > 0 => Press::Scroll(-5),
                _ => Press::Help,
            });
        }
        let session = &self.place.session;
        if session.shown.is_some() && matches!(key, KeyCode::Enter | KeyCode::Char(' ')) {
            return Some(Press::Continue);
        }
        let playing = session.view.as_ref().is_some_and(|view| view.is_playing());
        Some(match key {
            KeyCode::Char(c @ '1'..='6') => Press::Face(Face::new(c as u8 - b'0')?),
            KeyCode::Up | KeyCode::Char('+' | '=') => Press::Count(1),
            KeyCode::Down | KeyCode::Char('-') => Press::Count(-1),
            KeyCode::Left => Press::Turn(-1),
            KeyCode::Right => Press::Turn(1),
            KeyCode::Enter if playing => Press::Bid,
            KeyCode::Enter => Press::Start,
            KeyCode::PageUp => Press::Scroll(5),
            KeyCode::PageDown => Press::Scroll(-5),
            KeyCode::Esc => Press::Quit,
            // Letters of a Russian keyboard mean the keys that they are on.
            KeyCode::Char(c) => match c.to_lowercase().next().unwrap_or(c) {
                'd' | 'в' => Press::Act(Action::Dudo),
                'c' | 'с' => Press::Act(Action::Calza),
                'm' | 'ь' => Press::Act(Action::Maputo),
                'p' | 'з' => Press::Act(Action::Pass),
                'o' | 'щ' => Press::Odds,
                'h' | 'р' | '?' => Press::Help,
                't' | 'е' | '/' => Press::Chat,
                's' | 'ы' => Press::Start,
                'b' | 'и' => Press::AddBot,
                'k' | 'л' => Press::Skip,
                'r' | 'к' => Press::Back,
                'j' | 'о' => Press::Sit,
                'q' | 'й' => Press::Quit,
                ' ' => Press::Continue,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// A message is written; says whether the key was part of it.
    pub(super) fn typed(&mut self, key: KeyCode) -> bool {
        let Some(text) = &mut self.chat else { return false };
        match key {
            KeyCode::Char(c) if text.chars().count() < MESSAGE && !c.is_control() => text.push(c),
            KeyCode::Backspace => drop(text.pop()),
            KeyCode::Esc => self.chat = None,
            KeyCode::Enter => {
                let text = text.trim().to_owned();
                self.chat = None;
                if !self.place.can_talk() {
                    self.nobody_reads();
                } else if !text.is_empty() {
                    self.place.order(WireCommand::Say { text });
                }
            }
            _ => {}
        }
        true
    }

    /// Does what was pressed.
    pub(super) fn pressed(&mut self, press: Press, now: Moment) {
        if let Some(help) = self.help {
            self.help = match press {
                Press::Scroll(by) => Some(Help { first: help.first.saturating_add_signed(-by), ..help }),
                _ => None,
            };
            return;
        }
        match press {
            Press::Face(face) => self.choose_face(face),
            Press::Turn(by) => drop(self.choose(|choice, legal| Some(choice.turned(by, legal)))),
            Press::Count(by) => drop(self.choose(|choice, legal| Some(choice.stepped(by, legal)))),
            Press::Bid => {
                if let Some(choice) = self.choice() {
                    self.act(Action::Bid(choice.bid()));
                }
            }
            Press::Act(action) => self.act(action),
            Press::Continue => self.go_on(now),
            Press::Odds => self.odds = !self.odds,
            Press::Help => self.help = Some(Help::default()),
            Press::Chat => {
                // What is typed next is no move, even where nobody would read it.
                self.chat = Some(String::new());
                if !self.place.can_talk() {
                    self.nobody_reads();
                }
            }
            Press::Start => self.start(),
            Press::AddBot => self.place.order(WireCommand::Bot { chair: None, level: "steady".to_owned() }),
            Press::Skip => self.place.order(WireCommand::Skip),
            Press::Back => self.place.order(WireCommand::Back),
            Press::Sit => self.place.sit_down(),
            Press::Scroll(by) => {
                let most = self.place.session.story.len().saturating_sub(1);
                self.scroll = self.scroll.saturating_add_signed(isize::from(by)).min(most);
            }
            Press::Line(_)
            | Press::Change(_)
            | Press::Enter
            | Press::Watch
            | Press::NewTable
            | Press::Refresh
            | Press::Quit => {}
        }
        self.tick(now);
    }

    fn nobody_reads(&mut self) {
        let session = &mut self.place.session;
        session.trouble = Some(session.words.text("term-nobody-reads"));
    }

    fn start(&mut self) {
        let waits = |stage| matches!(stage, StageName::Waiting | StageName::Resting);
        if self.place.session.view.as_ref().is_some_and(|view| waits(view.stage)) {
            self.place.order(WireCommand::Start);
        }
    }

    /// Another face; if it cannot be bid, the referee says why.
    fn choose_face(&mut self, face: Face) {
        if self.choose(|choice, legal| choice.with_face(face, legal)) {
            self.place.session.trouble = None;
            return;
        }
        let session = &mut self.place.session;
        let why = session.view.as_ref().and_then(|view| perudo_play::why_barred(view, face, session.words));
        session.trouble = why;
    }

    /// Decides in the game. What is certain to lose a die has to be asked for twice.
    fn act(&mut self, action: Action) {
        let session = &mut self.place.session;
        if session.deciding || session.shown.is_some() {
            return;
        }
        let certain =
            session.is_own_turn() && session.view.as_ref().is_some_and(|view| is_certain_loss(action, view));
        if certain && self.unsure != Some(action) {
            self.unsure = Some(action);
            session.trouble = Some(session.words.text("term-certain-loss"));
            return;
        }
        self.unsure = None;
        self.place.order(WireCommand::Act { action });
    }

    /// What a bot decided.
    pub(super) fn decided(&mut self, job: &BotJob, action: Action, now: Moment) {
        self.place.decided(job, action);
        self.tick(now);
    }

    /// Goes on after a showdown, or to its verdict.
    fn go_on(&mut self, now: Moment) {
        let waits = self.waits_for_a_press();
        if let (Some(shown), Some(reveal)) = (&self.place.session.shown, self.reveal) {
            let step = reveal.skip(shown, waits, now);
            self.take(step);
        }
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Stays => {}
            Step::Goes(reveal) => self.reveal = Some(reveal),
            Step::Over => {
                self.reveal = None;
                if self.place.session.release() {
                    self.place.hurry();
                }
            }
        }
    }

    /// Whether the verdict stays until a key is pressed: at a table in this program nobody else waits.
    fn waits_for_a_press(&self) -> bool {
        let unhurried = matches!(self.options.pace, Pace::Slow | Pace::Normal);
        unhurried && self.place.is_home() && self.place.session.own_dice() > 0
    }

    /// Time goes on.
    pub(super) fn tick(&mut self, now: Moment) {
        self.show(now);
        while self.wake_up(now) {
            self.show(now);
        }
        self.place.keep_rounds();
    }

    /// Goes on with whatever takes its time on the screen.
    fn show(&mut self, now: Moment) {
        let (waits, pace) = (self.waits_for_a_press(), self.options.pace);
        if let (Some(shown), Some(reveal)) = (&self.place.session.shown, self.reveal) {
            let step = reveal.tick(shown, pace, waits, now);
            self.take(step);
        }
        self.reveal = match (&self.place.session.shown, self.reveal) {
            (Some(shown), None) => Some(Reveal::begin(shown, pace, now)),
            (Some(_), reveal) => reveal,
            (None, _) => None,
        };
    }

    /// Lets the table go on by itself, if it is time; says whether it did.
    fn wake_up(&mut self, now: Moment) -> bool {
        let (None, Some(due)) = (&self.place.session.shown, self.place.wake()) else {
            self.wake = None;
            return false;
        };
        let wait = self.options.pace.of_bots(due.0.saturating_sub(now.0), self.others());
        let wake = *self.wake.get_or_insert(Moment(now.0.saturating_add(wait)));
        if now < wake {
            return false;
        }
        self.wake = None;
        self.place.hurry();
        true
    }

    /// How many others have dice.
    fn others(&self) -> u64 {
        let dice = self.place.session.now().map(|now| now.dice.iter().filter(|dice| **dice > 0).count());
        dice.unwrap_or(0).saturating_sub(1) as u64
    }

    /// When the screen changes by itself.
    pub(super) fn due(&self, now: Moment) -> Option<Moment> {
        let clock = self.place.session.now().and_then(|stands| stands.deadline.or(stands.until));
        // A clock is drawn every second.
        let clock = clock.map(|_| Moment(now.0.saturating_add(1000)));
        let reveal = self.reveal.and_then(|reveal| reveal.due);
        [clock, reveal, self.wake].into_iter().flatten().min()
    }

    /// The showdown or the draw that is being shown, and how far.
    pub(super) fn showing(&self) -> Option<(&Shown, Reveal)> {
        Some((self.place.session.shown.as_ref()?, self.reveal?))
    }
}
