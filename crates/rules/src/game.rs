//! The state of a match: everything that a viewer may know, and no more.

use std::error::Error;
use std::fmt;

use crate::{
    AllHands, Bid, BySeat, Call, Clause, IllegalError, LegalActions, MAX_SEATS, Maputo, MaputoFinal,
    MaputoLimit, MaputoThreeSingles, Own, Reveal, Rules, Sealed, Seat, SeatSet,
};

/// A match at one table, one tour at a time.
///
/// `D` is the dice that the holder may see, and the type can hold no others: [`AllHands`] for
/// the referee, [`Own`] for a player, `()` for a spectator. All of them apply events and know
/// what is legal; only the referee can decide. The referee of a sealed table, who is shown no dice
/// before a showdown, has a `Game<`[`Sealed`]`>`.
///
/// # Examples
///
/// A round of two players with one die each:
///
/// ```
/// use perudo_rules::{Action, BySeat, Command, Game, Hand, Opening, Preset, Seat};
///
/// let [anna, boris] = [0, 1].map(|index| Seat::new(index).unwrap());
/// let mut game: Game = Game::new(Preset::Classic.rules(), 2)?;
/// let one_die_each = BySeat::from_fn(|seat| (seat.index() < 2).then_some(1));
/// let mut hands = BySeat::default();
/// hands[anna] = Hand::from_counts([1, 0, 0, 0, 0, 0]);
/// hands[boris] = Hand::from_counts([0, 0, 0, 0, 0, 1]);
/// let act = |seat, action: &str| Command::Act { seat, action: action.parse().unwrap() };
/// for command in [
///     Command::SetDice(one_die_each),
///     Command::Open { seat: anna, opening: Opening::Start },
///     Command::Roll(hands),
///     act(anna, "1x6"),
///     act(boris, "2x6"),
///     act(anna, "dudo"),
/// ] {
///     let event = game.decide(command)?;
///     game.apply(&event);
/// }
/// assert_eq!(game.winner(), Some(boris)); // anna's ace is a joker
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Game<D = AllHands> {
    pub(crate) rules: Rules,
    pub(crate) seats: SeatSet,
    // The match.
    pub(crate) left: SeatSet,
    pub(crate) wins: BySeat<u32>,
    // The tour.
    pub(crate) phase: Phase,
    pub(crate) dice: BySeat<u8>,
    pub(crate) with_dice: SeatSet,
    pub(crate) in_play: u8,
    pub(crate) centre: u8,
    pub(crate) had_maputo: SeatSet,
    pub(crate) reveal: Option<Reveal>,
    // The round.
    pub(crate) round: u32,
    #[cfg_attr(feature = "serde", serde(with = "crate::data::LoggedKind"))]
    pub(crate) kind: RoundKind,
    pub(crate) opener: Seat,
    pub(crate) opener_lost: bool,
    pub(crate) maputo_of: Option<Seat>,
    pub(crate) hands: Option<D>,
    pub(crate) standing: Option<Standing>,
    pub(crate) highest_plain: Option<Bid>,
}

/// What a player sees of a game: everything public, and their own dice.
pub type PlayerView = Game<Own>;

/// What a spectator sees of a game: everything public.
pub type SpectatorView = Game<()>;

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Phase {
    /// A throw of the draw, or a set-up instead of it.
    Draw {
        /// The players who throw.
        throwing: SeatSet,
        /// Whether this is a throw after a tie.
        again: bool,
    },
    /// The answer of a player who may declare the coming round maputo.
    Declaring {
        /// The player who is asked.
        turn: Seat,
    },
    /// The roll.
    Rolling,
    /// A bid, a doubt or a calza.
    Bidding {
        /// The player whose decision it is.
        turn: Seat,
    },
    /// The dice of all players, after a call at a sealed table. Where the referee sees them it never comes.
    Showing {
        /// The player who called.
        caller: Seat,
        /// What was called.
        #[cfg_attr(feature = "serde", serde(with = "crate::data::LoggedCall"))]
        call: Call,
    },
    /// Nothing: the tour is over.
    Over {
        /// The player who won it.
        winner: Seat,
    },
}

/// A phase without what it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
#[allow(missing_docs)]
pub enum PhaseName {
    Draw,
    Declaring,
    Rolling,
    Bidding,
    Showing,
    Over,
}

/// The kind of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum RoundKind {
    /// Aces are jokers, three or more players.
    Normal,
    /// Aces are not jokers, the face is locked (R15).
    Maputo,
    /// Two players are left (R19).
    Final,
}

