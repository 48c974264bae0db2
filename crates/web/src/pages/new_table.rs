//! The form for a table with friends.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use wasm_bindgen_futures::spawn_local;

use crate::api;
use crate::i18n::t;
use crate::parts::{Bar, NameField, SettingsForm};
use crate::prefs::prefs;
use crate::screen::{Screen, navigate};
use crate::sound;
use crate::table::BotChoice;

/// The form for a new table.
#[component]
pub(crate) fn NewTable() -> impl IntoView {
    let settings = RwSignal::new(WireSettings {
        rules: Some("tournament".to_owned()),
        seats: Some(6),
        turn: Some(60),
        bank: Some(60),
        ..WireSettings::default()
    });
    let (bots, level) = (RwSignal::new(0_u8), RwSignal::new("steady".to_owned()));
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        sound::unlock();
        busy.set(true);
        trouble.set(None);
        let (name, wanted) = (prefs().name.get_untracked(), settings.get_untracked());
        let bots = vec![level.get_untracked(); usize::from(bots.get_untracked())];
        spawn_local(async move {
            let made = api::make(name, wanted, bots).await;
            busy.try_set(false);
            match made {
                Ok(made) => navigate(Screen::Table(made.table)),
                Err(failure) => {
                    trouble.try_set(Some(failure.message()));
                }
            }
        });
    };
    let most = move || settings.get().seats.unwrap_or(6).saturating_sub(1);
    view! {
        <Bar title="web-new-table" />
        <main class="page">
            <form class="card" on:submit=make data-t="new-table-form">
                <NameField />
                <SettingsForm settings />
                <div class="field">
                    <label for="bots">{move || t("web-bots-at-once")}</label>
                    <select id="bots" data-t="bots" on:change=move |event| bots.set(event_target_value(&event).parse().unwrap_or(0))>
                        {move || (0..=most()).map(|count| view! {
                            <option value=count.to_string() selected=move || bots.get() == count>{count}</option>
                        }).collect_view()}
                    </select>
                </div>
                <div class="field" hidden=move || bots.get() == 0>
                    <BotChoice level id="new-bot-level" />
                </div>
                <p class="trouble" role="alert" data-t="trouble">{move || trouble.get()}</p>
                <div class="row end">
                    <button class="button main big" type="submit" data-t="create" disabled=move || busy.get()>
                        {move || t("web-create")}
                    </button>
                </div>
            </form>
        </main>
    }
}
