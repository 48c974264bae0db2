//! HTTP: tables, records, rules, health. The WebSocket of a table is one of the routes.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use perudo_bots::BotKind;
use perudo_explain::explain_invalid_command;
use perudo_protocol::http::{
    BotInfo, Health, JoinTable, Joined, Made, MakeTable, Problem, RuleSection, RuleSet, TableSummary,
    TourSummary,
};
use perudo_protocol::{Order, PROTOCOL, WireCommand, secret_of};
use perudo_rules::{Preset, Rules, RulesSpec};
use perudo_table::{Chair, Guest, Sitter, Viewer};
use perudo_words::{Language, Words};
use serde::Deserialize;
use utoipa::{IntoParams, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::guard::{address, guard, security_headers, sharing};
use crate::house::{House, NewTable, NotMade};
use crate::limiter::Limiter;
use crate::problem::{Body, Path, Preferred, Query, Rejection};
use crate::reason::Reason;
use crate::room::Room;
use crate::socket;
use crate::store::TableId;

/// What all handlers share.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) house: Arc<House>,
    pub(crate) limiter: Arc<Limiter>,
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Perudo",
    description = "Tables, records, rules and health. Play itself goes over a WebSocket: see PROTOCOL.md.",
    license(name = "MIT OR Apache-2.0")
))]
struct Description;

/// The longest body of a request.
const BODY: usize = 16 * 1024;

/// All routes, and their description.
fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(make_table, list_tables))
        .routes(routes!(show_table))
        .routes(routes!(join_table))
        .routes(routes!(connect))
        .routes(routes!(list_tours))
        .routes(routes!(tour_record))
        .routes(routes!(tour_proof))
        .routes(routes!(running_record))
        .routes(routes!(list_rules))
        .routes(routes!(list_bots))
        .routes(routes!(healthz))
        .routes(routes!(readyz))
        .routes(routes!(metrics))
}

/// The description of the HTTP interface as JSON.
pub fn openapi() -> String {
    let (_, description) = routes().split_for_parts();
    description.to_pretty_json().unwrap_or_default()
}

/// The whole service.
pub(crate) fn service(app: App) -> axum::Router {
    let (router, _) = routes().split_for_parts();
    let description = openapi();
    let described = move || async move { ([(header::CONTENT_TYPE, "application/json")], description) };
    router
        .route("/api/openapi.json", axum::routing::get(described))
        .merge(crate::page::routes())
        .fallback(nowhere)
        .method_not_allowed_fallback(not_that_way)
        .layer(sharing(&app))
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(middleware::from_fn(security_headers))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(app)
}

async fn nowhere(Preferred(language): Preferred) -> Rejection {
    Rejection::new(StatusCode::NOT_FOUND, Reason::NoSuchPlace, language)
}

async fn not_that_way(Preferred(language): Preferred) -> Rejection {
    Rejection::new(StatusCode::METHOD_NOT_ALLOWED, Reason::NotThatWay, language)
}

fn guest_of(secret: &str, language: Language) -> Result<Guest, Rejection> {
    let secret = secret_of(secret)
        .ok_or_else(|| Rejection::new(StatusCode::BAD_REQUEST, Reason::BadGuest, language))?;
    Ok(Guest::of_secret(secret))
}

fn find(app: &App, table: &str, language: Language) -> Result<TableId, Rejection> {
    let id = table.parse::<TableId>().ok();
    id.filter(|id| app.house.room(*id).is_some())
        .ok_or_else(|| Rejection::new(StatusCode::NOT_FOUND, Reason::NoTable, language))
}

fn link(app: &App, headers: &HeaderMap, table: TableId) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("localhost");
    let base = app.house.config.public_url.clone().unwrap_or_else(|| format!("http://{host}"));
    format!("{}/t/{table}", base.trim_end_matches('/'))
}

/// Make a table
#[utoipa::path(post, path = "/api/tables", request_body = MakeTable,
    responses((status = 201, body = Made), (status = "default", body = Problem)))]
