//! A client's part in the dice.

use perudo_table::fair::{Chain, Link};

use crate::{ClientMsg, Now, ServerMsg, WireEvent, You};

/// The hash chain that a client has committed to at a table, or is about to: when its links are given and when a new
/// chain takes its place. It does no I/O: every message of the server goes in through [`OwnChain::receive`], and what is
/// to be sent comes out.
#[derive(Clone, Debug)]
pub struct OwnChain {
    chain: Chain,
    /// The throw from which on the chain counts, while the table knows it.
    from: Option<u64>,
    /// Whether the table may have known it: then links of it may be open, and it must never be committed to again.
    published: bool,
    /// The chain that takes its place, and from which throw on, once it is committed to.
    next: Option<(Chain, Option<u64>)>,
    you: You,
    /// The throw that is coming, and whether the client has a part in it: with dice in the tour.
    throw: Option<u64>,
    takes_part: bool,
    /// The link for the latest throw.
    link: Option<(u64, Link)>,
    /// Whether that link was sent over this connection.
    sent: bool,
}

impl OwnChain {
    /// With fewer links left a new chain is committed to: more than go by in a tour while a player is out of it.
    pub const FEW: u32 = 64;

    /// A client with a chain that nobody has seen the tip of.
    pub fn new(chain: Chain) -> OwnChain {
        OwnChain {
            chain,
            from: None,
            published: false,
            next: None,
            you: You::default(),
            throw: None,
            takes_part: false,
            link: None,
            sent: false,
        }
    }

    /// A client that comes back with a chain it may have committed to: unless the table still knows it, another one
    /// follows.
    pub fn kept(chain: Chain) -> OwnChain {
        OwnChain { published: true, ..OwnChain::new(chain) }
    }

    /// The tip of the chain that gives links.
    pub fn tip(&self) -> Link {
        self.chain.tip()
    }

    /// The tip that goes into `join`: of a `fresh` chain if the present one was published, since who joins again would
    /// begin it again, with links that are open.
    pub fn join_tip<E>(&mut self, fresh: impl FnOnce() -> Result<Chain, E>) -> Result<Link, E> {
        if !self.published {
            return Ok(self.tip());
        }
        match &self.next {
            Some((next, None)) => Ok(next.tip()),
            Some((_, Some(_))) | None => Ok(self.next.insert((fresh()?, None)).0.tip()),
        }
    }

