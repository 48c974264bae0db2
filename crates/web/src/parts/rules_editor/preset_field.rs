//! The choice of a preset.

use leptos::prelude::*;
use perudo_rules::{Preset, Rules};

use super::house_rules::{about_key, preset_key};
use crate::i18n::t;
use crate::parts::radio::fresh_group;

/// The presets, one of which is chosen. Choosing another one undoes all changes.
#[component]
pub(super) fn PresetField(now: Memo<Rules>, set: Callback<Rules>, compact: bool) -> impl IntoView {
    let group = fresh_group();
    let chosen = Memo::new(move |_| now.get().preset);
    let option = move |preset: Preset| {
        let about = (!compact).then(|| {
            view! { <span class="about small soft">{move || t(&about_key(preset))}</span> }
        });
        view! {
            <label class="pick" class:tall=!compact>
                <input
                    type="radio"
                    name=group.clone()
                    value=preset.name()
                    prop:checked=move || chosen.get() == preset
                    data-t=format!("rules-preset-{}", preset.name())
                    on:change=move |_| set.run(preset.rules())
                />
                <span>{move || t(&preset_key(preset))}</span>
                {about}
            </label>
        }
    };
    view! {
        <fieldset class="presets">
            <legend class="label">{move || t("web-rules-preset")}</legend>
            <div class="picks">{Preset::ALL.map(option).into_iter().collect_view()}</div>
            <Show when=move || compact>
                <p class="small soft" data-t="rules-about">
                    {move || t(&about_key(chosen.get()))}
                </p>
            </Show>
        </fieldset>
    }
}
