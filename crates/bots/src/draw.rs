//! Chance that follows weights.

use perudo_rules::Action;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// One of these actions, each as often as its share says; nothing if there are none.
pub(crate) fn draw(policy: &[(Action, f64)], chance: &mut Xoshiro256PlusPlus) -> Option<Action> {
    let all: f64 = policy.iter().map(|&(_, share)| share).sum();
    let mut rest = chance.random::<f64>() * all;
    let drawn = policy.iter().find(|&&(_, share)| {
        rest -= share;
        rest < 0.0
    });
    drawn.or(policy.last()).map(|&(action, _)| action)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn actions_are_drawn_with_their_weights() {
        let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
        let policy = [(Action::Dudo, 0.25), (Action::Calza, 0.0), (Action::Pass, 0.75)];
        let draws: Vec<Action> = (0..10_000).filter_map(|_| draw(&policy, &mut chance)).collect();
        let count = |action| draws.iter().filter(|&&drawn| drawn == action).count();
        // Expected 2500 with a standard deviation of 43: five of them are plenty.
        assert!((2_284..=2_716).contains(&count(Action::Dudo)), "{}", count(Action::Dudo));
        assert_eq!(count(Action::Calza), 0);
        assert_eq!(draw(&[], &mut chance), None);
    }
}
