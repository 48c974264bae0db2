//! A table with its log and the connections to it. It does no I/O: what has to be done outside comes out as
//! [`Effects`].

use std::collections::HashMap;
use std::time::Duration;

use perudo_bots::Opponent;
use perudo_explain::{explain_invalid_command, explain_reason, explain_refusal};
use perudo_protocol::{Notice, Order, RefusedBody, ServerMsg};
use perudo_rules::Action;
use perudo_table::fair::Link;
use perudo_table::{
    Account, BotError, BotFailure, BotJob, BotTurn, Chair, CommandId, Done, Driver, Entry, Guest,
    GuestCommand, Joining, Moment, Presence, PublicEvent, Repeat, Settings, Stage, Table, TableEvent, Viewer,
};
use perudo_words::{Language, Words};
use tokio::sync::oneshot;

use crate::journal::Journal;
use crate::mailbox::CloseReason;
use crate::outbox::{Arrival, Outbox};
use crate::public_tables::{Listing, ListingChange};
use crate::reason::Reason;
use crate::signer::Signer;
use crate::store::{Append, Holding, TableId};

/// A table as a server runs it: its state may be ahead of the log, and nobody is told anything that the log does not
/// have yet.
#[derive(Debug)]
pub(crate) struct Room {
    driver: Driver,
    journal: Journal,
    outbox: Outbox,
    storage_down: bool,
    /// Whether the clock is paused, because the log was down or too slow: nobody may run out of time unheard.
    paused: bool,
    /// Whether the table is being handed over: nothing more happens here.
    retired: bool,
    /// Whether an operator wants the table closed.
    /// Why an operator wants the table closed, if one does.
    closing: Option<String>,
    /// How far the table's time is ahead of this node's, whose clock may be behind that of the node before.
    ahead: Duration,
    /// When the room is woken.
    wake_at: Option<Moment>,
    /// Those here whose name is their own, and whether they are programs.
    accounts: HashMap<Guest, (Account, bool)>,
    /// The place in the list of public tables.
    listing: Option<Listing>,
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
    pub(crate) ask: Option<Box<BotJob>>,
    /// A bot failed, and a fallback move was played for it.
    pub(crate) failure: Option<BotFailure>,
    /// The table has changed its place in the list of public tables.
    pub(crate) listing: Option<ListingChange>,
    /// An event cannot be written: the table cannot go on.
    pub(crate) unwritable: Option<String>,
}

impl Room {
    /// How many events are kept for clients after a restart: about as many as anyone had not read yet when the program
    /// ended.
    const RECENT: usize = 8;

    /// A new table.
    pub(crate) fn open(id: TableId, settings: Settings, secret: [u8; 32], now: Moment) -> Room {
        let (driver, opened) = Driver::open(id.to_string(), settings, secret, now);
        let journal = Journal::begin(id, now, opened.clone());
        let mut room = Room::of_driver(driver.in_run(1), journal, now);
        room.publish_tip();
        room.outbox.happened(&opened.event, room.driver.table());
        room
    }

    /// A table whose log has everything.
    pub(crate) fn of_table(id: TableId, epoch: u64, table: Table, now: Moment) -> Room {
        let journal = Journal::new(id, epoch, table.seq());
        Room::of_driver(Driver::new(table, now).in_run(epoch), journal, now)
    }

    fn of_driver(driver: Driver, journal: Journal, now: Moment) -> Room {
        let outbox = Outbox::new(now);
        Room {
            driver,
            journal,
            outbox,
            storage_down: false,
            paused: false,
            retired: false,
            closing: None,
            ahead: Duration::ZERO,
            wake_at: None,
            accounts: HashMap::new(),
            listing: None,
        }
    }

    /// The table comes from a node whose time was so far ahead.
    pub(crate) fn set_ahead(&mut self, ahead: Duration) {
        self.ahead = ahead;
    }

    /// How far the table's time is ahead of this node's.
    pub(crate) fn ahead(&self) -> Duration {
        self.ahead
    }

    /// The table, and the epoch in which this node has it.
    pub(crate) fn holding(&self) -> Holding {
        (self.journal.table(), self.journal.epoch())
    }

    /// Whether the log has the table.
    pub(crate) fn is_stored(&self) -> bool {
        self.journal.durable() > 0
    }

