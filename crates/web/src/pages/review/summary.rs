//! A review in short: how far it is, the curve, and what cost most.

use std::sync::Arc;

use leptos::prelude::*;
use perudo_analysis::{Decision, Moment, Review, Verdict};

use super::analysis::{Analysis, Stage, is_error};
use super::curve::Curve;
use super::percent::percent;
use super::timeline::Timeline;
use crate::browser;
use crate::i18n::{say, t, words};
use crate::parts::Later;

/// So many of the dearest decisions are listed.
const DEAREST: usize = 3;

/// The review in short.
#[component]
pub(super) fn Summary(
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    step: RwSignal<usize>,
) -> impl IntoView {
    let decided = timeline.with_value(Timeline::has_decisions);
    let dearest = Memo::new(move |_| {
        analysis.review.with(|review| review.as_ref().map(|review| dearest(review, analysis)))
    });
    let unjudged = move || {
        let count = analysis.review.with(|review| review.as_ref().map_or(0, |review| review.unjudged));
        let values = [("count", count.into()), ("most", perudo_bots::Judge::MOST_DICE.into())];
        (count > 0).then(|| say("review-unjudged", &values))
    };
    let unfinished = timeline.with_value(|timeline| timeline.end().winner().is_none());
    view! {
        <section class="card analysis" data-t="analysis" data-stage=move || stage_name(analysis.stage.get())>
            <h2>{move || t("web-analysis")}</h2>
            {(!decided).then(|| view! { <p data-t="analysis-nothing">{move || t("review-nothing")}</p> })}
            {decided.then(|| view! {
                <Progress analysis />
                <Accuracy analysis />
                <Later>
                    <Curve timeline analysis step />
                </Later>
                {move || unjudged().map(|text| view! { <p class="soft" data-t="analysis-unjudged">{text}</p> })}
                {unfinished.then(|| view! { <p class="soft" data-t="analysis-unfinished">{move || t("review-unfinished")}</p> })}
                {move || dearest.get().map(|dearest| view! { <Dearest dearest timeline analysis step /> })}
            })}
        </section>
    }
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Running(_) => "running",
        Stage::Done => "done",
        Stage::Cancelled => "cancelled",
        Stage::Failed => "failed",
    }
}

/// How far it is, with a way out; or why it is not there, with a way back in.
#[component]
fn Progress(analysis: Analysis) -> impl IntoView {
    let kind = Memo::new(move |_| stage_name(analysis.stage.get()));
    let share = move || match analysis.stage.get() {
        Stage::Running(share) => share,
        _ => 1.0,
    };
    view! {
        <div class="analysis-progress">
            {move || match kind.get() {
                "running" => view! {
                    <p class="row">
                        <progress max="1" prop:value=share aria-label=move || t("web-analysis-running")></progress>
                        <span class="small soft">{move || t("web-analysis-running")}</span>
                        <button type="button" class="button" data-t="analysis-cancel" on:click=move |_| analysis.cancel()>
                            {move || t("web-cancel")}
                        </button>
                    </p>
                }.into_any(),
                "done" => ().into_any(),
                other => {
                    let key = if other == "failed" { "web-analysis-failed" } else { "web-analysis-cancelled" };
                    view! {
                        <p class="row">
                            <span data-t="analysis-trouble">{move || t(key)}</span>
                            <button type="button" class="button" data-t="analysis-again" on:click=move |_| analysis.ask()>
                                {move || t(if other == "failed" { "web-try-again" } else { "web-analysis-go-on" })}
                            </button>
                        </p>
                    }.into_any()
                }
            }}
            <p class="unseen" role="status" data-t="analysis-status">
                {move || t(match kind.get() {
                    "running" => "web-analysis-running",
                    "done" => "web-analysis-done",
                    "failed" => "web-analysis-failed",
                    _ => "web-analysis-cancelled",
                })}
            </p>
        </div>
    }
}

/// The accuracy of whoever looks.
#[component]
fn Accuracy(analysis: Analysis) -> impl IntoView {
    let told = move || {
        let (you, review) = (analysis.you?, analysis.review.get()?);
        let accuracy = review.players.get(you)?.accuracy()?;
        let done = analysis.stage.get() == Stage::Done;
        done.then(|| say("web-analysis-accuracy-yours", &[("accuracy", percent(accuracy).into())]))
    };
    move || told().map(|text| view! { <p class="accuracy" data-t="analysis-accuracy">{text}</p> })
}

