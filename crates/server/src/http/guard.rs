//! Who may ask what, and what every answer says about itself.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::cors::CorsLayer;

use super::App;
use super::rejection::Rejection;
use crate::limiter::Admission;
use crate::reason::Reason;

/// Who asks, for the limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) address: IpAddr,
    pub(super) via: Via,
}

/// By what way somebody asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Via {
    Nobody,
    /// A proxy that is trusted.
    Proxy,
    /// Another node.
    Node,
}

impl Asker {
    /// The peer, or whom a trusted proxy names last.
    fn of_request(app: &App, headers: &HeaderMap, peer: SocketAddr) -> Asker {
        let forwarded = || {
            let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            list.rsplit(',').next()?.trim().parse().ok()
        };
        match app.rooms.config.trust_proxy {
            true => Asker { address: forwarded().unwrap_or(peer.ip()), via: Via::Proxy },
            false => Asker { address: peer.ip(), via: Via::Nobody },
        }
    }

    /// Counts a WebSocket. One that comes straight was counted when it was accepted.
    pub(super) fn connect(self, app: &App) -> Result<Option<Admission>, Reason> {
        match self.via {
            Via::Nobody => Ok(None),
            Via::Proxy | Via::Node => {
                let admission = app.limiter.connect_through_proxy(self.address);
                admission.map(Some).ok_or(Reason::TooManyConnections)
            }
        }
    }
}

/// Pages of other origins must not use someone's connection to this server.
fn foreign_origin(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return false };
    let Ok(origin) = origin.to_str() else { return true };
    if app.rooms.config.origins.iter().any(|allowed| allowed == origin) {
        return false;
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = origin.split_once("://").map(|(_, host)| host);
    match app.rooms.config.public_url.as_deref() {
        None => own.is_none() || own != host,
        Some(url) if url.trim_end_matches('/') == origin => false,
        // Whoever has a name can make it point here; an address of numbers is what it is.
        Some(_) => own.is_none() || own != host || !own.is_some_and(is_numeric),
    }
}

/// Whether a host (with its port) is an address of numbers or this very machine.
fn is_numeric(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).map_or(host, |(name, _)| name);
    name == "localhost" || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok()
}

/// Turns away foreign pages, whoever asks too often, and whoever never finishes.
pub(super) async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    if foreign_origin(&app, request.headers()) {
        return Rejection::from(Reason::ForeignOrigin).into_response();
    }
    let asker = Asker::of_request(&app, request.headers(), peer);
    admit(&app, asker, request, next).await
}

/// Lets somebody ask, if they do not ask too often and the request comes in time.
pub(super) async fn admit(app: &App, asker: Asker, mut request: Request, next: Next) -> Response {
    if !app.limiter.request(asker.address) {
        return Rejection::from(Reason::TooManyRequests).into_response();
    }
    request.extensions_mut().insert(asker);
    let answer = next.run(request);
    let Some(patience) = app.rooms.config.limits.patience() else { return answer.await };
    let slow = || Rejection::from(Reason::TooSlow).into_response();
    tokio::time::timeout(patience, answer).await.unwrap_or_else(|_| slow())
}

pub(super) async fn security_headers(request: Request, next: Next) -> Response {
    const HEADERS: [(header::HeaderName, &str); 6] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data: blob:; connect-src 'self' ws: wss:; manifest-src 'self'; worker-src 'self'; \
             frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'",
        ),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (
            header::HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), geolocation=(), payment=()",
        ),
    ];
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// What pages of the origins that were allowed may do.
pub(super) fn cors(app: &App) -> CorsLayer {
    let origins = app.rooms.config.origins.iter().filter_map(|origin| HeaderValue::from_str(origin).ok());
    CorsLayer::new()
        .allow_origin(origins.collect::<Vec<_>>())
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE, header::AUTHORIZATION])
}
