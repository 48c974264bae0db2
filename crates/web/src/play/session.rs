//! A table that is played at or watched, wherever it is: what the screen shows, and what the person asks for.

mod server_side;

use leptos::prelude::*;
use perudo_play::{Connection, Shown, TableUpdate, TimedEvent};
use perudo_protocol::{
    ClientMsg, Notice, Now, Observer, Outbox, OwnChain, OwnCups, ServerMsg, View, WireCommand, WireEvent, You,
};
use perudo_rules::Action;
use perudo_table::fair::WitnessError;

use super::knowledge;
use super::local::{self, Local, LocalGameError};
use super::playback::Playback;
use super::remote::Remote;
use super::seat_store;
use super::story::Story;
use crate::browser::{self, RandomError};
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
    server: Option<&'static dyn ServerSide>,
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

/// What is done at tables of the server alone: there is a connection, and this browser has a part in the dice. A game against
/// bots begins before the part of the program is here that does it.
trait ServerSide {
    /// Sends a message.
    fn send(&self, session: Session, message: &ClientMsg);
    /// The connection is there again.
    fn reconnected(&self, session: Session);
    /// Takes in a message that is no event.
    fn received(&self, session: Session, message: &ServerMsg);
    /// Takes in the table as it is, before it is shown.
    fn welcomed(&self, session: Session, view: &mut View);
    /// Takes in an event, before it is shown.
    fn happened(&self, session: Session, event: &mut WireEvent, now: Option<&Now>);
    /// Does what is due after that.
    fn go_on(&self, session: Session, may_commit: bool);
}

/// The way to the table.
enum Transport {
    Closed,
    Remote(Remote),
    Local(Box<Local>),
}

impl Session {
    fn new(transport: Transport) -> Result<Session, RandomError> {
        let outbox = Outbox::new(browser::random_number()?);
        let core = Core {
            transport,
            server: None,
            outbox,
            chain: None,
            observer: None,
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

    /// A table in this browser.
    pub(crate) fn local(local: Local) -> Result<Session, LocalGameError> {
        let (bots, people) = (local.bots(), local.people());
        let transport = Transport::Local(Box::new(local));
        let session = Session::new(transport)?;
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

    /// Does something that only a table of the server has.
    fn at_server(self, act: impl FnOnce(&dyn ServerSide)) {
        if let Some(server) = self.core.try_with_value(|core| core.server).flatten() {
            act(server);
        }
    }

    pub(crate) fn with_local<T>(self, act: impl FnOnce(&mut Local) -> T) -> Option<T> {
        let act = |core: &mut Core| match &mut core.transport {
            Transport::Local(local) => Some(act(local)),
            Transport::Closed | Transport::Remote(_) => None,
        };
        self.core.try_update_value(act).flatten()
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
        self.at_server(|server| server.send(self, &message));
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
        self.at_server(|server| server.reconnected(self));
    }

    /// Takes in what the table tells.
    pub(crate) fn receive(self, message: ServerMsg) {
        // Events are taken in below, if they are new.
        if !matches!(message, ServerMsg::Event { .. }) {
            self.at_server(|server| server.received(self, &message));
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
            ServerMsg::Receipt { .. } | ServerMsg::Receipts { .. } | ServerMsg::Pong { .. } => {}
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
        self.at_server(|server| server.welcomed(self, &mut view));
        self.playback.reset(seq, view, you);
        self.at_server(|server| server.go_on(self, true));
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
            true
        });
        if fresh != Some(true) {
            return;
        }
        self.at_server(|server| server.happened(self, &mut event, now.as_deref()));
        let rolled = matches!(event, WireEvent::Rolled { .. });
        let skipped = matches!(event, WireEvent::Skipped { .. });
        self.playback.push(TableUpdate::Event(Box::new(TimedEvent { seq, at, event, now })));
        if skipped {
            self.playback.rush();
        }
        self.at_server(|server| server.go_on(self, rolled));
        if rolled {
            self.with_local(Local::save);
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
