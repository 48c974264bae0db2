//! What each action leads to in a solved final, when both play on as the solver's tables say. Nothing is drawn here: all
//! hands of the opponent are followed at once.

use perudo_rules::{Action, Bid, BySeat, Call, Event, Hand, PlayerView, Seat, SpectatorView, Standing};
use perudo_solver::{Spot, Tables};

use super::outcomes::{Outcomes, outcome};
use crate::belief::possible_hands;

/// Lines of play less likely than this end with a doubt.
const HARDLY_EVER: f64 = 1e-5;

/// A decision in a final that the tables hold.
pub(super) struct Perfect {
    game: SpectatorView,
    bids: Vec<Bid>,
    me: Seat,
    hand: Hand,
    /// The hands of the opponent, with their chances.
    hidden: Vec<(Hand, f64)>,
    /// What perfect play does.
    pub(super) policy: Vec<(Action, f64)>,
}

impl Perfect {
    /// Nothing, if the tables do not hold this round, or if somebody has bid in it as perfect play never does: then there
    /// is nothing to compare with.
    pub(super) fn find(view: &PlayerView, made: &[Standing]) -> Option<Perfect> {
        let (me, game) = (view.turn()?, view.seen_by_spectator());
        let hand = view.hands().filter(|own| own.seat == me)?.hand;
        let bids: Vec<Bid> = made.iter().map(|made| made.bid).collect();
        let policy = book(&game, &bids, hand)?;
        let opponent = game.with_dice().iter().find(|&seat| seat != me)?;
        let all = possible_hands(game.dice(opponent));
        let mut hidden: Vec<(Hand, f64)> = all.iter().map(|one| (one.hand, one.chance)).collect();
        for (index, made) in made.iter().enumerate() {
            let share = |hand| share(&game, &bids[..index], hand, made.bid);
            if made.bidder == me {
                if share(hand) <= 0.0 {
                    return None;
                }
                continue;
            }
            hidden.iter_mut().for_each(|(hand, chance)| *chance *= share(*hand));
            let all: f64 = hidden.iter().map(|(_, weight)| weight).sum();
            if all <= 0.0 {
                return None;
            }
            hidden.iter_mut().for_each(|(_, chance)| *chance /= all);
        }
        Some(Perfect { game, bids, me, hand, hidden, policy })
    }

    /// What an action leads to.
    pub(super) fn after(&self, action: Action) -> Outcomes {
        let mut outcomes = Outcomes::default();
        let mut bids = self.bids.clone();
        let mut walk = Walk { me: self.me, hand: self.hand, bids: &mut bids, outcomes: &mut outcomes };
        walk.act(&self.game, action, 1.0, &self.hidden);
        outcomes
    }

    /// For the one who decides: the chance that a bid is true.
    pub(super) fn truth(&self, bid: Bid) -> f64 {
        let jokers = self.game.kind().jokers();
        let own = self.hand.matching(bid.face, jokers);
        let fits = |hand: Hand| own + hand.matching(bid.face, jokers) >= bid.count;
        let chances = self.hidden.iter().filter(|(hand, _)| fits(*hand)).map(|(_, chance)| chance);
        chances.sum::<f64>().clamp(0.0, 1.0)
    }
}

/// How a solved final ends when all dice are known, and both play on as the tables say. Nothing, if the tables do not hold
/// the round, or if somebody has bid as perfect play never does.
pub(super) fn known(game: &SpectatorView, made: &[Standing], hands: &BySeat<Hand>) -> Option<Outcomes> {
    let me = game.turn()?;
    let opponent = game.with_dice().iter().find(|&seat| seat != me)?;
    let bids: Vec<Bid> = made.iter().map(|made| made.bid).collect();
    for (index, made) in made.iter().enumerate() {
        if share(game, &bids[..index], hands[made.bidder], made.bid) <= 0.0 {
            return None;
        }
    }
    book(game, &bids, hands[me])?;
    let (mut bids, mut outcomes) = (bids, Outcomes::default());
    let mut walk = Walk { me, hand: hands[me], bids: &mut bids, outcomes: &mut outcomes };
    walk.visit(game, 1.0, &[(hands[opponent], 1.0)]);
    Some(outcomes)
}

/// A line of play.
struct Walk<'a> {
    me: Seat,
    hand: Hand,
    bids: &'a mut Vec<Bid>,
    outcomes: &'a mut Outcomes,
}

impl Walk<'_> {
    fn visit(&mut self, game: &SpectatorView, weight: f64, hidden: &[(Hand, f64)]) {
        let (Some(turn), all) = (game.turn(), hidden.iter().map(|(_, chance)| chance).sum::<f64>()) else {
            return;
        };
        if weight * all < HARDLY_EVER {
            return self.act(game, Action::Dudo, weight, hidden);
        }
        if turn == self.me {
            for (action, share) in book(game, self.bids, self.hand).unwrap_or_default() {
                self.act(game, action, weight * share, hidden);
            }
            return;
        }
        // What the opponent does, and with which hands.
        let mut answers: Vec<(Action, Vec<(Hand, f64)>)> = Vec::new();
        for &(hand, chance) in hidden.iter().filter(|(_, chance)| *chance > 0.0) {
            for (action, share) in book(game, self.bids, hand).unwrap_or_default() {
                let with = (hand, chance * share);
                match answers.iter_mut().find(|(known, _)| *known == action) {
                    Some((_, hands)) => hands.push(with),
                    None => answers.push((action, vec![with])),
                }
            }
        }
        for (action, hands) in answers {
            self.act(game, action, weight, &hands);
        }
    }

    /// Whoever's turn it is does this, with any of these hidden hands.
    fn act(&mut self, game: &SpectatorView, action: Action, weight: f64, hidden: &[(Hand, f64)]) {
        let Some(turn) = game.turn() else { return };
        match (action, game.standing()) {
            (Action::Bid(bid), _) => {
                let mut next = *game;
                next.apply(&Event::Bid { seat: turn, bid });
                self.bids.push(bid);
                self.visit(&next, weight, hidden);
                self.bids.pop();
            }
            (Action::Dudo | Action::Calza, Some(standing)) => {
                let call = if action == Action::Dudo { Call::Dudo } else { Call::Calza };
                let (face, jokers) = (standing.bid.face, game.kind().jokers());
                let own = self.hand.matching(face, jokers);
                for &(hand, chance) in hidden {
                    let end = outcome(call, own + hand.matching(face, jokers), turn, standing);
                    self.outcomes.add(end, weight * chance);
                }
            }
            _ => {}
        }
    }
}

/// How often perfect play makes this bid with a hand after these bids.
fn share(game: &SpectatorView, bids: &[Bid], hand: Hand, bid: Bid) -> f64 {
    let policy = book(game, bids, hand).unwrap_or_default();
    policy.into_iter().find(|&(action, _)| action == Action::Bid(bid)).map_or(0.0, |(_, share)| share)
}

/// What perfect play does with a hand after these bids, if the tables hold the round.
fn book(game: &SpectatorView, bids: &[Bid], hand: Hand) -> Option<Vec<(Action, f64)>> {
    if game.with_dice().len() != 2 {
        return None;
    }
    let opener = game.opener()?;
    let mut dice = game.with_dice().clockwise_from(opener).map(|seat| game.dice(seat));
    let dice = [dice.next()?, dice.next()?];
    let spot = Spot { rules: game.rules(), kind: game.kind(), dice, bids, hand };
    let policy = Tables::builtin().policy(&spot)?;
    Some(policy.into_iter().map(|(action, share)| (action, f64::from(share))).collect())
}
