//! What links say about themselves where people send them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

mod client;

use client::{Answer, Client, Running, config, http, meet, play, quick, secret};
use perudo_server::{Asset, Config, Page};
use serde_json::json;
use tempfile::TempDir;

const fn asset(path: &'static str, mime: &'static str, bytes: &'static [u8]) -> Asset {
    Asset { path, mime, hash: "0", bytes, gzip: None, brotli: None, immutable: true }
}

/// A page that is nothing but its preview.
static PAGE: Page = Page {
    routes: &["/", "/t/{table}", "/review", "/rules", "/@{name}"],
    index: &asset("/", "text/html; charset=utf-8", b"<head>\n<!--preview-->\n</head>\n"),
    assets: &[asset("/assets/preview-0.png", "image/png", b"PNG")],
};

fn server(change: impl FnOnce(&mut Config)) -> (TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config { page: Some(PAGE), ..config(&folder.path().join("perudo.db")) };
    change(&mut config);
    (folder, Running::start(config))
}

fn ask(server: &Running, path: &str, headers: &[(&str, &str)]) -> Answer {
    let answer = http(server.address, "GET", path, headers, "");
    assert_eq!(answer.status, 200, "{path}: {answer:?}");
    answer
}

/// What a tag says.
fn tag(answer: &Answer, name: &str) -> Option<String> {
    let line = answer.body.lines().find(|line| line.contains(&format!("=\"{name}\" ")))?;
    Some(line.split_once("content=\"")?.1.split('"').next()?.to_owned())
}

#[test]
fn a_table_says_who_waits_and_by_which_rules_in_the_language_of_the_link_or_the_reader() {
    let (_folder, server) = server(|_| ());
    let settings = json!({"rules": "classic dice=3", "seats": 4});
    let body = json!({"guest": secret(1), "name": "Анна", "settings": settings, "bots": ["steady"]});
    let table = server.post("/api/tables", &body).json()["table"].as_str().unwrap().to_owned();
    let english = "Classic rules with changes. Анна is waiting for you. 2 seats are free.";
    let russian = "Правила «Классические» с изменениями. Вас ждёт Анна. Свободных мест: 2.";
    for (query, accepted, expected) in [
        ("", "en", english),
        ("", "", english),
        ("", "ru-RU, en;q=0.9", russian),
        ("?lang=ru", "en", russian),
        ("?lang=en", "ru", english),
        ("?lang=xx", "ru", russian),
    ] {
        let answer = ask(&server, &format!("/t/{table}{query}"), &[("accept-language", accepted)]);
        assert_eq!(tag(&answer, "og:description").as_deref(), Some(expected), "{query} {accepted}");
        assert_eq!(tag(&answer, "robots").as_deref(), Some("noindex"));
    }
    let start = ask(&server, "/", &[]);
    assert!(tag(&start, "og:title").unwrap().contains("Perudo"));
    assert_eq!(tag(&start, "robots"), None, "the page itself may be found");
    let rules = ask(&server, "/rules?calza+dice=2", &[]);
    assert_eq!(tag(&rules, "og:title").as_deref(), Some("Perudo: Calza rules with changes"));
}

#[test]
fn a_profile_says_whose_it_is_and_how_they_play() {
    let (_folder, server) = server(|_| ());
    let claim = |guest: u128, name: &str| {
        let bearer = format!("Bearer {}", secret(guest));
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        let answer =
            http(server.address, "POST", "/api/people", &headers, &json!({"name": name}).to_string());
        assert_eq!(answer.status, 201, "{answer:?}");
    };
    claim(1, "Анна");
    claim(2, "two-words x");
    let anna = "/@%D0%90%D0%BD%D0%BD%D0%B0";
    for (path, title, about) in [
        (anna.to_owned(), "Анна plays Perudo", "No rated games yet."),
        (format!("{anna}?lang=ru"), "Анна играет в перудо", "Партий на рейтинг пока не было."),
        ("/@TWO-WORDS%20X".to_owned(), "two-words x plays Perudo", "No rated games yet."),
    ] {
        let answer = ask(&server, &path, &[("accept-language", "en")]);
        let told =
            ["og:title", "og:description", "robots"].map(|name| tag(&answer, name).unwrap_or_default());
        assert_eq!(told, [title, about, "noindex"], "{path}");
    }
    // What is no name, or nobody's, says nothing of its own, and gets nowhere.
    let start = ask(&server, "/", &[]);
    for path in ["/@Nobody", "/@%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E", "/@%ff", "/@x"] {
        let answer = ask(&server, path, &[]);
        assert_eq!(tag(&answer, "og:title"), tag(&start, "og:title"), "{path}");
        assert!(!answer.body.contains("<script"), "{answer:?}");
    }
}

