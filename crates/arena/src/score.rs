//! What a contest says about one contestant.

use crate::player::AnswerError;

/// 95 % of a normal distribution lie within so many standard deviations.
const Z95: f64 = 1.959_964;

/// The sums of one contestant. Everything is counted in whole numbers, so that the order in
/// which tables finish changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Deals in which the contestant took part.
    pub deals: u64,
    /// Tours times seats held in them.
    pub seats: u64,
    /// Tours won.
    pub wins: u64,
    /// Dice left at the end of tours.
    pub dice: u64,
    /// Decisions made.
    pub decisions: u64,
    /// Answers that did not count, by [`AnswerError`].
    pub faults: [u64; 4],
    /// For the interval: sums over deals of wins², wins × seats and seats².
    pub(crate) wins_squared: u64,
    pub(crate) wins_seats: u64,
    pub(crate) seats_squared: u64,
}

impl Score {
    /// Adds what one deal brought, all its replays together.
    pub(crate) fn add_deal(&mut self, deal: &Score) {
        self.deals += 1;
        self.seats += deal.seats;
        self.wins += deal.wins;
        self.dice += deal.dice;
        self.decisions += deal.decisions;
        for (sum, more) in self.faults.iter_mut().zip(deal.faults) {
            *sum += more;
        }
        self.wins_squared += deal.wins * deal.wins;
        self.wins_seats += deal.wins * deal.seats;
        self.seats_squared += deal.seats * deal.seats;
    }

    /// Adds the sums of other deals.
    pub(crate) fn merge(&mut self, other: &Score) {
        self.deals += other.deals;
        self.seats += other.seats;
        self.wins += other.wins;
        self.dice += other.dice;
        self.decisions += other.decisions;
        for (sum, more) in self.faults.iter_mut().zip(other.faults) {
            *sum += more;
        }
        self.wins_squared += other.wins_squared;
        self.wins_seats += other.wins_seats;
        self.seats_squared += other.seats_squared;
    }

    /// Tours won, of all tours and seats held.
    pub fn win_rate(&self) -> f64 {
        self.wins as f64 / (self.seats as f64).max(1.0)
    }

    /// The 95 % interval around the win rate.
    ///
    /// The replays of a deal share its dice, so deals and not tours are the independent
    /// observations: this is the standard error of a ratio over deals. If no deal ever went
    /// otherwise than the others, it is as wide as the chance of one that does may still be.
    pub fn interval(&self) -> (f64, f64) {
        if self.deals < 2 {
            return (0.0, 1.0);
        }
        let (deals, rate) = (self.deals as f64, self.win_rate());
        let residuals = self.wins_squared as f64 - 2.0 * rate * self.wins_seats as f64
            + rate * rate * self.seats_squared as f64;
        let half = if residuals > 1e-9 * self.seats as f64 {
            let variance = residuals / (deals - 1.0) * deals;
            Z95 * variance.sqrt() / self.seats as f64
        } else {
            Z95 * Z95 / (deals + Z95 * Z95)
        };
        ((rate - half).max(0.0), (rate + half).min(1.0))
    }

    /// Dice left at the end of a tour, on average.
    pub fn dice_kept(&self) -> f64 {
        self.dice as f64 / (self.seats as f64).max(1.0)
    }

    /// How often an answer did not count for this reason.
    pub fn faults_of(&self, error: AnswerError) -> u64 {
        self.faults[error as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(deals: &[(u64, u64)]) -> Score {
        let mut score = Score::default();
        for &(wins, seats) in deals {
            score.add_deal(&Score { wins, seats, ..Score::default() });
        }
        score
    }

    #[test]
    fn deals_that_always_split_evenly_leave_little_doubt() {
        let (low, high) = score(&[(1, 2); 10_000]).interval();
        assert!(0.499 < low && low < 0.5 && 0.5 < high && high < 0.501, "{low} {high}");
    }

    #[test]
    fn who_won_everything_is_not_certain_to_go_on_winning() {
        let (low, high) = score(&[(2, 2); 100]).interval();
        assert!(0.95 < low && low < 0.98, "{low}");
        assert_eq!(high, 1.0);
        assert_eq!(score(&[(0, 1); 5]).interval().0, 0.0);
    }

    fn half_width(score: &Score) -> f64 {
        let (low, high) = score.interval();
        (high - low) / 2.0
    }

    #[test]
    fn single_tours_have_the_interval_of_a_coin() {
        let deals: Vec<(u64, u64)> = (0..10_000).map(|n| (n % 2, 1)).collect();
        let expected = 1.959_964 * (0.25f64 / 10_000.0).sqrt();
        assert!((half_width(&score(&deals)) - expected).abs() < 1e-5);
    }

    #[test]
    fn replays_that_go_the_same_way_count_as_one() {
        // Both replays of a deal are won or lost together: as if each deal had been one tour.
        let deals: Vec<(u64, u64)> = (0..10_000).map(|n| (2 * (n % 2), 2)).collect();
        let expected = 1.959_964 * (0.25f64 / 10_000.0).sqrt();
        assert!((half_width(&score(&deals)) - expected).abs() < 1e-5);
    }

    #[test]
    fn nothing_played_is_no_division_by_zero() {
        assert_eq!(Score::default().win_rate(), 0.0);
        assert_eq!(Score::default().interval(), (0.0, 1.0));
    }
}
