//! A link from another device of the same person.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::account::{account, start_anew};
use crate::api::{self, ApiError};
use crate::browser;
use crate::i18n::{say, t};
use crate::parts::Bar;
use crate::screen::{Screen, navigate, replace_address};

/// Becomes whoever made the link, and is nobody else any more.
async fn sign_in(code: String) -> Result<(), ApiError> {
    if account().with_untracked(|account| account.name.is_some()) {
        api::people::sign_out().await?;
        start_anew()?;
    }
    api::people::sign_in_by_link(code, browser::label()).await.map(drop)
}

/// Asks before this browser becomes a key of the name: whoever follows a stranger's link must not play as that stranger.
#[component]
pub(crate) fn DeviceLink() -> impl IntoView {
    let hash = window().location().hash().unwrap_or_default();
    let code = StoredValue::new(hash.trim_start_matches('#').to_owned());
    // It works once, and is nobody's business.
    replace_address(&Screen::DeviceLink.path());
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let go_on = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        trouble.set(None);
        spawn_local(async move {
            match sign_in(code.get_value()).await {
                Ok(_) => navigate(Screen::Me),
                Err(error) => {
                    busy.try_set(false);
                    trouble.try_set(Some(error.message()));
                }
            }
        });
    };
    let missing = code.with_value(String::is_empty);
    let known = move || account().with(|account| account.name.clone());
    view! {
        <Bar title="web-device-link" />
        <main class="page" data-t="link-page">
            <section class="card">
                {if missing {
                    view! { <p>{move || t("web-device-link-missing")}</p> }.into_any()
                } else {
                    view! {
                        <p>{move || t("web-device-link-about")}</p>
                        {move || known().map(|name| view! {
                            <p class="trouble">{move || say("web-device-link-leaves", &[("name", name.clone().into())])}</p>
                        })}
                        <p class="trouble" role="alert">{move || trouble.get()}</p>
                        <p>
                            <button class="button main" data-t="use-link" disabled=move || busy.get() on:click=go_on>
                                {move || t("web-device-link-go")}
                            </button>
                        </p>
                    }.into_any()
                }}
            </section>
        </main>
    }
}
