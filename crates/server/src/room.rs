//! A table with the connections to it. No I/O: what has to be done outside comes out as [`Effects`].

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use perudo_bots::BotKind;
use perudo_explain::{explain_invalid_command, explain_reason, explain_refusal};
use perudo_protocol::{Notice, Order, RefusedBody, ServerMsg, You};
use perudo_rules::{Action, PlayerView, Seat, Standing};
use perudo_table::fair::Link;
use perudo_table::{
    CommandId, Entry, Guest, Moment, Next, PersonId, Presence, Public, Repeat, SeenEvent, Stage, Table,
    TableCommand, TableEvent, TableRefusal, Thinking, Viewer,
};
use perudo_words::{Language, Words};
use tokio::sync::oneshot;

use crate::frame::Frame;
use crate::mailbox::{Closing, Mailbox};
use crate::reason::Reason;
use crate::recall::Recall;
use crate::store::{Append, NewEvent, TableId};

/// A table as it is run: its state may be ahead of the log, and nobody is told anything that the
/// log does not have yet.
#[derive(Debug)]
pub(crate) struct Room {
    id: TableId,
    epoch: u64,
    table: Table,
    presence: Presence,
    connections: Vec<Connection>,
    last_key: u64,
    /// The number of the last event that the log has.
    durable: u64,
    /// What is said once the log has caught up, in order.
    unsaid: VecDeque<Unsaid>,
    /// Events for the log that have not been handed out yet.
    unsaved: Vec<NewEvent>,
    recall: Recall,
    since_snapshot: u32,
    storage_down: bool,
    /// What is on its way to the log: the numbers of the last events, and since when.
    unwritten: VecDeque<(u64, Moment)>,
    /// Whether the log was so slow that nothing happened by itself meanwhile.
    stalled: bool,
    thought: Option<Thought>,
    asked_after: Option<u64>,
    watching_told: usize,
    watching_at: Moment,
    wake_at: Option<Moment>,
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

/// Something to be said when the log has the events up to a number.
#[derive(Debug)]
struct Unsaid {
    after: u64,
    say: Say,
}

#[derive(Debug)]
enum Say {
    /// To everyone.
    Event(Told),
    /// To one connection.
    One(u64, Frame),
    /// To whoever waits for it outside.
    Signal(oneshot::Sender<()>),
    /// To one connection, that it is at an end: who has no name here may not see the tour.
    Dismiss(u64),
    /// The table is no more.
    Closed,
}

/// An event as viewers are told it.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    /// Its number.
    pub(crate) seq: u64,
    /// For those who see nothing special.
    pub(crate) common: Frame,
    /// For those who see their own dice in it.
    pub(crate) private: Vec<(PersonId, Frame)>,
}

impl Told {
    pub(crate) fn frame_for(&self, viewer: Viewer) -> &Frame {
        let Viewer::Person(id) = viewer else { return &self.common };
        self.private.iter().find(|(person, _)| *person == id).map_or(&self.common, |(_, frame)| frame)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.common.len() + self.private.iter().map(|(_, frame)| frame.len()).sum::<usize>()
    }
}

/// What a bot decided, and when it is played.
#[derive(Clone, Copy, Debug)]
struct Thought {
    after: u64,
    seat: Seat,
    action: Action,
    play_at: Moment,
}

/// What has to be done outside after something was done to a room.
#[derive(Default)]
#[must_use]
pub(crate) struct Effects {
    /// Events for the log.
    pub(crate) append: Option<Append>,
    /// Wake the room at this moment, which is earlier than it was to be woken before.
    pub(crate) wake: Option<Moment>,
    /// A bot has to decide.
    pub(crate) think: Option<Box<ThinkJob>>,
}

/// Everything that a bot needs to decide.
#[derive(Clone)]
pub(crate) struct ThinkJob {
    pub(crate) thinking: Thinking,
    pub(crate) view: PlayerView,
    pub(crate) bids: Vec<Standing>,
}

/// What a client's first message asks for.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub(crate) guest: Guest,
    pub(crate) after: Option<u64>,
    pub(crate) language: Language,
    pub(crate) mailbox: Arc<Mailbox>,
}

