//! `blind`: a player who has not looked under the cup.

use perudo_rules::{Action, Hand, SpectatorView};

use crate::Odds;
use crate::judgement::{Leaning, judge};

/// Plays by the odds of dice that nobody has seen: for someone who is away from a sealed table, whose dice no other
/// may know. It is no bot of the ladder, since it is shown what a spectator is shown.
#[derive(Clone, Copy, Debug)]
pub struct Blind;

impl Blind {
    const LEANING: Leaning = Leaning { raise_bonus: 0.45, calza_from: 0.5 };

    /// What to do now, for whoever has the turn.
    pub fn decide(self, view: &SpectatorView) -> Action {
        let legal = view.legal_actions();
        if legal.contains(Action::Pass) {
            return if view.opener() == view.turn() { Action::Maputo } else { Action::Pass };
        }
        let odds = Odds::new(Hand::EMPTY, usize::from(view.in_play()), view.kind().jokers());
        let standing = view.standing().map(|standing| standing.bid);
        judge(&legal, standing, Blind::LEANING, |bid| odds.at_least(bid), |bid| odds.exactly(bid))
    }
}

#[cfg(test)]
mod tests {
    use perudo_rules::{Bid, Event, Face, Game, Opening, Preset, Seat};

    use super::*;

    /// A round of two with five dice each.
    fn round(preset: Preset, bids: &[&str]) -> SpectatorView {
        let mut view: SpectatorView = Game::new(preset.rules(), 2).unwrap();
        view.apply(&Event::Opened { seat: Seat::FIRST, opening: Opening::Start });
        view.apply(&Event::Rolled(()));
        for bid in bids {
            let Ok(Action::Bid(bid)) = bid.parse() else { panic!("{bid} is no bid") };
            view.apply(&Event::Bid { seat: view.turn().unwrap(), bid });
        }
        view
    }

    #[test]
    fn it_raises_what_is_likely_and_doubts_what_is_not() {
        let cases: [(&[&str], Action); 4] = [
            (&[], Action::Bid(Bid::new(1, Face::Six))),
            (&["1x6"], Action::Bid(Bid::new(2, Face::Six))),
            (&["6x6"], Action::Dudo),
            (&["10x6"], Action::Dudo),
        ];
        for (bids, expected) in cases {
            assert_eq!(Blind.decide(&round(Preset::Tournament, bids)), expected, "after {bids:?}");
        }
    }

    #[test]
    fn whatever_it_does_is_legal_to_the_end_of_every_round() {
        for preset in Preset::ALL {
            let mut view = round(preset, &[]);
            loop {
                let action = Blind.decide(&view);
                assert!(view.legal_actions().contains(action), "{action}");
                let Action::Bid(bid) = action else { break };
                view.apply(&Event::Bid { seat: view.turn().unwrap(), bid });
            }
        }
    }
}
