//! The frames that wait to be sent over one connection.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::frame::Frame;

/// A bounded queue of frames between a table and one connection. A client that reads too slowly is
/// disconnected and can resume.
#[derive(Debug, Default)]
pub(crate) struct Mailbox {
    state: Mutex<State>,
    filled: Notify,
}

#[derive(Debug, Default)]
struct State {
    frames: VecDeque<Frame>,
    bytes: usize,
    closing: Option<CloseReason>,
}

/// Why the server ends a connection, by the code of the WebSocket's close frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CloseReason {
    /// The server stops; come back.
    Restarting,
    /// The server cannot go on with the table.
    Failed,
    /// A malformed message.
    Malformed,
    /// A violation of the WebSocket protocol.
    Violation,
    /// The message is too long.
    TooLong,
    /// Too many messages.
    TooMany,
    /// The client reads too slowly; resume.
    TooSlow,
    /// The client was silent for too long.
    Silent,
    /// There is no such table, or it has been closed.
    NoTable,
    /// Another node has the table now; come back.
    Moved,
    /// This table cannot be watched.
    NoSpectators,
    /// The client speaks another version of the protocol.
    Protocol,
    /// The table has as many connections as it can.
    Full,
}

impl CloseReason {
    /// The code and the reason in the close frame.
    pub(crate) const fn code(self) -> (u16, &'static str) {
        match self {
            CloseReason::Restarting => (1012, "restarting"),
            CloseReason::Failed => (1011, "failed"),
            CloseReason::Malformed => (1007, "malformed"),
            CloseReason::Violation => (1002, "violation"),
            CloseReason::TooLong => (1009, "too-long"),
            CloseReason::TooMany => (1008, "too-many"),
            CloseReason::TooSlow => (4008, "too-slow"),
            CloseReason::Silent => (4000, "silent"),
            CloseReason::NoTable => (4004, "no-table"),
            CloseReason::Moved => (4009, "moved"),
            CloseReason::NoSpectators => (4003, "no-spectators"),
            CloseReason::Protocol => (4001, "protocol"),
            CloseReason::Full => (1013, "full"),
        }
    }
}

impl Mailbox {
    /// The most frames that wait.
    const FRAMES: usize = 256;
    /// The most bytes that wait. A single frame may be longer.
    const BYTES: usize = 256 * 1024;

    /// Queues a frame. A client that left too many unread is disconnected.
    pub(crate) fn push(&self, frame: Frame) {
        self.put(frame);
        self.filled.notify_one();
    }

    /// Queues a frame that goes with the next one, so that it costs no write of its own; see [`Mailbox::hurry`].
    pub(crate) fn push_quietly(&self, frame: Frame) {
        self.put(frame);
    }

    /// Sends what waits, if anything does.
    pub(crate) fn hurry(&self) {
        if !self.lock().frames.is_empty() {
            self.filled.notify_one();
        }
    }

    fn put(&self, frame: Frame) {
        let mut state = self.lock();
        if state.closing.is_some() {
            return;
        }
        let full = state.frames.len() >= Mailbox::FRAMES
            || (!state.frames.is_empty() && state.bytes + frame.len() > Mailbox::BYTES);
        if full {
            // What waits is of no use to someone who will start over.
            *state = State { closing: Some(CloseReason::TooSlow), ..State::default() };
        } else {
            state.bytes += frame.len();
            state.frames.push_back(frame);
        }
    }

    /// Ends the connection after the queued frames have been sent.
    pub(crate) fn close(&self, why: CloseReason) {
        self.lock().closing.get_or_insert(why);
        self.filled.notify_one();
    }

    /// Takes all queued frames. Returns why the connection ends after them, if it does.
    pub(crate) fn take(&self, into: &mut Vec<Frame>) -> Option<CloseReason> {
        let mut state = self.lock();
        state.bytes = 0;
        into.extend(state.frames.drain(..));
        // An idle connection holds no memory for the busy time it once had.
        if state.frames.capacity() > 16 {
            state.frames = VecDeque::new();
        }
        state.closing
    }

    /// Waits until there is something to take.
    pub(crate) async fn wait(&self) {
        self.filled.notified().await;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_who_leaves_too_much_unread_is_cut_off_and_what_waited_is_dropped() {
        let mailbox = Mailbox::default();
        for number in 0..=Mailbox::FRAMES {
            mailbox.push(Frame::from(format!("{number}")));
        }
        let mut frames = Vec::new();
        assert_eq!(mailbox.take(&mut frames), Some(CloseReason::TooSlow));
        assert!(frames.is_empty());
        let large = Mailbox::default();
        large.push(Frame::from("x".repeat(2 * Mailbox::BYTES)));
        assert_eq!(large.take(&mut frames), None, "one frame may be as long as it is");
        assert_eq!(frames.len(), 1);
        large.push(Frame::from("x".repeat(Mailbox::BYTES)));
        large.push(Frame::from("y".to_owned()));
        assert_eq!(large.take(&mut frames), Some(CloseReason::TooSlow));
    }

    #[tokio::test]
    async fn what_is_queued_quietly_goes_with_the_next_frame_or_when_it_is_hurried() {
        let mailbox = Mailbox::default();
        let woken = || async {
            tokio::select! {
                biased;
                () = mailbox.wait() => true,
                () = std::future::ready(()) => false,
            }
        };
        mailbox.push_quietly(Frame::from("receipt".to_owned()));
        assert!(!woken().await);
        mailbox.push(Frame::from("event".to_owned()));
        assert!(woken().await);
        let mut frames = Vec::new();
        mailbox.take(&mut frames);
        assert_eq!(frames.len(), 2);
        mailbox.hurry();
        assert!(!woken().await, "nothing waits");
        mailbox.push_quietly(Frame::from("receipt".to_owned()));
        mailbox.hurry();
        assert!(woken().await);
    }

    #[test]
    fn what_waits_is_sent_before_the_end() {
        let mailbox = Mailbox::default();
        mailbox.push(Frame::from("last words".to_owned()));
        mailbox.close(CloseReason::Restarting);
        mailbox.push(Frame::from("too late".to_owned()));
        let mut frames = Vec::new();
        assert_eq!(mailbox.take(&mut frames), Some(CloseReason::Restarting));
        assert_eq!(frames.len(), 1);
    }
}
