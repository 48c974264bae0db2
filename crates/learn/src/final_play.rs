//! What each action is worth in a solved final, against perfect play: no network, nothing drawn.

use perudo_rules::{
    Action, Bid, BySeat, Call, Event, Face, Hand, Outcome, Phase, Reveal, Seat, SpectatorView, Standing,
};
use perudo_solver::{Spot, Tables};

use crate::Position;
use crate::position::hands;

/// Lines of play that the opponent takes less often than this end with a doubt.
const HARDLY_EVER: f64 = 0.002;
/// A position with more lines of play than this is not looked at.
const MOST_LINES: usize = 400_000;

/// A decision in a final that the solver's tables hold, against an opponent who has bid as perfect play does.
#[derive(Clone, Debug)]
pub struct FinalPlay {
    game: SpectatorView,
    bids: Vec<Bid>,
    me: Seat,
    hand: Hand,
    /// The hands of the opponent, as likely as the bids make them.
    hidden: Vec<(Hand, f64)>,
}

impl FinalPlay {
    /// Nothing, if the tables do not hold the round, or if the opponent has bid as perfect play never does.
    pub fn find(position: &Position) -> Option<FinalPlay> {
        let game = position.view().seen_by_spectator();
        let (me, hand, bids) = (position.seat(), position.hand(), position.setup().bids.clone());
        book(&game, &bids, hand)?;
        let opponent = game.with_dice().iter().find(|&seat| seat != me)?;
        let mut hidden = hands(game.dice(opponent));
        for (index, made) in position.bids().iter().enumerate() {
            // What the player has bid may be anything: it is the opponent's dice that the bids tell of.
            if made.bidder == me {
                continue;
            }
            for (hand, chance) in &mut hidden {
                *chance *= share(&game, &bids[..index], *hand, made.bid)?;
            }
            let all: f64 = hidden.iter().map(|(_, chance)| chance).sum();
            if all <= 0.0 {
                return None;
            }
            hidden.iter_mut().for_each(|(_, chance)| *chance /= all);
        }
        hidden.retain(|(_, chance)| *chance > 0.0);
        Some(FinalPlay { game, bids, me, hand, hidden })
    }

    /// What perfect play does: the actions with their chances. After own bids that it never makes, a doubt.
    pub fn mixture(&self) -> Vec<(Action, f64)> {
        book(&self.game, &self.bids, self.hand).unwrap_or_default()
    }

    /// The chance to win the tour after every legal action, the best first, if the player goes on as well as can be and
    /// the opponent plays perfectly. Nothing, if that is more than can be looked at.
    pub fn values(&self) -> Option<Vec<(Action, f64)>> {
        let mut ends = BySeat::default();
        for seat in self.game.with_dice().iter() {
            ends[seat] = self.worth(Outcome::Loses(seat))?;
        }
        let calza = self.game.legal_actions().contains(Action::Calza);
        let gains = match calza {
            true => self.worth(Outcome::Gains(self.me))?,
            false => 0.0,
        };
        let mut walk = Walk { play: self, bids: self.bids.clone(), ends, gains, lines: 0 };
        let mut values = Vec::new();
        for action in self.game.legal_actions().iter() {
            values.push((action, walk.act(&self.game, action, &self.hidden)?));
        }
        values.sort_by(|a, b| b.1.total_cmp(&a.1));
        Some(values)
    }

    /// The difference between the best end of the round and the worst, for the one who decides.
    pub fn stake(&self) -> Option<f64> {
        let opponent = self.game.with_dice().iter().find(|&seat| seat != self.me)?;
        Some((self.worth(Outcome::Loses(opponent))? - self.worth(Outcome::Loses(self.me))?).max(0.0))
    }

    /// The chance to win the tour when the round ends so.
    fn worth(&self, outcome: Outcome) -> Option<f64> {
        let (Outcome::Loses(seat) | Outcome::Gains(seat)) = outcome;
        let bid = Bid::new(1, Face::Six);
        let hands = BySeat::default();
        let mut next = self.game;
        // What was shown does not matter to what follows.
        let reveal = Reveal { caller: seat, call: Call::Dudo, bid, bidder: seat, hands, count: 0, outcome };
        next.apply(&Event::Revealed(reveal));
        match next.phase() {
            Phase::Over { winner } => Some(f64::from(u8::from(winner == self.me))),
            _ => Tables::builtin().win_chance_in(&next, self.me),
        }
    }
}

/// Follows all hands of the opponent at once.
struct Walk<'a> {
    play: &'a FinalPlay,
    bids: Vec<Bid>,
    /// The chance to win when this seat loses a die.
    ends: BySeat<f64>,
    /// The chance to win after the own calza.
    gains: f64,
    lines: usize,
}

