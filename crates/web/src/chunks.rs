//! The program in parts: what is not needed at the start is fetched when it is wanted. `crates/page` splits it here.

#![allow(unsafe_code)] // a function of another part is declared as one of another program

use std::hint::black_box;
use std::pin::Pin;
use std::time::Duration;

use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use wasm_bindgen_futures::spawn_local;

use crate::i18n::{fetch_rest, has_rest, language, t};
use crate::screen::Screen;
use crate::table::Piece;
use crate::{pages, play, table};

/// A screen, unless its part of the program could not be fetched.
type Fetched = Result<AnyView, SplitLoaderError>;

/// Fetches a screen. In boxes, so that what follows is compiled once, and not for every screen.
type Fetch = Box<dyn Fn() -> Pin<Box<dyn Future<Output = Fetched> + Send>> + Send + Sync>;

/// What is shown in its place.
type Instead = fn() -> AnyView;

/// Fetches the part that most people want next: a game against bots, up to its end.
#[wasm_split(play, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn fetch_play() -> Result<(), SplitLoaderError> {
    Ok(())
}

/// Fetches the part with the rest of tables: those of the server, forms, dialogs.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn fetch_table() -> Result<(), SplitLoaderError> {
    stand_on_play();
    Ok(())
}

#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible)]
fn fetch_piece(piece: Piece) -> Fetched {
    Ok(piece.view())
}

/// Has bots know the solver's tables. Whether these could be read.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn install_tables(bytes: Vec<u8>) -> Result<bool, SplitLoaderError> {
    Ok(play::install_tables(&bytes))
}

/// Has bots know the network. Whether it could be read.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible)]
pub(crate) fn install_network(bytes: Vec<u8>) -> Result<bool, SplitLoaderError> {
    Ok(play::install_network(&bytes))
}

/// Every other part refers to all of the one that plays, which comes first in any case. So what they share with it is in one
/// file, and not in one for each combination of parts.
fn stand_on_play() {
    black_box(table::alone as fn(String) -> AnyView);
}

macro_rules! show {
    ($(
        $(#[$about:meta])*
        $name:ident $(($param:ident))? at $address:literal in $part:ident is $($view:ident)::+;
    )*) => {
        /// Shows a screen, once its part of the program is here.
        pub(crate) fn show(screen: Screen) -> AnyView {
            match screen {
                $(Screen::$name $(($param))? => show_from!($part $name ($($param)?) $($view)::+),)*
                Screen::NotFound => view! { <pages::not_found::NotFound /> }.into_any(),
            }
        }
    };
}

macro_rules! show_from {
    (main $name:ident ($($param:ident)?) $($view:ident)::+) => {
        view! { <$($view)::+ $($param)? /> }.into_any()
    };
    ($part:ident $name:ident ($($param:ident)?) $($view:ident)::+) => {{
        #[wasm_split($part, wasm_split_path = leptos::wasm_split, fallible)]
        #[allow(non_snake_case)] // it is called as its screen is
        fn $name($($param: String)?) -> Fetched {
            stand_on_play();
            Ok(view! { <$($view)::+ $($param)? /> }.into_any())
        }
        when_fetched(Box::new(move || Box::pin($name($($param.clone())?))), waiting, missing)
    }};
}

screens!(show);

/// A part that could not be fetched is asked for again after this time.
const RETRY_AFTER: Duration = Duration::from_secs(3);

/// A piece of a table, once its part of the program is here. Until then a whole screen shows that it waits.
pub(crate) fn show_piece(piece: Piece) -> AnyView {
    let (waiting, missing): (Instead, Instead) =
        if piece.is_screen() { (waiting, missing) } else { (nothing, nothing) };
    when_fetched(Box::new(move || Box::pin(fetch_piece(piece.clone()))), waiting, missing)
}

/// A screen, or a piece of one, whose part of the program and whose words may have to be fetched first.
fn when_fetched(fetch: Fetch, waiting: Instead, missing: Instead) -> AnyView {
    let attempt = RwSignal::new(());
    // The person may have left the screen meanwhile.
    let retry = move || {
        attempt.try_set(());
    };
    let missing = move || {
        set_timeout(retry, RETRY_AFTER);
        missing()
    };
    let told = RwSignal::new(has_rest().then_some(true));
    Effect::new(move || {
        attempt.track();
        // A screen that is shown would be made anew.
        if told.get_untracked() != Some(true) {
            spawn_local(async move {
                told.try_set(Some(fetch_rest(language().get_untracked()).await));
            });
        }
    });
    let fetched = move || {
        attempt.track();
        let part = fetch();
        Suspend::new(async move { part.await.unwrap_or_else(|_| missing()) })
    };
    let shown = move || match told.get() {
        Some(true) => fetched().into_any(),
        Some(false) => missing(),
        None => waiting(),
    };
    view! { <Suspense fallback=waiting>{shown}</Suspense> }.into_any()
}

fn nothing() -> AnyView {
    ().into_any()
}

/// The die of the first moment rocks on.
fn waiting() -> AnyView {
    view! {
        <main class="boot" aria-busy="true">
            <svg class="boot-die" viewBox="0 0 64 64" aria-hidden="true">
                <rect x="4" y="4" width="56" height="56" rx="13" />
                <circle cx="32" cy="32" r="9" />
            </svg>
            <h1 class="unseen">{move || t("web-coming")}</h1>
        </main>
    }
    .into_any()
}

/// Without a network a part may be missing; and when the server has a newer page, parts of the old one are gone.
fn missing() -> AnyView {
    let reload = move |_| {
        // The address says which screen it is: nothing is lost.
        let _ = window().location().reload();
    };
    view! {
        <main class="page not-found">
            <h1>{move || t("web-missing")}</h1>
            <p role="alert">{move || t("web-missing-about")}</p>
            <button class="button main" data-t="again" on:click=reload>
                {move || t("web-try-again")}
            </button>
        </main>
    }
    .into_any()
}
