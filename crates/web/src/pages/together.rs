//! Several people share one device.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use serde::{Deserialize, Serialize};

use crate::browser;
use crate::i18n::{say, t};
use crate::parts::{Bar, RulesEditor, rules_of};
use crate::play::{LocalGame, is_in_a_tour};
use crate::sound;
use crate::table::{BotChoice, LocalTable};

const TOGETHER: &str = "perudo.game.together";
const OPTIONS: &str = "perudo.together";

#[derive(Clone, Serialize, Deserialize)]
struct TogetherOptions {
    names: Vec<String>,
    bots: u8,
    level: String,
    rules: String,
}

impl TogetherOptions {
    fn game(&self) -> LocalGame {
        let people: Vec<String> =
            self.names.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
        let settings = WireSettings {
            rules: Some(self.rules.clone()),
            seats: u8::try_from(people.len() + usize::from(self.bots)).ok(),
            turn: Some(0),
            ..WireSettings::default()
        };
        let bots = vec![self.level.clone(); usize::from(self.bots)];
        LocalGame { settings, people, bots, stored_as: TOGETHER }
    }
}

/// The names, then the table.
#[component]
pub(crate) fn Together() -> impl IntoView {
    let playing = RwSignal::new(is_in_a_tour(TOGETHER).then(LocalGame::default));
    move || match playing.get() {
        Some(game) => {
            let fresh = !game.people.is_empty();
            let game = LocalGame { stored_as: TOGETHER, ..game };
            view! { <LocalTable game fresh /> }.into_any()
        }
        None => view! { <Setup playing /> }.into_any(),
    }
}

#[component]
fn Setup(playing: RwSignal<Option<LocalGame>>) -> impl IntoView {
    let options = browser::load(OPTIONS).unwrap_or_else(|| TogetherOptions {
        names: vec![String::new(), String::new()],
        bots: 0,
        level: "steady".to_owned(),
        rules: "tournament".to_owned(),
    });
    let names = RwSignal::new(options.names);
    let (bots, level, rules) =
        (RwSignal::new(options.bots), RwSignal::new(options.level), RwSignal::new(options.rules));
    let trouble = RwSignal::new(None::<String>);
    let most = move || usize::from(rules_of(&rules.get()).players);
    let begin = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        sound::unlock();
        let options = TogetherOptions {
            names: names.get_untracked(),
            bots: bots.get_untracked(),
            level: level.get_untracked(),
            rules: rules.get_untracked(),
        };
        let game = options.game();
        match fault(&game, untrack(most)) {
            Some(key) => trouble.set(Some(t(key))),
            None => {
                browser::save(OPTIONS, &options);
                playing.set(Some(game));
            }
        }
    };
    view! {
        <Bar title="web-together" />
        <main class="page">
            <p>{move || t("web-together-about")}</p>
            <form class="card" on:submit=begin>
                {move || (0..names.with(Vec::len)).map(|index| view! { <PersonField names index /> }).collect_view()}
                <p>
                    <button
                        class="button"
                        type="button"
                        data-t="add-person"
                        disabled={move || names.with(Vec::len) + usize::from(bots.get()) >= most()}
                        on:click=move |_| names.update(|names| names.push(String::new()))
                    >
                        {move || t("web-add-person")}
                    </button>
                </p>
                <div class="field">
                    <label for="bots">{move || t("web-bots-too")}</label>
                    <select id="bots" data-t="bots" on:change=move |event| bots.set(event_target_value(&event).parse().unwrap_or(0))>
                        {move || (0..=most().saturating_sub(names.with(Vec::len)).min(9)).map(|count| view! {
                            <option value=count.to_string() selected=move || usize::from(bots.get()) == count>{count}</option>
                        }).collect_view()}
                    </select>
                </div>
                <div class="field" hidden=move || bots.get() == 0>
                    <BotChoice level id="together-level" />
                </div>
                <details>
                    <summary>{move || t("web-rules")}</summary>
                    <RulesEditor rules compact=true />
                </details>
                <p class="trouble" role="alert" data-t="trouble">{move || trouble.get()}</p>
                <div class="row end">
                    <button class="button main big" type="submit" data-t="begin">{move || t("web-begin")}</button>
                </div>
            </form>
        </main>
    }
}

/// Why these people cannot play.
fn fault(game: &LocalGame, most: usize) -> Option<&'static str> {
    let folded: Vec<String> = game.people.iter().map(|name| name.to_lowercase()).collect();
    let twice = folded.iter().enumerate().any(|(index, name)| folded[..index].contains(name));
    let bad = game.people.iter().any(|name| perudo_table::checked_name(name).is_err());
    let count = game.people.len() + game.bots.len();
    match () {
        () if bad => Some("refused-bad-name"),
        () if twice => Some("refused-name-taken"),
        () if game.people.is_empty() || count < 2 => Some("refused-too-few-players"),
        () if count > most => Some("refused-table-full"),
        () => None,
    }
}

#[component]
fn PersonField(names: RwSignal<Vec<String>>, index: usize) -> impl IntoView {
    let id = format!("person-{index}");
    view! {
        <div class="field">
            <label for=id.clone()>{move || say("web-person", &[("number", (index + 1).into())])}</label>
            <input
                id=id
                type="text"
                data-t="person"
                maxlength="24"
                autocomplete="off"
                prop:value=names.with_untracked(|names| names.get(index).cloned().unwrap_or_default())
                on:input=move |event| {
                    let text = event_target_value(&event);
                    // Untracked: the field must not be rendered again while someone writes in it.
                    names.update_untracked(|names| {
                        if let Some(name) = names.get_mut(index) {
                            *name = text;
                        }
                    });
                }
            />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_cannot_play_are_told_why() {
        let game = |people: &[&str], bots: usize| LocalGame {
            people: people.iter().map(|&name| name.to_owned()).collect(),
            bots: vec!["steady".to_owned(); bots],
            ..LocalGame::default()
        };
        let cases = [
            (game(&["anna", "boris"], 0), None),
            (game(&["anna"], 1), None),
            (game(&["anna"], 0), Some("refused-too-few-players")),
            (game(&[], 3), Some("refused-too-few-players")),
            (game(&["anna", "Anna"], 0), Some("refused-name-taken")),
            (game(&["anna", "<b>"], 0), Some("refused-bad-name")),
            (game(&["anna", "boris"], 5), Some("refused-table-full")),
        ];
        for (game, expected) in cases {
            assert_eq!(fault(&game, 6), expected, "{:?}", game.people);
        }
    }
}
