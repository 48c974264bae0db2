//! Where people learn: lessons, puzzles, odds, the explorer.

mod board;
mod calibration;
mod explore;
mod heat_map;
mod lesson;
mod odds;
mod progress;
mod puzzle;
mod setup_form;
mod worded;

use leptos::prelude::*;
use perudo_learn::{Lesson, Quiz};

pub(crate) use self::explore::Explore;
pub(crate) use self::lesson::LessonPage;
pub(crate) use self::odds::OddsPage;
pub(crate) use self::puzzle::PuzzlePage;

use self::progress::{LessonsDone, PuzzleBook, today};
use self::worded::Worded;
use crate::browser;
use crate::i18n::{say, t};
use crate::parts::Bar;
use crate::screen::{Link, Screen};

/// The first screen of all that.
#[component]
pub(crate) fn Learn() -> impl IntoView {
    view! {
        <Bar title="web-learn-title" />
        <main class="page wide learn" data-t="learning">
            <Worded>
                <p class="soft">{move || t("learn-intro")}</p>
                <div class="learning-parts">
                    <Lessons />
                    <PuzzlesCard />
                    <OddsCard />
                    <ExplorerCard />
                </div>
            </Worded>
        </main>
    }
}

#[component]
fn Lessons() -> impl IntoView {
    let done = LessonsDone::stored();
    let count = done.count();
    let lesson = move |lesson: Lesson| {
        let is_done = done.has(lesson.name);
        let title = format!("lesson-{}", lesson.name);
        let about = format!("{title}-about");
        view! {
            <li>
                <Link to=Screen::Lesson(lesson.name.to_owned()) class="lesson-link" hook="lesson-link">
                    <span class="lesson-mark" class:done=is_done aria-hidden="true">{if is_done { "✓" } else { "" }}</span>
                    <span>
                        <b>{move || t(&title)}</b>
                        {is_done.then(|| view! { <span class="unseen">" " {move || t("learn-lesson-done")}</span> })}
                        <span class="soft small">{move || t(&about)}</span>
                    </span>
                </Link>
            </li>
        }
    };
    view! {
        <section class="card learn-lessons" aria-labelledby="lessons-title">
            <h2 id="lessons-title">{move || t("learn-lessons")}</h2>
            <p class="soft">{move || t("learn-lessons-about")}</p>
            <ol class="lessons">{Lesson::ALL.map(lesson).into_iter().collect_view()}</ol>
            <p class="soft small" data-t="lessons-done">
                {move || say("learn-lessons-done", &[("done", count.into()), ("all", Lesson::ALL.len().into())])}
            </p>
        </section>
    }
}

#[component]
fn PuzzlesCard() -> impl IntoView {
    let book = PuzzleBook::stored();
    let (rating, tried) = (book.rating.whole(), book.rating.tried);
    let daily = if book.is_daily_done(today()) { "learn-puzzles-daily-done" } else { "learn-puzzles-daily" };
    view! {
        <section class="card" aria-labelledby="puzzles-title">
            <h2 id="puzzles-title">{move || t("web-learn-puzzle")}</h2>
            <p class="soft">{move || t("learn-puzzles-about")}</p>
            {(tried > 0).then(|| view! {
                <p data-t="puzzle-rating">{move || say("learn-puzzles-rating", &[("rating", rating.to_string().into())])}</p>
            })}
            <div class="row">
                <Link to=Screen::Puzzle(String::new()) class="button main" hook="puzzle-daily">{move || t(daily)}</Link>
                <Link to=Screen::Puzzle(puzzle::MORE.to_owned()) class="button" hook="puzzle-more">
                    {move || t("learn-puzzles-more")}
                </Link>
            </div>
        </section>
    }
}

#[component]
fn OddsCard() -> impl IntoView {
    let quiz: Quiz = browser::load(odds::STORED).unwrap_or_default();
    let level = quiz.level;
    view! {
        <section class="card" aria-labelledby="odds-title">
            <h2 id="odds-title">{move || t("web-learn-odds")}</h2>
            <p class="soft">{move || t("learn-odds-about")}</p>
            {(quiz.answered > 0).then(|| view! {
                <p>{move || say("learn-odds-level", &[("level", level.into()), ("levels", Quiz::LEVELS.into())])}</p>
            })}
            <Link to=Screen::Odds class="button" hook="odds">{move || t("learn-odds-begin")}</Link>
        </section>
    }
}

#[component]
fn ExplorerCard() -> impl IntoView {
    view! {
        <section class="card" aria-labelledby="explorer-title">
            <h2 id="explorer-title">{move || t("web-learn-explorer")}</h2>
            <p class="soft">{move || t("learn-explorer-about")}</p>
            <Link to=Screen::Explore(String::new()) class="button" hook="explore">{move || t("learn-explorer-begin")}</Link>
        </section>
    }
}
