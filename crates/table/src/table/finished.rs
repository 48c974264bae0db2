//! What came of a tour.

use perudo_rules::{Phase, Rules, Seat, SeatSet};

use super::{Table, Tour, Who};
use crate::{Account, Guest};

/// A tour that is over: who came where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedTour {
    /// The number in the life of the table.
    pub number: u32,
    /// The rules it was played by.
    pub rules: Rules,
    /// Whether the table is rated.
    pub rated: bool,
    /// Whether the table is listed for everyone.
    pub public: bool,
    /// Who played, in the order of their places.
    pub players: Vec<FinishedPlayer>,
}

/// Somebody in a tour that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedPlayer {
    /// The name at the table.
    pub name: String,
    /// Who it is.
    pub who: FinishedWho,
    /// The place, from 1.
    pub place: u8,
    /// Whether they left, or a bot made their last decision for them: that counts as lost.
    pub left: bool,
}

/// A person or a bot, as it is kept when the table is no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinishedWho {
    /// A person or a program.
    Person {
        /// Whose browser.
        guest: Guest,
        /// Whose name, if it is their own.
        account: Option<Account>,
        /// Whether it is a program.
        program: bool,
    },
    /// A bot of the ladder.
    Bot(String),
}

impl Table {
    /// The tour that the last event ended, if it did.
    pub fn just_finished(&self) -> Option<FinishedTour> {
        if self.since.stage != self.seq || self.playing().is_some() {
            return None;
        }
        let tour = self.tour.as_ref()?;
        let Phase::Over { winner } = tour.game.phase() else { return None };
        let players = tour.order(winner).into_iter().zip(1..).filter_map(|((seat, left), place)| {
            let player = tour.player(seat)?;
            let who = match &player.who {
                Who::Bot(level) => FinishedWho::Bot(level.clone()),
                Who::Person(id) => {
                    let person = self.person(*id)?;
                    let (account, program) = (person.account.clone(), person.program);
                    FinishedWho::Person { guest: person.guest, account, program }
                }
            };
            Some(FinishedPlayer { name: player.name.clone(), who, place, left })
        });
        Some(FinishedTour {
            number: tour.number,
            rules: *tour.game.rules(),
            rated: self.settings.rated,
            public: self.settings.public,
            players: players.collect(),
        })
    }
}

impl Tour {
    /// The seats in the order of their places, and who of them left: they come after all who stayed, and who left first
    /// comes last. Those who stayed come in the order in which they lost their last die, the last one first.
    fn order(&self, winner: Seat) -> Vec<(Seat, bool)> {
        let lost = self.out.iter().rev().copied().filter(|seat| *seat != winner);
        // Who was out before programs wrote that down.
        let unknown = SeatSet::first(self.players.len())
            .iter()
            .filter(|seat| *seat != winner && !self.out.contains(seat));
        let by_dice = std::iter::once(winner).chain(lost).chain(unknown);
        let (left, stayed): (Vec<Seat>, Vec<Seat>) = by_dice.partition(|seat| self.absent.contains(seat));
        stayed
            .into_iter()
            .map(|seat| (seat, false))
            .chain(left.into_iter().map(|seat| (seat, true)))
            .collect()
    }
}
