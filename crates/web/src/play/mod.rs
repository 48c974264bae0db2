//! Playing at a table, wherever it is: through a server or in this browser.

mod chain_store;
mod chains;
mod cup_store;
mod game_in_play;
mod knowledge;
mod local;
mod playback;
mod remote;
mod seat_store;
mod seen_store;
mod session;
mod signatures;
mod story;

pub(crate) use chains::{Chains, new_chains};
pub(crate) use cup_store::take_over as take_over_cups;
pub(crate) use game_in_play::GameInPlay;
pub(crate) use knowledge::{install_network, install_tables};
pub(crate) use local::{Local, LocalGame, LocalGameError, is_in_play};
pub(crate) use perudo_play::{CloseReason, Connection};
pub(crate) use seat_store::{OwnSeat, seats as own_seats, store as store_seat};
pub(crate) use session::Session;
pub(crate) use story::StoryLine;
