//! How the server starts, and why it does not.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::thread;

use serde_json::json;

use crate::place::Place;
use crate::program::{Server, perudo};
use crate::restarts::ANY_PORT;
use crate::{ANNA, PATIENCE};

/// Runs the program to its end, which must be near.
fn ended(arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = perudo();
    command.envs(environment.iter().copied());
    let child = command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    ended_child(child, &format!("{arguments:?}"))
}

fn ended_child(child: Child, what: &str) -> Output {
    let (id, (sender, output)) = (child.id().to_string(), mpsc::channel());
    thread::spawn(move || sender.send(child.wait_with_output()));
    output.recv_timeout(PATIENCE).map(Result::unwrap).unwrap_or_else(|_| {
        let _ = Command::new("kill").args(["-KILL", &id]).status();
        panic!("{what} does not end")
    })
}

#[test]
fn a_server_that_cannot_start_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| -> String {
        let path: PathBuf = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let missing = folder.path().join("missing.toml").into_os_string().into_string().unwrap();
    let unknown = file("unknown.toml", "listen = \"127.0.0.1:0\"\nprot = 5\n");
    let broken = file("broken.toml", "listen = 127.0.0.1\n");
    let text = file("text.db", &"this is no database. ".repeat(500));
    let database = folder.path().join("p.db").into_os_string().into_string().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().to_string();
    let future = folder.path().join("future.db").into_os_string().into_string().unwrap();
    let newer = "CREATE TABLE migrations (version INTEGER PRIMARY KEY, at INTEGER NOT NULL) STRICT;
                 INSERT INTO migrations VALUES (1, 0), (99, 0);";
    rusqlite::Connection::open(&future).unwrap().execute_batch(newer).unwrap();
    let local = "127.0.0.1:0";
    let cases: [(&[&str], &str); 11] = [
        (&["--config", &missing], "missing.toml"),
        (&["--config", &unknown], "prot"),
        (&["--config", &broken], "broken.toml"),
        (&["--listen", &port, "--database", &database], "Another program uses this port"),
        (&["--listen", local, "--database", &future], "use a newer program"),
        (&["--listen", local, "--database", &text], "text.db"),
        (&["--listen", local, "--database", &database, "--log", "perudo=loud"], "--log"),
        (&["--listen", "here"], "here"),
        (&["--prot", "5"], "--prot"),
        (&["--public-url", "foo"], "such as https://perudo.example"),
        (&["--origin", "bar"], "such as https://perudo.example"),
    ];
    for (arguments, words) in cases {
        let Output { status, stdout, stderr } = ended(&[&["serve"], arguments].concat(), &[]);
        let printed = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}: {printed}");
        assert!(printed.starts_with("error: ") && printed.contains(words), "{arguments:?}: {printed}");
        assert!(stdout.is_empty() && !printed.contains("panicked"), "{arguments:?}: {printed}");
    }
}

#[cfg(unix)]
#[test]
fn logs_that_no_terminal_shows_have_no_colours() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = perudo();
    command.env_remove("CLICOLOR_FORCE").args(["serve", "--listen", "127.0.0.1:0", "--database"]);
    command.arg(folder.path().join("p.db")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    let ready = BufReader::new(server.stdout.as_mut().unwrap()).lines().next();
    assert!(ready.unwrap().unwrap().contains("ready"));
    assert!(Command::new("kill").arg(server.id().to_string()).status().unwrap().success());
    let Output { status, stderr, .. } = ended_child(server, "the server");
    let printed = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(0), "{printed}");
    assert!(printed.contains("a key file is made") && !printed.contains('\u{1b}'), "{printed:?}");
}

#[test]
fn a_server_without_its_keys_says_which_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let key_file = folder.path().join("p.key");
    Server::start(&database, ANY_PORT, &[]).kill();
    assert!(key_file.exists(), "a key file is made at the first start");
    let private = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::copy(&key_file, &path).unwrap();
        fs::write(&path, text).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let missing = folder.path().join("missing.key").into_os_string().into_string().unwrap();
    let other = private("other.key", &"ab".repeat(32));
    let broken = private("broken.key", &format!("# keys\n{}\n", "ab".repeat(31)));
    let empty = private("empty.key", "# no keys\n");
    let database = database.to_str().unwrap();
    for (key_file, words) in [
        (&missing, "put the file back"),
        (&other, "is not in the key file"),
        (&broken, "line 2 of the key file"),
        (&empty, "has no key"),
    ] {
        let call = ["serve", "--listen", "127.0.0.1:0", "--database", database, "--key-file", key_file];
        let Output { status, stderr, .. } = ended(&call, &[]);
        let printed = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{printed}");
        assert!(printed.contains("error: ") && printed.contains(words), "{printed}");
        assert!(!printed.contains("abab"), "a key is printed: {printed}");
    }
    assert!(!Path::new(&missing).exists(), "no new key is made");
}

#[test]
fn a_second_program_on_an_sqlite_file_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("p.db");
    let first = Server::start(&database, ANY_PORT, &[]);
    let settings = json!({"speed": "instant", "turn": 0});
    let table = first.table(ANNA, "anna", &settings, &["novice"]);
    let path = database.to_str().unwrap();
    for node in ["main", "other"] {
        let call = ["serve", "--listen", "127.0.0.1:0", "--database", path, "--lease", "0", "--node", node];
        let Output { status, stdout, stderr } = ended(&call, &[]);
        let printed = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{printed}");
        assert!(stdout.is_empty(), "it does not say that it is ready");
        let process = format!("another program (process {})", first.pid());
        assert!(printed.contains("error: ") && printed.contains(&process), "{printed}");
        assert_eq!(first.get(&format!("/api/tables/{table}")).status, 200);
        // What it would write now is still taken: nobody has fenced it.
        first.table(ANNA, "anna", &settings, &[]);
    }
    first.kill();
    let next = Server::start(&database, ANY_PORT, &[]);
    assert_eq!(next.get(&format!("/api/tables/{table}")).status, 200, "the lock was gone with its program");
}

#[test]
fn a_node_whose_name_was_taken_over_ends_with_a_code_of_its_own() {
    let (place, folder) = (Place::postgres(), tempfile::tempdir().unwrap());
    let key_file = folder.path().join("perudo.key").into_os_string().into_string().unwrap();
    let serve = || {
        let mut command = perudo();
        command.args(["serve", "--log", "error", "--listen", "127.0.0.1:0", "--database", &place.address()]);
        command.args(["--key-file", &key_file]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let ready = BufReader::new(server.stdout.as_mut().unwrap()).lines().next();
        assert!(ready.unwrap().unwrap().contains("ready"));
        server
    };
    let (first, mut second) = (serve(), serve());
    let Output { status, stderr, .. } = ended_child(first, "the first server");
    let printed = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(3), "{printed}");
    assert!(printed.contains(r#"error: another process took over as node "main""#), "{printed}");
    assert!(printed.contains("--node"), "{printed}");
    assert_eq!(second.try_wait().unwrap(), None, "the second goes on");
    second.kill().unwrap();
    second.wait().unwrap();
}

#[test]
fn settings_in_the_environment_count_with_and_without_the_name_of_the_command() {
    for arguments in [&["serve"][..], &[]] {
        let Output { status, stderr, .. } = ended(arguments, &[("PERUDO_LISTEN", "here")]);
        let printed = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}: {printed}");
        assert!(printed.contains("here"), "{arguments:?}: {printed}");
    }
}
