//! The answer to a request that is not answered as wished.

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use perudo_explain::explain_reason;
use perudo_protocol::RefusedBody;
use perudo_protocol::http::Problem;
use perudo_words::Words;

use super::extract::preferred_language;
use crate::reason::Reason;

/// Why a request is not answered as wished.
#[derive(Debug)]
pub(super) enum Rejection {
    /// A reason of the server, of which [`explain`] makes a body in the client's language.
    Reason(Reason),
    /// One that already has its body.
    Explained(StatusCode, Problem),
}

impl Rejection {
    /// A rejection with a sentence of its own.
    pub(super) fn explained(status: StatusCode, error: &str, message: String) -> Rejection {
        Rejection::Explained(status, Problem { error: error.to_owned(), message })
    }

    /// What a table or its settings refuse.
    pub(super) fn refused(status: StatusCode, body: RefusedBody) -> Rejection {
        Rejection::Explained(status, Problem { error: body.error, message: body.message })
    }
}

impl From<Reason> for Rejection {
    fn from(reason: Reason) -> Rejection {
        Rejection::Reason(reason)
    }
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        match self {
            Rejection::Reason(reason) => {
                let mut response = reason.status().into_response();
                response.extensions_mut().insert(reason);
                response
            }
            Rejection::Explained(status, body) => (status, Json(body)).into_response(),
        }
    }
}

/// Gives every [`Rejection::Reason`] its body, in the language that the client prefers.
pub(super) async fn explain(request: Request, next: Next) -> Response {
    let language = preferred_language(request.headers());
    let response = next.run(request).await;
    let Some(reason) = response.extensions().get::<Reason>().copied() else { return response };
    let body = explain_reason(None, reason.name(), Words::of(language));
    let mut explained = Rejection::refused(reason.status(), body).into_response();
    explained.headers_mut().extend(response.into_parts().0.headers);
    if let Some(seconds) = reason.retry_after() {
        explained.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    explained
}
