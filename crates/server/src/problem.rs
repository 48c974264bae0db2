//! Extractors that read a request, and the answer to one that is rejected.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use perudo_explain::explain_reason;
use perudo_protocol::http::Problem;
use perudo_words::{Language, Words};

use crate::reason::Reason;

/// A request that is not answered as wished: the status and the body of the answer.
#[derive(Debug)]
pub(crate) struct Rejection {
    status: StatusCode,
    body: Problem,
}

impl Rejection {
    pub(crate) fn new(status: StatusCode, reason: Reason, language: Language) -> Rejection {
        let body = explain_reason(None, reason.name(), Words::of(language));
        Rejection::told(status, &body.error, body.message)
    }

    pub(crate) fn told(status: StatusCode, error: &str, message: String) -> Rejection {
        Rejection { status, body: Problem { error: error.to_owned(), message } }
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
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
#[from_request(via(Json), rejection(Rejection))]
pub(crate) struct Body<T>(pub(crate) T);

/// The parts of a path, or a problem that says what is wrong with them.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Rejection))]
pub(crate) struct Path<T>(pub(crate) T);

/// The query string, or a problem that says what is wrong with it.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Rejection))]
pub(crate) struct Query<T>(pub(crate) T);

impl From<JsonRejection> for Rejection {
    fn from(rejection: JsonRejection) -> Rejection {
        Rejection::told(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<PathRejection> for Rejection {
    fn from(rejection: PathRejection) -> Rejection {
        Rejection::told(rejection.status(), "malformed", rejection.body_text())
    }
}

impl From<QueryRejection> for Rejection {
    fn from(rejection: QueryRejection) -> Rejection {
        Rejection::told(rejection.status(), "malformed", rejection.body_text())
    }
}
