//! The public log of the server's tips, and the keys that it signs with.

use axum::Json;
use axum::extract::State;
use perudo_protocol::http::{Problem, PublicKeys};
use perudo_table::fair::merkle::TreeHash;
use perudo_table::fair::{PublishedTip, TipsAnswer};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{NamedTable, Query};
use super::rejection::Rejection;
use crate::reason::Reason;
use crate::tip_log::TipLogError;

/// The most entries that are told at a time.
const PAGE: u32 = 1000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(public_keys))
        .routes(routes!(tips_head))
        .routes(routes!(tips_entries))
        .routes(routes!(tips_consistency))
        .routes(routes!(tips_of_table))
}

impl From<TipLogError> for Rejection {
    fn from(error: TipLogError) -> Rejection {
        let reason = match error {
            TipLogError::NoSuchHead => Reason::NoSuchHead,
            TipLogError::Busy => Reason::Busy,
            TipLogError::Store(_) | TipLogError::BrokenOff => {
                tracing::error!(%error, "the log of tips could not be read");
                Reason::StorageDown
            }
        };
        reason.into()
    }
}

/// The keys that the server signs with, the newest first
#[utoipa::path(get, path = "/api/key", responses((status = 200, body = PublicKeys)))]
async fn public_keys(State(app): State<App>) -> Json<PublicKeys> {
    Json(PublicKeys { keys: app.tips.signer().keys().to_vec() })
}

/// The size of the log that the client has seen before.
#[derive(Deserialize)]
struct Since {
    since: Option<u64>,
}

/// The log of the server's tips as it is now: its head, signed
#[utoipa::path(get, path = "/api/tips", params(("since" = Option<u64>, Query, description = "The size of an earlier head: `consistency` shows that the log begins with it")),
    responses((status = 200, body = Object), (status = "default", body = Problem)))]
async fn tips_head(
    State(app): State<App>,
    Query(Since { since }): Query<Since>,
) -> Result<Json<TipsAnswer>, Rejection> {
    Ok(Json(app.tips.answer(since, None).await?))
}

/// The log as it is now, and every tip of a table with its place in it
#[utoipa::path(get, path = "/api/tables/{table}/tips", params(("table" = String, Path, description = "Its name"),
    ("since" = Option<u64>, Query, description = "The size of an earlier head: `consistency` shows that the log begins with it")),
    responses((status = 200, body = Object), (status = "default", body = Problem)))]
async fn tips_of_table(
    State(app): State<App>,
    NamedTable(table): NamedTable,
    Query(Since { since }): Query<Since>,
) -> Result<Json<TipsAnswer>, Rejection> {
    Ok(Json(app.tips.answer(since, Some(table)).await?))
}

/// Where a page of the log begins.
#[derive(Deserialize)]
struct Beginning {
    from: Option<u64>,
}

/// Entries of the log, up to 1,000 from a place on
#[utoipa::path(get, path = "/api/tips/entries", params(("from" = Option<u64>, Query, description = "The first entry; 0 is the first of all")),
    responses((status = 200, body = Vec<Object>), (status = "default", body = Problem)))]
async fn tips_entries(
    State(app): State<App>,
    Query(Beginning { from }): Query<Beginning>,
) -> Result<Json<Vec<PublishedTip>>, Rejection> {
    Ok(Json(app.tips.entries(from.unwrap_or(0), PAGE).await?))
}

/// Two sizes of the log.
#[derive(Deserialize)]
struct Sizes {
    old: u64,
    new: u64,
}

/// The path that shows that the first `new` tips begin with the first `old` of them
#[utoipa::path(get, path = "/api/tips/consistency", params(("old" = u64, Query, description = "The smaller size"), ("new" = u64, Query, description = "The larger size")),
    responses((status = 200, body = Vec<String>), (status = "default", body = Problem)))]
async fn tips_consistency(
    State(app): State<App>,
    Query(Sizes { old, new }): Query<Sizes>,
) -> Result<Json<Vec<TreeHash>>, Rejection> {
    Ok(Json(app.tips.consistency(old, new).await?))
}
