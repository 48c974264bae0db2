//! Limits count those who ask, on whatever node they ask.

use std::num::NonZeroU32;

use perudo_server::Config;
use serde_json::json;

use crate::client::{Answer, Running, Wire, http, quick, secret};
use crate::nodes::{ANNA, node_config};
use crate::place::Place;

/// Two nodes behind a proxy: those who ask have whatever address the test wants.
fn two_nodes(change: impl Fn(&mut Config)) -> (Place, Running, Running) {
    let place = Place::postgres();
    let [a, b] = ["a", "b"].map(|name| {
        let mut config = node_config(&place, name);
        config.trust_proxy = true;
        change(&mut config);
        Running::start(config)
    });
    (place, a, b)
}

#[test]
fn people_who_come_through_several_nodes_count_for_their_address_at_the_table() {
    let (_place, a, b) = two_nodes(|config| config.limits.messages_per_second = NonZeroU32::new(20));
    let table = a.make(ANNA, "anna", &quick());
    let join = |node: &Running, guest: u128, address: &str| -> Answer {
        let body = json!({"guest": secret(guest), "name": format!("g{guest}"), "watch": true}).to_string();
        let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
        http(node.address, "POST", &format!("/api/tables/{table}/people"), &headers, &body)
    };
    // One address brings 24 people at once to a table, and one more every six seconds.
    let answers: Vec<Answer> = (10..50).map(|guest| join(&b, guest, "203.0.113.7")).collect();
    let came = answers.iter().filter(|answer| answer.status == 200).count();
    assert!((24..40).contains(&came), "{came} of one address came");
    let last = answers.last().unwrap();
    assert_eq!((last.status, last.error().as_str()), (429, "too-many-commands"));
    assert_eq!(join(&a, 60, "203.0.113.7").status, 429, "at the node of the table it is the same address");
    assert_eq!(join(&b, 61, "203.0.113.8").status, 200, "another address may");
}

#[test]
fn connections_through_another_node_count_for_their_address_at_both() {
    let (_place, a, b) = two_nodes(|config| config.limits.connections_per_address = NonZeroU32::new(2));
    let table = a.make(ANNA, "anna", &quick());
    let ask =
        |node: &Running, address: &str| Wire::ask(node.address, &table, &[("x-forwarded-for", address)]);
    let open = [ask(&b, "203.0.113.7").unwrap(), ask(&a, "203.0.113.7").unwrap()];
    let refused = ask(&b, "203.0.113.7").err().unwrap();
    assert_eq!((refused.status, refused.error().as_str()), (429, "too-many-connections"));
    assert!(ask(&b, "203.0.113.8").is_ok());
    drop(open);
    crate::nodes::wait_until("there is room again", || ask(&b, "203.0.113.7").is_ok());
}
