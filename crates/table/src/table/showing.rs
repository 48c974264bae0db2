//! The showdown of a sealed table: everyone with dice shows the closed link of the round.

use perudo_rules::{AllHands, BySeat, Own, Phase, Seat};
use sha2::{Digest, Sha256};

use super::next::Agenda;
use super::{Player, Table, Tour, Who};
use crate::fair::{ClosedTip, Link, SealedThrow, Tip};
use crate::presence::{GRACE, GRACE_WITHOUT_CLOCK, SHOW, SHOW_WITHOUT_CLOCK};
use crate::{Actor, Links, Moment, Person, PersonId, PlayerEvent, Presence, PublicEvent, TableSecret};

impl Table {
    /// The links of a bot's closed chain: more than there are throws in any tour.
    const BOT_CHAIN: u32 = 1024;

    /// Whether a link is the one that a person has to show now.
    pub fn accepts_shown(&self, id: PersonId, throw: u64, link: &Link) -> bool {
        let Some(tour) = self.playing() else { return false };
        let showing = matches!(tour.game.phase(), Phase::Showing { .. }) && throw == self.throws;
        let tip = tour.seat_of(id).and_then(|seat| tour.cup(seat));
        showing && tip.is_some_and(|tip| tip.accepts(throw, link))
    }

    /// After a call at a sealed table: those who do not show in time are removed; once all have shown, the dice are
    /// counted.
    pub(super) fn about_showing(&self, presence: &Presence, agenda: &mut Agenda) -> Option<PublicEvent> {
        let tour = self.playing()?;
        if !matches!(tour.game.phase(), Phase::Showing { .. }) {
            return None;
        }
        let mut closed = Vec::new();
        for seat in tour.game.with_dice().iter().filter(|seat| self.still_here(tour, *seat)) {
            match self.shown(tour, seat, presence) {
                Some(link) => closed.push((seat, link)),
                None => {
                    let player = tour.player(seat)?;
                    if let Some(removed) = self
                        .remove_unshown(player, |person| agenda.due(self.show_until(tour, person, presence)))
                    {
                        return Some(removed);
                    }
                }
            }
        }
        if closed.len() < tour.game.with_dice().len() {
            return None;
        }
        let throw = self.sealed_throw(tour)?;
        let shown = |seat: Seat| closed.iter().find(|(by, _)| *by == seat);
        let hands: AllHands = BySeat::from_fn(|seat| {
            shown(seat).map(|(_, link)| throw.hand(seat, tour.game.dice(seat), link)).unwrap_or_default()
        });
        let event = PlayerEvent::Revealed(tour.game.count(hands)?);
        let by = tour.called_by.unwrap_or(Actor::Person);
        Some(PublicEvent::Acted { event, by, links: Some(Links { closed, ..tour.links.clone() }) })
    }

    /// Before a roll at a sealed table: who has no closed chain for it cannot be dealt in.
    pub(super) fn cannot_be_dealt_in(&self, tour: &Tour) -> Option<PublicEvent> {
        if !tour.game.is_sealed() {
            return None;
        }
        let throw = self.throws + 1;
        let has_chain =
            |player: &Player| self.closed_tip(player).is_some_and(|tip| tip.number(throw).is_some());
        let mut players = tour.game.with_dice().iter().filter_map(|seat| tour.player(seat));
        players.find(|player| !has_chain(player)).and_then(|player| self.remove_unshown(player, |_| true))
    }

    /// Takes a player away who does not show, or cannot, if it is time.
    fn remove_unshown(
        &self,
        player: &Player,
        mut is_due: impl FnMut(&Person) -> bool,
    ) -> Option<PublicEvent> {
        match player.who {
            Who::Bot(_) => Some(PublicEvent::BotLeft { chair: player.chair }),
            Who::Person(person) => {
                let (removed, from) = (false, Some(self.next_tip_from()));
                let left = PublicEvent::Left { person, removed, from, not_shown: true };
                is_due(self.person(person)?).then_some(left)
            }
        }
    }

    /// Until when a person may show. Who loses the connection, or comes back, gets a little longer, but not for ever.
    fn show_until(&self, tour: &Tour, person: &Person, presence: &Presence) -> Moment {
        let (show, grace) = match self.settings.clock.turn {
            Some(_) => (SHOW, GRACE),
            None => (SHOW_WITHOUT_CLOCK, GRACE_WITHOUT_CLOCK),
        };
        let called = tour.since.max(presence.began());
        let until = match presence.offline_since(person.guest) {
            Some(since) => called.max(since).after(grace),
            None => called.max(presence.online_since(person.guest)).after(show),
        };
        until.min(called.after(grace).after(show))
    }

