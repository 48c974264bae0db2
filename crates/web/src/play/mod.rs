//! Playing at a table, wherever it is: through a server or in this browser.

mod chain_store;
mod chains;
mod connection;
mod cup_store;
mod event_queue;
mod game_in_play;
mod knowledge;
mod local;
mod playback;
mod remote;
mod seat_store;
mod seen_store;
mod sentence;
mod session;
mod shown;
mod signatures;
mod story;
mod verdict;

pub(crate) use chains::{Chains, new_chains};
pub(crate) use connection::{CloseReason, Connection};
pub(crate) use cup_store::take_over as take_over_cups;
pub(crate) use game_in_play::GameInPlay;
pub(crate) use local::{LocalGame, is_in_play};
pub(crate) use seat_store::{OwnSeat, seats as own_seats, store as store_seat};
pub(crate) use sentence::{PlayerEvent, name_at};
pub(crate) use session::Session;
#[cfg(test)]
pub(crate) use shown::tests::showdown;
pub(crate) use shown::{Showdown, Shown};
pub(crate) use story::StoryLine;
pub(crate) use verdict::Meaning;
