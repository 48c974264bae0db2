//! A table that is played at or watched, wherever it is: what the screen shows, and what the person asks for.

use leptos::prelude::*;
use perudo_play::{CloseReason, Connection, Shown, TableUpdate, TimedEvent};
use perudo_protocol::{
    ClientMsg, Notice, Now, Observer, Outbox, OwnChain, OwnCups, ServerMsg, View, ViewCup, WireCommand,
    WireEvent, You,
};
use perudo_rules::Action;
use perudo_table::fair::{Link, Tip, Whose, Witness, WitnessError};

use super::chain_store;
use super::cup_store;
use super::knowledge;
use super::local::{self, Local, LocalGame, LocalGameError};
use super::playback::Playback;
use super::remote::{self, Remote};
use super::seat_store::{self, OwnSeat};
use super::seen_store;
use super::signatures;
use super::story::Story;
use crate::browser::{self, RandomError};
use crate::guest::GuestSecret;
use crate::i18n::t;
use crate::sound;

/// A table that is played at or watched.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// The table as it is shown.
    pub(crate) view: RwSignal<Option<View>>,
    /// Who this browser is there.
    pub(crate) you: RwSignal<You>,
    /// What is being shown and holds up the rest.
    pub(crate) shown: RwSignal<Option<Shown>>,
    /// What happened lately.
    pub(crate) story: Story,
    /// How the connection is.
    pub(crate) connection: RwSignal<Connection>,
    /// How many people are connected.
    pub(crate) watching: RwSignal<usize>,
    /// The people in chairs who have no connection.
    pub(crate) offline: RwSignal<Vec<u16>>,
    /// Whether the server can store nothing at the moment.
    pub(crate) stalled: RwSignal<bool>,
    /// Why something was not done.
    pub(crate) trouble: RwSignal<Option<String>>,
    /// Whether a decision is on its way.
    pub(crate) deciding: RwSignal<bool>,
    /// How many people share this device; with more than one it is handed around.
    pub(crate) sharing: RwSignal<usize>,
    /// Whether the dice of a table of the server are fair, as far as this browser can see.
    pub(crate) fairness: RwSignal<Fairness>,
    playback: Playback,
    core: StoredValue<Core, LocalStorage>,
}

/// What no screen shows.
struct Core {
    transport: Transport,
    outbox: Outbox,
    chain: Option<OwnChain>,
    observer: Option<Observer>,
    /// This browser's own dice, should the table be sealed.
    cups: Option<OwnCups>,
    /// Whether it is.
    sealed: bool,
    /// The number that this browser had last among the people: who comes back is told that it has none any more before
    /// what it missed.
    person: Option<u16>,
    /// The last event that is known.
    seq: Option<u64>,
    /// By how many milliseconds the table's clock is ahead of this one.
    ahead: Option<i64>,
}

/// What this browser found out about the dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fairness {
    /// How many throws were checked.
    pub(crate) checked: u64,
    /// How many of them do not count the link that this browser gave.
    pub(crate) unused: u64,
    /// What is wrong.
    pub(crate) errors: Vec<WitnessError>,
}

/// The way to the table.
enum Transport {
    Closed,
    Remote(Remote),
    Local(Box<Local>),
}

impl Session {
    fn new(
        transport: Transport,
        chain: Option<OwnChain>,
        observer: Option<Observer>,
    ) -> Result<Session, RandomError> {
        let outbox = Outbox::new(browser::random_number()?);
        let core = Core {
            transport,
            outbox,
            chain,
            observer,
            cups: None,
            sealed: false,
            person: None,
            seq: None,
            ahead: None,
        };
        let playback = Playback::new();
        Ok(Session {
            view: playback.view,
            you: playback.you,
            shown: playback.shown,
            story: playback.story,
            connection: RwSignal::new(Connection::Connecting),
            watching: RwSignal::new(0),
            offline: RwSignal::new(Vec::new()),
            stalled: RwSignal::new(false),
            trouble: RwSignal::new(None),
            deciding: RwSignal::new(false),
            sharing: RwSignal::new(0),
            fairness: RwSignal::new(Fairness::default()),
            playback,
            core: StoredValue::new_local(core),
        })
    }