    /// From now on nothing happens here: the table is being handed over. What clients still send, they send again to
    /// whoever has the table next.
    pub(crate) fn retire(&mut self) {
        self.retired = true;
    }

    /// An operator wants the table closed, which it is when the room is woken. Returns whether that is new.
    #[must_use]
    pub(crate) fn ask_to_close(&mut self, reason: String) -> bool {
        self.closing.replace(reason).is_none()
    }

    /// With receipts for what people give.
    pub(crate) fn sign_by(&mut self, signer: Signer) {
        self.outbox.sign_by(signer);
    }

    /// Puts the tip of the server's chain into the public log, together with what is written next.
    pub(crate) fn publish_tip(&mut self) {
        let (tip, from) = self.driver.table().seen_by(Viewer::Spectator).server_tip();
        self.journal.publish(from, tip);
    }

    /// Applies events of the log after the table's state; the last ones are kept for those who come back.
    pub(crate) fn replay(&mut self, entries: &[Entry]) {
        let recent = entries.len().saturating_sub(Room::RECENT);
        for (index, entry) in entries.iter().enumerate() {
            self.driver.replay(entry);
            if index >= recent {
                self.outbox.remember(&entry.event, self.driver.table());
            }
        }
        self.journal.replayed(entries.len(), self.table().seq());
    }

    pub(crate) fn id(&self) -> TableId {
        self.journal.table()
    }

    pub(crate) fn table(&self) -> &Table {
        self.driver.table()
    }

    pub(crate) fn presence(&self) -> &Presence {
        self.driver.presence()
    }

    /// Whether everything that happened is in the log.
    pub(crate) fn is_durable(&self) -> bool {
        self.journal.durable() == self.table().seq()
    }

    /// Whether nobody will ever be told anything more here.
    pub(crate) fn is_over(&self) -> bool {
        self.table().stage() == Stage::Closed && self.is_durable()
    }

    /// The most people who are remembered beyond those at the table.
    const ACCOUNTS: usize = 1000;

    /// From now on, this guest comes in under a name of their own.
    pub(crate) fn know(&mut self, guest: Guest, account: Account, program: bool) {
        if self.accounts.len() >= Room::ACCOUNTS {
            let table = self.driver.table();
            self.accounts.retain(|guest, _| table.has_joined(*guest));
        }
        self.accounts.insert(guest, (account, program));
    }

    /// Someone connects. Returns the key of the connection.
    pub(crate) fn connect(&mut self, arrival: Arrival, now: Moment) -> Result<(u64, Effects), CloseReason> {
        if self.retired {
            return Err(CloseReason::Restarting);
        }
        let (table, guest) = (self.driver.table(), arrival.guest);
        if table.stage() == Stage::Closed {
            return Err(CloseReason::NoTable);
        }
        if table.viewer(guest) == Viewer::Spectator && table.is_private() {
            return Err(CloseReason::NoSpectators);
        }
        let durable = self.journal.durable();
        let key = self.outbox.connect(arrival, table, durable)?;
        self.driver.connect(guest, now);
        if self.storage_down {
            let notice = Notice::StorageDown;
            self.outbox.send_now(key, &ServerMsg::Notice { seq: durable, notice });
        }
        self.flush();
        Ok((key, self.settle(now)))
    }

    /// A connection ended.
    pub(crate) fn disconnect(&mut self, key: u64, now: Moment) -> Effects {
        if let Some(guest) = self.outbox.disconnect(key) {
            self.driver.disconnect(guest, now);
        }
        self.settle(now)
    }

    /// Whom a connection serves, while anything happens here.
    fn client(&self, key: u64) -> Option<(Guest, Language)> {
        self.outbox.client(key).filter(|_| !self.retired)
    }

    /// A client's command over a connection.
    pub(crate) fn order(&mut self, key: u64, order: Order, now: Moment) -> Effects {
        let Some((guest, language)) = self.client(key) else { return Effects::default() };
        let id = order.id;
        let outcome = self.carry_out(guest, language, order, now);
        self.reply(key, |seq| match outcome {
            Ok(event) => ServerMsg::Done { seq, id, event },
            Err(body) => ServerMsg::Refused { seq, body: *body },
        });
        self.settle(now)
    }