/// A decision that cost much.
#[derive(Clone, Debug, PartialEq)]
struct Dear {
    line: usize,
    round: u32,
    name: String,
    decision: Arc<Decision>,
}

fn dearest(review: &Review, analysis: Analysis) -> Vec<Dear> {
    let cost = |decision: &Decision| decision.verdict.as_ref().map_or(0.0, |verdict| verdict.cost);
    let worth = |decision: &Decision| is_error(decision) && analysis.concerns(decision);
    let mut errors: Vec<(&Moment, &Decision)> =
        review.decisions().filter(|(_, _, one)| worth(one)).map(|(_, moment, one)| (moment, one)).collect();
    errors.sort_by(|a, b| cost(b.1).total_cmp(&cost(a.1)));
    let dear = |(moment, decision): &(&Moment, &Decision)| Dear {
        line: moment.line,
        round: moment.round,
        name: review.players.get(decision.seat).map(|player| player.name.clone()).unwrap_or_default(),
        decision: Arc::new((*decision).clone()),
    };
    errors.iter().take(DEAREST).map(dear).collect()
}

/// The decisions that cost most; each leads to its moment.
#[component]
fn Dearest(
    dearest: Vec<Dear>,
    timeline: StoredValue<Timeline>,
    analysis: Analysis,
    step: RwSignal<usize>,
) -> impl IntoView {
    let own = analysis.you.is_some();
    if dearest.is_empty() {
        let done = move || analysis.stage.get() == Stage::Done;
        let key = if own { "web-analysis-none-yours" } else { "review-none" };
        return view! { <p data-t="analysis-none" hidden=move || !done()>{move || t(key)}</p> }.into_any();
    }
    let items = dearest.into_iter().map(|dear| {
        let Dear { line, round, name, decision } = dear;
        let verdict = decision.verdict.clone();
        let act = move || act(&decision);
        let show = move |_| {
            if let Some(at) = timeline.with_value(|timeline| timeline.at_line(line)) {
                step.set(at);
                request_animation_frame(|| {
                    browser::focus("replay");
                    browser::scroll_to("replay");
                });
            }
        };
        let told = move || {
            let key = if own { "web-analysis-dear-yours" } else { "web-analysis-dear" };
            say(key, &[("round", round.into()), ("name", name.clone().into()), ("act", act().into())])
        };
        view! {
            <li>
                <button type="button" class="dear" data-t="analysis-dear" on:click=show>
                    <span>{told}</span>
                    {verdict.map(|verdict| view! { <Cost verdict /> })}
                </button>
            </li>
        }
    });
    let title = if own { "web-analysis-dearest-yours" } else { "web-analysis-dearest" };
    view! {
        <h3>{move || t(title)}</h3>
        <ol class="dearest" data-t="analysis-dearest">{items.collect_view()}</ol>
    }
    .into_any()
}

/// What was done, as it stands in a sentence.
pub(super) fn act(decision: &Decision) -> String {
    action(decision.action)
}

/// An action, as it stands in a sentence.
pub(super) fn action(action: perudo_rules::Action) -> String {
    let words = words();
    match action {
        perudo_rules::Action::Bid(bid) => words.say("review-act-bid", &[("bid", words.bid(bid).into())]),
        other => words.text(&format!("review-act-{other}")),
    }
}

/// A mark, and what the decision gave away.
#[component]
pub(super) fn Cost(verdict: Verdict) -> impl IntoView {
    let Verdict { mark, cost, .. } = verdict;
    let points = move || {
        let points = format!("{:.1}", 100.0 * cost);
        (mark > perudo_analysis::Mark::Best)
            .then(|| say("web-analysis-points", &[("points", decimal(&points).into())]))
    };
    view! {
        <span class=format!("mark {}", mark.name()) data-t="mark" data-mark=mark.name()>
            <span class="mark-sign" aria-hidden="true">{sign(mark)}</span>
            {move || t(&format!("review-mark-{}", mark.name()))}
        </span>
        " "
        <span class="points">{points}</span>
    }
}

/// What stands for a mark, as chess players write it.
const fn sign(mark: perudo_analysis::Mark) -> &'static str {
    use perudo_analysis::Mark;
    match mark {
        Mark::Best => "✓",
        Mark::Fine => "·",
        Mark::Inaccuracy => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
    }
}

/// A number with the decimal sign of the language.
pub(crate) fn decimal(number: &str) -> String {
    number.replace('.', &t("web-decimal"))
}
