//! Rounds of Perudo as games: the ladder is whatever the rules crate says it is.

use std::collections::HashMap;

use perudo_rules::{
    Action, Bid, BySeat, Command, Event, Game, Hand, Opening, Own, PlayerView, RefusalError, RoundKind,
    Rules, Seat, SpectatorView, Standing, TableSizeError,
};

use thiserror::Error;

use crate::game::{Edge, PublicGame, Showdown, Side, State, StateId};
use crate::hands::{all_hands, chance};

/// A round of two players: who opens has the first number of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// The rule set.
    pub rules: Rules,
    /// The kind of the round: final or maputo.
    pub kind: RoundKind,
    /// The dice of the opener and of the other.
    pub dice: [u8; 2],
}

/// A round as a player has seen it.
#[derive(Clone, Debug)]
pub struct SeenRound {
    /// What happened.
    pub events: Vec<Event<Own>>,
    /// How the game stands.
    pub view: PlayerView,
    /// The bids, with their bidders.
    pub bids: Vec<Standing>,
}

/// Why there is no such round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RoundError {
    /// The referee does not set up such a position.
    #[error("the rules refuse this position: {0}")]
    Refused(RefusalError),
    /// There is no table of two players.
    #[error(transparent)]
    TableSize(#[from] TableSizeError),
    /// The rules never play a round of this kind with these dice and two players left.
    #[error("these rules play no {0} round with these dice and two players left")]
    NoSuchKind(RoundKind),
    /// The round has more hands or states than the solver can number.
    #[error("the round is too large: the solver takes at most {MOST_DICE} dice for each player")]
    TooLarge,
}

/// What a round is worth to its opener, by its outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Payoffs {
    /// The die lost by the opener, by the other.
    pub loses: [f64; 2],
    /// A die gained by calza: by the opener, by the other.
    pub gains: [f64; 2],
}

impl Payoffs {
    /// The round itself, won or lost.
    pub const ROUND: Payoffs = Payoffs { loses: [-1.0, 1.0], gains: [1.0, -1.0] };
}

/// A round with what its numbers mean.
#[derive(Clone, Debug)]
pub struct RoundGame {
    /// The round.
    pub round: Round,
    /// The game to solve.
    pub game: PublicGame,
    hands: [Vec<Hand>; 2],
    /// The actions of each state, in the order of its edges.
    actions: Vec<Vec<Action>>,
}

/// More dice than this for one player are too many hands to number.
pub(crate) const MOST_DICE: u8 = 5;

impl Round {
    /// The round as a game in which the opener gets these payoffs.
    ///
    /// # Errors
    ///
    /// The rules never play such a round, or it is too large to solve.
    pub fn game(self, payoffs: Payoffs) -> Result<RoundGame, RoundError> {
        let start = self.start()?;
        if self.dice.iter().any(|&dice| dice > MOST_DICE) {
            return Err(RoundError::TooLarge);
        }
        let hands = self.dice.map(all_hands);
        let deal = [0, 1].map(|side: usize| hands[side].iter().map(|&hand| chance(hand)).collect());
        let game = PublicGame { deal, states: Vec::new(), showdowns: Vec::new() };
        let round = RoundGame { round: self, game, hands, actions: Vec::new() };
        let mut ladder = Ladder { round, payoffs, known: HashMap::new() };
        ladder.climb(&start.seen_by_spectator())?;
        Ok(ladder.round)
    }

    /// The round when the first bid is due. What may be bid does not depend on the dice under the
    /// cups: here they are all aces.
    fn start(self) -> Result<Game, RoundError> {
        let mut game: Game = Game::new(self.rules, 2)?;
        let happen = |game: &mut Game, command| -> Result<(), RoundError> {
            let event = game.decide(command).map_err(RoundError::Refused)?;
            game.apply(&event);
            Ok(())
        };
        let dice = |seat: Seat| self.dice.get(seat.index()).copied();
        happen(&mut game, Command::SetDice(BySeat::from_fn(dice)))?;
        happen(&mut game, Command::Open { seat: Seat::FIRST, opening: Opening::Lost })?;
        while let Some(seat) = game.turn() {
            let action = if self.kind == RoundKind::Maputo { Action::Maputo } else { Action::Pass };
            happen(&mut game, Command::Act { seat, action })?;
        }
        let aces = |seat| Hand::from_counts([dice(seat).unwrap_or(0), 0, 0, 0, 0, 0]);
        happen(&mut game, Command::Roll(BySeat::from_fn(aces)))?;
        if game.kind() == self.kind { Ok(game) } else { Err(RoundError::NoSuchKind(self.kind)) }
    }

