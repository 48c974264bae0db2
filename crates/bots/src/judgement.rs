//! Choosing by the odds: raise, doubt or calza, whichever promises most.

use perudo_rules::{Action, Bid, Face, LegalActions};

/// How a player weighs the odds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaning {
    /// A raise only loses if the next player doubts it, so it is worth more than its odds.
    pub(crate) raise_bonus: f64,
    /// Calza must be this likely at least.
    pub(crate) calza_from: f64,
}

/// The best action by the odds that bids are true, and exactly true.
pub(crate) fn judge(
    legal: &LegalActions,
    standing: Option<Bid>,
    leaning: Leaning,
    at_least: impl Fn(Bid) -> f64,
    exactly: impl Fn(Bid) -> f64,
) -> Action {
    // The least count of a face is its likeliest bid; among equals the higher face leaves less room.
    let raise = Face::ALL
        .into_iter()
        .filter_map(|face| Some(Bid::new(legal.least(face)?, face)))
        .map(|bid| (at_least(bid), bid))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let Some(standing) = standing else {
        return raise.map_or(Action::Pass, |(_, bid)| Action::Bid(bid));
    };
    let doubt = 1.0 - at_least(standing);
    if legal.contains(Action::Calza) {
        let exact = exactly(standing);
        if exact >= leaning.calza_from && exact > doubt {
            return Action::Calza;
        }
    }
    match raise {
        Some((odds, bid)) if odds + leaning.raise_bonus > doubt => Action::Bid(bid),
        _ => Action::Dudo,
    }
}
