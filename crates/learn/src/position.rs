//! A position that the referee has let pass.

use perudo_bots::{Odds, Situation};
use perudo_rules::{
    Action, Bid, BySeat, Command, Face, Game, Hand, Opening, Phase, PlayerView, RefusalError, Seat,
    SpectatorView, Standing, TableSizeError,
};

use crate::{Setup, SetupError};

/// A decision that somebody has to take, as that player sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    setup: Setup,
    view: PlayerView,
    bids: Vec<Standing>,
}

/// Why a position cannot be.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PositionError {
    /// It cannot be read.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The rules do not take so many players.
    #[error(transparent)]
    TableSize(#[from] TableSizeError),
    /// The referee refuses it.
    #[error("{refusal}")]
    Refused {
        /// Why.
        refusal: Box<RefusalError>,
        /// The game as it was then.
        game: Box<SpectatorView>,
    },
}

/// The referee sets a position up, step by step.
struct Referee {
    game: Game,
}

impl Referee {
    fn carry_out(&mut self, command: Command) -> Result<(), PositionError> {
        let event = self.game.decide(command).map_err(|refusal| PositionError::Refused {
            refusal: Box::new(refusal),
            game: Box::new(self.game.seen_by_spectator()),
        })?;
        self.game.apply(&event);
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), PositionError> {
        self.carry_out(Command::Act { seat, action })
    }
}

/// The game of a setup with these dice under the cups, after all its bids. Seats are counted from the opener.
pub(crate) fn play(setup: &Setup, hands: impl Fn(Seat, u8) -> Hand) -> Result<Game, PositionError> {
    let mut referee = Referee { game: Game::new(setup.rules, setup.dice.len())? };
    let dice = BySeat::from_fn(|seat: Seat| setup.dice.get(seat.index()).copied());
    referee.carry_out(Command::SetDice(dice))?;
    let whose = setup.maputo.and_then(Seat::new);
    // Whoever has just lost a die plays maputo by itself, where the rules say so.
    let opening = if whose == Some(Seat::FIRST) { Opening::Lost } else { Opening::Start };
    referee.carry_out(Command::Open { seat: Seat::FIRST, opening })?;
    if let Some(whose) = whose.filter(|&whose| referee.game.maputo_of() != Some(whose)) {
        while let Phase::Declaring { turn } = referee.game.phase()
            && turn != whose
        {
            referee.act(turn, Action::Pass)?;
        }
        referee.act(whose, Action::Maputo)?;
    }
    let rolled = BySeat::from_fn(|seat| hands(seat, referee.game.dice(seat)));
    referee.carry_out(Command::Roll(rolled))?;
    for &bid in &setup.bids {
        let seat = referee.game.turn().unwrap_or(Seat::FIRST);
        referee.act(seat, Action::Bid(bid))?;
    }
    Ok(referee.game)
}

impl TryFrom<Setup> for Position {
    type Error = PositionError;

    fn try_from(setup: Setup) -> Result<Position, PositionError> {
        let with_dice = (0..setup.dice.len()).filter(|&index| setup.dice[index] > 0).filter_map(Seat::new);
        let turn = with_dice.collect::<Vec<_>>();
        let turn = turn.get(setup.bids.len() % turn.len().max(1)).copied().unwrap_or(Seat::FIRST);
        // The dice of the others are unknown: they are the referee's, and forgotten at once.
        let others = |dice: u8| Hand::from_counts([dice, 0, 0, 0, 0, 0]);
        let game = play(&setup, |seat, dice| if seat == turn { setup.hand } else { others(dice) })?;
        let mut bids = Vec::with_capacity(setup.bids.len());
        let mut bidders =
            game.with_dice().clockwise_from(Seat::FIRST).collect::<Vec<_>>().into_iter().cycle();
        for &bid in &setup.bids {
            bids.extend(bidders.next().map(|bidder| Standing { bid, bidder }));
        }
        Ok(Position { view: game.seen_by(turn), setup, bids })
    }
}

impl Position {
    /// Reads a position and has the referee check it.
    ///
    /// # Errors
    ///
    /// Why it cannot be read, or cannot be.
    pub fn read(text: &str) -> Result<Position, PositionError> {
        text.parse::<Setup>()?.try_into()
    }

    /// As it is written.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What the player who decides sees.
    pub fn view(&self) -> &PlayerView {
        &self.view
    }

    /// The bids of the round, and whose they are.
    pub fn bids(&self) -> &[Standing] {
        &self.bids
    }

    /// Who decides.
    pub fn seat(&self) -> Seat {
        self.view.turn().unwrap_or(Seat::FIRST)
    }

    /// The dice of the player who decides.
    pub fn hand(&self) -> Hand {
        self.setup.hand
    }

