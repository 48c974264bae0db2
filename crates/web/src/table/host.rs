//! The settings of a table, which its host may change between tours.

use leptos::prelude::*;
use perudo_protocol::WireCommand;

use super::table_screen::table_context;
use crate::i18n::t;
use crate::parts::SettingsForm;

/// The host's form for the settings.
#[component]
pub(crate) fn HostSettings() -> impl IntoView {
    let context = table_context();
    let known = context.of(|view| view.settings.clone());
    let draft = RwSignal::new(known.get_untracked());
    Effect::new(move || draft.set(known.get()));
    let change = move |_| {
        context.session.order(WireCommand::Settings { settings: draft.get_untracked() });
    };
    view! {
        <details data-t="host-settings">
            <summary>{move || t("web-change-settings")}</summary>
            <SettingsForm settings=draft />
            <button class="button" data-t="apply-settings" on:click=change>{move || t("web-apply")}</button>
        </details>
    }
}
