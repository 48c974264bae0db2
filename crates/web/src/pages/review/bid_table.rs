//! The bids of a round, with their chances and their truth.

use leptos::prelude::*;
use perudo_rules::{Call, Outcome, Reveal};

use super::percent::percent;
use super::timeline::{JudgedBid, Timeline};
use crate::i18n::{say, t};
use crate::parts::Die;

/// The bids of the round up to a frame, and the call that ended it.
#[component]
pub(super) fn BidTable(timeline: StoredValue<Timeline>, step: RwSignal<usize>) -> impl IntoView {
    let rows = move || {
        let at = step.get();
        timeline.with_value(|timeline| {
            let bids = timeline.ladder(at);
            let newest = bids.last().map(|called| called.frame);
            let rows =
                bids.iter().map(|called| row(timeline, called, newest == Some(called.frame))).collect_view();
            let call = timeline.reveal(at).map(|reveal| call_row(timeline, at, &reveal));
            view! { {rows} {call} }
        })
    };
    let empty = move || timeline.with_value(|timeline| timeline.ladder(step.get()).is_empty());
    view! {
        <div class="bid-table" data-t="review-ladder">
            <h3>{move || t("web-review-bids")}</h3>
            <Show when=empty>
                <p class="soft small">{move || t("web-review-no-bids")}</p>
            </Show>
            <table hidden=empty>
                <thead>
                    <tr>
                        <th scope="col">{move || t("web-review-player")}</th>
                        <th scope="col">{move || t("web-review-bid")}</th>
                        <th scope="col">{move || t("web-review-chance")}</th>
                        <th scope="col">{move || t("web-review-truth")}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
            <p class="soft small" hidden=empty>{move || t("web-review-chance-note")}</p>
        </div>
    }
}

fn row(timeline: &Timeline, called: &JudgedBid, newest: bool) -> impl IntoView + use<> {
    let name = timeline.names[called.seat].to_owned();
    let bid = called.bid;
    view! {
        <tr class:newest=newest data-t="review-bid">
            <th scope="row">{name}</th>
            <td class="bid-table-bid"><span>{bid.count} " × " <Die face=bid.face /></span></td>
            <td class="bid-table-chance">{percent(called.chance)}</td>
            <td>{truth(called.is_true(), called.count)}</td>
        </tr>
    }
}

/// Whether a bid was true: a mark, a word and the number of dice there were.
fn truth(so: bool, count: u8) -> impl IntoView {
    let (class, mark, key) =
        if so { ("so", "✓", "web-review-true") } else { ("not-so", "✗", "web-review-false") };
    view! {
        <span class=class>
            <span aria-hidden="true">{mark}</span>
            " "
            {say(key, &[("count", count.into())])}
        </span>
    }
}

fn call_row(timeline: &Timeline, at: usize, reveal: &Reveal) -> impl IntoView + use<> {
    let name = timeline.names[reveal.caller].to_owned();
    let right = match reveal.outcome {
        Outcome::Loses(loser) => loser != reveal.caller,
        Outcome::Gains(_) => true,
    };
    let call = t(match reveal.call {
        Call::Dudo => "web-review-dudo",
        Call::Calza => "web-review-calza",
    });
    let (class, mark, key) =
        if right { ("so", "✓", "web-review-right") } else { ("not-so", "✗", "web-review-wrong") };
    view! {
        <tr class="bid-table-call" data-t="review-call">
            <th scope="row">{name}</th>
            <td>{call}</td>
            <td class="bid-table-chance">{timeline.chance_of_call(at).map(percent)}</td>
            <td>
                <span class=class>
                    <span aria-hidden="true">{mark}</span>
                    " "
                    {t(key)}
                </span>
            </td>
        </tr>
    }
}
