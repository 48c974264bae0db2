//! Several people share one device.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use serde::{Deserialize, Serialize};

use crate::browser;
use crate::i18n::{say, t};
use crate::parts::{Bar, BotChoice, RulesEditor, beginners, bots_of, rules_of};
use crate::play::{Local, LocalGame, is_in_play};
use crate::sound;
use crate::table::LocalTable;

/// The name under which the browser stores such a game.
pub(crate) const TOGETHER: &str = "perudo.game.together";
const OPTIONS: &str = "perudo.together";

#[derive(Clone, Serialize, Deserialize)]
struct TogetherOptions {
    names: Vec<String>,
    bots: u8,
    level: String,
    rules: String,
}

impl TogetherOptions {
    /// The game that is played by them. Whoever gives no name is called by `nameless` and a number.
    fn game(&self, nameless: impl Fn(usize) -> String) -> LocalGame {
        let people = named(&self.names, nameless);
        let settings = WireSettings {
            rules: Some(self.rules.clone()),
            seats: u8::try_from(people.len() + usize::from(self.bots)).ok(),
            turn: Some(0),
            ..WireSettings::default()
        };
        let bots = bots_of(&self.level, usize::from(self.bots));
        LocalGame { settings, people, bots, stored_as: TOGETHER }
    }
}

/// The names of people who may have given none: those are numbered, by their place where that is free.
fn named(names: &[String], nameless: impl Fn(usize) -> String) -> Vec<String> {
    let mut people: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
    for place in 0..people.len() {
        if people[place].is_empty() {
            let free = |name: &String| people.iter().all(|known| known.to_lowercase() != name.to_lowercase());
            // Among one more names than there are people one is free.
            let numbers = (1..=people.len() + 1).cycle().skip(place).take(people.len() + 1);
            people[place] = numbers.map(&nameless).find(free).unwrap_or_default();
        }
    }
    people
}

/// The game of the people who share this device; none: they still choose it.
#[derive(Clone, Copy)]
pub(crate) struct TogetherGame(RwSignal<Option<LocalGame>>);

/// The names, then the table.
#[component]
pub(crate) fn Together() -> impl IntoView {
    let playing = RwSignal::new(is_in_play(TOGETHER).then(LocalGame::default));
    provide_context(TogetherGame(playing));
    move || match playing.get() {
        Some(game) => {
            let fresh = !game.people.is_empty();
            let game = LocalGame { stored_as: TOGETHER, ..game };
            let local = if fresh { Local::begin(&game) } else { Local::restore_or_begin(&game) };
            view! { <LocalTable local /> }.into_any()
        }
        None => view! {
            <Bar title="web-together" />
            <main class="page">
                <p>{move || t("web-together-about")}</p>
                <div class="card"><NewTogether /></div>
            </main>
        }
        .into_any(),
    }
}

/// The form for a new game of people who share this device.
#[component]
pub(crate) fn NewTogether() -> impl IntoView {
    let playing: Option<TogetherGame> = use_context();
    let options = browser::load(OPTIONS).unwrap_or_else(|| TogetherOptions {
        names: vec![String::new(), String::new()],
        bots: 0,
        level: beginners(),
        rules: "tournament".to_owned(),
    });
    let names = RwSignal::new(options.names);
    let (bots, level, rules) =
        (RwSignal::new(options.bots), RwSignal::new(options.level), RwSignal::new(options.rules));
    let trouble = RwSignal::new(None::<String>);
    let most = move || usize::from(rules_of(&rules.get()).players);
    let people = Memo::new(move |_| names.with(Vec::len));
    let begin = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        sound::unlock();
        let options = TogetherOptions {
            names: names.get_untracked(),
            bots: bots.get_untracked(),
            level: level.get_untracked(),
            rules: rules.get_untracked(),
        };
        let game = options.game(person_name);
        match fault(&game, untrack(most)) {
            Some(key) => trouble.set(Some(t(key))),
            None => {
                browser::save(OPTIONS, &options);
                if let Some(TogetherGame(playing)) = playing {
                    playing.set(Some(game));
                }
            }
        }
    };
    view! {
        <form on:submit=begin>
            {move || (0..people.get()).map(|index| view! { <PersonField names index /> }).collect_view()}
            <p>
                <button
                    class="button"
                    type="button"
                    data-t="add-person"
                    disabled={move || people.get() + usize::from(bots.get()) >= most()}
                    on:click=move |_| names.update(|names| names.push(String::new()))
                >
                    {move || t("web-add-person")}
                </button>
            </p>
            <div class="field">
                <label for="bots">{move || t("web-bots-too")}</label>
                <select id="bots" data-t="bots" on:change=move |event| bots.set(event_target_value(&event).parse().unwrap_or(0))>
                    {move || (0..=most().saturating_sub(people.get()).min(9)).map(|count| view! {
                        <option value=count.to_string() selected=move || usize::from(bots.get()) == count>{count}</option>
                    }).collect_view()}
                </select>
            </div>
            <div hidden=move || bots.get() == 0>
                <BotChoice level id="together-level" />
            </div>
            <details>
                <summary>{move || t("web-rules")}</summary>
                <RulesEditor rules compact=true />
            </details>
            <p class="trouble" role="alert" data-t="trouble">{move || trouble.get()}</p>
            <div class="row end go">
                <button class="button main big" type="submit" data-t="begin">{move || t("web-begin")}</button>
            </div>
        </form>
    }
}

/// What someone without a name is called.
fn person_name(number: usize) -> String {
    say("web-person", &[("number", number.into())])
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
    let alone = move || names.with(Vec::len) < 2;
    view! {
        <div class="person">
            <label for=id.clone()>{move || person_name(index + 1)}</label>
            <input
                id=id
                type="text"
                data-t="person"
                maxlength="24"
                autocomplete="off"
                placeholder=move || person_name(index + 1)
                prop:value=move || names.with(|names| names.get(index).cloned().unwrap_or_default())
                on:input=move |event| {
                    let text = event_target_value(&event);
                    names.update(|names| {
                        if let Some(name) = names.get_mut(index) {
                            *name = text;
                        }
                    });
                }
            />
            <button
                class="button icon"
                type="button"
                data-t="remove-person"
                hidden=alone
                aria-label=move || say("web-remove", &[("name", person_name(index + 1).into())])
                on:click=move |_| names.update(|names| drop(names.remove(index)))
            >
                "✕"
            </button>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_without_names_are_numbered_and_no_two_are_called_the_same() {
        let cases: [(&[&str], &[&str]); 6] = [
            (&["", ""], &["Player 1", "Player 2"]),
            (&[" anna ", ""], &["anna", "Player 2"]),
            (&["player 2", ""], &["player 2", "Player 3"]),
            (&["", "Player 1"], &["Player 2", "Player 1"]),
            (&["Player 3", "Player 2", ""], &["Player 3", "Player 2", "Player 4"]),
            (&["Player 3", "Player 4", "", ""], &["Player 3", "Player 4", "Player 5", "Player 1"]),
        ];
        for (names, expected) in cases {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            assert_eq!(named(&names, |number| format!("Player {number}")), expected, "{names:?}");
        }
    }

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
