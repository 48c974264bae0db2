//! People through real sockets, on both databases: names, keys, the queue, ratings, histories.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test may

#[path = "../client/mod.rs"]
mod client;
mod hostile;
mod old_logs;
#[path = "../store/place.rs"]
mod place;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use client::{Answer, Client, Running, config, http, secret};
use perudo_server::store::people::Desk;
use perudo_server::{Config, Limits, PeopleConfig};
use place::{Place, each_store};
use serde_json::{Value, json};

const ANNA: u128 = 1;
const BORIS: u128 = 2;
const PHONE: u128 = 3;
const MALLORY: u128 = 4;

fn start(place: &Place) -> Running {
    Running::start(config(Path::new(&place.address())))
}

/// Asks with the secret of a guest.
fn ask(server: &Running, method: &str, path: &str, guest: u128, body: &Value) -> Answer {
    ask_with(server.address, method, path, &secret(guest), body)
}

fn ask_with(address: SocketAddr, method: &str, path: &str, secret: &str, body: &Value) -> Answer {
    let bearer = format!("Bearer {secret}");
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    http(address, method, path, &headers, &body)
}

fn claim(server: &Running, guest: u128, name: &str) {
    let answer = ask(server, "POST", "/api/people", guest, &json!({"name": name, "label": "a browser"}));
    assert_eq!(answer.status, 201, "{answer:?}");
    assert_eq!(answer.json()["name"], name);
}

/// Reads server-sent events up to one of that name, and gives its data.
fn event(address: SocketAddr, path: &str, name: &str) -> Value {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(client::PATIENCE)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n").unwrap();
    next_event(&mut BufReader::new(stream), name)
}

fn next_event(lines: &mut impl BufRead, name: &str) -> Value {
    let mut current = String::new();
    loop {
        let mut line = String::new();
        assert!(lines.read_line(&mut line).unwrap() > 0, "the stream ended before {name:?}");
        if let Some(event) = line.strip_prefix("event: ") {
            current = event.trim().to_owned();
        }
        if let Some(data) = line.strip_prefix("data: ")
            && current == name
        {
            return serde_json::from_str(data).unwrap();
        }
    }
}

fn enter(server: &Running, guest: u128, wish: &Value) -> Answer {
    let mut wanted = json!({"name": "somebody", "players": 2, "preset": "classic", "speed": "quick"});
    wanted.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    ask(server, "POST", "/api/queue", guest, &wanted)
}

fn ticket(answer: &Answer) -> String {
    assert_eq!(answer.status, 201, "{answer:?}");
    format!("/api/queue/{}", answer.json()["ticket"].as_str().unwrap())
}

/// Two strangers wait, and are seated at one table.
fn seated(server: &Running, one: u128, other: u128, wish: &Value) -> String {
    let (one, other) = (ticket(&enter(server, one, wish)), ticket(&enter(server, other, wish)));
    let address = server.address;
    let waiting = std::thread::spawn(move || event(address, &one, "table"));
    let other = event(address, &other, "table");
    assert_eq!(waiting.join().unwrap()["table"], other["table"]);
    other["table"].as_str().unwrap().to_owned()
}