    /// A guest's command, by whatever way it came. Returns the number of its event.
    pub(crate) fn carry_out(
        &mut self,
        guest: Guest,
        language: Language,
        order: Order,
        now: Moment,
    ) -> Result<u64, Box<RefusedBody>> {
        let words = Words::of(language);
        let Order { id, seen, command } = order;
        let command_id = CommandId { id, seen };
        if self.retired {
            return Err(Box::new(explain_reason(Some(id), Reason::Restarting.name(), words)));
        }
        if self.storage_down {
            return match self.table().repeat(guest, command_id) {
                Repeat::Done(event) if event <= self.journal.durable() => Ok(event),
                _ => Err(Box::new(explain_reason(Some(id), Reason::StorageDown.name(), words))),
            };
        }
        let command = command
            .into_guest_command(|name| Opponent::named(name).is_some())
            .map_err(|error| Box::new(explain_invalid_command(Some(id), &error, words)))?;
        let command = self.under_own_name(guest, command);
        match self.driver.command(guest, command_id, &command, now) {
            Ok(Done::Before(event)) => Ok(event),
            Ok(Done::Now(entry)) => {
                self.journal.record(now, &entry);
                self.journal.came_of(now, &entry, self.driver.table());
                self.outbox.happened(&entry.event, self.driver.table());
                Ok(self.table().seq())
            }
            Err(error) => {
                let table = self.table();
                let seen = table.seen_by(table.viewer(guest));
                Err(Box::new(explain_refusal(Some(id), &error, &seen, words)))
            }
        }
    }

    /// Whoever has a name of their own comes in under it, and under no other: with a number, if a guest has it here.
    fn under_own_name(&self, guest: Guest, command: GuestCommand) -> GuestCommand {
        match (command, self.accounts.get(&guest)) {
            (GuestCommand::Join(joining), Some((account, program))) => {
                let numbered = (2..9).map(|number| format!("{} {number}", account.name));
                let names = std::iter::once(account.name.clone()).chain(numbered);
                let name = names.clone().find(|name| self.table().is_name_free(name, guest));
                GuestCommand::Join(Joining {
                    name: name.unwrap_or_else(|| account.name.clone()),
                    program: joining.program || *program,
                    account: Some(account.clone()),
                    ..joining
                })
            }
            (command, _) => command,
        }
    }

    /// A client's link for the coming throw.
    pub(crate) fn link(&mut self, key: u64, throw: u64, link: Link, now: Moment) -> Effects {
        let Some((guest, language)) = self.client(key) else { return Effects::default() };
        match self.driver.give_link(guest, throw, link) {
            Ok(given) => {
                if let Some(statement) = given {
                    let seq = self.table().seq();
                    self.outbox.send_receipt(key, seq, statement);
                    self.flush();
                }
                self.settle(now)
            }
            Err(error) => {
                let body = explain_reason(None, error.name(), Words::of(language));
                self.reply(key, |seq| ServerMsg::Refused { seq, body });
                Effects::default()
            }
        }
    }

    /// A client's closed link of the round, after a call at a sealed table.
    pub(crate) fn show(&mut self, key: u64, throw: u64, link: Link, now: Moment) -> Effects {
        let Some((guest, language)) = self.client(key) else { return Effects::default() };
        if let Err(error) = self.driver.show(guest, throw, link) {
            let body = explain_reason(None, error.name(), Words::of(language));
            self.reply(key, |seq| ServerMsg::Refused { seq, body });
            return Effects::default();
        }
        self.settle(now)
    }

    /// Answers one connection in the order of everything that it is told; at once while nothing can be stored, since
    /// what waits for the log would wait too long.
    pub(crate) fn reply(&mut self, key: u64, message: impl FnOnce(u64) -> ServerMsg) {
        if self.storage_down {
            self.outbox.send_now(key, &message(self.journal.durable()));
            return;
        }
        let seq = self.table().seq();
        self.outbox.send(key, seq, &message(seq));
        self.flush();
    }

    /// Signals when the log has everything that happened up to now.
    pub(crate) fn signal(&mut self) -> oneshot::Receiver<()> {
        let signalled = self.outbox.signal(self.driver.table().seq());
        self.flush();
        signalled
    }

    /// What a bot decided, or that it failed.
    pub(crate) fn bot_decided(
        &mut self,
        turn: BotTurn,
        decision: Result<Action, BotError>,
        now: Moment,
    ) -> Effects {
        if !self.retired {
            self.driver.bot_decided(turn, decision, now);
        }
        self.settle(now)
    }

