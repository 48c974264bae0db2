//! A game against bots: how many, how strong, by which rules.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use serde::{Deserialize, Serialize};

use crate::browser;
use crate::i18n::t;
use crate::parts::{BotChoice, RulesEditor, beginners, bots_of, rules_name, rules_of};
use crate::play::LocalGame;

/// The names under which the browser stores a game against bots, and how the next one is to be.
pub(crate) const ALONE: &str = "perudo.game.alone";
const OPTIONS: &str = "perudo.alone";

/// How a game against bots is to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AloneOptions {
    pub(crate) rules: String,
    pub(crate) bots: u8,
    pub(crate) level: String,
}

impl Default for AloneOptions {
    fn default() -> AloneOptions {
        AloneOptions { rules: "tournament".to_owned(), bots: 3, level: beginners() }
    }
}

impl AloneOptions {
    /// What was chosen last time.
    pub(crate) fn load() -> AloneOptions {
        browser::load(OPTIONS).unwrap_or_default()
    }

    /// The game that is played by them.
    pub(crate) fn game(&self, name: &str) -> LocalGame {
        let bots = bots_of(&self.level, usize::from(self.bots));
        let settings = WireSettings {
            rules: Some(self.rules.clone()),
            seats: u8::try_from(bots.len() + 1).ok(),
            turn: Some(0),
            hints: Some(true),
            ..WireSettings::default()
        };
        LocalGame { settings, people: vec![name.to_owned()], bots, stored_as: ALONE }
    }
}

/// How many new games have been asked for.
#[derive(Clone, Copy)]
pub(crate) struct NewGames(pub(crate) RwSignal<u32>);

/// The form for a new game.
#[component]
pub(crate) fn NewGame(
    /// The rules, if they are to be others than last time.
    #[prop(optional)]
    rules: Option<String>,
) -> impl IntoView {
    let mut options = AloneOptions::load();
    options.rules = rules.unwrap_or(options.rules);
    let (rules, bots, level) =
        (RwSignal::new(options.rules), RwSignal::new(options.bots), RwSignal::new(options.level));
    let games: Option<NewGames> = use_context();
    let most = move || rules_of(&rules.get()).players.saturating_sub(1).min(9);
    let begin = move |_| {
        let options = AloneOptions {
            rules: rules.get_untracked(),
            bots: bots.get_untracked().clamp(1, untrack(most).max(1)),
            level: level.get_untracked(),
        };
        browser::save(OPTIONS, &options);
        if let Some(NewGames(games)) = games {
            games.update(|count| *count += 1);
        }
    };
    view! {
        <div class="field" role="radiogroup" aria-labelledby="opponents-label">
            <span class="label" id="opponents-label">{move || t("web-opponents")}</span>
            <div class="choices">
                {move || (1..=most()).map(|count| view! {
                    <button
                        class="choice"
                        role="radio"
                        data-t=format!("bots-{count}")
                        aria-checked=move || (bots.get() == count).to_string()
                        on:click=move |_| bots.set(count)
                    >
                        {count}
                    </button>
                }).collect_view()}
            </div>
        </div>
        <BotChoice level id="alone-level" />
        <details>
            <summary>
                {move || t("web-rules")}
                <span class="soft chosen-rules" data-t="chosen-rules">{move || rules_name(&rules.get())}</span>
            </summary>
            <RulesEditor rules compact=true />
        </details>
        <p class="row end go">
            <button class="button main big" data-t="begin" on:click=begin>{move || t("web-begin")}</button>
        </p>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_as_many_bots_as_were_wanted() {
        for bots in 1..=5 {
            for level in ["fox", "plain-steady", "expert"] {
                let options = AloneOptions { bots, level: level.to_owned(), ..AloneOptions::default() };
                let game = options.game("anna");
                assert_eq!(game.bots.len(), usize::from(bots));
                assert!(game.bots.iter().all(|bot| *bot == game.bots[0]), "{:?}", game.bots);
                assert_eq!(game.settings.seats, Some(bots + 1));
                assert!(game.settings.check().is_ok());
            }
        }
    }
}
