//! Who is connected to a table, and what they are yet to be sent.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use perudo_protocol::{Notice, ServerMsg, You};
use perudo_table::fair::Statement;
use perudo_table::{Guest, Moment, PersonId, Stage, Table, TableEvent, Viewer};
use perudo_words::Language;
use tokio::sync::oneshot;

use crate::frame::Frame;
use crate::mailbox::{CloseReason, Mailbox};
use crate::recent_events::RecentEvents;
use crate::signer::Signer;

/// The connections to a table. Nothing is sent before the log has the events that it depends on: until then it
/// waits in one queue, in order.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    connections: Vec<Connection>,
    last_key: u64,
    queue: VecDeque<Waiting>,
    recent: RecentEvents,
    watching: Watching,
    /// Signs receipts.
    signer: Option<Signer>,
}

/// What everyone was last told about who is connected, and when that was.
#[derive(Debug, Default)]
struct Watching {
    count: usize,
    offline: Vec<u16>,
    at: Moment,
}

/// Someone who is connected.
#[derive(Debug)]
struct Connection {
    key: u64,
    guest: Guest,
    viewer: Viewer,
    you: You,
    mailbox: Arc<Mailbox>,
    language: Language,
    /// Events up to this one are in the view that the client got.
    from: u64,
}

/// Something that is sent when the log has the events up to a number.
#[derive(Debug)]
struct Waiting {
    after: u64,
    outgoing: Outgoing,
}

#[derive(Debug)]
enum Outgoing {
    /// To everyone.
    Event(EventFrames),
    /// To one connection.
    Frame(u64, Frame),
    /// A receipt to one connection, once it is signed.
    Receipt(u64, Box<Statement>),
    /// To whoever waits outside until the log has caught up.
    Signal(oneshot::Sender<()>),
    /// Ends a connection: without a name here one may not watch the tour.
    Dismiss(u64),
    /// Ends all connections: the table has been closed.
    Closed,
}

/// An event as viewers are told it.
#[derive(Clone, Debug)]
pub(crate) struct EventFrames {
    /// Its number.
    pub(crate) seq: u64,
    /// For those who see nothing special.
    pub(crate) common: Frame,
    /// For those who see their own dice in it.
    pub(crate) private: Vec<(PersonId, Frame)>,
}

/// What a client's first message asks for.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) guest: Guest,
    pub(crate) after: Option<u64>,
    pub(crate) language: Language,
    pub(crate) mailbox: Arc<Mailbox>,
}

impl EventFrames {
    /// The last event of a table.
    fn of_event(event: &TableEvent, table: &Table) -> EventFrames {
        let spectator = table.seen_by(Viewer::Spectator);
        let frame = |seat| Frame::from(&ServerMsg::event(&event.seen_by(seat), &spectator));
        let mut private = Vec::new();
        if event.has_private_side() {
            for (id, _) in spectator.people() {
                if let Some(seat) = table.seat_of(Viewer::Person(id)) {
                    private.push((id, frame(Some(seat))));
                }
            }
        }
        EventFrames { seq: table.seq(), common: frame(None), private }
    }

    pub(crate) fn frame_for(&self, viewer: Viewer) -> &Frame {
        let Viewer::Person(id) = viewer else { return &self.common };
        self.private.iter().find(|(person, _)| *person == id).map_or(&self.common, |(_, frame)| frame)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.common.len() + self.private.iter().map(|(_, frame)| frame.len()).sum::<usize>()
    }
}

impl Outbox {
    /// The most connections of spectators to one table. Those who have a name here always come in.
    const SPECTATORS: usize = 500;
    /// The most connections of one guest to one table.
    const CONNECTIONS_OF_GUEST: usize = 10;
    /// The shortest time between two messages about the number of those connected.
    const WATCHING: Duration = Duration::from_secs(1);

    /// Nobody is connected yet.
    pub(crate) fn new(now: Moment) -> Outbox {
        Outbox { watching: Watching { at: now, ..Watching::default() }, ..Outbox::default() }
    }

    /// With receipts.
    pub(crate) fn sign_by(&mut self, signer: Signer) {
        self.signer = Some(signer);
    }