async fn make_table(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Preferred(language): Preferred,
    headers: HeaderMap,
    Body(make): Body<MakeTable>,
) -> Result<Response, Rejection> {
    let maker = guest_of(&make.guest, language)?;
    let settings = make.settings.into_settings(|name| BotKind::named(name).is_some()).map_err(|error| {
        let body = explain_invalid_command(None, &error, Words::of(language));
        Rejection::told(StatusCode::BAD_REQUEST, &body.error, body.message)
    })?;
    if app.house.is_stopping() || !app.house.is_ready() {
        return Err(Rejection::new(StatusCode::SERVICE_UNAVAILABLE, Reason::StorageDown, language));
    }
    if !app.limiter.table(address(&app, &headers, peer)) {
        return Err(Rejection::new(StatusCode::TOO_MANY_REQUESTS, Reason::TooManyRequests, language));
    }
    let join =
        WireCommand::Join { name: make.name, chair: None, watch: make.watch, program: false, tip: make.tip };
    let bots = make.bots.into_iter().map(|level| WireCommand::Bot { chair: None, level });
    let commands = std::iter::once(join).chain(bots).collect();
    let made = app.house.make(NewTable { settings, maker, commands, language }).await;
    let table = made.map_err(|fault| match fault {
        NotMade::TooMany | NotMade::TooManyOfGuest => {
            Rejection::new(StatusCode::TOO_MANY_REQUESTS, Reason::TooManyTables, language)
        }
        NotMade::Refused(body) => Rejection::told(StatusCode::BAD_REQUEST, &body.error, body.message),
        NotMade::Storage => Rejection::new(StatusCode::SERVICE_UNAVAILABLE, Reason::StorageDown, language),
    })?;
    let made = Made { table: table.to_string(), link: link(&app, &headers, table) };
    Ok((StatusCode::CREATED, [(header::LOCATION, made.link.clone())], Json(made)).into_response())
}

/// The public tables
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<TableSummary>)))]
async fn list_tables(State(app): State<App>) -> Json<Vec<TableSummary>> {
    const MOST: usize = 100;
    let rooms = app.house.public_tables(MOST);
    Json(rooms.iter().map(|room| summary(&room.lock())).collect())
}

fn summary(room: &Room) -> TableSummary {
    let table = room.table();
    let name = |chair: &Chair| match chair.sitter.as_ref()? {
        Sitter::Person(id) => table.person(*id).map(|person| person.name.clone()),
        Sitter::Bot { name, .. } => Some(name.clone()),
    };
    TableSummary {
        table: room.id().to_string(),
        stage: table.stage().name(),
        settings: table.settings().into(),
        chairs: table.chairs().iter().map(name).collect(),
        watching: room.presence().guests_online(),
    }
}

/// A table
#[utoipa::path(get, path = "/api/tables/{table}", params(("table" = String, Path, description = "Its name")),
    responses((status = 200, body = TableSummary), (status = "default", body = Problem)))]
async fn show_table(
    State(app): State<App>,
    Preferred(language): Preferred,
    Path(table): Path<String>,
) -> Result<Json<TableSummary>, Rejection> {
    let id = find(&app, &table, language)?;
    let room =
        app.house.room(id).ok_or_else(|| Rejection::new(StatusCode::NOT_FOUND, Reason::NoTable, language))?;
    let summary = summary(&room.lock());
    Ok(Json(summary))
}

/// Sit down at a table
#[utoipa::path(post, path = "/api/tables/{table}/people", request_body = JoinTable,
    params(("table" = String, Path, description = "Its name")),
    responses((status = 200, body = Joined), (status = "default", body = Problem)))]
async fn join_table(
    State(app): State<App>,
    Preferred(language): Preferred,
    Path(table): Path<String>,
    Body(join): Body<JoinTable>,
) -> Result<Json<Joined>, Rejection> {
    let id = find(&app, &table, language)?;
    let guest = guest_of(&join.guest, language)?;
    let gone = || Rejection::new(StatusCode::NOT_FOUND, Reason::NoTable, language);
    let room = app.house.room(id).ok_or_else(gone)?;
    let command = WireCommand::Join {
        name: join.name,
        chair: join.chair,
        watch: join.watch,
        program: join.program,
        tip: join.tip,
    };
    // Joining twice is refused by the table itself, so any number will do.
    let id = u64::from_be_bytes(app.house.entropy.bytes());
    let joined = app.house.act(&room, |room, now| {
        let order = Order { id, seen: room.table().seq(), command };
        let joined = room.carry_out(guest, language, order, now);
        let signal = room.signal();
        ((joined, signal), room.settle(now))
    });
    let (joined, durable) = joined.await.ok_or_else(gone)?;
    let event = joined.map_err(|body| Rejection::told(StatusCode::CONFLICT, &body.error, body.message))?;
    durable
        .await
        .map_err(|_| Rejection::new(StatusCode::SERVICE_UNAVAILABLE, Reason::StorageDown, language))?;
    let person = room.lock().table().person_of(guest).map(|person| person.0);
    Ok(Json(Joined { event, person }))
}

