//! One table of Perudo, sans-I/O: seats, match, clock, bots' turns and fair dice as a pure state
//! machine. The server, the page and the terminal run the same one.
//!
//! The flow is that of the rules: [`TableCommand`] → [`Table::decide`] → [`TableEvent`] → a log →
//! [`Table::apply`]. What happens by itself (the roll, the end of a player's time, the next tour)
//! comes out of [`Table::next`]: an event that is due now, or the moment at which to ask again.
//! Time, randomness and who is connected come in from outside.

mod apply;
mod chair;
mod command;
mod decide;
mod event;
pub mod fair;
mod history;
mod moment;
mod next;
mod person;
mod presence;
mod refusal;
mod repeats;
mod seen;
mod settings;
mod table;
mod tour;

pub use chair::Chair;
pub use command::{Joining, TableCommand};
pub use decide::EMOTES;
pub use event::{Absence, Actor, Links, Public, TableEvent};
pub use history::{History, TourFile};
pub use moment::Moment;
pub use next::{Next, Thinking};
pub use person::{BadName, Guest, Person, PersonId, Place, checked_name};
pub use presence::Presence;
pub use refusal::TableRefusal;
pub use repeats::{CommandId, Repeat};
pub use seen::{SeenEvent, SeenTable, SeenTour, Viewer};
pub use settings::{Clock, Settings, SettingsFault, Speed};
pub use table::{ChatLine, Entry, Stage, Table};
pub use tour::{Player, Tour, Who};
