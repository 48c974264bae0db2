//! What a table has told and the screen does not show yet.

use std::collections::VecDeque;

use perudo_protocol::{Now, WireEvent, You};

/// Something that a table tells.
#[derive(Clone, Debug, PartialEq)]
pub enum TableUpdate {
    /// Who the client is there.
    You(You),
    /// Something that happened.
    Event(Box<TimedEvent>),
}

/// An event, its number, when it happened, and how the game stands after it.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedEvent {
    /// Its number.
    pub seq: u64,
    /// When it happened.
    pub at: u64,
    /// What happened.
    pub event: WireEvent,
    /// How the game stands after it.
    pub now: Option<Box<Now>>,
}

/// Updates in their order. One that is being shown holds up the rest.
#[derive(Debug, Default)]
pub struct EventQueue {
    shown: Option<Box<TimedEvent>>,
    waiting: VecDeque<TableUpdate>,
}

impl EventQueue {
    /// Adds an update.
    pub fn push(&mut self, update: TableUpdate) {
        self.waiting.push_back(update);
    }

    /// Takes out the next update, unless one is being shown.
    pub fn pop(&mut self) -> Option<TableUpdate> {
        if self.is_held() { None } else { self.waiting.pop_front() }
    }

    /// Holds up the rest until that event has been shown.
    pub fn hold(&mut self, event: Box<TimedEvent>) {
        self.shown = Some(event);
    }

    /// Takes out the event that has been shown.
    pub fn release(&mut self) -> Option<Box<TimedEvent>> {
        self.shown.take()
    }

    /// Whether an event is being shown.
    pub fn is_held(&self) -> bool {
        self.shown.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(at: u64) -> Box<TimedEvent> {
        Box::new(TimedEvent { seq: at, at, event: WireEvent::MatchBegan, now: None })
    }

    #[test]
    fn what_is_shown_holds_up_what_comes_after_it() {
        let mut queue = EventQueue::default();
        for at in 1..=3 {
            queue.push(TableUpdate::Event(event(at)));
        }
        assert_eq!(queue.pop(), Some(TableUpdate::Event(event(1))));
        queue.hold(event(1));
        queue.push(TableUpdate::You(You::default()));
        assert!(queue.is_held() && queue.pop().is_none());
        assert_eq!(queue.release(), Some(event(1)));
        assert_eq!(queue.release(), None);
        let rest: Vec<TableUpdate> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(
            rest,
            [TableUpdate::Event(event(2)), TableUpdate::Event(event(3)), TableUpdate::You(You::default())]
        );
    }
}