    /// Takes in what the server says.
    pub fn receive(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Welcome { you, view, .. } => {
                self.you = *you;
                self.now(&view.now);
                let me = view.people.iter().find(|known| Some(known.person) == you.person);
                match me.and_then(|me| me.tip.zip(me.from)) {
                    Some((tip, from)) => self.committed(tip, from),
                    None => self.from = None,
                }
            }
            ServerMsg::You { you, .. } => self.you = *you,
            ServerMsg::Event { event, now, .. } => self.happened(event, now.as_deref()),
            _ => {}
        }
    }

    /// Takes in an event; for programs that read one copy of it for several clients.
    pub fn happened(&mut self, event: &WireEvent, now: Option<&Now>) {
        match event {
            WireEvent::Came { person, tip: Some(tip), from, .. }
            | WireEvent::Committed { person: Some(person), tip, from, .. }
                if self.is_own(*tip) || self.you.person == Some(*person) =>
            {
                self.committed(*tip, *from);
            }
            _ => {}
        }
        if let Some(now) = now {
            self.now(now);
        }
    }

    fn now(&mut self, now: &Now) {
        let dice = self.you.chair.and_then(|chair| now.dice.get(usize::from(chair)));
        (self.throw, self.takes_part) = (now.throw, dice.is_some_and(|dice| *dice > 0));
    }

    fn is_own(&self, tip: Link) -> bool {
        self.tip() == tip || self.next.as_ref().is_some_and(|(next, _)| next.tip() == tip)
    }

    /// The table knows a tip of this guest: that of the chain, of the next one, or one of another client's.
    fn committed(&mut self, tip: Link, from: u64) {
        match &mut self.next {
            Some((next, counts_from)) if next.tip() == tip => *counts_from = Some(from),
            _ => {
                self.from = (self.tip() == tip).then_some(from);
                self.published |= self.from.is_some();
            }
        }
    }

    /// The link for the throw that is coming, once a connection; none from who has no part in it.
    pub fn link(&mut self) -> Option<ClientMsg> {
        let throw = self.throw.filter(|_| self.takes_part)?;
        let counts = |(_, from): &mut (Chain, Option<u64>)| from.is_some_and(|from| from <= throw);
        if let Some((chain, from)) = self.next.take_if(counts) {
            (self.chain, self.from, self.published) = (chain, from, true);
        }
        if self.link.is_none_or(|(given, _)| given != throw) {
            let number = u32::try_from(throw.checked_sub(self.from?)?.checked_add(1)?).ok()?;
            self.link = self.chain.open_nth(number).map(|link| (throw, link));
            self.sent = false;
        }
        let (throw, link) = self.link.filter(|_| !self.sent)?;
        self.sent = true;
        Some(ClientMsg::Link { throw, link })
    }

    /// The connection is a new one: the link for the coming throw is given again.
    pub fn reconnected(&mut self) {
        self.sent = false;
    }

    /// The tip to commit to, if that is due: the client sits without a chain that counts, or with one that is nearly used
    /// up, which a `fresh` one follows. To be asked after each `welcome` and `rolled`.
    pub fn commitment<E>(&mut self, fresh: impl FnOnce() -> Result<Chain, E>) -> Result<Option<Link>, E> {
        if self.you.chair.is_none() || self.throw.is_some() {
            return Ok(None);
        }
        if self.from.is_none() && !self.published {
            return Ok(Some(self.tip()));
        }
        if self.from.is_some() && self.chain.left() >= OwnChain::FEW {
            return Ok(None);
        }
        match &self.next {
            Some((_, Some(_))) => Ok(None),
            Some((next, None)) => Ok(Some(next.tip())),
            None => Ok(Some(self.next.insert((fresh()?, None)).0.tip())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PERSON: u16 = 3;

    fn chain(seed: u8) -> Chain {
        Chain::new([seed; 32], 70)
    }

    fn seated(chain: Chain) -> OwnChain {
        let mut own = OwnChain::new(chain);
        let you = You { person: Some(PERSON), chair: Some(0), host: false };
        own.receive(&ServerMsg::You { seq: 1, you });
        own
    }

    fn committed(tip: Link, from: u64) -> WireEvent {
        WireEvent::Committed { person: Some(PERSON), tip, from, closed: None }
    }

    fn coming(throw: Option<u64>) -> Now {
        Now { throw, dice: vec![5, 0], ..Now::default() }
    }

    fn commitment(own: &mut OwnChain) -> Option<Link> {
        own.commitment(|| Ok::<_, std::convert::Infallible>(chain(9))).unwrap()
    }

    fn link_of(chain: &mut Chain, number: u32, throw: u64) -> Option<ClientMsg> {
        chain.open_nth(number).map(|link| ClientMsg::Link { throw, link })
    }

    #[test]
    fn a_link_is_given_once_a_connection_and_counted_from_the_commitment() {
        let (mut own, mut same) = (seated(chain(1)), chain(1));
        own.happened(&WireEvent::MatchBegan, Some(&coming(Some(7))));
        assert_eq!(own.link(), None, "nothing is committed to");
        own.happened(&committed(same.tip(), 6), None);
        let second = link_of(&mut same, 2, 7);
        assert!(second.is_some());
        assert_eq!(own.link(), second);
        assert_eq!(own.link(), None, "it was given");
        own.reconnected();
        assert_eq!(own.link(), second, "the same link after a connection was lost");
        own.happened(&WireEvent::MatchBegan, Some(&coming(None)));
        assert_eq!(own.link(), None);
    }

    #[test]
    fn who_has_no_dice_in_the_tour_gives_no_link() {
        for (chair, gives) in [(Some(0), true), (Some(1), false), (Some(2), false), (None, false)] {
            let mut own = seated(chain(1));
            own.receive(&ServerMsg::You { seq: 2, you: You { person: Some(PERSON), chair, host: false } });
            own.happened(&committed(chain(1).tip(), 1), Some(&coming(Some(1))));
            assert_eq!(own.link().is_some(), gives, "{chair:?}");
        }
    }

    #[test]
    fn a_seated_client_commits_to_its_chain_unless_a_throw_is_coming() {
        let mut own = OwnChain::new(chain(1));
        assert_eq!(commitment(&mut own), None, "without a chair");
        let mut own = seated(chain(1));
        own.happened(&WireEvent::MatchBegan, Some(&coming(Some(1))));
        assert_eq!(commitment(&mut own), None, "while dice are being thrown");
        own.happened(&WireEvent::MatchBegan, Some(&coming(None)));
        assert_eq!(commitment(&mut own), Some(chain(1).tip()));
        own.happened(&committed(chain(1).tip(), 1), None);
        assert_eq!(commitment(&mut own), None, "it counts");
        own.happened(&committed(chain(5).tip(), 1), None);
        assert_eq!(commitment(&mut own), Some(chain(9).tip()), "another client of the guest took over");
    }

    #[test]
    fn a_chain_that_was_published_is_never_published_again() {
        let join_tip =
            |own: &mut OwnChain| own.join_tip(|| Ok::<_, std::convert::Infallible>(chain(9))).unwrap();
        let mut own = seated(chain(1));
        assert_eq!(join_tip(&mut own), chain(1).tip());
        own.happened(&committed(chain(1).tip(), 1), Some(&coming(Some(1))));
        assert!(own.link().is_some());
        assert_eq!(join_tip(&mut own), chain(9).tip(), "after leaving");
        assert_eq!(join_tip(&mut own), chain(9).tip(), "the same one as long as it is not accepted");
        own.happened(&committed(chain(9).tip(), 3), Some(&coming(Some(2))));
        assert_eq!(own.link(), link_of(&mut chain(1), 2, 2), "the old one counts until the new one does");
        own.happened(&WireEvent::MatchBegan, Some(&coming(Some(3))));
        assert_eq!(own.link(), link_of(&mut chain(9), 1, 3));

        // After a reload: the table knows the chain, or another one follows.
        for known in [true, false] {
            let mut own = OwnChain::kept(chain(1));
            own.receive(&ServerMsg::You {
                seq: 1,
                you: You { person: Some(PERSON), chair: Some(0), host: false },
            });
            if known {
                own.happened(&committed(chain(1).tip(), 1), None);
            }
            assert_eq!(commitment(&mut own), (!known).then(|| chain(9).tip()), "known: {known}");
        }
    }

    #[test]
    fn the_old_chain_gives_links_until_the_new_one_counts() {
        let (mut own, mut old, mut new) = (seated(chain(1)), chain(1), chain(9));
        own.happened(&committed(old.tip(), 1), Some(&coming(Some(8))));
        assert_eq!(own.link(), link_of(&mut old, 8, 8));
        own.happened(&WireEvent::MatchBegan, Some(&coming(None)));
        assert_eq!(commitment(&mut own), Some(new.tip()), "few links are left");
        assert_eq!(commitment(&mut own), Some(new.tip()), "the same one as long as it is not accepted");
        own.happened(&WireEvent::MatchBegan, Some(&coming(Some(9))));
        assert_eq!(own.link(), link_of(&mut old, 9, 9));
        own.happened(&committed(new.tip(), 10), Some(&coming(Some(10))));
        assert_eq!(own.link(), link_of(&mut new, 1, 10));
    }
}
