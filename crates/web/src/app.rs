//! The page as a whole.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::account::account;
use crate::chunks;
use crate::i18n::{fetch_rest, language};
use crate::prefs::prefs;
use crate::screen::{follow_history, screen};

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    // What the whole page shares is made here, so that it lives as long as the page.
    language();
    prefs().save_changes();
    account();
    screen();
    follow_history();
    spawn_local(async {
        drop(chunks::fetch_play().await);
        drop(chunks::fetch_table().await);
        // `boot.js` goes on.
        if let Ok(complete) = web_sys::Event::new("perudo-complete") {
            let _ = window().dispatch_event(&complete);
        }
    });
    spawn_local(async {
        fetch_rest(language().get_untracked()).await;
    });
    move || chunks::show(screen().get())
}
