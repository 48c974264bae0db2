//! How the game at a table stands, and what a player does then.

use perudo_protocol::{Legal, Now};
use perudo_rules::{Action, Bid, Face};
use perudo_table::StageName;

/// How the game stands after the latest event that is about it.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// No match is played.
    pub(crate) in_lobby: bool,
    /// A match can be started, and nobody has done it yet.
    pub(crate) waiting: bool,
    /// The next tour is about to begin.
    pub(crate) resting: bool,
    /// The chair that has the turn and has not used it yet.
    pub(crate) turn: Option<u8>,
    /// The chair that has the turn, used or not.
    has_turn: Option<u8>,
    /// The throw that links are wanted for.
    pub(crate) throw: Option<u64>,
    bid: Option<Bid>,
    /// How many dice are in play.
    dice: u32,
    legal: Option<Legal>,
}

impl Standing {
    /// Nothing was played yet.
    pub(crate) fn before_match() -> Standing {
        Standing { in_lobby: true, waiting: true, ..Standing::default() }
    }

    /// Takes in how the game stands. `starting`: a match was asked for; `moving`: a move is on its way.
    pub(crate) fn update(&mut self, now: Now, starting: bool, moving: bool) {
        self.in_lobby = now.stage == StageName::Waiting;
        self.waiting = self.in_lobby && !starting;
        self.resting = now.stage == StageName::Resting;
        // Events may come between a move and what it becomes: it is made once all the same.
        self.has_turn = now.turn.filter(|_| now.legal.is_some());
        self.turn = self.has_turn.filter(|_| !moving);
        self.bid = now.bid;
        self.dice = now.dice.iter().map(|dice| u32::from(*dice)).sum();
        self.legal = now.legal;
        self.throw = now.throw;
    }

    /// The move that was on its way is not made: whoever has the turn may use it.
    pub(crate) fn move_again(&mut self) {
        self.turn = self.has_turn;
    }

    /// Mostly the least raise, and doubts often enough for rounds of a natural length: four or five moves.
    pub(crate) fn choose(&self, number: u64) -> Option<Action> {
        let legal = self.legal.as_ref()?;
        let chance = mixed(number);
        let high = self.bid.is_some_and(|bid| 2 * u32::from(bid.count) > self.dice);
        let least = legal.least.iter().flatten().zip(Face::ALL);
        let bids = least.filter_map(|(least, face)| Some(Bid::new((*least)?, face)));
        let raise = bids.min_by_key(|bid| bid.count).map(Action::Bid);
        if legal.calls.contains(&Action::Dudo) && (raise.is_none() || high || chance.is_multiple_of(4)) {
            return Some(Action::Dudo);
        }
        raise.or_else(|| legal.calls.get(chance as usize % legal.calls.len().max(1)).copied())
    }
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
    use super::*;

    fn standing(least: [Option<u8>; 6], bid: Option<Bid>, calls: Vec<Action>) -> Standing {
        Standing {
            bid,
            dice: 4,
            legal: Some(Legal { least: Some(least), most: Some(4), calls }),
            ..Standing::default()
        }
    }

    #[test]
    fn raises_are_small_and_high_bids_are_doubted() {
        let low = Bid::new(1, Face::ALL[2]);
        let least = [Some(1), Some(2), Some(2), Some(1), Some(1), Some(1)];
        let low = standing(least, Some(low), vec![Action::Dudo]);
        let chosen: Vec<_> = (0..700).filter_map(|number| low.choose(number)).collect();
        assert_eq!(chosen.len(), 700);
        let doubts = chosen.iter().filter(|action| **action == Action::Dudo).count();
        assert!((150..250).contains(&doubts), "{doubts}");
        assert!(
            chosen.iter().all(|action| matches!(action, Action::Dudo | Action::Bid(Bid { count: 1, .. })))
        );
        let high = standing(least, Some(Bid::new(3, Face::ALL[2])), vec![Action::Dudo]);
        assert!((0..100).all(|number| high.choose(number) == Some(Action::Dudo)));
        let last = standing([None; 6], Some(Bid::new(2, Face::ALL[5])), vec![Action::Dudo]);
        assert!((0..100).all(|number| last.choose(number) == Some(Action::Dudo)));
        let declaring = standing([None; 6], None, vec![Action::Maputo, Action::Pass]);
        assert!(
            (0..100).all(|number| matches!(declaring.choose(number), Some(Action::Maputo | Action::Pass)))
        );
    }
}
