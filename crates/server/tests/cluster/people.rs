//! People whose keys do not count any more, on whatever node that was decided.

use perudo_server::store::people::Desk;
use serde_json::{Value, json};

use crate::client::{Answer, Client, Received, Running, http, quick, secret};
use crate::nodes::{ANNA, BORIS, OLGA, two_nodes, wait_until};

/// Asks with the secret of a guest.
fn ask(node: &Running, method: &str, path: &str, guest: u128, body: &Value) -> Answer {
    let bearer = format!("Bearer {}", secret(guest));
    let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    http(node.address, method, path, &headers, &body)
}

/// Waits for the end of a connection; the client is to come back, if it still may.
fn ends(mut client: Client) {
    loop {
        match client.receive() {
            Received::Message(_) | Received::Pong => {}
            end => return assert_eq!(end, Received::Closed(4009, "moved".to_owned())),
        }
    }
}

#[test]
fn connections_end_on_every_node_when_a_key_is_revoked_a_name_banned_or_deleted() {
    let (place, a, b) = two_nodes();
    assert_eq!(ask(&a, "POST", "/api/people", ANNA, &json!({"name": "Anna"})).status, 201);
    let code = ask(&a, "POST", "/api/me/links", ANNA, &json!({})).json()["code"].clone();
    // Whoever looks on as a stranger is somebody else once they have signed in, elsewhere.
    let table = a.make(ANNA, "Anna", &quick());
    let stranger = Client::connect(a.address, &table, OLGA, None);
    assert_eq!(ask(&b, "POST", "/api/sign-in/link", OLGA, &json!({"code": code})).status, 200);
    ends(stranger);
    let phone = Client::connect(a.address, &table, OLGA, None);
    assert!(phone.chair().is_u64(), "Anna's other device has her seat");

    let keys = ask(&b, "GET", "/api/me", OLGA, &Value::Null).json()["keys"].clone();
    let own = keys.as_array().unwrap().iter().find(|key| key["this"] == true).unwrap()["key"].clone();
    assert_eq!(ask(&b, "DELETE", &format!("/api/me/keys/{own}"), ANNA, &Value::Null).status, 204);
    ends(phone);
    assert!(Client::connect(a.address, &table, OLGA, None).chair().is_null(), "a stranger again");

    let anna = Client::connect(a.address, &table, ANNA, None);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let mut desk = Desk::open(&place.address()).unwrap();
    assert!(desk.ban_name("Anna", i64::MAX, "", now.as_millis() as i64).unwrap());
    ends(anna);

    // What a node has read lately is forgotten there as well.
    let mut anna = Client::connect(a.address, &table, ANNA, None);
    let mut boris = Client::connect(a.address, &table, BORIS, None);
    boris.done("join", json!({"name": "boris"}));
    anna.done("start", json!({}));
    boris.done("leave", json!({}));
    let record = format!("/api/tables/{table}/tours/1/record");
    wait_until("the tour is over", || a.get(&record).body.contains("Anna"));
    assert_eq!(ask(&b, "DELETE", "/api/me", ANNA, &Value::Null).status, 204);
    ends(anna);
    wait_until("the name is forgotten", || {
        let record = a.get(&record);
        record.status == 200 && !record.body.contains("Anna")
    });
}
