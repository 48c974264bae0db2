//! Luck and skill over all games of one's own.

use std::sync::Arc;

use leptos::prelude::*;
use perudo_analysis::Review;
use perudo_worker::Request;
use wasm_bindgen_futures::spawn_local;

use crate::i18n::{say, t};
use crate::own_games::{self, GameSum, OwnGame};
use crate::pages::review::{decimal, percent, points};
use crate::review_store;
use crate::worker::{self, Task, Told};

/// The curves, and a way to have the games reviewed that have not been.
#[component]
pub(super) fn LuckSoFar(games: RwSignal<Vec<OwnGame>>) -> impl IntoView {
    let sums = Memo::new(move |_| {
        // The oldest first: a curve goes from left to right.
        games.with(|games| games.iter().rev().filter_map(|game| game.sum).collect::<Vec<GameSum>>())
    });
    let missing =
        Memo::new(move |_| games.with(|games| games.iter().filter(|game| is_missing(game)).count()));
    let reviewing = Reviewing {
        games,
        task: StoredValue::new_local(None),
        left: RwSignal::new(0),
        failed: RwSignal::new(false),
    };
    let busy = move || reviewing.left.get() > 0;
    let nothing = move || sums.with(Vec::is_empty) && missing.get() == 0;
    view! {
        <section class="card" data-t="luck-so-far" hidden=nothing>
            <h2>{move || t("web-luck")}</h2>
            <p class="soft" hidden=move || sums.with(Vec::is_empty)>{move || t("web-luck-games-about")}</p>
            {move || (!sums.with(Vec::is_empty)).then(|| view! { <Curves sums=Arc::new(sums.get()) /> })}
            <div class="row" hidden=move || missing.get() == 0>
                <button type="button" class="button" data-t="review-all" hidden=busy on:click=move |_| reviewing.begin()>
                    {move || say("web-luck-review-all", &[("count", missing.get().into())])}
                </button>
                <button type="button" class="button" data-t="review-all-stop" hidden=move || !busy() on:click=move |_| reviewing.stop()>
                    {move || t("web-cancel")}
                </button>
                <span class="soft small" role="status" data-t="review-all-left">
                    {move || busy().then(|| say("web-luck-left", &[("count", reviewing.left.get().into())]))}
                </span>
            </div>
            <p class="trouble" role="alert" hidden=move || !reviewing.failed.get()>{move || t("web-analysis-failed")}</p>
        </section>
    }
}

/// Whether a game of one's own could be reviewed, and has not been.
fn is_missing(game: &OwnGame) -> bool {
    game.you.is_some() && game.sum.is_none() && !game.record.is_empty()
}

/// Games that are reviewed one after another.
#[derive(Clone, Copy)]
struct Reviewing {
    games: RwSignal<Vec<OwnGame>>,
    task: StoredValue<Option<Task>, LocalStorage>,
    left: RwSignal<usize>,
    failed: RwSignal<bool>,
}

impl Reviewing {
    fn begin(self) {
        self.failed.set(false);
        let mut waiting: Vec<OwnGame> = self
            .games
            .with_untracked(|games| games.iter().filter(|game| is_missing(game)).cloned().collect());
        waiting.reverse();
        self.left.set(waiting.len());
        self.next(waiting);
    }

    fn stop(self) {
        self.task.try_set_value(None);
        self.left.try_set(0);
    }

    /// Reviews the last of them, then the others.
    fn next(self, mut waiting: Vec<OwnGame>) {
        let Some(game) = waiting.pop() else { return self.stop() };
        spawn_local(async move {
            if let Some(review) = review_store::load(&game.record).await {
                self.found(&game, &review);
                return self.next(waiting);
            }
            if self.left.try_get_untracked().is_none_or(|left| left == 0) {
                return;
            }
            let asked = Request::Review { record: game.record.clone() };
            let (mut waiting, mut review) = (Some(waiting), Review::default());
            let hear = move |told: Told<Review>| match told {
                Told::SoFar(_, part) => review.add(part),
                Told::Done(part) => {
                    review.add(part);
                    self.found(&game, &review);
                    let (record, review) = (game.record.clone(), std::mem::take(&mut review));
                    spawn_local(async move { review_store::save(&record, &review).await });
                    if let Some(waiting) = waiting.take() {
                        self.next(waiting);
                    }
                }
                // A record that cannot be reviewed must not hold up the others.
                Told::Refused => {
                    if let Some(waiting) = waiting.take() {
                        self.next(waiting);
                    }
                }
                Told::Failed => {
                    self.failed.try_set(true);
                    self.stop();
                }
            };
            let task = worker::ask(&asked, hear);
            self.task.try_set_value(Some(task));
        });
    }

