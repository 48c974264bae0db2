//! A puzzle: one position, one best move.

use leptos::prelude::*;
use perudo_learn::{Change, Puzzle, Puzzles, Try, action, told};
use perudo_rules::Action;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;

use super::board::Board;
use super::progress::{PuzzleBook, today};
use super::worded::Worded;
use crate::browser;
use crate::i18n::{language, say, t, words};
use crate::parts::{ActionPicker, Bar, Due, rules_name};
use crate::screen::{Link, Screen};

/// The address of the endless run.
pub(super) const MORE: &str = "more";

/// The puzzle of the day, or one after another.
#[component]
pub(crate) fn PuzzlePage(which: String) -> impl IntoView {
    let fetched = RwSignal::new(None::<bool>);
    let fetch = move || {
        fetched.set(None);
        spawn_local(async move {
            if Puzzles::builtin().is_empty()
                && let Some(Ok(puzzles)) =
                    browser::file("perudo-puzzles").await.map(|bytes| Puzzles::read(&bytes))
            {
                Puzzles::provide(puzzles);
            }
            fetched.try_set(Some(!Puzzles::builtin().is_empty()));
        });
    };
    fetch();
    let daily = which != MORE;
    view! {
        <Bar title="web-learn-puzzle" />
        <main class="page learn" data-t="puzzle-page">
            <Worded>
                {move || match fetched.get() {
                    None => view! { <p class="soft" role="status">{move || t("learn-loading")}</p> }.into_any(),
                    Some(false) => view! {
                        <div class="card" role="alert">
                            <p>{move || t("learn-no-file")}</p>
                            <button class="button main" data-t="again" on:click=move |_| fetch()>{move || t("learn-try-again")}</button>
                        </div>
                    }
                    .into_any(),
                    Some(true) if daily => view! { <Daily /> }.into_any(),
                    Some(true) => view! { <Endless /> }.into_any(),
                }}
            </Worded>
        </main>
    }
}

#[component]
fn Daily() -> impl IntoView {
    let day = today();
    let puzzles = Puzzles::builtin();
    let Some(puzzle) = puzzles.daily(day).and_then(|number| puzzles.get(number)) else {
        return ().into_any();
    };
    let title = move || say("learn-puzzle-daily", &[("date", date(day).into())]);
    view! {
        <h2 id="puzzle" tabindex="-1">{title}</h2>
        <One puzzle=puzzle.clone() day=Some(day) next=Callback::new(|()| crate::screen::navigate(Screen::Puzzle(MORE.to_owned()))) />
    }
    .into_any()
}

#[component]
fn Endless() -> impl IntoView {
    let number = RwSignal::new(choose());
    let next = Callback::new(move |()| {
        number.set(choose());
        window().scroll_to_with_x_and_y(0.0, 0.0);
        request_animation_frame(|| browser::focus("puzzle"));
    });
    move || {
        let puzzle = number.get().and_then(|number| Some((number, Puzzles::builtin().get(number)?)));
        puzzle.map(|(number, puzzle)| {
            view! {
                <h2 id="puzzle" tabindex="-1">
                    {move || say("learn-puzzle-number", &[("number", (number + 1).to_string().into())])}
                </h2>
                <One puzzle=puzzle.clone() day=None next />
            }
        })
    }
}

/// A puzzle that is new and about as hard as the rating says.
fn choose() -> Option<usize> {
    let puzzles = Puzzles::builtin();
    let mut book = PuzzleBook::stored();
    let any = u64::from(browser::any_below(u32::MAX));
    let find = |book: &PuzzleBook| {
        let done = |number| puzzles.get(number).is_some_and(|puzzle| book.has(puzzle));
        puzzles.next(book.rating.value, &done, any)
    };
    find(&book).or_else(|| {
        book.begin_again();
        find(&book)
    })
}

