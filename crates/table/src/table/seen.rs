//! What viewers may know. Wire formats are made from these types alone.

use perudo_rules::{BySeat, Face, Hand, Own, PhaseName, Seat, SpectatorView};

use super::{Player, Stage, Table, Tour};
use crate::fair::{ClosedTip, Link};
use crate::{
    Chair, ChatLine, Guest, Links, Moment, Person, PersonId, Place, PublicEvent, Settings, TableEvent,
    ThrownDice,
};

/// Who looks at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// Someone at the table.
    Person(PersonId),
    /// Anyone else.
    Spectator,
}

/// An event as a viewer may know it: the type holds no dice but the viewer's own, no secret of
/// the server and nobody's identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenEvent<'a> {
    /// The table was opened.
    Opened {
        /// How it is played.
        settings: &'a Settings,
    },
    /// Someone gave a name, or came back with one.
    Came {
        /// Who.
        person: PersonId,
        /// The name.
        name: &'a str,
        /// Where they go.
        place: Place,
        /// Whether it is a program and says so.
        program: bool,
        /// The tip of the chain that they commit to.
        tip: Option<Link>,
        /// The first throw for which it counts, unless it is the next.
        from: Option<u64>,
        /// The tip of the closed chain that they commit to.
        closed: Option<Link>,
        /// The name that is their own, if they have one.
        account: Option<&'a str>,
    },
    /// The draw: everyone saw it, and its links are open.
    Drawn {
        /// The throws.
        throws: BySeat<Option<Face>>,
        /// The links.
        links: &'a Links,
    },
    /// All rolled in secret.
    Rolled {
        /// The viewer's own dice, if the viewer has any.
        own: Option<Own>,
        /// Whose links the dice depend on.
        with: Vec<Seat>,
        /// Who withheld theirs.
        withheld: &'a [Seat],
        /// At a sealed table: the links, which are open at once.
        links: Option<&'a Links>,
    },
    /// Something without secrets.
    Public(&'a PublicEvent),
}

impl TableEvent {
    /// The event as the player in that seat of the game sees it; without a seat, as a spectator does.
    pub fn seen_by(&self, seat: Option<Seat>) -> SeenEvent<'_> {
        match self {
            TableEvent::Opened { settings, .. } => SeenEvent::Opened { settings },
            TableEvent::Came { person, name, place, program, tip, from, closed, account, .. } => {
                SeenEvent::Came {
                    person: *person,
                    name,
                    place: *place,
                    program: *program,
                    tip: *tip,
                    from: *from,
                    closed: *closed,
                    account: account.as_ref().map(|account| account.name.as_str()),
                }
            }
            TableEvent::Thrown { dice: ThrownDice::Drawn(throws), links } => {
                SeenEvent::Drawn { throws: *throws, links }
            }
            TableEvent::Thrown { dice: ThrownDice::Rolled(hands), links } => SeenEvent::Rolled {
                own: seat.map(|seat| Own { seat, hand: hands[seat] }).filter(|own| own.hand != Hand::EMPTY),
                with: links.seats.iter().map(|(seat, _)| *seat).collect(),
                withheld: &links.withheld,
                links: None,
            },
            TableEvent::Thrown { dice: ThrownDice::Sealed, links } => SeenEvent::Rolled {
                own: None,
                with: links.seats.iter().map(|(seat, _)| *seat).collect(),
                withheld: &links.withheld,
                links: Some(links),
            },
            TableEvent::Public(public) => SeenEvent::Public(public),
        }
    }

    /// Whether players see more of it than spectators.
    pub fn has_private_side(&self) -> bool {
        matches!(self, TableEvent::Thrown { dice: ThrownDice::Rolled(_), .. })
    }
}

/// A table as a viewer may know it.
#[derive(Clone, Copy, Debug)]
pub struct SeenTable<'a> {
    table: &'a Table,
    viewer: Viewer,
}

impl Table {
    /// The table as a viewer may know it.
    pub fn seen_by(&self, viewer: Viewer) -> SeenTable<'_> {
        SeenTable { table: self, viewer }
    }

    /// Who a guest is at this table.
    pub fn viewer(&self, guest: Guest) -> Viewer {
        match self.person_of(guest) {
            Some(id) if self.has_joined(guest) => Viewer::Person(id),
            _ => Viewer::Spectator,
        }
    }

    /// The seat of a viewer in the tour that is played, while the viewer is still in it.
    pub fn seat_of(&self, viewer: Viewer) -> Option<Seat> {
        let (Viewer::Person(id), Some(tour)) = (viewer, self.playing()) else { return None };
        tour.seat_of(id).filter(|seat| self.still_here(tour, *seat))
    }
}

