//! Refusals as data: the reason, the clause, and what would have been legal.

use crate::{Bid, Clause, Face, Hand, LeaveAces, LegalActions, Maputo, PhaseName, Seat};

/// Why a command is refused, one variant for each reason there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Nobody sits there.
    NoSuchPlayer,
    /// The player has no dice left, or has left the match.
    PlayerIsOut,
    /// The tour has its winner.
    TourOver,
    /// This is not the time for it.
    WrongPhase(PhaseName),
    /// Another player decides.
    NotYourTurn {
        /// Who does.
        turn: Seat,
        /// The clause that says so.
        clause: Clause,
    },
    /// The bid names no dice at all (R5). A text cannot say it, so its name is that of a bad text.
    CountOfZero,
    /// The bid names more dice than there are (R22).
    MoreThanDiceInPlay {
        /// How many there are.
        in_play: u8,
    },
    /// The face does not change in maputo (R15).
    FaceLocked {
        /// The face that was bid.
        face: Face,
    },
    /// A round is not opened on aces (R6).
    AcesCannotOpen,
    /// Going to aces takes at least half (R8).
    AcesTooFew {
        /// The least count of aces.
        least: u8,
    },
    /// Leaving aces takes more (R10).
    AfterAcesTooFew {
        /// The least count of another face.
        least: u8,
        /// By which way of leaving aces.
        leave: LeaveAces,
    },
    /// Leaving aces at a count that was called already takes a higher face (R10b).
    FaceAlreadyCalled {
        /// The highest bid at that count.
        called: Bid,
    },
    /// The bid does not raise the standing one.
    BidNotHigher {
        /// The standing bid.
        standing: Bid,
        /// Whether the round is maputo.
        maputo: bool,
    },
    /// There is no bid to doubt.
    NothingToDoubt,
    /// There is no bid to call calza on.
    NothingToCalza,
    /// These rules have no calza.
    CalzaOff,
    /// No calza in maputo.
    CalzaInMaputo,
    /// No calza for a player who has all dice.
    CalzaWithAllDice,
    /// These rules have no maputo, or it comes by itself.
    MaputoOff(Maputo),
    /// No maputo with two players left.
    MaputoInFinal,
    /// No maputo with three players left who have one die each.
    MaputoThreeSingles,
    /// Only a player with one die may declare.
    MaputoNeedsOneDie {
        /// How many the player has.
        has: u8,
    },
    /// The player has had a maputo in this tour.
    MaputoUsed,
    /// The throw of the draw is not by exactly those who must throw.
    BadDraw(DrawFault),
    /// The roll does not fit the dice that the players have.
    BadRoll(RollFault),
    /// The position cannot be.
    BadSetup(SetupFault),
    /// A tour takes two players, and fewer are left in the match.
    TooFewPlayers,
}

/// What is wrong with a throw of the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawFault {
    /// This player must throw and does not.
    Missing(Seat),
    /// This player throws and is not in the draw.
    NotInDraw(Seat),
    /// This player throws twice.
    Twice(Seat),
}

/// What is wrong with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RollFault {
    /// This player has another number of dice.
    WrongDice {
        /// Who.
        seat: Seat,
        /// The dice the player has.
        has: u8,
        /// What was rolled.
        rolled: Hand,
    },
    /// This player rolls twice.
    Twice(Seat),
}

/// What is wrong with a set-up position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupFault {
    /// This player has more dice than the rules give.
    TooManyDice {
        /// Who.
        seat: Seat,
        /// How many the rules give.
        most: u8,
    },
    /// Fewer than two players have dice.
    TooFewWithDice,
    /// A set-up stands instead of the draw, and the draw has begun.
    DrawBegan,
    /// This player is named twice.
    Twice(Seat),
}

