//! The person's name.

use leptos::prelude::*;

use crate::account::account;
use crate::i18n::t;
use crate::prefs::prefs;
use crate::screen::{Link, Screen};

/// The field for the person's name, which is remembered. Whoever has a name of their own is called by it.
#[component]
pub(crate) fn NameField() -> impl IntoView {
    move || match account().with(|account| account.name.clone()) {
        Some(name) => view! { <OwnName name /> }.into_any(),
        None => view! { <GuestName /> }.into_any(),
    }
}

#[component]
fn OwnName(name: String) -> impl IntoView {
    view! {
        <p class="own-name" data-t="own-name">
            {move || t("web-you-play-as")} " "
            <Link to=Screen::Me hook="me">{name}</Link>
        </p>
    }
}

#[component]
fn GuestName() -> impl IntoView {
    let name = prefs().name;
    view! {
        <div class="field">
            <label for="name">{move || t("web-your-name")}</label>
            <input
                id="name"
                type="text"
                data-t="name"
                autocomplete="nickname"
                maxlength="24"
                required=true
                prop:value=move || name.get()
                on:input=move |event| name.set(event_target_value(&event))
            />
        </div>
    }
}
