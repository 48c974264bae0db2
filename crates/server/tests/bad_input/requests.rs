//! HTTP requests that are wrong.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use crate::client::{Answer, UPGRADE, Wire, first_answer, http, secret};
use crate::scene::{ANNA, BORIS, MALLORY, Scene};

#[test]
fn malformed_http_and_upgrades_harm_nobody() {
    let mut scene = Scene::new();
    let address = scene.server.address;
    let path = format!("/api/tables/{}/ws", scene.table);
    let upgrade = |skip: &str| {
        let headers = UPGRADE.iter().filter(|(name, _)| *name != skip);
        headers.map(|(name, value)| format!("{name}: {value}\r\n")).collect::<String>()
    };
    let get = |headers: &str| format!("GET {path} HTTP/1.1\r\nhost: x\r\n{headers}\r\n").into_bytes();
    let mut many = String::new();
    for number in 0..300 {
        many += &format!("x-{number}: {number}\r\n");
    }
    let cases: Vec<(&str, Vec<u8>, &[u16])> = vec![
        ("bytes", (0..=255).cycle().take(5000).collect(), &[0, 400]),
        ("the beginning of TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(), &[0, 400]),
        ("another language", b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec(), &[0, 400]),
        ("HTTP of the future", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), &[0, 400, 505]),
        ("no path", b"GET\r\n\r\n".to_vec(), &[0, 400]),
        (
            "a long path",
            format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000)).into_bytes(),
            &[0, 404, 414, 431],
        ),
        ("many headers", get(&many), &[0, 431]),
        ("a header that is none", get("no colon here\r\n"), &[0, 400]),
        ("no upgrade at all", get("connection: close\r\n"), &[400]),
        ("an upgrade without a key", get(&(upgrade("sec-websocket-key") + "x: y\r\n")), &[400]),
        ("an upgrade without a version", get(&upgrade("sec-websocket-version")), &[400]),
        ("an upgrade to something else", get("connection: upgrade\r\nupgrade: h2c\r\n"), &[400]),
        (
            "an upgrade by POST",
            format!("POST {path} HTTP/1.1\r\nhost: x\r\n{}content-length: 0\r\n\r\n", upgrade(""))
                .into_bytes(),
            &[405],
        ),
        (
            "an upgrade at no table",
            format!("GET /api/tables/0000000000/ws HTTP/1.1\r\nhost: x\r\n{}\r\n", upgrade("")).into_bytes(),
            &[404],
        ),
        (
            "an upgrade at a name that is none",
            format!("GET /api/tables/..%2f..%2fetc/ws HTTP/1.1\r\nhost: x\r\n{}\r\n", upgrade(""))
                .into_bytes(),
            &[404],
        ),
    ];
    for (name, bytes, statuses) in cases {
        let before = scene.calm();
        let mut stream = TcpStream::connect(address).unwrap();
        // Who does not listen may have gone already.
        let _ = stream.write_all(&bytes);
        let answer = first_answer(&mut stream);
        assert!(statuses.contains(&answer.status), "{name}: {answer:?}");
        scene.undisturbed(before, name);
    }
    // Those who begin and never go on.
    let before = scene.calm();
    let mut half_open = Vec::new();
    for number in 0..40 {
        let mut stream = TcpStream::connect(address).unwrap();
        let request = get(&upgrade(""));
        stream.write_all(&request[..number * request.len() / 40]).unwrap();
        half_open.push(stream);
    }
    scene.undisturbed(before, "upgrades that are not finished");
    assert_eq!(scene.server.get("/healthz").status, 200);
    drop(half_open);
}

#[test]
fn pages_of_other_sites_are_kept_out() {
    let allowed = "https://perudo.example";
    let mut scene = Scene::with(|config| {
        config.origins = vec![allowed.to_owned()];
        config.public_url = Some("https://play.example/".to_owned());
    });
    let host = scene.server.address.to_string();
    let port = scene.server.address.port();
    let cases = [
        ("its own page", format!("http://{host}"), true),
        ("its own page behind a proxy", format!("https://{host}"), true),
        ("a page that is allowed", allowed.to_owned(), true),
        ("the address that people open", "https://play.example".to_owned(), true),
        ("a page of another site", "https://evil.example".to_owned(), false),
        ("a page of a site with a similar name", format!("{allowed}.evil.example"), false),
        ("a page that is allowed, by another protocol", "http://perudo.example".to_owned(), false),
        ("a page of another port", format!("http://127.0.0.1:{}", port.wrapping_add(1)), false),
        ("a page without a name", "null".to_owned(), false),
        ("nothing", String::new(), false),
        ("a name without a protocol", host.clone(), false),
        ("a name that was made to point here", format!("http://rebound.example:{port}"), false),
        ("no text", "http://\u{e9}".to_owned(), false),
    ];
    for (name, origin, fine) in cases {
        let before = scene.calm();
        // A browser names the host that it opened.
        let rebound = origin.strip_prefix("http://").filter(|host| host.starts_with("rebound"));
        let host = rebound.unwrap_or(&host);
        let headers = [("origin", origin.as_str()), ("host", host)];
        let refused = Wire::ask(scene.server.address, &scene.table, &headers).err();
        assert_eq!(refused.is_none(), fine, "{name}: {refused:?}");
        if let Some(answer) = refused {
            assert_eq!((answer.status, answer.error().as_str()), (403, "foreign-origin"), "{name}");
        }
        let body = json!({"guest": secret(MALLORY), "name": "mallory"}).to_string();
        let headers = [("origin", origin.as_str()), ("content-type", "application/json"), ("host", host)];
        let answer = http(scene.server.address, "POST", "/api/tables", &headers, &body);
        assert_eq!(answer.status, if fine { 201 } else { 403 }, "{name}: {answer:?}");
        scene.undisturbed(before, name);
    }
}