/// The bid that stands, and whose it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Standing {
    /// The bid.
    pub bid: Bid,
    /// The player who made it.
    pub bidder: Seat,
}

/// A number of players that the rules do not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableSizeError {
    /// How many wanted to play.
    pub players: usize,
    /// How many these rules take.
    pub most: u8,
}

impl TableSizeError {
    /// The clause that the refusal rests on.
    pub const CLAUSE: Clause = Clause::R2;
}

impl fmt::Display for TableSizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} players, but these rules take 2 to {}", self.players, self.most)
    }
}

impl Error for TableSizeError {}

impl Phase {
    /// The phase without what it waits for.
    pub const fn name(self) -> PhaseName {
        match self {
            Phase::Draw { .. } => PhaseName::Draw,
            Phase::Declaring { .. } => PhaseName::Declaring,
            Phase::Rolling => PhaseName::Rolling,
            Phase::Bidding { .. } => PhaseName::Bidding,
            Phase::Showing { .. } => PhaseName::Showing,
            Phase::Over { .. } => PhaseName::Over,
        }
    }
}

impl PhaseName {
    /// The spelling in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            PhaseName::Draw => "draw",
            PhaseName::Declaring => "declaring",
            PhaseName::Rolling => "rolling",
            PhaseName::Bidding => "bidding",
            PhaseName::Showing => "showing",
            PhaseName::Over => "over",
        }
    }
}

impl fmt::Display for PhaseName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl RoundKind {
    /// The spelling in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            RoundKind::Normal => "normal",
            RoundKind::Maputo => "maputo",
            RoundKind::Final => "final",
        }
    }

    /// Whether aces are jokers (R12, R15).
    pub const fn jokers(self) -> bool {
        !matches!(self, RoundKind::Maputo)
    }
}

impl fmt::Display for RoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<D: Copy> Game<D> {
    /// A new match that waits for the draw of its first tour.
    ///
    /// # Errors
    ///
    /// The rules do not take so many players.
    pub fn new(rules: Rules, players: usize) -> Result<Game<D>, TableSizeError> {
        let most = rules.players;
        if players < 2 || players > usize::from(most) || players > MAX_SEATS {
            return Err(TableSizeError { players, most });
        }
        let mut game = Game {
            rules,
            seats: SeatSet::first(players),
            left: SeatSet::EMPTY,
            wins: BySeat::default(),
            phase: Phase::Rolling,
            dice: BySeat::default(),
            with_dice: SeatSet::EMPTY,
            in_play: 0,
            centre: 0,
            had_maputo: SeatSet::EMPTY,
            reveal: None,
            round: 1,
            kind: RoundKind::Normal,
            opener: Seat::FIRST,
            opener_lost: false,
            maputo_of: None,
            hands: None,
            standing: None,
            highest_plain: None,
        };
        game.begin_tour();
        Ok(game)
    }

    /// The rule set.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// All seats of the table, those who left included.
    pub fn seats(&self) -> SeatSet {
        self.seats
    }

    /// The players who have left the match.
    pub fn left(&self) -> SeatSet {
        self.left
    }

