//! HTTP, one file a resource. The WebSocket of a table is one of the routes.

mod accepted;
mod extract;
mod guard;
mod health;
mod nodes;
mod page;
mod people;
mod place;
mod preview;
mod public_address;
mod rejection;
mod rules;
mod tables;
mod tips;
mod tours;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::http::header;
use axum::middleware;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::archive::Archive;
use crate::cluster::Cluster;
use crate::limiter::Limiter;
use crate::reason::Reason;
use crate::rooms::Rooms;
use crate::tip_log::TipLog;
use guard::{cors, guard, security_headers};
pub(crate) use nodes::node_service;
use place::find_room;
use rejection::{Rejection, explain};
pub(crate) use tables::public_tables;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) limiter: Arc<Limiter>,
    pub(crate) archive: Arc<Archive>,
    pub(crate) tips: Arc<TipLog>,
    pub(crate) cluster: Arc<Cluster>,
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Perudo",
    description = "Tables, people, records, rules and health. Play itself goes over a WebSocket: see PROTOCOL.md.",
    license(name = "MIT OR Apache-2.0")
))]
struct Description;

/// The longest body of a request.
const BODY: usize = 16 * 1024;

/// The routes that need the room of a table.
fn room_routes() -> OpenApiRouter<App> {
    tables::room_routes().merge(tours::room_routes())
}

/// All other routes, and the description.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(tables::routes())
        .merge(tours::routes())
        .merge(tips::routes())
        .merge(people::routes())
        .merge(rules::routes())
        .merge(health::routes())
}

/// The description of the HTTP interface as JSON.
pub fn openapi() -> String {
    let (_, description) = routes().merge(room_routes()).split_for_parts();
    description.to_pretty_json().unwrap_or_default()
}

/// The whole service.
pub(crate) fn service(app: App) -> axum::Router {
    let room_routes = room_routes().route_layer(middleware::from_fn_with_state(app.clone(), find_room));
    let (router, _) = routes().merge(room_routes).split_for_parts();
    let description = openapi();
    let described = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    router
        .route("/api/openapi.json", axum::routing::get(described))
        .merge(page::routes(app.rooms.config.page))
        .fallback(not_found)
        .method_not_allowed_fallback(method_not_allowed)
        .layer(cors(&app))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(middleware::from_fn(explain))
        .layer(middleware::from_fn(security_headers))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(app)
}

async fn not_found() -> Rejection {
    Reason::NoSuchPlace.into()
}

async fn method_not_allowed() -> Rejection {
    Reason::MethodNotAllowed.into()
}
