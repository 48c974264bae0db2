//! How strong bots are to be: in plain words, or one of them by name.

use leptos::prelude::*;
use perudo_bots::{BotKind, Character, Opponent};

use crate::browser;
use crate::i18n::{t, words};

/// The steps, from the weakest to the strongest: each beats the one before it.
const STEPS: [BotKind; 5] =
    [BotKind::Novice, BotKind::Steady, BotKind::Reader, BotKind::Thinker, BotKind::Master];
/// Those who may come as a surprise: none of them has to be fetched first.
const SURPRISES: &[BotKind] = &[BotKind::Novice, BotKind::Steady, BotKind::Reader, BotKind::Thinker];
/// Bots of several steps instead of one.
const SURPRISE: &str = "mixed";
/// A step is played by different characters of that strength. What begins so is the bot itself.
const PLAIN: &str = "plain-";

/// What the first game is played against.
pub(crate) fn beginners() -> String {
    BotKind::Novice.name().to_owned()
}

/// What the ladder's bots are called here: those that are no step have their own names, and masters are masters.
fn plain(kind: BotKind) -> String {
    let step = kind != BotKind::Master && STEPS.contains(&kind);
    format!("{}{}", if step { PLAIN } else { "" }, kind.name())
}

/// As many bots of a level, by their names at tables.
pub(crate) fn bots_of(level: &str, count: usize) -> Vec<String> {
    pick_bots(level, count, |among| browser::any_below(among as u32) as usize)
}

fn pick_bots(level: &str, count: usize, mut any_below: impl FnMut(usize) -> usize) -> Vec<String> {
    let by_name = level.strip_prefix(PLAIN).and_then(BotKind::named).map(Opponent::from);
    let step = BotKind::named(level);
    let alone = Opponent::named(level).filter(|_| step.is_none_or(|kind| plain(kind) == level));
    if let Some(one) = by_name.or(alone) {
        return vec![one.to_string(); count];
    }
    let mut characters = Character::ALL.to_vec();
    for last in (1..characters.len()).rev() {
        characters.swap(last, any_below(last + 1).min(last));
    }
    let different = characters.into_iter().cycle().take(count);
    let strength =
        |any: usize| step.unwrap_or_else(|| SURPRISES.get(any).copied().unwrap_or(BotKind::Steady));
    different
        .map(|character| {
            let kind = strength(any_below(SURPRISES.len()));
            Opponent { kind, character: Some(character) }.to_string()
        })
        .collect()
}

/// The strength of bots: five steps, a surprise, or a bot or a character by name for those who know them.
#[component]
pub(crate) fn BotChoice(level: RwSignal<String>, id: &'static str) -> impl IntoView {
    let steps = || STEPS.iter().map(|kind| kind.name()).chain([SURPRISE]);
    let chosen = move || level.with(|level| steps().find(|step| *step == level));
    let about = move || match chosen() {
        Some(step) => t(&format!("web-strength-{step}-about")),
        None => level.with(|level| words().about_bot(level.strip_prefix(PLAIN).unwrap_or(level))),
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
                    .map(|&kind| (plain(kind), kind.name()))
                    .chain(Character::ALL.iter().map(|character| (character.name().to_owned(), character.name())))
                    .map(|(value, name)| {
                        let chosen = value.clone();
                        view! {
                            <option value=value selected=move || level.with(|level| *level == chosen)>
                                {move || format!("{} – {}", words().bot(name), words().about_bot(name))}
                            </option>
                        }
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
            for level in
                [SURPRISE, "novice", "steady", "master", "expert", "fox", "plain-steady", "no such bot"]
            {
                let mut next = 0;
                let bots = pick_bots(level, count, |among| {
                    next = (next + 1) % among;
                    next
                });
                assert_eq!(bots.len(), count);
                let opponents: Vec<Opponent> = bots.iter().filter_map(|bot| Opponent::named(bot)).collect();
                assert_eq!(opponents.len(), count, "{bots:?}");
                let same = bots.iter().all(|bot| *bot == bots[0]);
                let one = ["master", "expert", "fox", "plain-steady"].contains(&level);
                assert_eq!(same, one || count < 2, "{level}: {bots:?}");
                if !one && count <= Character::ALL.len() {
                    let mut characters: Vec<_> = opponents.iter().map(|bot| bot.character).collect();
                    characters.sort();
                    characters.dedup();
                    assert_eq!(characters.len(), count, "two of a character: {bots:?}");
                }
                if let Some(kind) = BotKind::named(level) {
                    assert!(opponents.iter().all(|bot| bot.kind == kind), "{bots:?}");
                }
            }
        }
    }

    #[test]
    fn whoever_was_chosen_in_an_earlier_version_is_still_known() {
        for kind in BotKind::ALL {
            let [bot] = &pick_bots(kind.name(), 1, |_| 0)[..] else { panic!("one bot") };
            assert_eq!(Opponent::named(bot).map(|bot| bot.kind), Some(*kind));
            assert_eq!(pick_bots(&plain(*kind), 1, |_| 0), [kind.name()]);
        }
    }
}
