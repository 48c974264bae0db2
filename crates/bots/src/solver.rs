//! `solver`: perfect where the tables reach, else `thinker`.

use perudo_rules::{Action, Bid};
use perudo_solver::{Spot, Tables};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::draw::draw;
use crate::{Bot, Situation, Thinker};

/// Plays the finals that were solved as the tables say, and thinks about everything else.
#[derive(Debug)]
pub struct Solver {
    chance: Xoshiro256PlusPlus,
    thinker: Thinker,
}

impl Solver {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64) -> Solver {
        let chance = Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32));
        Solver { chance, thinker: Thinker::new(seed, Thinker::BUDGET) }
    }
}

/// What the tables say.
pub(crate) fn look_up(situation: &Situation<'_>) -> Option<Vec<(Action, f64)>> {
    if situation.view.with_dice().len() != 2 {
        return None;
    }
    let tables = Tables::builtin();
    if situation.legal().contains(Action::Pass) {
        let declare = tables.declaration(situation.view)?;
        return Some(vec![(if declare { Action::Maputo } else { Action::Pass }, 1.0)]);
    }
    let bids: Vec<Bid> = situation.bids.iter().map(|standing| standing.bid).collect();
    let policy = tables.policy(&Spot::of(situation.view, &bids)?)?;
    Some(policy.into_iter().map(|(action, share)| (action, f64::from(share))).collect())
}

impl Bot for Solver {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        let drawn = look_up(situation).and_then(|policy| draw(&policy, &mut self.chance));
        drawn.unwrap_or_else(|| self.thinker.decide(situation))
    }

    fn weigh(&mut self, situation: &Situation<'_>, samples: u32) -> Vec<(Action, f64)> {
        look_up(situation).unwrap_or_else(|| self.thinker.weigh(situation, samples))
    }
}

#[cfg(test)]
mod tests {
    use perudo_rules::{BySeat, Event, Face, Game, Hand, Opening, Own, PlayerView, Preset, Seat};

    use super::*;

    /// The opener of a final with so many dice against one, holding sixes.
    fn final_of(dice: u8) -> PlayerView {
        let mut view: PlayerView = Game::new(Preset::Tournament.rules(), 2).unwrap();
        let all = |seat: Seat| [dice, 1].get(seat.index()).copied().unwrap_or(0);
        view.apply(&Event::DiceSet(BySeat::from_fn(all)));
        view.apply(&Event::Opened { seat: Seat::FIRST, opening: Opening::Start });
        let hand: Hand = std::iter::repeat_n(Face::Six, usize::from(dice)).collect();
        view.apply(&Event::Rolled(Own { seat: Seat::FIRST, hand }));
        view
    }

    #[test]
    fn solved_finals_are_played_by_the_tables_and_others_by_thought() {
        for (dice, solved) in [(1, true), (2, true), (3, true), (5, false)] {
            let view = final_of(dice);
            let situation = Situation { view: &view, bids: &[] };
            let mut solver = Solver::new(1);
            assert_eq!(look_up(&situation).is_some(), solved, "{dice} dice");
            let weights = solver.weigh(&situation, 1);
            let decision = solver.decide(&situation);
            let known = weights.iter().any(|&(action, weight)| action == decision && weight > 0.0);
            assert!(known || !solved, "{decision} of {weights:?}");
        }
    }
}