impl Walk<'_> {
    /// The chance to win, weighed by the chances of these hands.
    fn visit(&mut self, game: &SpectatorView, hidden: &[(Hand, f64)]) -> Option<f64> {
        let all: f64 = hidden.iter().map(|(_, chance)| chance).sum();
        if all < HARDLY_EVER {
            return self.act(game, Action::Dudo, hidden);
        }
        if game.turn() == Some(self.play.me) {
            let mut best = 0f64;
            for action in game.legal_actions().iter() {
                if self.can_be(game, action) {
                    best = best.max(self.act(game, action, hidden)?);
                }
            }
            return Some(best);
        }
        let mut answers: Vec<(Action, Vec<(Hand, f64)>)> = Vec::new();
        for &(hand, chance) in hidden {
            for (action, share) in book(game, &self.bids, hand)? {
                let with = (hand, chance * share);
                match answers.iter_mut().find(|(known, _)| *known == action) {
                    Some((_, hands)) => hands.push(with),
                    None => answers.push((action, vec![with])),
                }
            }
        }
        let mut sum = 0.0;
        for (action, hands) in answers {
            sum += self.act(game, action, &hands)?;
        }
        Some(sum)
    }

    /// Whether an action could be true of the own dice. Later bids that cannot be are not looked at.
    fn can_be(&self, game: &SpectatorView, action: Action) -> bool {
        let Action::Bid(bid) = action else { return true };
        let others = usize::from(game.in_play()).saturating_sub(self.play.hand.len());
        usize::from(bid.count)
            <= usize::from(self.play.hand.matching(bid.face, game.kind().jokers())) + others
    }

    fn act(&mut self, game: &SpectatorView, action: Action, hidden: &[(Hand, f64)]) -> Option<f64> {
        self.lines += 1;
        let turn = game.turn().filter(|_| self.lines < MOST_LINES)?;
        match (action, game.standing()) {
            (Action::Bid(bid), _) => {
                let mut next = *game;
                next.apply(&Event::Bid { seat: turn, bid });
                self.bids.push(bid);
                let value = self.visit(&next, hidden);
                self.bids.pop();
                value
            }
            (Action::Dudo | Action::Calza, Some(standing)) => {
                let own = self.play.hand.matching(standing.bid.face, game.kind().jokers());
                let ends = hidden.iter().map(|&(hand, chance)| {
                    let count = own + hand.matching(standing.bid.face, game.kind().jokers());
                    Some(chance * self.end(action, count, turn, standing)?)
                });
                ends.sum()
            }
            _ => None,
        }
    }

    fn end(&self, call: Action, count: u8, caller: Seat, standing: Standing) -> Option<f64> {
        let Standing { bid, bidder } = standing;
        if call == Action::Calza {
            // The opponent's calza would need what it leads to as well: no such final is looked at.
            return (caller == self.play.me)
                .then(|| if count == bid.count { self.gains } else { self.ends[caller] });
        }
        Some(self.ends[if count >= bid.count { caller } else { bidder }])
    }
}

/// What perfect play does with a hand after these bids, if the tables hold the round.
fn book(game: &SpectatorView, bids: &[Bid], hand: Hand) -> Option<Vec<(Action, f64)>> {
    if game.with_dice().len() != 2 {
        return None;
    }
    let opener = game.opener()?;
    let mut dice = game.with_dice().clockwise_from(opener).map(|seat| game.dice(seat));
    let dice = [dice.next()?, dice.next()?];
    let policy =
        Tables::builtin().policy(&Spot { rules: game.rules(), kind: game.kind(), dice, bids, hand })?;
    Some(policy.into_iter().map(|(action, share)| (action, f64::from(share))).collect())
}

fn share(game: &SpectatorView, bids: &[Bid], hand: Hand, bid: Bid) -> Option<f64> {
    let policy = book(game, bids, hand)?;
    Some(policy.into_iter().find(|&(action, _)| action == Action::Bid(bid)).map_or(0.0, |(_, share)| share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tables_do_is_worth_most() {
        let mut looked_at = 0;
        for text in [
            "1-1:3::tournament",
            "1-1:6:1x4:tournament",
            "1-1:4:1x4:classic",
            "2-1:2:1x5:tournament",
            "2-1:36:1x3,2x3:tournament",
            "1-2:26:1x4:international",
            "1!-2:26:1x4:classic",
        ] {
            let play = FinalPlay::find(&Position::read(text).unwrap());
            let Some(play) = play else { continue };
            looked_at += 1;
            let values = play.values().unwrap();
            let best = values[0].1;
            for (action, share) in play.mixture().into_iter().filter(|(_, share)| *share > 0.02) {
                let value = values.iter().find(|(known, _)| *known == action).unwrap().1;
                assert!(
                    best - value < 0.004,
                    "{text}: {action} ({share:.2}) is worth {value}, the best {best}"
                );
            }
            assert!(values.iter().all(|(_, value)| (0.0..=1.0 + 1e-9).contains(value)), "{text}: {values:?}");
        }
        assert!(looked_at >= 5, "only {looked_at} positions are those of perfect play");
    }

    #[test]
    fn the_opener_of_one_die_each_wins_as_often_as_the_tables_say() {
        // The mean over all hands of the best opening is the value of the round: 47.2 of 100.
        let position = Position::read("1-1:3::tournament").unwrap();
        let mean: f64 = hands(1)
            .into_iter()
            .map(|(hand, chance)| {
                let play = FinalPlay::find(&position.with_hand(hand).unwrap()).unwrap();
                chance * play.values().unwrap()[0].1
            })
            .sum();
        let expected = Tables::builtin().win_chance_in(position.view(), position.seat()).unwrap();
        assert!((mean - expected).abs() < 1e-3, "{mean} instead of {expected}");
    }

    #[test]
    fn what_the_tables_do_not_hold_is_nothing() {
        for text in ["5-5:12345::tournament", "1-1-1:3::tournament", "1-1:3:2x6:tournament dice=1"] {
            let position = Position::read(text).unwrap();
            assert!(FinalPlay::find(&position).is_none_or(|play| !play.hidden.is_empty()), "{text}");
        }
        assert!(FinalPlay::find(&Position::read("5-5:12345::tournament").unwrap()).is_none());
    }
}
