//! `novice`: plays like a beginner.

use std::array::from_fn;
use std::sync::LazyLock;

use perudo_rules::{Action, Bid, Face};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::habits::{Own, Viewpoint};
use crate::{Bot, Situation};

/// Bids on what lies under the own cup, forgets how much the others may have, and doubts only
/// what sounds absurd.
#[derive(Debug)]
pub struct Novice {
    chance: Xoshiro256PlusPlus,
}

impl Novice {
    /// A bot that repeats itself exactly for the same seed.
    pub fn new(seed: u64) -> Novice {
        Novice { chance: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

/// How far a feeling moves what a bid is worth.
const FEELING: f64 = 2.0;

/// The share of the others' dice that a beginner counts on: half as many again as there should be.
const CREDULITY: f64 = 0.5;

/// What a beginner thinks of the moment.
pub(crate) enum Thought {
    /// There is nothing to choose.
    Clear(Action),
    /// One for each face, each with what speaks for it before the feeling. It is an action once it is chosen.
    Open([Option<(f64, Action)>; 6]),
}

/// What somebody thinks who counts on the own dice and this share of the others'.
pub(crate) fn think(viewpoint: &Viewpoint, own: &Own, share: f64) -> Thought {
    let Viewpoint { legal, standing, unknown, .. } = *viewpoint;
    if legal.contains(Action::Pass) {
        // A new player likes the special round.
        return Thought::Clear(Action::Maputo);
    }
    let own = |face: Face| f64::from(own[face.index()]);
    let believable = |bid: Bid| f64::from(bid.count) <= own(bid.face) + unknown as f64 * share;
    if standing.is_some_and(|standing| !believable(standing)) {
        return Thought::Clear(Action::Dudo);
    }
    // The face of which the player has most, at the least count; sometimes just any.
    let open = Face::ALL.map(|face| {
        let bid = Bid::new(legal.least(face)?, face);
        let bold = standing.is_none() || believable(bid);
        let action = if bold { Action::Bid(bid) } else { Action::Dudo };
        Some((own(bid.face) - f64::from(bid.count), action))
    });
    if open.iter().all(Option::is_none) { Thought::Clear(Action::Dudo) } else { Thought::Open(open) }
}

impl Thought {
    /// What comes of it.
    pub(crate) fn choose(self, chance: &mut Xoshiro256PlusPlus) -> Action {
        let open = match self {
            Thought::Clear(action) => return action,
            Thought::Open(open) => open.into_iter().flatten(),
        };
        let felt = open.map(|(worth, action)| (worth + chance.random_range(0.0..FEELING), action));
        felt.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(Action::Dudo, |(_, action)| action)
    }

    /// Its actions with their chances.
    fn weigh(self) -> Vec<(Action, f64)> {
        let open = match self {
            Thought::Clear(action) => return vec![(action, 1.0)],
            Thought::Open(open) => open.into_iter().flatten(),
        };
        let (worths, actions): (Vec<f64>, Vec<Action>) = open.unzip();
        (0..actions.len()).map(|index| (actions[index], chance_to_win(&worths, index))).collect()
    }
}

/// The chance of an action of somebody who counts on each of these shares. What speaks for a face does not depend on that.
pub(crate) fn likelihoods<const N: usize>(
    viewpoint: &Viewpoint,
    own: &Own,
    shares: [f64; N],
    action: Action,
) -> [f64; N] {
    let mut wins = [None; 6];
    shares.map(|share| match think(viewpoint, own, share) {
        Thought::Clear(clear) => f64::from(u8::from(clear == action)),
        Thought::Open(open) => {
            let worths = open.map(|choice| choice.map_or(f64::MIN, |(worth, _)| worth));
            let same = |&index: &usize| open[index].is_some_and(|(_, choice)| choice == action);
            let mut win = |index: usize| *wins[index].get_or_insert_with(|| chance_to_win(&worths, index));
            (0..open.len()).filter(same).map(&mut win).sum()
        }
    })
}

impl Bot for Novice {
    fn decide(&mut self, situation: &Situation<'_>) -> Action {
        consider(situation).choose(&mut self.chance)
    }

    fn weigh(&mut self, situation: &Situation<'_>, _samples: u32) -> Vec<(Action, f64)> {
        consider(situation).weigh()
    }
}

fn consider(situation: &Situation<'_>) -> Thought {
    let viewpoint = Viewpoint::of(situation);
    think(&viewpoint, &viewpoint.own(situation.hand()), CREDULITY)
}

/// The chance that this one has the highest sum of its worth and an even feeling. Worths are whole numbers, so that it depends on
/// no more than how many others are worth one more, as much, and one less: a feeling never makes up for two.
fn chance_to_win(worths: &[f64], index: usize) -> f64 {
    let mut rivals = [0; 3];
    for (other, worth) in worths.iter().enumerate() {
        let more = worth - worths[index];
        if more >= FEELING {
            return 0.0;
        }
        if other != index && more > -FEELING {
            rivals[(1.0 - more) as usize] += 1;
        }
    }
    let [more, same, less]: [usize; 3] = rivals;
    WINS[more][same][less]
}

/// By how many of up to five rivals are worth one more, as much, and one less.
static WINS: LazyLock<[[[f64; 6]; 6]; 6]> =
    LazyLock::new(|| from_fn(|more| from_fn(|same| from_fn(|less| chance_against([more, same, less])))));

/// Between whole numbers the chance that all rivals are lower is a polynomial of the fifth degree at most in the feeling, which
/// three points of Gauss integrate exactly.
fn chance_against(rivals: [usize; 3]) -> f64 {
    let spread = 0.6f64.sqrt() / 2.0;
    let points = [(0.5 - spread, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.5 + spread, 5.0 / 18.0)];
    let pieces = (0..FEELING as u32)
        .flat_map(|piece| points.map(|(point, weight)| (f64::from(piece) + point, weight)));
    let lower = |feeling: f64| -> f64 {
        let ahead = [feeling - 1.0, feeling, feeling + 1.0].map(|by| (by / FEELING).clamp(0.0, 1.0));
        ahead.into_iter().zip(rivals).map(|(chance, rivals)| chance.powi(rivals as i32)).product()
    };
    pieces.map(|(feeling, weight)| weight * lower(feeling)).sum::<f64>() / FEELING
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use perudo_rules::{BySeat, Event, Game, Hand, Opening, Own, PlayerView, Preset, Seat};

    use super::*;

    #[test]
    fn the_chances_of_all_add_up_and_the_better_is_likelier() {
        let cases: [(&[f64], &[f64]); 4] = [
            (&[1.0], &[1.0]),
            (&[0.0, 0.0], &[0.5, 0.5]),
            (&[0.0, 1.0], &[0.125, 0.875]),
            (&[0.0, 2.0, 0.0], &[0.0, 1.0, 0.0]),
        ];
        for (worths, expected) in cases {
            for (index, expected) in expected.iter().enumerate() {
                assert!((chance_to_win(worths, index) - expected).abs() < 1e-12, "{worths:?} {index}");
            }
        }
        let worths = [-1.0, 0.0, 1.0, 1.0, -3.0, 0.0];
        let all: f64 = (0..worths.len()).map(|index| chance_to_win(&worths, index)).sum();
        assert!((all - 1.0).abs() < 1e-12, "{all}");
    }

    #[test]
    fn it_decides_as_often_as_it_says() {
        let mut view: PlayerView = Game::new(Preset::Tournament.rules(), 3).unwrap();
        view.apply(&Event::DiceSet(BySeat::from_fn(|seat| if seat.index() < 3 { 5 } else { 0 })));
        view.apply(&Event::Opened { seat: Seat::FIRST, opening: Opening::Start });
        view.apply(&Event::Rolled(Own { seat: Seat::FIRST, hand: Hand::from_counts([1, 1, 2, 0, 0, 1]) }));
        let situation = Situation { view: &view, bids: &[] };
        let mut novice = Novice::new(1);
        let weights: BTreeMap<String, f64> = novice
            .weigh(&situation, 1)
            .into_iter()
            .map(|(action, share)| (action.to_string(), share))
            .collect();
        const DECISIONS: u32 = 20_000;
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for _ in 0..DECISIONS {
            *counts.entry(novice.decide(&situation).to_string()).or_default() += 1;
        }
        for (action, share) in weights {
            let count = f64::from(counts.get(&action).copied().unwrap_or(0)) / f64::from(DECISIONS);
            // The standard deviation is 0.0035 at most: five of them are plenty.
            assert!((count - share).abs() < 0.018, "{action}: {count} instead of {share}");
        }
    }
}
