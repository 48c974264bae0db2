//! A player of the load: commands and hash chains.

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
    name: String,
    last_id: u64,
    /// Commands without an answer, each with the event that it became, if that is known.
    unanswered: Vec<(u64, Option<u64>)>,
    /// The player's part in the dice.
    pub(crate) chain: Option<OwnChain>,
    /// The number of the latest commitment.
    commitment: Option<u64>,
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
            chain: chain.map(OwnChain::new),
            commitment: None,
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
        let on_its_way = self.unanswered.iter().any(|(id, _)| Some(*id) == self.commitment);
        let Some(chain) = self.chain.as_mut().filter(|_| !on_its_way) else { return };
        match chain.commitment(new_chain) {
            Ok(Some(tip)) => self.commitment = Some(self.order(WireCommand::Commit { tip, closed: None })),
            Ok(None) => {}
            Err(error) => tally.fault(&format!("no new chain: {error}")),
        }
    }
}
