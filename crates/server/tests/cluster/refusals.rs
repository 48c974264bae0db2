//! Who is no node of the cluster gets nothing at its port, and nothing by its headers at the port for players.

use std::num::NonZeroU32;
use std::path::Path;

use perudo_server::{ClusterConfig, Config, Entropy, Keys, Server, ServerError};
use serde_json::json;

use crate::client::{Answer, UPGRADE, Wire, config, entropy, http, quick, server_keys};
use crate::nodes::{ANNA, node_config, start, two_nodes};
use crate::place::Place;
use crate::signer::{Claim, HEADER, ask_as_node};

#[test]
fn what_no_node_of_the_cluster_has_signed_is_refused_and_told_why() {
    let place = Place::postgres();
    let a = start(&place, "a");
    let table = a.make(ANNA, "anna", &quick());
    let port = a.cluster.unwrap();
    let target = format!("/api/tables/{table}");
    let keys = server_keys();
    let other_keys = Keys::random(&Entropy::new(|bytes| bytes.fill(9)));
    let now = Claim::of("203.0.113.7");
    let sign = |claim: Claim| claim.sign(&keys, "GET", &target);
    let ask = |value: &str| http(port, "GET", &target, &[(HEADER, value)], "");
    assert_eq!(ask(&sign(now)).status, 200, "a node is answered");
    let changed = sign(now).replace("203.0.113.7", "203.0.113.8");
    let cases: Vec<(&str, Answer, &str, &str)> = vec![
        ("nothing is signed", http(port, "GET", &target, &[], ""), "not-signed", "is not signed"),
        ("not even a place", http(port, "GET", "/nonsense", &[], ""), "not-signed", "is not signed"),
        ("not the page", http(port, "GET", "/", &[], ""), "not-signed", "is not signed"),
        ("not a WebSocket", http(port, "GET", &format!("{target}/ws"), &UPGRADE, ""), "not-signed", "nodes"),
        ("another key", ask(&now.sign(&other_keys, "GET", &target)), "wrong-key", "same key file"),
        ("another method", ask(&now.sign(&keys, "POST", &target)), "wrong-key", "same key file"),
        ("another address", ask(&now.sign(&keys, "GET", "/api/tables")), "wrong-key", "same key file"),
        ("a query more", ask(&now.sign(&keys, "GET", &format!("{target}?a"))), "wrong-key", "key file"),
        ("another client", ask(&changed), "wrong-key", "same key file"),
        ("an hour ago", ask(&sign(Claim { seconds: now.seconds - 3600, ..now })), "other-time", "clocks"),
        ("in an hour", ask(&sign(Claim { seconds: now.seconds + 3600, ..now })), "other-time", "clocks"),
        ("a later version", ask(&sign(Claim { version: 2, ..now })), "other-version", "version 2"),
        ("nonsense", ask("nonsense"), "bad-signature", "cannot be read"),
    ];
    for (case, answer, error, sentence) in cases {
        assert_eq!((answer.status, answer.error().as_str()), (403, error), "{case}: {answer:?}");
        let message = answer.json()["message"].as_str().unwrap().to_owned();
        assert!(message.contains(sentence), "{case}: {message}");
    }
    assert_eq!(a.figure("a", "cluster_refusals_total"), 13.0);
}

#[test]
fn what_is_for_players_only_is_not_at_the_port_for_nodes() {
    let place = Place::postgres();
    let a = start(&place, "a");
    for path in ["/", "/metrics", "/healthz", "/api/tables", "/api/openapi.json"] {
        let answer = ask_as_node(a.cluster.unwrap(), path, "203.0.113.7");
        assert_eq!((answer.status, answer.error().as_str()), (404, "no-such-place"), "{path}");
        assert_eq!(a.get("/cluster/tables").status, 404, "and the other way round");
    }
}