    /// What the player whose turn it is has seen after these bids with this hand. The opener sits in the first seat.
    pub fn seen_after(&self, bids: &[Bid], hand: Hand) -> Option<SeenRound> {
        let seat = |turn: usize| Seat::new(turn % 2);
        let view: PlayerView = Game::new(self.rules, 2).ok()?;
        let mut seen = SeenRound { view, events: Vec::new(), bids: Vec::new() };
        let dice = |seat: Seat| self.dice.get(seat.index()).copied().unwrap_or(0);
        seen.see(Event::DiceSet(BySeat::from_fn(dice)));
        seen.see(Event::Opened { seat: Seat::FIRST, opening: Opening::Lost });
        while let Some(asked) = seen.view.turn() {
            let maputo = self.kind == RoundKind::Maputo;
            seen.see(if maputo { Event::Declared(asked) } else { Event::Passed(asked) });
        }
        seen.see(Event::Rolled(Own { seat: seat(bids.len())?, hand }));
        for (turn, &bid) in bids.iter().enumerate() {
            let bidder = seat(turn)?;
            seen.see(Event::Bid { seat: bidder, bid });
            seen.bids.push(Standing { bid, bidder });
        }
        Some(seen)
    }
}

impl SeenRound {
    fn see(&mut self, event: Event<Own>) {
        self.view.apply(&event);
        self.events.push(event);
    }
}

impl RoundGame {
    /// The hands of a player, in the order in which strategies list them.
    pub fn hands(&self, side: Side) -> &[Hand] {
        &self.hands[side.index()]
    }

    /// Whose turn it is after these bids, and what is open then.
    ///
    /// # Errors
    ///
    /// The first bid that the rules refuse, with the reason.
    pub fn after(&self, bids: &[Bid]) -> Result<(Side, &[Action]), RefusedBidError> {
        self.state_after(bids).map(|id| (self.game.state(id).mover, self.actions(id)))
    }

    pub(crate) fn actions(&self, id: StateId) -> &[Action] {
        &self.actions[usize::from(id)]
    }

    pub(crate) fn state_after(&self, bids: &[Bid]) -> Result<StateId, RefusedBidError> {
        let mut id = 0;
        for (index, &bid) in bids.iter().enumerate() {
            let action = self.action_number(id, Action::Bid(bid));
            match action.map(|action| self.game.state(id).edges[action]) {
                Some(Edge::To(next)) => id = next,
                _ => return Err(RefusedBidError { index, refusal: self.refusal(&bids[..=index]) }),
            }
        }
        Ok(id)
    }

    /// The number of an action among those that are open.
    pub(crate) fn action_number(&self, id: StateId, action: Action) -> Option<usize> {
        self.actions(id).iter().position(|&open| open == action)
    }

    /// What the referee says to the last of these bids. All others are legal.
    fn refusal(&self, bids: &[Bid]) -> Option<RefusalError> {
        let mut game = self.round.start().ok()?;
        bids.iter().find_map(|&bid| {
            let command = Command::Act { seat: game.turn()?, action: Action::Bid(bid) };
            game.decide(command).map(|event| game.apply(&event)).err()
        })
    }
}

/// A bid that the rules refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("bid number {} is refused", index + 1)]
pub struct RefusedBidError {
    /// Which of the bids, from 0.
    pub index: usize,
    /// Why it is refused.
    #[source]
    pub refusal: Option<RefusalError>,
}

/// Every state of a round, numbered as it is found.
struct Ladder {
    round: RoundGame,
    payoffs: Payoffs,
    known: HashMap<SpectatorView, StateId>,
}

impl Ladder {
    fn climb(&mut self, at: &SpectatorView) -> Result<StateId, RoundError> {
        if let Some(&id) = self.known.get(at) {
            return Ok(id);
        }
        let states = &mut self.round.game.states;
        let id = StateId::try_from(states.len()).map_err(|_| RoundError::TooLarge)?;
        self.known.insert(*at, id);
        let seat = at.turn().unwrap_or(Seat::FIRST);
        let mover = if seat == Seat::FIRST { Side::Opener } else { Side::Other };
        // Its place is taken before those of the states that follow.
        states.push(State { mover, edges: Vec::new(), doubt: None });
        let actions: Vec<Action> = at.legal_actions().iter().collect();
        self.round.actions.push(actions.clone());
        let mut edges = Vec::new();
        for &action in &actions {
            edges.push(match action {
                Action::Bid(bid) => {
                    let mut next = *at;
                    next.apply(&Event::Bid { seat, bid });
                    Edge::To(self.climb(&next)?)
                }
                _ => self.showdown(at, mover, action)?,
            });
        }
        let state = &mut self.round.game.states[usize::from(id)];
        state.edges = edges;
        state.doubt = actions.iter().position(|&action| action == Action::Dudo);
        Ok(id)
    }

