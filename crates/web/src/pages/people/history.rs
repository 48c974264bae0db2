//! Finished games of somebody, with their replays, records and proofs.

use leptos::prelude::*;
use perudo_protocol::http::{GamePlayer, GameRow, GamesPage};
use perudo_rules::Preset;
use wasm_bindgen_futures::spawn_local;

use crate::api;
use crate::i18n::{moment, say, t};
use crate::own_games::TourId;
use crate::parts::{Change, PersonName, preset_key, rules_name};
use crate::screen::{Link, Screen, encode_segment};

/// Which games are wanted; an empty text: all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Filter {
    preset: String,
    players: String,
    rated: String,
    won: String,
    opponent: String,
}

impl Filter {
    fn query(&self, before: Option<i64>) -> String {
        let before = before.map(|before| before.to_string()).unwrap_or_default();
        let fields = [
            ("before", &before),
            ("preset", &self.preset),
            ("players", &self.players),
            ("rated", &self.rated),
            ("won", &self.won),
            ("opponent", &self.opponent),
        ];
        let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
        let texts: Vec<String> = given
            .map(|(name, value)| {
                format!("{name}={}", encode_segment(value).replace('&', "%26").replace('+', "%2B"))
            })
            .collect();
        texts.join("&")
    }
}

/// The games of somebody, or one's own.
#[component]
pub(super) fn History(
    /// Whose; none: one's own, with those that others are not shown.
    #[prop(optional_no_strip)]
    name: Option<String>,
) -> impl IntoView {
    let whose = StoredValue::new(name);
    let filter = RwSignal::new(Filter::default());
    let (games, next) = (RwSignal::new(None::<Vec<GameRow>>), RwSignal::new(None::<i64>));
    let trouble = RwSignal::new(None::<String>);
    let fetch = move |before: Option<i64>| {
        let wanted = filter.get_untracked();
        trouble.set(None);
        spawn_local(async move {
            let query = wanted.query(before);
            let Some(name) = whose.try_get_value() else { return };
            let answer = api::people::games(name.as_deref(), &query).await;
            // Other games may be wanted meanwhile.
            if filter.try_get_untracked().as_ref() != Some(&wanted) {
                return;
            }
            match answer {
                Ok(GamesPage { games: found, next: more }) => {
                    next.set(more);
                    games.update(|games| match games {
                        Some(games) if before.is_some() => games.extend(found),
                        _ => *games = Some(found),
                    });
                }
                Err(error) => trouble.set(Some(error.message())),
            }
        });
    };
    Effect::new(move || {
        filter.track();
        fetch(None);
    });
    let none = move || games.with(|games| games.as_ref().is_some_and(Vec::is_empty));
    view! {
        <section class="card" aria-labelledby="history-title" data-t="history">
            <h2 id="history-title">{move || t("web-history")}</h2>
            <Filters filter />
            <p class="trouble" role="alert">{move || trouble.get()}</p>
            <p class="soft" data-t="no-history" hidden=move || !none()>{move || t("web-history-none")}</p>
            <ul class="games">
                {move || games.get().unwrap_or_default().into_iter().map(|game| {
                    view! { <Game game owner=whose.get_value() /> }
                }).collect_view()}
            </ul>
            <p hidden=move || next.get().is_none()>
                <button class="button" data-t="more-games" on:click=move |_| fetch(next.get_untracked())>
                    {move || t("web-show-more")}
                </button>
            </p>
        </section>
    }
}

