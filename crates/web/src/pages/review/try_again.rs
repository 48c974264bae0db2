//! A decision, tried again: the game goes on from there against bots, with the dice that fell.

use std::time::Duration;

use leptos::prelude::*;
use perudo_analysis::Retry;
use perudo_rules::{Action, Phase, Seat};
use perudo_worker::Request;
use wasm_bindgen_futures::spawn_local;

use super::analysis::Analysis;
use super::open_in_review;
use super::opened::Opened;
use super::percent::percent;
use super::places::places;
use super::timeline::{ParsedRecord, Timeline};
use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::{ActionPicker, Due};
use crate::prefs::prefs;
use crate::worker;

/// Who plays for everybody else.
const OPPONENT: &str = "master";
/// How long a bot takes, in milliseconds.
const THINKING: u64 = 900;

/// A decision that is tried again.
#[derive(Clone, Copy)]
struct Attempt {
    /// The game as it goes now.
    retry: RwSignal<Option<Retry>>,
    /// Whose decision it was.
    seat: Seat,
    /// Everyone's chances after the latest round, if it is over.
    chances: RwSignal<Option<(u32, Vec<f64>)>>,
    trouble: RwSignal<bool>,
}

impl Attempt {
    /// The game as a timeline, at its end.
    fn timeline(self) -> Option<Timeline> {
        self.retry.with(|retry| ParsedRecord::of(retry.as_ref()?.record()).timeline)
    }

    /// Does something with the game, and sees to what comes next.
    fn change(self, change: impl FnOnce(&mut Retry) -> Result<(), perudo_analysis::RetryError>) {
        let changed =
            self.retry.try_update(|retry| retry.as_mut().is_some_and(|retry| change(retry).is_ok()));
        if changed == Some(true) {
            self.go_on();
        }
    }

    /// Has whoever comes next decide, unless it is the person's turn or a round is over.
    fn go_on(self) {
        let next = self.retry.with_untracked(|retry| {
            let retry = retry.as_ref()?;
            let game = retry.game();
            if game.winner().is_some() || game.dice(self.seat) == 0 || matches!(game.phase(), Phase::Rolling)
            {
                // Between rounds the number is that of the coming one.
                let round = game.round().saturating_sub(u32::from(game.winner().is_none()));
                return Some(Next::RoundOver(round, retry.record().to_owned()));
            }
            match game.turn() {
                Some(turn) if turn != self.seat => Some(Next::Bot(retry.record().to_owned())),
                _ => None,
            }
        });
        match next {
            Some(Next::Bot(record)) => {
                let wait = Duration::from_millis(prefs().pace.get_untracked().of_bots(THINKING));
                set_timeout(move || self.ask_bot(record), wait);
            }
            Some(Next::RoundOver(round, record)) => spawn_local(async move {
                let chances: Option<Vec<f64>> = worker::answer(&Request::Chances { record }).await;
                self.chances.try_set(chances.map(|chances| (round, chances)));
            }),
            None => {}
        }
    }

    fn ask_bot(self, record: String) {
        // The person may have gone back meanwhile, or begun anew.
        let still = self
            .retry
            .try_with_untracked(|retry| retry.as_ref().is_some_and(|retry| retry.record() == record));
        if still != Some(true) {
            return;
        }
        spawn_local(async move {
            let seed = u64::from(browser::any_below(u32::MAX));
            let asked = Request::Decide { record: record.clone(), bot: OPPONENT.to_owned(), seed };
            let decided: Option<String> = worker::answer(&asked).await;
            let still = self
                .retry
                .try_with_untracked(|retry| retry.as_ref().is_some_and(|retry| retry.record() == record));
            match decided.and_then(|action| action.parse::<Action>().ok()) {
                Some(action) if still == Some(true) => self.change(|retry| retry.act(action)),
                Some(_) => {}
                None => {
                    self.trouble.try_set(true);
                }
            }
        });
    }

    fn is_round_over(self) -> bool {
        self.retry
            .with(|retry| retry.as_ref().is_some_and(|retry| matches!(retry.game().phase(), Phase::Rolling)))
            && !self.is_over()
    }

    fn is_over(self) -> bool {
        self.retry.with(|retry| {
            retry
                .as_ref()
                .is_some_and(|retry| retry.game().winner().is_some() || retry.game().dice(self.seat) == 0)
        })
    }
}

enum Next {
    Bot(String),
    RoundOver(u32, String),
}

