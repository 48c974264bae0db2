//! A lesson: a few positions, and the referee.

use leptos::prelude::*;
use perudo_learn::{Lesson, Outcome};
use perudo_rules::{Action, Bid, Face};

use super::board::Board;
use super::progress::LessonsDone;
use super::puzzle::MORE;
use super::worded::Worded;
use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::{ActionPicker, Bar, Due};
use crate::screen::{Link, Screen};

/// The lesson of that name; the first one, if there is none.
#[component]
pub(crate) fn LessonPage(lesson: String) -> impl IntoView {
    let lesson = Lesson::named(&lesson).unwrap_or(Lesson::ALL[0]);
    view! {
        <Bar title="web-learn-lesson" />
        <main class="page learn" data-t="lesson-page">
            <Worded>
                <Steps lesson />
            </Worded>
        </main>
    }
}

#[component]
fn Steps(lesson: Lesson) -> impl IntoView {
    let at = RwSignal::new(0_usize);
    let title = format!("lesson-{}", lesson.name);
    let last = lesson.steps.len();
    let over = move || at.get() >= last;
    view! {
        <h2 id="lesson" tabindex="-1">{move || t(&title)}</h2>
        {move || {
            let at_step = at.get();
            match lesson.steps.get(at_step) {
                Some(_) => view! { <StepView lesson at /> }.into_any(),
                None => view! { <Finished lesson /> }.into_any(),
            }
        }}
        <p class="soft small" hidden=over>
            {move || say("learn-lesson-step", &[("step", (at.get() + 1).into()), ("steps", last.into())])}
        </p>
    }
}

#[component]
fn StepView(lesson: Lesson, at: RwSignal<usize>) -> impl IntoView {
    let number = at.get_untracked();
    let (Some(step), key) =
        (lesson.steps.get(number).copied(), format!("lesson-{}-{}", lesson.name, number + 1))
    else {
        return ().into_any();
    };
    let Some(position) = step.position() else { return ().into_any() };
    let outcome = RwSignal::new(None::<Outcome>);
    let done = move || outcome.with(|outcome| matches!(outcome, Some(Outcome::Done(..))));
    let act = Callback::new(move |action: Action| {
        outcome.set(Some(step.attempt(words(), action)));
        if untrack(done) {
            if number + 1 == lesson.steps.len() {
                LessonsDone::add(lesson.name);
            }
            request_animation_frame(|| browser::focus("lesson-on"));
        }
    });
    // The highest bid on a face: if that one is refused, every other is.
    let in_play = position.view().in_play();
    let barred = Callback::new(move |face: Face| act.run(Action::Bid(Bid::new(in_play, face))));
    let due = Due::of(position.view(), position.hand());
    let due = Signal::derive(move || (!done()).then(|| due.clone()));
    let (hint, told) = (format!("{key}-hint"), format!("{key}-done"));
    let answer = move || match outcome.get() {
        None => ().into_any(),
        Some(Outcome::Refused(sentence)) => {
            view! { <p class="trouble" data-t="lesson-refused">{sentence}</p> }.into_any()
        }
        Some(Outcome::Other) => view! { <p data-t="lesson-hint">{t(&hint)}</p> }.into_any(),
        Some(Outcome::Done(story, _)) => view! {
            <p class="good" data-t="lesson-told">
                <span aria-hidden="true">"✓ "</span>
                {story.into_iter().map(|sentence| format!("{sentence} ")).collect::<String>()}
                {t(&told)}
            </p>
        }
        .into_any(),
    };
    let board = {
        let position = position.clone();
        move || {
            let shown = outcome.with(|outcome| match outcome {
                Some(Outcome::Done(_, shown)) => shown.clone(),
                _ => None,
            });
            view! { <Board position=position.clone() shown /> }
        }
    };
    view! {
        <div class="card learn-step" data-t="lesson-step">
            <p class="task">{move || t(&key)}</p>
            {board}
            <div class="answer" role="status" aria-live="polite">{answer}</div>
            <ActionPicker due act barred />
            <Show when=done>
                <button id="lesson-on" class="button main big" data-t="lesson-on" on:click=move |_| {
                    at.update(|at| *at += 1);
                    request_animation_frame(|| browser::focus("lesson"));
                }>
                    {move || t("learn-lesson-next")}
                </button>
            </Show>
        </div>
    }
    .into_any()
}

#[component]
fn Finished(lesson: Lesson) -> impl IntoView {
    let number = Lesson::ALL.iter().position(|one| one.name == lesson.name);
    let next = number.and_then(|number| Lesson::ALL.get(number + 1)).copied();
    view! {
        <div class="card" data-t="lesson-finished">
            <p class="good"><span aria-hidden="true">"✓ "</span> {move || t("learn-lesson-finished")}</p>
            {match next {
                Some(next) => {
                    let title = format!("lesson-{}", next.name);
                    view! {
                        <p>
                            <Link to=Screen::Lesson(next.name.to_owned()) class="button main" hook="lesson-next">
                                {move || say("learn-lesson-next-lesson", &[("title", t(&title).into())])}
                            </Link>
                        </p>
                    }
                    .into_any()
                }
                None => view! {
                    <p>{move || t("learn-lesson-finish")}</p>
                    <p>
                        <Link to=Screen::Puzzle(MORE.to_owned()) class="button main" hook="puzzle-more">
                            {move || t("learn-puzzles-more")}
                        </Link>
                    </p>
                }
                .into_any(),
            }}
            <p><Link to=Screen::Learn class="button" hook="learn">{move || t("learn-back")}</Link></p>
        </div>
    }
}
