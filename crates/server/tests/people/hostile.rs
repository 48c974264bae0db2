//! Those who try what they should not.

use std::num::NonZeroU32;
use std::path::Path;

use perudo_server::{Config, Limits};
use serde_json::{Value, json};

use super::client::{Answer, Client, Running, config, secret};
use super::place::{Place, each_store};
use super::{
    ANNA, BORIS, MALLORY, PHONE, ask, ask_with, claim, enter, event, result, seated, start, ticket, until,
};

/// All answers to what is asked at once.
fn at_once(server: &Running, asked: impl IntoIterator<Item = (&'static str, u128, Value)>) -> Vec<Answer> {
    let address = server.address;
    let asking: Vec<_> = asked
        .into_iter()
        .map(|(path, guest, body)| {
            std::thread::spawn(move || ask_with(address, "POST", path, &secret(guest), &body))
        })
        .collect();
    asking.into_iter().map(|answer| answer.join().unwrap()).collect()
}

fn statuses(answers: &[Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    statuses
}

#[test]
fn who_claims_many_names_at_once_has_one_and_leaves_the_others_free() {
    each_store(|place| {
        let server = start(place);
        let names = ["Anna", "Berta", "Clara", "Dora"];
        let answers = at_once(&server, names.map(|name| ("/api/people", MALLORY, json!({"name": name}))));
        assert_eq!(statuses(&answers), [201, 409, 409, 409], "{answers:?}");
        assert_eq!((place.count("people"), place.count("person_keys")), (1, 1));
        let taken = ask(&server, "GET", "/api/me", MALLORY, &Value::Null).json()["name"].clone();
        for (guest, name) in (100..).zip(names.iter().filter(|name| taken != **name)) {
            claim(&server, guest, name);
        }
        // Nobody has more programs than they may, however quickly they make them.
        let programs = [
            "Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett",
            "Kilo", "Lima", "Mike", "November",
        ];
        let made = programs.map(|name| ("/api/me/programs", MALLORY, json!({"name": name, "scopes": []})));
        let answers = at_once(&server, made);
        assert_eq!(statuses(&answers), [vec![201; 10], vec![429; 4]].concat(), "{answers:?}");
        assert_eq!(place.count("people WHERE kind = 2"), 10);
    });
}

#[test]
fn a_link_for_another_device_works_once_however_many_use_it_at_once() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        let code = ask(&server, "POST", "/api/me/links", ANNA, &json!({})).json()["code"].clone();
        let answers =
            at_once(&server, (200..206).map(|guest| ("/api/sign-in/link", guest, json!({"code": code}))));
        assert_eq!(statuses(&answers), [200, 403, 403, 403, 403, 403], "{answers:?}");
        assert_eq!(place.count("person_keys"), 2);
    });
}

#[test]
fn who_waits_or_plays_as_a_guest_and_then_has_a_name_is_not_two_people() {
    each_store(|place| {
        let server = start(place);
        // Claimed while waiting: the guest waits no longer, and the name may.
        let first = ticket(&enter(&server, ANNA, &json!({})));
        claim(&server, ANNA, "Anna");
        event(server.address, &first, "gone");
        let own = ticket(&enter(&server, ANNA, &json!({})));
        assert_eq!(enter(&server, ANNA, &json!({})).error(), "already-waiting");
        assert_eq!(ask(&server, "DELETE", &own, ANNA, &Value::Null).status, 204);

        // Claimed while playing: the seat is still theirs, and their only one, on every device.
        let table = seated(&server, BORIS, MALLORY, &json!({}));
        claim(&server, BORIS, "Boris");
        let code = ask(&server, "POST", "/api/me/links", BORIS, &json!({})).json()["code"].clone();
        assert_eq!(ask(&server, "POST", "/api/sign-in/link", PHONE, &json!({"code": code})).status, 200);
        for device in [BORIS, PHONE] {
            assert_eq!(enter(&server, device, &json!({"rated": true})).error(), "already-seated");
        }
        let mut boris = Client::connect(server.address, &table, BORIS, None);
        assert!(boris.chair().is_u64(), "who sat down as a guest stays one there");
        boris.done("leave", json!({}));
        ticket(&enter(&server, PHONE, &json!({"rated": true})));
    });
}

