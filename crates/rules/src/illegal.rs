//! The reasons for refusals.

use std::error::Error;
use std::fmt;

use crate::{Bid, Clause, DrawError, Face, LeaveAces, Maputo, PhaseName, RollError, Seat, SetupError};

/// Why the rules refuse a command, one variant for each reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IllegalError {
    /// Nobody sits there.
    NoSuchPlayer,
    /// The player has no dice left, or has left the match.
    PlayerIsOut,
    /// The tour has its winner.
    TourOver,
    /// The game is in a phase in which this cannot be done.
    WrongPhase(PhaseName),
    /// Another player decides.
    NotYourTurn {
        /// The player whose decision it is.
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
    BadDraw(DrawError),
    /// The roll does not fit the dice that the players have.
    BadRoll(RollError),
    /// The set-up position is impossible.
    BadSetup(SetupError),
    /// A tour takes two players, and fewer are left in the match.
    TooFewPlayers,
}

impl IllegalError {
    /// The name of the reason in records and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            IllegalError::NoSuchPlayer => "no-such-player",
            IllegalError::PlayerIsOut => "player-is-out",
            IllegalError::TourOver => "tour-over",
            IllegalError::WrongPhase(_) => "wrong-phase",
            IllegalError::NotYourTurn { .. } => "not-your-turn",
            IllegalError::CountOfZero => "syntax",
            IllegalError::MoreThanDiceInPlay { .. } => "more-than-dice-in-play",
            IllegalError::FaceLocked { .. } => "face-locked",
            IllegalError::AcesCannotOpen => "aces-cannot-open",
            IllegalError::AcesTooFew { .. } => "aces-too-few",
            IllegalError::AfterAcesTooFew { .. } => "after-aces-too-few",
            IllegalError::FaceAlreadyCalled { .. } => "face-already-called",
            IllegalError::BidNotHigher { .. } => "bid-not-higher",
            IllegalError::NothingToDoubt => "nothing-to-doubt",
            IllegalError::NothingToCalza => "nothing-to-calza",
            IllegalError::CalzaOff => "calza-off",
            IllegalError::CalzaInMaputo => "calza-in-maputo",
            IllegalError::CalzaWithAllDice => "calza-with-all-dice",
            IllegalError::MaputoOff(_) => "maputo-off",
            IllegalError::MaputoInFinal => "maputo-in-final",
            IllegalError::MaputoThreeSingles => "maputo-three-singles",
            IllegalError::MaputoNeedsOneDie { .. } => "maputo-needs-one-die",
            IllegalError::MaputoUsed => "maputo-used",
            IllegalError::BadDraw(_) => "bad-draw",
            IllegalError::BadRoll(_) => "bad-roll",
            IllegalError::BadSetup(_) => "bad-setup",
            IllegalError::TooFewPlayers => "bad-seats",
        }
    }

    /// The clause that the refusal rests on.
    pub const fn clause(self) -> Clause {
        match self {
            IllegalError::NoSuchPlayer | IllegalError::TooFewPlayers => Clause::R2,
            IllegalError::PlayerIsOut => Clause::R14,
            IllegalError::TourOver => Clause::R18,
            IllegalError::WrongPhase(phase) => match phase {
                PhaseName::Draw => Clause::R3,
                PhaseName::Declaring => Clause::R16b,
                PhaseName::Rolling | PhaseName::Bidding => Clause::R4,
                PhaseName::Showing => Clause::R11,
                PhaseName::Over => Clause::R18,
            },
            IllegalError::NotYourTurn { clause, .. } => clause,
            IllegalError::CountOfZero => Clause::R5,
            IllegalError::MoreThanDiceInPlay { .. } => Clause::R22,
            IllegalError::FaceLocked { .. } => Clause::R15,
            IllegalError::AcesCannotOpen => Clause::R6,
            IllegalError::AcesTooFew { .. } => Clause::R8,
            IllegalError::AfterAcesTooFew { leave, .. } => match leave {
                LeaveAces::DoublePlusOne => Clause::R10a,
                LeaveAces::Double => Clause::R10b,
            },
            IllegalError::FaceAlreadyCalled { .. } => Clause::R10b,
            IllegalError::BidNotHigher { standing, maputo } => match (maputo, standing.face) {
                (true, _) => Clause::R15,
                (false, Face::Ace) => Clause::R9,
                (false, _) => Clause::R7,
            },
            IllegalError::NothingToDoubt => Clause::R11,
            IllegalError::NothingToCalza
            | IllegalError::CalzaOff
            | IllegalError::CalzaInMaputo
            | IllegalError::CalzaWithAllDice => Clause::R17,
            IllegalError::MaputoOff(Maputo::Auto) | IllegalError::MaputoThreeSingles => Clause::R16a,
            IllegalError::MaputoOff(_)
            | IllegalError::MaputoNeedsOneDie { .. }
            | IllegalError::MaputoUsed => Clause::R16b,
            IllegalError::MaputoInFinal => Clause::R19,
            IllegalError::BadDraw(_) => Clause::R3,
            IllegalError::BadRoll(_) => Clause::R4,
            IllegalError::BadSetup(_) => Clause::R1,
        }
    }
}

