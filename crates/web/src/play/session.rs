//! What the screen of a table stands on: the view, who one is, and everything on its way to or from the table.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::prelude::*;
use perudo_protocol::{ClientMsg, Notice, Now, Order, ServerMsg, View, WireCommand, WireEvent, You};
use perudo_rules::Action;
use wasm_bindgen_futures::spawn_local;

use super::events::Shown;
use super::knowledge;
use super::local::{self, Local, LocalGame};
use super::own_chain::OwnChain;
use super::remote::{self, Remote};
use super::tell::Told;
use crate::prefs::{Pace, prefs};
use crate::{api, browser, sound};

/// A table that is played at or watched.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// The table as it is shown. It may be a moment behind what is known, while something is shown.
    pub(crate) view: RwSignal<Option<View>>,
    /// Who one is there.
    pub(crate) you: RwSignal<You>,
    /// How the connection is.
    pub(crate) line: RwSignal<Line>,
    /// How many people are connected.
    pub(crate) watching: RwSignal<usize>,
    /// What is being shown and holds up the rest.
    pub(crate) shown: RwSignal<Option<Shown>>,
    /// What happened lately, the last thing last.
    pub(crate) story: RwSignal<Vec<Told>>,
    /// Feelings that were shown a moment ago: person, which, number.
    pub(crate) feelings: RwSignal<Vec<(u16, String, u64)>>,
    /// Why something was not done.
    pub(crate) trouble: RwSignal<Option<String>>,
    /// Whether a decision is on its way.
    pub(crate) deciding: RwSignal<bool>,
    /// Whether the server can store nothing at the moment.
    pub(crate) stalled: RwSignal<bool>,
    /// Whether the rest of a tour in this browser is hurried through.
    pub(crate) rushing: RwSignal<bool>,
    /// How many people share this device; more than one: it is handed around.
    pub(crate) sharing: RwSignal<usize>,
    core: StoredValue<Core, LocalStorage>,
}

/// How the connection to a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Not yet there.
    Connecting,
    /// All is well.
    Live,
    /// Lost; it is being tried again.
    Lost {
        /// How often it was tried.
        tries: u32,
    },
    /// Over, for a reason that trying again does not change.
    Over(Ending),
}

/// Why there is no table any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It is closed, or never was.
    NoTable,
    /// It cannot be watched while a tour is played.
    NoSpectators,
    /// Too many watch.
    Full,
    /// The page is older or newer than the server.
    OtherVersion,
}

struct Core {
    wire: Wire,
    queue: VecDeque<Incoming>,
    held: bool,
    /// The last event that is known.
    seq: Option<u64>,
    /// Orders without an answer, to be sent again.
    pending: Vec<Order>,
    chain: Option<OwnChain>,
    /// How the game stands as far as it is known.
    now: Now,
    me: Option<u16>,
    /// By how many milliseconds the table's clock is ahead of this one.
    ahead: Option<i64>,
}

enum Wire {
    None,
    Remote(Remote),
    Local(Box<Local>),
}

enum Incoming {
    You(You),
    Event { at: u64, event: Box<WireEvent>, now: Option<Box<Now>> },
}

impl Session {
    fn new() -> Session {
        let core = Core {
            wire: Wire::None,
            queue: VecDeque::new(),
            held: false,
            seq: None,
            pending: Vec::new(),
            chain: None,
            now: Now::default(),
            me: None,
            ahead: None,
        };
        Session {
            view: RwSignal::new(None),
            you: RwSignal::new(You::default()),
            line: RwSignal::new(Line::Connecting),
            watching: RwSignal::new(0),
            shown: RwSignal::new(None),
            story: RwSignal::new(Vec::new()),
            feelings: RwSignal::new(Vec::new()),
            trouble: RwSignal::new(None),
            deciding: RwSignal::new(false),
            stalled: RwSignal::new(false),
            rushing: RwSignal::new(false),
            sharing: RwSignal::new(0),
            core: StoredValue::new_local(core),
        }
    }

    /// A table of the server.
    pub(crate) fn remote(table: &str) -> Session {
        let session = Session::new();
        OwnChain::tidy();
        session.core.update_value(|core| {
            core.chain = Some(OwnChain::at(table));
            core.wire = Wire::Remote(Remote::new(table));
        });
        remote::connect(session);
        remote::watch(session);
        on_cleanup(move || {
            session.with_remote(Remote::end);
        });
        session
    }

