//! Records of games that are still being played.

use perudo_protocol::{WireCommand, WireEvent};
use perudo_rules::{Action, Bid, Face};
use serde_json::json;

use crate::client::Client;
use crate::http::check_problem;
use crate::program::Server;
use crate::{ANNA, BORIS};

#[test]
fn the_record_of_a_running_game_has_no_hidden_dice_but_ones_own() {
    let server = Server::new();
    let settings =
        json!({"rules": "classic dice=5", "seats": 2, "speed": "instant", "turn": 0, "spectators": true});
    let table = server.table(ANNA, "anna", &settings, &[]);
    let mut anna = Client::connect(server.address, &table, ANNA, None);
    let mut boris = Client::connect(server.address, &table, BORIS, Some("boris"));
    anna.done(WireCommand::Start);
    for client in [&mut anna, &mut boris] {
        client.event(|event| matches!(event, WireEvent::Rolled { .. }));
    }
    let hands = [anna.hand.unwrap().to_string(), boris.hand.unwrap().to_string()];
    let path = format!("/api/tables/{table}/record");
    let record = |guest: Option<&str>| {
        let bearer = guest.map(|guest| format!("Bearer {guest}"));
        let headers: Vec<(&str, &str)> =
            bearer.iter().map(|bearer| ("authorization", bearer.as_str())).collect();
        let answer = server.get_with(&path, &headers);
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.body
    };
    let has = |record: &str| -> Vec<String> {
        record.lines().filter(|line| line.contains(" has ")).map(str::to_owned).collect()
    };
    assert_eq!(has(&record(Some(ANNA))), [format!("# anna has {}", hands[0])]);
    assert_eq!(has(&record(Some(BORIS))), [format!("# boris has {}", hands[1])]);
    for nobody in [None, Some("cccccccccccccccccccccccccccccccc")] {
        let text = record(nobody);
        assert_eq!(has(&text), [""; 0]);
        assert!(!text.contains("roll ") && text.contains("draw anna:"), "{text}");
    }
    let wrong = server.get_with(&path, &[("authorization", "Bearer open sesame")]);
    check_problem(&wrong, 400, "bad-guest", "32 hexadecimal digits");

    // After the showdown the dice of the round are everybody's.
    let (first, second) =
        if anna.now.turn == anna.chair { (&mut anna, &mut boris) } else { (&mut boris, &mut anna) };
    first.done(WireCommand::Act { action: Action::Bid(Bid::new(1, Face::new(2).unwrap())) });
    second.event(|event| matches!(event, WireEvent::Bid { .. }));
    assert!(record(None).contains(" 1x2\n"));
    second.done(WireCommand::Act { action: Action::Dudo });
    let text = record(None);
    assert!(text.contains(&format!("roll anna:{} boris:{}", hands[0], hands[1])), "{text}");
}
