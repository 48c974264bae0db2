//! How strong play depends on what one holds, as a picture.

use leptos::prelude::*;
use perudo_learn::{Chart, Column, Row, RowName};
use perudo_rules::{Bid, Face, Hand};

use crate::i18n::{say, t, words};
use crate::parts::Die;

/// A chart as a heat map: a table whose cells are the stronger, the more often that is done.
#[component]
pub(super) fn HeatMap(chart: Chart, standing: Option<Bid>) -> impl IntoView {
    let chart = StoredValue::new(chart);
    let title = move || match standing {
        Some(bid) => say("learn-explore-chart-answers", &[("bid", words().bid(bid).into())]),
        None => t("learn-explore-chart-openings"),
    };
    let heads = move || {
        chart.with_value(|chart| {
            chart.columns.iter().map(|&column| view! { <th scope="col">{head(column)}</th> }).collect_view()
        })
    };
    let rows = move || chart.with_value(|chart| chart.rows.iter().map(row).collect_view());
    view! {
        <section class="card heat" aria-labelledby="heat-title" data-t="heat-map">
            <h2 id="heat-title">{title}</h2>
            <p class="soft small">{move || t("learn-explore-chart-about")}</p>
            <div class="heat-scroll" tabindex="0" role="region" aria-labelledby="heat-title">
                <table>
                    <thead>
                        <tr>
                            <td></td>
                            {heads}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(row: &Row) -> impl IntoView + use<> {
    let cell = |&share: &f64| {
        let percent = (100.0 * share).round();
        let text = if percent >= 1.0 { format!("{percent:.0}") } else { String::new() };
        view! { <td style:--share=format!("{share:.3}")>{text}</td> }
    };
    view! {
        <tr class:own=row.own>
            <th scope="row">{name(row.name)}</th>
            {row.shares.iter().map(cell).collect_view()}
        </tr>
    }
}

fn name(name: RowName) -> AnyView {
    match name {
        RowName::Hand(counts) => {
            let faces = Hand::from_counts(counts).faces().map(|face| view! { <Die face /> }).collect_view();
            view! { <span class="heat-hand">{faces}</span> }.into_any()
        }
        RowName::Holds(count) => say("learn-explore-holds", &[("count", count.into())]).into_any(),
        RowName::Pattern(aces, most) => {
            let both = if aces > 0 && most > 0 { "yes" } else { "no" };
            let values = [("aces", aces.into()), ("most", most.into()), ("both", both.into())];
            say("learn-explore-pattern", &values).into_any()
        }
    }
}

fn head(column: Column) -> AnyView {
    let text = |key: &str| t(key).into_any();
    match column {
        Column::Bid(count, pips) => match Face::new(pips) {
            Some(face) => view! { <span class="heat-bid">{count} "×" <Die face /></span> }.into_any(),
            None => ().into_any(),
        },
        Column::Longest(count) => say("learn-explore-column-longest", &[("count", count.into())]).into_any(),
        Column::Other => text("learn-explore-column-other"),
        Column::Raise => text("learn-explore-column-raise"),
        Column::Change => text("learn-explore-column-change"),
        Column::Aces => text("learn-explore-column-aces"),
        Column::Dudo => text("learn-explore-column-dudo"),
        Column::Calza => text("learn-explore-column-calza"),
    }
}
