//! Tables: making, listing and joining them, and their WebSockets.

use std::sync::Arc;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use perudo_bots::Opponent;
use perudo_explain::explain_invalid_command;
use perudo_protocol::http::{
    JoinTable, Joined, Made, MakeTable, PlayerKind, Problem, SitterSummary, TableSummary,
};
use perudo_protocol::{Order, WireCommand};
use perudo_table::{Account, Chair, Guest, Sitter};
use perudo_words::Words;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::extract::{Body, PreferredLanguage, guest_of};
use super::guard::Asker;
use super::place::FoundRoom;
use super::public_address::public_address;
use super::rejection::Rejection;
use crate::cluster::ListedTable;
use crate::listener::AcceptedConnection;
use crate::reason::Reason;
use crate::room::Room;
use crate::rooms::{CreateTableError, NewTable};
use crate::shared_room::SharedRoom;
use crate::socket::{self, Caller};
use crate::store::TableId;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(make_table, list_tables))
}

/// The routes that need the room of a table.
pub(super) fn room_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(show_table)).routes(routes!(join_table)).routes(routes!(connect))
}

/// The address at which people open a table.
fn link(app: &App, headers: &HeaderMap, table: TableId) -> String {
    format!("{}/t/{table}", public_address(&app.rooms.config, headers))
}

/// Make a table
#[utoipa::path(post, path = "/api/tables", request_body = MakeTable,
    responses((status = 201, body = Made), (status = "default", body = Problem)))]
async fn make_table(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    PreferredLanguage(language): PreferredLanguage,
    headers: HeaderMap,
    Body(make): Body<MakeTable>,
) -> Result<Response, Rejection> {
    let (maker, account) = at_tables(&app, guest_of(&make.guest)?).await;
    let settings = make.settings.into_settings(|name| Opponent::named(name).is_some()).map_err(|error| {
        Rejection::refused(
            StatusCode::BAD_REQUEST,
            explain_invalid_command(None, &error, Words::of(language)),
        )
    })?;
    if !app.rooms.is_ready() {
        return Err(Reason::StorageDown.into());
    }
    if !app.limiter.table(asker.address) {
        return Err(Reason::TooManyRequests.into());
    }
    let join = WireCommand::Join {
        name: make.name,
        chair: None,
        watch: make.watch,
        program: false,
        tip: make.tip,
        closed: make.closed,
    };
    let bots = make.bots.into_iter().map(|level| WireCommand::Bot { chair: None, level });
    let commands = std::iter::once(join).chain(bots).collect();
    let made = app.rooms.make(NewTable { settings, maker, account, commands, language }).await;
    let table = made.map_err(|fault| match fault {
        CreateTableError::TooMany | CreateTableError::TooManyOfGuest => Reason::TooManyTables.into(),
        CreateTableError::Refused(body) => Rejection::refused(StatusCode::BAD_REQUEST, *body),
        CreateTableError::Storage => Reason::StorageDown.into(),
    })?;
    let made = Made { table: table.to_string(), link: link(&app, &headers, table) };
    Ok((StatusCode::CREATED, [(header::LOCATION, made.link.clone())], Json(made)).into_response())
}

/// Who a guest is at tables: whoever has a name of their own is that person, by whatever key they come. If that cannot be
/// found out, they are a guest.
async fn at_tables(app: &App, guest: Guest) -> (Guest, Option<(Account, bool)>) {
    match app.rooms.people.resolve(guest).await {
        Ok(Some(identity)) if identity.may_play() => {
            (identity.guest(), Some((identity.account.clone(), identity.program)))
        }
        _ => (guest, None),
    }
}

/// The public tables
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<TableSummary>)))]
async fn list_tables(State(app): State<App>) -> Json<Vec<TableSummary>> {
    Json(public_tables(&app).await)
}

/// The public tables of all nodes.
pub(crate) async fn public_tables(app: &App) -> Vec<TableSummary> {
    app.cluster.public_tables(own_tables(app), || app.rooms.other_nodes(), MOST).await
}

/// The most tables in a list.
const MOST: usize = 100;

/// The public tables of this node.
pub(super) fn own_tables(app: &App) -> Vec<ListedTable> {
    let listed = |room: &SharedRoom| ListedTable::of_room(&room.lock(), summary);
    app.rooms.public_tables(MOST).iter().filter_map(listed).collect()
}