#[test]
fn a_table_that_is_not_there_says_nothing_of_its_own() {
    let (_folder, server) = server(|_| ());
    let start = ask(&server, "/", &[]);
    for path in ["/t/0000000000", "/t/nonsense", "/review?0000000000/1", "/review?x", "/rules?nonsense"] {
        let answer = ask(&server, path, &[]);
        for name in ["og:title", "og:description", "og:image"] {
            assert_eq!(tag(&answer, name), tag(&start, name), "{path}");
        }
    }
}

#[test]
fn looking_at_a_preview_is_no_visit() {
    let (_folder, server) = server(|_| ());
    let (table, mut anna, mut boris) =
        server.two_players(1, &json!({"speed": "instant", "turn": 0, "seats": 3}));
    meet(&mut [&mut anna, &mut boris]);
    let seen = server.get(&format!("/api/tables/{table}")).json();
    let seq = anna.seq;
    for _ in 0..3 {
        let answer = ask(&server, &format!("/t/{table}"), &[]);
        let about = tag(&answer, "og:description").unwrap();
        assert_eq!(about, "Tournament rules. anna and boris are playing.");
    }
    assert_eq!(server.get(&format!("/api/tables/{table}")).json(), seen);
    anna.catch_up();
    assert_eq!(anna.seq, seq, "nothing has happened at the table");
}

#[test]
fn a_finished_tour_says_who_played_but_not_how_it_ended() {
    let (_folder, server) = server(|_| ());
    let settings =
        json!({"rules": "tournament dice=1", "speed": "instant", "turn": 0, "seats": 2, "tours": 9});
    let (table, mut anna, mut boris) = server.two_players(1, &settings);
    let before = ask(&server, &format!("/review?{table}/1"), &[]);
    assert_eq!(
        tag(&before, "og:title"),
        tag(&ask(&server, "/", &[]), "og:title"),
        "it is still being played"
    );
    while server.get(&format!("/api/tables/{table}/tours")).body == "[]" {
        play(&mut [&mut anna, &mut boris]);
    }
    let answer = ask(&server, &format!("/review?{table}/1"), &[]);
    assert_eq!(tag(&answer, "og:title").as_deref(), Some("A game of Perudo, move by move"));
    assert_eq!(
        tag(&answer, "og:description").as_deref(),
        Some("anna and boris played, and every die is open now.")
    );
    assert_eq!(tag(&answer, "robots").as_deref(), Some("noindex"));
}

#[test]
fn nothing_that_a_stranger_sends_gets_out_of_its_quotes() {
    let (_folder, server) = server(|config| config.trust_proxy = true);
    let body = json!({"guest": secret(1), "name": "<b>\"'&", "settings": quick()});
    assert_ne!(server.post("/api/tables", &body).status, 201, "it is no name to begin with");
    let attack = "x\"><script>alert(1)</script>";
    for (path, headers) in [
        ("/", [("host", attack), ("accept-language", attack)]),
        ("/", [("x-forwarded-host", attack), ("x-forwarded-proto", attack)]),
        ("/review?%22%3E%3Cscript%3E/1&lang=%22%3E%3Cscript%3E", [("host", "a"), ("accept-language", "en")]),
        ("/t/%22%3E%3Cscript%3E", [("host", "a"), ("accept-language", "en")]),
        ("/rules?classic%22%3E%3Cscript%3E", [("host", "a"), ("accept-language", "en")]),
    ] {
        let answer = ask(&server, path, &headers);
        assert!(
            !answer.body.contains("<script") && !answer.body.contains("alert"),
            "{path}: {}",
            answer.body
        );
    }
}

#[test]
fn the_picture_is_where_people_reach_the_server() {
    let (_folder, plain) = server(|_| ());
    let (_folder_2, proxied) = server(|config| config.trust_proxy = true);
    let (_folder_3, named) = server(|config| config.public_url = Some("https://perudo.example/".to_owned()));
    let forwarded =
        [("host", "inside"), ("x-forwarded-proto", "https"), ("x-forwarded-host", "play.example")];
    let odd = [("host", "a b"), ("accept", "*/*"), ("accept-language", "en")];
    for (server, headers, expected) in [
        (&plain, forwarded, "http://inside"),
        (&plain, odd, "http://localhost"),
        (&proxied, forwarded, "https://play.example"),
        (&named, forwarded, "https://perudo.example"),
    ] {
        let picture = tag(&ask(server, "/", &headers), "og:image");
        assert_eq!(picture, Some(format!("{expected}/assets/preview-0.png")));
    }
    assert_eq!(plain.get("/assets/preview-0.png").body, "PNG");
}

#[test]
fn who_watches_a_table_is_not_told() {
    let (_folder, server) = server(|_| ());
    let table = server.make(1, "anna", &quick());
    let mut boris = Client::connect(server.address, &table, 2, None);
    boris.done("join", json!({"name": "boris", "watch": true}));
    let about = tag(&ask(&server, &format!("/t/{table}"), &[]), "og:description").unwrap();
    assert!(about.contains("anna") && !about.contains("boris"), "{about}");
}
