//! The closed chains of this browser, by table. They outlive a reload: whoever loses them cannot show their dice.

use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use perudo_protocol::OwnCups;
use perudo_table::fair::Chain;
use serde::{Deserialize, Serialize};

use super::chain_store::LENGTH;
use crate::browser::{self, RandomError};

#[derive(Serialize, Deserialize)]
struct Stored {
    cups: OwnCups,
    at: u64,
}

/// How the names begin under which they are stored.
const PREFIX: &str = "perudo.cups.";

/// The chains that were made for a table before, or a new one.
pub(crate) fn cups_at(table: &str) -> Result<OwnCups, RandomError> {
    match browser::load::<Stored>(&format!("{PREFIX}{table}")) {
        Some(stored) => Ok(stored.cups),
        None => new_chain().map(OwnCups::new),
    }
}

/// A new closed chain.
pub(crate) fn new_chain() -> Result<Chain, RandomError> {
    Ok(Chain::new(browser::random()?, LENGTH))
}

/// Keeps the chains of a table.
pub(crate) fn store(table: &str, cups: &OwnCups) {
    browser::save(&format!("{PREFIX}{table}"), &Stored { cups: cups.clone(), at: browser::now().0 });
}

/// The chains as a text that can stand in the fragment of an address.
pub(crate) fn as_text(cups: &OwnCups) -> String {
    // Nothing in them can fail to be written.
    let text = serde_json::to_string(cups).unwrap_or_default();
    utf8_percent_encode(&text, NON_ALPHANUMERIC).to_string()
}

/// Keeps the chains of another device, from such a text.
pub(crate) fn take_over(table: &str, text: &str) {
    let text = percent_decode_str(text).decode_utf8_lossy();
    if let Ok(cups) = serde_json::from_str::<OwnCups>(&text) {
        store(table, &cups);
    }
}

/// Removes what is older than a month.
pub(crate) fn remove_old() {
    browser::remove_old::<Stored>(PREFIX, |stored| stored.at);
}
