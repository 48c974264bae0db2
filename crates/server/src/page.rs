//! The pages that a browser opens.

use axum::Router;
use axum::response::Html;
use axum::routing::get;

use crate::http::App;

/// The start page and the page of a table.
pub(crate) fn routes() -> Router<App> {
    Router::new().route("/", get(start)).route("/t/{table}", get(start))
}

async fn start() -> Html<&'static str> {
    Html(include_str!("start.html"))
}