    fn found(self, game: &OwnGame, review: &Review) {
        if let Some(sum) = game.you.and_then(|you| GameSum::of(review, you)) {
            own_games::keep_sum(&game.id, sum);
            self.games.try_update(|games| {
                for known in games.iter_mut().filter(|known| known.id == game.id) {
                    known.sum = Some(sum);
                }
            });
        }
        self.left.try_update(|left| *left = left.saturating_sub(1));
    }
}

/// What luck and decisions have given or taken so far, game after game.
#[component]
fn Curves(sums: Arc<Vec<GameSum>>) -> impl IntoView {
    let luck = sum_up(&sums, |sum| sum.luck);
    let skill = sum_up(&sums, |sum| sum.decisions);
    let (low, high) = luck
        .iter()
        .chain(&skill)
        .fold((0.0f64, 0.0f64), |(low, high), &value| (low.min(value), high.max(value)));
    let span = (high - low).max(1e-6);
    let line = |values: &[f64]| {
        let place = |(index, value): (usize, &f64)| {
            let x = 100.0 * index as f64 / (values.len() - 1).max(1) as f64;
            format!("{x:.2},{:.2}", 100.0 * (high - value) / span)
        };
        values.iter().enumerate().map(place).collect::<Vec<_>>().join(" ")
    };
    let zero = format!("{:.2}%", 100.0 * high / span);
    let (luck_line, skill_line) = (line(&luck), line(&skill));
    let last = |values: &[f64]| values.last().copied().unwrap_or(0.0);
    let (luck, skill) = (last(&luck), last(&skill));
    let (games, won) = (sums.len(), sums.iter().filter(|sum| sum.end >= 1.0).count());
    let due: f64 = sums.iter().map(|sum| sum.start).sum();
    let accuracies: Vec<f64> = sums.iter().filter_map(|sum| sum.accuracy).collect();
    let accuracy = (!accuracies.is_empty()).then(|| accuracies.iter().sum::<f64>() / accuracies.len() as f64);
    let told = move || {
        let accuracy = accuracy.map_or_else(|| "–".to_owned(), percent);
        let values = [
            ("games", games.into()),
            ("won", won.into()),
            ("due", decimal(&format!("{due:.1}")).into()),
            ("accuracy", accuracy.into()),
        ];
        say("web-luck-games", &values)
    };
    view! {
        <p data-t="luck-games">{told}</p>
        <div class="curve still">
            <svg role="img" aria-label=move || t("web-luck-curve")>
                <line class="half" x1="0" x2="100%" y1=zero.clone() y2=zero />
                <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                    <polyline class="line look-0" points=luck_line />
                    <polyline class="line look-1 yours" points=skill_line />
                </svg>
            </svg>
        </div>
        <ul class="legend">
            <li>
                <svg viewBox="0 0 24 8" aria-hidden="true"><line class="line look-0" x1="1" x2="23" y1="4" y2="4" /></svg>
                <span class="legend-name">{move || t("web-luck-line")}</span>
                " "
                <b data-t="luck-total">{move || points(luck)}</b>
            </li>
            <li>
                <svg viewBox="0 0 24 8" aria-hidden="true"><line class="line look-1 yours" x1="1" x2="23" y1="4" y2="4" /></svg>
                <span class="legend-name">{move || t("web-skill-line")}</span>
                " "
                <b data-t="skill-total">{move || points(skill)}</b>
            </li>
        </ul>
    }
}

/// Nothing, then the sum up to each game.
fn sum_up(sums: &[GameSum], part: impl Fn(&GameSum) -> f64) -> Vec<f64> {
    let mut total = 0.0;
    let later = sums.iter().map(|sum| {
        total += part(sum);
        total
    });
    [0.0].into_iter().chain(later).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_begins_with_nothing_and_adds_game_after_game() {
        let sum =
            |luck| GameSum { start: 0.3, luck, decisions: 0.0, others: 0.0, end: 0.3 + luck, accuracy: None };
        assert_eq!(sum_up(&[sum(0.5), sum(-0.25)], |sum| sum.luck), [0.0, 0.5, 0.25]);
        assert_eq!(sum_up(&[], |sum| sum.luck), [0.0]);
    }
}
