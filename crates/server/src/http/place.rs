//! Requests for a table come to the node that has it: handled here, or passed on.

use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes};
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use tokio::time::{Instant, sleep};

use super::App;
use super::extract::NamedTable;
use super::guard::{Asker, Via};
use super::rejection::Rejection;
use crate::claimer::Place;
use crate::cluster::{HEADER, NodeRequest};
use crate::listener::AcceptedConnection;
use crate::reason::Reason;
use crate::shared_room::SharedRoom;
use crate::store::{Owner, TableId};

/// When a node that cannot be reached is tried again, or another has its tables.
const AGAIN: Duration = Duration::from_millis(200);

/// However long a lease is, nobody is kept waiting for longer.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// What handlers read. Nothing else is passed on, and so nothing by which a client could pose as a proxy or a node.
const PASSED_ON: [HeaderName; 9] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::AUTHORIZATION,
    header::CONTENT_TYPE,
    header::SEC_WEBSOCKET_EXTENSIONS,
    header::SEC_WEBSOCKET_KEY,
    header::SEC_WEBSOCKET_PROTOCOL,
    header::SEC_WEBSOCKET_VERSION,
    header::UPGRADE,
];

/// The headers that are about one connection, and the one for nodes.
const OF_CONNECTION: [HeaderName; 4] =
    [header::CONNECTION, HeaderName::from_static("keep-alive"), header::TRANSFER_ENCODING, HEADER];

/// The room of the open table that the path names.
#[derive(Clone)]
pub(super) struct FoundRoom(pub(super) SharedRoom);

/// Finds the room of a request, or passes the request on to the node that has it.
pub(super) async fn find_room(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    NamedTable(table): NamedTable,
    request: Request,
    next: Next,
) -> Result<Response, Rejection> {
    match app.rooms.find(table).await? {
        Place::Here(room) => Ok(handle(room, request, next).await),
        Place::Nowhere => Err(Reason::NoTable.into()),
        // It was passed on to this node already: the one who did that finds out where the table is now.
        Place::There(_) if asker.via == Via::Node => Err(Reason::Moving.into()),
        Place::There(owner) => pass_on(&app, asker, table, owner, request, next).await,
    }
}

async fn handle(room: SharedRoom, mut request: Request, next: Next) -> Response {
    request.extensions_mut().insert(FoundRoom(room));
    next.run(request).await
}

/// Passes a request on. While the node that has the table cannot be reached, another one may get it.
async fn pass_on(
    app: &App,
    asker: Asker,
    table: TableId,
    mut owner: Owner,
    request: Request,
    next: Next,
) -> Result<Response, Rejection> {
    let (parts, body) = request.into_parts();
    // A slow client is waited for here, and not by the other node as well.
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await?;
    let until = Instant::now() + app.rooms.config.lease.min(LONGEST_WAIT) + Duration::from_secs(1);
    loop {
        // One that is alone cannot be asked, but whoever comes back may come to it.
        let node = owner.address.as_deref().ok_or(Reason::Moving)?;
        let request = NodeRequest {
            method: &parts.method,
            target: parts.uri.path_and_query().cloned().ok_or(Reason::NoTable)?,
            headers: passed_on(&parts.headers),
            body: body.clone(),
            client: Some(asker.address),
        };
        app.cluster.metrics.forwarded.inc();
        match app.cluster.ask(node, request).await {
            Ok(answer) if answer.status() == StatusCode::SWITCHING_PROTOCOLS => {
                return connect(app, asker, node, parts, answer);
            }
            Ok(answer) => return Ok(answered(answer)),
            Err(error) => {
                app.cluster.report(&owner.name, &error);
                let may_be_repeated = error.nothing_done() || parts.method.is_safe();
                if !may_be_repeated || Instant::now() >= until {
                    return Err(Reason::Moving.into());
                }
            }
        }
        sleep(AGAIN).await;
        match app.rooms.find(table).await? {
            Place::Here(room) => {
                return Ok(handle(room, Request::from_parts(parts, Body::from(body)), next).await);
            }
            Place::Nowhere => return Err(Reason::NoTable.into()),
            Place::There(other) => owner = other,
        }
    }
}

/// Joins the WebSocket of a client to that which another node has accepted.
fn connect(
    app: &App,
    asker: Asker,
    node: &str,
    parts: Parts,
    mut accepted: Response<Incoming>,
) -> Result<Response, Rejection> {
    if app.rooms.is_stopping() {
        return Err(Reason::Restarting.into());
    }
    let of_asker = asker.connect(app)?;
    let connection =
        parts.extensions.get::<AcceptedConnection>().map(|connection| connection.admission.clone());
    let mut client = axum::http::Request::from_parts(parts, ());
    app.cluster.carry_socket(node, &mut client, &mut accepted, (connection, of_asker));
    let mut response = accepted.map(|_| Body::empty());
    response.headers_mut().remove(HEADER);
    Ok(response)
}

/// The answer of another node as this node's own.
fn answered(answer: Response<Incoming>) -> Response {
    let mut response = answer.map(Body::new);
    for name in OF_CONNECTION {
        response.headers_mut().remove(name);
    }
    response.into_response()
}

fn passed_on(headers: &HeaderMap) -> HeaderMap {
    let mut passed = HeaderMap::new();
    for name in PASSED_ON {
        for value in headers.get_all(&name) {
            passed.append(name.clone(), value.clone());
        }
    }
    // The rest of this header is about the connection to this node.
    let options = headers.get(header::CONNECTION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if options.split(',').any(|option| option.trim().eq_ignore_ascii_case("upgrade")) {
        passed.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    }
    passed
}

impl From<BytesRejection> for Rejection {
    fn from(rejection: BytesRejection) -> Rejection {
        Rejection::explained(rejection.status(), "malformed", rejection.body_text())
    }
}