impl Illegal {
    /// The name of the reason in records and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Illegal::NoSuchPlayer => "no-such-player",
            Illegal::PlayerIsOut => "player-is-out",
            Illegal::TourOver => "tour-over",
            Illegal::WrongPhase(_) => "wrong-phase",
            Illegal::NotYourTurn { .. } => "not-your-turn",
            Illegal::CountOfZero => "syntax",
            Illegal::MoreThanDiceInPlay { .. } => "more-than-dice-in-play",
            Illegal::FaceLocked { .. } => "face-locked",
            Illegal::AcesCannotOpen => "aces-cannot-open",
            Illegal::AcesTooFew { .. } => "aces-too-few",
            Illegal::AfterAcesTooFew { .. } => "after-aces-too-few",
            Illegal::FaceAlreadyCalled { .. } => "face-already-called",
            Illegal::BidNotHigher { .. } => "bid-not-higher",
            Illegal::NothingToDoubt => "nothing-to-doubt",
            Illegal::NothingToCalza => "nothing-to-calza",
            Illegal::CalzaOff => "calza-off",
            Illegal::CalzaInMaputo => "calza-in-maputo",
            Illegal::CalzaWithAllDice => "calza-with-all-dice",
            Illegal::MaputoOff(_) => "maputo-off",
            Illegal::MaputoInFinal => "maputo-in-final",
            Illegal::MaputoThreeSingles => "maputo-three-singles",
            Illegal::MaputoNeedsOneDie { .. } => "maputo-needs-one-die",
            Illegal::MaputoUsed => "maputo-used",
            Illegal::BadDraw(_) => "bad-draw",
            Illegal::BadRoll(_) => "bad-roll",
            Illegal::BadSetup(_) => "bad-setup",
            Illegal::TooFewPlayers => "bad-seats",
        }
    }

    /// The clause that the refusal rests on.
    pub const fn clause(self) -> Clause {
        match self {
            Illegal::NoSuchPlayer | Illegal::TooFewPlayers => Clause::R2,
            Illegal::PlayerIsOut => Clause::R14,
            Illegal::TourOver => Clause::R18,
            Illegal::WrongPhase(phase) => match phase {
                PhaseName::Draw => Clause::R3,
                PhaseName::Declaring => Clause::R16b,
                PhaseName::Rolling | PhaseName::Bidding => Clause::R4,
                PhaseName::Over => Clause::R18,
            },
            Illegal::NotYourTurn { clause, .. } => clause,
            Illegal::CountOfZero => Clause::R5,
            Illegal::MoreThanDiceInPlay { .. } => Clause::R22,
            Illegal::FaceLocked { .. } => Clause::R15,
            Illegal::AcesCannotOpen => Clause::R6,
            Illegal::AcesTooFew { .. } => Clause::R8,
            Illegal::AfterAcesTooFew { leave, .. } => match leave {
                LeaveAces::DoublePlusOne => Clause::R10a,
                LeaveAces::Double => Clause::R10b,
            },
            Illegal::FaceAlreadyCalled { .. } => Clause::R10b,
            Illegal::BidNotHigher { standing, maputo } => match (maputo, standing.face) {
                (true, _) => Clause::R15,
                (false, Face::Ace) => Clause::R9,
                (false, _) => Clause::R7,
            },
            Illegal::NothingToDoubt => Clause::R11,
            Illegal::NothingToCalza
            | Illegal::CalzaOff
            | Illegal::CalzaInMaputo
            | Illegal::CalzaWithAllDice => Clause::R17,
            Illegal::MaputoOff(Maputo::Auto) | Illegal::MaputoThreeSingles => Clause::R16a,
            Illegal::MaputoOff(_) | Illegal::MaputoNeedsOneDie { .. } | Illegal::MaputoUsed => Clause::R16b,
            Illegal::MaputoInFinal => Clause::R19,
            Illegal::BadDraw(_) => Clause::R3,
            Illegal::BadRoll(_) => Clause::R4,
            Illegal::BadSetup(_) => Clause::R1,
        }
    }
}

/// A refused command: nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refusal {
    /// Why.
    pub reason: Illegal,
    /// Whose command it was, if it was anyone's in particular.
    pub player: Option<Seat>,
    /// Whose decision it is.
    pub turn: Option<Seat>,
    /// What would have been legal for that player.
    pub legal: LegalActions,
}

impl Refusal {
    /// The clause that the refusal rests on.
    pub const fn clause(&self) -> Clause {
        self.reason.clause()
    }
}
