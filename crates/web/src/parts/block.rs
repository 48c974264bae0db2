//! Never to be seated with somebody, and not to hear them.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::account::account;
use crate::api;
use crate::i18n::{say, t};

/// Blocks somebody by their own name, or no longer.
#[component]
pub(crate) fn BlockButton(
    /// Who.
    name: String,
) -> impl IntoView {
    let name = StoredValue::new(name);
    let trouble = RwSignal::new(None::<String>);
    let blocked = move || name.with_value(|name| account().with(|account| account.blocks(name)));
    let switch = move |_| {
        let (name, wanted) = (name.get_value(), !untrack(blocked));
        trouble.set(None);
        spawn_local(async move {
            if let Err(error) = api::people::block(&name, wanted).await {
                trouble.try_set(Some(error.message()));
            }
        });
    };
    let label = move || say("web-block-name", &[("name", name.get_value().into())]);
    view! {
        <button
            class="button small"
            data-t="block"
            aria-pressed=move || blocked().to_string()
            aria-label=label
            title=move || t("web-block-about")
            on:click=switch
        >
            {move || t(if blocked() { "web-unblock" } else { "web-block" })}
        </button>
        <span class="trouble small" role="alert">{move || trouble.get()}</span>
    }
}