/// Asks until an answer is as wanted.
fn until(mut ask: impl FnMut() -> Answer, is_wanted: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = ask();
        if answer.status == 200 && is_wanted(&answer.json()) {
            return answer.json();
        }
        assert!(begun.elapsed() < client::PATIENCE, "still {answer:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A rated game of two in which the second one leaves; gives the table.
fn rated_game(server: &Running, winner: u128, loser: u128) -> String {
    let table = seated(server, winner, loser, &json!({"rated": true}));
    let mut first = Client::connect(server.address, &table, winner, None);
    let mut second = Client::connect(server.address, &table, loser, None);
    assert!(first.chair().is_u64() && second.chair().is_u64(), "both have a chair without asking for one");
    first.until(|message| message["event"]["what"] == "tour-began");
    second.done("leave", json!({}));
    first.until(|message| message["event"]["what"] == "withdrawn" && message["event"]["winner"].is_u64());
    table
}

fn result(server: &Running, table: &str, guest: u128) -> Value {
    let path = format!("/api/tables/{table}/tours/1/result");
    until(
        || ask(server, "GET", &path, guest, &Value::Null),
        |body| body["pending"] == false && !body["game"].is_null(),
    )
}

#[test]
fn two_strangers_play_a_rated_game_and_it_counts_exactly_once_whatever_crashes() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, BORIS, "Борис");
        let table = rated_game(&server, ANNA, BORIS);
        let before = result(&server, &table, ANNA);
        let players = &before["game"]["players"];
        assert_eq!(
            (&players[0]["name"], &players[0]["place"], &players[0]["you"]),
            (&json!("Anna"), &json!(1), &json!(true))
        );
        assert_eq!((&players[1]["name"], &players[1]["left"]), (&json!("Борис"), &json!(true)));
        assert!(players[0]["rating"]["after"].as_i64() > players[0]["rating"]["before"].as_i64());
        assert!(players[1]["rating"]["after"].as_i64() < players[1]["rating"]["before"].as_i64());
        let profile = server.get("/api/people/anna").json();
        assert_eq!(profile["ratings"][0]["pool"], "duel-classic");
        assert_eq!(
            (&profile["ratings"][0]["games"], &profile["ratings"][0]["provisional"]),
            (&json!(1), &json!(true))
        );
        assert_eq!(profile["opponents"][0]["name"], "Борис");
        assert_eq!(profile["best"][0]["table"], table.as_str());
        let games =
            server.get("/api/people/%D0%91%D0%BE%D1%80%D0%B8%D1%81/games?rated=true&opponent=Anna").json();
        assert_eq!(games["games"].as_array().unwrap().len(), 1);
        assert_eq!(server.get("/api/people/Anna/games?won=true&preset=calza").json()["games"], json!([]));
        let record = server.get(players_record(&before));
        assert!(record.status == 200 && record.body.contains("Anna"), "{record:?}");
        let curve = server.get("/api/people/Anna/ratings/duel-classic").json();
        assert_eq!(curve["points"][0]["rating"], players[0]["rating"]["after"]);

        server.crash();
        let server = start(place);
        let again = rated_game(&server, ANNA, BORIS);
        result(&server, &again, ANNA);
        assert_eq!(result(&server, &table, ANNA), before, "the first game is rated once and for all");
        assert_eq!(server.get("/api/people/Anna").json()["ratings"][0]["games"], 2);
    });
}

fn players_record(result: &Value) -> &str {
    result["game"]["record"].as_str().unwrap()
}

#[test]
fn a_name_has_one_owner_however_many_want_it_at_once_and_however_they_write_it() {
    each_store(|place| {
        let server = start(place);
        let names = ["Anna", "anna", "ANNA", "аnnа", "АNNА", "Ａｎｎａ", "Anna", "anna"];
        let address = server.address;
        let claims: Vec<_> = (100..)
            .zip(names)
            .map(|(guest, name)| {
                std::thread::spawn(move || {
                    ask_with(address, "POST", "/api/people", &secret(guest), &json!({"name": name}))
                })
            })
            .collect();
        let answers: Vec<Answer> = claims.into_iter().map(|claim| claim.join().unwrap()).collect();
        assert_eq!(answers.iter().filter(|answer| answer.status == 201).count(), 1, "{answers:?}");
        for answer in answers.iter().filter(|answer| answer.status != 201) {
            assert_eq!((answer.status, answer.error().as_str()), (409, "name-taken-by-someone"));
        }
        assert_eq!(server.get("/api/people/aNNa").status, 200);
        for (name, status, error) in [
            ("admin", 403, "name-refused"),
            ("steady", 403, "name-refused"),
            ("a\u{200b}nna", 400, "bad-name"),
            ("x", 400, "bad-name"),
        ] {
            let answer = ask(&server, "POST", "/api/people", MALLORY, &json!({"name": name}));
            assert_eq!((answer.status, answer.error().as_str()), (status, error), "{name:?}");
        }
    });
}

