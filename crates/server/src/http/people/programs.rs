//! Programs that play under a name of their own, each by a token.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use data_encoding::HEXLOWER;
use perudo_protocol::http::{KeyKind, MadeProgram, NewProgram, Problem};
use perudo_table::Guest;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::caller::{OwnProgram, Person};
use super::me::{delete_person, new_number, welcome_name};
use crate::http::App;
use crate::http::extract::Body;
use crate::http::rejection::Rejection;
use crate::people::now;
use crate::store::people::{NewKey, scope_bits};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(make)).routes(routes!(renew)).routes(routes!(remove))
}

/// A token, and the key that is kept of it.
fn token(app: &App, scopes: i64) -> (String, Guest, NewKey) {
    let secret: [u8; 16] = app.rooms.entropy.bytes();
    let guest = Guest::of_secret(secret);
    let key = NewKey {
        kind: KeyKind::Token,
        hash: guest.bytes().to_vec(),
        label: String::new(),
        scopes,
        passkey: None,
    };
    (HEXLOWER.encode(&secret), guest, key)
}

/// Make a program: its token plays under its name, as a declared bot
#[utoipa::path(post, path = "/api/me/programs", request_body = NewProgram, tag = "people",
    responses((status = 201, body = MadeProgram), (status = "default", body = Problem)))]
async fn make(
    State(app): State<App>,
    person: Person,
    Body(new): Body<NewProgram>,
) -> Result<(StatusCode, Json<MadeProgram>), Rejection> {
    let owner = person.identity.account.id;
    let name = welcome_name(&app, &new.name)?;
    let (token, guest, key) = token(&app, scope_bits(&new.scopes));
    let (shown, id) = (name.name.clone(), new_number(&app));
    app.rooms.people.ask(move |store| store.claim(guest, &name, &key, Some(owner), id, now())).await??;
    Ok((StatusCode::CREATED, Json(MadeProgram { name: shown, token })))
}

/// Give a program a new token; the one before is void
#[utoipa::path(post, path = "/api/me/programs/{name}/token", tag = "people",
    params(("name" = String, Path, description = "Its name")),
    responses((status = 201, body = MadeProgram), (status = "default", body = Problem)))]
async fn renew(
    State(app): State<App>,
    OwnProgram { owner, program }: OwnProgram,
) -> Result<(StatusCode, Json<MadeProgram>), Rejection> {
    let me = super::me::me_of(&app, owner).await?;
    let known = me.programs.iter().find(|known| known.name == program.name);
    let scopes = known.map_or(0, |known| scope_bits(&known.scopes));
    let (token, _, key) = token(&app, scopes);
    app.rooms.people.ask(move |store| store.add_key(program.id, &key, now())).await??;
    app.rooms.people.rouse();
    Ok((StatusCode::CREATED, Json(MadeProgram { name: program.name, token })))
}

/// Remove a program: its games stay, its name goes
#[utoipa::path(delete, path = "/api/me/programs/{name}", tag = "people",
    params(("name" = String, Path, description = "Its name")),
    responses((status = 204, description = "It is gone"), (status = "default", body = Problem)))]
async fn remove(
    State(app): State<App>,
    OwnProgram { program, .. }: OwnProgram,
) -> Result<StatusCode, Rejection> {
    delete_person(&app, program.id).await
}
