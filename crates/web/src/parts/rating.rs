//! Ratings, as far as they are known.

use leptos::prelude::*;
use perudo_protocol::http::{RatingChange, RatingInfo};
use perudo_rules::Preset;

use super::preset_key;
use crate::i18n::{say, t};

/// What a pool of ratings is called, such as `duel-classic`.
pub(crate) fn pool_name(pool: &str) -> String {
    let (size, family) = pool.split_once('-').unwrap_or(("table", pool));
    let family = Preset::named(family).map_or_else(|| family.to_owned(), |preset| t(&preset_key(preset)));
    let key = if size == "duel" { "web-pool-duel" } else { "web-pool-table" };
    say(key, &[("rules", family.into())])
}

/// A rating and how far off it may be; one that is hardly known is a question.
#[component]
pub(crate) fn Rating(rating: RatingInfo) -> impl IntoView {
    let RatingInfo { rating, uncertainty, provisional, .. } = rating;
    let described = move || {
        let key = if provisional { "web-rating-uncertain" } else { "web-rating-certain" };
        say(key, &[("rating", rating.into()), ("uncertainty", uncertainty.into())])
    };
    view! {
        <span class="rating" class:provisional=provisional data-t="rating" title=described>
            <span aria-hidden="true">
                <b>{rating}</b>
                {if provisional { "?".to_owned() } else { String::new() }}
                <small>{format!("\u{a0}±\u{a0}{uncertainty}")}</small>
            </span>
            <span class="unseen">{described}</span>
        </span>
    }
}

/// What a tour did to a rating.
#[component]
pub(crate) fn Change(change: RatingChange) -> impl IntoView {
    let difference = change.after - change.before;
    let class = if difference < 0 { "rating-change loses" } else { "rating-change gains" };
    let sign = if difference < 0 { "−" } else { "+" };
    view! {
        <span class=class data-t="rating-change">
            {format!("{sign}{}", difference.abs())}
        </span>
    }
}
