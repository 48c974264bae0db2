//! Liar's dice without the rules of Perudo: a game whose value is known from elsewhere.

use perudo_rules::{Bid, Face, Hand};

use crate::game::{Edge, PublicGame, Showdown, Side, State};
use crate::hands::{all_hands, chance};
use crate::round::{MOST_DICE, RoundError};

impl PublicGame {
    /// Liar's dice on the plain ladder: every bid has a higher count, or the same count and a
    /// higher face. Dice that show `wild` count as any face. With wild sixes this is OpenSpiel's
    /// `liars_dice`.
    ///
    /// # Examples
    ///
    /// ```
    /// use perudo_rules::Face;
    /// use perudo_solver::{PublicGame, Schedule, Solver};
    ///
    /// let game = PublicGame::liars_dice([1, 1], Face::Six)?;
    /// let mut solver = Solver::growing(game, Schedule::DISCOUNTED);
    /// (0..200).for_each(|_| solver.iterate());
    /// assert!((solver.quality().value + 0.0271).abs() < 0.01);
    /// # Ok::<(), perudo_solver::RoundError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`RoundError::TooLarge`] if a player has more dice than the solver can number hands for.
    pub fn liars_dice(dice: [u8; 2], wild: Face) -> Result<PublicGame, RoundError> {
        if dice.iter().any(|&dice| dice > MOST_DICE) {
            return Err(RoundError::TooLarge);
        }
        let hands = dice.map(all_hands);
        let matching = |side: usize, face: Face| {
            let count =
                |hand: &Hand| if face == wild { hand.of(face) } else { hand.of(face) + hand.of(wild) };
            hands[side].iter().map(count).collect()
        };
        let bids: Vec<Bid> =
            (1..=dice[0] + dice[1]).flat_map(|count| Face::ALL.map(|face| Bid::new(count, face))).collect();
        let mut showdowns = Vec::new();
        let mut states = Vec::new();
        // State 2b + s: the mover is `s`, the bids from number `b` on are open. Showdown likewise.
        for open in 0..=bids.len() {
            for mover in Side::BOTH {
                let next = |bid: usize| Edge::To((2 * (bid + 1) + mover.opponent().index()) as u16);
                let mut edges: Vec<Edge> = (open..bids.len()).map(next).collect();
                let doubt = (open > 0).then_some(edges.len());
                if open > 0 {
                    edges.push(Edge::Showdown(showdowns.len() as u16));
                    let Bid { count, face } = bids[open - 1];
                    let sign = if mover == Side::Opener { -1.0 } else { 1.0 };
                    showdowns.push(Showdown::new([matching(0, face), matching(1, face)], |own, other| {
                        if own + other >= count { sign } else { -sign }
                    }));
                }
                states.push(State { mover, edges, doubt });
            }
        }
        let deal = hands.map(|side| side.into_iter().map(chance).collect());
        Ok(PublicGame { deal, states, showdowns })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Payoffs, Quality, Round, Schedule, Solver};
    use perudo_rules::{Preset, RoundKind};

    /// Kuhn poker: three cards, one chip each, one bet. The opener loses 1/18 of a chip a game.
    fn kuhn_poker() -> PublicGame {
        let cards = || vec![0, 1, 2];
        // Two players cannot hold the same card: each of the six deals has a sixth of the chance.
        let compare = |stake: f64| {
            Showdown::new([cards(), cards()], move |own, other| match own.cmp(&other) {
                std::cmp::Ordering::Less => -stake / 6.0,
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => stake / 6.0,
            })
        };
        let fold = |payoff: f64| {
            Showdown::new([cards(), cards()], move |own, other| if own == other { 0.0 } else { payoff / 6.0 })
        };
        let state = |mover, edges: [Edge; 2]| State { mover, edges: edges.to_vec(), doubt: None };
        PublicGame {
            deal: [vec![1.0; 3], vec![1.0; 3]],
            showdowns: vec![compare(1.0), compare(2.0), fold(1.0), fold(-1.0)],
            states: vec![
                state(Side::Opener, [Edge::To(1), Edge::To(2)]),
                // After a check, after a bet, after a check and a bet.
                state(Side::Other, [Edge::Showdown(0), Edge::To(3)]),
                state(Side::Other, [Edge::Showdown(2), Edge::Showdown(1)]),
                state(Side::Opener, [Edge::Showdown(3), Edge::Showdown(1)]),
            ],
        }
    }

