//! The queue for quick games.

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use data_encoding::HEXLOWER;
use perudo_people::Wish;
use perudo_protocol::http::{EnterQueue, Problem, QueueStatus, Queued};
use perudo_table::checked_name;
use perudo_table::fair::Link;
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::caller::Caller;
use super::me::QUEUE;
use crate::http::App;
use crate::http::extract::{Body, Path};
use crate::http::guard::Asker;
use crate::http::rejection::Rejection;
use crate::people::now;
use crate::reason::Reason;
use crate::store::people::{Entry, QueuePlayer};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(status, enter)).routes(routes!(leave)).routes(routes!(want_bots))
}

/// What is kept of a ticket.
pub(super) fn ticket_hash(ticket: &str) -> [u8; 32] {
    Sha256::new().chain_update(b"perudo ticket 1").chain_update(ticket).finalize().into()
}

/// How many wait for what
#[utoipa::path(get, path = "/api/queue", tag = "people", responses((status = 200, body = QueueStatus)))]
async fn status(State(app): State<App>) -> Json<QueueStatus> {
    Json(app.rooms.people.board.borrow().status.clone())
}

/// Wait for a quick game; the place lasts while the stream of the ticket is read
#[utoipa::path(post, path = "/api/queue", request_body = EnterQueue, tag = "people",
    responses((status = 201, body = Queued), (status = "default", body = Problem)))]
async fn enter(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    caller: Caller,
    Body(wanted): Body<EnterQueue>,
) -> Result<(StatusCode, Json<Queued>), Rejection> {
    caller.permit(QUEUE)?;
    let EnterQueue { name, players, preset, speed, rated, bots, tip } = wanted;
    let wish = Wish::new(players, &preset, &speed, rated).map_err(|_| Reason::BadWish)?;
    if rated && caller.identity.is_none() {
        return Err(Reason::NameNeeded.into());
    }
    if !app.limiter.enter(asker.address) {
        return Err(Reason::TooManyRequests.into());
    }
    if !app.rooms.is_ready() {
        return Err(Reason::StorageDown.into());
    }
    let account = caller.identity.as_ref().map(|identity| identity.account.clone());
    let name = match &account {
        Some(account) => account.name.clone(),
        None => checked_name(&name).map_err(|_| Reason::BadName)?,
    };
    let ticket = HEXLOWER.encode(&app.rooms.entropy.bytes::<16>());
    let player = QueuePlayer {
        guest: caller.at_tables(),
        person: account.map(|account| account.id),
        program: caller.identity.as_ref().is_some_and(|identity| identity.program),
        name,
        tip: tip.filter(|tip| tip.parse::<Link>().is_ok()),
    };
    let (person, address) = (player.person, asker.address);
    let entry = Entry { ticket: ticket_hash(&ticket), player, wish, bots };
    app.rooms
        .people
        .ask(move |store| match store.is_banned(person, address, now())? {
            true => Ok(Err(Reason::Banned)),
            false => store.enter(&entry, now()),
        })
        .await??;
    app.rooms.people.rouse();
    Ok((StatusCode::CREATED, Json(Queued { ticket })))
}

/// The ticket that a path names.
#[derive(serde::Deserialize)]
pub(super) struct TicketPath {
    pub(super) ticket: String,
}

/// Wait no longer
#[utoipa::path(delete, path = "/api/queue/{ticket}", tag = "people",
    params(("ticket" = String, Path, description = "The ticket")),
    responses((status = 204, description = "You wait no longer"), (status = "default", body = Problem)))]
async fn leave(
    State(app): State<App>,
    Path(TicketPath { ticket }): Path<TicketPath>,
) -> Result<StatusCode, Rejection> {
    let ticket = ticket_hash(&ticket);
    let left = app.rooms.people.ask(move |store| store.leave(ticket)).await?;
    if left { Ok(StatusCode::NO_CONTENT) } else { Err(Reason::NoTicket.into()) }
}

/// Fill the free chairs with bots
#[utoipa::path(post, path = "/api/queue/{ticket}/bots", tag = "people",
    params(("ticket" = String, Path, description = "The ticket")),
    responses((status = 204, description = "Bots will come"), (status = "default", body = Problem)))]
async fn want_bots(
    State(app): State<App>,
    Path(TicketPath { ticket }): Path<TicketPath>,
) -> Result<StatusCode, Rejection> {
    let ticket = ticket_hash(&ticket);
    let waits = app.rooms.people.ask(move |store| store.want_bots(ticket)).await?;
    app.rooms.people.rouse();
    if waits { Ok(StatusCode::NO_CONTENT) } else { Err(Reason::NoTicket.into()) }
}