    /// A table of the server.
    pub(crate) fn remote(table: &str) -> Result<Session, RandomError> {
        chain_store::remove_old();
        seen_store::remove_old();
        let transport = Transport::Remote(Remote::new(table, GuestSecret::stored()?));
        let chain = chain_store::chain_at(table)?;
        let observer = Observer::new(seen_store::witness_at(table));
        let session = Session::new(transport, Some(chain), Some(observer))?;
        cup_store::remove_old();
        let cups = cup_store::cups_at(table)?;
        session.core.try_update_value(|core| core.cups = Some(cups));
        remote::connect(session);
        remote::watch(session);
        session.keep_seat(table.to_owned());
        on_cleanup(move || {
            session.with_remote(Remote::end);
        });
        Ok(session)
    }

    /// A table in this browser: the stored one, or a new one.
    pub(crate) fn local(game: &LocalGame, fresh: bool) -> Result<Session, LocalGameError> {
        let stored = if fresh { None } else { Local::restore(game.stored_as) };
        let local = match stored {
            Some(local) => local,
            None => Local::begin(game)?,
        };
        let (bots, people) = (local.bots(), local.people());
        let transport = Transport::Local(Box::new(local));
        let session = Session::new(transport, None, None)?;
        knowledge::fetch_for(&bots, session.trouble);
        session.sharing.set(people);
        session.connection.set(Connection::Live);
        session.switch_viewer((people == 1).then_some(0));
        let hide = window_event_listener_untyped("pagehide", move |_| {
            session.with_local(Local::save);
        });
        on_cleanup(move || {
            hide.remove();
            session.core.try_update_value(|core| core.transport = Transport::Closed);
        });
        Ok(session)
    }

    pub(crate) fn with_remote<T>(self, act: impl FnOnce(&mut Remote) -> T) -> Option<T> {
        let act = |core: &mut Core| match &mut core.transport {
            Transport::Remote(remote) => Some(act(remote)),
            Transport::Closed | Transport::Local(_) => None,
        };
        self.core.try_update_value(act).flatten()
    }

    pub(crate) fn with_local<T>(self, act: impl FnOnce(&mut Local) -> T) -> Option<T> {
        let act = |core: &mut Core| match &mut core.transport {
            Transport::Local(local) => Some(act(local)),
            Transport::Closed | Transport::Remote(_) => None,
        };
        self.core.try_update_value(act).flatten()
    }

    /// The guest that this browser is at a table of the server.
    pub(crate) fn guest(self) -> Option<GuestSecret> {
        self.with_remote(|remote| remote.guest())
    }

    /// Whether the table is in this browser.
    pub(crate) fn is_local(self) -> bool {
        self.with_local(|_| ()).is_some()
    }

    pub(crate) fn last_event(self) -> Option<u64> {
        self.core.try_with_value(|core| core.seq).flatten()
    }

    /// By how many milliseconds the table's clock is ahead of this one.
    pub(crate) fn ahead(self) -> i64 {
        self.core.try_with_value(|core| core.ahead).flatten().unwrap_or(0)
    }

    /// The tip of a chain of this browser, for whoever sits down with it.
    pub(crate) fn tip(self) -> Option<Link> {
        let table = self.with_remote(|remote| remote.table().to_owned())?;
        let tip = self.with_chain(|chain| chain.join_tip(|| chain_store::new_chain_at(&table)))?;
        tip.map_err(|error| self.trouble.set(Some(error.message()))).ok()
    }

    /// The closed tip for whoever sits down at a sealed table.
    pub(crate) fn closed_tip(self) -> Option<Link> {
        let is_sealed = self.core.try_with_value(|core| core.sealed).unwrap_or(false);
        let tip = self.with_cups(|cups| cups.tip(cup_store::new_chain)).filter(|_| is_sealed)?;
        self.keep_cups();
        tip.map_err(|error| self.trouble.set(Some(error.message()))).ok()
    }

    /// What another device needs to go on in this one's place. It is for nobody else, and for no server.
    pub(crate) fn device_secret(self) -> Option<String> {
        let secret = self.guest()?;
        let cups = self
            .core
            .try_with_value(|core| core.cups.as_ref().filter(|_| core.sealed).map(cup_store::as_text));
        Some(match cups.flatten() {
            Some(cups) => format!("guest={secret}&cups={cups}"),
            None => format!("guest={secret}"),
        })
    }

    /// Remembers that this browser has a seat at a table of the server, for as long as it has one.
    fn keep_seat(self, table: String) {
        let gone = move || self.connection.get() == Connection::Closed(CloseReason::NoTable);
        let seat = Memo::new(move |_| {
            let you = self.you.get();
            // Nothing is known before the table has answered.
            let known = self.view.with(|view| view.as_ref().map(|view| OwnSeat::of(view, you)));
            if gone() { Some(None) } else { known }
        });
        Effect::new(move || {
            if let Some(seat) = seat.get() {
                seat_store::store(&table, seat);
            }
        });
    }