    /// A bot that could not be asked is asked again when the room is woken.
    pub(crate) fn ask_again(&mut self) {
        self.driver.ask_again();
    }

    /// The moment has come at which something may be due. The room has no other timer now.
    pub(crate) fn wake(&mut self, now: Moment) -> Effects {
        self.wake_at = None;
        self.settle(now)
    }

    /// The log has the events up to this number. Returns whether the clock is paused: then the room is to be woken.
    #[must_use]
    pub(crate) fn saved(&mut self, seq: u64) -> bool {
        self.journal.saved(seq);
        self.flush();
        self.paused
    }

    /// The log takes no events at the moment: nothing happens until it does.
    pub(crate) fn storage_failed(&mut self) {
        if !std::mem::replace(&mut self.storage_down, true) {
            self.notice(Notice::StorageDown);
        }
    }

    /// The log takes events again: everything goes on where it was when the room is woken.
    pub(crate) fn storage_recovered(&mut self) {
        if std::mem::take(&mut self.storage_down) {
            self.notice(Notice::StorageUp);
            self.paused = true;
        }
    }

    /// Tells everyone something about the server.
    pub(crate) fn notice(&self, notice: Notice) {
        self.outbox.notice(self.journal.durable(), notice);
    }

    /// Ends all connections.
    pub(crate) fn close_connections(&self, why: CloseReason) {
        self.outbox.close(why);
    }

    /// Ends the connections of one guest, whose key may be none any more.
    pub(crate) fn close_connections_of(&mut self, guest: Guest, why: CloseReason) {
        self.accounts.remove(&guest);
        self.outbox.close_guest(guest, why);
    }

    /// Lets everything happen that is due, and collects what has to be done outside.
    pub(crate) fn settle(&mut self, now: Moment) -> Effects {
        let mut effects = Effects::default();
        let (online, offline) = (self.presence().guests_online(), self.offline());
        let mut wake = self.outbox.tell_watching(online, offline, self.journal.durable(), now);
        let slow = self.journal.is_slow(now);
        self.paused |= slow;
        if self.paused && !slow && !self.storage_down {
            self.paused = false;
            self.driver.resume(now);
        }
        if !self.storage_down && !self.paused && !self.retired {
            if let Some(reason) = &self.closing
                && let Some(entry) = self.driver.close(reason, now)
            {
                self.journal.record(now, &entry);
                self.outbox.happened(&entry.event, self.driver.table());
            }
            let due = self.driver.advance(now, |table, entry| {
                self.journal.record(now, &entry);
                self.journal.came_of(now, &entry, table);
                if let TableEvent::Public(PublicEvent::Committed { person: None, tip, .. }) = entry.event {
                    let (_, from) = table.seen_by(Viewer::Spectator).server_tip();
                    self.journal.publish(from, tip);
                }
                self.outbox.happened(&entry.event, table);
            });
            wake = [wake, due.wake].into_iter().flatten().min();
            (effects.ask, effects.failure) = (due.ask, due.failure);
        }
        if let Some(at) = wake.filter(|at| self.wake_at.is_none_or(|wake| *at < wake)) {
            self.wake_at = Some(at);
            effects.wake = Some(at);
        }
        effects.append = self.journal.take(self.driver.table(), now);
        effects.unwritable = self.journal.unwritable().map(ToString::to_string);
        effects.listing = self.relist(Listing::of_room(self));
        effects
    }

    /// The people in chairs who have no connection.
    fn offline(&self) -> Vec<u16> {
        let in_chairs = self.table().chairs().iter().filter_map(Chair::person);
        let offline = in_chairs
            .filter(|id| self.table().guest_of(*id).is_some_and(|guest| !self.presence().online(guest)));
        offline.map(|id| id.0).collect()
    }

    /// Takes the table off the list of public tables.
    pub(crate) fn unlist(&mut self) -> Option<ListingChange> {
        self.relist(None)
    }

    fn relist(&mut self, now: Option<Listing>) -> Option<ListingChange> {
        let before = std::mem::replace(&mut self.listing, now);
        (before != now).then_some(ListingChange { before, now })
    }

    fn flush(&mut self) {
        self.outbox.flush(self.journal.durable());
    }
}