    /// A table in this browser: the one that was kept, or a new one.
    pub(crate) fn local(game: &LocalGame, anew: bool) -> Result<Session, String> {
        let kept = if anew { None } else { Local::restore(game.place) };
        let local = match kept {
            Some(local) => local,
            None => Local::begin(game)?,
        };
        let session = Session::new();
        knowledge::fetch_for(&local.bots(), session.trouble);
        let people = local.people();
        session.sharing.set(people);
        session.line.set(Line::Live);
        session.core.update_value(|core| core.wire = Wire::Local(Box::new(local)));
        session.look((people == 1).then_some(0));
        let hide = window_event_listener_untyped("pagehide", move |_| {
            session.with_local(Local::save);
        });
        on_cleanup(move || {
            hide.remove();
            session.core.try_update_value(|core| core.wire = Wire::None);
        });
        Ok(session)
    }

    /// From now on the screen is for this person's eyes; nobody's: what everyone may see.
    pub(crate) fn look(self, person: Option<usize>) {
        if let Some(step) = self.with_local(|local| local.look(person)) {
            local::absorb(self, step);
        }
    }

    pub(crate) fn with_remote<T>(self, act: impl FnOnce(&mut Remote) -> T) -> Option<T> {
        let act = |core: &mut Core| match &mut core.wire {
            Wire::Remote(remote) => Some(act(remote)),
            Wire::None | Wire::Local(_) => None,
        };
        self.core.try_update_value(act).flatten()
    }

    pub(crate) fn with_local<T>(self, act: impl FnOnce(&mut Local) -> T) -> Option<T> {
        let act = |core: &mut Core| match &mut core.wire {
            Wire::Local(local) => Some(act(local)),
            Wire::None | Wire::Remote(_) => None,
        };
        self.core.try_update_value(act).flatten()
    }

    /// Whether the table is in this browser.
    pub(crate) fn is_local(self) -> bool {
        self.with_local(|_| ()).is_some()
    }

    /// Whether something is being shown that holds up the rest.
    pub(crate) fn is_held(self) -> bool {
        self.core.try_with_value(|core| core.held).unwrap_or(false)
    }

    pub(crate) fn last_event(self) -> Option<u64> {
        self.core.try_with_value(|core| core.seq).flatten()
    }

    /// By how many milliseconds the table's clock is ahead of this one.
    pub(crate) fn ahead(self) -> i64 {
        self.core.try_with_value(|core| core.ahead).flatten().unwrap_or(0)
    }

    /// The tip of this browser's chain, for whoever sits down with it.
    pub(crate) fn tip(self) -> Option<perudo_table::fair::Link> {
        self.core.try_with_value(|core| core.chain.as_ref().map(OwnChain::tip)).flatten()
    }

    /// Asks for something.
    pub(crate) fn order(self, command: WireCommand) {
        self.trouble.set(None);
        if matches!(command, WireCommand::Act { .. }) {
            self.deciding.set(true);
        }
        let order = self.core.try_update_value(|core| {
            let order = Order { command, id: browser::random_number(), seen: core.seq.unwrap_or(0) };
            core.pending.push(order.clone());
            order
        });
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
        if let Some(step) = self.with_local(|local| local.hear(message)) {
            local::absorb(self, step);
        }
    }

    /// The connection is there again: what was not answered is said again.
    pub(crate) fn back_on_line(self) {
        self.line.set(Line::Live);
        let pending = self.core.try_with_value(|core| core.pending.clone()).unwrap_or_default();
        for order in pending {
            self.send(ClientMsg::Order(order));
        }
        self.give_link();
    }

    /// There is no more table.
    pub(crate) fn end(self, why: Ending) {
        self.line.set(Line::Over(why));
    }

    /// Takes in what the table says.
    pub(crate) fn receive(self, message: ServerMsg) {
        match message {
            ServerMsg::Welcome { seq, you, view, .. } => self.welcome(seq, you, *view),
            ServerMsg::You { you, .. } => self.line_up(Incoming::You(you)),
            ServerMsg::Event { seq, at, event, now } => self.event(seq, at, event, now),
            ServerMsg::Done { id, .. } => {
                let was_act = self.answered(id);
                if was_act {
                    self.deciding.set(false);
                }
            }
            ServerMsg::Refused { body, .. } => {
                // Nothing can be stored: it is said again when it can.
                if body.error == "storage-down" {
                    return;
                }
                if let Some(id) = body.id {
                    self.answered(id);
                }
                self.deciding.set(false);
                // What the page does by itself is no trouble of the player's.
                if !matches!(body.error.as_str(), "bad-link" | "while-throwing") {
                    self.trouble.set(Some(body.message));
                }
            }
            ServerMsg::Watching { count, .. } => self.watching.set(count),
            ServerMsg::Notice { notice, .. } => match notice {
                Notice::StorageDown => self.stalled.set(true),
                Notice::StorageUp => {
                    self.stalled.set(false);
                    self.back_on_line();
                }
                Notice::Restarting => {}
            },
            ServerMsg::Pong { .. } => {}
        }
    }