#[test]
fn requests_that_are_wrong_are_told_what_is_wrong() {
    let mut scene = Scene::new();
    let json = ("content-type", "application/json");
    let people = format!("/api/tables/{}/people", scene.table);
    let guest = secret(MALLORY);
    let make = |more: &str| format!(r#"{{"guest":"{guest}","name":"mallory"{more}}}"#);
    type Case<'a> = (&'a str, &'a str, &'a str, Vec<(&'a str, &'a str)>, String, u16, &'a str);
    let cases: Vec<Case<'_>> = vec![
        ("no body", "POST", "/api/tables", vec![json], String::new(), 400, "malformed"),
        ("no JSON", "POST", "/api/tables", vec![json], "name=x".to_owned(), 400, "malformed"),
        ("another kind", "POST", "/api/tables", vec![], make(""), 415, "malformed"),
        ("an unknown field", "POST", "/api/tables", vec![json], make(r#","colour":1"#), 422, "malformed"),
        ("a wrong type", "POST", "/api/tables", vec![json], make(r#","bots":"all""#), 422, "malformed"),
        ("a long body", "POST", "/api/tables", vec![json], make(&" ".repeat(20_000)), 413, "malformed"),
        (
            "a bad guest",
            "POST",
            "/api/tables",
            vec![json],
            r#"{"guest":"me","name":"x"}"#.to_owned(),
            400,
            "bad-guest",
        ),
        (
            "a bad name",
            "POST",
            "/api/tables",
            vec![json],
            format!(r#"{{"guest":"{guest}","name":""}}"#),
            400,
            "bad-name",
        ),
        (
            "rules that are none",
            "POST",
            "/api/tables",
            vec![json],
            make(r#","settings":{"rules":"chess"}"#),
            400,
            "bad-settings",
        ),
        (
            "seats that cannot be",
            "POST",
            "/api/tables",
            vec![json],
            make(r#","settings":{"seats":255}"#),
            400,
            "bad-settings",
        ),
        (
            "a bot that is none",
            "POST",
            "/api/tables",
            vec![json],
            make(r#","bots":["hal"]"#),
            400,
            "no-such-bot",
        ),
        (
            "too many bots",
            "POST",
            "/api/tables",
            vec![json],
            make(r#","bots":["steady","steady","steady","steady","steady","steady"]"#),
            400,
            "table-full",
        ),
        ("a tip that is none", "POST", "/api/tables", vec![json], make(r#","tip":"x""#), 422, "malformed"),
        (
            "a name that is taken",
            "POST",
            &people,
            vec![json],
            format!(r#"{{"guest":"{guest}","name":"Anna"}}"#),
            409,
            "name-taken",
        ),
        (
            "no chair of that number",
            "POST",
            &people,
            vec![json],
            make(r#","chair":200"#),
            409,
            "no-such-chair",
        ),
        ("a chair that is taken", "POST", &people, vec![json], make(r#","chair":0"#), 409, "chair-taken"),
        ("no such table", "POST", "/api/tables/zzzzzzzzzz/people", vec![json], make(""), 404, "no-table"),
        ("no such place", "GET", "/api/nothing", vec![], String::new(), 404, "no-such-place"),
        ("a table of no name", "GET", "/api/tables/%00", vec![], String::new(), 404, "no-table"),
        (
            "a tour that was not",
            "GET",
            "/api/tables/zzzzzzzzzz/tours/1/record",
            vec![],
            String::new(),
            404,
            "no-table",
        ),
        ("rules that are none", "GET", "/api/rules?rules=chess", vec![], String::new(), 400, "unknown-rules"),
    ];
    for (name, method, path, headers, body, status, error) in cases {
        let before = scene.calm();
        let answer = http(scene.server.address, method, path, &headers, &body);
        assert_eq!((answer.status, answer.error().as_str()), (status, error), "{name}: {answer:?}");
        scene.undisturbed(before, name);
    }
    let bearer = |secret: &str| format!("Bearer {secret}");
    let record = format!("/api/tables/{}/record", scene.table);
    let ask = |authorization: &str| -> Answer {
        http(scene.server.address, "GET", &record, &[("authorization", authorization)], "")
    };
    let own = format!("# anna has {}", scene.anna.hand.as_str().unwrap());
    assert!(ask(&bearer(&secret(ANNA))).body.contains(&own));
    for other in [bearer(&secret(BORIS)), bearer(&secret(MALLORY)), "Basic eDp5".to_owned(), String::new()] {
        let answer = ask(&other);
        assert!(answer.status == 200 && !answer.body.contains("anna has"), "{other}: {answer:?}");
    }
    assert_eq!(ask("Bearer me").error(), "bad-guest");
}