    /// The tours that a seat has won.
    pub fn wins(&self, seat: Seat) -> u32 {
        self.wins[seat]
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The player whose decision it is, if it is anyone's.
    pub fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Declaring { turn } | Phase::Bidding { turn } => Some(turn),
            Phase::Draw { .. } | Phase::Rolling | Phase::Showing { .. } | Phase::Over { .. } => None,
        }
    }

    /// The winner of the tour, once it is over.
    pub fn winner(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over { winner } => Some(winner),
            _ => None,
        }
    }

    /// The number in the tour, from 1, of the round that is played or coming; after the tour, of the last.
    pub fn round(&self) -> u32 {
        self.round
    }

    /// The kind of that round; before a declaration: as if nobody declares.
    pub fn kind(&self) -> RoundKind {
        self.kind
    }

    /// The player who opens that round; none before the draw and after the tour.
    pub fn opener(&self) -> Option<Seat> {
        match self.phase {
            Phase::Draw { .. } | Phase::Over { .. } => None,
            Phase::Declaring { .. } | Phase::Rolling | Phase::Bidding { .. } | Phase::Showing { .. } => {
                Some(self.opener)
            }
        }
    }

    /// The player whose maputo the round is, if it is one.
    pub fn maputo_of(&self) -> Option<Seat> {
        self.maputo_of
    }

    /// How many dice a seat has.
    pub fn dice(&self, seat: Seat) -> u8 {
        self.dice[seat]
    }

    /// The players who have dice.
    pub fn with_dice(&self) -> SeatSet {
        self.with_dice
    }

    /// How many dice all players have together.
    pub fn in_play(&self) -> u8 {
        self.in_play
    }

    /// How many dice lie in the centre.
    pub fn centre(&self) -> u8 {
        self.centre
    }

    /// The players who have had their maputo in this tour.
    pub fn had_maputo(&self) -> SeatSet {
        self.had_maputo
    }

    /// The bid that stands in this round.
    pub fn standing(&self) -> Option<Standing> {
        self.standing
    }

    /// The last showdown of this tour.
    pub fn reveal(&self) -> Option<&Reveal> {
        self.reveal.as_ref()
    }

    /// The dice under the cups while a round is bid on: those that the holder of this view may see.
    pub fn hands(&self) -> Option<&D> {
        self.hands.as_ref()
    }

    /// The round as it was before its first bid; any other moment as it is.
    #[must_use]
    pub fn before_bidding(&self) -> Game<D> {
        match self.phase {
            Phase::Bidding { .. } | Phase::Showing { .. } => Game {
                phase: Phase::Bidding { turn: self.opener },
                standing: None,
                highest_plain: None,
                ..*self
            },
            _ => *self,
        }
    }

    /// Everything open to the player whose decision it is.
    pub fn legal_actions(&self) -> LegalActions {
        match self.phase {
            Phase::Bidding { turn } => self.legal_bidding(turn),
            Phase::Declaring { .. } => LegalActions::DECLARATION,
            Phase::Draw { .. } | Phase::Rolling | Phase::Showing { .. } | Phase::Over { .. } => {
                LegalActions::NONE
            }
        }
    }

    /// Why this seat may not declare the coming round maputo (R16b), if it may not.
    pub(crate) fn no_declaration(&self, seat: Seat) -> Option<IllegalError> {
        match self.rules.maputo {
            Maputo::Declared => self.no_maputo(seat),
            none @ (Maputo::Off | Maputo::Auto) => Some(IllegalError::MaputoOff(none)),
        }
    }

    /// Why the coming round cannot be this seat's maputo, however it would come about.
    pub(crate) fn no_maputo(&self, seat: Seat) -> Option<IllegalError> {
        let players = self.with_dice.len();
        if players == 2 && self.rules.maputo_final == MaputoFinal::No {
            Some(IllegalError::MaputoInFinal)
        } else if players == 3
            && self.in_play == 3
            && self.rules.maputo_three_singles == MaputoThreeSingles::No
        {
            Some(IllegalError::MaputoThreeSingles)
        } else if self.dice[seat] != 1 {
            Some(IllegalError::MaputoNeedsOneDie { has: self.dice[seat] })
        } else if self.rules.maputo_limit == MaputoLimit::Once && self.had_maputo.contains(seat) {
            Some(IllegalError::MaputoUsed)
        } else {
            None
        }
    }

    /// The game as a spectator sees it. Any viewer may know what a spectator knows: this only
    /// forgets dice.
    pub fn seen_by_spectator(&self) -> SpectatorView {
        self.with_hands(self.hands.map(|_| ()))
    }

    pub(crate) fn with_hands<E>(&self, hands: Option<E>) -> Game<E> {
        Game {
            rules: self.rules,
            seats: self.seats,
            left: self.left,
            wins: self.wins,
            phase: self.phase,
            dice: self.dice,
            with_dice: self.with_dice,
            in_play: self.in_play,
            centre: self.centre,
            had_maputo: self.had_maputo,
            reveal: self.reveal,
            round: self.round,
            kind: self.kind,
            opener: self.opener,
            opener_lost: self.opener_lost,
            maputo_of: self.maputo_of,
            hands,
            standing: self.standing,
            highest_plain: self.highest_plain,
        }
    }
}

impl Game<Sealed> {
    /// The game as a player sees it who knows their own dice, which the referee does not.
    pub fn seen_with(&self, own: Own) -> PlayerView {
        self.with_hands(self.hands.map(|_| own))
    }
}

impl Game {
    /// The game as the player in that seat sees it.
    pub fn seen_by(&self, seat: Seat) -> PlayerView {
        self.with_hands(self.hands.map(|hands| Own { seat, hand: hands[seat] }))
    }
}