#[test]
fn another_device_is_the_same_person_until_its_key_is_revoked() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, BORIS, "Boris");
        let table = seated(&server, ANNA, BORIS, &json!({"rated": true}));
        let anna = Client::connect(server.address, &table, ANNA, None);
        let chair = anna.chair().clone();
        assert!(Client::connect(server.address, &table, PHONE, None).chair().is_null(), "a stranger so far");

        let link = ask(&server, "POST", "/api/me/links", ANNA, &json!({}));
        let code = link.json()["code"].as_str().unwrap().to_owned();
        let given = json!({"code": code.to_lowercase().replace('-', " "), "label": "the phone"});
        assert_eq!(ask(&server, "POST", "/api/sign-in/link", PHONE, &given).json()["name"], "Anna");
        let again = ask(&server, "POST", "/api/sign-in/link", MALLORY, &given);
        assert_eq!((again.status, again.error().as_str()), (403, "wrong-code"), "it works once");
        assert_eq!(*Client::connect(server.address, &table, PHONE, None).chair(), chair, "the same seat");

        let recovery = ask(&server, "POST", "/api/me/recovery", PHONE, &json!({})).json();
        let me = ask(&server, "GET", "/api/me", ANNA, &Value::Null).json();
        let keys = me["keys"].as_array().unwrap();
        let kinds: Vec<&str> = keys.iter().map(|key| key["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["browser", "browser", "recovery"]);
        let phone = keys.iter().find(|key| key["label"] == "the phone").unwrap()["key"].as_i64().unwrap();
        let path = format!("/api/me/keys/{phone}");
        assert_eq!(ask(&server, "DELETE", &path, BORIS, &Value::Null).error(), "no-key", "nobody else's");
        assert_eq!(ask(&server, "DELETE", &path, ANNA, &Value::Null).status, 204);
        assert!(Client::connect(server.address, &table, PHONE, None).chair().is_null(), "a stranger again");
        assert_eq!(ask(&server, "GET", "/api/me", PHONE, &Value::Null).json()["name"], Value::Null);

        let given = json!({"code": recovery["code"]});
        assert_eq!(ask(&server, "POST", "/api/sign-in/recovery", PHONE, &given).json()["name"], "Anna");
        let boris = ask(&server, "GET", "/api/me", BORIS, &Value::Null).json();
        let only = boris["keys"][0]["key"].as_i64().unwrap();
        let refused = ask(&server, "DELETE", &format!("/api/me/keys/{only}"), BORIS, &Value::Null);
        assert_eq!((refused.status, refused.error().as_str()), (409, "last-key"));
        let text = String::from_utf8_lossy(&place.bytes()).into_owned();
        for told in [secret(ANNA), secret(PHONE), recovery["code"].as_str().unwrap().to_owned(), code] {
            assert!(!text.contains(&told), "a secret is stored as it is");
        }
    });
}

#[test]
fn a_deleted_name_is_gone_everywhere_and_the_games_stay() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, BORIS, "Boris");
        let table = rated_game(&server, ANNA, BORIS);
        let game = result(&server, &table, ANNA);
        let data = ask(&server, "GET", "/api/me/data", ANNA, &Value::Null).json();
        assert_eq!((&data["you"]["name"], &data["kept"]["tours"][0]["place"]), (&json!("Anna"), &json!(1)));
        assert!(server.get(players_record(&game)).body.contains("Anna"));
        assert_eq!(ask(&server, "DELETE", "/api/me", ANNA, &Value::Null).status, 204);
        assert_eq!(server.get("/api/people/Anna").status, 404);
        let record = server.get(players_record(&game)).body;
        assert!(!record.contains("Anna") && record.contains("Boris"), "{record}");
        let games = server.get("/api/people/Boris/games").json();
        let players = &games["games"][0]["players"];
        assert_eq!((&players[0]["name"], &players[0]["kind"]), (&json!(""), &json!("deleted")));
        assert_eq!(ask(&server, "GET", "/api/me", ANNA, &Value::Null).json()["kind"], "guest");
        claim(&server, MALLORY, "Anna");
        assert_eq!(server.get("/api/people/Anna/games").json()["games"], json!([]), "the name, not the past");
    });
}

