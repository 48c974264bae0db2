//! Requests about people: names and keys, the queue, ratings, histories.

use perudo_protocol::http::{
    ClaimName, CodeSignIn, DeviceLink, EnterQueue, GamesPage, KeyInfo, Leaderboard, MadeProgram, Me,
    NewPasskey, NewProgram, NewReport, PasskeyCreation, PasskeyRequest, PasskeySignIn, Profile, Queued,
    RatingCurve, RecoveryCode, TourResult,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{ApiError, read, request_as};
use crate::account;
use crate::guest::GuestSecret;
use crate::screen::encode_segment;

/// Sends a request as this browser's guest.
async fn send(method: &str, path: &str, body: Option<String>) -> Result<String, ApiError> {
    request_as(Some(GuestSecret::stored()?), method, path, body).await
}

async fn get<T: DeserializeOwned>(path: &str) -> Result<T, ApiError> {
    read(&send("GET", path, None).await?)
}

/// Posts nothing.
async fn post<T: DeserializeOwned>(path: &str) -> Result<T, ApiError> {
    read(&send("POST", path, None).await?)
}

async fn post_body<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, ApiError> {
    let body = serde_json::to_string(body).map_err(|_| ApiError::Offline)?;
    read(&send("POST", path, Some(body)).await?)
}

async fn delete(path: &str) -> Result<(), ApiError> {
    send("DELETE", path, None).await.map(drop)
}

/// What comes of claiming a name or signing in: this browser remembers who it is.
fn known(me: Me) -> Me {
    account::remember(&me);
    me
}

/// Who this browser is.
pub(crate) async fn me() -> Result<Me, ApiError> {
    get("/api/me").await.map(known)
}

/// Claims a name.
pub(crate) async fn claim(name: String, label: String) -> Result<Me, ApiError> {
    post_body("/api/people", &ClaimName { name, label: Some(label) }).await.map(known)
}

/// Everything that the server knows about this person, as the text of a file.
pub(crate) async fn own_data() -> Result<String, ApiError> {
    send("GET", "/api/me/data", None).await
}

/// Deletes this person.
pub(crate) async fn delete_me() -> Result<(), ApiError> {
    delete("/api/me").await
}

/// Makes a recovery code.
pub(crate) async fn make_recovery_code() -> Result<RecoveryCode, ApiError> {
    post("/api/me/recovery").await
}

/// Makes a link for another device.
pub(crate) async fn make_device_link() -> Result<DeviceLink, ApiError> {
    post("/api/me/links").await
}

/// What is needed to make a passkey.
pub(crate) async fn passkey_creation() -> Result<PasskeyCreation, ApiError> {
    post("/api/me/passkeys/challenge").await
}

/// Adds a passkey.
pub(crate) async fn add_passkey(passkey: &NewPasskey) -> Result<KeyInfo, ApiError> {
    post_body("/api/me/passkeys", passkey).await
}

/// Revokes a key.
pub(crate) async fn revoke(key: i64) -> Result<(), ApiError> {
    delete(&format!("/api/me/keys/{key}")).await
}

/// What is needed to use a passkey.
pub(crate) async fn passkey_request() -> Result<PasskeyRequest, ApiError> {
    post("/api/sign-in/challenge").await
}

/// Signs in by a passkey.
pub(crate) async fn sign_in_by_passkey(passkey: &PasskeySignIn) -> Result<Me, ApiError> {
    post_body("/api/sign-in/passkey", passkey).await.map(known)
}

/// Signs in by the code of a link from another device.
pub(crate) async fn sign_in_by_link(code: String, label: String) -> Result<Me, ApiError> {
    post_body("/api/sign-in/link", &CodeSignIn { code, label }).await.map(known)
}

/// Signs in by the code on paper.
pub(crate) async fn sign_in_by_recovery_code(code: String, label: String) -> Result<Me, ApiError> {
    post_body("/api/sign-in/recovery", &CodeSignIn { code, label }).await.map(known)
}

/// This browser is no key of the name any more.
pub(crate) async fn sign_out() -> Result<(), ApiError> {
    send("POST", "/api/sign-out", None).await.map(drop)
}

/// Waits for a game.
pub(crate) async fn enter_queue(wish: &EnterQueue) -> Result<Queued, ApiError> {
    post_body("/api/queue", wish).await
}

/// Where the events of a place in the queue come from.
pub(crate) fn queue_events(ticket: &str) -> String {
    format!("/api/queue/{ticket}")
}

/// Wants bots in the free chairs.
pub(crate) async fn fill_with_bots(ticket: &str) -> Result<(), ApiError> {
    send("POST", &format!("/api/queue/{ticket}/bots"), None).await.map(drop)
}

/// Leaves the queue.
pub(crate) async fn leave_queue(ticket: &str) -> Result<(), ApiError> {
    delete(&format!("/api/queue/{ticket}")).await
}

/// The best of a pool, from a place on.
pub(crate) async fn leaders(pool: &str, kind: &str, from: u32) -> Result<Leaderboard, ApiError> {
    get(&format!("/api/leaderboards/{pool}?kind={kind}&from={from}")).await
}

/// Somebody.
pub(crate) async fn profile(name: &str) -> Result<Profile, ApiError> {
    get(&format!("/api/people/{}", encode_segment(name))).await
}

/// How somebody's rating went.
pub(crate) async fn curve(name: &str, pool: &str) -> Result<RatingCurve, ApiError> {
    get(&format!("/api/people/{}/ratings/{pool}", encode_segment(name))).await
}

/// A part of somebody's games, or of one's own; the query says which.
pub(crate) async fn games(name: Option<&str>, query: &str) -> Result<GamesPage, ApiError> {
    let whose = name.map_or("/api/me".to_owned(), |name| format!("/api/people/{}", encode_segment(name)));
    get(&format!("{whose}/games?{query}")).await
}

/// What came of a tour.
pub(crate) async fn result(table: &str, tour: u32) -> Result<TourResult, ApiError> {
    get(&format!("/api/tables/{table}/tours/{tour}/result")).await
}

/// Blocks somebody, or no longer.
pub(crate) async fn block(name: &str, blocked: bool) -> Result<(), ApiError> {
    let path = format!("/api/me/blocks/{}", encode_segment(name));
    send(if blocked { "POST" } else { "DELETE" }, &path, None).await?;
    account::remember_block(name, blocked);
    Ok(())
}

/// Reports somebody.
pub(crate) async fn report(report: &NewReport) -> Result<(), ApiError> {
    let body = serde_json::to_string(report).map_err(|_| ApiError::Offline)?;
    send("POST", "/api/reports", Some(body)).await.map(drop)
}

/// Makes a program.
pub(crate) async fn make_program(program: &NewProgram) -> Result<MadeProgram, ApiError> {
    post_body("/api/me/programs", program).await
}

/// Gives a program another token.
pub(crate) async fn new_token(program: &str) -> Result<MadeProgram, ApiError> {
    post(&format!("/api/me/programs/{}/token", encode_segment(program))).await
}

/// Deletes a program.
pub(crate) async fn delete_program(program: &str) -> Result<(), ApiError> {
    delete(&format!("/api/me/programs/{}", encode_segment(program))).await
}
