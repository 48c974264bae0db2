//! Who asks, by the key in the header `Authorization`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use headers::HeaderMapExt;
use headers::authorization::{Authorization, Bearer};
use perudo_people::OwnName;
use perudo_table::Guest;

use crate::http::App;
use crate::http::extract::{Path, guest_of};
use crate::http::guard::Asker;
use crate::http::rejection::Rejection;
use crate::reason::Reason;
use crate::store::people::{Found, Identity};

/// Somebody with a secret: a guest, or whoever has a name of their own.
pub(super) struct Caller {
    pub(super) guest: Guest,
    pub(super) identity: Option<Identity>,
}

/// Anybody, with a secret or without.
pub(super) struct Anybody(pub(super) Option<Caller>);

/// Somebody who has a name of their own and is no program.
pub(super) struct Person {
    pub(super) identity: Identity,
}

/// The person of the name that a path has, however it is written.
pub(super) struct Named(pub(super) Found);

/// The program of whoever asks that a path names.
pub(super) struct OwnProgram {
    pub(super) owner: Identity,
    pub(super) program: Found,
}

/// One more code, passkey or challenge that an address tries: not too many of them.
pub(super) struct Attempt;

impl Caller {
    /// What a table takes them for.
    pub(super) fn at_tables(&self) -> Guest {
        self.identity.as_ref().map_or(self.guest, Identity::guest)
    }

    /// Whether a program may do this; people may do anything.
    pub(super) fn permit(&self, scope: i64) -> Result<(), Reason> {
        match &self.identity {
            Some(identity) if identity.program && identity.scopes & scope == 0 => Err(Reason::NotPermitted),
            _ => Ok(()),
        }
    }
}

impl Anybody {
    pub(super) fn person(&self) -> Option<i64> {
        Some(self.0.as_ref()?.identity.as_ref()?.account.id)
    }
}

impl FromRequestParts<App> for Anybody {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anybody, Rejection> {
        let Some(bearer) = parts.headers.typed_get::<Authorization<Bearer>>() else {
            return Ok(Anybody(None));
        };
        let guest = guest_of(bearer.token().trim())?;
        let identity = app.rooms.people.resolve(guest).await?;
        Ok(Anybody(Some(Caller { guest, identity })))
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, Rejection> {
        let Anybody(caller) = Anybody::from_request_parts(parts, app).await?;
        Ok(caller.ok_or(Reason::BadGuest)?)
    }
}

impl FromRequestParts<App> for Person {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Person, Rejection> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let identity = caller.identity.ok_or(Reason::NameNeeded)?;
        if identity.program {
            return Err(Reason::NotPermitted.into());
        }
        Ok(Person { identity })
    }
}

/// The name that a path has.
#[derive(serde::Deserialize)]
struct NamePath {
    name: String,
}

async fn named(parts: &mut Parts, app: &App) -> Result<Option<Found>, Rejection> {
    let Path(NamePath { name }) = Path::from_request_parts(parts, app).await?;
    Ok(look_up(app, asker(parts)?, &name).await?)
}

fn asker(parts: &Parts) -> Result<Asker, Reason> {
    parts.extensions.get::<Asker>().copied().ok_or(Reason::NoSuchPlace)
}

impl FromRequestParts<App> for Named {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Named, Rejection> {
        Ok(Named(named(parts, app).await?.ok_or(Reason::NoPerson)?))
    }
}

impl FromRequestParts<App> for OwnProgram {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<OwnProgram, Rejection> {
        let Person { identity: owner } = Person::from_request_parts(parts, app).await?;
        let found = named(parts, app).await?.filter(|found| found.owner == Some(owner.account.id));
        Ok(OwnProgram { owner, program: found.ok_or(Reason::NoProgram)? })
    }
}

impl FromRequestParts<App> for Attempt {
    type Rejection = Rejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Attempt, Rejection> {
        let allowed = app.limiter.attempt(asker(parts)?.address);
        if allowed { Ok(Attempt) } else { Err(Reason::TooManyAttempts.into()) }
    }
}

/// The person of a name, however it is written.
pub(super) async fn person_named(app: &App, asker: Asker, name: &str) -> Result<Found, Rejection> {
    Ok(look_up(app, asker, name).await?.ok_or(Reason::NoPerson)?)
}

/// Who has a name, however it is written. Nobody looks up as many as they like: names cannot be collected.
async fn look_up(app: &App, asker: Asker, name: &str) -> Result<Option<Found>, Reason> {
    if !app.limiter.look_up(asker.address) {
        return Err(Reason::TooManyRequests);
    }
    match OwnName::parse(name) {
        Ok(name) => app.rooms.people.ask(move |store| store.find(&name)).await,
        Err(_) => Ok(None),
    }
}

/// What somebody calls a key: a few words, and nothing that spoils the line.
pub(super) fn label(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).take(60).collect();
    clean.trim().to_owned()
}
