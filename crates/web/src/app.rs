//! The page as a whole.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::chunks;
use crate::i18n::language;
use crate::prefs::prefs;
use crate::screen::{follow_history, screen};

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    // What the whole page shares is made here, so that it lives as long as the page.
    language();
    prefs().save_changes();
    screen();
    follow_history();
    spawn_local(async { drop(chunks::fetch_play().await) });
    move || chunks::show(screen().get())
}