#[test]
fn who_deletes_themselves_at_a_rated_table_takes_no_points_from_others_and_gives_none_away() {
    each_store(|place| {
        let server = start(place);
        claim(&server, ANNA, "Anna");
        claim(&server, BORIS, "Boris");
        let table = seated(&server, ANNA, BORIS, &json!({"rated": true}));
        let anna = Client::connect(server.address, &table, ANNA, None);
        let mut boris = Client::connect(server.address, &table, BORIS, None);
        boris.until(|message| message["event"]["what"] == "tour-began");
        assert_eq!(ask(&server, "DELETE", "/api/me", ANNA, &Value::Null).status, 204);
        drop(anna);
        assert!(Client::connect(server.address, &table, ANNA, None).chair().is_null(), "a stranger now");
        assert_eq!(enter(&server, ANNA, &json!({"rated": true})).error(), "name-needed");
        boris.done("leave", json!({}));
        let game = result(&server, &table, BORIS)["game"].clone();
        let players = &game["players"];
        assert_eq!((&players[0]["kind"], &players[0]["name"]), (&json!("deleted"), &json!("")), "{game}");
        assert!(players[0]["rating"].is_null() && players[1]["rating"].is_object(), "{game}");
        let profile = server.get("/api/people/Boris").json();
        assert_eq!((&profile["ratings"][0]["games"], &profile["ratings"][0]["wins"]), (&json!(1), &json!(0)));
        assert_eq!(place.count("ratings"), 1);
        assert_eq!(place.count("tour_players WHERE name = 'Anna'"), 0);
        assert_eq!(place.count("quick_seats"), 0);
        // The record of the tour has no name of theirs either.
        let record = server.get(game["record"].as_str().unwrap());
        assert!(record.status == 200 && !record.body.contains("Anna"), "{record:?}");
    });
}

#[test]
fn a_ban_takes_people_and_their_programs_out_of_the_queue() {
    each_store(|place| {
        let server = start(place);
        claim(&server, MALLORY, "Mallory");
        let program = json!({"name": "Malbot", "scopes": ["play", "queue"]});
        let made = ask(&server, "POST", "/api/me/programs", MALLORY, &program).json();
        let token = made["token"].as_str().unwrap();
        let waiting = ticket(&enter(&server, MALLORY, &json!({"players": 6})));
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        let mut desk = super::Desk::open(&place.address()).unwrap();
        assert!(desk.ban_name("Mallory", i64::MAX, "", now.as_millis() as i64).unwrap());
        event(server.address, &waiting, "gone");
        let wish = json!({"name": "x", "players": 6, "preset": "classic", "speed": "quick", "rated": false});
        assert_eq!(ask_with(server.address, "POST", "/api/queue", token, &wish).error(), "banned");
        assert_eq!(enter(&server, MALLORY, &json!({})).error(), "banned");
    });
}

/// Every way to ask whether somebody has a name, and every way to guess.
#[test]
fn names_cannot_be_collected_and_codes_cannot_be_guessed_by_any_way() {
    type Way = (&'static str, fn(&Running, usize) -> Answer, &'static str);
    let ways: [Way; 6] = [
        ("profiles", |server, number| server.get(&format!("/api/people/name{number}")), "too-many-requests"),
        (
            "histories",
            |server, number| {
                let path = format!("/api/me/games?opponent=name{number}");
                ask(server, "GET", &path, MALLORY, &Value::Null)
            },
            "too-many-requests",
        ),
        (
            "blocks",
            |server, number| ask(server, "POST", &format!("/api/me/blocks/name{number}"), ANNA, &Value::Null),
            "too-many-requests",
        ),
        (
            "reports",
            |server, number| {
                let report = json!({"name": format!("name{number}"), "kind": "other", "text": ""});
                ask(server, "POST", "/api/reports", ANNA, &report)
            },
            "too-many-requests",
        ),
        (
            "codes on paper",
            |server, number| {
                let code = json!({"code": format!("{number:020}")});
                ask(server, "POST", "/api/sign-in/recovery", MALLORY, &code)
            },
            "too-many-attempts",
        ),
        (
            "links",
            |server, number| {
                let code = json!({"code": format!("{number:012}")});
                ask(server, "POST", "/api/sign-in/link", MALLORY, &code)
            },
            "too-many-attempts",
        ),
    ];
    for (way, asked, error) in ways {
        let place = Place::sqlite();
        let usual = config(Path::new(&place.address()));
        let limits = Limits { requests_per_second: NonZeroU32::new(100_000), ..usual.limits };
        let server = Running::start(Config { limits, ..usual });
        claim(&server, ANNA, "Anna");
        let refused = (0..300).map(|number| asked(&server, number)).find(|answer| answer.status == 429);
        assert_eq!(refused.map(|answer| answer.error()).as_deref(), Some(error), "{way}");
        until(|| ask(&server, "GET", "/api/me", ANNA, &Value::Null), |me| me["name"] == "Anna");
    }
}
