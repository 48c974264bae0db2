//! The rules in words: of a preset, of house rules, and how they differ.

use leptos::prelude::*;
use perudo_rules::{Preset, Rules};
use wasm_bindgen::JsValue;

use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::{Bar, Differences, Rulebook, RulesEditor, preset_key, rules_of};
use crate::screen::{Link, Screen};

/// The rules of a rule set.
#[component]
pub(crate) fn RulesPage(rules: String) -> impl IntoView {
    let errors = rules.parse::<Rules>().err();
    let text = RwSignal::new(rules);
    let now = Memo::new(move |_| text.with(|text| rules_of(text)));
    // The address is replaced: not every change should be a step of the browser's back button.
    Effect::new(move |before: Option<String>| {
        let now = text.get();
        if before.is_some_and(|before| before != now)
            && let Ok(history) = window().history()
        {
            let path = Screen::Rules(now.clone()).path();
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&path));
        }
        now
    });
    // Those who have changed something want to see what.
    let changed = Memo::new(move |_| now.with(|now| *now != now.preset.rules()));
    let unknown = move || {
        let sentence = |error| view! { <p class="trouble">{words().rules_error(error)}</p> };
        errors.as_ref().map(|errors| {
            view! {
                <div class="card" role="alert" data-t="rules-unknown">
                    <p>{t("web-rules-unknown")}</p>
                    {errors.iter().map(sentence).collect_view()}
                </div>
            }
        })
    };
    view! {
        <Bar title="web-rules-title" />
        <main class="page wide rules-page" data-t="rules-page">
            {unknown}
            <p class="intro soft">{move || t("web-rules-intro")}</p>
            <div class="columns">
                <div class="card choosing">
                    <RulesEditor rules=text />
                    <PlayBy now />
                    <CopyLink now />
                </div>
                <div class="reading" class:changed=changed>
                    <Compare now />
                    <section class="card" data-t="rules-book">
                        <h2>
                            {move || {
                                let preset = t(&preset_key(now.get().preset));
                                let key = if changed.get() { "web-rules-book-changed" } else { "web-rules-book" };
                                say(key, &[("preset", preset.into())])
                            }}
                        </h2>
                        <p class="small soft">{move || t("web-rules-clauses")}</p>
                        <Rulebook rules=now />
                    </section>
                </div>
            </div>
        </main>
    }
}

/// The differences from the preset, or from another one.
#[component]
fn Compare(now: Memo<Rules>) -> impl IntoView {
    let chosen = RwSignal::new(None::<Preset>);
    let with = Memo::new(move |_| chosen.get().unwrap_or(now.get().preset));
    let other = Memo::new(move |_| with.get().rules());
    let options = Preset::ALL.map(|preset| {
        view! {
            <option value=preset.name() prop:selected=move || with.get() == preset>
                {move || t(&preset_key(preset))}
            </option>
        }
    });
    view! {
        <section class="card compare" data-t="rules-compare">
            <h2>{move || t("web-rules-differences")}</h2>
            <div class="field">
                <label for="rules-compare-with">{move || t("web-rules-compare-with")}</label>
                <select
                    id="rules-compare-with"
                    data-t="rules-compare-with"
                    on:change=move |event| chosen.set(Preset::named(&event_target_value(&event)))
                >
                    {options.into_iter().collect_view()}
                </select>
            </div>
            <Differences rules=now other />
        </section>
    }
}

/// Links to games by these rules.
#[component]
fn PlayBy(now: Memo<Rules>) -> impl IntoView {
    move || {
        let rules = now.get().to_string();
        view! {
            <section class="play-by" aria-labelledby="play-by-title">
                <h2 id="play-by-title">{t("web-rules-play")}</h2>
                <div class="row">
                    <Link to=Screen::Play(rules.clone()) class="button main" hook="rules-play-bots">
                        {t("web-rules-play-bots")}
                    </Link>
                    <Link to=Screen::New(rules) class="button gold" hook="rules-play-friends">
                        {t("web-rules-play-friends")}
                    </Link>
                </div>
            </section>
        }
    }
}

/// A button that copies a link to these rules.
#[component]
fn CopyLink(now: Memo<Rules>) -> impl IntoView {
    let copied = RwSignal::new(None::<bool>);
    Effect::new(move || {
        now.track();
        copied.set(None);
    });
    let copy = move |_| {
        let link = Screen::Rules(now.get_untracked().to_string()).url();
        leptos::task::spawn_local(async move { copied.set(Some(browser::copy(&link).await)) });
    };
    view! {
        <div class="row copy-link">
            <button type="button" class="button" data-t="rules-copy" on:click=copy>
                {move || t("web-rules-copy")}
            </button>
            <span role="status" class="small soft" data-t="rules-copied">
                {move || {
                    copied.get().map(|done| t(if done { "web-rules-copied" } else { "web-rules-not-copied" }))
                }}
            </span>
        </div>
    }
}
