//! Playing at a table, wherever it is: through a server or in this browser.

mod chain_store;
mod chains;
mod connection;
mod cup_store;
mod event_queue;
mod knowledge;
mod local;
mod playback;
mod remote;
mod seen_store;
mod sentence;
mod session;
mod shown;
mod signatures;
mod story;

pub(crate) use chains::{Chains, new_chains};
pub(crate) use connection::{CloseReason, Connection};
pub(crate) use cup_store::take_over as take_over_cups;
pub(crate) use local::{LocalGame, is_in_a_tour};
pub(crate) use sentence::{PlayerEvent, name_at};
pub(crate) use session::Session;
pub(crate) use shown::{Showdown, Shown};
pub(crate) use story::StoryLine;
