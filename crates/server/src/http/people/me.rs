//! Who you are: your name, your keys, what is kept about you.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use data_encoding::BASE64URL_NOPAD;
use perudo_people::{ClaimError, Code, CodeKind, OwnName};
use perudo_protocol::http::{
    ClaimName, DeviceLink, GamesPage, KeyInfo, KeyKind, Me, NewPasskey, NewReport, PasskeyCreation,
    PlayerKind, Problem, RecoveryCode, ReportKind,
};
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::caller::{Caller, Named, Person, label, person_named};
use super::profiles::{GamesFilter, games_query};
use super::sign_in::{Host, challenge_hash};
use crate::http::App;
use crate::http::extract::{Body, Path, Query};
use crate::http::guard::Asker;
use crate::http::public_address::public_address;
use crate::http::rejection::Rejection;
use crate::people::{now, passkey};
use crate::reason::Reason;
use crate::store::TableId;
use crate::store::people::{Identity, NewKey, OneTime};

/// How long a link for another device works.
const LINK_SECONDS: u32 = 300;
/// How long a challenge does.
pub(super) const CHALLENGE: i64 = 5 * 60 * 1000;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(claim))
        .routes(routes!(me, delete))
        .routes(routes!(data))
        .routes(routes!(own_games))
        .routes(routes!(recovery))
        .routes(routes!(link))
        .routes(routes!(passkey_challenge))
        .routes(routes!(add_passkey))
        .routes(routes!(revoke))
        .routes(routes!(block, unblock))
        .routes(routes!(report))
}

impl From<ClaimError> for Reason {
    fn from(error: ClaimError) -> Reason {
        match error {
            ClaimError::Bad => Reason::BadName,
            ClaimError::Refused => Reason::NameRefused,
        }
    }
}

/// A name that may be claimed here.
pub(super) fn welcome_name(app: &App, text: &str) -> Result<OwnName, Reason> {
    let name = OwnName::parse(text)?;
    app.rooms.people.bad_names.check(&name)?;
    Ok(name)
}

/// The number of somebody new.
pub(super) fn new_number(app: &App) -> i64 {
    // As many bits as a number in JavaScript has.
    (i64::from_be_bytes(app.rooms.entropy.bytes()) & ((1 << 53) - 1)).max(1)
}

pub(super) async fn me_of(app: &App, identity: Identity) -> Result<Me, Rejection> {
    Ok(app.rooms.people.ask(move |store| store.me(&identity, now())).await?)
}

/// Claim a name
#[utoipa::path(post, path = "/api/people", request_body = ClaimName, tag = "people",
    responses((status = 201, body = Me), (status = "default", body = Problem)))]
async fn claim(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    caller: Caller,
    Body(claim): Body<ClaimName>,
) -> Result<(StatusCode, Json<Me>), Rejection> {
    if caller.identity.is_some() {
        return Err(Reason::AlreadyNamed.into());
    }
    let name = welcome_name(&app, &claim.name)?;
    if !app.limiter.claim(asker.address) {
        return Err(Reason::TooManyRequests.into());
    }
    let (guest, id) = (caller.guest, new_number(&app));
    let key = NewKey::browser(guest, label(&claim.label.unwrap_or_default()));
    app.rooms.people.ask(move |store| store.claim(guest, &name, &key, None, id, now())).await??;
    let identity = app.rooms.people.resolve(guest).await?.ok_or(Reason::StorageDown)?;
    Ok((StatusCode::CREATED, Json(me_of(&app, identity).await?)))
}

/// Who you are
#[utoipa::path(get, path = "/api/me", tag = "people",
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
async fn me(State(app): State<App>, caller: Caller) -> Result<Json<Me>, Rejection> {
    if let Some(identity) = caller.identity {
        return Ok(Json(me_of(&app, identity).await?));
    }
    let nobody = Me {
        name: None,
        kind: PlayerKind::Guest,
        since: None,
        keys: Vec::new(),
        ratings: Vec::new(),
        blocks: Vec::new(),
        programs: Vec::new(),
        table: None,
        banned_until: None,
    };
    let table = app.rooms.people.ask(move |store| store.seat_of(caller.guest)).await?;
    Ok(Json(Me { table: table.map(|table| table.to_string()), ..nobody }))
}

/// Delete yourself: games stay, the name goes
#[utoipa::path(delete, path = "/api/me", tag = "people",
    responses((status = 204, description = "There is nobody of that name any more"), (status = "default", body = Problem)))]
async fn delete(State(app): State<App>, person: Person) -> Result<StatusCode, Rejection> {
    delete_person(&app, person.identity.account.id).await
}

/// Deletes a person, or a program.
pub(super) async fn delete_person(app: &App, id: i64) -> Result<StatusCode, Rejection> {
    app.rooms.people.ask(move |store| store.delete(id, now())).await?;
    // Nobody is told the name from here on, and other nodes follow at once.
    app.archive.forget();
    app.rooms.people.rouse();
    Ok(StatusCode::NO_CONTENT)
}

