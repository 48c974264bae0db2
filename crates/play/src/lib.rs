//! What every screen of a table shares, on the page and in the terminal: the story in words, showdowns, the bid that is
//! put together, why a face cannot be bid, and the core of a client at a server's table. Nothing here does I/O.

mod barred;
mod choice;
mod client;
mod connection;
mod event_queue;
mod own_dice;
mod sentence;
mod shown;
mod verdict;

pub use barred::why_barred;
pub use choice::{Choice, is_certain_loss, least, odds};
pub use client::{Client, Output, Told};
pub use connection::{CloseReason, Connection};
pub use event_queue::{EventQueue, TableUpdate, TimedEvent};
pub use own_dice::{Checked, Keeper, NoRandomError, OwnDice};
pub use sentence::{PlayerEvent, name_at, sentence};
pub use shown::{Showdown, Shown};
pub use verdict::Meaning;
