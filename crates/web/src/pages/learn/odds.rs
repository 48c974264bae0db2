//! The trainer of odds.

use leptos::prelude::*;
use perudo_learn::{Answer, Question, Quiz};
use perudo_rules::Face;

use super::calibration::Calibration;
use super::worded::Worded;
use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::{Bar, Die};

/// The name under which the browser keeps how good somebody is.
pub(super) const STORED: &str = "perudo.odds";

/// Question after question: how likely is a bid?
#[component]
pub(crate) fn OddsPage() -> impl IntoView {
    view! {
        <Bar title="web-learn-odds" />
        <main class="page learn" data-t="odds-page">
            <Worded>
                <Trainer />
            </Worded>
        </main>
    }
}

#[component]
fn Trainer() -> impl IntoView {
    let quiz = RwSignal::new(browser::load::<Quiz>(STORED).unwrap_or_default());
    let ask = move || quiz.with_untracked(|quiz| quiz.ask(u64::from(browser::any_below(u32::MAX))));
    let question = RwSignal::new(ask());
    let guess = RwSignal::new(50_u8);
    let answer = RwSignal::new(None::<Answer>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if answer.with_untracked(Option::is_some) {
            return;
        }
        let told = quiz.try_update(|quiz| {
            quiz.answer(&question.get_untracked(), f64::from(guess.get_untracked()) / 100.0)
        });
        answer.set(told);
        quiz.with_untracked(|quiz| browser::save(STORED, quiz));
        request_animation_frame(|| browser::focus("odds-next"));
    };
    let next = move |_| {
        answer.set(None);
        guess.set(50);
        question.set(ask());
        request_animation_frame(|| browser::focus("odds-guess"));
    };
    let reset = move |_| {
        quiz.set(Quiz::default());
        browser::save(STORED, &Quiz::default());
        answer.set(None);
        question.set(ask());
    };
    let level = move || {
        let level = quiz.with(|quiz| quiz.level);
        say("learn-odds-level", &[("level", level.into()), ("levels", Quiz::LEVELS.into())])
    };
    view! {
        <p class="soft small" data-t="odds-level">{level}</p>
        <form class="card learn-step" on:submit=submit>
            {move || view! { <Asked question=question.get() /> }}
            <div class="guess">
                <label for="odds-guess">{move || t("learn-odds-guess")}</label>
                <div class="guess-row">
                    <input
                        id="odds-guess"
                        data-t="odds-guess"
                        type="range"
                        min="0"
                        max="100"
                        step="1"
                        prop:value=move || guess.get().to_string()
                        disabled=move || answer.with(Option::is_some)
                        on:input=move |event| guess.set(event_target_value(&event).parse().unwrap_or(50))
                    />
                    <output for="odds-guess" class="guess-value">
                        {move || say("web-review-percent", &[("percent", guess.get().into())])}
                    </output>
                </div>
            </div>
            <div class="answer" role="status" aria-live="polite">
                {move || answer.get().map(|answer| view! { <Told answer question=question.get_untracked() guess=guess.get_untracked() level=quiz.with_untracked(|quiz| quiz.level) /> })}
            </div>
            <Show
                when=move || answer.with(Option::is_some)
                fallback=move || view! {
                    <button class="button main big" type="submit" data-t="odds-answer">{move || t("learn-odds-answer")}</button>
                }
            >
                <button id="odds-next" class="button main big" type="button" data-t="odds-next" on:click=next>
                    {move || t("learn-next")}
                </button>
            </Show>
        </form>
        <Calibration quiz />
        <p class="row end" hidden=move || quiz.with(|quiz| quiz.answered == 0)>
            <button class="button" data-t="odds-reset" on:click=reset>{move || t("learn-odds-reset")}</button>
        </p>
    }
}

#[component]
fn Asked(question: Question) -> impl IntoView {
    let Question { hand, in_play, jokers, bid, exact } = question;
    let own = hand.len();
    let key = if exact { "learn-odds-question-exact" } else { "learn-odds-question" };
    let rule = if jokers { "learn-odds-jokers" } else { "learn-odds-no-jokers" };
    view! {
        <p class="task" data-t="odds-question">
            {move || say(key, &[("bid", words().bid(bid).into())])}
        </p>
        <div class="board quiz-board">
            <span class="board-dice">{hand.faces().map(|face| view! { <Die face /> }).collect_view()}</span>
            <span class="quiz-bid" aria-hidden="true">{bid.count} " × " <Die face=bid.face /></span>
        </div>
        <p class="soft">
            {move || say("learn-odds-table", &[("own", own.into()), ("all", in_play.into())])} " "
            {move || t(rule)}
        </p>
    }
}

#[component]
fn Told(answer: Answer, question: Question, guess: u8, level: u8) -> impl IntoView {
    let Question { hand, in_play, jokers, bid, .. } = question;
    let (truth, points) = ((100.0 * answer.truth).round(), (100.0 * answer.error).round());
    let class = if answer.error <= 0.1 { "good" } else { "bad" };
    let third = jokers && bid.face != Face::Ace;
    let hidden = usize::from(in_play).saturating_sub(hand.len());
    let need = bid.count.saturating_sub(hand.matching(bid.face, jokers));
    let expected = hidden as f64 / if third { 3.0 } else { 6.0 };
    let moved = match answer.step {
        1 => Some("learn-odds-up"),
        -1 => Some("learn-odds-down"),
        _ => None,
    };
    view! {
        <p class=class>
            <b class="odds-truth" data-t="odds-truth">{say("learn-odds-truth", &[("truth", format!("{truth:.0}").into())])}</b>
            " "
            {say("learn-odds-off", &[("guess", guess.into()), ("points", (points as u32).into())])}
        </p>
        <p class="small">
            {t(if third { "learn-odds-rule-third" } else { "learn-odds-rule-sixth" })} " "
            {say(
                "learn-odds-need",
                &[("need", need.into()), ("hidden", hidden.into()), ("expected", format!("{expected:.1}").into())],
            )}
        </p>
        {moved.map(|key| view! { <p data-t="odds-moved"><b>{say(key, &[("level", level.into())])}</b></p> })}
    }
}
