//! Links that lead nowhere.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};

use crate::program::{Server, perudo};

/// Something that answers requests by their path, and no other server would.
pub(crate) fn answering(body: impl Fn(&str) -> &'static str + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 4096];
            // Whoever asked may have gone.
            let count = stream.read(&mut request).unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..count]);
            let body = body(request.split(' ').nth(1).unwrap_or_default());
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
            );
        }
    });
    address
}

#[test]
fn a_link_that_leads_nowhere_gets_a_sentence() {
    let server = Server::new();
    let page = answering(|_| "<html>hello</html>");
    let newer = answering(|_| r#"{"ok":true,"version":"9.9.9","protocol":99,"tables":0}"#);
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let cases = [
        ("kitchen".to_owned(), "That isn’t a link to a table"),
        ("http:///t/a1".to_owned(), "That isn’t the address of a server"),
        (format!("https://{nobody}/t/a1"), "doesn’t answer"),
        (format!("https://{page}/t/a1"), "doesn’t answer"),
        (format!("http://{nobody}/t/a1"), "doesn’t answer"),
        (format!("http://{page}/t/a1"), "isn’t a Perudo server"),
        (format!("http://{newer}/t/a1"), "The server is version 9.9.9"),
        (server.url("/t/nosuchtabl"), "There is no such table"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (link, sentence) in &cases {
        for command in [&["play", link][..], &["play", link, "--plain"], &["join", link, "--bot", "steady"]] {
            // Whether there is a terminal matters only once there is a table.
            let output =
                perudo().args(command).env("XDG_DATA_HOME", folder.path()).env("LC_ALL", "C.UTF-8").output();
            let output = output.unwrap();
            let error = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{command:?}: {error}");
            let no_terminal = command.len() == 2 && error.contains("There is no terminal");
            assert!(error.contains(sentence) || no_terminal, "{command:?}: {error}");
        }
    }
}

#[test]
fn what_a_server_refuses_is_told_in_the_language_of_the_program() {
    let server = Server::new();
    let folder = tempfile::tempdir().unwrap();
    let mut command = perudo();
    command.args(["play", &server.url("/t/nosuchtabl"), "--plain", "--lang", "ru"]);
    let output = command.env("XDG_DATA_HOME", folder.path()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("Такого стола нет"), "{error}");
}

#[test]
fn a_stranger_s_server_cannot_command_the_terminal_by_what_is_wrong() {
    let version =
        answering(|_| r#"{"ok":true,"version":"9\u001b]0;mine\u0007\u001b[2J","protocol":99,"tables":0}"#);
    let folder = tempfile::tempdir().unwrap();
    let link = format!("http://{version}/t/a1");
    for command in [&["play", &link, "--plain"][..], &["join", &link, "--bot", "steady"]] {
        // As on a terminal: what is written to a pipe loses its colours and all that looks like them.
        let output =
            perudo().args(command).env("XDG_DATA_HOME", folder.path()).env("CLICOLOR_FORCE", "1").output();
        let error = String::from_utf8(output.unwrap().stderr).unwrap();
        let told = error.split_once("version 9").unwrap().1;
        assert!(!told.contains(|c: char| c.is_control() && c != '\n'), "{error:?}");
    }
}
