//! The page as a whole: which screen is shown.

use std::time::Duration;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::chunks::{self, Screened};
use crate::pages::{Nowhere, Start};
use crate::prefs::prefs;
use crate::screen::{Screen, follow_history, screen};
use crate::tongue::{language, t};

/// The page.
#[component]
pub(crate) fn App() -> impl IntoView {
    // What the whole page shares is made here, so that it lives as long as the page.
    language();
    prefs().keep_changes();
    screen();
    follow_history();
    // What people want next comes while they look at the first screen.
    spawn_local(async { drop(chunks::fetch_play().await) });
    move || match screen().get() {
        Screen::Start => view! { <Start /> }.into_any(),
        Screen::Play => coming(chunks::alone),
        Screen::Together => coming(chunks::together),
        Screen::New => coming(chunks::new_table),
        Screen::Table(table) => coming(move || chunks::table(table.clone())),
        Screen::Rules(rules) => coming(move || chunks::rules(rules.clone())),
        Screen::Review => coming(chunks::review),
        Screen::Nowhere => view! { <Nowhere /> }.into_any(),
    }
}

/// A part that could not be fetched is asked for again after this time.
const AGAIN: Duration = Duration::from_secs(3);

/// A screen whose part of the program may have to be fetched first.
fn coming<F>(part: impl Fn() -> F + Send + Sync + 'static) -> AnyView
where
    F: Future<Output = Screened> + Send + 'static,
{
    let attempt = RwSignal::new(());
    // Who has left the screen meanwhile needs it no more.
    let again = move || {
        attempt.try_set(());
    };
    let wanted = move || {
        attempt.track();
        let part = part();
        Suspend::new(async move {
            part.await.unwrap_or_else(|_| {
                set_timeout(again, AGAIN);
                view! { <Missing /> }.into_any()
            })
        })
    };
    view! { <Suspense fallback=Waiting>{wanted}</Suspense> }.into_any()
}

/// The die of the first moment rocks on.
#[component]
fn Waiting() -> impl IntoView {
    view! {
        <main class="boot" aria-busy="true">
            <svg class="boot-die" viewBox="0 0 64 64" aria-hidden="true">
                <rect x="4" y="4" width="56" height="56" rx="13" />
                <circle cx="32" cy="32" r="9" />
            </svg>
            <h1 class="unseen">{move || t("web-coming")}</h1>
        </main>
    }
}

/// Without a network a part may be missing; and when the server has a newer page, parts of the old one are gone.
#[component]
fn Missing() -> impl IntoView {
    let again = move |_| {
        // The address says which screen it is: nothing is lost.
        let _ = window().location().reload();
    };
    view! {
        <main class="page nowhere">
            <h1>{move || t("web-missing")}</h1>
            <p role="alert">{move || t("web-missing-about")}</p>
            <button class="button main" data-t="again" on:click=again>
                {move || t("web-try-again")}
            </button>
        </main>
    }
}