#[test]
fn nobody_waits_twice_sits_twice_or_stays_in_the_queue_without_reading() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        let first = ticket(&enter(&server, ANNA, &json!({})));
        assert_eq!(enter(&server, ANNA, &json!({})).error(), "already-waiting");
        let waiting = event(server.address, &first, "waiting");
        assert_eq!(
            (&waiting["waiting"], &waiting["players"], &waiting["offer_bots"]),
            (&json!(1), &json!(2), &json!(false))
        );
        until(|| server.get("/api/queue"), |status| status["waiting"] == 1);
        // The stream has ended with the connection: the place goes by itself.
        until(|| server.get("/api/queue"), |status| status["waiting"] == 0);
        assert_eq!(enter(&server, BORIS, &json!({"rated": true})).error(), "name-needed");
        for wish in [json!({"players": 3}), json!({"preset": "chess"}), json!({"speed": "instant"})] {
            assert_eq!(enter(&server, BORIS, &wish).error(), "bad-wish", "{wish}");
        }
        let table = seated(&server, ANNA, BORIS, &json!({}));
        for guest in [ANNA, BORIS] {
            assert_eq!(enter(&server, guest, &json!({})).error(), "already-seated");
        }
        let me = ask(&server, "GET", "/api/me", ANNA, &Value::Null).json();
        assert_eq!(me["table"], table.as_str());
        let mut anna = Client::connect(server.address, &table, ANNA, None);
        anna.done("leave", json!({}));
        assert_eq!(ticket(&enter(&server, ANNA, &json!({}))).len(), "/api/queue/".len() + 32);
    });
}

#[test]
fn bots_come_for_those_who_want_them_and_programs_climb_by_themselves() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        let made = ask(
            &server,
            "POST",
            "/api/me/programs",
            ANNA,
            &json!({"name": "Annabot", "scopes": ["play", "queue", "read"]}),
        );
        assert_eq!(made.status, 201, "{made:?}");
        let token = made.json()["token"].as_str().unwrap().to_owned();
        let managing = ask_with(server.address, "POST", "/api/me/recovery", &token, &json!({}));
        assert_eq!(managing.error(), "not-permitted", "a token is for playing");
        let wish = json!({"name": "x", "players": 2, "preset": "classic", "speed": "quick", "rated": true});
        let answer = ask_with(server.address, "POST", "/api/queue", &token, &wish);
        let seated = event(server.address, &ticket(&answer), "table");
        let table = seated["table"].as_str().unwrap();
        let summary = server.get(&format!("/api/tables/{table}")).json();
        let kinds: Vec<&Value> =
            summary["sitters"].as_array().unwrap().iter().map(|sitter| &sitter["kind"]).collect();
        assert_eq!(kinds, [&json!("program"), &json!("bot")]);
        let narrow =
            ask(&server, "POST", "/api/me/programs", ANNA, &json!({"name": "Lookout", "scopes": ["read"]}));
        let token = narrow.json()["token"].as_str().unwrap().to_owned();
        assert_eq!(ask_with(server.address, "POST", "/api/queue", &token, &wish).error(), "not-permitted");
        let answer = enter(&server, BORIS, &json!({"players": 4, "bots": true}));
        let table = event(server.address, &ticket(&answer), "table")["table"].as_str().unwrap().to_owned();
        let boris = Client::connect(server.address, &table, BORIS, None);
        assert!(boris.chair().is_u64());
        assert_eq!(ask(&server, "DELETE", "/api/me/programs/annabot", ANNA, &Value::Null).status, 204);
        assert_eq!(
            ask(&server, "DELETE", "/api/me/programs/annabot", ANNA, &Value::Null).error(),
            "no-program"
        );
    });
}

