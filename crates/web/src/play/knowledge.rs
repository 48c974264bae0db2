//! What strong bots need to know. It is too big for the page, so it is fetched when one of them plays.

use leptos::prelude::*;
use perudo_bots::{BotKind, Network, Opponent};
use perudo_solver::Tables;
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::i18n::t;

/// Fetches what these bots need to know; until then they play without it. If it cannot be fetched, the person is told.
pub(crate) fn fetch_for(bots: &[String], trouble: RwSignal<Option<String>>) {
    let kinds: Vec<BotKind> = bots.iter().filter_map(|name| Some(Opponent::named(name)?.kind)).collect();
    let tell = move |known: bool| {
        if !known {
            trouble.try_set(Some(untrack(|| t("web-bots-unlearnt"))));
        }
    };
    if kinds.iter().any(|kind| kind.uses_tables()) {
        spawn_local(async move { tell(fetch_tables().await) });
    }
    if kinds.iter().any(|kind| kind.uses_network()) {
        spawn_local(async move { tell(fetch_network().await) });
    }
}

async fn fetch_tables() -> bool {
    let tables = browser::file("perudo-tables").await.and_then(|bytes| Tables::read(&bytes).ok());
    tables.map(Tables::provide).is_some()
}

async fn fetch_network() -> bool {
    let bytes = browser::file("perudo-network").await;
    bytes.is_some_and(|bytes| Network::install(&bytes).is_ok())
}
