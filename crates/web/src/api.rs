//! Requests to the server over HTTP.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use perudo_protocol::http::{Made, MakeTable, Problem, TableSummary, TourSummary};
use perudo_table::fair::TipsAnswer;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use crate::browser::RandomError;
use crate::guest::GuestSecret;
use crate::i18n;
use crate::play;

pub(crate) mod people;

/// Why a request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The server cannot be reached, or something else answers in its place.
    #[error("the server cannot be reached")]
    Offline,
    /// The browser cannot make a guest's secret.
    #[error(transparent)]
    Random(#[from] RandomError),
    /// The server refuses.
    #[error("the server refuses: {error}")]
    Refused {
        /// The name of the reason.
        error: String,
        /// The reason, for people.
        message: String,
    },
}

impl ApiError {
    /// For people.
    pub(crate) fn message(&self) -> String {
        match self {
            ApiError::Offline => i18n::t("web-no-server"),
            ApiError::Random(error) => error.message(),
            ApiError::Refused { message, .. } => message.clone(),
        }
    }
}

/// Sends a request: POST with this body, or GET without one.
async fn request(path: &str, body: Option<String>) -> Result<String, ApiError> {
    let method = if body.is_some() { "POST" } else { "GET" };
    request_as(None, method, path, body).await
}

/// Sends a request, as the guest who has that secret or as nobody.
async fn request_as(
    guest: Option<GuestSecret>,
    method: &str,
    path: &str,
    body: Option<String>,
) -> Result<String, ApiError> {
    let (good, text) = fetch(guest, method, path, body).await.map_err(|_| ApiError::Offline)?;
    if good {
        return Ok(text);
    }
    let problem: Problem = serde_json::from_str(&text).map_err(|_| ApiError::Offline)?;
    Err(ApiError::Refused { error: problem.error, message: problem.message })
}

async fn fetch(
    guest: Option<GuestSecret>,
    method: &str,
    path: &str,
    body: Option<String>,
) -> Result<(bool, String), JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept-Language", i18n::language().get_untracked().code())?;
    if let Some(guest) = guest {
        headers.set("Authorization", &format!("Bearer {guest}"))?;
    }
    let request = RequestInit::new();
    request.set_method(method);
    if let Some(body) = body {
        headers.set("Content-Type", "application/json")?;
        request.set_body(&body.into());
    }
    if method == "DELETE" {
        // Whoever leaves a queue may be leaving the page.
        js_sys::Reflect::set(&request, &"keepalive".into(), &true.into())?;
    }
    request.set_headers(&headers);
    let response = JsFuture::from(window().fetch_with_str_and_init(path, &request)).await?;
    let response: Response = response.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.ok(), text.as_string().unwrap_or_default()))
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|_| ApiError::Offline)
}

/// Makes a table.
pub(crate) async fn make(name: String, settings: WireSettings, bots: Vec<String>) -> Result<Made, ApiError> {
    let guest = GuestSecret::stored()?.to_string();
    // A sealed table takes nobody without chains; at others the page commits to one when it is there.
    let chains = if settings.dice.is_some() { Some(play::new_chains()?) } else { None };
    let (tip, closed) = (chains.as_ref().map(play::Chains::tip), chains.as_ref().map(play::Chains::closed));
    let make = MakeTable { guest, name, settings, bots, watch: false, tip, closed };
    let text = serde_json::to_string(&make).map_err(|_| ApiError::Offline)?;
    let made: Made = read(&request("/api/tables", Some(text)).await?)?;
    if let Some(chains) = chains {
        chains.store(&made.table);
    }
    Ok(made)
}

/// The public tables.
pub(crate) async fn tables() -> Result<Vec<TableSummary>, ApiError> {
    read(&request("/api/tables", None).await?)
}

/// One table.
pub(crate) async fn table(table: &str) -> Result<TableSummary, ApiError> {
    read(&request(&format!("/api/tables/{table}"), None).await?)
}

/// The server's public log of tips: how it goes on from so many tips, and the tips of a table.
pub(crate) async fn tips(table: &str, since: u64) -> Result<TipsAnswer, ApiError> {
    read(&request(&format!("/api/tables/{table}/tips?since={since}"), None).await?)
}

/// The finished tours of a table.
pub(crate) async fn tours(table: &str) -> Result<Vec<TourSummary>, ApiError> {
    read(&request(&format!("/api/tables/{table}/tours"), None).await?)
}

/// A file of a finished tour: `record` or `proof`.
pub(crate) async fn tour_file(table: &str, tour: u32, file: &str) -> Result<String, ApiError> {
    request(&format!("/api/tables/{table}/tours/{tour}/{file}"), None).await
}