    fn solved(game: PublicGame, iterations: usize) -> Quality {
        let mut solver = Solver::growing(game, Schedule::DISCOUNTED).on_threads(2);
        (0..iterations).for_each(|_| solver.iterate());
        solver.quality()
    }

    /// The value of a game lies between what the best responses leave each player, so it is known
    /// as closely as the NashConv says; the sums behind it are exact to far more digits than that.
    fn assert_value(name: &str, quality: Quality, known: f64, nash_conv: f64) {
        assert!(quality.nash_conv() < nash_conv, "{name}: {quality:?}");
        assert!((quality.value - known).abs() < nash_conv, "{name}: {quality:?}, known {known}");
        assert!(-quality.best[1] < known + 1e-9 && known < quality.best[0] + 1e-9, "{name}: {quality:?}");
    }

    #[test]
    fn the_opener_of_kuhn_poker_loses_an_eighteenth() {
        let mut solver = Solver::whole(kuhn_poker(), Schedule::CFR_PLUS);
        (0..1000).for_each(|_| solver.iterate());
        assert_value("kuhn", solver.quality(), -1.0 / 18.0, 0.001);
    }

    #[test]
    fn cfr_plus_agrees_with_openspiel_iteration_by_iteration() {
        // pip install open_spiel==2.0.2; python examples/openspiel/cfr.py
        let nash_convs = [
            (1, 1.56148864638448),
            (2, 1.0228472478646085),
            (3, 0.8764151608729127),
            (4, 0.7346712405506721),
            (8, 0.4051409367659553),
            (16, 0.13320395171082),
            (32, 0.058496391309129994),
            (64, 0.023623496393764022),
            (128, 0.006171492891449443),
            (256, 0.002423040333178056),
        ];
        let mut solver =
            Solver::whole(PublicGame::liars_dice([1, 1], Face::Six).unwrap(), Schedule::CFR_PLUS);
        for (iteration, expected) in nash_convs {
            while solver.iterations() < iteration {
                solver.iterate();
            }
            // Regrets are kept in 24 bits: each is off by up to 6e-8 of itself, here and not there.
            let found = solver.quality().nash_conv();
            assert!((found - expected).abs() < 1e-6, "iteration {iteration}: {found}, not {expected}");
        }
        // OpenSpiel's average strategies at that point are worth this to the opener.
        assert!((solver.quality().value + 0.0276812536905031).abs() < 1e-6);
    }

    #[test]
    fn one_die_each_with_wild_sixes_has_the_value_that_openspiel_publishes() {
        let quality = solved(PublicGame::liars_dice([1, 1], Face::Six).unwrap(), 1500);
        assert_value("wild sixes", quality, -0.02713, 0.0005);
    }

    #[test]
    fn one_die_each_under_tournament_rules_loses_the_opener_an_eighteenth() {
        let round = Round { rules: Preset::Tournament.rules(), kind: RoundKind::Final, dice: [1, 1] };
        let game = round.game(Payoffs::ROUND).unwrap().game;
        assert_value("tournament", solved(game, 300), -1.0 / 18.0, 0.0001);
    }

    #[test]
    fn wild_ones_have_their_known_values() {
        let cases = [([1, 1], -7.0 / 327.0), ([2, 1], 7.0 / 27.0), ([1, 2], -5.0 / 54.0)];
        for (dice, known) in cases {
            let quality = solved(PublicGame::liars_dice(dice, Face::Ace).unwrap(), 400);
            assert_value(&format!("{dice:?}"), quality, known, 0.0005);
        }
    }
}