impl Room {
    /// The most connections of spectators to one table. Those who have a name here always come in.
    const SPECTATORS: usize = 500;
    /// The most connections of one guest to one table.
    const CONNECTIONS_OF_GUEST: usize = 10;
    /// A snapshot is kept after so many events.
    const SNAPSHOT: u32 = 64;
    /// If the log takes longer than this, time stands still: nobody may run out of it unheard.
    const STALL: Duration = Duration::from_millis(500);
    /// How often the number of those connected is told at most.
    const WATCHING: Duration = Duration::from_secs(1);
    /// A bot that is late plays at the next full one of these, so that lateness tells nothing.
    const LATE: Duration = Duration::from_millis(100);
    /// How many events are told again after a restart: about as many as anyone had not read yet when the program ended.
    const RECALLED: usize = 8;
    /// How many things happen by themselves in one go before others get their turn.
    const AT_ONCE: usize = 64;

    /// A new table.
    pub(crate) fn open(id: TableId, opened: &Entry) -> Option<Room> {
        let mut room = Room::of_table(id, 1, Table::open(opened)?, opened.at);
        room.durable = 0;
        room.record(opened);
        Some(room)
    }

    /// A table whose log has everything.
    pub(crate) fn of_table(id: TableId, epoch: u64, table: Table, now: Moment) -> Room {
        Room {
            id,
            epoch,
            durable: table.seq(),
            presence: Presence::new(now),
            table,
            connections: Vec::new(),
            last_key: 0,
            unsaid: VecDeque::new(),
            unsaved: Vec::new(),
            recall: Recall::default(),
            since_snapshot: 0,
            storage_down: false,
            unwritten: VecDeque::new(),
            stalled: false,
            thought: None,
            asked_after: None,
            watching_told: 0,
            watching_at: now,
            wake_at: None,
        }
    }

    /// The events of the log after the table's state, read back; the last ones are told to those
    /// who come back and missed them.
    pub(crate) fn replay(&mut self, entries: &[Entry]) {
        let told_from = entries.len().saturating_sub(Room::RECALLED);
        for (index, entry) in entries.iter().enumerate() {
            self.table.apply(entry);
            if index >= told_from
                && let Some(told) = self.tell(entry)
            {
                self.recall.keep(told);
            }
        }
        self.durable = self.table.seq();
        self.since_snapshot += u32::try_from(entries.len()).unwrap_or(u32::MAX);
    }