/// The WebSocket of a table: see PROTOCOL.md
#[utoipa::path(get, path = "/api/tables/{table}/ws", params(("table" = String, Path, description = "Its name")),
    responses((status = 101, description = "The connection goes on as a WebSocket"), (status = "default", body = Problem)))]
async fn connect(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Preferred(language): Preferred,
    Path(table): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Rejection> {
    let id = find(&app, &table, language)?;
    let upgrade = upgrade.map_err(|rejection| {
        Rejection::told(StatusCode::BAD_REQUEST, "not-a-websocket", rejection.body_text())
    })?;
    let room =
        app.house.room(id).ok_or_else(|| Rejection::new(StatusCode::NOT_FOUND, Reason::NoTable, language))?;
    if app.house.is_stopping() {
        return Err(Rejection::new(StatusCode::SERVICE_UNAVAILABLE, Reason::Restarting, language));
    }
    let admission = app.limiter.admit(address(&app, &headers, peer));
    let admission = admission
        .ok_or_else(|| Rejection::new(StatusCode::TOO_MANY_REQUESTS, Reason::TooManyConnections, language))?;
    Ok(socket::accept(upgrade, Arc::clone(&app.house), &app.limiter, admission, room))
}

async fn history(app: &App, table: &str, language: Language) -> Result<perudo_table::History, Rejection> {
    let no_table = || Rejection::new(StatusCode::NOT_FOUND, Reason::NoTable, language);
    let id = table.parse::<TableId>().map_err(|_| no_table())?;
    match app.house.history(id).await {
        Ok(Some(history)) => Ok(history),
        Ok(None) => Err(no_table()),
        Err(error) => {
            tracing::error!(%error, "a log could not be read");
            Err(Rejection::new(StatusCode::SERVICE_UNAVAILABLE, Reason::StorageDown, language))
        }
    }
}

/// The finished tours of a table, also of one that is no more
#[utoipa::path(get, path = "/api/tables/{table}/tours", params(("table" = String, Path, description = "Its name")),
    responses((status = 200, body = Vec<TourSummary>), (status = "default", body = Problem)))]
async fn list_tours(
    State(app): State<App>,
    Preferred(language): Preferred,
    Path(table): Path<String>,
) -> Result<Json<Vec<TourSummary>>, Rejection> {
    let history = history(&app, &table, language).await?;
    let tour = |tour: &perudo_table::TourFile| TourSummary {
        tour: tour.number,
        players: tour.proof.names.clone(),
        record: format!("/api/tables/{table}/tours/{}/record", tour.number),
        proof: format!("/api/tables/{table}/tours/{}/proof", tour.number),
    };
    Ok(Json(history.tours().iter().map(tour).collect()))
}

async fn tour(
    app: &App,
    table: &str,
    number: u32,
    language: Language,
) -> Result<perudo_table::TourFile, Rejection> {
    let history = history(app, table, language).await?;
    let found = history.tours().iter().find(|tour| tour.number == number).cloned();
    found.ok_or_else(|| Rejection::new(StatusCode::NOT_FOUND, Reason::NoTour, language))
}

fn file(kind: &'static str, name: String, body: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], body)
        .into_response()
}

/// The record of a finished tour
#[utoipa::path(get, path = "/api/tables/{table}/tours/{tour}/record",
    params(("table" = String, Path, description = "The name of the table"), ("tour" = u32, Path, description = "The number of the tour")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "default", body = Problem)))]
async fn tour_record(
    State(app): State<App>,
    Preferred(language): Preferred,
    Path((table, number)): Path<(String, u32)>,
) -> Result<Response, Rejection> {
    let tour = tour(&app, &table, number, language).await?;
    Ok(file("text/plain; charset=utf-8", format!("{table}-{number}.perudo"), tour.record))
}

/// The proof of the dice of a finished tour, for `perudo verify`
#[utoipa::path(get, path = "/api/tables/{table}/tours/{tour}/proof",
    params(("table" = String, Path, description = "The name of the table"), ("tour" = u32, Path, description = "The number of the tour")),
    responses((status = 200, body = Object), (status = "default", body = Problem)))]
async fn tour_proof(
    State(app): State<App>,
    Preferred(language): Preferred,
    Path((table, number)): Path<(String, u32)>,
) -> Result<Response, Rejection> {
    let tour = tour(&app, &table, number, language).await?;
    let proof = serde_json::to_string_pretty(&tour.proof).unwrap_or_default();
    Ok(file("application/json", format!("{table}-{number}-proof.json"), proof))
}

