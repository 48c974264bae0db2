//! What handlers take out of a request. What is wrong with it becomes a [`Rejection`].

use std::convert::Infallible;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use perudo_protocol::secret_of;
use perudo_table::Guest;
use perudo_words::Language;
use serde::Deserialize;

use super::App;
use super::accepted::accepted;
use super::rejection::Rejection;
use crate::reason::Reason;
use crate::store::TableId;

/// The language that the client prefers, among ours.
pub(super) struct PreferredLanguage(pub(super) Language);

impl<S: Sync> FromRequestParts<S> for PreferredLanguage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<PreferredLanguage, Infallible> {
        Ok(PreferredLanguage(preferred_language(&parts.headers)))
    }
}

pub(super) fn preferred_language(headers: &HeaderMap) -> Language {
    let known = |wanted: &str| match wanted {
        "*" => Some(Language::default()),
        wanted => Language::named(wanted),
    };
    accepted(headers, header::ACCEPT_LANGUAGE).into_iter().find_map(known).unwrap_or_default()
}

/// The table that the path names, whether there is one or not.
pub(super) struct NamedTable(pub(super) TableId);

/// What all paths of a table have.
#[derive(Deserialize)]
struct TablePath {
    table: String,
}

impl FromRequestParts<App> for NamedTable {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<NamedTable, Rejection> {
        let Path(TablePath { table }) = Path::from_request_parts(parts, app).await?;
        Ok(NamedTable(table.parse().map_err(|_| Reason::NoTable)?))
    }
}

/// The guest who knows a secret.
pub(super) fn guest_of(secret: &str) -> Result<Guest, Rejection> {
    Ok(Guest::of_secret(secret_of(secret).ok_or(Reason::BadGuest)?))
}

/// A body that is JSON of the right shape.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Rejection))]
pub(super) struct Body<T>(pub(super) T);

/// The parts of a path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Rejection))]
pub(super) struct Path<T>(pub(super) T);

/// The query string.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Rejection))]
pub(super) struct Query<T>(pub(super) T);

impl From<JsonRejection> for Rejection {
    fn from(rejection: JsonRejection) -> Rejection {
        Rejection::explained(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<PathRejection> for Rejection {
    fn from(rejection: PathRejection) -> Rejection {
        Rejection::explained(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<QueryRejection> for Rejection {
    fn from(rejection: QueryRejection) -> Rejection {
        Rejection::explained(rejection.status(), "malformed", rejection.body_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_that_is_hardly_welcome_comes_after_the_others() {
        for (wanted, expected) in [
            ("", "en"),
            ("ru", "ru"),
            ("ru-RU, en;q=0.9", "ru"),
            ("ru;q=0.1, en", "en"),
            ("de, ru;q=0.5, en;q=0.4", "ru"),
            ("*, ru;q=0.5", "en"),
            ("en;q=0, ru;q=0.001", "ru"),
            ("ru;q=0", "en"),
            ("de", "en"),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, wanted.parse().unwrap())]);
            assert_eq!(preferred_language(&headers), Language::named(expected).unwrap(), "{wanted}");
        }
    }
}