    fn showdown(&mut self, at: &SpectatorView, caller: Side, call: Action) -> Result<Edge, RoundError> {
        let showdowns = &mut self.round.game.showdowns;
        let id = u16::try_from(showdowns.len()).map_err(|_| RoundError::TooLarge)?;
        let Some(standing) = at.standing() else { return Err(RoundError::TooLarge) };
        let jokers = at.kind().jokers();
        let matching = |side: usize| {
            let hands = &self.round.hands[side];
            hands.iter().map(|hand: &Hand| hand.matching(standing.bid.face, jokers)).collect()
        };
        let (caller, payoffs) = (caller.index(), self.payoffs);
        showdowns.push(Showdown::new([matching(0), matching(1)], |own, other| {
            let count = own + other;
            match call {
                Action::Calza if count == standing.bid.count => payoffs.gains[caller],
                Action::Calza => payoffs.loses[caller],
                _ if count < standing.bid.count => payoffs.loses[1 - caller],
                _ => payoffs.loses[caller],
            }
        }));
        Ok(Edge::Showdown(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use perudo_rules::{Face, IllegalError, Preset};

    fn round(preset: Preset, kind: RoundKind, dice: [u8; 2]) -> Round {
        Round { rules: preset.rules(), kind, dice }
    }

    #[test]
    fn a_round_has_as_many_histories_as_the_rules_count() {
        let cases = [
            (Preset::Tournament, RoundKind::Final, [1, 1], 4093),
            (Preset::Tournament, RoundKind::Final, [2, 2], 16_769_017),
            (Preset::International, RoundKind::Final, [2, 1], 262_144),
            (Preset::Classic, RoundKind::Final, [2, 1], 1_990_656),
            (Preset::Classic, RoundKind::Final, [2, 2], 967_458_816),
            (Preset::Classic, RoundKind::Maputo, [2, 1], 43),
            (Preset::Calza, RoundKind::Final, [2, 1], 262_013),
        ];
        for (preset, kind, dice, histories) in cases {
            let game = round(preset, kind, dice).game(Payoffs::ROUND).unwrap().game;
            assert_eq!(game.histories(), histories, "{preset:?} {kind:?} {dice:?}");
        }
    }

    #[test]
    fn rounds_that_are_never_played_are_refused_with_the_reason() {
        use RoundKind::{Final, Maputo, Normal};
        let game = |preset, kind, dice| round(preset, kind, dice).game(Payoffs::ROUND).unwrap_err();
        assert_eq!(game(Preset::Tournament, Maputo, [1, 1]), RoundError::NoSuchKind(Maputo));
        assert_eq!(game(Preset::Classic, Maputo, [2, 2]), RoundError::NoSuchKind(Maputo));
        assert_eq!(game(Preset::Classic, Normal, [2, 2]), RoundError::NoSuchKind(Normal));
        assert!(matches!(game(Preset::Tournament, Final, [6, 1]), RoundError::Refused(_)));
        assert!(matches!(game(Preset::Tournament, Final, [0, 1]), RoundError::Refused(_)));
        let many = Round { rules: "dice=10".parse().unwrap(), kind: Final, dice: [10, 10] };
        assert_eq!(many.game(Payoffs::ROUND).unwrap_err(), RoundError::TooLarge);
    }

    #[test]
    fn a_bid_that_the_referee_refuses_is_named_with_the_referees_reason() {
        let round = round(Preset::Tournament, RoundKind::Final, [1, 1]).game(Payoffs::ROUND).unwrap();
        let [low, high, aces] = [Bid::new(1, Face::Two), Bid::new(2, Face::Six), Bid::new(1, Face::Ace)];
        let refused = |bids: &[Bid]| {
            let RefusedBidError { index, refusal } = round.after(bids).unwrap_err();
            (index, refusal.unwrap().reason)
        };
        assert_eq!(refused(&[aces]), (0, IllegalError::AcesCannotOpen));
        let not_higher = IllegalError::BidNotHigher { standing: high, maputo: false };
        assert_eq!(refused(&[low, high, low]), (2, not_higher));
        let (mover, actions) = round.after(&[low, high]).unwrap();
        assert_eq!((mover, actions.last()), (Side::Opener, Some(&Action::Dudo)));
    }

    #[test]
    fn every_error_is_a_sentence() {
        let error =
            |preset, kind, dice| round(preset, kind, dice).game(Payoffs::ROUND).unwrap_err().to_string();
        let cases = [
            (
                error(Preset::Tournament, RoundKind::Final, [6, 1]),
                "the rules refuse this position: bad set-up: seat 0 has more than the 5 dice that the rules give (R1)",
            ),
            (
                error(Preset::Tournament, RoundKind::Maputo, [1, 1]),
                "these rules play no maputo round with these dice and two players left",
            ),
            (
                PublicGame::liars_dice([6, 1], Face::Six).unwrap_err().to_string(),
                "the round is too large: the solver takes at most 5 dice for each player",
            ),
        ];
        for (found, expected) in cases {
            assert_eq!(found, expected);
        }
        let round = round(Preset::Tournament, RoundKind::Final, [1, 1]).game(Payoffs::ROUND).unwrap();
        let error = round.after(&[Bid::new(1, Face::Two), Bid::new(1, Face::Two)]).unwrap_err();
        assert_eq!(error.to_string(), "bid number 2 is refused");
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert_eq!(source, "the bid does not raise 1x2 (R7)");
    }
}
