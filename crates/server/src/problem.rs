//! Reading a request, and why one is not answered as wished.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perudo_protocol::orders;
use perudo_words::{Language, Words};
use serde::Serialize;
use utoipa::ToSchema;

use crate::reason::Reason;

/// Why a request is not answered as wished.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The name of the reason.
    error: String,
    /// A sentence for people.
    message: String,
    #[serde(skip)]
    status: u16,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, reason: Reason, language: Language) -> Problem {
        let body = orders::refused(None, reason.name(), Words::of(language));
        Problem::told(status, &body.error, body.message)
    }

    pub(crate) fn told(status: StatusCode, error: &str, message: String) -> Problem {
        Problem { error: error.to_owned(), message, status: status.as_u16() }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        (status, Json(self)).into_response()
    }
}

/// The language that a request prefers, among ours.
pub(crate) struct Preferred(pub(crate) Language);

impl<S: Sync> FromRequestParts<S> for Preferred {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Preferred, Self::Rejection> {
        Ok(Preferred(preferred(&parts.headers)))
    }
}

pub(crate) fn preferred(headers: &HeaderMap) -> Language {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
    wanted.split(',').find_map(|one| Language::named(one.trim())).unwrap_or_default()
}

/// A body that is JSON of the right shape, or a problem that says what is wrong with it.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Problem))]
pub(crate) struct Body<T>(pub(crate) T);

/// The parts of a path, or a problem that says what is wrong with them.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(crate) struct Path<T>(pub(crate) T);

/// What stands behind the question mark, or a problem that says what is wrong with it.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(crate) struct Query<T>(pub(crate) T);

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        Problem::told(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::told(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::told(rejection.status(), "malformed", rejection.body_text())
    }
}
