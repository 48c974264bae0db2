//! A client's own dice at a sealed table.

use perudo_rules::{BySeat, Hand, PhaseName, Seat};
use perudo_table::fair::{Chain, ClosedTip, Link, SealedThrow};
use serde::{Deserialize, Serialize};

use crate::{ClientMsg, Now, OwnChain, ServerMsg, ViewCup, ViewLinks, ViewSealed, WireEvent, You};

/// The closed chains of a client at a sealed table: it computes the client's own dice, and shows the link that they follow
/// from when everybody does. It does no I/O: every message of the server goes in through [`OwnCups::receive`], and what is
/// to be sent comes out.
///
/// What serde writes is to be kept from everyone, and stored whenever it has changed: a client that comes back with it has
/// its dice again, and cannot be talked into showing a link of a later throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnCups {
    /// Those that may still count, the latest last.
    chains: Vec<OwnClosedChain>,
    #[serde(skip)]
    table: String,
    #[serde(skip)]
    you: You,
    /// The closed tip that the table knows of this guest.
    #[serde(skip)]
    published: Option<Link>,
    /// The chairs of the tour, by seat.
    #[serde(skip)]
    seats: Vec<u8>,
    #[serde(skip)]
    round: Option<OwnRound>,
    /// Whether everybody shows their dice now.
    #[serde(skip)]
    showing: bool,
    /// Whether the link was sent over this connection.
    #[serde(skip)]
    sent: bool,
    /// Whether what is to be stored has changed.
    #[serde(skip)]
    changed: bool,
}

/// A closed chain, and the first throw for which it counts once that is known. It never changes then: a server that moves
/// it wants links of other throws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OwnClosedChain {
    chain: Chain,
    from: Option<u64>,
}

/// The client's dice of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OwnRound {
    throw: u64,
    /// The tip of the chain that they follow from.
    tip: Link,
    hand: Hand,
}

impl OwnCups {
    /// The most chains that are kept: the one under the cup, the next, and one that nobody has accepted.
    const MOST: usize = 3;

    /// A client that has published nothing yet.
    pub fn new(chain: Chain) -> OwnCups {
        OwnCups {
            chains: vec![OwnClosedChain { chain, from: None }],
            table: String::new(),
            you: You::default(),
            published: None,
            seats: Vec::new(),
            round: None,
            showing: false,
            sent: false,
            changed: true,
        }
    }

    /// Takes in what the server says.
    pub fn receive(&mut self, message: &ServerMsg) {
        match message {
            ServerMsg::Welcome { you, view, .. } => {
                (self.you, self.table) = (*you, view.table.clone());
                let me = view.people.iter().find(|known| Some(known.person) == you.person);
                match me.and_then(|me| me.closed.zip(me.closed_from)) {
                    Some((tip, from)) => self.published(tip, from),
                    None => self.published = None,
                }
                self.round = None;
                if let Some(tour) = &view.tour {
                    self.seats = tour.players.iter().map(|player| player.chair).collect();
                    if let Some(ViewSealed { links, cups }) = &tour.sealed {
                        self.rolled(view.throws, links, cups, &view.now.dice);
                    }
                }
                self.stands(&view.now);
            }
            ServerMsg::You { you, .. } => self.you = *you,
            ServerMsg::Event { event, now, .. } => self.happened(event, now.as_deref()),
            _ => {}
        }
    }

    /// Takes in an event.
    pub fn happened(&mut self, event: &WireEvent, now: Option<&Now>) {
        match event {
            WireEvent::Came { person, closed: Some(tip), from, .. }
            | WireEvent::Committed { person: Some(person), closed: Some(tip), from, .. }
                if self.you.person == Some(*person) || self.is_own(*tip) =>
            {
                self.published(*tip, *from);
            }
            WireEvent::Left { person, .. } if self.you.person == Some(*person) => {
                (self.published, self.round) = (None, None);
            }
            WireEvent::TourBegan { chairs, .. } => self.seats.clone_from(chairs),
            WireEvent::Rolled { throw, links, cups, .. } => {
                self.round = None;
                if let (Some(links), Some(cups), Some(now)) = (links, cups, now) {
                    self.rolled(*throw, links, cups, &now.dice);
                }
            }
            _ => {}
        }
        if let Some(now) = now {
            self.stands(now);
        }
    }

