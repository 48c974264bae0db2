//! Profiles, histories, leaderboards.

use axum::extract::State;
use axum::{Extension, Json};
use perudo_people::Pool;
use perudo_protocol::http::{GamesPage, Leaderboard, PlayerKind, Problem, Profile, RatingCurve, TourResult};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::caller::{Anybody, Named, person_named};
use crate::http::App;
use crate::http::extract::{NamedTable, Path, Query};
use crate::http::guard::Asker;
use crate::http::rejection::Rejection;
use crate::reason::Reason;
use crate::store::people::GamesQuery;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(profile))
        .routes(routes!(curve))
        .routes(routes!(games))
        .routes(routes!(leaders))
        .routes(routes!(tour_result))
}

/// Which games are wanted.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct GamesFilter {
    /// Those before this one: `next` of the page before.
    before: Option<i64>,
    /// By this preset.
    preset: Option<String>,
    /// With so many players.
    players: Option<u8>,
    /// Only rated ones.
    rated: Option<bool>,
    /// Only those that were won.
    won: Option<bool>,
    /// Only those with this opponent.
    opponent: Option<String>,
}

pub(super) async fn games_query(
    app: &App,
    asker: Asker,
    filter: GamesFilter,
) -> Result<GamesQuery, Rejection> {
    let opponent = match filter.opponent.as_deref().filter(|name| !name.is_empty()) {
        Some(name) => Some(person_named(app, asker, name).await?.id),
        None => None,
    };
    let GamesFilter { before, preset, players, rated, won, .. } = filter;
    let (rated, won) = (rated.unwrap_or(false), won.unwrap_or(false));
    Ok(GamesQuery { before, preset, players, rated, won, opponent })
}

/// Everything about somebody that everybody may see
#[utoipa::path(get, path = "/api/people/{name}", tag = "people",
    params(("name" = String, Path, description = "The name, however it is written")),
    responses((status = 200, body = Profile), (status = "default", body = Problem)))]
async fn profile(
    State(app): State<App>,
    anybody: Anybody,
    Named(found): Named,
) -> Result<Json<Profile>, Rejection> {
    let viewer = anybody.person();
    Ok(Json(app.rooms.people.ask(move |store| store.profile(&found, viewer)).await?))
}

/// How somebody's rating went
#[utoipa::path(get, path = "/api/people/{name}/ratings/{pool}", tag = "people",
    params(("name" = String, Path, description = "The name"), ("pool" = String, Path, description = "The pool")),
    responses((status = 200, body = RatingCurve), (status = "default", body = Problem)))]
async fn curve(
    State(app): State<App>,
    Named(found): Named,
    Path(PoolPath { pool }): Path<PoolPath>,
) -> Result<Json<RatingCurve>, Rejection> {
    let pool: Pool = pool.parse().map_err(|()| Reason::NoPool)?;
    Ok(Json(app.rooms.people.ask(move |store| store.curve(found.id, pool)).await?))
}

/// Somebody's finished tours at public and rated tables, the latest first
#[utoipa::path(get, path = "/api/people/{name}/games", tag = "people",
    params(("name" = String, Path, description = "The name"), GamesFilter),
    responses((status = 200, body = GamesPage), (status = "default", body = Problem)))]
async fn games(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    Named(found): Named,
    Query(filter): Query<GamesFilter>,
) -> Result<Json<GamesPage>, Rejection> {
    let query = games_query(&app, asker, filter).await?;
    Ok(Json(app.rooms.people.ask(move |store| store.games(found.id, &query, false)).await?))
}

#[derive(Deserialize)]
struct PoolPath {
    pool: String,
}

/// Who is wanted on a leaderboard.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct LeaderFilter {
    /// `people`, `bots` or `all`.
    kind: Option<String>,
    /// Those after so many: `next` of the page before.
    from: Option<u32>,
}

/// The furthest that a leaderboard goes.
const FURTHEST: u32 = 10_000;

/// The best of a pool
#[utoipa::path(get, path = "/api/leaderboards/{pool}", tag = "people",
    params(("pool" = String, Path, description = "`duel-` or `table-` and `tournament`, `classic`, `international` or `calza`"), LeaderFilter),
    responses((status = 200, body = Leaderboard), (status = "default", body = Problem)))]
async fn leaders(
    State(app): State<App>,
    Path(PoolPath { pool }): Path<PoolPath>,
    Query(LeaderFilter { kind, from }): Query<LeaderFilter>,
) -> Result<Json<Leaderboard>, Rejection> {
    let pool: Pool = pool.parse().map_err(|()| Reason::NoPool)?;
    let kind = match kind.as_deref() {
        None | Some("people") => Some(PlayerKind::Person),
        Some("bots") => Some(PlayerKind::Bot),
        Some("all") => None,
        Some(_) => return Err(Reason::NoPool.into()),
    };
    let from = from.unwrap_or(0).min(FURTHEST);
    Ok(Json(app.rooms.people.ask(move |store| store.leaders(pool, kind, from)).await?))
}

#[derive(Deserialize)]
struct TourPath {
    tour: u32,
}

/// What came of a tour: who came where, and what it did to ratings
#[utoipa::path(get, path = "/api/tables/{table}/tours/{tour}/result", tag = "people",
    params(("table" = String, Path, description = "The name of the table"), ("tour" = u32, Path, description = "The number of the tour")),
    responses((status = 200, body = TourResult), (status = "default", body = Problem)))]
async fn tour_result(
    State(app): State<App>,
    anybody: Anybody,
    NamedTable(table): NamedTable,
    Path(TourPath { tour }): Path<TourPath>,
) -> Result<Json<TourResult>, Rejection> {
    let (person, guest) = (anybody.person(), anybody.0.map(|caller| caller.guest));
    Ok(Json(app.rooms.people.ask(move |store| store.tour_result(table, tour, person, guest)).await?))
}
