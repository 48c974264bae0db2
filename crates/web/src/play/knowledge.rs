//! What strong bots know. It is too big to come with the page: it is fetched when one of them plays.

use perudo_bots::{BotKind, Network};
use perudo_solver::Tables;
use wasm_bindgen_futures::spawn_local;

use crate::browser;

/// Fetches what these bots know; until it is here they think for themselves.
pub(crate) fn fetch_for(bots: &[String]) {
    let kinds: Vec<BotKind> = bots.iter().filter_map(|name| BotKind::named(name)).collect();
    if kinds.iter().any(|kind| kind.uses_tables()) {
        spawn_local(async {
            if let Some(Ok(tables)) = browser::file("perudo-tables").await.map(|bytes| Tables::read(&bytes)) {
                Tables::provide(tables);
            }
        });
    }
    if kinds.iter().any(|kind| kind.uses_network()) {
        spawn_local(async {
            if let Some(bytes) = browser::file("perudo-network").await {
                // Refused weights are those of another version: the bots go on thinking.
                let _ = Network::install(&bytes);
            }
        });
    }
}