    /// Takes a new connection, and queues what it has missed or the whole view. Returns its key.
    pub(crate) fn connect(
        &mut self,
        arrival: Arrival,
        table: &Table,
        durable: u64,
    ) -> Result<u64, CloseReason> {
        let Arrival { guest, after, language, mailbox } = arrival;
        let viewer = table.viewer(guest);
        let of_guest = self.connections.iter().filter(|connection| connection.guest == guest).count();
        let strangers = self.connections.iter().filter(|connection| connection.viewer == Viewer::Spectator);
        let crowded = viewer == Viewer::Spectator && strangers.count() >= Outbox::SPECTATORS;
        if crowded || of_guest >= Outbox::CONNECTIONS_OF_GUEST {
            return Err(CloseReason::Full);
        }
        self.last_key += 1;
        let key = self.last_key;
        let seen = table.seen_by(viewer);
        let you = ServerMsg::who(&seen);
        // Who someone is may have changed in an event that is not in the log yet: then the whole view waits for it.
        let known = after.filter(|_| durable == table.seq());
        let from = if let Some(missed) = known.and_then(|after| self.recent.after(after, durable)) {
            mailbox.push(Frame::from(&ServerMsg::You { seq: durable, you }));
            for frames in missed {
                mailbox.push(frames.frame_for(viewer).clone());
            }
            durable
        } else {
            let signs = self.signer.as_ref().map(Signer::key);
            self.send(key, table.seq(), &ServerMsg::welcome_with_key(&seen, signs));
            table.seq()
        };
        self.connections.push(Connection { key, guest, viewer, you, mailbox, language, from });
        // Their receipt may have been lost with the last connection.
        if let Some(statement) = table.published_tip(guest) {
            self.send_receipt(key, table.seq(), statement);
        }
        Ok(key)
    }

    /// Removes a connection. Returns whose it was.
    pub(crate) fn disconnect(&mut self, key: u64) -> Option<Guest> {
        let index = self.connections.iter().position(|connection| connection.key == key)?;
        Some(self.connections.swap_remove(index).guest)
    }

    /// Whose connection it is, and the language that they read.
    pub(crate) fn client(&self, key: u64) -> Option<(Guest, Language)> {
        self.find(key).map(|connection| (connection.guest, connection.language))
    }

    /// Queues what people are told of an event; `table` is the table after it.
    pub(crate) fn happened(&mut self, event: &TableEvent, table: &Table) {
        self.queue(table.seq(), Outgoing::Event(EventFrames::of_event(event, table)));
        if event.changes_roles() {
            self.update_roles(table);
        }
        if let Some(person) = event.publishes_tip() {
            self.receipt_for_tip(person, table);
        }
        if table.stage() == Stage::Closed {
            self.queue(table.seq(), Outgoing::Closed);
        }
    }

    /// Keeps an event that was read back from the log, for those who come back and missed it.
    pub(crate) fn remember(&mut self, event: &TableEvent, table: &Table) {
        self.recent.keep(EventFrames::of_event(event, table));
    }

    /// Queues a message to one connection.
    pub(crate) fn send(&mut self, key: u64, after: u64, message: &ServerMsg) {
        self.queue(after, Outgoing::Frame(key, Frame::from(message)));
    }

    /// Queues a receipt for one connection.
    pub(crate) fn send_receipt(&mut self, key: u64, after: u64, statement: Statement) {
        if self.signer.is_some() {
            self.queue(after, Outgoing::Receipt(key, Box::new(statement)));
        }
    }

    /// Queues receipts for the tip that a person has published, for each of their connections.
    fn receipt_for_tip(&mut self, person: PersonId, table: &Table) {
        let holder = Viewer::Person(person);
        let of_holder = self.connections.iter().filter(|connection| connection.viewer == holder);
        let keys: Vec<(u64, Guest)> =
            of_holder.map(|connection| (connection.key, connection.guest)).collect();
        for (key, guest) in keys {
            if let Some(statement) = table.published_tip(guest) {
                self.send_receipt(key, table.seq(), statement);
            }
        }
    }

    /// Sends a message to one connection at once, past the queue.
    pub(crate) fn send_now(&self, key: u64, message: &ServerMsg) {
        if let Some(connection) = self.find(key) {
            connection.mailbox.push(Frame::from(message));
        }
    }

