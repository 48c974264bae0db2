//! The oracle of legality, twice: the list of everything legal, and the check of one action with
//! its reason. Tests hold the two against each other on every possible action.

use crate::{
    Action, Bid, Calza, Clause, Face, Game, IllegalError, LeaveAces, LegalActions, OpenAces, Phase,
    RoundKind, Seat,
};

/// A least count that no table reaches.
const NEVER: u8 = u8::MAX;

impl<D: Copy> Game<D> {
    pub(crate) fn legal_bidding(&self, turn: Seat) -> LegalActions {
        let maputo = self.kind == RoundKind::Maputo;
        let Some(standing) = self.standing else {
            let mut least = [1; 6];
            if !maputo && self.rules.open_aces == OpenAces::No {
                least[Face::Ace.index()] = NEVER;
            }
            return LegalActions::opening(least, self.in_play);
        };
        let Bid { count, face } = standing.bid;
        let mut least = [NEVER; 6];
        if maputo {
            least[face.index()] = count.saturating_add(1);
        } else if face == Face::Ace {
            least = [self.least_after_aces(count); 6];
            if let Some(called) = self.called_at(least[Face::Six.index()]) {
                for lower in &mut least[..=called.index()] {
                    *lower = lower.saturating_add(1);
                }
            }
            least[Face::Ace.index()] = count.saturating_add(1);
        } else {
            for other in Face::ALL {
                least[other.index()] = if other > face { count } else { count.saturating_add(1) };
            }
            least[Face::Ace.index()] = count.div_ceil(2);
        }
        let calza = self.rules.calza == Calza::On && !maputo && self.dice[turn] < self.rules.dice;
        LegalActions::answer(least, self.in_play, calza)
    }

    /// Whether a player may do this now, and if not, why. Reasons come in a fixed order: who may
    /// act at all, then the dice in play, then the round's own rule, then the ladder.
    pub fn check(&self, seat: Seat, action: Action) -> Result<(), IllegalError> {
        self.check_player(seat)?;
        match action {
            Action::Maputo | Action::Pass => self.check_declaration(seat),
            Action::Bid(bid) => {
                self.check_turn(seat, Clause::R4)?;
                self.check_bid(bid)
            }
            Action::Dudo => {
                self.check_turn(seat, Clause::R11)?;
                self.standing.map(drop).ok_or(IllegalError::NothingToDoubt)
            }
            Action::Calza => {
                self.check_turn(seat, Clause::R17)?;
                self.check_calza(seat)
            }
        }
    }

    /// Whether this seat is in the tour, and the tour is not over.
    pub(crate) fn check_player(&self, seat: Seat) -> Result<(), IllegalError> {
        if !self.seats.contains(seat) {
            Err(IllegalError::NoSuchPlayer)
        } else if !self.with_dice.contains(seat) {
            Err(IllegalError::PlayerIsOut)
        } else {
            self.check_not_over()
        }
    }

    pub(crate) fn check_not_over(&self) -> Result<(), IllegalError> {
        match self.phase {
            Phase::Over { .. } => Err(IllegalError::TourOver),
            _ => Ok(()),
        }
    }

    fn check_turn(&self, seat: Seat, clause: Clause) -> Result<(), IllegalError> {
        match self.phase {
            Phase::Bidding { turn } if turn == seat => Ok(()),
            Phase::Bidding { turn } => Err(IllegalError::NotYourTurn { turn, clause }),
            other => Err(IllegalError::WrongPhase(other.name())),
        }
    }

    fn check_declaration(&self, seat: Seat) -> Result<(), IllegalError> {
        match self.phase {
            Phase::Declaring { .. } | Phase::Rolling => {}
            other => return Err(IllegalError::WrongPhase(other.name())),
        }
        if let Some(reason) = self.no_declaration(seat) {
            return Err(reason);
        }
        match self.phase {
            Phase::Declaring { turn } if turn == seat => Ok(()),
            Phase::Declaring { turn } => Err(IllegalError::NotYourTurn { turn, clause: Clause::R16b }),
            settled => Err(IllegalError::WrongPhase(settled.name())),
        }
    }

    fn check_bid(&self, bid: Bid) -> Result<(), IllegalError> {
        if bid.count == 0 {
            return Err(IllegalError::CountOfZero);
        }
        if bid.count > self.in_play {
            return Err(IllegalError::MoreThanDiceInPlay { in_play: self.in_play });
        }
        let maputo = self.kind == RoundKind::Maputo;
        let Some(standing) = self.standing.map(|standing| standing.bid) else {
            let refused = bid.face == Face::Ace && !maputo && self.rules.open_aces == OpenAces::No;
            return if refused { Err(IllegalError::AcesCannotOpen) } else { Ok(()) };
        };
        let not_higher = IllegalError::BidNotHigher { standing, maputo };
        if maputo {
            return if bid.face != standing.face {
                Err(IllegalError::FaceLocked { face: standing.face })
            } else if bid.count <= standing.count {
                Err(not_higher)
            } else {
                Ok(())
            };
        }
        let higher = match (standing.face, bid.face) {
            (Face::Ace, Face::Ace) => bid.count > standing.count,
            (Face::Ace, _) => return self.check_leaving_aces(standing.count, bid),
            (_, Face::Ace) => {
                let least = standing.count.div_ceil(2);
                return if bid.count < least { Err(IllegalError::AcesTooFew { least }) } else { Ok(()) };
            }
            _ => (bid.count, bid.face) > (standing.count, standing.face),
        };
        if higher { Ok(()) } else { Err(not_higher) }
    }

    fn check_leaving_aces(&self, aces: u8, bid: Bid) -> Result<(), IllegalError> {
        let least = self.least_after_aces(aces);
        if bid.count < least {
            return Err(IllegalError::AfterAcesTooFew { least, leave: self.rules.leave_aces });
        }
        match self.called_at(bid.count) {
            Some(face) if bid.face <= face => {
                Err(IllegalError::FaceAlreadyCalled { called: Bid::new(bid.count, face) })
            }
            _ => Ok(()),
        }
    }

    fn least_after_aces(&self, aces: u8) -> u8 {
        match self.rules.leave_aces {
            LeaveAces::DoublePlusOne => aces.saturating_mul(2).saturating_add(1),
            LeaveAces::Double => aces.saturating_mul(2),
        }
    }

    /// The highest face other than aces that was called at that count in this round (R10b).
    ///
    /// Bids other than aces never fall, neither directly nor through aces, so the last of them is
    /// the only one that can stand at a count that may still be bid.
    fn called_at(&self, count: u8) -> Option<Face> {
        self.highest_plain.filter(|bid| bid.count == count).map(|bid| bid.face)
    }

    fn check_calza(&self, seat: Seat) -> Result<(), IllegalError> {
        if self.rules.calza == Calza::Off {
            Err(IllegalError::CalzaOff)
        } else if self.standing.is_none() {
            Err(IllegalError::NothingToCalza)
        } else if self.kind == RoundKind::Maputo {
            Err(IllegalError::CalzaInMaputo)
        } else if self.dice[seat] >= self.rules.dice {
            Err(IllegalError::CalzaWithAllDice)
        } else {
            Ok(())
        }
    }
}
