//! Ratings from who won at which tables.

use std::collections::HashMap;

/// How often each contestant won at tables of one composition.
pub(crate) type TableWins = HashMap<Vec<u16>, Vec<u64>>;

/// The rating of someone of average strength.
const AVERAGE: f64 = 1500.0;
/// As in chess: so many points are odds of ten to one.
const SCALE: f64 = 400.0;

/// Strength such that a contestant wins a table with the chance of its share of all strengths
/// around it, fitted by the usual iteration for such models (each step raises the likelihood),
/// and put on the scale of chess. A win and a loss that nobody had keep the unbeaten finite.
pub(crate) fn ratings(contestants: usize, tables: &TableWins) -> Vec<f64> {
    let mut strength = vec![1.0f64; contestants];
    let wins = |who: usize| -> f64 { tables.values().map(|wins| wins[who] as f64).sum::<f64>() + 0.5 };
    let wins: Vec<f64> = (0..contestants).map(wins).collect();
    for _ in 0..500 {
        let mut shares = vec![0.0; contestants];
        for (table, wins) in tables {
            let tours: u64 = wins.iter().sum();
            let all: f64 = table.iter().map(|&who| strength[usize::from(who)]).sum();
            for &who in table {
                shares[usize::from(who)] += tours as f64 / all;
            }
        }
        for (who, share) in shares.iter().enumerate() {
            // The tour that nobody had: one against an average opponent, half won.
            strength[who] = wins[who] / (share + 1.0 / (strength[who] + 1.0));
        }
    }
    let mean = strength.iter().map(|one| one.log10()).sum::<f64>() / contestants.max(1) as f64;
    strength.iter().map(|one| AVERAGE + SCALE * (one.log10() - mean)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_wins_in_four_are_some_two_hundred_points() {
        let tables = TableWins::from([(vec![0, 1], vec![7500, 2500])]);
        let ratings = ratings(2, &tables);
        let expected = 400.0 * 3f64.log10();
        assert!((ratings[0] - ratings[1] - expected).abs() < 1.0, "{ratings:?}");
        assert!((ratings[0] + ratings[1] - 3000.0).abs() < 1e-6);
    }

    #[test]
    fn whoever_always_wins_is_rated_high_but_not_infinitely() {
        let tables = TableWins::from([(vec![0, 1, 1, 1], vec![1000, 0])]);
        let ratings = ratings(2, &tables);
        assert!(ratings[0] > ratings[1] + 800.0 && ratings[0].is_finite(), "{ratings:?}");
    }

    #[test]
    fn one_against_three_at_parity_is_rated_equal() {
        let tables = TableWins::from([(vec![0, 1, 1, 1], vec![2500, 7500])]);
        let ratings = ratings(2, &tables);
        assert!((ratings[0] - ratings[1]).abs() < 2.0, "{ratings:?}");
    }
}