#[test]
fn operators_see_reports_and_ban_and_the_banned_do_not_play_with_strangers() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, MALLORY, "Mallory");
        let report = json!({"name": "MALLORY", "kind": "abuse", "text": "rude"});
        assert_eq!(ask(&server, "POST", "/api/reports", ANNA, &report).status, 201);
        assert_eq!(ask(&server, "POST", "/api/me/blocks/mallory", ANNA, &Value::Null).status, 204);
        assert_eq!(ask(&server, "GET", "/api/me", ANNA, &Value::Null).json()["blocks"], json!(["Mallory"]));
        let mut desk = Desk::open(&place.address()).unwrap();
        let reports = desk.reports(false, 10).unwrap();
        assert_eq!(
            (reports[0].name.as_str(), reports[0].reporter.as_deref(), reports[0].text.as_str()),
            ("Mallory", Some("Anna"), "rude")
        );
        let now = 4_000_000_000_000;
        assert!(
            desk.close_report(reports[0].id, now).unwrap() && desk.reports(false, 10).unwrap().is_empty()
        );
        assert!(
            desk.ban_name("mallory", i64::MAX, "rude", 1).unwrap()
                && !desk.ban_name("nobody", 1, "", 1).unwrap()
        );
        assert_eq!(enter(&server, MALLORY, &json!({})).error(), "banned");
        let ban = desk.bans(now).unwrap()[0].id;
        assert!(desk.lift(ban, now).unwrap());
        assert!(
            desk.ban_address("127.0.0.0/8", i64::MAX, "", 1).unwrap()
                && !desk.ban_address("x/8", 1, "", 1).unwrap()
        );
        assert_eq!(enter(&server, ANNA, &json!({})).error(), "banned");
    });
}

#[test]
fn own_games_of_a_guest_are_there_and_stay_theirs_under_a_name() {
    let place = Place::sqlite();
    let server = start(&place);
    let (table, anna, mut boris) = server.two_players(ANNA, &client::quick());
    boris.done("leave", json!({}));
    let own = until(
        || ask(&server, "GET", "/api/me/games", ANNA, &Value::Null),
        |page| page["games"].as_array().is_some_and(|games| !games.is_empty()),
    );
    assert_eq!((&own["games"][0]["table"], &own["games"][0]["private"]), (&json!(table), &json!(true)));
    assert_eq!(own["games"][0]["players"][0]["you"], true);
    drop(anna);
    claim(&server, ANNA, "Anna");
    let own = ask(&server, "GET", "/api/me/games", ANNA, &Value::Null).json();
    assert_eq!(own["games"][0]["players"][0]["name"], "Anna");
    assert_eq!(
        server.get("/api/people/Anna/games").json()["games"],
        json!([]),
        "a private table stays private"
    );
}

#[test]
fn guessing_flooding_and_collecting_meet_their_limits() {
    let place = Place::sqlite();
    let limits =
        Limits { requests_per_second: std::num::NonZeroU32::new(100_000), ..config(Path::new("x")).limits };
    let people = PeopleConfig { bad_names: "rude".to_owned() };
    let server = Running::start(Config { limits, people, ..config(Path::new(&place.address())) });
    claim(&server, ANNA, "Anna");
    assert_eq!(
        ask(&server, "POST", "/api/people", BORIS, &json!({"name": "so rude"})).error(),
        "name-refused"
    );
    let limited = |limit: usize, ask: &dyn Fn(usize) -> Answer| {
        let refused = (0..limit).map(ask).find(|answer| answer.status == 429);
        assert!(refused.is_some(), "nothing limits it");
    };
    let code = json!({"code": "0000-0000-0000"});
    limited(100, &|_| ask(&server, "POST", "/api/sign-in/link", MALLORY, &code));
    limited(300, &|number| server.get(&format!("/api/people/name{number}")));
    limited(100, &|number| {
        ask(&server, "POST", "/api/people", 1000 + number as u128, &json!({"name": format!("name {number}")}))
    });
    limited(300, &|number| enter(&server, 5000 + number as u128, &json!({})));
    let foreign = [("origin", "https://evil.example"), ("content-type", "application/json")];
    assert_eq!(http(server.address, "POST", "/api/sign-out", &foreign, "").error(), "foreign-origin");
}