    fn stands(&mut self, now: &Now) {
        self.showing = now.phase == Some(PhaseName::Showing);
        if !matches!(now.phase, Some(PhaseName::Bidding | PhaseName::Showing)) {
            self.round = None;
        }
    }

    fn is_own(&self, tip: Link) -> bool {
        self.chains.iter().any(|own| own.chain.tip() == tip)
    }

    fn published(&mut self, tip: Link, from: u64) {
        self.published = Some(tip);
        if let Some(own) = self.chains.iter_mut().find(|own| own.chain.tip() == tip) {
            self.changed |= own.from.is_none();
            own.from.get_or_insert(from);
        }
    }

    /// Dice were rolled: the client's own follow from its link for that throw.
    fn rolled(&mut self, throw: u64, links: &ViewLinks, cups: &[ViewCup], dice: &[u8]) {
        self.sent = false;
        self.round = self.you.chair.and_then(|chair| {
            let seat = self.seat_of(chair)?;
            let ViewCup { tip, from, .. } = *cups.iter().find(|cup| cup.chair == chair)?;
            let own = self.chains.iter().find(|own| own.chain.tip() == tip && own.from == Some(from))?;
            let link = own.link(throw)?;
            let given = |of: Seat| {
                let place = links.chairs.iter().find(|(chair, _)| self.seat_of(*chair) == Some(of));
                place.map(|(_, link)| *link)
            };
            let derived = SealedThrow {
                table: &self.table,
                number: throw,
                server: links.server?,
                links: BySeat::from_fn(given),
            };
            let dice = *dice.get(usize::from(chair))?;
            Some(OwnRound { throw, tip, hand: derived.hand(seat, dice, &link) })
        });
    }

    fn seat_of(&self, chair: u8) -> Option<Seat> {
        Seat::new(self.seats.iter().position(|known| *known == chair)?)
    }

    /// The client's own dice while a round is bid on or shown.
    pub fn hand(&self) -> Option<Hand> {
        self.round.map(|round| round.hand)
    }

    /// Whether dice lie under the client's cup that it cannot know: their closed chain is on another device.
    pub fn are_elsewhere(&self, cups: &[ViewCup]) -> bool {
        let own = cups.iter().find(|cup| Some(cup.chair) == self.you.chair);
        self.round.is_none() && own.is_some_and(|cup| !self.is_own(cup.tip))
    }

    /// The closed link of the round, once a connection and only after a call. `vouched` says whether all open links of a
    /// throw were seen and are right: without that nothing is shown, since a link that is shown is known for ever.
    pub fn show(&mut self, vouched: impl FnOnce(u64) -> bool) -> Option<ClientMsg> {
        let OwnRound { throw, tip, .. } = self.round.filter(|_| self.showing && !self.sent)?;
        if !vouched(throw) {
            return None;
        }
        let own = self.chains.iter_mut().find(|own| own.chain.tip() == tip)?;
        let link = own.open(throw)?;
        (self.sent, self.changed) = (true, true);
        // Older chains have no more dice to show.
        let index = self.chains.iter().position(|own| own.chain.tip() == tip)?;
        self.chains.drain(..index);
        Some(ClientMsg::Show { throw, link })
    }

    /// Whether what is to be stored has changed since this was asked the last time.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// The connection is a new one: what is to be shown is shown again.
    pub fn reconnected(&mut self) {
        self.sent = false;
    }

    /// The closed tip for `join`: that of a chain which was never published, or of a `fresh` one.
    pub fn tip<E>(&mut self, fresh: impl FnOnce() -> Result<Chain, E>) -> Result<Link, E> {
        if let Some(own) = self.chains.last().filter(|own| own.from.is_none()) {
            return Ok(own.chain.tip());
        }
        let chain = fresh()?;
        let tip = chain.tip();
        if self.chains.len() >= OwnCups::MOST {
            self.chains.remove(0);
        }
        self.chains.push(OwnClosedChain { chain, from: None });
        self.changed = true;
        Ok(tip)
    }

