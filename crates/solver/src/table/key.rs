//! What a round of two players depends on: few of the axes.

use perudo_rules::{Calza, LeaveAces, Maputo, MaputoFinal, OpenAces, Preset, RoundKind, Rules, RulesSpec};

use super::bytes::{Reader, Truncated};
use crate::round::Round;

/// The name of a round in the tables. Rule sets that play the same round share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    ladder: Ladder,
    dice: [u8; 2],
}

/// The axes that matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ladder {
    /// A final; with calza it is solved for the tour, without for the round.
    Final { open: OpenAces, leave: LeaveAces, calza: Calza },
    /// A maputo round: the ladder is one face, whatever the rest says.
    Maputo,
}

/// Rounds with calza are solved up to so many dice in all.
pub(crate) const CALZA_DICE: u8 = 3;

impl Key {
    pub(crate) fn new(ladder: Ladder, dice: [u8; 2]) -> Key {
        Key { ladder, dice }
    }

    /// The key of a round; nothing for rounds whose payoffs no table knows.
    pub(crate) fn of(round: Round) -> Option<Key> {
        // Every axis by name: whoever adds one decides here what it means to a round of two players.
        let RulesSpec {
            preset: _,
            players: _,
            dice,
            open_aces: open,
            leave_aces: leave,
            maputo,
            maputo_limit: _,
            maputo_final,
            maputo_three_singles: _,
            calza,
        } = *round.rules;
        if calza == Calza::On {
            // The tables assume that calza is open to both players and that no final is maputo.
            let maputo = maputo != Maputo::Off && maputo_final == MaputoFinal::Yes;
            if maputo || dice < CALZA_DICE {
                return None;
            }
        }
        let ladder = match round.kind {
            RoundKind::Normal => return None,
            RoundKind::Maputo => Ladder::Maputo,
            RoundKind::Final => Ladder::Final { open, leave, calza },
        };
        Some(Key::new(ladder, round.dice))
    }

    /// A round with that key.
    pub(crate) fn round(self) -> Option<Round> {
        let spec = Preset::Classic.spec();
        let (spec, kind) = match self.ladder {
            Ladder::Maputo => (spec, RoundKind::Maputo),
            Ladder::Final { open, leave, calza } => {
                let maputo_final = MaputoFinal::No;
                let spec = RulesSpec { open_aces: open, leave_aces: leave, calza, maputo_final, ..spec };
                (spec, RoundKind::Final)
            }
        };
        Rules::try_from(spec).ok().map(|rules| Round { rules, kind, dice: self.dice })
    }

    pub(crate) fn write(self, to: &mut Vec<u8>) {
        let ladder = match self.ladder {
            Ladder::Maputo => MAPUTO,
            Ladder::Final { open, leave, calza } => {
                u8::from(open == OpenAces::Yes)
                    | u8::from(leave == LeaveAces::Double) << 1
                    | u8::from(calza == Calza::On) << 2
            }
        };
        to.extend([ladder, self.dice[0], self.dice[1]]);
    }

    pub(crate) fn read(from: &mut Reader) -> Result<Key, Truncated> {
        let ladder = match from.u8()? {
            MAPUTO => Ladder::Maputo,
            bits => Ladder::Final {
                open: if bits & 1 == 0 { OpenAces::No } else { OpenAces::Yes },
                leave: if bits & 2 == 0 { LeaveAces::DoublePlusOne } else { LeaveAces::Double },
                calza: if bits & 4 == 0 { Calza::Off } else { Calza::On },
            },
        };
        Ok(Key::new(ladder, [from.u8()?, from.u8()?]))
    }
}

/// The byte of a maputo round; finals are three bits.
const MAPUTO: u8 = 8;
