//! What is asked of the server over HTTP.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use perudo_protocol::http::{Made, MakeTable, Problem, TableSummary};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use crate::{prefs, tongue};

/// Why there is no answer, or no good one.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// The server cannot be reached.
    Offline,
    /// It refuses.
    Refused {
        /// The name of the reason.
        error: String,
        /// The reason, for people.
        message: String,
    },
}

impl Failure {
    /// For people.
    pub(crate) fn message(&self) -> String {
        match self {
            Failure::Offline => tongue::t("web-no-server"),
            Failure::Refused { message, .. } => message.clone(),
        }
    }
}

/// Sends a request: POST with this body, or GET without one.
async fn ask(path: &str, body: Option<String>) -> Result<String, Failure> {
    let (good, text) = fetch(path, body).await.map_err(|_| Failure::Offline)?;
    if good {
        return Ok(text);
    }
    let problem: Problem = serde_json::from_str(&text).map_err(|_| Failure::Offline)?;
    Err(Failure::Refused { error: problem.error, message: problem.message })
}

async fn fetch(path: &str, body: Option<String>) -> Result<(bool, String), JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept-Language", tongue::language().get_untracked().code())?;
    let request = RequestInit::new();
    if let Some(body) = body {
        headers.set("Content-Type", "application/json")?;
        request.set_method("POST");
        request.set_body(&body.into());
    }
    request.set_headers(&headers);
    let response = JsFuture::from(window().fetch_with_str_and_init(path, &request)).await?;
    let response: Response = response.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.ok(), text.as_string().unwrap_or_default()))
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|_| Failure::Offline)
}

/// Makes a table.
pub(crate) async fn make(name: String, settings: WireSettings, bots: Vec<String>) -> Result<Made, Failure> {
    let make = MakeTable { guest: prefs::secret(), name, settings, bots, watch: false, tip: None };
    let text = serde_json::to_string(&make).map_err(|_| Failure::Offline)?;
    read(&ask("/api/tables", Some(text)).await?)
}

/// The public tables.
pub(crate) async fn tables() -> Result<Vec<TableSummary>, Failure> {
    read(&ask("/api/tables", None).await?)
}

/// One table.
pub(crate) async fn table(table: &str) -> Result<TableSummary, Failure> {
    read(&ask(&format!("/api/tables/{table}"), None).await?)
}

/// A file of a finished tour: `record` or `proof`.
pub(crate) async fn tour_file(table: &str, tour: u32, file: &str) -> Result<String, Failure> {
    ask(&format!("/api/tables/{table}/tours/{tour}/{file}"), None).await
}