    /// The position as a bot is asked about it.
    pub fn situation(&self) -> Situation<'_> {
        Situation { view: &self.view, bids: &self.bids }
    }

    /// The odds by the player's own dice.
    pub fn odds(&self) -> Odds {
        self.situation().odds()
    }

    /// The bid that stands.
    pub fn standing(&self) -> Option<Bid> {
        self.setup.bids.last().copied()
    }

    /// The same position with other dice in the hand of whoever decides. As many of them, or the referee refuses.
    ///
    /// # Errors
    ///
    /// There are not as many dice.
    pub fn with_hand(&self, hand: Hand) -> Result<Position, PositionError> {
        Setup { hand, ..self.setup.clone() }.try_into()
    }

    /// The position after a bid, with these dice in the hand of whoever decides then.
    ///
    /// # Errors
    ///
    /// The referee refuses the bid, or the dice.
    pub fn after(&self, bid: Bid, hand: Hand) -> Result<Position, PositionError> {
        let mut setup = Setup { hand, ..self.setup.clone() };
        setup.bids.push(bid);
        setup.try_into()
    }
}

/// Every hand of so many dice, with its chance.
pub(crate) fn hands(dice: u8) -> Vec<(Hand, f64)> {
    fn fill(face: usize, left: u8, counts: &mut [u8; 6], found: &mut Vec<[u8; 6]>) {
        if face == 5 {
            counts[5] = left;
            found.push(*counts);
            return;
        }
        for count in (0..=left).rev() {
            counts[face] = count;
            fill(face + 1, left - count, counts, found);
        }
    }
    let factorial = |n: u8| (1..=u32::from(n)).map(f64::from).product::<f64>();
    let mut found = Vec::new();
    fill(0, dice, &mut [0; 6], &mut found);
    let chance = |counts: &[u8; 6]| {
        let ways = factorial(dice) / counts.iter().map(|&count| factorial(count)).product::<f64>();
        ways / 6f64.powi(i32::from(dice))
    };
    found.iter().map(|counts| (Hand::from_counts(*counts), chance(counts))).collect()
}

/// A hand from faces that are drawn.
pub(crate) fn draw_hand(dice: u8, mut face: impl FnMut() -> usize) -> Hand {
    (0..dice).map(|_| Face::ALL[face() % Face::ALL.len()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use perudo_rules::RoundKind;

    #[test]
    fn a_position_is_what_the_player_who_decides_sees() {
        let position = Position::read("5-4-3:1134:2x4,3x4,2x1,3x1:tournament").unwrap();
        assert_eq!(position.seat().index(), 1);
        let bidders: Vec<usize> = position.bids().iter().map(|made| made.bidder.index()).collect();
        assert_eq!(bidders, [0, 1, 2, 0]);
        assert_eq!(position.view().in_play(), 12);
        assert_eq!(position.view().hands().map(|own| own.hand.to_string()).as_deref(), Some("1134"));
        assert_eq!(position.view().kind(), RoundKind::Normal);
        assert_eq!(Position::read("2-1:36::tournament").unwrap().view().kind(), RoundKind::Final);
        for maputo in ["1!-4-3:6::tournament", "1!-4-3:6::classic", "4-1!-3:6666::calza", "3-1!:356::classic"]
        {
            assert_eq!(Position::read(maputo).unwrap().view().kind(), RoundKind::Maputo, "{maputo}");
        }
    }

    #[test]
    fn the_referee_says_what_cannot_be() {
        let cases = [
            ("5-4-3:1134::tournament", "bad-roll"),
            ("5-4-3:123:6x2,5x2:tournament", "bid-not-higher"),
            ("5-4-3:1234:3x1:tournament", "aces-cannot-open"),
            ("5-4-3:1234:13x2:tournament", "more-than-dice-in-play"),
            ("6-4:123456::tournament", "bad-setup"),
            ("5:12345::tournament", "2 to 6"),
            ("5-0:12345::tournament", "bad-setup"),
            ("0-5-5:12345::tournament", "player-is-out"),
            ("1-1-1-1-1-1-1:1::tournament", "2 to 6"),
            ("2!-4-3:66::tournament", "maputo"),
            ("1!-4:6::tournament", "maputo"),
            ("4-1!-3:6666::tournament", "maputo"),
            ("1!-4-3:666:1x6,2x5:classic", "face-locked"),
        ];
        for (text, expected) in cases {
            let error = match Position::read(text) {
                Err(PositionError::Refused { refusal, .. }) => refusal.reason.name().to_owned(),
                Err(error) => error.to_string(),
                Ok(_) => "it can be".to_owned(),
            };
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn hands_are_all_there_with_their_chances() {
        for (dice, count) in [(1, 6), (2, 21), (3, 56), (5, 252)] {
            let all = hands(dice);
            assert_eq!(all.len(), count);
            assert!((all.iter().map(|(_, chance)| chance).sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(all.iter().all(|(hand, _)| hand.len() == usize::from(dice)));
        }
        let pair = Hand::from_counts([0, 0, 1, 0, 0, 1]);
        assert!(hands(2).iter().any(|&(hand, chance)| hand == pair && (chance - 1.0 / 18.0).abs() < 1e-12));
    }
}
