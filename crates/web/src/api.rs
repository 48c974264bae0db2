//! What is asked of the server over HTTP.

use leptos::prelude::*;
use perudo_protocol::WireSettings;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
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

#[derive(Deserialize)]
struct Problem {
    error: String,
    message: String,
}

/// A table that was made.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Made {
    pub(crate) table: String,
}

/// A table in the list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub(crate) struct Summary {
    pub(crate) table: String,
    pub(crate) stage: String,
    pub(crate) settings: WireSettings,
    pub(crate) chairs: Vec<Option<String>>,
}

#[derive(Serialize)]
struct Make<'a> {
    guest: String,
    name: &'a str,
    settings: &'a WireSettings,
    bots: &'a [String],
}

/// Asks the server; with something to send it is told, without it is asked.
async fn ask(path: &str, sent: Option<String>) -> Result<String, Failure> {
    let (good, text) = fetch(path, sent).await.map_err(|_| Failure::Offline)?;
    if good {
        return Ok(text);
    }
    let problem: Problem = serde_json::from_str(&text).map_err(|_| Failure::Offline)?;
    Err(Failure::Refused { error: problem.error, message: problem.message })
}

async fn fetch(path: &str, sent: Option<String>) -> Result<(bool, String), JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept-Language", tongue::language().get_untracked().code())?;
    let request = RequestInit::new();
    if let Some(sent) = sent {
        headers.set("Content-Type", "application/json")?;
        request.set_method("POST");
        request.set_body(&sent.into());
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
pub(crate) async fn make(name: &str, settings: &WireSettings, bots: &[String]) -> Result<Made, Failure> {
    let make = Make { guest: prefs::secret(), name, settings, bots };
    let text = serde_json::to_string(&make).map_err(|_| Failure::Offline)?;
    read(&ask("/api/tables", Some(text)).await?)
}

/// The public tables.
pub(crate) async fn tables() -> Result<Vec<Summary>, Failure> {
    read(&ask("/api/tables", None).await?)
}

/// One table.
pub(crate) async fn table(table: &str) -> Result<Summary, Failure> {
    read(&ask(&format!("/api/tables/{table}"), None).await?)
}

/// A file of a finished tour: `record` or `proof`.
pub(crate) async fn tour_file(table: &str, tour: u32, file: &str) -> Result<String, Failure> {
    ask(&format!("/api/tables/{table}/tours/{tour}/{file}"), None).await
}
