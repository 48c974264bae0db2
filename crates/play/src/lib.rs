//! What every screen of a table shares, on the page and in the terminal: the story in words, the log, showdowns, the bid that is
//! put together, why a face cannot be bid, and the core of a client at a server's table. Nothing here does I/O.

mod barred;
mod choice;
mod client;
mod connection;
mod event_queue;
mod log;
mod own_dice;
mod player_event;
mod sentence;
mod shown;
mod verdict;

pub use barred::why_barred;
pub use choice::{Choice, is_certain_loss, least, odds};
pub use client::{Client, Output, Told};
pub use connection::{CloseReason, Connection};
pub use event_queue::{EventQueue, TableUpdate, TimedEvent};
pub use log::log_sentence;
pub use own_dice::{Checked, Keeper, NoRandomError, OwnDice};
pub use player_event::{PlayerEvent, name_at};
pub use sentence::sentence;
pub use shown::{Showdown, Shown};
pub use verdict::Meaning;
