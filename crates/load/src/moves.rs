//! What a player does whose turn it is.

use perudo_protocol::Now;
use perudo_rules::{Action, Bid, Face};

/// Mostly the least raise, and doubts often enough for rounds of a natural length: four or five moves.
pub(crate) fn choose(now: &Now, number: u64) -> Option<Action> {
    let legal = now.legal.as_ref()?;
    let chance = mixed(number);
    let dice: u32 = now.dice.iter().map(|dice| u32::from(*dice)).sum();
    let high = now.bid.is_some_and(|bid| 2 * u32::from(bid.count) > dice);
    let least = legal.least.iter().flatten().zip(Face::ALL);
    let bids = least.filter_map(|(least, face)| Some(Bid::new((*least)?, face)));
    let raise = bids.min_by_key(|bid| bid.count).map(Action::Bid);
    if legal.calls.contains(&Action::Dudo) && (raise.is_none() || high || chance.is_multiple_of(4)) {
        return Some(Action::Dudo);
    }
    raise.or_else(|| legal.calls.get(chance as usize % legal.calls.len().max(1)).copied())
}

/// A number that looks random, from one that does not (SplitMix64).
fn mixed(number: u64) -> u64 {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use perudo_protocol::Legal;

    use super::*;

    fn now(least: [Option<u8>; 6], bid: Option<Bid>, calls: Vec<Action>) -> Now {
        let legal = Legal { least: Some(least), most: Some(4), calls };
        Now { bid, dice: vec![2, 2], legal: Some(legal), ..Now::default() }
    }

    #[test]
    fn raises_are_small_and_high_bids_are_doubted() {
        let low = Bid::new(1, Face::ALL[2]);
        let least = [Some(1), Some(2), Some(2), Some(1), Some(1), Some(1)];
        let low = now(least, Some(low), vec![Action::Dudo]);
        let chosen: Vec<_> = (0..700).filter_map(|number| choose(&low, number)).collect();
        assert_eq!(chosen.len(), 700);
        let doubts = chosen.iter().filter(|action| **action == Action::Dudo).count();
        assert!((150..250).contains(&doubts), "{doubts}");
        assert!(
            chosen.iter().all(|action| matches!(action, Action::Dudo | Action::Bid(Bid { count: 1, .. })))
        );
        let high = now(least, Some(Bid::new(3, Face::ALL[2])), vec![Action::Dudo]);
        assert!((0..100).all(|number| choose(&high, number) == Some(Action::Dudo)));
        let last = now([None; 6], Some(Bid::new(2, Face::ALL[5])), vec![Action::Dudo]);
        assert!((0..100).all(|number| choose(&last, number) == Some(Action::Dudo)));
        let declaring = now([None; 6], None, vec![Action::Maputo, Action::Pass]);
        assert!(
            (0..100).all(|number| matches!(choose(&declaring, number), Some(Action::Maputo | Action::Pass)))
        );
    }
}