fn summary(room: &Room) -> TableSummary {
    let table = room.table();
    let sitter = |chair: &Chair| {
        Some(match chair.sitter.as_ref()? {
            Sitter::Bot { name, .. } => {
                SitterSummary { name: name.clone(), kind: PlayerKind::Bot, account: None }
            }
            Sitter::Person(id) => {
                let person = table.person(*id)?;
                let kind = match (&person.account, person.program) {
                    (_, true) => PlayerKind::Program,
                    (Some(_), false) => PlayerKind::Person,
                    (None, false) => PlayerKind::Guest,
                };
                let account = person.account.as_ref().map(|account| account.name.clone());
                SitterSummary { name: person.name.clone(), kind, account }
            }
        })
    };
    let sitters: Vec<Option<SitterSummary>> = table.chairs().iter().map(sitter).collect();
    TableSummary {
        table: room.id().to_string(),
        stage: table.stage().name(),
        settings: table.settings().into(),
        chairs: sitters.iter().map(|sitter| sitter.as_ref().map(|sitter| sitter.name.clone())).collect(),
        watching: room.presence().guests_online(),
        sitters,
        opened: i64::try_from(table.opened().0).unwrap_or(i64::MAX),
    }
}

/// A table
#[utoipa::path(get, path = "/api/tables/{table}", params(("table" = String, Path, description = "Its name")),
    responses((status = 200, body = TableSummary), (status = "default", body = Problem)))]
async fn show_table(Extension(FoundRoom(room)): Extension<FoundRoom>) -> Json<TableSummary> {
    Json(summary(&room.lock()))
}

/// Sit down at a table
#[utoipa::path(post, path = "/api/tables/{table}/people", request_body = JoinTable,
    params(("table" = String, Path, description = "Its name")),
    responses((status = 200, body = Joined), (status = "default", body = Problem)))]
async fn join_table(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    PreferredLanguage(language): PreferredLanguage,
    Extension(FoundRoom(room)): Extension<FoundRoom>,
    Body(join): Body<JoinTable>,
) -> Result<Json<Joined>, Rejection> {
    let raw = guest_of(&join.guest)?;
    let known = room.lock().table().has_joined(raw);
    let (guest, account) = if known { (raw, None) } else { at_tables(&app, raw).await };
    if let Some((account, program)) = account {
        room.lock().know(guest, account, program);
    }
    let table = room.lock().id();
    app.limiter.join(asker.address, table)?;
    let command = WireCommand::Join {
        name: join.name,
        chair: join.chair,
        watch: join.watch,
        program: join.program,
        tip: join.tip,
        closed: join.closed,
    };
    // Joining twice is refused by the table itself, so any number will do.
    let id = u64::from_be_bytes(app.rooms.entropy.bytes());
    let joined = app.rooms.act(&room, |room, now| {
        let order = Order { id, seen: room.table().seq(), command };
        let joined = room.carry_out(guest, language, order, now);
        let signal = room.signal();
        ((joined, signal), room.settle(now))
    });
    let (joined, durable) = joined.await.ok_or(Reason::NoTable)?;
    let event = joined.map_err(|body| Rejection::refused(StatusCode::CONFLICT, *body))?;
    durable.await.map_err(|_| Reason::StorageDown)?;
    let person = room.lock().table().person_of(guest).map(|person| person.0);
    Ok(Json(Joined { event, person }))
}

/// The WebSocket of a table: see PROTOCOL.md
#[utoipa::path(get, path = "/api/tables/{table}/ws", params(("table" = String, Path, description = "Its name")),
    responses((status = 101, description = "The connection goes on as a WebSocket"), (status = "default", body = Problem)))]
async fn connect(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    Extension(connection): Extension<AcceptedConnection>,
    Extension(FoundRoom(room)): Extension<FoundRoom>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Rejection> {
    let upgrade = upgrade.map_err(|rejection| {
        Rejection::explained(StatusCode::BAD_REQUEST, "not-a-websocket", rejection.body_text())
    })?;
    if app.rooms.is_stopping() {
        return Err(Reason::Restarting.into());
    }
    let of_asker = asker.connect(&app)?;
    let AcceptedConnection { admission, intake } = connection;
    let caller = Caller { address: asker.address, intake, admission: (admission, of_asker) };
    Ok(socket::accept(upgrade, Arc::clone(&app.rooms), &app.limiter, caller, room))
}
