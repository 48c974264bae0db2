//! The name that is this browser's own, as far as it is known here: the server knows for sure.

use std::sync::OnceLock;

use leptos::prelude::*;
use perudo_protocol::http::Me;
use serde::{Deserialize, Serialize};

use crate::browser::{self, RandomError};
use crate::guest::GuestSecret;
use crate::prefs::prefs;

/// Where the browser stores it.
const STORED: &str = "perudo.account";

/// Somebody with a name of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Account {
    /// The name; none: a guest.
    pub(crate) name: Option<String>,
    /// The names of those whom they have blocked.
    #[serde(default)]
    pub(crate) blocks: Vec<String>,
}

impl Account {
    /// Whether they have blocked somebody.
    pub(crate) fn blocks(&self, name: &str) -> bool {
        self.blocks.iter().any(|blocked| blocked == name)
    }
}

static ACCOUNT: OnceLock<RwSignal<Account>> = OnceLock::new();

/// Who this browser is.
pub(crate) fn account() -> RwSignal<Account> {
    *ACCOUNT.get_or_init(|| RwSignal::new(browser::load(STORED).unwrap_or_default()))
}

/// Takes over what the server says.
pub(crate) fn remember(me: &Me) {
    // At tables people are called by their own names.
    if let Some(name) = &me.name
        && prefs().name.with_untracked(|known| known != name)
    {
        prefs().name.set(name.clone());
    }
    set(Account { name: me.name.clone(), blocks: me.blocks.clone() });
}

/// Somebody is blocked from now on, or not any more.
pub(crate) fn remember_block(name: &str, blocked: bool) {
    let mut known = account().get_untracked();
    known.blocks.retain(|other| other != name);
    if blocked {
        known.blocks.push(name.to_owned());
    }
    set(known);
}

/// This browser becomes a new guest: what it was is no key of the name any more.
pub(crate) fn start_anew() -> Result<(), RandomError> {
    GuestSecret::random()?.store();
    set(Account::default());
    Ok(())
}

fn set(now: Account) {
    if account().with_untracked(|known| *known != now) {
        browser::save(STORED, &now);
        account().set(now);
    }
}
