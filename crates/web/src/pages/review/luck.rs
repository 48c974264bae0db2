//! Luck and skill apart, how everyone decided, and the same dice with `master`.

use std::sync::Arc;

use leptos::prelude::*;
use perudo_analysis::{Balance, PlayerReview, Review, Score, TourReview};
use perudo_bots::Judge;
use perudo_worker::Request;

use super::analysis::{Analysis, Stage};
use super::percent::percent;
use super::summary::decimal;
use super::timeline::Timeline;
use crate::i18n::{say, t};
use crate::parts::Later;
use crate::worker::{self, Task, Told};

/// How often a tour is played again.
const GAMES: u32 = 100;

/// Everything about players, once the review is complete.
#[component]
pub(super) fn Players(
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    record: StoredValue<String>,
) -> impl IntoView {
    let done = Memo::new(move |_| analysis.stage.get() == Stage::Done);
    move || {
        let review = analysis.review.get().filter(|_| done.get())?;
        review.decisions().next()?;
        let balanced = review.clone();
        let few = timeline.with_value(|timeline| timeline.game(0).in_play() <= Judge::MOST_DICE);
        Some(view! {
            <section class="card" data-t="players">
                <h2>{move || t("web-analysis-players")}</h2>
                {decided(&review)}
            </section>
            <section class="card" data-t="luck">
                <h2>{move || t("web-luck")}</h2>
                <p class="soft">{move || t("web-luck-about")}</p>
                <Later>
                    {balanced.tours.iter().enumerate().map(|(index, tour)| balances(&balanced, index, tour)).collect_view()}
                </Later>
                {few.then(|| view! {
                    <Later>
                        <SameDice review=review.clone() you=analysis.you record />
                    </Later>
                })}
            </section>
        })
    }
}

