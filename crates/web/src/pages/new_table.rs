//! The form for a table with friends.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use perudo_table::DiceMode;
use wasm_bindgen_futures::spawn_local;

use crate::api;
use crate::i18n::t;
use crate::parts::{Bar, BotChoice, NameField, SettingsForm, beginners, bots_of, rules_of};
use crate::prefs::prefs;
use crate::screen::{Screen, navigate};
use crate::sound;

/// The form for a new table.
#[component]
pub(crate) fn NewTable(rules: String) -> impl IntoView {
    // The address may name the rules.
    let rules = rules_of(&rules);
    let settings = RwSignal::new(WireSettings {
        rules: Some(rules.to_string()),
        seats: Some(rules.players.min(6)),
        turn: Some(60),
        bank: Some(60),
        ..WireSettings::default()
    });
    let (bots, level) = (RwSignal::new(0_u8), RwSignal::new(beginners()));
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
        let takes_bots = wanted.dice.as_deref() != Some("sealed");
        let count = if takes_bots { bots.get_untracked() } else { 0 };
        let bots = bots_of(&level.get_untracked(), usize::from(count));
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
    let sealed = move || settings.with(|settings| settings.dice.as_deref() == Some("sealed"));
    let most = move || settings.get().seats.unwrap_or(6).saturating_sub(1);
    view! {
        <Bar title="web-new-table" />
        <main class="page">
            <form class="card" on:submit=make data-t="new-table-form">
                <NameField />
                <SettingsForm settings />
                <DiceChoice settings />
                <div class="field" hidden=sealed>
                    <label for="bots">{move || t("web-bots-at-once")}</label>
                    <select id="bots" data-t="bots" on:change=move |event| bots.set(event_target_value(&event).parse().unwrap_or(0))>
                        {move || (0..=most()).map(|count| view! {
                            <option value=count.to_string() selected=move || bots.get() == count>{count}</option>
                        }).collect_view()}
                    </select>
                </div>
                <div hidden=move || bots.get() == 0 || sealed()>
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

/// Who sees the dice under the cups.
#[component]
fn DiceChoice(settings: RwSignal<WireSettings>) -> impl IntoView {
    let chosen = move || settings.with(|settings| settings.dice.clone()).unwrap_or_else(|| "open".to_owned());
    let choose = move |event| {
        let dice = Some(event_target_value(&event)).filter(|dice| dice != "open");
        settings.update(|settings| settings.dice = dice);
    };
    view! {
        <div class="field">
            <label for="dice">{move || t("web-dice")}</label>
            <select id="dice" data-t="dice" aria-describedby="dice-about" on:change=choose>
                {DiceMode::ALL
                    .map(|mode| view! {
                        <option value=mode.name() selected=move || chosen() == mode.name()>
                            {move || t(&format!("web-dice-{}", mode.name()))}
                        </option>
                    })
                    .collect_view()}
            </select>
            <p id="dice-about" class="soft small" data-t="dice-about">
                {move || t(&format!("web-dice-{}-about", chosen()))}
            </p>
        </div>
    }
}
