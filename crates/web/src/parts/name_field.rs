//! The person's name.

use leptos::prelude::*;

use crate::i18n::t;
use crate::prefs::prefs;

/// The field for the person's name, which is remembered.
#[component]
pub(crate) fn NameField() -> impl IntoView {
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
