//! What is asked of the server over HTTP.

use gloo_net::http::{Request, Response};
use perudo_protocol::WireSettings;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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

async fn answer<T: DeserializeOwned>(response: Result<Response, gloo_net::Error>) -> Result<T, Failure> {
    let response = response.map_err(|_| Failure::Offline)?;
    if response.ok() {
        return response.json().await.map_err(|_| Failure::Offline);
    }
    let problem: Problem = response.json().await.map_err(|_| Failure::Offline)?;
    Err(Failure::Refused { error: problem.error, message: problem.message })
}

fn get(path: &str) -> gloo_net::http::RequestBuilder {
    Request::get(path).header("Accept-Language", tongue::language().get_untracked_code())
}

/// Makes a table.
pub(crate) async fn make(name: &str, settings: &WireSettings, bots: &[String]) -> Result<Made, Failure> {
    let make = Make { guest: prefs::secret(), name, settings, bots };
    let request = Request::post("/api/tables")
        .header("Accept-Language", tongue::language().get_untracked_code())
        .json(&make)
        .map_err(|_| Failure::Offline)?;
    answer(request.send().await).await
}

/// The public tables.
pub(crate) async fn tables() -> Result<Vec<Summary>, Failure> {
    answer(get("/api/tables").send().await).await
}

/// One table.
pub(crate) async fn table(table: &str) -> Result<Summary, Failure> {
    answer(get(&format!("/api/tables/{table}")).send().await).await
}

/// A file of a finished tour: `record` or `proof`.
pub(crate) async fn tour_file(table: &str, tour: u32, file: &str) -> Result<String, Failure> {
    text(&format!("/api/tables/{table}/tours/{tour}/{file}")).await
}

async fn text(path: &str) -> Result<String, Failure> {
    let response = get(path).send().await.map_err(|_| Failure::Offline)?;
    if response.ok() {
        return response.text().await.map_err(|_| Failure::Offline);
    }
    let problem: Problem = response.json().await.map_err(|_| Failure::Offline)?;
    Err(Failure::Refused { error: problem.error, message: problem.message })
}

/// The code of the language, without following its changes.
trait UntrackedCode {
    fn get_untracked_code(self) -> &'static str;
}

impl UntrackedCode for leptos::prelude::RwSignal<perudo_words::Language> {
    fn get_untracked_code(self) -> &'static str {
        use leptos::prelude::GetUntracked;
        self.get_untracked().code()
    }
}