    /// Leaves the table.
    pub(crate) fn leave(self) {
        self.order(WireCommand::Leave);
        if let Some(table) = self.with_remote(|remote| remote.table().to_owned()) {
            seat_store::store(&table, None);
        }
    }

    /// Asks for something that the person wants.
    pub(crate) fn order(self, command: WireCommand) {
        self.trouble.set(None);
        self.submit(command);
    }

    /// Asks for something.
    fn submit(self, command: WireCommand) {
        if matches!(command, WireCommand::Act { .. }) {
            self.deciding.set(true);
        }
        // What is known may be ahead of what is shown, and people decide about what they see.
        let seen = self.playback.seq().unwrap_or(0);
        let order = self.core.try_update_value(|core| core.outbox.queue(command, seen));
        if let Some(order) = order {
            self.send(ClientMsg::Order(order));
        }
    }

    /// Decides in the game.
    pub(crate) fn act(self, action: Action) {
        if !self.deciding.get_untracked() {
            sound::unlock();
            self.order(WireCommand::Act { action });
        }
    }

    fn send(self, message: ClientMsg) {
        self.with_remote(|remote| remote.send(&message));
        if let Some(step) = self.with_local(|local| local.receive(message)) {
            local::carry_on(self, step);
        }
    }

    /// The connection is there again: what was not answered is sent again.
    pub(crate) fn reconnected(self) {
        self.connection.set(Connection::Live);
        let unanswered = self.core.try_with_value(|core| core.outbox.unanswered()).unwrap_or_default();
        for order in unanswered {
            self.send(ClientMsg::Order(order));
        }
        self.with_chain(OwnChain::reconnected);
        self.with_cups(OwnCups::reconnected);
        self.witness(Witness::reconnected);
        self.give_link();
        self.show();
    }

    /// Takes in what the table tells.
    pub(crate) fn receive(self, message: ServerMsg) {
        // Events are taken in below, if they are new.
        if !matches!(message, ServerMsg::Event { .. }) {
            self.with_chain(|chain| chain.receive(&message));
            self.with_cups(|cups| cups.receive(&message));
            self.observe(|observer| observer.receive(&message));
        }
        match message {
            ServerMsg::Welcome { seq, you, view, .. } => self.welcome(seq, you, *view),
            ServerMsg::You { you, .. } => {
                self.note_person(you);
                self.playback.push(TableUpdate::You(you));
            }
            ServerMsg::Event { seq, at, event, now } => self.event(seq, at, event, now),
            ServerMsg::Done { id, .. } => {
                if self.was_decision(id) {
                    self.deciding.set(false);
                }
            }
            ServerMsg::Refused { body, .. } => {
                // Nothing can be stored: the command is sent again when it can.
                if body.error == "storage-down" {
                    return;
                }
                if let Some(id) = body.id {
                    self.was_decision(id);
                }
                self.deciding.set(false);
                // What the page does by itself does not concern the person.
                if body.error != "bad-link" {
                    self.trouble.set(Some(body.message));
                }
            }
            ServerMsg::Watching { count, offline, .. } => {
                self.watching.set(count);
                self.offline.set(offline.unwrap_or_default());
            }
            ServerMsg::Notice { notice, .. } => match notice {
                Notice::StorageDown => self.stalled.set(true),
                Notice::StorageUp => {
                    self.stalled.set(false);
                    self.reconnected();
                }
                Notice::Restarting => {}
            },
            ServerMsg::Receipt { receipt, .. } => signatures::check_receipt(self, *receipt),
            ServerMsg::Receipts { receipts, .. } => {
                let own = self.witness(|witness| witness.own_receipt(&receipts)).flatten();
                own.into_iter().for_each(|receipt| signatures::check_receipt(self, receipt));
            }
            ServerMsg::Pong { .. } => {}
        }
    }

    /// A command was answered; says whether it was a decision in the game.
    fn was_decision(self, id: u64) -> bool {
        let order = self.core.try_update_value(|core| core.outbox.answered(id)).flatten();
        order.is_some_and(|order| matches!(order.command, WireCommand::Act { .. }))
    }

    fn note_person(self, you: You) {
        self.core.try_update_value(|core| core.person = you.person.or(core.person));
    }

