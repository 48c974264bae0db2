//! What strong bots know. It is too big to come with the page: it is fetched when one of them plays.

use leptos::prelude::*;
use perudo_bots::BotKind;
use perudo_solver::Tables;
use wasm_bindgen_futures::spawn_local;

use crate::browser;

/// Fetches what these bots know; until it is here they think for themselves.
pub(crate) fn fetch_for(bots: &[String]) {
    if bots.iter().filter_map(|name| BotKind::named(name)).any(|kind| kind == BotKind::Solver) {
        spawn_local(async {
            if let Some(bytes) = file("perudo-tables").await
                && let Ok(tables) = Tables::read(&bytes)
            {
                Tables::provide(tables);
            }
        });
    }
}

/// A file whose address the page names.
async fn file(name: &str) -> Option<Vec<u8>> {
    let named = document().query_selector(&format!("meta[name={name}]")).ok().flatten()?;
    browser::bytes(&named.get_attribute("content")?).await
}
