//! Games whose values are known from elsewhere, to prove the solver on.

use perudo_rules::{Bid, Face, Hand};

use crate::game::{Edge, PublicGame, Showdown, Side, State};
use crate::hands::{all_hands, chance};

/// Kuhn poker: three cards, one chip each, one bet. The opener loses 1/18 of a chip a game.
pub fn kuhn_poker() -> PublicGame {
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

/// Liar's dice on the plain ladder: every bid has a higher count, or the same and a higher face.
/// Dice that show `wild` count as any face. With wild sixes this is OpenSpiel's `liars_dice`.
pub fn plain_liars_dice(dice: [u8; 2], wild: Face) -> PublicGame {
    let hands = dice.map(all_hands);
    let matching = |side: usize, face: Face| {
        let count = |hand: &Hand| if face == wild { hand.of(face) } else { hand.of(face) + hand.of(wild) };
        hands[side].iter().map(count).collect()
    };
    let bids: Vec<Bid> = (1..=dice[0] + dice[1])
        .flat_map(|count| Face::ALL.map(|face| Bid::new(count, face)))
        .collect();
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
    PublicGame { deal, states, showdowns }
}
