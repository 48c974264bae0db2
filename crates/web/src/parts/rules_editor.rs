//! The editor of house rules: a preset, and every axis on which it can be changed.

mod axis_field;
mod house_rules;
mod preset_field;

use leptos::prelude::*;
use perudo_rules::{Axis, Rules};

use self::axis_field::AxisField;
use self::house_rules::changes;
use self::preset_field::PresetField;
use crate::browser;
use crate::i18n::{say, t};

pub(crate) use self::house_rules::{preset_key, rules_of};

/// Chooses a rule set. `rules` always holds a valid one.
#[component]
pub(crate) fn RulesEditor(
    /// The rule set, in record spelling.
    rules: RwSignal<String>,
    /// Whether it is part of a form, with little room.
    #[prop(optional)]
    compact: bool,
    /// Whether a preset is to be played as it is: then there are no house rules.
    #[prop(optional, into)]
    as_it_is: Signal<bool>,
) -> impl IntoView {
    if rules.with_untracked(|text| text.parse::<Rules>().is_err()) {
        rules.set(Rules::default().to_string());
    }
    let now = Memo::new(move |_| rules.with(|text| rules_of(text)));
    let set = Callback::new(move |new: Rules| rules.set(new.to_string()));
    let count = Memo::new(move |_| changes(&now.get()));
    let open = !compact && (count.get_untracked() > 0 || browser::matches("(min-width: 60rem)"));
    let reset = move |_| rules.set(now.get_untracked().preset.name().to_owned());
    let axes = Axis::ALL.map(|axis| {
        view! {
            <Show when=move || !now.get().is_moot(axis)>
                <AxisField axis now set />
            </Show>
        }
    });
    view! {
        <div class="rules-editor" class:compact=compact data-t="rules-editor">
            <PresetField now set compact />
            <details class="house" open=open data-t="rules-house">
                <summary data-t="rules-house-toggle">
                    <span>{move || t("web-rules-house")}</span>
                    <span class="soft small" data-t="rules-changes">
                        {move || say("web-rules-changes", &[("count", count.get().into())])}
                    </span>
                </summary>
                <fieldset class="all-axes" disabled=as_it_is>
                    {axes.into_iter().collect_view()}
                    <button
                        type="button"
                        class="button"
                        data-t="rules-reset"
                        disabled=move || count.get() == 0
                        on:click=reset
                    >
                        {move || {
                            let preset = t(&preset_key(now.get().preset));
                            say("web-rules-reset", &[("preset", preset.into())])
                        }}
                    </button>
                </fieldset>
            </details>
        </div>
    }
}
