//! One table of Perudo, sans-I/O: seats, match, clock, bots' turns and fair dice as a pure state
//! machine. The server, the page and the terminal run the same one.
//!
//! The flow is that of the rules: [`GuestCommand`] → [`Table::decide`] → [`TableEvent`] → a log →
//! [`Table::apply`]. What happens by itself (the roll, the end of a player's time, the next tour) is an event
//! as well. A [`Driver`] runs a table: it takes commands, links and bots' decisions, lets happen what is due,
//! and says when to call it again. Time, randomness and connections come in from outside.

mod account;
mod chair;
mod closed_tips;
mod command;
mod driver;
mod error;
mod event;
pub mod fair;
mod history;
mod moment;
mod people;
mod person;
mod presence;
mod repeats;
mod settings;
mod table;
mod text;

pub use account::Account;
pub use chair::{Chair, Sitter};
pub use closed_tips::ClosedTips;
pub use command::{GuestCommand, Joining};
pub use driver::{BotJob, BotView, Done, Driver, Due};
pub use error::TableError;
pub use event::{Absence, Actor, Links, PlayerEvent, PublicEvent, TableEvent, TableSecret, ThrownDice};
pub use history::{History, NameOwner, TourFile};
pub use moment::Moment;
pub use person::{Guest, Person, PersonChain, PersonId, Place, PlaceName};
pub use presence::Presence;
pub use repeats::{CommandId, Repeat};
pub use settings::{Clock, DiceMode, Settings, SettingsError, Speed};
pub use table::{
    BotError, BotFailure, BotTurn, ChatLine, EMOTES, Entry, FinishedPlayer, FinishedTour, FinishedWho,
    Player, SeenEvent, SeenTable, SeenTour, Stage, StageName, Table, Viewer, Who,
};
#[cfg(feature = "lookalikes")]
pub use text::name_looks;
pub use text::{NameError, checked_name, record_name};
