//! After a tour: who won, the standings of the match, and what to do next.

use leptos::prelude::*;
use perudo_play::name_at;
use perudo_protocol::WireCommand;
use perudo_table::StageName;
use wasm_bindgen_futures::spawn_local;

use super::celebration::Celebration;
use super::piece::Piece;
use super::table_screen::{Open, TableContext, table_context};
use crate::chunks::show_piece;
use crate::i18n::{say, t};
use crate::own_games::TourId;
use crate::pages::review::{Opened, open_in_review};
use crate::play::Session;
use crate::quick_table::is_quick;
use crate::screen::{Link, Screen};
use crate::{api, browser};

/// The record of a tour and the proof of its dice.
#[derive(Clone, Debug)]
struct Files {
    record: String,
    proof: String,
    /// The tour, if everyone may know of its table.
    tour: Option<TourId>,
    /// The tour as this browser keeps it.
    own: Option<TourId>,
}

/// The files of the last tour, wherever it was played.
async fn files(session: Session) -> Result<Files, String> {
    let local = session.with_local(|local| local.history().tours().last().cloned());
    if let Some(tour) = local {
        let tour = tour.ok_or_else(|| t("web-no-record"))?;
        let table = session.view.with_untracked(|view| view.as_ref().map(|view| view.table.clone()));
        let own = table.map(|table| TourId { table, tour: tour.number });
        let proof = serde_json::to_string_pretty(&tour.proof).unwrap_or_default();
        return Ok(Files { record: tour.record, proof, tour: None, own });
    }
    let known = session.view.with_untracked(|view| {
        view.as_ref().and_then(|view| {
            let id = TourId { table: view.table.clone(), tour: view.tour.as_ref()?.tour };
            Some((id, view.settings.public == Some(true)))
        })
    });
    let (id, public) = known.ok_or_else(|| t("web-no-record"))?;
    let told = |failure: api::ApiError| failure.message();
    let record = api::tour_file(&id.table, id.tour, "record").await.map_err(told)?;
    let proof = api::tour_file(&id.table, id.tour, "proof").await.map_err(told)?;
    Ok(Files { record, proof, tour: public.then(|| id.clone()), own: Some(id) })
}

/// Does something with the files, or shows why there are none.
fn with_files(context: TableContext, act: impl FnOnce(Files) + 'static) {
    let session = context.session;
    spawn_local(async move {
        match files(session).await {
            Ok(files) => act(files),
            Err(trouble) => {
                session.trouble.try_set(Some(trouble));
            }
        }
    });
}

/// Who won, the standings, and what to do next.
#[component]
pub(crate) fn TourResult() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let over = context.of(|view| view.tour.is_some() && !view.is_playing());
    let shown = Memo::new(move |_| over.get() && session.shown.with(Option::is_none));
    let winner = context.of(|view| {
        let chair = view.now.dice.iter().position(|dice| *dice > 0);
        chair.map(|chair| (chair as u8, name_at(view, chair as u8)))
    });
    let players = context.of(|view| {
        let tour = view.tour.iter();
        tour.flat_map(|tour| &tour.players).map(|player| player.chair).collect::<Vec<_>>()
    });
    let standings = context.of(|view| {
        let mut rows: Vec<(String, u32)> =
            view.chairs.iter().filter_map(|chair| Some((chair.name.clone()?, chair.wins))).collect();
        rows.sort_by_key(|(_, wins)| std::cmp::Reverse(*wins));
        rows
    });
    let tours = context.of(|view| {
        (view.tours_played, u32::from(view.settings.tours.unwrap_or(1)), view.stage == StageName::Resting)
    });
    // In this browser whoever has the device decides.
    let may_go_on = Memo::new(move |_| session.is_local() || session.you.get().host);
    let rated = context.of(|view| view.settings.rated == Some(true));
    let quick = context.of(|view| is_quick(&view.table));
    let you_won = move || {
        let you = session.you.get().chair;
        winner.get().is_some_and(|(chair, _)| Some(chair) == you)
    };
    let played = move || {
        let you = session.you.get().chair;
        players.with(|players| you.is_some_and(|you| players.contains(&you)))
    };
    let title = move || {
        let name = winner.get().map(|(_, name)| name).unwrap_or_default();
        if you_won() { t("web-you-won") } else { say("story-wins", &[("name", name.into())]) }
    };
    view! {
        <section class="result card" data-t="result" hidden=move || !shown.get()>
            {move || shown.get().then(|| {
                let own = you_won();
                winner.get().map(|(winner, _)| view! { <Celebration winner own /> })
            })}
            <h2 data-t="winner">{title}</h2>
            <p class="consolation" hidden=move || you_won() || !played()>{move || t("web-lost-kindly")}</p>
            <p class="soft" hidden={move || tours.get().1 < 2}>
                {move || say("web-tours-played", &[("played", tours.get().0.into()), ("tours", tours.get().1.into())])}
            </p>
            <ol class="standings" data-t="standings" hidden=move || tours.get().0 == 0>
                {move || standings.get().into_iter().map(|(name, wins)| view! {
                    <li><span>{name}</span> <b>{say("web-wins", &[("count", wins.into())])}</b></li>
                }).collect_view()}
            </ol>
            {move || (shown.get() && rated.get()).then(|| show_piece(Piece::RatingNews))}
            <div class="row">
                {move || quick.get().then(|| view! {
                    <Link to=Screen::QuickGame("now".to_owned()) class="button main" hook="another">
                        {move || t("web-quick-again")}
                    </Link>
                })}
                <button
                    class="button main"
                    data-t="again"
                    hidden=move || !may_go_on.get()
                    on:click=move |_| session.order(WireCommand::Start)
                >
                    {move || t(if tours.get().2 { "web-next-tour" } else { "web-rematch" })}
                </button>
                <button class="button" data-t="review" on:click=move |_| {
                    with_files(context, |Files { record, proof, tour, own }| {
                        open_in_review(&Opened { record: Some(record), proof: Some(proof), tour, own });
                    });
                }>
                    {move || t("web-review-game")}
                </button>
                <button
                    class="button"
                    data-t="new-game"
                    hidden=!session.is_local()
                    on:click=move |_| context.dialog.set(Some(Open::NewGame))
                >
                    {move || t("web-new-game")}
                </button>
            </div>
            <p class="small" hidden=may_go_on>{move || t("web-host-goes-on")}</p>
            <div class="row small">
                <button class="button link" data-t="download-record" on:click=move |_| {
                    with_files(context, |files| browser::download("perudo-game.perudo", &files.record));
                }>
                    {move || t("web-download-record")}
                </button>
                <button class="button link" data-t="download-proof" on:click=move |_| {
                    with_files(context, |files| browser::download("perudo-proof.json", &files.proof));
                }>
                    {move || t("web-download-proof")}
                </button>
            </div>
        </section>
    }
}
