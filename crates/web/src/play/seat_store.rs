//! The tables of the server at which this browser has a seat, so that people find back to them.

use perudo_protocol::{View, You};
use perudo_table::PlaceName;
use serde::{Deserialize, Serialize};

use crate::browser;

/// A table at which this browser has a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OwnSeat {
    /// The others around it.
    pub(crate) others: Vec<String>,
    /// What it is played by.
    pub(crate) rules: String,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    seat: OwnSeat,
    at: u64,
}

/// How the names begin under which they are stored.
const PREFIX: &str = "perudo.seat.";

impl OwnSeat {
    /// The seat of this browser in what it sees, if it has one or waits for one.
    pub(crate) fn of(view: &View, you: You) -> Option<OwnSeat> {
        let own = view.people.iter().find(|person| Some(person.person) == you.person)?;
        if !matches!(own.place, PlaceName::Chair | PlaceName::Queue) {
            return None;
        }
        let names = view.chairs.iter().filter_map(|chair| chair.name.clone());
        Some(OwnSeat {
            others: names.filter(|name| *name != own.name).collect(),
            rules: view.settings.rules.clone().unwrap_or_default(),
        })
    }
}

/// Keeps the seat at a table, or forgets that there was one.
pub(crate) fn store(table: &str, seat: Option<OwnSeat>) {
    let name = format!("{PREFIX}{table}");
    match seat {
        Some(seat) => browser::save(&name, &Stored { seat, at: browser::now().0 }),
        None => browser::remove(&name),
    }
}

/// All of them with the names of their tables, the last one first.
pub(crate) fn seats() -> Vec<(String, OwnSeat)> {
    browser::remove_old::<Stored>(PREFIX, |stored| stored.at);
    let stored = |name: String| Some((name[PREFIX.len()..].to_owned(), browser::load::<Stored>(&name)?));
    let mut seats: Vec<(String, Stored)> =
        browser::stored_names(PREFIX).into_iter().filter_map(stored).collect();
    seats.sort_by_key(|(_, stored)| std::cmp::Reverse(stored.at));
    seats.into_iter().map(|(table, stored)| (table, stored.seat)).collect()
}