    pub(crate) fn id(&self) -> TableId {
        self.id
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Whether everything that happened is in the log.
    pub(crate) fn is_durable(&self) -> bool {
        self.durable == self.table.seq()
    }

    /// Someone connects. Gives the key of the connection.
    pub(crate) fn connect(&mut self, arrival: Arrival, now: Moment) -> Result<(u64, Effects), Closing> {
        let Arrival { guest, after, language, mailbox } = arrival;
        let viewer = self.table.viewer(guest);
        if self.table.stage() == Stage::Closed {
            return Err(Closing::NoTable);
        }
        if viewer == Viewer::Spectator && self.table.is_private() {
            return Err(Closing::NoSpectators);
        }
        let of_guest = self.connections.iter().filter(|connection| connection.guest == guest).count();
        let strangers = self.connections.iter().filter(|connection| connection.viewer == Viewer::Spectator);
        let crowded = viewer == Viewer::Spectator && strangers.count() >= Room::SPECTATORS;
        if crowded || of_guest >= Room::CONNECTIONS_OF_GUEST {
            return Err(Closing::Full);
        }
        self.last_key += 1;
        let key = self.last_key;
        let seen = self.table.seen_by(viewer);
        let you = ServerMsg::who(&seen);
        let mut from = self.durable;
        // Who someone is may have changed in an event that is not in the log yet: then the whole view waits for it.
        let known = after.filter(|_| self.is_durable());
        if let Some(missed) = known.and_then(|after| self.recall.after(after, self.durable)) {
            mailbox.push(Frame::from(&ServerMsg::You { seq: self.durable, you }));
            for told in missed {
                mailbox.push(told.frame_for(viewer).clone());
            }
        } else {
            from = self.table.seq();
            let welcome = Frame::from(&ServerMsg::welcome(&seen));
            self.later(Say::One(key, welcome));
        }
        self.connections.push(Connection { key, guest, viewer, you, mailbox, language, from });
        self.presence.connected(guest, now);
        if self.storage_down {
            self.say_now(key, &ServerMsg::Notice { seq: self.durable, notice: Notice::StorageDown });
        }
        self.speak();
        Ok((key, self.settle(now)))
    }

    /// A connection ended.
    pub(crate) fn disconnect(&mut self, key: u64, now: Moment) -> Effects {
        if let Some(index) = self.connections.iter().position(|connection| connection.key == key) {
            let guest = self.connections.swap_remove(index).guest;
            self.presence.disconnected(guest, self.table.has_joined(guest), now);
        }
        self.settle(now)
    }

    /// A client's command over a connection.
    pub(crate) fn order(&mut self, key: u64, order: Order, now: Moment) -> Effects {
        let Some((guest, language)) = self.who(key) else { return Effects::default() };
        if self.storage_down {
            self.put_off(key, guest, language, &order);
            return Effects::default();
        }
        let reply = match self.carry_out(guest, language, order, now) {
            Ok((id, event)) => ServerMsg::Done { seq: self.table.seq(), id, event },
            Err(body) => ServerMsg::Refused { seq: self.table.seq(), body: *body },
        };
        self.later(Say::One(key, Frame::from(&reply)));
        self.speak();
        self.settle(now)
    }

    /// Answers at once while nothing can be stored: what waits for the log would wait too long.
    fn put_off(&mut self, key: u64, guest: Guest, language: Language, order: &Order) {
        let (id, seen) = (order.id, order.seen);
        let message = match self.table.repeat(guest, CommandId { id, seen }) {
            Repeat::Done(event) if event <= self.durable => ServerMsg::Done { seq: self.durable, id, event },
            _ => {
                let body = explain_reason(Some(id), Reason::StorageDown.name(), Words::of(language));
                ServerMsg::Refused { seq: self.durable, body }
            }
        };
        self.say_now(key, &message);
    }

    fn say_now(&self, key: u64, message: &ServerMsg) {
        if let Some(connection) = self.connections.iter().find(|known| known.key == key) {
            connection.mailbox.push(Frame::from(message));
        }
    }

    /// A guest's command, by whatever way it came. Gives its id and the number of its event.
    pub(crate) fn carry_out(
        &mut self,
        guest: Guest,
        language: Language,
        order: Order,
        now: Moment,
    ) -> Result<(u64, u64), Box<RefusedBody>> {
        let words = Words::of(language);
        let Order { id, seen, command } = order;
        match self.table.repeat(guest, CommandId { id, seen }) {
            Repeat::Done(event) => return Ok((id, event)),
            Repeat::TooOld => return Err(Box::new(explain_reason(Some(id), Reason::TooOld.name(), words))),
            Repeat::New => {}
        }
        if self.storage_down {
            return Err(Box::new(explain_reason(Some(id), Reason::StorageDown.name(), words)));
        }
        let command = command
            .into_table_command(|name| BotKind::named(name).is_some())
            .map_err(|error| Box::new(explain_invalid_command(Some(id), &error, words)))?;
        let event = self.table.decide(Some(guest), &command).map_err(|refusal| {
            let seen = self.table.seen_by(self.table.viewer(guest));
            Box::new(explain_refusal(Some(id), &refusal, &seen, words))
        })?;
        self.happen(Entry { at: now, by: Some((guest, id)), event });
        Ok((id, self.table.seq()))
    }

    /// A client's link for the coming throw.
    pub(crate) fn link(&mut self, key: u64, throw: u64, link: Link, now: Moment) -> Effects {
        let Some((guest, language)) = self.who(key) else { return Effects::default() };
        match self.table.viewer(guest) {
            Viewer::Person(id) if self.table.accepts_link(id, throw, &link) => {
                self.presence.give_link(id, link);
                self.settle(now)
            }
            _ => {
                let body = explain_reason(None, TableRefusal::BadLink.name(), Words::of(language));
                self.reply(key, |seq| ServerMsg::Refused { seq, body });
                Effects::default()
            }
        }
    }

    /// An answer to one connection, in its place among everything that is said; at once while
    /// nothing can be stored.
    pub(crate) fn reply(&mut self, key: u64, message: impl FnOnce(u64) -> ServerMsg) {
        if self.storage_down {
            self.say_now(key, &message(self.durable));
            return;
        }
        let frame = Frame::from(&message(self.table.seq()));
        self.later(Say::One(key, frame));
        self.speak();
    }

    /// Tells someone outside when the log has everything that happened up to now.
    pub(crate) fn signal(&mut self) -> oneshot::Receiver<()> {
        let (signal, signalled) = oneshot::channel();
        self.later(Say::Signal(signal));
        self.speak();
        signalled
    }

    /// What a bot decided.
    pub(crate) fn decided(&mut self, thinking: &Thinking, action: Action, now: Moment) -> Effects {
        let late = now.since(thinking.due).as_millis();
        let steps = u32::try_from(late.div_ceil(Room::LATE.as_millis())).unwrap_or(u32::MAX);
        let play_at = thinking.due.after(Room::LATE.saturating_mul(steps));
        self.thought = Some(Thought { after: thinking.after, seat: thinking.seat, action, play_at });
        self.settle(now)
    }

    /// A bot that could not be asked is asked again.
    pub(crate) fn undecided(&mut self) {
        self.asked_after = None;
    }

    /// The moment has come at which something may be due.
    pub(crate) fn wake(&mut self, now: Moment) -> Effects {
        if self.wake_at.is_some_and(|at| at <= now) {
            self.wake_at = None;
        }
        self.settle(now)
    }

    /// The log has the events up to this number. Says whether time stood still until now: then it may go on.
    #[must_use]
    pub(crate) fn saved(&mut self, seq: u64) -> bool {
        self.durable = self.durable.max(seq);
        self.speak();
        while self.unwritten.pop_front_if(|(last, _)| *last <= self.durable).is_some() {}
        self.stalled
    }

    /// The log takes no events at the moment: nothing happens until it does.
    pub(crate) fn storage_failed(&mut self) {
        if !std::mem::replace(&mut self.storage_down, true) {
            self.notice(Notice::StorageDown);
        }
    }

    /// The log takes events again: everything goes on where it was.
    pub(crate) fn storage_recovered(&mut self, now: Moment) -> Effects {
        if std::mem::take(&mut self.storage_down) {
            self.notice(Notice::StorageUp);
            self.stalled = true;
        }
        self.settle(now)
    }

    /// Tells everyone something about the server.
    pub(crate) fn notice(&self, notice: Notice) {
        let frame = Frame::from(&ServerMsg::Notice { seq: self.durable, notice });
        for connection in &self.connections {
            connection.mailbox.push(frame.clone());
        }
    }

    /// Ends all connections.
    pub(crate) fn close_connections(&self, why: Closing) {
        for connection in &self.connections {
            connection.mailbox.close(why);
        }
    }

    /// Whether nobody will ever be told anything more here.
    pub(crate) fn is_over(&self) -> bool {
        self.table.stage() == Stage::Closed && self.is_durable()
    }

    fn who(&self, key: u64) -> Option<(Guest, Language)> {
        let connection = self.connections.iter().find(|connection| connection.key == key)?;
        Some((connection.guest, connection.language))
    }

    /// Lets everything happen that is due, and collects what has to be done outside.
    pub(crate) fn settle(&mut self, now: Moment) -> Effects {
        let mut effects = Effects::default();
        let mut due = self.tell_watching(now);
        // By what has waited longest, not by whether anything waits: where much is said, something always does.
        let late = self.unwritten.front().is_some_and(|(_, since)| now.since(*since) > Room::STALL);
        self.stalled |= late;
        if self.stalled && !late && !self.storage_down {
            self.stalled = false;
            // Nobody could do anything meanwhile.
            self.presence.restarted(now);
        }
        if !self.storage_down && !self.stalled {
            let (moment, think) = self.let_happen(now);
            due = earlier(due, moment);
            effects.think = think;
        }
        if let Some(at) = due.filter(|at| self.wake_at.is_none_or(|wake| *at < wake)) {
            self.wake_at = Some(at);
            effects.wake = Some(at);
        }
        effects.append = self.take_unsaved();
        if effects.append.is_some() {
            self.unwritten.push_back((self.table.seq(), now));
        }
        effects
    }

    /// Lets what is due happen. Gives the moment to go on, and the bot that is asked.
    fn let_happen(&mut self, now: Moment) -> (Option<Moment>, Option<Box<ThinkJob>>) {
        for _ in 0..Room::AT_ONCE {
            match self.table.next(&self.presence, now) {
                Next::Now(event) => self.happen(Entry { at: now, by: None, event: *event }),
                Next::Wait { until, thinking } => {
                    let Some(thinking) = thinking else { return (until, None) };
                    match self.play_thought(&thinking, now) {
                        Thinks::Played => {}
                        Thinks::At(moment) => return (earlier(until, Some(moment)), None),
                        Thinks::NotYet => return (until, self.ask(thinking)),
                    }
                }
            }
        }
        (Some(now), None)
    }

    fn play_thought(&mut self, thinking: &Thinking, now: Moment) -> Thinks {
        let Some(thought) = self.thought.filter(|thought| thought.after == thinking.after) else {
            return Thinks::NotYet;
        };
        if thought.play_at > now {
            return Thinks::At(thought.play_at);
        }
        self.thought = None;
        let command = TableCommand::BotAct { seat: thought.seat, action: thought.action };
        match self.table.decide(None, &command) {
            Ok(event) => {
                self.happen(Entry { at: now, by: None, event });
                Thinks::Played
            }
            // A bot that errs is asked once more, with other luck.
            Err(_) => {
                self.asked_after = None;
                Thinks::NotYet
            }
        }
    }

    fn ask(&mut self, thinking: Thinking) -> Option<Box<ThinkJob>> {
        if self.asked_after == Some(thinking.after) {
            return None;
        }
        let (view, bids) = self.table.situation(thinking.seat)?;
        let bids = bids.to_vec();
        self.asked_after = Some(thinking.after);
        Some(Box::new(ThinkJob { thinking, view, bids }))
    }

    /// Something happened: the table changes, the log and the viewers are to hear of it.
    fn happen(&mut self, entry: Entry) {
        self.table.apply(&entry);
        self.record(&entry);
        let people_changed = matches!(
            entry.event,
            TableEvent::Came { .. }
                | TableEvent::Public(
                    Public::Left { .. }
                        | Public::Seated { .. }
                        | Public::HostMoved { .. }
                        | Public::BotSat { .. }
                )
        );
        if people_changed {
            self.tell_who_they_are();
        }
        if self.table.stage() == Stage::Closed {
            self.later(Say::Closed);
        }
        let tour_began = matches!(entry.event, TableEvent::Public(Public::TourBegan { .. }));
        if tour_began && self.table.is_private() {
            let strangers = self.connections.iter().filter(|one| one.viewer == Viewer::Spectator);
            for key in strangers.map(|one| one.key).collect::<Vec<_>>() {
                self.later(Say::Dismiss(key));
            }
        }
    }

    /// Puts an event that was applied into the queues for the log and for the viewers.
    fn record(&mut self, entry: &Entry) {
        let body = serde_json::to_vec(entry).unwrap_or_default();
        self.unsaved.push(NewEvent { at: i64::try_from(entry.at.0).unwrap_or(i64::MAX), body });
        if let Some(told) = self.tell(entry) {
            self.later(Say::Event(told));
        }
    }

    /// The last event as viewers are told it.
    fn tell(&self, entry: &Entry) -> Option<Told> {
        let spectator = self.table.seen_by(Viewer::Spectator);
        let frame = |seen: &SeenEvent<'_>| ServerMsg::event(seen, &spectator).map(|m| Frame::from(&m));
        let common = frame(&entry.event.seen_by(None)?)?;
        let mut private = Vec::new();
        if entry.event.has_private_side() {
            for (id, _) in spectator.people() {
                if let Some(seat) = self.table.seat_of(Viewer::Person(id))
                    && let Some(seen) = entry.event.seen_by(Some(seat))
                {
                    private.extend(frame(&seen).map(|frame| (id, frame)));
                }
            }
        }
        Some(Told { seq: self.table.seq(), common, private })
    }

    fn tell_who_they_are(&mut self) {
        let seq = self.table.seq();
        let (mut news, mut dismissed) = (Vec::new(), Vec::new());
        for connection in &mut self.connections {
            connection.viewer = self.table.viewer(connection.guest);
            let you = ServerMsg::who(&self.table.seen_by(connection.viewer));
            if you != connection.you {
                connection.you = you;
                news.push((connection.key, Frame::from(&ServerMsg::You { seq, you })));
            }
            if connection.viewer == Viewer::Spectator && self.table.is_private() {
                dismissed.push(connection.key);
            }
        }
        for (key, frame) in news {
            self.later(Say::One(key, frame));
        }
        for key in dismissed {
            self.later(Say::Dismiss(key));
        }
    }

    /// Tells how many are connected, not too often; gives the moment to do it if it is too early.
    fn tell_watching(&mut self, now: Moment) -> Option<Moment> {
        let count = self.presence.guests_online();
        if count == self.watching_told || count == 0 {
            return None;
        }
        let at = self.watching_at.after(Room::WATCHING);
        if at > now {
            return Some(at);
        }
        self.watching_told = count;
        self.watching_at = now;
        let frame = Frame::from(&ServerMsg::Watching { seq: self.durable, count });
        for connection in &self.connections {
            if connection.from <= self.durable {
                connection.mailbox.push(frame.clone());
            }
        }
        None
    }

    fn later(&mut self, say: Say) {
        self.unsaid.push_back(Unsaid { after: self.table.seq(), say });
    }

    /// Says everything that the log allows by now.
    fn speak(&mut self) {
        while let Some(unsaid) = self.unsaid.pop_front_if(|unsaid| unsaid.after <= self.durable) {
            match unsaid.say {
                Say::Event(told) => {
                    for connection in &self.connections {
                        if connection.from < told.seq {
                            connection.mailbox.push(told.frame_for(connection.viewer).clone());
                        }
                    }
                    self.recall.keep(told);
                }
                Say::One(key, frame) => {
                    if let Some(connection) = self.connections.iter().find(|known| known.key == key) {
                        connection.mailbox.push(frame);
                    }
                }
                Say::Signal(signal) => {
                    // Who waited may have gone.
                    let _ = signal.send(());
                }
                Say::Dismiss(key) => {
                    if let Some(connection) = self.connections.iter().find(|known| known.key == key) {
                        connection.mailbox.close(Closing::NoSpectators);
                    }
                }
                Say::Closed => self.close_connections(Closing::NoTable),
            }
        }
    }

    fn take_unsaved(&mut self) -> Option<Append> {
        if self.unsaved.is_empty() {
            return None;
        }
        let events = std::mem::take(&mut self.unsaved);
        let first_seq = self.table.seq() + 1 - events.len() as u64;
        self.since_snapshot += u32::try_from(events.len()).unwrap_or(u32::MAX);
        let closes = self.table.stage() == Stage::Closed;
        let snapshot = (self.since_snapshot >= Room::SNAPSHOT && !closes).then(|| {
            self.since_snapshot = 0;
            serde_json::to_vec(&self.table).unwrap_or_default()
        });
        Some(Append {
            table: self.id,
            epoch: self.epoch,
            first_seq,
            creates: first_seq == 1,
            events,
            snapshot,
            closes,
        })
    }
}

/// What became of a bot's turn.
enum Thinks {
    Played,
    At(Moment),
    NotYet,
}

fn earlier(first: Option<Moment>, second: Option<Moment>) -> Option<Moment> {
    match (first, second) {
        (Some(first), Some(second)) => Some(first.min(second)),
        (one, other) => one.or(other),
    }
}
