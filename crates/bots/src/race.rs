//! The chance to win a tour, by dice alone.
//!
//! If everyone who has dice is equally likely to lose the next one, the tour is a race of
//! independent clocks: each player loses dice at the same steady rate, whoever loses the last
//! one latest wins. So the chance of a player is an integral over the moment of that loss, and
//! takes the same time for two players as for twenty.

use std::sync::LazyLock;

use perudo_rules::{BySeat, MAX_DICE_EACH, Seat, SeatSet};

/// The most dice of one player.
const MAX_OWN: usize = MAX_DICE_EACH as usize;
/// Moments at which the integral is taken, from 0 to where no clock runs any more.
const MOMENTS: usize = 192;
const END: f64 = 48.0;

struct Clocks {
    /// The chance that a player with so many dice is out by a moment.
    out: [[f64; MOMENTS]; MAX_OWN + 1],
    /// How likely the last die goes just then.
    density: [[f64; MOMENTS]; MAX_OWN + 1],
}

static CLOCKS: LazyLock<Clocks> = LazyLock::new(|| {
    let mut clocks = Clocks { out: [[1.0; MOMENTS]; MAX_OWN + 1], density: [[0.0; MOMENTS]; MAX_OWN + 1] };
    for moment in 0..MOMENTS {
        let time = (moment as f64 + 0.5) * END / MOMENTS as f64;
        // The chance of exactly `dice - 1` losses until now, and of at least `dice` of them.
        let mut losses = (-time).exp();
        let mut out = 1.0 - losses;
        for dice in 1..=MAX_OWN {
            clocks.out[dice][moment] = out;
            clocks.density[dice][moment] = losses;
            losses *= time / dice as f64;
            out = (out - losses).max(0.0);
        }
    }
    clocks
});

/// The chance of each player to win the tour from these dice.
pub fn race(players: SeatSet, dice: impl Fn(Seat) -> u8) -> BySeat<f64> {
    let clocks = &*CLOCKS;
    let own = |seat| usize::from(dice(seat)).min(MAX_OWN);
    let mut everyone_out = [1.0; MOMENTS];
    for seat in players.iter() {
        for (product, out) in everyone_out.iter_mut().zip(&clocks.out[own(seat)]) {
            *product *= out;
        }
    }
    let mut chances = BySeat::default();
    let mut sum = 0.0;
    for seat in players.iter().filter(|&seat| own(seat) > 0) {
        let (out, density) = (&clocks.out[own(seat)], &clocks.density[own(seat)]);
        let last: f64 = (0..MOMENTS)
            .filter(|&moment| out[moment] > 0.0)
            .map(|moment| density[moment] * everyone_out[moment] / out[moment])
            .sum();
        chances[seat] = last;
        sum += last;
    }
    if sum > 0.0 {
        for seat in players.iter() {
            chances[seat] /= sum;
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn chances(dice: &[u8]) -> Vec<f64> {
        let table = race(SeatSet::first(dice.len()), |seat| dice[seat.index()]);
        (0..dice.len()).map(|index| table[Seat::new(index).unwrap()]).collect()
    }

    /// The same chances, round by round: the next die is anyone's with equal chance.
    fn walked(dice: &[u8], known: &mut HashMap<Vec<u8>, Vec<f64>>) -> Vec<f64> {
        if let Some(chances) = known.get(dice) {
            return chances.clone();
        }
        let alive: Vec<usize> = (0..dice.len()).filter(|&index| dice[index] > 0).collect();
        let mut chances = vec![0.0; dice.len()];
        if let [winner] = alive[..] {
            chances[winner] = 1.0;
        } else {
            for &loser in &alive {
                let mut next = dice.to_vec();
                next[loser] -= 1;
                for (sum, chance) in chances.iter_mut().zip(walked(&next, known)) {
                    *sum += chance / alive.len() as f64;
                }
            }
        }
        known.insert(dice.to_vec(), chances.clone());
        chances
    }

    #[test]
    fn the_race_agrees_with_a_walk_over_all_rounds() {
        let tables: [&[u8]; 7] =
            [&[1, 1], &[5, 1], &[2, 1], &[5, 4], &[5, 5, 1], &[3, 1, 2, 0], &[5, 4, 3, 2, 1]];
        for dice in tables {
            let expected = walked(dice, &mut HashMap::new());
            for (chance, expected) in chances(dice).iter().zip(&expected) {
                // The integral is taken at some two hundred moments: three digits are what it promises.
                assert!((chance - expected).abs() < 1e-3, "{dice:?}: {chance} {expected}");
            }
        }
    }

    #[test]
    fn chances_add_up_at_the_largest_table() {
        let dice: Vec<u8> = (0..20).map(|index| 1 + index % 10).collect();
        assert!((chances(&dice).iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert_eq!(chances(&[0, 3]), [0.0, 1.0]);
    }
}