    /// Forgets an order that was answered; says whether it was a decision in the game.
    fn answered(self, id: u64) -> bool {
        let answered = self.core.try_update_value(|core| {
            let index = core.pending.iter().position(|order| order.id == id)?;
            Some(matches!(core.pending.swap_remove(index).command, WireCommand::Act { .. }))
        });
        answered.flatten().unwrap_or(false)
    }

    fn welcome(self, seq: u64, you: You, view: View) {
        let known = self.core.try_update_value(|core| {
            core.queue.clear();
            core.held = false;
            core.seq = Some(seq);
            core.now = view.now.clone();
            core.me = you.person;
            if let Some(chain) = &mut core.chain {
                chain.find(&view, you.person);
            }
        });
        if known.is_none() {
            return;
        }
        self.shown.set(None);
        self.stalled.set(false);
        self.you.set(you);
        self.view.set(Some(view));
        self.give_link();
        self.commit();
    }

    fn event(self, seq: u64, at: u64, event: WireEvent, now: Option<Box<Now>>) {
        let fresh = self.core.try_update_value(|core| {
            if core.seq.is_some_and(|known| seq <= known) {
                return false;
            }
            core.seq = Some(seq);
            // An event that was missed comes late: the least delay tells the clocks apart best.
            let ahead = at.cast_signed() - browser::now().0.cast_signed();
            core.ahead = Some(core.ahead.map_or(ahead, |known| known.max(ahead)));
            if let Some(now) = &now {
                core.now = (**now).clone();
            }
            true
        });
        if fresh != Some(true) {
            return;
        }
        let rolled = matches!(event, WireEvent::Rolled { .. });
        self.line_up(Incoming::Event { at, event: Box::new(event), now });
        self.give_link();
        if rolled {
            self.commit();
        }
        if self.is_local() && rolled {
            self.with_local(Local::save);
        }
    }

    /// Gives this browser's link, if a throw is coming.
    fn give_link(self) {
        let link = self.core.try_update_value(|core| {
            let Core { chain: Some(chain), now, .. } = core else { return None };
            chain.link_for(now)
        });
        if let Some((throw, link)) = link.flatten() {
            self.send(ClientMsg::Link { throw, link });
        }
    }

    /// Commits to this browser's chain where someone sits without it, or to a new one when the old one runs out.
    fn commit(self) {
        let Some(view) = self.view.get_untracked() else { return };
        let tip = self.core.try_update_value(|core| {
            let seated =
                view.people.iter().any(|known| Some(known.person) == core.me && known.chair.is_some());
            let throwing = core.now.throw.is_some();
            let chain = core.chain.as_mut().filter(|_| seated && !throwing)?;
            if chain.runs_out() {
                *chain = OwnChain::renewed(&view.table);
            }
            (!chain.counts()).then(|| chain.tip())
        });
        if let Some(tip) = tip.flatten() {
            self.order(WireCommand::Commit { tip });
        }
    }

    fn line_up(self, incoming: Incoming) {
        self.core.try_update_value(|core| core.queue.push_back(incoming));
        self.go_on();
    }

    /// Shows what is in the queue, up to something that takes its time.
    fn go_on(self) {
        loop {
            let next =
                self.core.try_update_value(|core| if core.held { None } else { core.queue.pop_front() });
            match next.flatten() {
                None => return,
                Some(Incoming::You(you)) => {
                    self.core.try_update_value(|core| core.me = you.person);
                    self.you.set(you);
                    self.find_chain();
                }
                Some(Incoming::Event { at, event, now }) => {
                    if self.show(&event) {
                        self.core.try_update_value(|core| {
                            core.held = true;
                            core.queue.push_front(Incoming::Event { at, event, now });
                        });
                        return;
                    }
                    self.apply(at, &event, now.as_deref());
                }
            }
        }
    }

