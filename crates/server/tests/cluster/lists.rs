//! The list of public tables has those of all nodes.

use serde_json::json;

use crate::client::{Client, Running};
use crate::nodes::{start, two_nodes, wait_until};

fn listed(node: &Running) -> Vec<String> {
    let list = node.get("/api/tables").json();
    list.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_node_lists_the_public_tables_of_all_in_one_order() {
    let (place, a, b) = two_nodes();
    let c = start(&place, "c");
    let public = json!({"public": true, "seats": 2});
    let mut clients = Vec::new();
    let mut tables = Vec::new();
    for (guest, node) in (1..).zip([&a, &b, &c, &b, &a]) {
        let table = node.make(guest, "anna", &public);
        clients.push(Client::connect(node.address, &table, guest, None));
        tables.push(table);
    }
    let private = a.make(20, "anna", &json!({}));
    clients.push(Client::connect(a.address, &private, 20, None));
    // The newest first, but those without a free chair last.
    let mut boris = Client::connect(c.address, &tables[3], 30, None);
    boris.done("join", json!({"name": "boris"}));
    let expected: Vec<String> = [4, 2, 1, 0, 3].map(|number: usize| tables[number].clone()).into();
    for node in [&a, &b, &c] {
        wait_until("the lists are the same", || listed(node) == expected);
    }
    // Over and over, without asking the others each time.
    for _ in 0..20 {
        assert_eq!(listed(&a), expected);
    }
    b.crash();
    let expected: Vec<String> = [4, 2, 0].map(|number: usize| tables[number].clone()).into();
    wait_until("a node that does not answer is left out", || listed(&a) == expected);
    assert!(a.figure("a", "list_failures_total") > 0.0);
}
