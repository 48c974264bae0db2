//! The settings of a table, as a form.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use perudo_table::Speed;

use super::RulesEditor;
use super::rules_editor::rules_of;
use crate::i18n::{say, t};

/// Rules, seats, tours, the clock, the pace of bots and who may watch.
#[component]
pub(crate) fn SettingsForm(settings: RwSignal<WireSettings>) -> impl IntoView {
    let rules = RwSignal::new(settings.with_untracked(|settings| settings.rules.clone().unwrap_or_default()));
    Effect::new(move || {
        let text = rules.get();
        let most = rules_of(&text).players;
        settings.update(|settings| {
            settings.rules = Some(text);
            settings.seats = Some(settings.seats.unwrap_or(6).min(most).max(2));
        });
    });
    let most = move || rules_of(&rules.get()).players;
    let rated = Signal::derive(move || settings.get().rated == Some(true));
    let rate = move |on: bool| {
        if !on {
            settings.update(|known| known.rated = None);
            return;
        }
        settings.update(WireSettings::rate);
        rules.set(settings.with_untracked(|known| known.rules.clone().unwrap_or_default()));
    };
    let pace = move || settings.get().speed.unwrap_or_else(|| Speed::Normal.name().to_owned());
    view! {
        <div class="settings-form">
            <Switch key="web-rated" hook="rated" value=rated change=rate />
            <p class="soft small" data-t="rated-about" hidden=move || !rated.get()>{move || t("web-rated-about")}</p>
            <RulesEditor rules compact=true as_it_is=rated />
            <Number id="seats" key="web-seats" least=2 most=Signal::derive(move || u16::from(most()))
                value=Signal::derive(move || u16::from(settings.get().seats.unwrap_or(6)))
                change=move |seats| settings.update(|known| known.seats = u8::try_from(seats).ok()) />
            <Number id="tours" key="web-tours" least=1 most=Signal::derive(|| 100)
                value=Signal::derive(move || u16::from(settings.get().tours.unwrap_or(1)))
                change=move |tours| settings.update(|known| known.tours = u8::try_from(tours).ok()) />
            <div class="field">
                <label for="clock">{move || t("web-clock")}</label>
                <select
                    id="clock"
                    data-t="clock"
                    prop:value=move || settings.get().turn.unwrap_or(30).to_string()
                    on:change=move |event| {
                        let turn = event_target_value(&event).parse().unwrap_or(30);
                        settings.update(|known| known.turn = Some(turn));
                    }
                >
                    {[0_u16, 10, 20, 30, 60, 120]
                        .map(|turn| view! {
                            <option
                                value=turn.to_string()
                                selected=move || settings.get().turn.unwrap_or(30) == turn
                                disabled=move || turn == 0 && rated.get()
                            >
                                {move || if turn == 0 { t("web-no-clock") } else { say("web-seconds", &[("count", turn.into())]) }}
                            </option>
                        })
                        .collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="bots-pace">{move || t("web-bots-pace")}</label>
                <select
                    id="bots-pace"
                    data-t="bots-pace"
                    on:change=move |event| settings.update(|known| known.speed = Some(event_target_value(&event)))
                >
                    {Speed::ALL
                        .into_iter()
                        .rev()
                        .map(|speed| view! {
                            <option value=speed.name() selected=move || pace() == speed.name()>
                                {move || t(&format!("web-pace-{}", speed.name()))}
                            </option>
                        })
                        .collect_view()}
                </select>
            </div>
            <Switch key="web-hints" hook="hints" disabled=rated value=Signal::derive(move || settings.get().hints.unwrap_or(false))
                change=move |on| settings.update(|known| known.hints = Some(on)) />
            <Switch key="web-public" hook="public" value=Signal::derive(move || settings.get().public.unwrap_or(false))
                change=move |on| settings.update(|known| known.public = Some(on)) />
            <Switch key="web-spectators" hook="spectators" value=Signal::derive(move || settings.get().spectators.unwrap_or(true))
                change=move |on| settings.update(|known| known.spectators = Some(on)) />
        </div>
    }
}

/// A number between two bounds.
#[component]
fn Number(
    id: &'static str,
    key: &'static str,
    least: u16,
    most: Signal<u16>,
    value: Signal<u16>,
    change: impl Fn(u16) + Copy + Send + 'static,
) -> impl IntoView {
    view! {
        <div class="field">
            <label for=id>{move || t(key)}</label>
            <input
                id=id
                type="number"
                inputmode="numeric"
                data-t=id
                min=least
                max=move || most.get()
                prop:value=move || value.get().to_string()
                on:change=move |event| {
                    let number: u16 = event_target_value(&event).parse().unwrap_or(least);
                    change(number.clamp(least, most.get_untracked()));
                }
            />
        </div>
    }
}

/// A checkbox.
#[component]
fn Switch(
    key: &'static str,
    hook: &'static str,
    value: Signal<bool>,
    change: impl Fn(bool) + Copy + Send + 'static,
    /// Whether it cannot be changed now.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    view! {
        <label class="check" class:off=disabled>
            <input
                type="checkbox"
                data-t=hook
                disabled=disabled
                prop:checked=move || value.get()
                on:change=move |event| change(event_target_checked(&event))
            />
            {move || t(key)}
        </label>
    }
}