impl<'a> SeenTable<'a> {
    /// Who looks.
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The name of the table.
    pub fn name(&self) -> &'a str {
        &self.table.name
    }

    /// The number of the last event.
    pub fn seq(&self) -> u64 {
        self.table.seq
    }

    /// When the last event happened.
    pub fn at(&self) -> Moment {
        self.table.last_at
    }

    /// How it is played.
    pub fn settings(&self) -> &'a Settings {
        &self.table.settings
    }

    /// What it is doing.
    pub fn stage(&self) -> Stage {
        self.table.stage
    }

    /// The chairs, clockwise.
    pub fn chairs(&self) -> &'a [Chair] {
        &self.table.chairs
    }

    /// The person with that number, if they are at the table.
    pub fn person(&self, id: PersonId) -> Option<&'a Person> {
        self.table.person(id).filter(|person| person.place != Place::Gone)
    }

    /// The people at the table.
    pub fn people(&self) -> impl Iterator<Item = (PersonId, &'a Person)> + use<'a> {
        self.table.people.present()
    }

    /// The host.
    pub fn host(&self) -> Option<PersonId> {
        self.table.host
    }

    /// Whether nobody new comes in.
    pub fn locked(&self) -> bool {
        self.table.locked
    }

    /// Those who were removed and may be let in again.
    pub fn barred(&self) -> impl Iterator<Item = (PersonId, &'a Person)> + use<'a> {
        self.table.people.iter().filter(|(_, person)| person.barred)
    }

    /// How many tours of the match are over.
    pub fn tours_played(&self) -> u32 {
        self.table.tours_played
    }

    /// How many tours have begun in the life of the table; the latest has this number.
    pub fn tours_begun(&self) -> u32 {
        self.table.tour.as_ref().map_or(0, |tour| tour.number)
    }

    /// Whether the chat is on.
    pub fn chat_on(&self) -> bool {
        self.table.chat_on
    }

    /// What was said lately.
    pub fn chat(&self) -> impl Iterator<Item = &'a ChatLine> + use<'a> {
        self.table.chat.iter()
    }

    /// Which tour is played or was played last, and who is in it.
    pub fn tour(&self) -> Option<SeenTour<'a>> {
        self.table.tour.as_ref().map(|tour| SeenTour { tour, table: self.table, viewer: self.viewer })
    }

    /// The tip of the server's chain, and the first throw that it counts for.
    pub fn server_tip(&self) -> (Link, u64) {
        self.table.server_tip
    }

    /// The tips that count for the coming throw though their holders have published others since, or left.
    pub fn older_tips(&self) -> impl Iterator<Item = (PersonId, Link, u64)> + use<'a> {
        let people = self.table.people.iter();
        people.filter_map(|(id, person)| person.older_tip().map(|(tip, from)| (id, tip, from)))
    }

    /// How many throws there have been.
    pub fn throws(&self) -> u64 {
        self.table.throws
    }

    /// The number of the throw for which links are given now.
    pub fn coming_throw(&self) -> Option<u64> {
        self.table.collects_links().then_some(self.table.throws + 1)
    }
}

/// A tour as a viewer may know it.
#[derive(Clone, Copy, Debug)]
pub struct SeenTour<'a> {
    tour: &'a Tour,
    table: &'a Table,
    viewer: Viewer,
}

impl<'a> SeenTour<'a> {
    /// The number in the life of the table.
    pub fn number(&self) -> u32 {
        self.tour.number
    }

    /// Who plays, by the seats of the game.
    pub fn players(&self) -> &'a [Player] {
        &self.tour.players
    }

    /// The game as everyone sees it.
    pub fn game(&self) -> SpectatorView {
        self.tour.game.seen_by_spectator()
    }

    /// The viewer's own dice while a round is bid on.
    pub fn own(&self) -> Option<Own> {
        let seat = self.table.seat_of(self.viewer)?;
        self.tour.game.own(seat).filter(|own| own.hand != Hand::EMPTY)
    }

    /// At a sealed table, the links that the dice under the cups follow from, closed ones aside.
    pub fn sealed_links(&self) -> Option<&'a Links> {
        (self.tour.game.is_sealed() && self.tour.game.has_cups()).then_some(&self.tour.links)
    }

    /// At a sealed table, the closed chains that the dice under the cups follow from.
    pub fn cups(&self) -> &'a [(Seat, ClosedTip)] {
        &self.tour.cups
    }

    /// At a sealed table after a call: the first moment at which someone is removed for not showing.
    pub fn show_until(&self) -> Option<Moment> {
        self.table.first_show_deadline(self.tour)
    }

    /// The bids of the round.
    pub fn bids(&self) -> &'a [perudo_rules::Standing] {
        &self.tour.bids
    }

    /// When the turn began and when the time of its player runs out, if it does.
    pub fn turn_time(&self) -> Option<(Moment, Moment)> {
        let seat = self.tour.game.turn()?;
        let turn = self.table.settings.clock.turn()?;
        Some((self.tour.since, self.tour.deadline(seat, turn)))
    }

    /// Before that moment nothing is thrown.
    pub fn quiet_until(&self) -> Moment {
        self.tour.quiet_until
    }

    /// Whether dice lie under the cups.
    pub fn bidding(&self) -> bool {
        self.tour.game.phase().name() == PhaseName::Bidding
    }
}
