//! Requests over HTTP.

use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;
use ureq::http::{HeaderMap, Response};
use ureq::{Agent, Body};

use crate::stream::http_config;

/// The server at an address. Connections are kept and used again.
#[derive(Clone, Debug)]
pub struct Http {
    /// How its addresses begin.
    base: String,
    agent: Agent,
    /// In which language problems are told; none: the server's choice.
    language: Option<String>,
}

/// Why there is no answer.
#[derive(Debug, Error)]
pub enum HttpError {
    /// The request failed before there was a whole answer.
    #[error("no answer: {0}")]
    NoAnswer(#[from] ureq::Error),
    /// The body of a request cannot be written as JSON.
    #[error("the body of a request is not JSON: {0}")]
    Body(#[from] serde_json::Error),
}

impl Http {
    /// The server at that address, which may take so long for each answer.
    pub fn new(address: SocketAddr, timeout: Duration) -> Http {
        Http::at(format!("http://{address}"), timeout)
    }

    /// The same for a server that has a name, such as `http://localhost:8080` or `https://perudo.example`.
    pub fn at(base: String, timeout: Duration) -> Http {
        let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(timeout));
        let config = config.tls_config(http_config());
        Http { base, agent: config.build().into(), language: None }
    }

    /// The same, with problems told in that language.
    pub fn in_language(self, code: &str) -> Http {
        Http { language: Some(code.to_owned()), ..self }
    }

    /// The address of a path as browsers write it.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// A GET request.
    pub fn get(&self, path: &str) -> Result<Answer, HttpError> {
        self.get_with(path, &[])
    }

    /// A GET request with headers.
    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Result<Answer, HttpError> {
        let request = self.agent.get(self.url(path));
        let language = self.language.as_deref().map(|code| ("accept-language", code));
        let headers = headers.iter().copied().chain(language);
        let request = headers.fold(request, |request, (name, value)| request.header(name, value));
        Answer::read(request.call()?)
    }

    /// A POST request with a value as JSON.
    pub fn post(&self, path: &str, value: &impl Serialize) -> Result<Answer, HttpError> {
        self.post_text(path, "application/json", &serde_json::to_string(value)?)
    }

    /// A POST request with a text that calls itself something.
    pub fn post_text(&self, path: &str, content_type: &str, text: &str) -> Result<Answer, HttpError> {
        let request = self.agent.post(self.url(path));
        let request = request.header("content-type", content_type);
        let request = match &self.language {
            Some(code) => request.header("accept-language", code),
            None => request,
        };
        Answer::read(request.send(text)?)
    }
}

/// What the server answers, whatever the status.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The status, such as 200.
    pub status: u16,
    /// All headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: String,
}

impl Answer {
    fn read(mut response: Response<Body>) -> Result<Answer, HttpError> {
        let body = response.body_mut().read_to_string()?;
        Ok(Answer { status: response.status().as_u16(), headers: response.headers().clone(), body })
    }

    /// The body as a value.
    pub fn json<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(&self.body)
    }
}