    /// When those are removed who were connected all the time and did not show.
    pub(super) fn first_show_deadline(&self, tour: &Tour) -> Option<Moment> {
        let showing = matches!(tour.game.phase(), Phase::Showing { .. });
        let show = self.settings.clock.turn.map_or(SHOW_WITHOUT_CLOCK, |_| SHOW);
        showing.then(|| tour.since.after(show))
    }

    /// The closed link that a seat has shown; a bot of the server always has.
    fn shown(&self, tour: &Tour, seat: Seat, presence: &Presence) -> Option<Link> {
        match tour.player(seat)?.who {
            Who::Bot(_) => self.bot_link(tour, seat),
            Who::Person(id) => {
                let tip = tour.cup(seat)?;
                presence.shown(id).filter(|link| tip.accepts(self.throws, link)).copied()
            }
        }
    }

    /// The closed chain that a player has for the coming throw.
    fn closed_tip(&self, player: &Player) -> Option<ClosedTip> {
        match player.who {
            Who::Bot(_) => player.closed,
            Who::Person(id) => self.person(id)?.closed.for_coming_throw(),
        }
    }

    /// The closed chains of all who have dice in the throw that is being done.
    pub(super) fn cups(&self, tour: &Tour) -> Vec<(Seat, ClosedTip)> {
        let seats = tour.game.with_dice().iter();
        seats.filter_map(|seat| Some((seat, self.closed_tip(tour.player(seat)?)?))).collect()
    }

    /// The tips of the closed chains that the players of a tour have published, by seat.
    pub(crate) fn closed_tips(&self, tour: &Tour) -> Vec<Vec<Tip>> {
        let tips = |player: &Player| match player.who {
            Who::Bot(_) => player.closed.into_iter().map(Tip::from).collect(),
            Who::Person(id) => {
                self.person(id).map(|person| person.closed.tips().collect()).unwrap_or_default()
            }
        };
        tour.players.iter().map(tips).collect()
    }

    /// The last throw, if its dice are sealed.
    fn sealed_throw(&self, tour: &Tour) -> Option<SealedThrow<'_>> {
        let given = |seat: Seat| tour.links.seats.iter().find(|(by, _)| *by == seat).map(|(_, link)| *link);
        Some(SealedThrow {
            table: &self.name,
            number: self.throws,
            server: tour.links.server?,
            links: BySeat::from_fn(given),
        })
    }

    /// The dice of a bot at a sealed table, which the server knows.
    pub(super) fn bot_hand(&self, tour: &Tour, seat: Seat) -> Option<Own> {
        let link = self.bot_link(tour, seat)?;
        let hand = self.sealed_throw(tour)?.hand(seat, tour.game.dice(seat), &link);
        Some(Own { seat, hand })
    }

    /// The closed link of a bot for the last throw.
    fn bot_link(&self, tour: &Tour, seat: Seat) -> Option<Link> {
        let player = tour.player(seat)?;
        let left = Table::BOT_CHAIN.checked_sub(player.closed?.number(self.throws)?)?;
        Some(self.bot_seed(tour.number, player.chair)?.hash_times(left))
    }

    /// The tips of the closed chains of the bots in a tour to come, by chair.
    pub(super) fn bot_tips(&self, tour: u32) -> Vec<(u8, Link)> {
        let chairs = self.chairs.iter().enumerate().filter(|(_, chair)| chair.has_bot());
        let tip = |chair| Some((chair, self.bot_seed(tour, chair)?.hash_times(Table::BOT_CHAIN)));
        chairs.filter_map(|(index, _)| tip(index as u8)).collect()
    }

    /// The last link of a bot's closed chain, while the table's secret is known.
    fn bot_seed(&self, tour: u32, chair: u8) -> Option<Link> {
        let TableSecret::Known(secret) = self.secret else { return None };
        let seed = Sha256::new()
            .chain_update(b"perudo bot chain 1")
            .chain_update(secret)
            .chain_update(tour.to_be_bytes())
            .chain_update([chair]);
        Some(Link::new(seed.finalize().into()))
    }
}