/// The accuracy and the errors of everyone.
fn decided(review: &Review) -> impl IntoView + use<> {
    let row = |player: &PlayerReview| {
        let marks = player.marks;
        view! {
            <tr data-t="player-review">
                <th scope="row">{player.name.clone()}</th>
                <td>{player.accuracy().map_or_else(|| "–".to_owned(), percent)}</td>
                <td>{marks.inaccuracy}</td>
                <td>{marks.mistake}</td>
                <td>{marks.blunder}</td>
            </tr>
        }
    };
    let head = |key: &'static str, sign: &'static str| {
        view! {
            <th scope="col" title=move || t(key)>
                <span aria-hidden="true">{sign}</span>
                <span class="unseen">{move || t(key)}</span>
            </th>
        }
    };
    view! {
        <table class="figures">
            <thead>
                <tr>
                    <th scope="col">{move || t("web-review-player")}</th>
                    <th scope="col">{move || t("web-analysis-accuracy")}</th>
                    {head("review-mark-inaccuracy", "?!")}
                    {head("review-mark-mistake", "?")}
                    {head("review-mark-blunder", "??")}
                </tr>
            </thead>
            <tbody>{review.players.iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// Where everyone's chance went in a tour.
fn balances(review: &Review, index: usize, tour: &TourReview) -> impl IntoView + use<> {
    let several = review.tours.len() > 1;
    let title = several.then(|| {
        view! { <h3>{move || say("web-luck-tour", &[("number", (index + 1).into())])}</h3> }
    });
    let row = |(player, balance): (&PlayerReview, &Balance)| {
        let &Balance { start, dice, hidden, decisions, others, end } = balance;
        view! {
            <tr data-t="balance">
                <th scope="row">{player.name.clone()}</th>
                <td>{percent(start)}</td>
                <td>{points(dice)}</td>
                <td>{points(hidden)}</td>
                <td>{points(decisions)}</td>
                <td>{points(others)}</td>
                <td>{percent(end)}</td>
            </tr>
        }
    };
    let head = |part: &'static str| {
        view! { <th scope="col">{move || t(&format!("review-balance-{part}"))}</th> }
    };
    view! {
        {title}
        <div class="wide-table" role="group" tabindex="0" aria-label=move || t("web-luck")>
            <table class="figures">
                <thead>
                    <tr>
                        <th scope="col">{move || t("web-review-player")}</th>
                        {["start", "dice", "hidden", "decisions", "others", "end"].map(head).into_iter().collect_view()}
                    </tr>
                </thead>
                <tbody>{review.players.iter().zip(&tour.balances).map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}

/// Points of the chance to win, with their sign.
pub(crate) fn points(change: f64) -> String {
    let points = (1000.0 * change).round() / 10.0;
    // A minus before nothing says nothing.
    let text = if points == 0.0 { "0".to_owned() } else { format!("{points:+.1}") };
    decimal(&text.replace('-', "−"))
}

/// How often `master` wins with the same dice.
#[component]
fn SameDice(review: Arc<Review>, you: Option<usize>, record: StoredValue<String>) -> impl IntoView {
    let tours = review.tours.len();
    let seat = RwSignal::new(you.unwrap_or(0));
    let tour = RwSignal::new(tours.saturating_sub(1));
    let score = RwSignal::new(None::<Score>);
    let running = RwSignal::new(false);
    let trouble = RwSignal::new(None::<&str>);
    let task = StoredValue::new_local(None::<Task>);
    let stop = move || {
        task.set_value(None);
        running.set(false);
    };
    let begin = move |_| {
        let asked = Request::SameDice {
            record: record.get_value(),
            tour: tour.get_untracked(),
            seat: seat.get_untracked(),
            games: GAMES,
        };
        trouble.set(None);
        score.set(None);
        running.set(true);
        let hear = move |told: Told<Score>| match told {
            Told::SoFar(_, so_far) => {
                score.try_set(Some(so_far));
            }
            Told::Done(all) => {
                score.try_set(Some(all));
                running.try_set(false);
            }
            Told::Refused => {
                running.try_set(false);
                trouble.try_set(Some("web-same-dice-refused"));
            }
            Told::Failed => {
                running.try_set(false);
                trouble.try_set(Some("web-analysis-failed"));
            }
        };
        task.set_value(Some(worker::ask(&asked, hear)));
    };
    let names: Vec<String> = review.players.iter().map(|player| player.name.clone()).collect();
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            stop();
            score.set(None);
            seat.set(chosen);
        }
    };
    let choose_tour = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            stop();
            score.set(None);
            tour.set(chosen);
        }
    };
    let options = {
        let names = names.clone();
        move || {
            let option = |(index, name): (usize, &String)| {
                view! { <option value=index prop:selected=seat.get_untracked() == index>{name.clone()}</option> }
            };
            names.iter().enumerate().map(option).collect_view()
        }
    };
    let tour_choice = (tours > 1).then(|| {
        let option = move |index: usize| {
            let name = move || say("web-luck-tour", &[("number", (index + 1).into())]);
            view! { <option value=index prop:selected=tour.get_untracked() == index>{name}</option> }
        };
        view! {
            <select aria-label=move || t("web-same-dice-tour") data-t="same-dice-tour" on:change=choose_tour>
                {(0..tours).map(option).collect_view()}
            </select>
        }
    });
    let result = move || {
        let score = score.get().filter(|score| score.games > 0)?;
        let name = names.get(seat.get())?.clone();
        let start = review.tours.get(tour.get())?.start.get(seat.get()).copied()?;
        let values = [
            ("name", name.into()),
            ("games", score.games.into()),
            ("wins", score.wins.into()),
            ("low", whole(score.low).into()),
            ("high", whole(score.high).into()),
            ("start", percent(start).into()),
        ];
        Some(say("web-same-dice-result", &values))
    };
    view! {
        <div class="same-dice" data-t="same-dice">
            <h3>{move || t("web-same-dice")}</h3>
            <p class="soft">{move || t("web-same-dice-about")}</p>
            <div class="row">
                <select aria-label=move || t("web-same-dice-seat") data-t="same-dice-seat" on:change=choose>
                    {options}
                </select>
                {tour_choice}
                <button type="button" class="button" data-t="same-dice-go" hidden=running on:click=begin>
                    {move || t("web-same-dice-go")}
                </button>
                <button type="button" class="button" data-t="same-dice-stop" hidden=move || !running.get() on:click=move |_| stop()>
                    {move || t("web-cancel")}
                </button>
            </div>
            <p data-t="same-dice-result" data-running=move || running.get().to_string()>{result}</p>
            <p class="unseen" role="status">{move || (!running.get() && score.with(Option::is_some)).then(|| t("web-analysis-done"))}</p>
            <p class="trouble" role="alert" data-t="same-dice-trouble" hidden=move || trouble.get().is_none()>{move || trouble.get().map(t)}</p>
        </div>
    }
}

fn whole(chance: f64) -> String {
    format!("{:.0}", 100.0 * chance)
}
