//! A choice among few, each at one press.

use leptos::prelude::*;

use super::radio::fresh_group;
use crate::i18n::t;

/// Radio buttons that look like what they choose.
#[component]
pub(crate) fn Picks(
    /// The key of what is chosen.
    legend: &'static str,
    /// Its name for tests; each choice adds its value.
    hook: &'static str,
    /// The values.
    values: Vec<String>,
    /// What people read for a value.
    name: impl Fn(&str) -> String + Copy + Send + Sync + 'static,
    /// The value that is chosen.
    #[prop(into)]
    chosen: Signal<String>,
    /// Chooses another.
    choose: impl Fn(String) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let group = fresh_group();
    let pick = move |value: String| {
        let value = StoredValue::new(value);
        view! {
            <label class="pick">
                <input
                    type="radio"
                    name=group.clone()
                    value=value.get_value()
                    data-t=format!("{hook}-{}", value.get_value())
                    prop:checked=move || value.with_value(|value| chosen.with(|chosen| chosen == value))
                    on:change=move |_| choose(value.get_value())
                />
                <span>{move || value.with_value(|value| name(value))}</span>
            </label>
        }
    };
    view! {
        <fieldset class="choice-of-few">
            <legend class="label">{move || t(legend)}</legend>
            <div class="picks">{values.into_iter().map(pick).collect_view()}</div>
        </fieldset>
    }
}
