//! What strong bots need to know. It is too big for the page, so it is fetched when one of them plays.

use leptos::prelude::*;
use perudo_bots::{BotKind, Network, Opponent};
use perudo_solver::Tables;
use wasm_bindgen_futures::spawn_local;

use crate::i18n::t;
use crate::{browser, chunks};

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
    let Some(bytes) = browser::file("perudo-tables").await else { return false };
    chunks::install_tables(bytes).await.unwrap_or(false)
}

async fn fetch_network() -> bool {
    let Some(bytes) = browser::file("perudo-network").await else { return false };
    chunks::install_network(bytes).await.unwrap_or(false)
}

/// Has the bots know the solver's tables. Whether they could be read.
pub(crate) fn install_tables(bytes: &[u8]) -> bool {
    Tables::read(bytes).map(Tables::provide).is_ok()
}

/// Has the bots know the network. Whether it could be read.
pub(crate) fn install_network(bytes: &[u8]) -> bool {
    Network::install(bytes).is_ok()
}
