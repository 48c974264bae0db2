//! A strategy becomes the bytes of a book: rounded, and as short as its own play.

use super::bytes::write_block;
use crate::game::{Edge, PublicGame, Side, StateId};
use crate::response::Strategy;

/// How coarse a book is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounding {
    /// Actions that are chosen less often are dropped.
    pub least_chance: f64,
    /// There is no page where the player's own play comes less often.
    pub least_reach: f64,
    /// Chances are rounded to multiples of one part of so many.
    pub parts: u16,
}

/// In the bytes of moves, a number from here on is not an action but how many actions follow.
pub(super) const SEVERAL: u8 = 128;

/// The hands that play towards a page.
pub(super) type Live = Vec<u8>;

/// A page as it is written: for each live hand its actions with their weights.
type Draft = Vec<Vec<(u8, u16)>>;

/// Writes the book of one player as three streams of bytes: the moves, the low bytes of their
/// weights, and where pages follow. Actions are numbered from the last, so that a doubt is always
/// the same number.
pub(crate) fn write<S: Strategy>(
    game: &PublicGame,
    side: Side,
    strategy: &mut S,
    rounding: Rounding,
) -> Vec<u8> {
    let [high, low] = rounding.parts.to_be_bytes();
    let mut writer =
        Writer { game, strategy, rounding, moves: vec![high], weights: vec![low], flags: Vec::new() };
    let start = writer.strategy.start();
    let deal = game.deal[side.index()].clone();
    match side {
        Side::Opener => {
            let (live, draft) = writer.draft(&start, 0, &deal);
            writer.page(&start, 0, &deal, &live, &draft);
        }
        Side::Other => writer.answers(&start, 0, &deal),
    }
    let mut bytes = Vec::new();
    write_block(&mut bytes, &writer.moves);
    write_block(&mut bytes, &writer.weights);
    write_block(&mut bytes, &writer.flags);
    bytes
}

struct Writer<'a, S> {
    game: &'a PublicGame,
    strategy: &'a mut S,
    rounding: Rounding,
    moves: Vec<u8>,
    weights: Vec<u8>,
    flags: Vec<u8>,
}

impl<S: Strategy> Writer<'_, S> {
    /// What would be written at a history that the player's hands reach with these chances.
    fn draft(&mut self, history: &S::History, id: StateId, reach: &[f64]) -> (Live, Draft) {
        let state = self.game.state(id);
        let hands = reach.len();
        let mut chances = vec![0.0; state.edges.len() * hands];
        self.strategy.chances(history, id, reach, &mut chances);
        let live: Live = (0..hands).filter(|&hand| reach[hand] > 0.0).map(|hand| hand as u8).collect();
        let draft = live.iter().map(|&hand| {
            let row: Vec<f64> =
                (0..state.edges.len()).map(|action| chances[action * hands + usize::from(hand)]).collect();
            self.rounding.round(&row)
        });
        let draft = draft.collect();
        (live, draft)
    }

    fn page(&mut self, history: &S::History, id: StateId, reach: &[f64], live: &Live, draft: &Draft) {
        let state = self.game.state(id);
        let last = state.edges.len() - 1;
        for chosen in draft {
            if let &[(action, _)] = &chosen[..] {
                self.moves.push((last - usize::from(action)) as u8);
            } else {
                self.moves.push(SEVERAL + chosen.len() as u8);
                self.moves.extend(chosen.iter().map(|&(action, _)| (last - usize::from(action)) as u8));
                for [high, low] in chosen.iter().skip(1).rev().map(|&(_, weight)| weight.to_be_bytes()) {
                    self.moves.push(high);
                    self.weights.push(low);
                }
            }
        }
        for (action, &edge) in state.edges.iter().enumerate() {
            let mut onward = vec![0.0; reach.len()];
            for (&hand, chosen) in live.iter().zip(draft) {
                let weight = chosen.iter().find(|&&(chosen, _)| usize::from(chosen) == action);
                let weight = weight.map_or(0, |&(_, weight)| weight);
                let chance = f64::from(weight) / f64::from(self.rounding.parts);
                onward[usize::from(hand)] = reach[usize::from(hand)] * chance;
            }
            if let Edge::To(next) = edge
                && onward.iter().any(|&reach| reach > 0.0)
            {
                let history = self.strategy.after(history, action);
                self.answers(&history, next, &onward);
            }
        }
    }

    /// For each of the opponent's answers a flag, and the page if there is one.
    fn answers(&mut self, history: &S::History, id: StateId, reach: &[f64]) {
        for (answer, &edge) in self.game.state(id).edges.iter().enumerate() {
            let Edge::To(next) = edge else { continue };
            let history = self.strategy.after(history, answer);
            let (live, draft) = self.draft(&history, next, reach);
            let doubt = self.game.state(next).doubt;
            let doubted = draft
                .iter()
                .all(|chosen| matches!(chosen[..], [(only, _)] if Some(usize::from(only)) == doubt));
            let worth = reach.iter().sum::<f64>() >= self.rounding.least_reach && !doubted;
            self.flags.push(u8::from(worth));
            if worth {
                self.page(&history, next, reach, &live, &draft);
            }
        }
    }
}

impl Rounding {
    /// Chances as weights that sum to the number of parts; the actions with any, the likeliest first.
    fn round(self, chances: &[f64]) -> Vec<(u8, u16)> {
        let mut order: Vec<usize> = (0..chances.len()).collect();
        order.sort_by(|&a, &b| chances[b].total_cmp(&chances[a]));
        let kept = |action: usize| if chances[action] >= self.least_chance { chances[action] } else { 0.0 };
        let sum: f64 = (0..chances.len()).map(kept).sum();
        let weight = |action: usize| (kept(action) / sum * f64::from(self.parts)).round() as u16;
        let mut rounded: Vec<(u8, u16)> =
            order[1..].iter().map(|&action| (action as u8, weight(action))).collect();
        rounded.retain(|&(_, weight)| weight > 0);
        let others = rounded.iter().fold(0_u16, |sum, &(_, weight)| sum.saturating_add(weight));
        rounded.insert(0, (order[0] as u8, self.parts.saturating_sub(others)));
        rounded.retain(|&(_, weight)| weight > 0);
        rounded
    }
}
