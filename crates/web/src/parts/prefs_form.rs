//! The preferences, as a form.

use leptos::prelude::*;
use perudo_words::Language;

use crate::i18n::{language, switch_language, t};
use crate::prefs::{Pace, Theme, prefs};

/// Language, colours, sound, pace and odds.
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
