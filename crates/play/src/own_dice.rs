//! A client's part in the dice of a server's table, and its eye on them.

use perudo_protocol::{ClientMsg, Now, Observer, OwnChain, OwnCups, ServerMsg, View, WireEvent};
use perudo_table::Moment;
use perudo_table::fair::{Chain, Link, Witness};

/// What a client keeps between two runs, and where its chance comes from.
pub trait Keeper {
    /// Bytes that nobody can guess.
    ///
    /// # Errors
    ///
    /// There are none: without them there are no fair dice.
    fn random(&mut self) -> Result<[u8; 32], NoRandomError>;
    /// The seed of the open chain: a client that comes back gives the links of the same one.
    fn keep_chain(&mut self, seed: Link);
    /// The closed chains of a sealed table: whoever loses them cannot show their dice.
    fn keep_cups(&mut self, cups: &OwnCups);
    /// What was shown of the dice.
    fn keep_seen(&mut self, seen: &Witness);
}

/// The system provides no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the system provides no random numbers, and without them there are no fair dice")]
pub struct NoRandomError;

/// The chains of a client at a server's table, and what it saw there.
#[derive(Debug)]
pub struct OwnDice {
    pub(crate) chain: OwnChain,
    pub(crate) cups: OwnCups,
    pub(crate) observer: Observer,
    /// Whether the table is sealed.
    sealed: bool,
}

/// What a client found out about the dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many throws were checked.
    pub throws: u64,
    /// How many things are wrong.
    pub errors: usize,
}

impl OwnDice {
    /// The links of a chain: enough for the longest evening.
    pub const LENGTH: u32 = 2048;

    /// With what was kept of an earlier run, or with new chains.
    ///
    /// # Errors
    ///
    /// There is no chance to make chains from.
    pub fn new(
        seed: Option<Link>,
        cups: Option<OwnCups>,
        seen: Witness,
        keeper: &mut dyn Keeper,
    ) -> Result<OwnDice, NoRandomError> {
        let chain = match seed {
            Some(seed) => OwnChain::kept(Chain::new(*seed.bytes(), OwnDice::LENGTH)),
            None => OwnChain::new(open_chain(keeper)?),
        };
        let cups = match cups {
            Some(cups) => cups,
            None => OwnCups::new(closed_chain(keeper)?),
        };
        Ok(OwnDice { chain, cups, observer: Observer::new(seen), sealed: false })
    }

    /// The tips that go with `join`: of the open chain, and at a sealed table of the closed one.
    pub(crate) fn tips(&mut self, keeper: &mut dyn Keeper) -> Result<(Link, Option<Link>), NoRandomError> {
        let tip = self.chain.join_tip(|| open_chain(keeper))?;
        let closed = if self.sealed { Some(self.cups.tip(|| closed_chain(keeper))?) } else { None };
        self.keep_cups(keeper);
        Ok((tip, closed))
    }

    /// Takes in a message that is no event.
    pub(crate) fn receive(&mut self, message: &ServerMsg, keeper: &mut dyn Keeper) {
        if let ServerMsg::Welcome { view, .. } = message {
            self.sealed = view.settings.dice.is_some();
        }
        self.chain.receive(message);
        self.cups.receive(message);
        self.observe(keeper, |observer| observer.receive(message));
    }

    /// Takes in an event that is new. At a sealed table it has no dice, and the client's own are put into it.
    pub(crate) fn happened(&mut self, event: &mut WireEvent, now: Option<&Now>, keeper: &mut dyn Keeper) {
        self.chain.happened(event, now);
        self.cups.happened(event, now);
        self.observe(keeper, |observer| observer.happened(event, now));
        if let WireEvent::Rolled { hand, cups: Some(_), .. } = event {
            *hand = self.cups.hand();
        }
    }

    /// Puts the client's own dice into the view of a sealed table.
    pub(crate) fn complete(&self, view: &mut View) {
        if let Some(tour) = view.tour.as_mut().filter(|tour| tour.sealed.is_some()) {
            tour.hand = self.cups.hand();
        }
    }

    /// What is to be sent now: the link for the coming throw, or the closed one after a call.
    pub(crate) fn due(&mut self, now: Moment, keeper: &mut dyn Keeper, send: &mut Vec<ClientMsg>) {
        if let Some(ClientMsg::Link { throw, link }) = self.chain.link()
            && self.observe(keeper, |observer| observer.give(throw, link, now)).is_ok()
        {
            send.push(ClientMsg::Link { throw, link });
        }
        let witness = self.observer.witness();
        let shown = self.cups.show(|throw| witness.vouches_for(throw));
        // What was shown is kept before it is sent: a client that comes back must not take it back.
        self.keep_cups(keeper);
        send.extend(shown);
    }

    /// The tips to commit to, if that is due.
    pub(crate) fn commitment(
        &mut self,
        throws: u64,
        keeper: &mut dyn Keeper,
    ) -> Result<Option<(Link, Option<Link>)>, NoRandomError> {
        let Some(tip) = self.chain.commitment(|| open_chain(keeper))? else { return Ok(None) };
        let closed = if self.sealed { self.cups.renewal(throws, || closed_chain(keeper))? } else { None };
        self.keep_cups(keeper);
        Ok(Some((tip, closed)))
    }

    /// The connection is a new one.
    pub(crate) fn reconnected(&mut self, keeper: &mut dyn Keeper) {
        self.chain.reconnected();
        self.cups.reconnected();
        self.observe(keeper, |observer| observer.witness_mut().reconnected());
    }

    /// Shows the witness of the dice something, and keeps what it saw.
    pub(crate) fn observe<T>(&mut self, keeper: &mut dyn Keeper, act: impl FnOnce(&mut Observer) -> T) -> T {
        let progress = |seen: &Witness| (seen.asked(), seen.thrown(), seen.checked(), seen.errors().len());
        let before = progress(self.observer.witness());
        let result = act(&mut self.observer);
        if progress(self.observer.witness()) != before {
            keeper.keep_seen(self.observer.witness());
        }
        result
    }

    pub(crate) fn checked(&self) -> Checked {
        let seen = self.observer.witness();
        Checked { throws: seen.checked(), errors: seen.errors().len() }
    }

    fn keep_cups(&mut self, keeper: &mut dyn Keeper) {
        if self.sealed && self.cups.take_changed() {
            keeper.keep_cups(&self.cups);
        }
    }
}

fn open_chain(keeper: &mut dyn Keeper) -> Result<Chain, NoRandomError> {
    let seed = keeper.random()?;
    keeper.keep_chain(Link::new(seed));
    Ok(Chain::new(seed, OwnDice::LENGTH))
}

fn closed_chain(keeper: &mut dyn Keeper) -> Result<Chain, NoRandomError> {
    Ok(Chain::new(keeper.random()?, OwnDice::LENGTH))
}