/// Everything that is kept about you
#[utoipa::path(get, path = "/api/me/data", tag = "people",
    responses((status = 200, body = Object), (status = "default", body = Problem)))]
async fn data(State(app): State<App>, person: Person) -> Result<Response, Rejection> {
    let id = person.identity.account.id;
    let rest = app.rooms.people.ask(move |store| store.export(id)).await?;
    let all = json!({ "you": me_of(&app, person.identity).await?, "kept": rest });
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"perudo.json\""),
    ];
    Ok((headers, serde_json::to_string_pretty(&all).unwrap_or_default()).into_response())
}

/// Your own games, those of a guest as well
#[utoipa::path(get, path = "/api/me/games", tag = "people", params(GamesFilter),
    responses((status = 200, body = GamesPage), (status = "default", body = Problem)))]
async fn own_games(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    caller: Caller,
    Query(filter): Query<GamesFilter>,
) -> Result<Json<GamesPage>, Rejection> {
    caller.permit(READ)?;
    let query = games_query(&app, asker, filter).await?;
    let page = app.rooms.people.ask(move |store| match &caller.identity {
        Some(identity) => store.games(identity.account.id, &query, true),
        None => store.games_of_guest(caller.guest, &query),
    });
    Ok(Json(page.await?))
}

/// The bits of scopes; 1 is for tables.
pub(super) const QUEUE: i64 = 2;
pub(super) const READ: i64 = 4;

/// Make a code to write down; an earlier one is of no use any more
#[utoipa::path(post, path = "/api/me/recovery", tag = "people",
    responses((status = 201, body = RecoveryCode), (status = "default", body = Problem)))]
async fn recovery(
    State(app): State<App>,
    person: Person,
) -> Result<(StatusCode, Json<RecoveryCode>), Rejection> {
    let code = Code::random(CodeKind::Recovery, app.rooms.entropy.bytes());
    let (id, hash) = (person.identity.account.id, code.hash().to_vec());
    let key = NewKey { kind: KeyKind::Recovery, hash, label: String::new(), scopes: 0, passkey: None };
    app.rooms.people.ask(move |store| store.add_key(id, &key, now())).await??;
    Ok((StatusCode::CREATED, Json(RecoveryCode { code: code.to_string() })))
}

/// Make a link for another device of yours
#[utoipa::path(post, path = "/api/me/links", tag = "people",
    responses((status = 201, body = DeviceLink), (status = "default", body = Problem)))]
async fn link(
    State(app): State<App>,
    headers: HeaderMap,
    person: Person,
) -> Result<(StatusCode, Json<DeviceLink>), Rejection> {
    let code = Code::random(CodeKind::Link, app.rooms.entropy.bytes());
    let (id, hash, until) = (person.identity.account.id, code.hash(), now() + i64::from(LINK_SECONDS) * 1000);
    let once = move |store: &mut crate::store::PeopleStore| {
        store.remember_once(hash, OneTime::Link, Some(id), until, now())
    };
    app.rooms.people.ask(once).await??;
    let link = format!("{}/link#{code}", public_address(&app.rooms.config, &headers));
    let link = DeviceLink { code: code.to_string(), link, seconds: LINK_SECONDS };
    Ok((StatusCode::CREATED, Json(link)))
}

/// What a browser needs to make a passkey
#[utoipa::path(post, path = "/api/me/passkeys/challenge", tag = "people",
    responses((status = 200, body = PasskeyCreation), (status = "default", body = Problem)))]
async fn passkey_challenge(
    State(app): State<App>,
    headers: HeaderMap,
    person: Person,
) -> Result<Json<PasskeyCreation>, Rejection> {
    let challenge: [u8; 32] = app.rooms.entropy.bytes();
    let (id, name) = (person.identity.account.id, person.identity.account.name);
    let hash = challenge_hash(&challenge);
    let exclude = app.rooms.people.ask(move |store| {
        let kept = store.remember_once(hash, OneTime::MakePasskey, Some(id), now() + CHALLENGE, now())?;
        Ok(kept.map(|()| store.credentials(id)))
    });
    let exclude = exclude.await??.map_err(|_| Reason::StorageDown)?;
    // Not the number itself, which is nobody's business.
    let user = Sha256::new().chain_update(b"perudo passkey user 1").chain_update(id.to_be_bytes()).finalize();
    Ok(Json(PasskeyCreation {
        challenge: BASE64URL_NOPAD.encode(&challenge),
        rp_id: Host::of(&app, &headers).name,
        user_id: BASE64URL_NOPAD.encode(&user[..16]),
        user_name: name,
        exclude: exclude.iter().map(|credential| BASE64URL_NOPAD.encode(credential)).collect(),
        algorithms: passkey::ALGORITHMS.to_vec(),
    }))
}

