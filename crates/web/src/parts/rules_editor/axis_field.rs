//! One axis of the rules: its values, the sentence it becomes, and why a value is refused.

use leptos::prelude::*;
use perudo_rules::{Axis, Rules, RulesErrors};

use super::house_rules::{axis_key, changed, differs, neighbour, preset_key, value_key};
use crate::i18n::{say, t, words};
use crate::parts::Clause;
use crate::parts::radio::fresh_group;

/// Sets a value, and says whether the rules allow it.
type Choose = Callback<String, bool>;

/// One axis of the rules.
#[component]
pub(super) fn AxisField(axis: Axis, now: Memo<Rules>, set: Callback<Rules>) -> impl IntoView {
    let refused = RwSignal::new(None::<RulesErrors>);
    let choose = Choose::new(move |value: String| match changed(&now.get_untracked(), axis, &value) {
        Ok(rules) => {
            set.run(rules);
            true
        }
        Err(errors) => {
            refused.set(Some(errors));
            false
        }
    });
    // A value that was refused may be possible after another change.
    Effect::new(move || {
        now.track();
        refused.set(None);
    });
    let house = Memo::new(move |_| differs(&now.get(), axis));
    let control = if axis.range().is_some() {
        view! { <Stepper axis now choose /> }.into_any()
    } else {
        view! { <Values axis now choose /> }.into_any()
    };
    view! {
        <fieldset class="axis" class:differs=house data-t="rules-axis" data-axis=axis.name()>
            <legend>
                {move || t(&axis_key(axis))}
                <Show when=move || house.get()>
                    " "
                    <span class="gold-mark" data-t="rules-axis-changed">{move || t("web-rules-changed")}</span>
                </Show>
            </legend>
            {control}
            <p class="sentence" data-t="rules-axis-sentence">
                {move || {
                    let sentence = words().axis(axis, &now.get());
                    view! { {sentence.text} "\u{a0}" <Clause clause=sentence.clause /> }
                }}
            </p>
            <Show when=move || house.get()>
                <p class="small soft" data-t="rules-axis-preset">
                    {move || {
                        let preset = now.get().preset;
                        let sentence = words().axis(axis, &preset.rules()).text;
                        let name = t(&preset_key(preset));
                        say("web-rules-preset-says", &[("preset", name.into()), ("sentence", sentence.into())])
                    }}
                </p>
            </Show>
            <div role="alert" data-t="rules-axis-refused">
                {move || {
                    let sentence = |error| view! { <p class="trouble">{words().rules_error(&error)}</p> };
                    refused.get().into_iter().flatten().map(sentence).collect_view()
                }}
            </div>
        </fieldset>
    }
}

/// A number with its neighbours.
#[component]
fn Stepper(axis: Axis, now: Memo<Rules>, choose: Choose) -> impl IntoView {
    let button = move |up: bool| {
        let (sign, key, hook) = if up {
            ("+", "web-rules-more", format!("rules-{}-more", axis.name()))
        } else {
            ("−", "web-rules-fewer", format!("rules-{}-fewer", axis.name()))
        };
        let ended = move || neighbour(&now.get(), axis, up).is_none();
        let step = move |_| {
            if let Some(value) = neighbour(&now.get_untracked(), axis, up) {
                choose.run(value);
            }
        };
        view! {
            <button
                type="button"
                class="button rules-step"
                data-t=hook
                aria-disabled=move || ended().to_string()
                aria-label=move || say(key, &[("what", t(&axis_key(axis)).into())])
                on:click=step
            >
                {sign}
            </button>
        }
    };
    view! {
        <div class="rules-stepper">
            {button(false)}
            <output data-t=format!("rules-{}-value", axis.name())>
                {move || now.get().get(axis).into_owned()}
            </output>
            {button(true)}
        </div>
    }
}

/// The values of an axis, one of which is chosen.
#[component]
fn Values(axis: Axis, now: Memo<Rules>, choose: Choose) -> impl IntoView {
    let group = fresh_group();
    let option = move |value: String| {
        let (hook, key) = (format!("rules-{}-{value}", axis.name()), value_key(&value));
        let (checked, chosen, refused) = (value.clone(), value.clone(), value.clone());
        view! {
            <label class="pick">
                <input
                    type="radio"
                    name=group.clone()
                    value=value
                    prop:checked=move || now.get().get(axis) == checked
                    data-t=hook
                    on:click=move |event| {
                        // If the value is refused, the browser restores the old choice.
                        if changed(&now.get_untracked(), axis, &refused).is_err() {
                            event.prevent_default();
                            choose.run(refused.clone());
                        }
                    }
                    on:change=move |_| {
                        choose.run(chosen.clone());
                    }
                />
                <span>{move || t(&key)}</span>
            </label>
        }
    };
    let options = axis.values().into_iter().map(|value| option(value.into_owned())).collect_view();
    view! { <div class="picks">{options}</div> }
}