#[component]
fn One(puzzle: Puzzle, day: Option<i64>, next: Callback<()>) -> impl IntoView {
    let tried = RwSignal::new(None::<(Try, Option<Change>)>);
    let kept = StoredValue::new(puzzle.clone());
    let act = Callback::new(move |action: Action| {
        let answer = kept.with_value(|puzzle| {
            let answer = puzzle.tried(action);
            (answer, PuzzleBook::stored().tried(puzzle, answer.solved, day))
        });
        tried.set(Some(answer));
        request_animation_frame(|| browser::focus("puzzle-next"));
    });
    let due = Due::of(puzzle.position.view(), puzzle.position.hand());
    let due = Signal::derive(move || tried.with(Option::is_none).then(|| due.clone()));
    let (rules, rating) = (puzzle.position.setup().rules.to_string(), puzzle.rating);
    let explore = Screen::Explore(puzzle.position.setup().to_string());
    view! {
        <div class="card learn-step" data-t="puzzle" data-best=puzzle.best().to_string()>
            <p class="task">{move || t("learn-puzzle-task")}</p>
            <p class="soft small">
                {move || say("learn-puzzle-rules", &[("rules", rules_name(&rules).into()), ("rating", rating.to_string().into())])}
            </p>
            <Board position=puzzle.position.clone() shown=None />
            <div class="answer" role="status" aria-live="polite">
                {move || tried.get().map(|(tried, change)| kept.with_value(|puzzle| answer(puzzle, &tried, change, day)))}
            </div>
            <ActionPicker due act />
            <Show when=move || tried.with(Option::is_some)>
                <Choices puzzle=kept tried />
                <div class="row">
                    <button id="puzzle-next" class="button main" data-t="puzzle-next" on:click=move |_| next.run(())>
                        {move || t("learn-puzzle-next")}
                    </button>
                    <Link to=explore.clone() class="button" hook="puzzle-explore">{move || t("learn-puzzle-explore")}</Link>
                </div>
            </Show>
        </div>
    }
}

fn answer(puzzle: &Puzzle, tried: &Try, change: Option<Change>, day: Option<i64>) -> impl IntoView + use<> {
    let (class, key, mark) = match tried.solved {
        true => ("good", "learn-puzzle-solved", "✓ "),
        false => ("bad", "learn-puzzle-missed", "✗ "),
    };
    let best = (!tried.solved)
        .then(|| say("learn-puzzle-best", &[("act", action(words(), tried.best.0).into())]))
        .map(|best| view! { <p><b data-t="puzzle-best">{best}</b></p> });
    let rating = match change {
        Some(Change { now, by }) => say(
            "learn-puzzle-rating",
            &[
                ("rating", now.to_string().into()),
                ("by", by.unsigned_abs().into()),
                ("sign", if by < 0 { "−" } else { "+" }.into()),
            ],
        ),
        None => t("learn-puzzle-unrated"),
    };
    let streak = day.map(|day| PuzzleBook::stored().streak(day)).filter(|&days| days > 1);
    let streak = streak.map(|days| say("learn-puzzle-streak", &[("days", days.into())]));
    view! {
        <p class=class data-t="puzzle-result" data-solved=tried.solved.to_string()>
            <span aria-hidden="true">{mark}</span> {t(key)}
        </p>
        {best}
        <p>{told(words(), puzzle, tried).join(" ")}</p>
        <p class="small" data-t="puzzle-rating">{rating} {streak.map(|streak| format!(" · {streak}"))}</p>
    }
}

/// What the moves are worth, as bars.
#[component]
fn Choices(puzzle: StoredValue<Puzzle>, tried: RwSignal<Option<(Try, Option<Change>)>>) -> impl IntoView {
    let rows = move || {
        let made = tried.get().map(|(tried, _)| tried.action);
        puzzle.with_value(|puzzle| {
            let row = |(index, &(one, thousandths)): (usize, &(Action, u16))| {
                let yours = made == Some(one);
                let percent = f64::from(thousandths) / 10.0;
                view! {
                    <tr class:best=index == 0 class:yours=yours>
                        <th scope="row">
                            {act(one)}
                            {yours.then(|| view! { " " <span class="soft small">"(" {t("learn-puzzle-yours")} ")"</span> })}
                        </th>
                        <td>
                            <span class="bar-of" style:--part=format!("{percent}%")></span>
                            {say("web-review-percent", &[("percent", format!("{percent:.0}").into())])}
                        </td>
                    </tr>
                }
            };
            puzzle.choices.iter().enumerate().map(row).collect_view()
        })
    };
    view! {
        <table class="choices-table" data-t="puzzle-choices">
            <caption>{move || t("learn-puzzle-choices")}</caption>
            <thead>
                <tr>
                    <th scope="col">{move || t("learn-puzzle-move")}</th>
                    <th scope="col">{move || t("learn-puzzle-wins")}</th>
                </tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// An action at the head of a row.
pub(super) fn act(one: Action) -> String {
    match one {
        Action::Bid(bid) => words().bid(bid),
        other => action(words(), other),
    }
}

/// A day, as people of the page's language write it.
fn date(day: i64) -> String {
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "long"), ("timeZone", "UTC")] {
        let _ = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    let date = js_sys::Date::new(&JsValue::from_f64(day as f64 * 86_400_000.0));
    date.to_locale_date_string(language().get().code(), &options).into()
}
