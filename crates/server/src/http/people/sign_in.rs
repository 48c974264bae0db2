//! Another browser of yours: its secret becomes a key of your name.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use data_encoding::BASE64URL_NOPAD;
use perudo_people::{Code, CodeKind};
use perudo_protocol::http::{CodeSignIn, Me, PasskeyRequest, PasskeySignIn, Problem};
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::caller::{Attempt, Caller, Person, label};
use super::me::{CHALLENGE, me_of, revoke_key, wrong};
use crate::http::App;
use crate::http::extract::Body;
use crate::http::public_address::public_address;
use crate::http::rejection::Rejection;
use crate::people::{now, passkey};
use crate::reason::Reason;
use crate::store::people::{NewKey, OneTime};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(challenge))
        .routes(routes!(by_passkey))
        .routes(routes!(by_link))
        .routes(routes!(by_recovery))
        .routes(routes!(sign_out))
}

/// Where passkeys are made and used.
pub(super) struct Host {
    pub(super) name: String,
    address: String,
}

impl Host {
    pub(super) fn of(app: &App, headers: &HeaderMap) -> Host {
        let address = public_address(&app.rooms.config, headers);
        let host = address.split_once("://").map_or(address.as_str(), |(_, host)| host);
        let host = host.split('/').next().unwrap_or_default();
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => host,
        };
        Host { name: name.to_owned(), address }
    }

    pub(super) fn site(&self) -> passkey::Site<'_> {
        passkey::Site { rp_id: &self.name, origin: &self.address }
    }
}

/// What is stored of a challenge.
pub(super) fn challenge_hash(challenge: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(b"perudo challenge 1").chain_update(challenge).finalize().into()
}

/// What a browser needs to use a passkey
#[utoipa::path(post, path = "/api/sign-in/challenge", tag = "people",
    responses((status = 200, body = PasskeyRequest), (status = "default", body = Problem)))]
async fn challenge(
    State(app): State<App>,
    _: Attempt,
    headers: HeaderMap,
) -> Result<Json<PasskeyRequest>, Rejection> {
    let challenge: [u8; 32] = app.rooms.entropy.bytes();
    let hash = challenge_hash(&challenge);
    let once = app
        .rooms
        .people
        .ask(move |store| store.remember_once(hash, OneTime::UsePasskey, None, now() + CHALLENGE, now()));
    once.await??;
    let rp_id = Host::of(&app, &headers).name;
    Ok(Json(PasskeyRequest { challenge: BASE64URL_NOPAD.encode(&challenge), rp_id }))
}

/// Sign in by a passkey
#[utoipa::path(post, path = "/api/sign-in/passkey", request_body = PasskeySignIn, tag = "people",
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
async fn by_passkey(
    State(app): State<App>,
    _: Attempt,
    headers: HeaderMap,
    caller: Caller,
    Body(given): Body<PasskeySignIn>,
) -> Result<Json<Me>, Rejection> {
    let challenge = passkey::challenge_of(&given.client_data).map_err(wrong)?;
    let hash = challenge_hash(&challenge);
    let credential = passkey::bytes(&given.credential).map_err(wrong)?;
    let known = app.rooms.people.ask(move |store| {
        let ours = store.use_once(hash, OneTime::UsePasskey, now())?.is_some();
        if ours { store.passkey(passkey::credential_hash(&credential)) } else { Ok(None) }
    });
    let (person, key, number) = known.await?.ok_or(Reason::WrongKey)?;
    passkey::used(&key, &given, &challenge, &Host::of(&app, &headers).site()).map_err(wrong)?;
    app.rooms.people.ask(move |store| store.key_used(number, now())).await?;
    sign_in(&app, caller, person, &given.label).await
}

/// Sign in by the link of another device
#[utoipa::path(post, path = "/api/sign-in/link", request_body = CodeSignIn, tag = "people",
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
async fn by_link(
    State(app): State<App>,
    _: Attempt,
    caller: Caller,
    Body(given): Body<CodeSignIn>,
) -> Result<Json<Me>, Rejection> {
    let code = Code::parse(CodeKind::Link, &given.code).ok_or(Reason::WrongCode)?;
    let person = app.rooms.people.ask(move |store| store.use_once(code.hash(), OneTime::Link, now())).await?;
    sign_in(&app, caller, person.flatten().ok_or(Reason::WrongCode)?, &given.label).await
}

/// Sign in by the code that was written down
#[utoipa::path(post, path = "/api/sign-in/recovery", request_body = CodeSignIn, tag = "people",
    responses((status = 200, body = Me), (status = "default", body = Problem)))]
async fn by_recovery(
    State(app): State<App>,
    _: Attempt,
    caller: Caller,
    Body(given): Body<CodeSignIn>,
) -> Result<Json<Me>, Rejection> {
    let code = Code::parse(CodeKind::Recovery, &given.code).ok_or(Reason::WrongCode)?;
    let person = app.rooms.people.ask(move |store| store.recovered(code.hash())).await?;
    sign_in(&app, caller, person.ok_or(Reason::WrongCode)?, &given.label).await
}

/// The secret of whoever asks becomes a key of a person.
async fn sign_in(app: &App, caller: Caller, person: i64, name: &str) -> Result<Json<Me>, Rejection> {
    let guest = caller.guest;
    match &caller.identity {
        Some(identity) if identity.account.id != person => return Err(Reason::AlreadyNamed.into()),
        Some(_) => {}
        None => {
            let key = NewKey::browser(guest, label(name));
            app.rooms.people.ask(move |store| store.add_key(person, &key, now())).await??;
            app.rooms.people.rouse();
        }
    }
    let identity = app.rooms.people.resolve(guest).await?.ok_or(Reason::WrongKey)?;
    Ok(Json(me_of(app, identity).await?))
}

/// Sign out: the secret of this browser is no key any more
#[utoipa::path(post, path = "/api/sign-out", tag = "people",
    responses((status = 204, description = "This browser is a guest again"), (status = "default", body = Problem)))]
async fn sign_out(State(app): State<App>, person: Person) -> Result<StatusCode, Rejection> {
    let key = person.identity.key;
    revoke_key(&app, person.identity, key).await
}