/// Which games are shown.
#[component]
fn Filters(filter: RwSignal<Filter>) -> impl IntoView {
    let presets = Preset::ALL.map(|preset| (preset.name().to_owned(), preset_key(preset))).to_vec();
    let yes_no =
        |yes: &str, no: &str| vec![("true".to_owned(), yes.to_owned()), ("false".to_owned(), no.to_owned())];
    view! {
        <details class="filters">
            <summary data-t="filters">{move || t("web-filters")}</summary>
            <div class="filter-grid">
                <Choice id="filter-preset" key="web-rules-preset" options=presets
                    change=move |value| filter.update(|filter| filter.preset = value) />
                <Choice id="filter-rated" key="web-filter-rated" options=yes_no("web-filter-rated-yes", "web-filter-rated-no")
                    change=move |value| filter.update(|filter| filter.rated = value) />
                <Choice id="filter-won" key="web-filter-won" options=yes_no("web-filter-won-yes", "web-filter-won-no")
                    change=move |value| filter.update(|filter| filter.won = value) />
                <div class="field">
                    <label for="filter-players">{move || t("web-quick-players")}</label>
                    <input id="filter-players" type="number" inputmode="numeric" min="2" max="20" data-t="filter-players"
                        on:change=move |event| {
                            let players = event_target_value(&event).parse::<u8>().map(|players| players.to_string());
                            filter.update(|filter| filter.players = players.unwrap_or_default());
                        } />
                </div>
                <div class="field">
                    <label for="filter-opponent">{move || t("web-filter-opponent")}</label>
                    <input id="filter-opponent" type="text" maxlength="24" autocomplete="off" data-t="filter-opponent"
                        on:change=move |event| {
                            let opponent = event_target_value(&event).trim().to_owned();
                            filter.update(|filter| filter.opponent = opponent);
                        } />
                </div>
            </div>
        </details>
    }
}

/// One of several, or any.
#[component]
fn Choice(
    id: &'static str,
    key: &'static str,
    /// Values, and the keys of what people read for them.
    options: Vec<(String, String)>,
    change: impl Fn(String) + Send + Sync + 'static,
) -> impl IntoView {
    let option = |(value, key): (String, String)| view! { <option value=value>{move || t(&key)}</option> };
    view! {
        <div class="field">
            <label for=id>{move || t(key)}</label>
            <select id=id data-t=id on:change=move |event| change(event_target_value(&event))>
                <option value="">{move || t("web-filter-any")}</option>
                {options.into_iter().map(option).collect_view()}
            </select>
        </div>
    }
}

/// A finished game, as its players came out.
#[component]
pub(super) fn Game(
    game: GameRow,
    /// The one whose games these are; none: those of this browser.
    #[prop(optional_no_strip)]
    owner: Option<String>,
) -> impl IntoView {
    let GameRow { at, table, tour, rules, pool, private, players, record, proof, .. } = game;
    let is_owner = |player: &GamePlayer| match &owner {
        Some(owner) => player.name == *owner,
        None => player.you,
    };
    let won = players.first().is_some_and(is_owner);
    let review = Screen::Review(TourId { table, tour }.to_string());
    let place = players.iter().find(|player| is_owner(player)).map(|player| player.place);
    let count = players.len();
    let rows = players.into_iter().map(|player| {
        let owned = is_owner(&player);
        let GamePlayer { name, kind, level, place, left, rating, .. } = player;
        view! {
            <li class:owner=owned>
                <span class="place-number" aria-hidden="true">{place} "."</span>
                <span class="who">
                    <PersonName name kind level />
                    {left.then(|| view! { <span class="tag">{move || t("web-left-early")}</span> })}
                </span>
                {rating.map(|change| view! { <Change change /> })}
            </li>
        }
    });
    view! {
        <li class="past-game" class:won=won data-t="played">
            <p class="past-game-head">
                <b class="game-result">
                    {move || place.map(|place| say("web-place-of", &[("place", place.into()), ("players", count.into())]))}
                </b>
                <span class="soft small">
                    {move || moment(at as f64)} " · " {move || rules_name(&rules)}
                    {pool.is_some().then(|| view! { " · " {move || t("web-rated-short")} })}
                    {private.then(|| view! { " · " {move || t("web-private-short")} })}
                </span>
            </p>
            <ol class="players" role="list">{rows.collect_view()}</ol>
            <p class="row small">
                <Link to=review hook="replay">{move || t("web-replay")}</Link>
                <a href=record download="" data-t="record">{move || t("web-record")}</a>
                <a href=proof download="" data-t="proof">{move || t("web-proof")}</a>
            </p>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_what_is_wanted_and_nothing_else() {
        assert_eq!(Filter::default().query(None), "");
        let filter = Filter {
            preset: "calza".to_owned(),
            won: "true".to_owned(),
            opponent: "Анна & Co+1".to_owned(),
            ..Filter::default()
        };
        let expected = "before=7&preset=calza&won=true&opponent=%D0%90%D0%BD%D0%BD%D0%B0%20%26%20Co%2B1";
        assert_eq!(filter.query(Some(7)), expected);
    }
}
