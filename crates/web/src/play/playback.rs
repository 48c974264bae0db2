//! The table as it is shown: updates one after another, at a pace that people can follow.

use leptos::prelude::*;
use perudo_play::{EventQueue, Shown, TableUpdate, TimedEvent};
use perudo_protocol::{View, WireEvent, You};

use super::story::Story;
use crate::browser;
use crate::prefs::{Pace, prefs};
use crate::sound::{self, Sound};

/// The table as it is shown. It may be a moment behind what is known, while something takes its time on the screen.
#[derive(Clone, Copy)]
pub(crate) struct Playback {
    pub(crate) view: RwSignal<Option<View>>,
    pub(crate) you: RwSignal<You>,
    pub(crate) shown: RwSignal<Option<Shown>>,
    pub(crate) story: Story,
    /// Whether nothing takes its time any more until the tour is over.
    pub(crate) rushing: RwSignal<bool>,
    queue: StoredValue<EventQueue, LocalStorage>,
    /// The last event that the screen shows.
    seq: StoredValue<Option<u64>>,
}

impl Playback {
    pub(crate) fn new() -> Playback {
        Playback {
            view: RwSignal::new(None),
            you: RwSignal::new(You::default()),
            shown: RwSignal::new(None),
            story: Story::new(),
            rushing: RwSignal::new(false),
            queue: StoredValue::new_local(EventQueue::default()),
            seq: StoredValue::new(None),
        }
    }

    /// Shows a whole table in place of whatever was shown.
    pub(crate) fn reset(self, seq: u64, view: View, you: You) {
        if self.queue.try_set_value(EventQueue::default()).is_some() {
            return; // the screen is gone
        }
        self.seq.try_set_value(Some(seq));
        self.shown.set(None);
        self.you.set(you);
        self.view.set(Some(view));
    }

    /// The last event that the screen shows: what people decide is about the table as it was after it.
    pub(crate) fn seq(self) -> Option<u64> {
        self.seq.try_get_value().flatten()
    }

    /// Shows an update as soon as all before it have been shown.
    pub(crate) fn push(self, update: TableUpdate) {
        self.queue.try_update_value(|queue| queue.push(update));
        self.advance();
    }

    /// Whether something is being shown that holds up the rest.
    pub(crate) fn is_held(self) -> bool {
        self.queue.try_with_value(EventQueue::is_held).unwrap_or(false)
    }

    /// Goes on after something that was shown; says whether there was anything.
    pub(crate) fn release(self) -> bool {
        let shown = self.queue.try_update_value(EventQueue::release).flatten();
        let Some(shown) = shown else { return false };
        self.shown.set(None);
        self.follow(&shown);
        self.advance();
        true
    }

    /// Shows what is in the queue, up to something that takes its time.
    fn advance(self) {
        while let Some(update) = self.queue.try_update_value(EventQueue::pop).flatten() {
            match update {
                TableUpdate::You(you) => self.change_place(you),
                TableUpdate::Event(event) if self.begin_to_show(&event.event) => {
                    self.queue.try_update_value(|queue| queue.hold(event));
                }
                TableUpdate::Event(event) => {
                    self.tell(&event.event);
                    self.follow(&event);
                }
            }
        }
    }

    /// Someone in another chair looks, or nobody: the dice were for whoever did before.
    fn change_place(self, you: You) {
        if self.you.get_untracked().chair != you.chair {
            self.view.update(|view| {
                if let Some(tour) = view.as_mut().and_then(|view| view.tour.as_mut()) {
                    tour.hand = None;
                }
            });
        }
        self.you.set(you);
    }

    /// Begins to show an event, if it takes its time on the screen.
    fn begin_to_show(self, event: &WireEvent) -> bool {
        if browser::hidden() || self.rushing.get_untracked() {
            return false;
        }
        let shown = self.view.with_untracked(|view| Shown::of(event, view.as_ref()?));
        let Some(shown) = shown else { return false };
        if let Shown::Draw { .. } = shown {
            if prefs().motion() == Pace::Instant {
                return false;
            }
            sound::play(Sound::Roll);
        }
        self.tell(event);
        self.shown.set(Some(shown));
        true
    }

    /// From now on nothing takes its time any more until the tour is over.
    pub(crate) fn rush(self) {
        self.rushing.set(true);
        self.release();
    }

    fn tell(self, event: &WireEvent) {
        if let Some(view) = self.view.get_untracked() {
            self.story.tell(event, view, self.you.get_untracked());
        }
    }

    fn follow(self, event: &TimedEvent) {
        let TimedEvent { seq, at, event, now } = event;
        self.seq.try_set_value(Some(*seq));
        let me = self.you.get_untracked().person;
        self.view.update(|view| {
            if let Some(view) = view {
                view.follow(me, *at, event, now.as_deref());
            }
        });
        if now.as_ref().is_some_and(|now| !now.is_playing()) && self.rushing.get_untracked() {
            self.rushing.set(false);
        }
    }
}