    /// The closed tip that goes with a `commit` of an open one: none as long as the table has a chain of this client's that
    /// is long enough. `throws` is how many there have been.
    pub fn renewal<E>(
        &mut self,
        throws: u64,
        fresh: impl FnOnce() -> Result<Chain, E>,
    ) -> Result<Option<Link>, E> {
        let enough =
            self.chains.iter().find(|own| Some(own.chain.tip()) == self.published).is_some_and(|own| {
                let used = own.from.map_or(0, |from| (throws + 1).saturating_sub(from));
                used + u64::from(OwnChain::FEW) <= u64::from(own.chain.left() + own.chain.opened())
            });
        if enough { Ok(None) } else { self.tip(fresh).map(Some) }
    }
}

impl OwnClosedChain {
    fn number(&self, throw: u64) -> Option<u32> {
        ClosedTip { tip: self.chain.tip(), from: self.from? }.number(throw)
    }

    /// The link for a throw, unless one of a later throw was shown.
    fn link(&self, throw: u64) -> Option<Link> {
        let number = self.number(throw)?;
        if number == self.chain.opened() { Some(self.chain.last()) } else { self.chain.nth(number) }
    }

    /// The same, and no earlier one from now on.
    fn open(&mut self, throw: u64) -> Option<Link> {
        let number = self.number(throw)?;
        if number == self.chain.opened() { Some(self.chain.last()) } else { self.chain.open_nth(number) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHAIR: u8 = 2;
    const PERSON: u16 = 3;

    fn chain(seed: u8) -> Chain {
        Chain::new([seed; 32], 100)
    }

    fn link(seed: u8, number: u32) -> Link {
        chain(seed).open_nth(number).unwrap()
    }

    fn seated(seed: u8) -> OwnCups {
        let mut own = OwnCups::new(chain(seed));
        own.table = "kitchen".to_owned();
        let you = You { person: Some(PERSON), chair: Some(CHAIR), host: false };
        own.receive(&ServerMsg::You { seq: 1, you });
        own.happened(&WireEvent::TourBegan { tour: 1, chairs: vec![0, CHAIR], bot_tips: None }, None);
        own
    }

    fn committed(seed: u8, from: u64) -> WireEvent {
        let (tip, closed) = (Link::new([9; 32]), Some(chain(seed).tip()));
        WireEvent::Committed { person: Some(PERSON), tip, from, closed }
    }

    fn links() -> ViewLinks {
        ViewLinks {
            server: Some(Link::new([0x5e; 32])),
            chairs: vec![(0, Link::new([0xa0; 32]))],
            ..ViewLinks::default()
        }
    }

    fn rolled(own: &mut OwnCups, throw: u64, seed: u8, from: u64) {
        let cups = Some(vec![ViewCup { chair: CHAIR, tip: chain(seed).tip(), from }]);
        let links = Some(links());
        let event = WireEvent::Rolled { throw, hand: None, with: vec![0], withheld: vec![], links, cups };
        own.happened(&event, Some(&phase(PhaseName::Bidding)));
    }

    fn phase(phase: PhaseName) -> Now {
        Now { phase: Some(phase), dice: vec![5, 0, 4], ..Now::default() }
    }

    fn called(own: &mut OwnCups) {
        let event =
            WireEvent::Called { chair: 0, call: perudo_rules::Call::Dudo, by: perudo_table::Actor::Person };
        own.happened(&event, Some(&phase(PhaseName::Showing)));
    }

    fn shown(own: &mut OwnCups) -> Option<ClientMsg> {
        own.show(|_| true)
    }

    #[test]
    fn the_dice_are_those_of_the_document_and_are_shown_after_a_call_and_not_before() {
        let mut own = seated(1);
        own.happened(&committed(1, 6), None);
        rolled(&mut own, 8, 1, 6);
        let throw = SealedThrow {
            table: "kitchen",
            number: 8,
            server: Link::new([0x5e; 32]),
            links: BySeat::from_fn(|seat| (seat.index() == 0).then_some(Link::new([0xa0; 32]))),
        };
        assert_eq!(own.hand(), Some(throw.hand(Seat::new(1).unwrap(), 4, &link(1, 3))));
        assert_eq!(shown(&mut own), None, "nobody has called");
        called(&mut own);
        assert_eq!(own.show(|_| false), None, "the open links are not what they should be");
        let expected = Some(ClientMsg::Show { throw: 8, link: link(1, 3) });
        assert_eq!(shown(&mut own), expected);
        assert_eq!(shown(&mut own), None, "once a connection");
        own.reconnected();
        assert_eq!(shown(&mut own), expected, "the same again");
    }

    #[test]
    fn a_server_that_moves_the_beginning_of_a_chain_gets_no_link_of_another_throw() {
        let mut own = seated(1);
        own.happened(&committed(1, 6), None);
        for from in [5, 7] {
            own.happened(&committed(1, from), None);
            rolled(&mut own, 8, 1, from);
            called(&mut own);
            assert_eq!((own.hand(), shown(&mut own)), (None, None), "from {from}");
        }
        // Not even after a reload.
        let text = serde_json::to_string(&own).unwrap();
        let mut again: OwnCups = serde_json::from_str(&text).unwrap();
        (again.you, again.seats) = (own.you, own.seats.clone());
        again.happened(&committed(1, 5), None);
        rolled(&mut again, 8, 1, 5);
        called(&mut again);
        assert_eq!((again.hand(), shown(&mut again)), (None, None));
        rolled(&mut again, 8, 1, 6);
        called(&mut again);
        assert_eq!(shown(&mut again), Some(ClientMsg::Show { throw: 8, link: link(1, 3) }));
    }

    #[test]
    fn a_server_that_jumps_ahead_cannot_go_back_to_throws_whose_links_it_knows_then() {
        let mut own = seated(1);
        own.happened(&committed(1, 1), None);
        rolled(&mut own, 40, 1, 1);
        called(&mut own);
        assert!(shown(&mut own).is_some());
        let text = serde_json::to_string(&own).unwrap();
        let mut again: OwnCups = serde_json::from_str(&text).unwrap();
        (again.you, again.seats) = (own.you, own.seats.clone());
        for own in [&mut own, &mut again] {
            rolled(own, 8, 1, 1);
            assert_eq!(own.hand(), None, "these dice would be known");
            rolled(own, 41, 1, 1);
            assert!(own.hand().is_some());
        }
    }

    #[test]
    fn dice_of_another_device_are_not_known_and_nothing_is_shown_for_them() {
        let mut own = seated(1);
        own.happened(&committed(2, 1), None);
        rolled(&mut own, 3, 2, 1);
        called(&mut own);
        assert_eq!((own.hand(), shown(&mut own)), (None, None));
        assert!(own.are_elsewhere(&[ViewCup { chair: CHAIR, tip: chain(2).tip(), from: 1 }]));
    }

    #[test]
    fn a_chain_that_was_published_is_never_published_again() {
        let fresh = |seed| move || Ok::<_, std::convert::Infallible>(chain(seed));
        let mut own = seated(1);
        assert_eq!(own.tip(fresh(9)), Ok(chain(1).tip()));
        own.happened(&committed(1, 6), None);
        assert_eq!(own.renewal(6, fresh(9)), Ok(None), "there is enough of it");
        assert_eq!(own.renewal(60, fresh(9)), Ok(Some(chain(9).tip())), "few links are left");
        assert_eq!(own.renewal(60, fresh(8)), Ok(Some(chain(9).tip())), "the same until it is accepted");
        own.happened(&committed(9, 61), None);
        rolled(&mut own, 60, 1, 6);
        assert!(own.hand().is_some(), "the dice under the cup follow from the old one");
        own.happened(&committed(7, 62), None);
        assert_eq!(own.renewal(62, fresh(8)), Ok(Some(chain(8).tip())), "another client took over");
        assert_eq!(own.tip(fresh(5)), Ok(chain(8).tip()));
    }
}
