//! Ratings: what is believed about a player's strength, and how a tour changes it.
//!
//! The method of Weng and Lin for games of many players: everybody is compared with everybody else in the tour. The scale
//! is that of chess, where people can read it: 1500 in the middle.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

/// What is believed about a player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

/// A player who came somewhere in a tour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// The rating before.
    pub rating: Rating,
    /// The place, from 1.
    pub place: u8,
}

/// What a tour changed, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The rating before.
    pub before: Rating,
    /// The rating after.
    pub after: Rating,
    /// The share of opponents that they were expected to beat.
    pub expected: f64,
    /// The share that they did beat.
    pub actual: f64,
}

impl Rating {
    /// What is believed about somebody nobody knows.
    pub const UNKNOWN: Rating = Rating { mean: 1500.0, deviation: 500.0 };
    /// A rating with a greater deviation is shown as uncertain, and not on leaderboards.
    pub const CERTAIN: f64 = 150.0;
    /// How far performance in one tour varies around strength: luck is great in this game.
    const LUCK: f64 = 250.0;
    /// Nobody stays as they are: so much doubt comes back before each tour.
    const DRIFT: f64 = 5.0;
    /// No more doubt than about somebody nobody knows.
    const MOST_DOUBT: f64 = Rating::UNKNOWN.deviation;

    /// The number that people see.
    pub fn shown(self) -> i32 {
        self.mean.round() as i32
    }

    /// How far off it may be: twice the standard deviation.
    pub fn shown_uncertainty(self) -> i32 {
        (2.0 * self.deviation).round() as i32
    }

    /// Whether so little is known that it is shown as a question.
    pub fn is_provisional(self) -> bool {
        self.deviation > Rating::CERTAIN
    }

    /// The chance to come out ahead of another.
    pub fn chance_against(self, other: Rating) -> f64 {
        let variance = 2.0 * Rating::LUCK.powi(2) + self.deviation.powi(2) + other.deviation.powi(2);
        1.0 / (1.0 + ((other.mean - self.mean) / variance.sqrt()).exp())
    }

    fn before_a_tour(self) -> Rating {
        let doubt = self.deviation.hypot(Rating::DRIFT).min(Rating::MOST_DOUBT);
        Rating { deviation: doubt, ..self }
    }
}

/// What a tour does to the ratings of those who played, in the order in which they are given.
pub fn rate(players: &[Placed]) -> Vec<Change> {
    let drifted: Vec<Rating> = players.iter().map(|player| player.rating.before_a_tour()).collect();
    let teams: Vec<[WengLinRating; 1]> = drifted
        .iter()
        .map(|rating| [WengLinRating { rating: rating.mean, uncertainty: rating.deviation }])
        .collect();
    let outcomes: Vec<(&[WengLinRating], MultiTeamOutcome)> = teams
        .iter()
        .zip(players)
        .map(|(team, player)| (team.as_slice(), MultiTeamOutcome::new(usize::from(player.place))))
        .collect();
    let config = WengLinConfig { beta: Rating::LUCK, uncertainty_tolerance: 1e-6 };
    let rated = weng_lin_multi_team(&outcomes, &config);
    let others = players.len().saturating_sub(1).max(1) as f64;
    let change = |(index, player): (usize, &Placed)| {
        let after = rated
            .get(index)
            .and_then(|team| team.first())
            .map_or(player.rating, |rated| Rating { mean: rated.rating, deviation: rated.uncertainty });
        let opponents =
            || players.iter().enumerate().filter(move |(other, _)| *other != index).map(|(_, other)| other);
        let expected: f64 = opponents().map(|other| player.rating.chance_against(other.rating)).sum();
        let beaten = |other: &Placed| match player.place.cmp(&other.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
        let actual: f64 = opponents().map(beaten).sum();
        Change { before: player.rating, after, expected: expected / others, actual: actual / others }
    };
    players.iter().enumerate().map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(mean: f64) -> Rating {
        Rating { mean, deviation: 60.0 }
    }

    fn placed(ratings: &[Rating]) -> Vec<Placed> {
        ratings.iter().zip(1..).map(|(rating, place)| Placed { rating: *rating, place }).collect()
    }

    #[test]
    fn who_comes_first_gains_and_who_comes_last_loses() {
        let changes = rate(&placed(&[Rating::UNKNOWN; 4]));
        let after: Vec<f64> = changes.iter().map(|change| change.after.mean).collect();
        assert!(after.is_sorted_by(|one, other| one > other), "{after:?}");
        assert!(changes.iter().all(|change| change.after.deviation < change.before.deviation));
        assert_eq!(
            changes.iter().map(|change| change.actual).collect::<Vec<_>>(),
            [1.0, 2.0 / 3.0, 1.0 / 3.0, 0.0]
        );
        assert!(changes.iter().all(|change| (change.expected - 0.5).abs() < 1e-9));
    }

    #[test]
    fn a_surprise_moves_more_than_what_was_expected() {
        let gain = |winner, loser| rate(&placed(&[known(winner), known(loser)]))[0].after.mean - winner;
        assert!(gain(1300.0, 1700.0) > 2.0 * gain(1700.0, 1300.0));
        assert!(gain(1700.0, 1300.0) > 0.0);
    }

    #[test]
    fn what_is_certain_moves_less_than_what_is_not() {
        let changes = rate(&placed(&[Rating::UNKNOWN, known(1500.0)]));
        let moved = |change: &Change| (change.after.mean - change.before.mean).abs();
        assert!(moved(&changes[0]) > 5.0 * moved(&changes[1]));
        assert!(Rating::UNKNOWN.is_provisional() && !known(1500.0).is_provisional());
    }

    #[test]
    fn doubt_never_ends_and_never_exceeds_that_about_a_stranger() {
        let mut one = known(1500.0);
        for _ in 0..2000 {
            one = rate(&[Placed { rating: one, place: 1 }, Placed { rating: one, place: 1 }])[0].after;
        }
        assert!(one.deviation > 10.0, "{one:?}");
        assert!(Rating::UNKNOWN.before_a_tour().deviation <= 500.0);
        assert_eq!(rate(&[]), []);
    }
}
