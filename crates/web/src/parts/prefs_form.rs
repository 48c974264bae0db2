//! The preferences, as a form.

use leptos::prelude::*;
use perudo_words::Language;
use wasm_bindgen_futures::spawn_local;

use crate::alert;
use crate::i18n::{language, switch_language, t};
use crate::prefs::{Pace, TableStyle, Theme, prefs};

/// Language, colours, table, sound, pace and odds.
#[component]
pub(crate) fn PrefsForm(
    /// Whether odds can be shown here.
    #[prop(default = true)]
    odds_allowed: bool,
) -> impl IntoView {
    let prefs = prefs();
    view! {
        <div class="prefs stack">
            <LanguageChoice />
            <div class="field" role="radiogroup" aria-labelledby="theme-label">
                <span class="label" id="theme-label">{move || t("web-theme")}</span>
                <div class="choices">
                    {Theme::ALL.map(|theme| view! {
                        <button
                            class="choice"
                            role="radio"
                            data-t=format!("theme-{}", theme.name())
                            aria-checked=move || (prefs.theme.get() == theme).to_string()
                            on:click=move |_| prefs.theme.set(theme)
                        >
                            {move || t(&format!("web-theme-{}", theme.name()))}
                        </button>
                    }).collect_view()}
                </div>
            </div>
            <div class="field" role="radiogroup" aria-labelledby="table-label">
                <span class="label" id="table-label">{move || t("web-table-style")}</span>
                <div class="choices">
                    {TableStyle::ALL.map(|style| view! {
                        <button
                            class="choice table-style"
                            role="radio"
                            data-t=format!("table-{}", style.name())
                            aria-checked=move || (prefs.table.get() == style).to_string()
                            on:click=move |_| prefs.table.set(style)
                        >
                            <span class="swatch" data-table=style.name() aria-hidden="true"><i></i></span>
                            {move || t(&format!("web-table-{}", style.name()))}
                        </button>
                    }).collect_view()}
                </div>
            </div>
            <div class="field" role="radiogroup" aria-labelledby="pace-label">
                <span class="label" id="pace-label">{move || t("web-pace")}</span>
                <div class="choices">
                    {Pace::ALL.map(|pace| view! {
                        <button
                            class="choice"
                            role="radio"
                            data-t=format!("pace-{}", pace.name())
                            aria-checked=move || (prefs.pace.get() == pace).to_string()
                            on:click=move |_| prefs.pace.set(pace)
                        >
                            {move || t(&format!("web-pace-{}", pace.name()))}
                        </button>
                    }).collect_view()}
                </div>
            </div>
            <label class="check">
                <input
                    type="checkbox"
                    data-t="sound"
                    prop:checked=move || prefs.sound.get()
                    on:change=move |event| prefs.sound.set(event_target_checked(&event))
                />
                {move || t("web-sound")}
            </label>
            <label class="check" hidden=!alert::can_vibrate()>
                <input
                    type="checkbox"
                    data-t="vibration"
                    prop:checked=move || prefs.vibration.get()
                    on:change=move |event| prefs.vibration.set(event_target_checked(&event))
                />
                {move || t("web-vibration")}
            </label>
            <NotifyChoice />
            <label class="check" hidden=!odds_allowed>
                <input
                    type="checkbox"
                    data-t="odds"
                    prop:checked=move || prefs.odds.get()
                    on:change=move |event| prefs.odds.set(event_target_checked(&event))
                />
                {move || t("web-odds")}
            </label>
        </div>
    }
}

/// Whether to be notified. The browser is asked for leave when it is wanted, and never before.
#[component]
fn NotifyChoice() -> impl IntoView {
    let notifications = prefs().notifications;
    let denied = RwSignal::new(false);
    let choose = move |event: leptos::ev::Event| {
        let wanted = event_target_checked(&event);
        notifications.set(wanted);
        if wanted {
            spawn_local(async move {
                let allowed = alert::ask_to_notify().await;
                notifications.set(allowed);
                denied.try_set(!allowed);
            });
        }
    };
    view! {
        <div hidden=!alert::can_notify()>
            <label class="check">
                <input type="checkbox" data-t="notifications" prop:checked=move || notifications.get() on:change=choose />
                {move || t("web-notify")}
            </label>
            <p class="trouble small" role="alert">{move || denied.get().then(|| t("web-notify-denied"))}</p>
        </div>
    }
}

/// The languages, each by its own name.
#[component]
pub(crate) fn LanguageChoice() -> impl IntoView {
    view! {
        <div class="choices languages" role="radiogroup" aria-label=move || t("web-language")>
            {Language::all()
                .iter()
                .map(|&known| {
                    view! {
                        <button
                            class="choice"
                            role="radio"
                            lang=known.code()
                            data-t=format!("language-{}", known.code())
                            aria-checked=move || (language().get() == known).to_string()
                            on:click=move |_| switch_language(known)
                        >
                            {known.name()}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}