    fn welcome(self, seq: u64, you: You, mut view: View) {
        self.note_person(you);
        let sealed = view.settings.dice.is_some();
        let known = self.core.try_update_value(|core| (core.seq, core.sealed) = (Some(seq), sealed));
        if known.is_none() {
            return;
        }
        if let Some(tour) = view.tour.as_mut().filter(|tour| tour.sealed.is_some()) {
            tour.hand = self.with_cups(|cups| cups.hand()).flatten();
            let cups = tour.sealed.as_ref().map(|sealed| sealed.cups.clone()).unwrap_or_default();
            self.miss_dice(&cups);
        }
        signatures::shown_tip(self, view.server_from, view.server_tip);
        self.playback.reset(seq, view, you);
        self.give_link();
        self.show();
        self.commit();
    }

    fn event(self, seq: u64, at: u64, mut event: WireEvent, now: Option<Box<Now>>) {
        let fresh = self.core.try_update_value(|core| {
            if core.seq.is_some_and(|known| seq <= known) {
                return false;
            }
            core.seq = Some(seq);
            // An event that was missed comes late: the least delay tells the clocks apart best.
            let ahead = at.cast_signed() - browser::now().0.cast_signed();
            core.ahead = Some(core.ahead.map_or(ahead, |known| known.max(ahead)));
            if let Some(chain) = &mut core.chain {
                chain.happened(&event, now.as_deref());
            }
            if let Some(cups) = &mut core.cups {
                cups.happened(&event, now.as_deref());
            }
            true
        });
        if fresh != Some(true) {
            return;
        }
        self.observe(|observer| observer.happened(&event, now.as_deref()));
        self.own_dice(&mut event);
        if let WireEvent::Committed { person: None, tip, from, .. } = &event {
            signatures::shown_tip(self, *from, *tip);
        }
        let rolled = matches!(event, WireEvent::Rolled { .. });
        let skipped = matches!(event, WireEvent::Skipped { .. });
        self.playback.push(TableUpdate::Event(Box::new(TimedEvent { seq, at, event, now })));
        if skipped {
            self.playback.rush();
        }
        self.give_link();
        self.show();
        if rolled {
            self.commit();
            self.with_local(Local::save);
        }
    }

    fn with_chain<T>(self, act: impl FnOnce(&mut OwnChain) -> T) -> Option<T> {
        self.core.try_update_value(|core| core.chain.as_mut().map(act)).flatten()
    }

    /// Shows the witness of the dice something, keeps what it saw, and tells the screen what it found.
    fn observe<T>(self, act: impl FnOnce(&mut Observer) -> T) -> Option<T> {
        let seen = self.core.try_update_value(|core| {
            let observer = core.observer.as_mut()?;
            let progress = |witness: &Witness| {
                (witness.asked(), witness.thrown(), witness.checked(), witness.errors().len())
            };
            let before = progress(observer.witness());
            let result = act(observer);
            let witness = observer.witness();
            let fairness = Fairness {
                checked: witness.checked(),
                unused: witness.unused(),
                errors: witness.errors().to_vec(),
            };
            if progress(witness) != before {
                seen_store::save(witness);
            }
            Some((result, fairness))
        });
        let (result, fairness) = seen.flatten()?;
        if self.fairness.with_untracked(|known| *known != fairness) {
            self.fairness.set(fairness);
        }
        Some(result)
    }

    /// Tells the witness of the dice of something that is no message.
    pub(super) fn witness<T>(self, act: impl FnOnce(&mut Witness) -> T) -> Option<T> {
        self.observe(|observer| act(observer.witness_mut()))
    }

    /// The tips that count for the coming throw or later ones, as they were shown to this browser.
    pub(crate) fn tips(self) -> Vec<(Whose, Tip)> {
        let tips = |core: &Core| core.observer.as_ref().map(|observer| observer.witness().tips());
        self.core.try_with_value(tips).flatten().unwrap_or_default()
    }

    /// The name of the table and what this browser saw there, as a file to keep.
    pub(crate) fn seen(self) -> Option<(String, String)> {
        let seen = |core: &Core| {
            let witness = core.observer.as_ref()?.witness();
            Some((witness.table().to_owned(), serde_json::to_string(witness).ok()?))
        };
        self.core.try_with_value(seen).flatten()
    }

    /// Gives this browser's link, if a throw is coming and it is that throw's turn.
    fn give_link(self) {
        if let Some(ClientMsg::Link { throw, link }) = self.with_chain(OwnChain::link).flatten()
            && self.observe(|observer| observer.give(throw, link, browser::now())) == Some(Ok(()))
        {
            self.send(ClientMsg::Link { throw, link });
        }
    }