/// Where the server dies in a round.
const DEATHS: [&str; 8] = ["waiting", "seated", "began", "left", "won", "booked", "left", "won"];

/// A game that goes on until the server is to die.
fn play_until(server: &Running, death: &str, tables: &mut Vec<String>) {
    let wish = json!({"rated": true});
    // Somebody may still sit at the table of a round before, or be seated there only now: they leave it.
    let mut enter = |guest| {
        let begun = Instant::now();
        loop {
            let answer = enter(server, guest, &wish);
            if answer.status == 201 {
                return ticket(&answer);
            }
            assert!(begun.elapsed() < client::PATIENCE, "{answer:?}");
            let me = ask(server, "GET", "/api/me", guest, &Value::Null).json();
            let Some(table) = me["table"].as_str() else {
                std::thread::sleep(Duration::from_millis(100));
                continue;
            };
            if server.get(&format!("/api/tables/{table}")).status == 200 {
                tables.push(table.to_owned());
                let mut client = Client::connect(server.address, table, guest, None);
                if client.chair().is_u64() {
                    client.done("leave", json!({}));
                }
            }
        }
    };
    let (one, other) = (enter(ANNA), enter(BORIS));
    if death == "waiting" {
        return;
    }
    let address = server.address;
    let waiting = std::thread::spawn(move || event(address, &one, "table"));
    let table = event(address, &other, "table")["table"].as_str().unwrap().to_owned();
    assert_eq!(waiting.join().unwrap()["table"], table.as_str(), "both sit at one table");
    tables.push(table.clone());
    if death == "seated" {
        return;
    }
    let mut anna = Client::connect(address, &table, ANNA, None);
    let mut boris = Client::connect(address, &table, BORIS, None);
    anna.until(|message| message["event"]["what"] == "tour-began");
    if death == "began" {
        return;
    }
    boris.send("leave", json!({}));
    if death == "left" {
        return;
    }
    anna.until(|message| message["event"]["what"] == "withdrawn");
    if death == "booked" {
        result(server, &table, ANNA);
    }
}

#[test]
fn wherever_a_server_dies_every_finished_tour_is_rated_once_and_nobody_sits_at_two_tables() {
    each_store(|place| {
        let mut tables = Vec::new();
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, BORIS, "Boris");
        server.crash();
        for death in DEATHS {
            let server = start(place);
            play_until(&server, death, &mut tables);
            server.crash();
        }
        let server = start(place);
        tables.sort();
        tables.dedup();
        let mut finished = 0;
        for table in &tables {
            let tours = server.get(&format!("/api/tables/{table}/tours"));
            let tours = if tours.status == 200 { tours.json().as_array().unwrap().len() } else { 0 };
            for tour in 1..=tours {
                let path = format!("/api/tables/{table}/tours/{tour}/result");
                let result = until(|| server.get(&path), |body| body["pending"] == false);
                assert!(!result["game"].is_null(), "a tour that the log ends is kept: {table} {tour}");
                assert!(result["game"]["players"][0]["rating"].is_object(), "and rated: {result}");
            }
            finished += tours;
        }
        assert!(finished >= 4, "games were played: {finished}");
        for name in ["Anna", "Boris"] {
            let rating = &server.get(&format!("/api/people/{name}")).json()["ratings"][0];
            assert_eq!(rating["games"], finished, "{name}: no tour twice, none not at all");
        }
    });
}