    /// Begins to show an event that takes its time; says whether it does.
    fn show(self, event: &WireEvent) -> bool {
        let motion = prefs().motion();
        let passed_over = browser::hidden() || self.rushing.get_untracked();
        if passed_over || self.shown.with_untracked(Option::is_some) {
            return false;
        }
        let shown = self.view.with_untracked(|view| Shown::of(event, view.as_ref()?));
        let Some(shown) = shown else { return false };
        if let Shown::Draw { .. } = &shown {
            if motion == Pace::Instant {
                return false;
            }
            let session = self;
            set_timeout(move || session.released(), Duration::from_millis(motion.scale(1500)));
            sound::play(sound::Sound::Roll);
        }
        self.tell(event);
        self.shown.set(Some(shown));
        true
    }

    /// What was shown has been seen: the rest goes on.
    pub(crate) fn released(self) {
        let first = self.core.try_update_value(|core| {
            if !std::mem::take(&mut core.held) {
                return None;
            }
            core.queue.pop_front()
        });
        if let Some(Some(Incoming::Event { at, event, now })) = first {
            self.shown.set(None);
            self.follow(at, &event, now.as_deref());
            self.go_on();
            self.hurry();
        }
    }

    /// At a table in this browser: the rest of the tour passes at once.
    pub(crate) fn rush(self) {
        self.rushing.set(true);
        self.released();
        self.hurry();
    }

    pub(super) fn hurry(self) {
        if let Some(step) = self.with_local(Local::hurry) {
            local::absorb(self, step);
        }
    }

    fn apply(self, at: u64, event: &WireEvent, now: Option<&Now>) {
        self.tell(event);
        self.follow(at, event, now);
    }

    /// Says in words and sounds what happens.
    fn tell(self, event: &WireEvent) {
        const STORY: usize = 60;
        let you = self.you.get_untracked();
        let told = |view: View| Told { event: event.clone(), view, you };
        let told = self.view.get_untracked().map(told).filter(|told| told.sentence().is_some());
        if let Some(told) = told {
            self.story.update(|story| {
                story.push(told);
                let old = story.len().saturating_sub(STORY);
                story.drain(..old);
            });
        }
        match event {
            WireEvent::Rolled { .. } => sound::play(sound::Sound::Roll),
            WireEvent::Bid { .. } => sound::play(sound::Sound::Bid),
            WireEvent::Emoted { person, emote } => self.feel(*person, emote),
            _ => {}
        }
    }

    fn feel(self, person: u16, emote: &str) {
        let number = browser::random_number();
        self.feelings.update(|feelings| {
            feelings.retain(|(who, ..)| *who != person);
            feelings.push((person, emote.to_owned(), number));
        });
        set_timeout(
            move || {
                self.feelings.try_update(|feelings| feelings.retain(|(.., known)| *known != number));
            },
            Duration::from_secs(4),
        );
    }

    fn follow(self, at: u64, event: &WireEvent, now: Option<&Now>) {
        let me = self.you.get_untracked().person;
        self.view.update(|view| {
            if let Some(view) = view {
                view.follow(me, at, event, now);
            }
        });
        let own = matches!(event, WireEvent::Came { .. } | WireEvent::Committed { .. });
        if own {
            self.find_chain();
        }
        let over = now.is_some_and(|now| now.stage != "playing");
        if over && self.rushing.get_untracked() {
            self.rushing.set(false);
        }
        if self.your_turn_untracked() {
            sound::play(sound::Sound::Turn);
        }
    }

    /// Looks from which throw on this browser's chain counts.
    fn find_chain(self) {
        let view = self.view;
        self.core.try_update_value(|core| {
            if let (Some(chain), Some(view)) = (&mut core.chain, view.get_untracked()) {
                chain.find(&view, core.me);
            }
        });
    }

    fn your_turn_untracked(self) -> bool {
        let chair = self.you.get_untracked().chair;
        self.view.with_untracked(|view| {
            view.as_ref()
                .is_some_and(|view| chair.is_some() && view.now.turn == chair && view.now.legal.is_some())
        })
    }
}

/// A table that never answered may not be there: then the page says so.
pub(crate) fn ask_whether_it_exists(session: Session) {
    let Some(table) = session.with_remote(|remote| remote.table().to_owned()) else { return };
    spawn_local(async move {
        if let Err(api::Failure::Refused { error, .. }) = api::table(&table).await
            && error == "no-table"
        {
            session.with_remote(Remote::end);
            session.end(Ending::NoTable);
        }
    });
}