/// Keep a passkey that a browser made
#[utoipa::path(post, path = "/api/me/passkeys", request_body = NewPasskey, tag = "people",
    responses((status = 201, body = KeyInfo), (status = "default", body = Problem)))]
async fn add_passkey(
    State(app): State<App>,
    headers: HeaderMap,
    person: Person,
    Body(new): Body<NewPasskey>,
) -> Result<(StatusCode, Json<KeyInfo>), Rejection> {
    let id = person.identity.account.id;
    let challenge = passkey::challenge_of(&new.client_data).map_err(wrong)?;
    let hash = challenge_hash(&challenge);
    let known = app.rooms.people.ask(move |store| store.use_once(hash, OneTime::MakePasskey, now())).await?;
    if known.flatten() != Some(id) {
        return Err(Reason::WrongKey.into());
    }
    let host = Host::of(&app, &headers);
    let made = passkey::made(&new, &challenge, &host.site()).map_err(wrong)?;
    let hash = passkey::credential_hash(&made.credential).to_vec();
    let key =
        NewKey { kind: KeyKind::Passkey, hash, label: label(&new.label), scopes: 0, passkey: Some(made) };
    let info = app.rooms.people.ask(move |store| store.add_key(id, &key, now())).await??;
    Ok((StatusCode::CREATED, Json(info)))
}

/// A passkey that is not accepted; engineers read why in the log.
pub(super) fn wrong(error: passkey::PasskeyError) -> Rejection {
    tracing::debug!(%error, "a passkey is refused");
    Reason::WrongKey.into()
}

/// The number of the key that a path names.
#[derive(serde::Deserialize)]
struct KeyPath {
    key: i64,
}

/// Revoke a key
#[utoipa::path(delete, path = "/api/me/keys/{key}", tag = "people",
    params(("key" = i64, Path, description = "Its number")),
    responses((status = 204, description = "It is of no use any more"), (status = "default", body = Problem)))]
async fn revoke(
    State(app): State<App>,
    person: Person,
    Path(KeyPath { key }): Path<KeyPath>,
) -> Result<StatusCode, Rejection> {
    revoke_key(&app, person.identity, key).await
}

/// Revokes a key of somebody's. Connections end, and whoever still has a key comes back by it.
pub(super) async fn revoke_key(app: &App, identity: Identity, key: i64) -> Result<StatusCode, Rejection> {
    app.rooms.people.ask(move |store| store.revoke(&identity, key, now())).await??;
    app.rooms.people.rouse();
    Ok(StatusCode::NO_CONTENT)
}

/// Block somebody: you are never seated together
#[utoipa::path(post, path = "/api/me/blocks/{name}", tag = "people",
    params(("name" = String, Path, description = "Whom")),
    responses((status = 204, description = "They are blocked"), (status = "default", body = Problem)))]
async fn block(State(app): State<App>, person: Person, other: Named) -> Result<StatusCode, Rejection> {
    set_block(&app, &person, &other, true).await
}

/// Block somebody no longer
#[utoipa::path(delete, path = "/api/me/blocks/{name}", tag = "people",
    params(("name" = String, Path, description = "Whom")),
    responses((status = 204, description = "They are not blocked"), (status = "default", body = Problem)))]
async fn unblock(State(app): State<App>, person: Person, other: Named) -> Result<StatusCode, Rejection> {
    set_block(&app, &person, &other, false).await
}

async fn set_block(
    app: &App,
    person: &Person,
    Named(other): &Named,
    on: bool,
) -> Result<StatusCode, Rejection> {
    let (id, other) = (person.identity.account.id, other.id);
    if other == id {
        return Err(Reason::NoPerson.into());
    }
    let room = app.rooms.people.ask(move |store| store.block(id, other, on, now())).await?;
    if room { Ok(StatusCode::NO_CONTENT) } else { Err(Reason::TooManyKeys.into()) }
}

/// Report somebody to the operator
#[utoipa::path(post, path = "/api/reports", request_body = NewReport, tag = "people",
    responses((status = 201, description = "The operator will see it"), (status = "default", body = Problem)))]
async fn report(
    State(app): State<App>,
    Extension(asker): Extension<Asker>,
    person: Person,
    Body(report): Body<NewReport>,
) -> Result<StatusCode, Rejection> {
    let about = person_named(&app, asker, &report.name).await?;
    let id = person.identity.account.id;
    let kind = match report.kind {
        ReportKind::Cheating => "cheating",
        ReportKind::Abuse => "abuse",
        ReportKind::Name => "name",
        ReportKind::Other => "other",
    };
    let table: Option<TableId> = report.table.as_deref().and_then(|table| table.parse().ok());
    let text: String = report.text.chars().take(1000).collect();
    let kept = app.rooms.people.ask(move |store| store.report(id, &about, kind, table, &text, now())).await?;
    if kept { Ok(StatusCode::CREATED) } else { Err(Reason::TooManyRequests.into()) }
}
