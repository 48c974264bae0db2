//! Playing at a table, wherever it is: through a server or in this browser.

mod events;
mod local;
mod own_chain;
mod remote;
mod session;
mod tell;

pub(crate) use events::Shown;
pub(crate) use local::{LocalGame, kept_game};
pub(crate) use session::{Ending, Line, Session};
