//! A table of the server: the connection, and this browser's part in the dice.

use leptos::prelude::*;
use perudo_play::{CloseReason, Connection};
use perudo_protocol::{
    ClientMsg, Now, Observer, OwnChain, OwnCups, ServerMsg, View, ViewCup, WireCommand, WireEvent,
};
use perudo_table::fair::{Link, Tip, Whose, Witness};

use super::super::remote::{self, Remote};
use super::super::seat_store::{self, OwnSeat};
use super::super::{chain_store, cup_store, seen_store, signatures};
use super::{Core, Fairness, ServerSide, Session, Transport};
use crate::browser::{self, RandomError};
use crate::guest::GuestSecret;
use crate::i18n::t;

struct PartInDice;

impl ServerSide for PartInDice {
    fn send(&self, session: Session, message: &ClientMsg) {
        session.with_remote(|remote| remote.send(message));
    }

    fn reconnected(&self, session: Session) {
        session.with_chain(OwnChain::reconnected);
        session.with_cups(OwnCups::reconnected);
        session.witness(Witness::reconnected);
        self.go_on(session, false);
    }

    fn received(&self, session: Session, message: &ServerMsg) {
        session.with_chain(|chain| chain.receive(message));
        session.with_cups(|cups| cups.receive(message));
        session.observe(|observer| observer.receive(message));
        match message {
            ServerMsg::Receipt { receipt, .. } => signatures::check_receipt(session, (**receipt).clone()),
            ServerMsg::Receipts { receipts, .. } => {
                let own = session.witness(|witness| witness.own_receipt(receipts)).flatten();
                own.into_iter().for_each(|receipt| signatures::check_receipt(session, receipt));
            }
            _ => {}
        }
    }

    fn welcomed(&self, session: Session, view: &mut View) {
        if let Some(tour) = view.tour.as_mut().filter(|tour| tour.sealed.is_some()) {
            tour.hand = session.with_cups(|cups| cups.hand()).flatten();
            let cups = tour.sealed.as_ref().map(|sealed| sealed.cups.clone()).unwrap_or_default();
            session.miss_dice(&cups);
        }
        signatures::shown_tip(session, view.server_from, view.server_tip);
    }

    fn happened(&self, session: Session, event: &mut WireEvent, now: Option<&Now>) {
        session.with_chain(|chain| chain.happened(event, now));
        session.with_cups(|cups| cups.happened(event, now));
        session.observe(|observer| observer.happened(event, now));
        session.own_dice(event);
        if let WireEvent::Committed { person: None, tip, from, .. } = event {
            signatures::shown_tip(session, *from, *tip);
        }
    }

    fn go_on(&self, session: Session, may_commit: bool) {
        session.give_link();
        session.show();
        if may_commit {
            session.commit();
        }
    }
}

impl Session {
    /// A table of the server.
    pub(crate) fn remote(table: &str) -> Result<Session, RandomError> {
        chain_store::remove_old();
        seen_store::remove_old();
        let transport = Transport::Remote(Remote::new(table, GuestSecret::stored()?));
        let session = Session::new(transport)?;
        let chain = chain_store::chain_at(table)?;
        let observer = Observer::new(seen_store::witness_at(table));
        cup_store::remove_old();
        let cups = cup_store::cups_at(table)?;
        session.core.try_update_value(|core| {
            core.server = Some(&PartInDice);
            (core.chain, core.observer, core.cups) = (Some(chain), Some(observer), Some(cups));
        });
        remote::connect(session);
        remote::watch(session);
        session.keep_seat(table.to_owned());
        on_cleanup(move || {
            session.with_remote(Remote::end);
        });
        Ok(session)
    }

    /// The guest that this browser is at a table of the server.
    fn guest(self) -> Option<GuestSecret> {
        self.with_remote(|remote| remote.guest())
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
    pub(in crate::play) fn witness<T>(self, act: impl FnOnce(&mut Witness) -> T) -> Option<T> {
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
}
