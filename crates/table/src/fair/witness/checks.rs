//! Whether what was opened of a throw is right.

use perudo_rules::{BySeat, Seat};

use super::Witness;
use crate::fair::holder::Checked;
use crate::fair::{Link, SERVER_CHAIN, SeenThrow, Throw, Whose, WitnessError};

impl Witness {
    pub(super) fn check_server(&mut self, throw: &SeenThrow, link: Link) {
        let number = throw.number;
        let tip = self.server.in_force(number);
        // Of a throw that the client did not see from the beginning the tip may be one that it was never shown.
        let known = tip.is_some_and(|tip| number - tip.from < u64::from(SERVER_CHAIN));
        if !known && !throw.from_the_beginning {
            return;
        }
        match self.server.check(number, link) {
            Checked::Right => {}
            Checked::NoTip => self.wrong(WitnessError::NoServerTip { throw: number }),
            Checked::Broken { expected, found } => {
                let whose = Whose::Server;
                self.wrong(WitnessError::BrokenChain { whose, throw: number, expected, found });
            }
        }
    }

    /// A seat with a tip in force has its link in the throw or is named, and nobody else is; who is out of the tour has no
    /// part in it.
    pub(super) fn check_seat(&mut self, throw: &SeenThrow, seat: usize) {
        let number = throw.number;
        let named = throw.withheld.iter().any(|by| usize::from(*by) == seat);
        let link = throw.links.get(seat).copied().flatten();
        let whose = self.whose(seat);
        if throw.has_no_part(seat) {
            if named || link.is_some() {
                self.wrong(WitnessError::NoPart { whose, throw: number });
            }
            return;
        }
        let holder =
            throw.people.get(seat).copied().flatten().and_then(|person| self.people.get_mut(&person));
        let checked = match (holder, link) {
            (Some(holder), Some(link)) => holder.check(number, link),
            (Some(holder), None) if holder.in_force(number).is_some_and(|tip| tip.tip.is_some()) => {
                if !named && throw.from_the_beginning {
                    self.wrong(WitnessError::LinkMissing { whose, throw: number });
                }
                return;
            }
            (_, None) if !named => return,
            _ => Checked::NoTip,
        };
        match checked {
            Checked::Right if named => self.wrong(WitnessError::OtherLinks { throw: number }),
            Checked::Right => {}
            // The tip may be one that the client was never shown.
            _ if !throw.from_the_beginning => {}
            Checked::NoTip => self.wrong(WitnessError::NoTip { whose, throw: number }),
            Checked::Broken { expected, found } => {
                self.wrong(WitnessError::BrokenChain { whose, throw: number, expected, found });
            }
        }
    }

    pub(super) fn check_dice(&mut self, throw: &SeenThrow, server: Link) {
        let derived = Throw {
            table: &self.table,
            number: throw.number,
            kind: throw.kind,
            server,
            links: BySeat::from_fn(|seat: Seat| throw.links.get(seat.index()).copied().flatten()),
            dice: BySeat::from_fn(|seat: Seat| throw.dice.get(seat.index()).copied().unwrap_or(0)),
        };
        let hands = derived.hands();
        let shown = throw.result.iter().enumerate().filter_map(|(seat, hand)| Some((seat, (*hand)?)));
        let wrong: Vec<_> = shown
            .filter_map(|(seat, found)| {
                let expected = hands[Seat::new(seat)?];
                (expected != found).then_some((seat, expected, found))
            })
            .collect();
        for (seat, expected, found) in wrong {
            let whose = self.whose(seat);
            self.wrong(WitnessError::WrongDice { whose, throw: throw.number, expected, found });
        }
    }
}
