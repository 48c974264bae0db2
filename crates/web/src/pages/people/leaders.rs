//! The best of a pool of ratings.

use leptos::prelude::*;
use perudo_protocol::http::{LeaderRow, PlayerKind};
use perudo_rules::Preset;
use wasm_bindgen_futures::spawn_local;

use crate::account::account;
use crate::api;
use crate::i18n::t;
use crate::parts::{Bar, PersonName, Picks, Rating, preset_key};
use crate::screen::{Screen, replace_address};

const SIZES: [&str; 2] = ["duel", "table"];
/// The presets that have ratings of their own; `dudo` is rated as `classic`.
const FAMILIES: [Preset; 4] = [Preset::Tournament, Preset::Classic, Preset::International, Preset::Calza];
const KINDS: [&str; 3] = ["all", "people", "bots"];

/// The best of a pool.
#[component]
pub(crate) fn Leaders(pool: String) -> impl IntoView {
    let (size, family) = pool.split_once('-').unwrap_or(("table", "tournament"));
    let size =
        RwSignal::new(SIZES.iter().find(|known| **known == size).copied().unwrap_or("table").to_owned());
    let family =
        Preset::named(family).filter(|preset| FAMILIES.contains(preset)).unwrap_or(Preset::Tournament);
    let family = RwSignal::new(family.name().to_owned());
    let kind = RwSignal::new("all".to_owned());
    let (rows, next) = (RwSignal::new(None::<Vec<LeaderRow>>), RwSignal::new(None::<u32>));
    let trouble = RwSignal::new(None::<String>);
    let fetch = move |from: u32| {
        let (pool, kind_now) = untrack(|| (format!("{}-{}", size.get(), family.get()), kind.get()));
        trouble.set(None);
        spawn_local(async move {
            let answer = api::people::leaders(&pool, &kind_now, from).await;
            // Another pool may have been chosen meanwhile.
            let same = size.try_get_untracked().zip(family.try_get_untracked());
            if same.is_none_or(|(size, family)| format!("{size}-{family}") != pool)
                || kind.try_get_untracked().as_ref() != Some(&kind_now)
            {
                return;
            }
            match answer {
                Ok(found) => {
                    next.set(found.next);
                    rows.update(|rows| match rows {
                        Some(rows) if from > 0 => rows.extend(found.rows),
                        _ => *rows = Some(found.rows),
                    });
                }
                Err(error) => trouble.set(Some(error.message())),
            }
        });
    };
    Effect::new(move || {
        kind.track();
        replace_address(&Screen::Leaders(format!("{}-{}", size.get(), family.get())).path());
        rows.set(None);
        fetch(0);
    });
    let nobody = move || rows.with(|rows| rows.as_ref().is_some_and(Vec::is_empty));
    view! {
        <Bar title="web-leaders" />
        <main class="page" data-t="leaders-page">
            <section class="card pools">
                <Picks legend="web-pool-size" hook="pool" values=SIZES.map(str::to_owned).to_vec()
                    name=|size: &str| t(&format!("web-pool-size-{size}")) chosen=size choose=move |chosen| size.set(chosen) />
                <Picks legend="web-rules-preset" hook="family"
                    values=FAMILIES.map(|preset| preset.name().to_owned()).to_vec()
                    name=|name: &str| Preset::named(name).map_or_else(String::new, |preset| t(&preset_key(preset)))
                    chosen=family choose=move |chosen| family.set(chosen) />
                <Picks legend="web-leaders-who" hook="who" values=KINDS.map(str::to_owned).to_vec()
                    name=|kind: &str| t(&format!("web-leaders-{kind}")) chosen=kind choose=move |chosen| kind.set(chosen) />
            </section>
            <section class="card">
                <p class="soft small">{move || t("web-leaders-about")}</p>
                <p class="trouble" role="alert">{move || trouble.get()}</p>
                <p data-t="no-leaders" hidden=move || !nobody()>{move || t("web-leaders-none")}</p>
                <table class="ranks" data-t="leaders" hidden=move || rows.with(|rows| rows.as_ref().is_none_or(Vec::is_empty))>
                    <thead>
                        <tr>
                            <th scope="col"><span class="unseen">{move || t("web-place")}</span></th>
                            <th scope="col">{move || t("web-column-name")}</th>
                            <th scope="col">{move || t("web-column-rating")}</th>
                            <th scope="col">{move || t("web-column-games")}</th>
                            <th scope="col">{move || t("web-column-won")}</th>
                        </tr>
                    </thead>
                    <tbody>
                        {move || rows.get().unwrap_or_default().into_iter().map(|row| view! { <Row row /> }).collect_view()}
                    </tbody>
                </table>
                <p hidden=move || next.get().is_none()>
                    <button class="button" data-t="more" on:click=move |_| fetch(next.get_untracked().unwrap_or(0))>
                        {move || t("web-show-more")}
                    </button>
                </p>
            </section>
        </main>
    }
}

#[component]
fn Row(row: LeaderRow) -> impl IntoView {
    let LeaderRow { rank, name, kind, rating } = row;
    let own = {
        let name = name.clone();
        move || account().with(|account| account.name.as_ref() == Some(&name))
    };
    let level = (kind == PlayerKind::Bot).then(|| name.clone());
    let (games, wins) = (rating.games, rating.wins);
    view! {
        <tr class:own=own data-t="leader">
            <td>{rank}</td>
            <th scope="row"><PersonName name kind level /></th>
            <td><Rating rating /></td>
            <td>{games}</td>
            <td>{percent(wins, games)}</td>
        </tr>
    }
}

/// A share of games, for people.
pub(super) fn percent(part: u32, of: u32) -> String {
    if of == 0 {
        "–".to_owned()
    } else {
        format!("{}\u{a0}%", (u64::from(part) * 200 + u64::from(of)) / (2 * u64::from(of)))
    }
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn shares_are_rounded_to_whole_percents() {
        for (part, of, expected) in
            [(0, 0, "–"), (0, 3, "0\u{a0}%"), (1, 3, "33\u{a0}%"), (2, 3, "67\u{a0}%"), (3, 3, "100\u{a0}%")]
        {
            assert_eq!(percent(part, of), expected);
        }
    }
}
