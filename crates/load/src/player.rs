//! A player of the load: commands and hash chains.

use std::time::Instant;

use perudo_protocol::{ClientMsg, Order, OwnChain, WireCommand, You};
use perudo_table::fair::Chain;

use crate::tally::Tally;

/// How long chains are: short enough that new ones are needed during a measurement.
const CHAIN: u32 = 256;

/// A new chain.
pub(crate) fn new_chain() -> Result<Chain, getrandom::Error> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    Ok(Chain::new(seed, CHAIN))
}

/// A player with a connection of their own.
#[derive(Debug)]
pub(crate) struct Player {
    /// Messages to be sent.
    pub(crate) outbox: Vec<ClientMsg>,
    /// The last event that was received.
    pub(crate) seq: u64,
    pub(crate) you: You,
    /// The secret by which the server knows the player.
    guest: String,
    name: String,
    last_id: u64,
    unanswered: Vec<Unanswered>,
    /// When the connection was lost, until the table says something over the next one.
    pub(crate) lost: Option<Instant>,
    /// The player's part in the dice.
    pub(crate) chain: Option<OwnChain>,
    /// The last event that the chain knows of.
    pub(crate) chain_seq: u64,
    /// The number of the latest commitment.
    commitment: Option<u64>,
    joined: bool,
    left: bool,
}

/// A command without an answer.
#[derive(Debug)]
pub(crate) struct Unanswered {
    order: Order,
    /// The event that it became, if that is known.
    pub(crate) became: Option<u64>,
    /// Whether it was sent more than once, or has to be: something else may have happened meanwhile.
    pub(crate) again: bool,
    /// The server cannot store it at the moment: it is sent again when it can.
    waiting: bool,
}

impl Player {
    pub(crate) fn new(guest: String, name: String, chain: Option<Chain>) -> Player {
        Player {
            outbox: Vec::new(),
            seq: 0,
            you: You::default(),
            guest,
            name,
            last_id: 0,
            unanswered: Vec::new(),
            lost: None,
            chain: chain.map(OwnChain::new),
            chain_seq: 0,
            commitment: None,
            joined: false,
            left: false,
        }
    }

    /// Sends a command and returns its number.
    pub(crate) fn order(&mut self, command: WireCommand) -> u64 {
        self.last_id += 1;
        let order = Order { id: self.last_id, seen: self.seq, command };
        self.outbox.push(ClientMsg::Order(order.clone()));
        self.unanswered.push(Unanswered { order, became: None, again: false, waiting: false });
        self.last_id
    }

    pub(crate) fn guest(&self) -> &str {
        &self.guest
    }

    /// The connection is lost, and with it what was to be sent over it.
    pub(crate) fn lose(&mut self, at: Instant) {
        self.lost.get_or_insert(at);
        self.outbox.clear();
    }

    /// There is a new connection: whatever was not answered over the old one is sent again.
    pub(crate) fn resume(&mut self) {
        if let Some(chain) = &mut self.chain {
            chain.reconnected();
        }
        self.send_again(|_| true);
    }

    /// The server can store what it could not.
    pub(crate) fn storage_is_up(&mut self) {
        self.send_again(|unanswered| unanswered.waiting);
    }

    fn send_again(&mut self, which: impl Fn(&Unanswered) -> bool) {
        for unanswered in self.unanswered.iter_mut().filter(|unanswered| which(unanswered)) {
            (unanswered.again, unanswered.waiting) = (true, false);
            self.outbox.push(ClientMsg::Order(unanswered.order.clone()));
        }
    }

    /// A command has to be sent again once the server can store it.
    pub(crate) fn wait_for_storage(&mut self, id: u64) {
        if let Some(unanswered) = self.unanswered.iter_mut().find(|known| known.order.id == id) {
            unanswered.waiting = true;
        }
    }

    /// How many commands have no answer yet.
    pub(crate) fn unanswered(&self) -> usize {
        self.unanswered.len()
    }

    /// A command became an event; its answer must say the same.
    pub(crate) fn became(&mut self, id: u64, seq: u64) {
        if let Some(unanswered) = self.unanswered.iter_mut().find(|known| known.order.id == id) {
            unanswered.became = Some(seq);
        }
    }

    /// A command was answered. `None` if no answer is due.
    pub(crate) fn answered(&mut self, id: u64) -> Option<Unanswered> {
        let index = self.unanswered.iter().position(|known| known.order.id == id)?;
        Some(self.unanswered.remove(index))
    }

    /// Sits down, once.
    pub(crate) fn join(&mut self) {
        if self.you.person.is_none() && !self.joined {
            self.joined = true;
            let (name, tip) = (self.name.clone(), self.chain.as_ref().map(OwnChain::tip));
            self.order(WireCommand::Join {
                name,
                chair: None,
                watch: false,
                program: true,
                tip,
                closed: None,
            });
        }
    }

    /// Whether it has got up, or is about to.
    pub(crate) fn has_left(&self) -> bool {
        self.left
    }

    /// Gets up, once.
    pub(crate) fn leave(&mut self) {
        if !self.left {
            self.left = true;
            self.order(WireCommand::Leave);
        }
    }

    /// Gives the link for the throw that is coming, once.
    pub(crate) fn give_link(&mut self) {
        self.outbox.extend(self.chain.as_mut().and_then(OwnChain::link));
    }

    /// Commits to a new chain before the old one has run out.
    pub(crate) fn renew_chain(&mut self, tally: &mut Tally) {
        let on_its_way = self.unanswered.iter().any(|known| Some(known.order.id) == self.commitment);
        let Some(chain) = self.chain.as_mut().filter(|_| !on_its_way) else { return };
        match chain.commitment(new_chain) {
            Ok(Some(tip)) => self.commitment = Some(self.order(WireCommand::Commit { tip, closed: None })),
            Ok(None) => {}
            Err(error) => tally.fault(&format!("no new chain: {error}")),
        }
    }
}
