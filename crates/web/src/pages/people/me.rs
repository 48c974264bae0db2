//! Who this browser is: a guest who may claim a name, or somebody with keys, programs and games.

use leptos::prelude::*;
use perudo_protocol::http::{Me as About, PlayerKind, RatingInfo};
use wasm_bindgen_futures::spawn_local;

use super::history::History;
use super::keys::Keys;
use super::programs::Programs;
use super::sign_in::SignIn;
use crate::i18n::{day, say, t};
use crate::parts::{Bar, BlockButton, Claim, Dialog, PersonName, Rating, pool_name};
use crate::screen::{Link, Screen, navigate};
use crate::{account, api, browser};

/// Who this browser is.
#[component]
pub(crate) fn Me() -> impl IntoView {
    let (about, trouble) = (RwSignal::new(None::<About>), RwSignal::new(None::<String>));
    let fetch = move || {
        spawn_local(async move {
            match api::people::me().await {
                Ok(me) => {
                    about.try_set(Some(me));
                }
                Err(error) => {
                    trouble.try_set(Some(error.message()));
                }
            }
        });
    };
    fetch();
    view! {
        <Bar title="web-me" />
        <main class="page" data-t="me-page">
            <p class="card trouble" role="alert" hidden=move || trouble.with(Option::is_none)>{move || trouble.get()}</p>
            {move || about.get().map(|me| match me.name.clone() {
                Some(name) => view! { <Named name me fetch /> }.into_any(),
                None => view! { <Guest fetch /> }.into_any(),
            })}
        </main>
    }
}

/// Somebody without a name of their own.
#[component]
fn Guest(fetch: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    view! {
        <section class="card" aria-labelledby="claim-title" data-t="guest">
            <h2 id="claim-title">{move || t("web-claim-title")}</h2>
            <p>{move || t("web-claim-why")}</p>
            <Claim claimed=fetch />
        </section>
        <SignIn signed_in=fetch />
        <History />
        <p><Link to=Screen::Games hook="games">{move || t("web-games-title")}</Link></p>
    }
}

/// Somebody with a name of their own.
#[component]
fn Named(name: String, me: About, fetch: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let About { since, keys, ratings, blocks, programs, table, banned_until, .. } = me;
    let rating = |rating: RatingInfo| {
        let pool = rating.pool.clone();
        view! { <li>{move || pool_name(&pool)} " " <Rating rating /></li> }
    };
    let blocked = |name: String| {
        view! { <li class="row"><PersonName name=name.clone() kind=PlayerKind::Person /> <BlockButton name /></li> }
    };
    let (no_ratings, no_blocks) = (ratings.is_empty(), blocks.is_empty());
    view! {
        <section class="card">
            <p>
                <b class="big-name" data-t="own-name">{name.clone()}</b> " "
                <span class="soft small">{move || since.map(|since| say("web-since", &[("day", day(since as f64).into())]))}</span>
            </p>
            {banned_until.map(|until| view! {
                <p class="trouble">{move || say("web-banned-until", &[("day", day(until as f64).into())])}</p>
            })}
            <ul class="plain" hidden=no_ratings>{ratings.into_iter().map(rating).collect_view()}</ul>
            <p class="row">
                <Link to=Screen::Profile(name.clone()) class="button gold" hook="own-profile">{move || t("web-own-profile")}</Link>
                {table.map(|table| view! {
                    <Link to=Screen::Table(table) class="button main" hook="go-on">{move || t("web-go-on-playing")}</Link>
                })}
            </p>
        </section>
        <Keys keys fetch />
        <Programs programs fetch />
        <section class="card" aria-labelledby="blocks-title" hidden=no_blocks>
            <h2 id="blocks-title">{move || t("web-blocks")}</h2>
            <ul class="plain">{blocks.into_iter().map(blocked).collect_view()}</ul>
        </section>
        <Data name fetch />
        <History />
    }
}

/// What the server knows about somebody, and the ways to leave.
#[component]
fn Data(name: String, fetch: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let (trouble, asked) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let name = StoredValue::new(name);
    let tell = move |message: String| {
        trouble.try_set(Some(message));
    };
    let download = move |_| {
        spawn_local(async move {
            match api::people::own_data().await {
                Ok(text) => browser::download("perudo-me.json", &text),
                Err(error) => tell(error.message()),
            }
        });
    };
    // From then on this browser is a new guest.
    let begin_anew = move || match account::start_anew() {
        Ok(()) => fetch(),
        Err(error) => tell(error.message()),
    };
    let sign_out = move |_| {
        spawn_local(async move {
            match api::people::sign_out().await {
                Ok(()) => begin_anew(),
                Err(error) => tell(error.message()),
            }
        });
    };
    let delete = move |_| {
        asked.set(false);
        spawn_local(async move {
            match api::people::delete_me().await {
                Ok(()) => {
                    begin_anew();
                    navigate(Screen::Start);
                }
                Err(error) => tell(error.message()),
            }
        });
    };
    view! {
        <section class="card" aria-labelledby="data-title">
            <h2 id="data-title">{move || t("web-data")}</h2>
            <p class="soft">{move || t("web-data-about")}</p>
            <div class="row">
                <button class="button" data-t="download-data" on:click=download>{move || t("web-data-download")}</button>
                <button class="button" data-t="sign-out" on:click=sign_out>{move || t("web-sign-out")}</button>
                <button class="button danger" data-t="delete-me" on:click=move |_| asked.set(true)>{move || t("web-delete-me")}</button>
            </div>
            <p class="trouble" role="alert" data-t="data-trouble">{move || trouble.get()}</p>
            <Dialog open=asked close=move || asked.set(false) title="web-delete-me-title" hook="delete-me-dialog">
                <p>{move || say("web-delete-me-about", &[("name", name.get_value().into())])}</p>
                <p class="row end">
                    <button class="button" data-t="delete-me-not" on:click=move |_| asked.set(false)>{move || t("web-cancel")}</button>
                    <button class="button main" data-t="delete-me-go" on:click=delete>{move || t("web-delete-me-go")}</button>
                </p>
            </Dialog>
        </section>
    }
}
