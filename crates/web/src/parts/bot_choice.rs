//! How strong bots are to be: in plain words, or one of them by name.

use leptos::prelude::*;
use perudo_bots::BotKind;

use crate::browser;
use crate::i18n::{t, words};

/// The steps, from the weakest to the strongest: each beats the one before it.
const STEPS: [BotKind; 5] =
    [BotKind::Novice, BotKind::Steady, BotKind::Reader, BotKind::Thinker, BotKind::Master];
/// Those who may come as a surprise: none of them has to be fetched first.
const SURPRISES: &[BotKind] = &[BotKind::Novice, BotKind::Steady, BotKind::Reader, BotKind::Thinker];
/// Bots of several steps instead of one.
const SURPRISE: &str = "mixed";

/// What the first game is played against.
pub(crate) fn beginners() -> String {
    BotKind::Novice.name().to_owned()
}

/// As many bots of a level, by their names on the ladder.
pub(crate) fn bots_of(level: &str, count: usize) -> Vec<String> {
    pick_bots(level, count, |among| browser::any_below(among as u32) as usize)
}

fn pick_bots(level: &str, count: usize, mut any_below: impl FnMut(usize) -> usize) -> Vec<String> {
    let mut bot =
        || BotKind::named(level).unwrap_or_else(|| SURPRISES[any_below(SURPRISES.len()) % SURPRISES.len()]);
    (0..count).map(|_| bot().name().to_owned()).collect()
}

/// The strength of bots: five steps, a surprise, or a bot by name for those who know them.
#[component]
pub(crate) fn BotChoice(level: RwSignal<String>, id: &'static str) -> impl IntoView {
    let steps = || STEPS.iter().map(|kind| kind.name()).chain([SURPRISE]);
    let chosen = move || level.with(|level| steps().find(|step| *step == level));
    let about = move || match chosen() {
        Some(step) => t(&format!("web-strength-{step}-about")),
        None => level.with(|level| words().about_bot(level)),
    };
    // Someone who chose a bot by name before finds it again.
    let by_name = untrack(|| chosen().is_none());
    view! {
        <div class="field" role="radiogroup" aria-labelledby=format!("{id}-label") aria-describedby=format!("{id}-about")>
            <span class="label" id=format!("{id}-label")>{move || t("web-strength")}</span>
            <div class="choices">
                {steps().map(|step| view! {
                    <button
                        class="choice"
                        type="button"
                        role="radio"
                        data-t=format!("strength-{step}")
                        aria-checked=move || (chosen() == Some(step)).to_string()
                        on:click=move |_| level.set(step.to_owned())
                    >
                        {move || t(&format!("web-strength-{step}"))}
                    </button>
                }).collect_view()}
            </div>
            <p class="soft small" id=format!("{id}-about") data-t="strength-about">{about}</p>
        </div>
        <details open=by_name>
            <summary data-t="by-name">{move || t("web-bot-by-name")}</summary>
            <label class="unseen" for=id>{move || t("web-bot-level")}</label>
            <select
                id=id
                data-t="bot-level"
                prop:value=move || level.get()
                on:change=move |event| level.set(event_target_value(&event))
            >
                <option value=SURPRISE selected=move || level.get() == SURPRISE>{move || t("web-strength-mixed")}</option>
                {BotKind::ALL
                    .iter()
                    .map(|&kind| view! {
                        <option value=kind.name() selected=move || level.get() == kind.name()>
                            {move || format!("{} – {}", words().bot(kind.name()), words().about_bot(kind.name()))}
                        </option>
                    })
                    .collect_view()}
            </select>
        </details>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_bots_come_as_were_wanted_and_a_surprise_is_one() {
        for count in 0..=9 {
            for level in [SURPRISE, "steady", "expert", "no such bot"] {
                let mut next = 0;
                let bots = pick_bots(level, count, |among| {
                    next = (next + 1) % among;
                    next
                });
                assert_eq!(bots.len(), count);
                assert!(bots.iter().all(|bot| BotKind::named(bot).is_some()), "{bots:?}");
                let same = bots.iter().all(|bot| *bot == bots[0]);
                assert_eq!(same, BotKind::named(level).is_some() || count < 2, "{level}: {bots:?}");
            }
        }
    }

    #[test]
    fn whoever_was_chosen_in_an_earlier_version_is_still_known() {
        for kind in BotKind::ALL {
            assert_eq!(pick_bots(kind.name(), 1, |_| 0), [kind.name()]);
        }
    }
}