    fn with_cups<T>(self, act: impl FnOnce(&mut OwnCups) -> T) -> Option<T> {
        self.core.try_update_value(|core| core.cups.as_mut().map(act)).flatten()
    }

    /// At a sealed table the event has no dice: this browser knows its own.
    fn own_dice(self, event: &mut WireEvent) {
        match event {
            WireEvent::Rolled { hand, cups: Some(cups), .. } => {
                *hand = self.with_cups(|own| own.hand()).flatten();
                self.miss_dice(cups);
            }
            WireEvent::Left { person, not_shown: true, .. }
                if self.core.try_with_value(|core| core.person).flatten() == Some(*person) =>
            {
                self.trouble.set(Some(t("web-you-not-shown")));
            }
            _ => {}
        }
    }

    /// Says so if dice lie under this player's cup that another device has.
    fn miss_dice(self, cups: &[ViewCup]) {
        if self.with_cups(|own| own.are_elsewhere(cups)) == Some(true) {
            self.trouble.set(Some(t("web-dice-elsewhere")));
        }
    }

    /// Shows this browser's closed link after a call, if all open ones are right.
    fn show(self) {
        let message = self.core.try_update_value(|core| {
            let witness = core.observer.as_ref()?.witness();
            core.cups.as_mut()?.show(|throw| witness.vouches_for(throw))
        });
        // What was shown once is stored before it is sent: a reload must not take it back.
        self.keep_cups();
        if let Some(message) = message.flatten() {
            self.send(message);
        }
    }

    /// Stores the closed chains of a sealed table, if they have changed.
    fn keep_cups(self) {
        let Some(table) = self.with_remote(|remote| remote.table().to_owned()) else { return };
        self.core.try_update_value(|core| {
            if let Some(cups) = core.cups.as_mut().filter(|_| core.sealed)
                && cups.take_changed()
            {
                cup_store::store(&table, cups);
            }
        });
    }

    /// The closed tip that goes with a new open one, if that is due at a sealed table.
    fn closed_renewal(self) -> Result<Option<Link>, RandomError> {
        let throws = self.view.with_untracked(|view| view.as_ref().map_or(0, |view| view.throws));
        let is_sealed = self.core.try_with_value(|core| core.sealed).unwrap_or(false);
        let renewal = if is_sealed {
            self.with_cups(|cups| cups.renewal(throws, cup_store::new_chain)).transpose()
        } else {
            Ok(None)
        };
        self.keep_cups();
        renewal.map(Option::flatten)
    }

    /// Commits to this browser's chain, if that is due.
    fn commit(self) {
        let Some(table) = self.with_remote(|remote| remote.table().to_owned()) else { return };
        match self.with_chain(|chain| chain.commitment(|| chain_store::new_chain_at(&table))) {
            Some(Ok(Some(tip))) => match self.closed_renewal() {
                Ok(closed) => self.submit(WireCommand::Commit { tip, closed }),
                Err(error) => self.trouble.set(Some(error.message())),
            },
            Some(Err(error)) => self.trouble.set(Some(error.message())),
            Some(Ok(None)) | None => {}
        }
    }

    /// Whether something is being shown that holds up the rest.
    pub(crate) fn is_held(self) -> bool {
        self.playback.is_held()
    }

    /// What was shown has been seen: the rest goes on.
    pub(crate) fn release(self) {
        if self.playback.release() {
            self.hurry();
        }
    }

    /// At a table in this browser: shows it as this person may see it; nobody: as everyone may.
    pub(crate) fn switch_viewer(self, person: Option<usize>) {
        if let Some(step) = self.with_local(|local| local.switch_viewer(person)) {
            local::carry_on(self, step);
        }
    }

    /// Whether the one who looks has lost all dice.
    pub(super) fn is_out(self) -> bool {
        let chair = self.you.get_untracked().chair.map(usize::from);
        let dice = |view: &View| chair.and_then(|chair| view.now.dice.get(chair).copied());
        self.view.with_untracked(|view| view.as_ref().and_then(dice) == Some(0))
    }

    /// How many players have dice.
    pub(super) fn with_dice(self) -> usize {
        let with_dice = |view: &View| view.now.dice.iter().filter(|dice| **dice > 0).count();
        self.view.with_untracked(|view| view.as_ref().map_or(0, with_dice))
    }

    /// Whether the rest of the tour passes at once.
    pub(crate) fn is_rushing(self) -> bool {
        self.playback.rushing.get()
    }

    pub(super) fn hurry(self) {
        if let Some(step) = self.with_local(Local::hurry) {
            local::carry_on(self, step);
        }
    }
}
