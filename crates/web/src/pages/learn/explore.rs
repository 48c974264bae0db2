//! The explorer: any position, and what strong play does in it.

use leptos::prelude::*;
use perudo_bots::Judge;
use perudo_learn::{Explored, Position, PositionError, Setup, Weighed, position_error};
use perudo_rules::{Action, Preset};
use perudo_worker::Request;

use super::board::Board;
use super::heat_map::HeatMap;
use super::puzzle::act;
use super::setup_form::{SetupForm, fit};
use super::worded::Worded;
use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::Bar;
use crate::screen::{Screen, replace_address};
use crate::worker::{Task, Told, ask};

/// The explorer, with the position of a link.
#[component]
pub(crate) fn Explore(position: String) -> impl IntoView {
    view! {
        <Bar title="web-learn-explorer" />
        <main class="page wide learn" data-t="explore-page">
            <Worded>
                <Explorer position=position.clone() />
            </Worded>
        </main>
    }
}

/// Where the explorer begins.
fn first() -> Setup {
    let hand = [1, 3, 4, 4, 6].into_iter().filter_map(perudo_rules::Face::new).collect();
    Setup { dice: vec![5; 3], maputo: None, hand, bids: Vec::new(), rules: Preset::Tournament.rules() }
}

#[component]
fn Explorer(position: String) -> impl IntoView {
    // A link to a position that cannot be is explained; whoever changes something goes on from there, if it can be read.
    let read = if position.is_empty() { Ok(first()) } else { position.parse::<Setup>() };
    let unreadable = read.as_ref().err().cloned().map(PositionError::from);
    let setup = RwSignal::new(read.unwrap_or_else(|_| first()));
    let touched = RwSignal::new(false);
    let checked = Memo::new(move |_| Position::try_from(setup.get()));
    let trouble = move || {
        let unreadable = unreadable.as_ref().filter(|_| !touched.get());
        let sentence = unreadable.map(|error| position_error(words(), error));
        sentence.or_else(|| {
            checked.with(|checked| checked.as_ref().err().map(|error| position_error(words(), error)))
        })
    };
    let trouble = Memo::new(move |_| trouble());
    Effect::new(move |before: Option<Setup>| {
        let now = setup.get();
        if before.as_ref().is_some_and(|before| *before != now) {
            touched.set(true);
            replace_address(&Screen::Explore(now.to_string()).path());
        }
        now
    });
    view! {
        <p class="soft">{move || t("learn-explore-intro")}</p>
        <div class="explorer">
            <SetupForm setup />
            <div>
                <div role="alert">
                    {move || trouble.get().map(|sentence| view! {
                        <div class="card" data-t="explore-trouble">
                            <h2>{t("learn-explore-not")}</h2>
                            <p class="trouble">{sentence}</p>
                        </div>
                    })}
                </div>
                {move || match (checked.get(), trouble.with(Option::is_some)) {
                    (Ok(position), false) => view! { <Answers position setup /> }.into_any(),
                    _ => ().into_any(),
                }}
            </div>
        </div>
    }
}

#[component]
fn Answers(position: Position, setup: RwSignal<Setup>) -> impl IntoView {
    let found = RwSignal::new(None::<Result<Explored, ()>>);
    let finished = RwSignal::new(false);
    let request = Request::Explore { position: position.setup().to_string() };
    let task = StoredValue::new_local(None::<Task>);
    let asked = ask(&request, move |told: Told<Explored>| {
        match told {
            Told::SoFar(_, explored) => found.try_set(Some(Ok(explored))),
            Told::Done(explored) => {
                finished.try_set(true);
                found.try_set(Some(Ok(explored)))
            }
            Told::Refused | Told::Failed => found.try_set(Some(Err(()))),
        };
    });
    task.set_value(Some(asked));
    let standing = position.standing();
    let too_many = position.view().in_play() > Judge::MOST_DICE;
    let copied = RwSignal::new(false);
    let link = Screen::Explore(position.setup().to_string()).url();
    let copy = move |_| {
        let link = link.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if browser::copy(&link).await {
                copied.try_set(true);
            }
        });
    };
    let known = move || found.get().and_then(Result::ok).filter(|explored| !explored.choices.is_empty());
    view! {
        <div class="card" data-t="explored" data-finished=move || finished.get().to_string()>
            <Board position=position.clone() shown=None />
            <h2>{move || t("learn-explore-answer")}</h2>
            <p class="soft" role="status">
                {move || match (found.get(), known()) {
                    (Some(Err(())), _) => t("learn-no-file"),
                    (_, None) => t("learn-explore-thinking"),
                    (_, Some(_)) if too_many => {
                        say("learn-explore-too-many", &[("most", Judge::MOST_DICE.into())])
                    }
                    (_, Some(explored)) if explored.perfect => t("learn-explore-perfect"),
                    _ => t("learn-explore-master"),
                }}
            </p>
            {move || known().map(|explored| view! { <Choices choices=explored.choices setup /> })}
            <p>
                <button class="button" data-t="explore-link" on:click=copy>{move || t("learn-explore-link")}</button>
                <span role="status" class="soft small">{move || copied.get().then(|| t("learn-explore-copied"))}</span>
            </p>
        </div>
        {move || known().map(|explored| explored.chart).filter(|chart| !chart.rows.is_empty()).map(|chart| view! { <HeatMap chart standing /> })}
    }
}

/// What can be done, how often strong play does it, and how often that wins. A bid leads to the position after it.
#[component]
fn Choices(choices: Vec<Weighed>, setup: RwSignal<Setup>) -> impl IntoView {
    let row = move |one: &Weighed| {
        let action: Option<Action> = one.action.parse().ok();
        let name = action.map(act).unwrap_or_default();
        let head = match action {
            Some(Action::Bid(bid)) => {
                let play = move |_| {
                    setup.update(|setup| {
                        setup.bids.push(bid);
                        fit(setup);
                    })
                };
                view! { <button class="button link" data-t="explore-play" on:click=play>{name}</button> }
                    .into_any()
            }
            _ => view! { <span>{name}</span> }.into_any(),
        };
        let percent =
            |part: f64| say("web-review-percent", &[("percent", format!("{:.0}", 100.0 * part).into())]);
        view! {
            <tr>
                <th scope="row">{head}</th>
                <td>
                    <span class="bar-of" style:--part=format!("{:.1}%", 100.0 * one.share)></span>
                    {percent(one.share)}
                </td>
                <td>{one.chance.map(percent)}</td>
            </tr>
        }
    };
    view! {
        <table class="choices-table" data-t="explore-choices">
            <thead>
                <tr>
                    <th scope="col">{move || t("learn-puzzle-move")}</th>
                    <th scope="col">{move || t("learn-explore-share")}</th>
                    <th scope="col">{move || t("learn-explore-chance")}</th>
                </tr>
            </thead>
            <tbody>{choices.iter().map(row).collect_view()}</tbody>
        </table>
    }
}
