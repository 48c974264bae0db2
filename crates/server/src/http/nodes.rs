//! What nodes ask each other, at a port of their own. Only what a node of this cluster has signed is answered.

use std::time::SystemTime;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use perudo_protocol::http::Problem;
use perudo_words::Words;

use super::extract::{NamedTable, preferred_language};
use super::guard::{Asker, Via, admit};
use super::place::find_room;
use super::preview::Preview;
use super::rejection::{Rejection, explain};
use super::tables::own_tables;
use super::{App, BODY, method_not_allowed, not_found, room_routes};
use crate::cluster::{ELSEWHERE, HEADER, LIST_PATH, ListedTable, PULSE_PATH, REFUSED};
use crate::reason::Reason;

/// The service for other nodes: the routes that need a room, and what nodes want to know themselves.
pub(crate) fn node_service(app: App) -> Router {
    let (rooms, _) = room_routes().split_for_parts();
    rooms
        .route_layer(middleware::from_fn_with_state(app.clone(), find_room))
        .route(LIST_PATH, get(list_own))
        .route(PULSE_PATH, get(pulse))
        .route("/cluster/tables/{table}/preview", get(preview))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(middleware::from_fn_with_state(app.clone(), verify))
        .layer(middleware::from_fn(explain))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(app)
}

/// Answers nodes of this cluster only.
async fn verify(State(app): State<App>, request: Request, next: Next) -> Response {
    let target = request.uri().path_and_query().map_or("", |target| target.as_str());
    let client = app.cluster.keys.verify(request.method(), target, request.headers(), SystemTime::now());
    let answer = match client {
        Ok(Some(address)) => admit(&app, Asker { address, via: Via::Node }, request, next).await,
        Ok(None) => next.run(request).await,
        Err(error) => {
            app.cluster.metrics.cluster_refusals.inc();
            let problem = Problem { error: error.name().to_owned(), message: error.to_string() };
            return (StatusCode::FORBIDDEN, [(HEADER, REFUSED)], Json(problem)).into_response();
        }
    };
    match answer.extensions().get() {
        Some(Reason::Moving | Reason::Restarting) => ([(HEADER, ELSEWHERE)], answer).into_response(),
        _ => answer,
    }
}

async fn list_own(State(app): State<App>) -> Json<Vec<ListedTable>> {
    Json(own_tables(&app))
}

async fn pulse() -> StatusCode {
    StatusCode::NO_CONTENT
}

async fn preview(
    State(app): State<App>,
    NamedTable(table): NamedTable,
    headers: HeaderMap,
) -> Result<Json<Preview>, Rejection> {
    let room = app.rooms.room(table).ok_or(Reason::NoTable)?;
    Ok(Json(Preview::of_table(Words::of(preferred_language(&headers)), &room.lock())))
}