#[test]
fn headers_of_nodes_and_proxies_mean_nothing_at_the_port_for_players() {
    let place = Place::postgres();
    let limited = |name| {
        let mut config = node_config(&place, name);
        config.limits.requests_per_second = NonZeroU32::new(1);
        config
    };
    let a = crate::client::Running::start(limited("a"));
    let b = start(&place, "b");
    let table = b.make(ANNA, "anna", &quick());
    let target = format!("/api/tables/{table}");
    // Whoever could pose as others would be counted as them.
    let statuses: Vec<u16> = (0..20)
        .map(|number| {
            let client = format!("203.0.113.{number}");
            let signature = Claim::of(&client).sign(&server_keys(), "GET", &target);
            let headers = [
                (HEADER, signature.as_str()),
                ("x-forwarded-for", client.as_str()),
                ("forwarded", &format!("for={client}")),
            ];
            http(a.address, "GET", &target, &headers, "").status
        })
        .collect();
    assert_eq!(statuses[0], 200, "it is passed on, whatever it claims");
    assert!(statuses.contains(&429), "and counts as what it is: {statuses:?}");
}

#[test]
fn a_request_is_passed_on_once() {
    let (_place, a, b) = two_nodes();
    let table = a.make(ANNA, "anna", &quick());
    let target = format!("/api/tables/{table}");
    assert_eq!(b.get(&target).status, 200, "a client's request is");
    let answer = ask_as_node(b.cluster.unwrap(), &target, "203.0.113.7");
    assert_eq!((answer.status, answer.error().as_str()), (503, "moving"), "{answer:?}");
    assert!(answer.head.to_lowercase().contains("retry-after: 1"), "{answer:?}");
    assert_eq!(b.figure("b", "forwarded_total"), 1.0);
}

fn refusal(config: Config) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    match runtime.block_on(Server::start(config, entropy())) {
        Err(error @ ServerError::Cluster(_)) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("it starts"),
    }
}

#[test]
fn a_node_that_others_could_not_reach_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("perudo.db");
    let cluster = Some(ClusterConfig { listen: ([127, 0, 0, 1], 0).into(), advertise: None });
    let said = refusal(Config { cluster: cluster.clone(), ..config(&file) });
    assert!(said.contains("PostgreSQL") && said.contains("--cluster-address"), "{said}");
    assert!(!file.exists(), "nothing is made before it is refused");
    let place = Place::postgres();
    let config = config(Path::new(&place.address()));
    let everywhere = ClusterConfig { listen: ([0, 0, 0, 0], 0).into(), advertise: None };
    let said = refusal(Config { cluster: Some(everywhere.clone()), ..config.clone() });
    assert!(said.contains("--cluster-advertise"), "{said}");
    let nowhere = ClusterConfig { advertise: Some("nowhere".to_owned()), ..everywhere };
    let said = refusal(Config { cluster: Some(nowhere), ..config });
    assert!(said.contains("HOST:PORT"), "{said}");
}

#[test]
fn a_node_with_another_key_file_is_told_so() {
    let place = Place::postgres();
    let a = start(&place, "a");
    let table = a.make(ANNA, "anna", &quick());
    let target = format!("/api/tables/{table}");
    assert_eq!(a.get(&target).status, 200);
    // No node comes as far as this with another key file: its database cannot be read with it.
    let other = Keys::random(&Entropy::new(|bytes| bytes.fill(9)));
    let signature = Claim::of("-").sign(&other, "GET", "/cluster/tables");
    let answer = http(a.cluster.unwrap(), "GET", "/cluster/tables", &[(HEADER, &signature)], "");
    assert!(answer.head.to_lowercase().contains("perudo-cluster: refused"), "{answer:?}");
    let spectator = Wire::ask(a.cluster.unwrap(), &table, &[(HEADER, &signature)]).err().unwrap();
    assert_eq!((spectator.status, spectator.error().as_str()), (403, "wrong-key"));
    assert!(json!(answer.json()["message"]).to_string().contains("key file"));
}
