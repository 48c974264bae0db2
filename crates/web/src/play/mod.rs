//! Playing at a table, wherever it is: through a server or in this browser.

mod events;
mod knowledge;
mod local;
mod own_chain;
mod remote;
mod session;
mod tell;

pub(crate) use events::{Showdown, Shown};
pub(crate) use local::{LocalGame, is_in_a_tour};
pub(crate) use session::{Ending, Line, Session};
pub(crate) use tell::{Deed, Told, name_at};
