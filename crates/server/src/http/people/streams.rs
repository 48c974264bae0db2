//! Streams of events: a place in the queue, the lobby, your games.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use perudo_protocol::http::{GameRow, Problem, QueueStatus, Seated, TableSummary, Waiting};
use serde::Serialize;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::caller::Caller;
use super::me::READ;
use super::queue::{TicketPath, ticket_hash};
use crate::http::App;
use crate::http::extract::Path;
use crate::http::public_address::public_address;
use crate::http::rejection::Rejection;
use crate::people::{Board, OpenTicket, Standing};
use crate::reason::Reason;
use crate::store::TableId;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ticket)).routes(routes!(lobby)).routes(routes!(own_events))
}

/// How often somebody who waits is told how it goes.
const OFTEN: Duration = Duration::from_secs(1);

type Told = Result<Event, Infallible>;

fn event(name: &str, body: &impl Serialize) -> Told {
    let data = serde_json::to_string(body).unwrap_or_default();
    Ok(Event::default().event(name).data(data))
}

/// Where somebody sits.
#[derive(Clone)]
struct Door {
    address: String,
}

impl Door {
    fn of(app: &App, headers: &HeaderMap) -> Door {
        Door { address: public_address(&app.rooms.config, headers) }
    }

    fn seated(&self, table: TableId) -> Seated {
        Seated { table: table.to_string(), link: format!("{}/t/{table}", self.address) }
    }
}

/// Somebody who waits and reads.
struct Line {
    app: App,
    board: watch::Receiver<Arc<Board>>,
    ticket: [u8; 32],
    door: Door,
    /// Whether there is nothing more to say.
    over: bool,
    _open: OpenTicket,
}

/// How your place in the queue is: `waiting` once a second, then `table`, or `gone`
#[utoipa::path(get, path = "/api/queue/{ticket}", tag = "people",
    params(("ticket" = String, Path, description = "The ticket")),
    responses((status = 200, body = Waiting, content_type = "text/event-stream"), (status = "default", body = Problem)))]
async fn ticket(
    State(app): State<App>,
    headers: HeaderMap,
    Path(TicketPath { ticket }): Path<TicketPath>,
) -> Sse<impl Stream<Item = Told>> {
    let ticket = ticket_hash(&ticket);
    let open = app.rooms.people.tickets.open(ticket);
    let board = app.rooms.people.board.subscribe();
    app.rooms.people.rouse();
    let line = Line { door: Door::of(&app, &headers), app, board, ticket, over: false, _open: open };
    let told = stream::unfold(line, |mut line| async move {
        if line.over {
            return None;
        }
        let told = line.next().await;
        Some((told, line))
    });
    Sse::new(told).keep_alive(KeepAlive::default())
}

impl Line {
    async fn next(&mut self) -> Told {
        // The board may be older than the ticket: who is not on it is looked for on the next ones.
        let mut missing = 0;
        let mut last_told = None;
        loop {
            if self.board.changed().await.is_err() || self.app.rooms.is_stopping() {
                self.over = true;
                return event("gone", &());
            }
            let standing = self.board.borrow_and_update().standing(&self.ticket);
            match standing {
                Standing::Seated(table) => {
                    self.over = true;
                    return event("table", &self.door.seated(table));
                }
                Standing::Waits(waiting) => {
                    if last_told != Some(waiting.seconds) {
                        let _ = last_told.insert(waiting.seconds);
                        return event("waiting", &waiting);
                    }
                }
                Standing::Gone => {
                    missing += 1;
                    if missing > 2 {
                        self.over = true;
                        return event("gone", &());
                    }
                }
            }
        }
    }
}

/// Somebody who reads what the lobby is like.
struct Lobby {
    app: App,
    tables: watch::Receiver<Arc<str>>,
    board: watch::Receiver<Arc<Board>>,
    status: Option<QueueStatus>,
    begun: bool,
}

/// The public tables (`tables`) and who waits (`queue`), each whenever it has changed
#[utoipa::path(get, path = "/api/lobby", tag = "people",
    responses((status = 200, body = Vec<TableSummary>, content_type = "text/event-stream"), (status = "default", body = Problem)))]
async fn lobby(State(app): State<App>) -> Sse<impl Stream<Item = Told>> {
    let (tables, board) = (app.rooms.people.lobby.subscribe(), app.rooms.people.board.subscribe());
    app.rooms.people.rouse();
    let lobby = Lobby { app, tables, board, status: None, begun: false };
    let told = stream::unfold(lobby, |mut lobby| async move {
        if !std::mem::replace(&mut lobby.begun, true) {
            let tables = crate::http::public_tables(&lobby.app).await;
            return Some((event("tables", &tables), lobby));
        }
        loop {
            if lobby.app.rooms.is_stopping() {
                return None;
            }
            let status = lobby.board.borrow_and_update().status.clone();
            if lobby.status.as_ref() != Some(&status) {
                lobby.status = Some(status.clone());
                return Some((event("queue", &status), lobby));
            }
            tokio::select! {
                changed = lobby.tables.changed() => {
                    changed.ok()?;
                    let tables = lobby.tables.borrow_and_update().clone();
                    return Some((Ok(Event::default().event("tables").data(&*tables)), lobby));
                }
                changed = lobby.board.changed() => changed.ok()?,
            }
        }
    });
    Sse::new(told).keep_alive(KeepAlive::default())
}

/// Somebody who reads what happens to them.
struct Own {
    app: App,
    caller: Caller,
    door: Door,
    newest: i64,
    table: Option<TableId>,
    waiting: Vec<Told>,
}

/// Your games as they begin and end: `game-start` and `game-finish`
#[utoipa::path(get, path = "/api/me/events", tag = "people",
    responses((status = 200, body = GameRow, content_type = "text/event-stream"), (status = "default", body = Problem)))]
async fn own_events(
    State(app): State<App>,
    headers: HeaderMap,
    caller: Caller,
) -> Result<Sse<impl Stream<Item = Told>>, Rejection> {
    caller.permit(READ)?;
    if caller.identity.is_none() {
        return Err(Reason::NameNeeded.into());
    }
    let newest = app.rooms.people.ask(|store| store.newest_tour()).await?;
    let door = Door::of(&app, &headers);
    let own = Own { app, caller, door, newest, table: None, waiting: Vec::new() };
    let told = stream::unfold(own, |mut own| async move {
        loop {
            if let Some(told) = own.waiting.pop() {
                return Some((told, own));
            }
            if own.app.rooms.is_stopping() {
                return None;
            }
            // A token that was revoked reads no more; storage that fails is asked again.
            if let Ok(None) = own.app.rooms.people.resolve(own.caller.guest).await {
                return None;
            }
            own.look().await;
            if own.waiting.is_empty() {
                tokio::time::sleep(OFTEN).await;
            }
        }
    });
    Ok(Sse::new(told).keep_alive(KeepAlive::default()))
}

impl Own {
    async fn look(&mut self) {
        let Some(identity) = &self.caller.identity else { return };
        let (person, guest, since) = (identity.account.id, identity.guest(), self.newest);
        let news = self.app.rooms.people.ask(move |store| store.news(person, guest, since)).await;
        let Ok((games, table)) = news else { return };
        if table != self.table {
            self.table = table;
            self.waiting.extend(table.map(|table| event("game-start", &self.door.seated(table))));
        }
        for game in games {
            self.newest = self.newest.max(game.game);
            self.waiting.push(event("game-finish", &game));
        }
        self.waiting.reverse();
    }
}