/// The record of the tour that is played, without hidden dice but your own
#[utoipa::path(get, path = "/api/tables/{table}/record", params(("table" = String, Path, description = "Its name"),
    ("authorization" = Option<String>, Header, description = "`Bearer` and your secret, to see your own dice")),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "default", body = Problem)))]
async fn running_record(
    State(app): State<App>,
    Preferred(language): Preferred,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Rejection> {
    let id = find(&app, &table, language)?;
    let room =
        app.house.room(id).ok_or_else(|| Rejection::new(StatusCode::NOT_FOUND, Reason::NoTable, language))?;
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let viewer = match bearer.and_then(|value| value.strip_prefix("Bearer ")) {
        None => Viewer::Spectator,
        Some(secret) => {
            let guest = guest_of(secret.trim(), language)?;
            room.lock().table().viewer(guest)
        }
    };
    if viewer == Viewer::Spectator && !room.lock().table().settings().spectators {
        return Err(Rejection::new(StatusCode::FORBIDDEN, Reason::NoSpectators, language));
    }
    let record = history(&app, &table, language).await?.unfinished(viewer);
    let record = record.ok_or_else(|| Rejection::new(StatusCode::NOT_FOUND, Reason::NoTour, language))?;
    Ok(file("text/plain; charset=utf-8", format!("{table}.perudo"), record))
}

/// Which rules to explain.
#[derive(Debug, Deserialize, IntoParams)]
struct RulesQuery {
    /// `PRESET axis=value …`; all presets, if left out.
    rules: Option<String>,
    /// The language: `en` or `ru`.
    lang: Option<String>,
}

/// Rule sets in words
#[utoipa::path(get, path = "/api/rules", params(RulesQuery),
    responses((status = 200, body = Vec<RuleSet>), (status = "default", body = Problem)))]
async fn list_rules(
    Preferred(language): Preferred,
    Query(query): Query<RulesQuery>,
) -> Result<Json<Vec<RuleSet>>, Rejection> {
    let language = query.lang.as_deref().and_then(Language::named).unwrap_or(language);
    let words = Words::of(language);
    let wanted: Vec<Rules> = match &query.rules {
        None => Preset::ALL.into_iter().map(Preset::rules).collect(),
        Some(text) => {
            let rules = RulesSpec::parse(text).and_then(Rules::try_from).map_err(|errors| {
                let sentences: Vec<String> = errors.iter().map(|error| words.rules_error(error)).collect();
                Rejection::told(StatusCode::BAD_REQUEST, "unknown-rules", sentences.join(" "))
            })?;
            vec![rules]
        }
    };
    let explain = |rules: &Rules| RuleSet {
        rules: rules.to_string(),
        players: rules.players,
        sections: words
            .rulebook(rules)
            .into_iter()
            .map(|section| RuleSection {
                title: section.title,
                sentences: section.sentences.into_iter().map(|s| (s.clause.to_string(), s.text)).collect(),
            })
            .collect(),
    };
    Ok(Json(wanted.iter().map(explain).collect()))
}

/// The bots: those that reason, then those that learnt, each from the weakest to the strongest
#[utoipa::path(get, path = "/api/bots", responses((status = 200, body = Vec<BotInfo>)))]
async fn list_bots(Preferred(language): Preferred) -> Json<Vec<BotInfo>> {
    let words = Words::of(language);
    let info = |kind: BotKind| BotInfo {
        level: kind.name().to_owned(),
        name: words.bot(kind.name()),
        about: words.about_bot(kind.name()),
    };
    Json(BotKind::ALL.iter().copied().map(info).collect())
}

fn health(app: &App, ok: bool) -> Json<Health> {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Json(Health { ok, version, protocol: PROTOCOL, tables: app.house.len() })
}

/// Whether the program runs
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = Health)))]
async fn healthz(State(app): State<App>) -> Json<Health> {
    health(&app, true)
}

/// Whether the server takes players: storage works and it is not about to stop
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = Health), (status = 503, body = Health)))]
async fn readyz(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let ready = app.house.is_ready();
    (if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, health(&app, ready))
}

/// Figures for Prometheus
#[utoipa::path(get, path = "/metrics", responses((status = 200, body = String, content_type = "text/plain")))]
async fn metrics(State(app): State<App>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.house.metrics.text()).into_response()
}
