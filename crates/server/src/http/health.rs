//! How the server is, for those who watch over it.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use perudo_protocol::PROTOCOL;
use perudo_protocol::http::Health;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(healthz)).routes(routes!(readyz)).routes(routes!(metrics))
}

fn health(app: &App, ok: bool) -> Json<Health> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Json(Health { ok, version, protocol: PROTOCOL, tables: app.rooms.len() })
}

/// Whether the program runs
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = Health)))]
async fn healthz(State(app): State<App>) -> Json<Health> {
    health(&app, true)
}

/// Whether the server takes players: storage works and it is not about to stop
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = Health), (status = 503, body = Health)))]
async fn readyz(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let ready = app.rooms.is_ready();
    (if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, health(&app, ready))
}

/// Figures for Prometheus
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
async fn metrics(State(app): State<App>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.rooms.metrics.text()).into_response()
}
