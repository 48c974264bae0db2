//! From rounds to tours: the chance to win a tour with two players left.

use perudo_rules::{Action, Bid, BySeat, Call, Calza, Event, Face, Game, Hand, Outcome, Phase, Reveal, Seat};

use crate::round::{Payoffs, Round};

/// What each round is worth to its opener, from −1 to 1, where that is known.
///
/// Without calza a round is won or lost, so its optimum does not depend on the score and its
/// value is that of the round alone. With calza a die may be gained instead, rounds are solved for
/// the tour, and the value is that of the tour.
pub(crate) trait Values {
    fn value(&self, round: Round) -> Option<f64>;
}

/// The chance of this seat to win the tour that it and one other player are left in, if both play
/// perfectly from the start of this round on. Before the draw nobody knows who opens.
pub(crate) fn win_chance<D: Copy>(game: &Game<D>, seat: Seat, values: &impl Values) -> Option<f64> {
    match game.phase() {
        Phase::Draw { .. } => None,
        Phase::Over { winner } => Some(if winner == seat { 1.0 } else { 0.0 }),
        Phase::Declaring { turn } => {
            let [declared, passed] =
                [Action::Maputo, Action::Pass].map(|word| win_chance(&said(game, turn, word), seat, values));
            let (declared, passed) = (declared?, passed?);
            Some(if turn == seat { declared.max(passed) } else { declared.min(passed) })
        }
        Phase::Rolling | Phase::Bidding { .. } | Phase::Showing { .. } => {
            let (round, [opener, other]) = round_of(game)?;
            let opener_wins = (1.0 + values.value(round)?) / 2.0;
            let mine = if seat == opener { opener_wins } else { 1.0 - opener_wins };
            if game.rules().calza == Calza::On {
                return Some(mine);
            }
            let after = |loser| win_chance(&shown(game, Outcome::Loses(loser)), seat, values);
            let opponent = if seat == opener { other } else { opener };
            Some(mine * after(opponent)? + (1.0 - mine) * after(seat)?)
        }
    }
}

/// What the outcomes of this round are worth to its opener: the chance to win the tour, from −1 to 1.
pub(crate) fn tour_payoffs<D: Copy>(game: &Game<D>, values: &impl Values) -> Option<Payoffs> {
    let (_, seats) = round_of(game)?;
    let worth = |outcome| {
        let chance = win_chance(&shown(game, outcome), seats[0], values)?;
        Some(2.0 * chance - 1.0)
    };
    let [opener, other] = seats;
    Some(Payoffs {
        loses: [worth(Outcome::Loses(opener))?, worth(Outcome::Loses(other))?],
        gains: [worth(Outcome::Gains(opener))?, worth(Outcome::Gains(other))?],
    })
}

/// The round of two that is played or coming, and who opens it and who does not.
pub(crate) fn round_of<D: Copy>(game: &Game<D>) -> Option<(Round, [Seat; 2])> {
    let opener = game.opener()?;
    let mut players = game.with_dice().clockwise_from(opener);
    let (Some(first), Some(other), None) = (players.next(), players.next(), players.next()) else {
        return None;
    };
    let dice = [game.dice(first), game.dice(other)];
    Some((Round { rules: *game.rules(), kind: game.kind(), dice }, [first, other]))
}

/// The game after a word before the roll.
pub(crate) fn said<D: Copy>(game: &Game<D>, seat: Seat, word: Action) -> Game<D> {
    let mut after = *game;
    after.apply(&if word == Action::Maputo { Event::Declared(seat) } else { Event::Passed(seat) });
    after
}

/// The game after a showdown with that outcome. Only the outcome matters to what follows.
fn shown<D: Copy>(game: &Game<D>, outcome: Outcome) -> Game<D> {
    let (Outcome::Loses(seat) | Outcome::Gains(seat)) = outcome;
    let mut after = *game;
    after.apply(&Event::Revealed(Reveal {
        caller: seat,
        call: Call::Dudo,
        bid: Bid::new(1, Face::Six),
        bidder: seat,
        hands: BySeat::from_fn(|_| Hand::EMPTY),
        count: 0,
        outcome,
    }));
    after
}
