//! HTTP of which every byte can be chosen.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Instant;

use serde_json::Value;

use super::PATIENCE;

/// An answer over HTTP.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// The name of what is wrong.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().to_owned()
    }

    fn read(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }
}

pub(crate) fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "host") {
        request += &format!("host: {address}\r\n");
    }
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("content-length: {}\r\n\r\n{body}", body.len());
    let mut stream = TcpStream::connect(address).unwrap();
    // A server that does not want to read everything may have answered before.
    let _ = stream.write_all(request.as_bytes());
    read_answer(&mut stream)
}

/// Asks for the same again and again over one connection, until the answer is as wanted: a new connection for each would
/// use up the machine's.
pub(crate) fn ask_until(address: SocketAddr, path: &str, is_wanted: impl Fn(&Answer) -> bool) {
    let mut stream = TcpStream::connect(address).unwrap();
    let begun = Instant::now();
    loop {
        write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
        let answer = first_answer(&mut stream);
        assert!(answer.status > 0, "{path} is not answered");
        if is_wanted(&answer) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "still {answer:?}");
    }
}

/// Reads to the end of a connection.
pub(crate) fn read_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    while let Some(more) = read(stream) {
        bytes.extend(more);
    }
    Answer::read(&bytes)
}

/// Reads one answer; an empty one at the end of the connection.
pub(crate) fn first_answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    loop {
        let answer = Answer::read(&bytes);
        if bytes.windows(4).any(|window| window == b"\r\n\r\n") {
            let head = answer.head.to_lowercase();
            let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next());
            if answer.body.len() >= length.map_or(0, |length| length.parse().unwrap()) {
                return answer;
            }
        }
        match read(stream) {
            Some(more) => bytes.extend(more),
            None => return answer,
        }
    }
}

/// Reads more; `None` at the end of the connection, however it ends.
fn read(stream: &mut TcpStream) -> Option<Vec<u8>> {
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut bytes = vec![0; 4096];
    match stream.read(&mut bytes) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => panic!("no end of the answer"),
        Err(error) if error.kind() == ErrorKind::Interrupted => Some(Vec::new()),
        Ok(0) | Err(_) => None,
        Ok(count) => {
            bytes.truncate(count);
            Some(bytes)
        }
    }
}
