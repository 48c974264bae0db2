//! Finished tours and the one that is being played: lists, records and proofs.

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use bytes::Bytes;
use headers::HeaderMapExt;
use headers::authorization::{Authorization, Bearer};
use perudo_protocol::http::{Problem, TourSummary};
use perudo_table::Viewer;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{NamedTable, Path, guest_of};
use super::place::FoundRoom;
use super::rejection::Rejection;
use crate::archive::{ArchiveError, TourTexts, TourTitle};
use crate::reason::Reason;
use crate::store::TableId;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_tours)).routes(routes!(tour_record)).routes(routes!(tour_proof))
}

/// The routes that need the room of a table.
pub(super) fn room_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(running_record))
}

impl From<ArchiveError> for Rejection {
    fn from(error: ArchiveError) -> Rejection {
        let reason = match error {
            ArchiveError::NoTable => Reason::NoTable,
            ArchiveError::Busy => Reason::Busy,
            ArchiveError::Store(_) => Reason::StorageDown,
            ArchiveError::Unreadable { .. }
            | ArchiveError::Proof(_)
            | ArchiveError::Record(_)
            | ArchiveError::BrokenOff => Reason::UnreadableLog,
        };
        if !matches!(reason, Reason::NoTable | Reason::Busy) {
            tracing::error!(%error, "a log could not be read");
        }
        reason.into()
    }
}

/// The finished tours of a table, also of one that is no more
#[utoipa::path(get, path = "/api/tables/{table}/tours", params(("table" = String, Path, description = "Its name")),
    responses((status = 200, body = Vec<TourSummary>), (status = "default", body = Problem)))]
async fn list_tours(
    State(app): State<App>,
    NamedTable(table): NamedTable,
) -> Result<Json<Vec<TourSummary>>, Rejection> {
    let summary = |title: TourTitle| TourSummary {
        tour: title.number,
        players: title.players,
        record: format!("/api/tables/{table}/tours/{}/record", title.number),
        proof: format!("/api/tables/{table}/tours/{}/proof", title.number),
    };
    Ok(Json(app.archive.tours(table).await?.into_iter().map(summary).collect()))
}

/// The number of the tour that a path names.
#[derive(Deserialize)]
struct TourPath {
    tour: u32,
}

async fn tour(app: &App, table: TableId, number: u32) -> Result<TourTexts, Rejection> {
    Ok(app.archive.tour(table, number).await?.ok_or(Reason::NoTour)?)
}

fn file(kind: &'static str, name: String, body: Bytes) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body)
        .into_response()
}

/// The record of a finished tour
#[utoipa::path(get, path = "/api/tables/{table}/tours/{tour}/record",
    params(("table" = String, Path, description = "The name of the table"), ("tour" = u32, Path, description = "The number of the tour")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "default", body = Problem)))]
async fn tour_record(
    State(app): State<App>,
    NamedTable(table): NamedTable,
    Path(TourPath { tour: number }): Path<TourPath>,
) -> Result<Response, Rejection> {
    let tour = tour(&app, table, number).await?;
    Ok(file("text/plain; charset=utf-8", format!("{table}-{number}.perudo"), tour.record))
}

/// The proof of the dice of a finished tour, for `perudo verify`
#[utoipa::path(get, path = "/api/tables/{table}/tours/{tour}/proof",
    params(("table" = String, Path, description = "The name of the table"), ("tour" = u32, Path, description = "The number of the tour")),
    responses((status = 200, body = Object), (status = "default", body = Problem)))]
async fn tour_proof(
    State(app): State<App>,
    NamedTable(table): NamedTable,
    Path(TourPath { tour: number }): Path<TourPath>,
) -> Result<Response, Rejection> {
    let tour = tour(&app, table, number).await?;
    Ok(file("application/json", format!("{table}-{number}-proof.json"), tour.proof))
}

/// The record of the tour that is played, without hidden dice but your own
#[utoipa::path(get, path = "/api/tables/{table}/record", params(("table" = String, Path, description = "Its name"),
    ("authorization" = Option<String>, Header, description = "`Bearer` and your secret, to see your own dice")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "default", body = Problem)))]
async fn running_record(
    State(app): State<App>,
    NamedTable(table): NamedTable,
    Extension(FoundRoom(room)): Extension<FoundRoom>,
    headers: HeaderMap,
) -> Result<Response, Rejection> {
    let viewer = match headers.typed_get::<Authorization<Bearer>>() {
        None => Viewer::Spectator,
        Some(bearer) => {
            let guest = guest_of(bearer.token().trim())?;
            let person = app.rooms.people.resolve(guest).await.ok().flatten();
            let room = room.lock();
            let joined = room.table().has_joined(guest);
            let guest = person.filter(|_| !joined).map_or(guest, |person| person.guest());
            room.table().viewer(guest)
        }
    };
    if viewer == Viewer::Spectator && !room.lock().table().settings().spectators {
        return Err(Reason::NoSpectators.into());
    }
    let record = app.archive.running_record(table, viewer).await?.ok_or(Reason::NoTour)?;
    Ok(file("text/plain; charset=utf-8", format!("{table}.perudo"), record.into()))
}
