//! What is legal, twice: the list of all legal actions, and the check of one action with its
//! reason. Tests compare the two on every possible action.

use std::num::NonZeroU8;

use crate::{
    Action, Bid, Calza, Clause, Face, Game, IllegalError, LeaveAces, LegalActions, OpenAces, Phase,
    RoundKind, Seat,
};

impl<D: Copy> Game<D> {
    pub(crate) fn legal_bidding(&self, turn: Seat) -> LegalActions {
        let maputo = self.kind == RoundKind::Maputo;
        let Some(standing) = self.standing else {
            let mut least = [Some(NonZeroU8::MIN); 6];
            if !maputo && self.rules.open_aces == OpenAces::No {
                least[Face::Ace.index()] = None;
            }
            return LegalActions::opening(least, self.in_play);
        };
        let Bid { count, face } = standing.bid;
        let more = NonZeroU8::MIN.saturating_add(count);
        let mut least = [None; 6];
        if maputo {
            least[face.index()] = Some(more);
        } else if face == Face::Ace {
            let leaving = self.least_after_aces(count);
            least = [NonZeroU8::new(leaving); 6];
            if let Some(called) = self.called_at(leaving) {
                least[..=called.index()].fill(Some(NonZeroU8::MIN.saturating_add(leaving)));
            }
            least[Face::Ace.index()] = Some(more);
        } else {
            for other in Face::ALL {
                least[other.index()] = if other > face { NonZeroU8::new(count) } else { Some(more) };
            }
            least[Face::Ace.index()] = NonZeroU8::new(count.div_ceil(2));
        }
        let calza = self.rules.calza == Calza::On && !maputo && self.dice[turn] < self.rules.dice;
        LegalActions::answer(least, self.in_play, calza)
    }

    /// Whether a player may do this now.
    ///
    /// # Errors
    ///
    /// Why not. Reasons come in a fixed order: who may act at all, then the dice in play, then the
    /// round's own rule, then the ladder.
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
            Phase::Declaring { turn } if !self.was_asked_before(seat, turn) => {
                Err(IllegalError::NotYourTurn { turn, clause: Clause::R16b })
            }
            settled => Err(IllegalError::WrongPhase(settled.name())),
        }
    }

    /// Whether this player's turn to declare came before that of the player who is asked now.
    fn was_asked_before(&self, seat: Seat, asked: Seat) -> bool {
        self.with_dice
            .clockwise_from(self.opener)
            .take_while(|&other| other != asked)
            .any(|other| other == seat)
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
