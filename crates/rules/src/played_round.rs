//! A round that is over.

use crate::{Game, Reveal, SpectatorView, Standing};

/// A round that ended with a showdown. Everyone has seen all of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayedRound {
    /// The game before the first bid, without cups: what was under them is in `reveal`.
    pub start: SpectatorView,
    /// The bids, in order.
    pub bids: Vec<Standing>,
    /// How it ended, with the dice of all players.
    pub reveal: Reveal,
}

impl PlayedRound {
    /// As many rounds of earlier tours are remembered by whoever goes on playing with the same players: what somebody showed
    /// long ago costs time and tells little.
    pub const REMEMBERED: usize = 24;

    /// The round that these bids were made in and that ends like this; the game is still before that end.
    pub fn new<D: Copy>(game: &Game<D>, bids: &[Standing], reveal: Reveal) -> PlayedRound {
        PlayedRound { start: game.before_bidding().with_hands(None), bids: bids.to_vec(), reveal }
    }
}