/// The screen of a decision that is tried again.
#[component]
pub(super) fn TryAgain(
    record: StoredValue<String>,
    /// The game as it was.
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    /// The line of the decision.
    line: usize,
    /// Leads back to the game.
    back: Callback<()>,
) -> impl IntoView {
    let begin = move || {
        let seed = u64::from(browser::any_below(u32::MAX));
        record.with_value(|record| Retry::new(record, line, seed)).ok()
    };
    let first = begin();
    let seat = first.as_ref().and_then(|retry| retry.game().turn()).unwrap_or(Seat::FIRST);
    let attempt = Attempt {
        retry: RwSignal::new(first),
        seat,
        chances: RwSignal::new(None),
        trouble: RwSignal::new(false),
    };
    request_animation_frame(|| {
        browser::focus("try-again");
        browser::scroll_to("try-again");
    });
    let name = timeline.with_value(|timeline| timeline.names[seat].to_owned());
    let shown =
        Memo::new(move |_| attempt.retry.with(|retry| retry.as_ref().map(|retry| retry.record().len())));
    let stage = move || {
        shown.track();
        let timeline = attempt.timeline()?;
        Some(places(&timeline, timeline.last(), Some(seat)).into_any())
    };
    let told = move || {
        shown.track();
        let timeline = attempt.timeline()?;
        Some(told(&timeline, seat).into_iter().map(|sentence| view! { <p>{sentence}</p> }).collect_view())
    };
    let due = Signal::derive(move || {
        attempt.retry.with(|retry| {
            let game = retry.as_ref()?.game();
            let hand = game.hands().map(|hands| hands[seat]).unwrap_or_default();
            (game.turn() == Some(seat)).then(|| Due::of(game, hand))
        })
    });
    let act = Callback::new(move |action: Action| attempt.change(|retry| retry.act(action)));
    let next_round = move |_| attempt.change(Retry::roll);
    let anew = move |_| {
        attempt.chances.set(None);
        attempt.trouble.set(false);
        attempt.retry.set(begin());
    };
    let review_it = move |_| {
        let record =
            attempt.retry.with_untracked(|retry| retry.as_ref().map(|retry| retry.record().to_owned()));
        back.run(());
        open_in_review(&Opened { record, ..Opened::default() });
    };
    let title = {
        let name = name.clone();
        move || say("web-retry-title", &[("name", name.clone().into())])
    };
    view! {
        <section class="card replay trying" id="try-again" tabindex="-1" data-t="trying">
            <div class="row trying-head">
                <h2>{title}</h2>
                <button type="button" class="button" data-t="retry-back" on:click=move |_| back.run(())>
                    {move || t("web-retry-back")}
                </button>
            </div>
            <p class="soft small">{move || t("web-retry-about")}</p>
            <div class="telling" role="status" aria-live="polite" data-t="retry-story">{told}</div>
            <ul class="places" aria-label=move || t("web-review-places") data-t="retry-places">{stage}</ul>
            <ActionPicker due act />
            <p class="trouble" role="alert" hidden=move || !attempt.trouble.get()>{move || t("web-analysis-failed")}</p>
            <Comparison attempt timeline analysis name />
            <div class="row">
                <button type="button" class="button main" data-t="retry-next" hidden=move || !attempt.is_round_over() on:click=next_round>
                    {move || t("web-retry-next")}
                </button>
                <button type="button" class="button" data-t="retry-anew" on:click=anew>{move || t("web-retry-anew")}</button>
                <button type="button" class="button" data-t="retry-review" hidden=move || !attempt.is_over() on:click=review_it>
                    {move || t("web-retry-review")}
                </button>
            </div>
        </section>
    }
}

/// What has happened last, as the person in that seat may know it.
fn told(timeline: &Timeline, seat: Seat) -> Vec<String> {
    let at = timeline.last();
    let mut told = timeline.happened(words(), at);
    if timeline.is_roll(at) {
        // What lies under the other cups is nobody's business.
        told.truncate(1);
    }
    let (game, name) = (timeline.game(at), timeline.names[seat].to_owned());
    if game.turn() == Some(seat) {
        told.push(say("web-retry-your-turn", &[("name", name.into())]));
    }
    told
}

/// How the round ended in the game and how it has ended now.
#[component]
fn Comparison(
    attempt: Attempt,
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    name: String,
) -> impl IntoView {
    move || {
        if !(attempt.is_round_over() || attempt.is_over()) {
            return None;
        }
        let (round, chances) = attempt.chances.get()?;
        let seat = attempt.seat.index();
        let now = *chances.get(seat)?;
        // The tour that is over counts as won.
        let tour = attempt.retry.with(|retry| {
            let game = retry.as_ref()?.game();
            let won: u32 = game.seats().iter().map(|seat| game.wins(seat)).sum();
            Some((won - u32::from(game.winner().is_some() && won > 0)) as usize)
        })?;
        let before = analysis.review.with(|review| {
            let moments = &review.as_ref()?.tours.get(tour)?.moments;
            let last = moments.iter().rfind(|moment| moment.round == round)?;
            last.chances.get(seat).copied()
        });
        let values = [("name", name.clone().into()), ("now", percent(now).into())];
        let now = say("web-retry-now", &values);
        let then = before.map(|chance| {
            let told = timeline.with_value(|timeline| timeline.round_told(words(), tour, round));
            (say("web-retry-then", &[("name", name.clone().into()), ("then", percent(chance).into())]), told)
        });
        Some(view! {
            <div class="comparison" data-t="comparison">
                <h3>{t("web-retry-compare")}</h3>
                <p><b data-t="chance-after">{now}</b></p>
                {then.map(|(chance, told)| view! { <p>{chance} " " <span class="soft">{told}</span></p> })}
            </div>
        })
    }
}