/// Without the clause; [`RefusalError`](crate::RefusalError) adds it.
impl fmt::Display for IllegalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalError::NoSuchPlayer => f.write_str("nobody sits there"),
            IllegalError::PlayerIsOut => f.write_str("the player has no dice left or has left the match"),
            IllegalError::TourOver => f.write_str("the tour is over"),
            IllegalError::WrongPhase(phase) => write!(f, "not possible in the phase `{phase}`"),
            IllegalError::NotYourTurn { turn, .. } => write!(f, "it is the turn of seat {turn}"),
            IllegalError::CountOfZero => f.write_str("a bid names at least one die"),
            IllegalError::MoreThanDiceInPlay { in_play } => write!(f, "only {in_play} dice are in play"),
            IllegalError::FaceLocked { face } => write!(f, "the face of this maputo round is {face}"),
            IllegalError::AcesCannotOpen => f.write_str("a round cannot be opened on aces"),
            IllegalError::AcesTooFew { least } => write!(f, "going to aces takes at least {least}"),
            IllegalError::AfterAcesTooFew { least, .. } => write!(f, "leaving aces takes at least {least}"),
            IllegalError::FaceAlreadyCalled { called } => {
                write!(f, "{called} was called, so this count takes a higher face")
            }
            IllegalError::BidNotHigher { standing, .. } => write!(f, "the bid does not raise {standing}"),
            IllegalError::NothingToDoubt => f.write_str("there is no bid to doubt"),
            IllegalError::NothingToCalza => f.write_str("there is no bid to call calza on"),
            IllegalError::CalzaOff => f.write_str("these rules have no calza"),
            IllegalError::CalzaInMaputo => f.write_str("there is no calza in a maputo round"),
            IllegalError::CalzaWithAllDice => f.write_str("a player who has all dice cannot call calza"),
            IllegalError::MaputoOff(Maputo::Off) => f.write_str("these rules have no maputo"),
            IllegalError::MaputoOff(_) => f.write_str("under these rules nobody declares maputo"),
            IllegalError::MaputoInFinal => f.write_str("there is no maputo with two players left"),
            IllegalError::MaputoThreeSingles => {
                f.write_str("there is no maputo with three players left who have one die each")
            }
            IllegalError::MaputoNeedsOneDie { has } => {
                write!(f, "declaring maputo takes exactly one die, and the player has {has}")
            }
            IllegalError::MaputoUsed => f.write_str("the player has had a maputo in this tour"),
            IllegalError::BadDraw(error) => write!(f, "bad draw: {error}"),
            IllegalError::BadRoll(error) => write!(f, "bad roll: {error}"),
            IllegalError::BadSetup(error) => write!(f, "bad set-up: {error}"),
            IllegalError::TooFewPlayers => f.write_str("a tour takes at least two players"),
        }
    }
}

impl Error for IllegalError {}
