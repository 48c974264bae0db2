//! A player of the load: commands and hash chains.

use perudo_protocol::{ClientMsg, Order, WireCommand, You};
use perudo_table::fair::Chain;

use crate::tally::Tally;

/// How long chains are: short enough that new ones are needed during a measurement.
const CHAIN: u32 = 256;
/// With so few links left a new chain is committed to: more than go by in a tour while a player is out of it.
const FEW: u32 = 64;

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
    name: String,
    last_id: u64,
    /// Commands without an answer, each with the event that it became, if that is known.
    unanswered: Vec<(u64, Option<u64>)>,
    chain: Option<Chain>,
    /// The chain that was committed to and does not count yet, with the number of that command.
    next_chain: Option<(u64, Chain)>,
    /// The last throw that a link was given for.
    last_throw: u64,
    joined: bool,
    left: bool,
}

impl Player {
    pub(crate) fn new(name: String, chain: Option<Chain>) -> Player {
        Player {
            outbox: Vec::new(),
            seq: 0,
            you: You::default(),
            name,
            last_id: 0,
            unanswered: Vec::new(),
            chain,
            next_chain: None,
            last_throw: 0,
            joined: false,
            left: false,
        }
    }

    /// Sends a command and returns its number.
    pub(crate) fn order(&mut self, command: WireCommand) -> u64 {
        self.last_id += 1;
        self.unanswered.push((self.last_id, None));
        self.outbox.push(ClientMsg::Order(Order { id: self.last_id, seen: self.seq, command }));
        self.last_id
    }

    /// How many commands have no answer yet.
    pub(crate) fn unanswered(&self) -> usize {
        self.unanswered.len()
    }

    /// A command became an event; its answer must say the same.
    pub(crate) fn became(&mut self, id: u64, seq: u64) {
        if let Some((_, event)) = self.unanswered.iter_mut().find(|(known, _)| *known == id) {
            *event = Some(seq);
        }
    }

    /// A command was answered: the event that it became, if that was known. `None` if no answer is due.
    pub(crate) fn answered(&mut self, id: u64) -> Option<Option<u64>> {
        let index = self.unanswered.iter().position(|(known, _)| *known == id)?;
        Some(self.unanswered.swap_remove(index).1)
    }

    /// Sits down, once.
    pub(crate) fn join(&mut self) {
        if self.you.person.is_none() && !self.joined {
            self.joined = true;
            let (name, tip) = (self.name.clone(), self.chain.as_ref().map(Chain::tip));
            self.order(WireCommand::Join { name, chair: None, watch: false, program: true, tip });
        }
    }

    /// Gets up, once.
    pub(crate) fn leave(&mut self) {
        if !self.left {
            self.left = true;
            self.order(WireCommand::Leave);
        }
    }

    /// Gives the link for a throw, once; the chain counts from the throw `from` on.
    pub(crate) fn give_link(&mut self, throw: u64, from: Option<u64>, tally: &mut Tally) {
        let Some(chain) = &mut self.chain else { return };
        if self.last_throw >= throw {
            return;
        }
        self.last_throw = throw;
        let passed = from.and_then(|from| u32::try_from(throw.checked_sub(from)?).ok());
        match passed.and_then(|passed| chain.open_nth(passed + 1)) {
            Some(link) => self.outbox.push(ClientMsg::Link { throw, link }),
            None => tally.fault("a chain has no link for a throw"),
        }
    }

    /// Commits to a new chain before the old one has run out.
    pub(crate) fn renew_chain(&mut self, tally: &mut Tally) {
        let few = self.chain.as_ref().is_some_and(|chain| chain.left() < FEW);
        if !few || self.next_chain.is_some() {
            return;
        }
        match new_chain() {
            Ok(chain) => {
                let id = self.order(WireCommand::Commit { tip: chain.tip() });
                self.next_chain = Some((id, chain));
            }
            Err(error) => tally.fault(&format!("no new chain: {error}")),
        }
    }

    /// The chain that was committed to last counts from now on.
    pub(crate) fn use_next_chain(&mut self) {
        if let Some((_, chain)) = self.next_chain.take() {
            self.chain = Some(chain);
        }
    }

    /// The command `id` was refused; says whether it was a commitment, which is then made again later.
    pub(crate) fn drop_next_chain(&mut self, id: u64) -> bool {
        self.next_chain.take_if(|(known, _)| *known == id).is_some()
    }
}