    /// Sends word about the server to everyone at once.
    pub(crate) fn notice(&self, seq: u64, notice: Notice) {
        let frame = Frame::from(&ServerMsg::Notice { seq, notice });
        for connection in &self.connections {
            connection.mailbox.push(frame.clone());
        }
    }

    /// Signals when the log has the events up to a number.
    pub(crate) fn signal(&mut self, after: u64) -> oneshot::Receiver<()> {
        let (signal, signalled) = oneshot::channel();
        self.queue(after, Outgoing::Signal(signal));
        signalled
    }

    /// Ends all connections.
    pub(crate) fn close(&self, why: CloseReason) {
        for connection in &self.connections {
            connection.mailbox.close(why);
        }
    }

    /// Ends the connections of one guest.
    pub(crate) fn close_guest(&self, guest: Guest, why: CloseReason) {
        for connection in self.connections.iter().filter(|connection| connection.guest == guest) {
            connection.mailbox.close(why);
        }
    }

    /// Tells everyone how many are connected and which people in chairs are not, not too often. Returns when to do it if
    /// it is too early.
    pub(crate) fn tell_watching(
        &mut self,
        count: usize,
        offline: Vec<u16>,
        durable: u64,
        now: Moment,
    ) -> Option<Moment> {
        let told = &self.watching;
        if count == 0 || count == told.count && offline == told.offline {
            return None;
        }
        let next = told.at.after(Outbox::WATCHING);
        if next > now {
            return Some(next);
        }
        self.watching = Watching { count, offline: offline.clone(), at: now };
        let offline = Some(offline).filter(|offline| !offline.is_empty());
        let frame = Frame::from(&ServerMsg::Watching { seq: durable, count, offline });
        for connection in self.connections.iter().filter(|connection| connection.from <= durable) {
            connection.mailbox.push(frame.clone());
        }
        None
    }

    /// Sends everything that waited for events up to this number.
    pub(crate) fn flush(&mut self, durable: u64) {
        while let Some(waiting) = self.queue.pop_front_if(|waiting| waiting.after <= durable) {
            match waiting.outgoing {
                Outgoing::Event(frames) => {
                    for connection in self.connections.iter().filter(|one| one.from < frames.seq) {
                        connection.mailbox.push(frames.frame_for(connection.viewer).clone());
                    }
                    self.recent.keep(frames);
                }
                Outgoing::Frame(key, frame) => {
                    if let Some(connection) = self.find(key) {
                        connection.mailbox.push(frame);
                    }
                }
                Outgoing::Receipt(key, statement) => {
                    if let (Some(connection), Some(signer)) = (self.find(key), &self.signer) {
                        signer.send_receipt(Arc::clone(&connection.mailbox), waiting.after, *statement);
                    }
                }
                Outgoing::Signal(signal) => {
                    // Whoever waited may have gone.
                    let _ = signal.send(());
                }
                Outgoing::Dismiss(key) => {
                    if let Some(connection) = self.find(key) {
                        connection.mailbox.close(CloseReason::NoSpectators);
                    }
                }
                Outgoing::Closed => self.close(CloseReason::NoTable),
            }
        }
    }

    fn find(&self, key: u64) -> Option<&Connection> {
        self.connections.iter().find(|connection| connection.key == key)
    }

    fn queue(&mut self, after: u64, outgoing: Outgoing) {
        self.queue.push_back(Waiting { after, outgoing });
    }

    /// Tells everyone whose role at the table has changed, and ends the connections of those who may not see it now.
    fn update_roles(&mut self, table: &Table) {
        let seq = table.seq();
        let mut dismissed = Vec::new();
        for connection in &mut self.connections {
            connection.viewer = table.viewer(connection.guest);
            let you = ServerMsg::who(&table.seen_by(connection.viewer));
            if you != connection.you {
                connection.you = you;
                let frame = Frame::from(&ServerMsg::You { seq, you });
                let outgoing = Outgoing::Frame(connection.key, frame);
                self.queue.push_back(Waiting { after: seq, outgoing });
            }
            if connection.viewer == Viewer::Spectator && table.is_private() {
                dismissed.push(Waiting { after: seq, outgoing: Outgoing::Dismiss(connection.key) });
            }
        }
        self.queue.extend(dismissed);
    }
}
