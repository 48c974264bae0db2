//! Logs of version 0.1.0 stay readable: these lines are as that version wrote them.
#![allow(clippy::unwrap_used)]

use perudo_table::{Entry, Table, Viewer};

/// One line for each kind of event.
const LINES: [&str; 28] = [
    r#"{"at":1,"event":{"Opened":{"settings":{"rules":"calza dice=2","seats":3,"tours":2,"clock":{"turn":30,"bank":60},"speed":"instant","public":false,"spectators":true,"hints":false,"stand_in":"steady"},"table":"3aqamyws91","secret":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32]}}}"#,
    r#"{"at":2,"by":[[210,80,0,81,249,154,195,167,169,95,243,110,226,140,12,214],18446744073709551615],"event":{"Came":{"person":0,"guest":[210,80,0,81,249,154,195,167,169,95,243,110,226,140,12,214],"name":"Anna","place":{"chair":0},"program":false,"tip":null}}}"#,
    r#"{"at":2,"event":{"Came":{"person":1,"guest":[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2],"name":"Борис","place":"queue","program":true,"tip":"9b4ac19798d78166b95bbea138932d3b3f43dcee6877251b557faa1112950293"}}}"#,
    r#"{"at":3,"by":[[210,80,0,81,249,154,195,167,169,95,243,110,226,140,12,214],7],"event":{"Public":{"BotSat":{"chair":1,"level":"novice","name":"Blaise"}}}}"#,
    r#"{"at":3,"event":{"Public":{"BotLeft":{"chair":1}}}}"#,
    r#"{"at":3,"event":{"Public":{"Seated":{"person":1,"chair":1}}}}"#,
    r#"{"at":4,"event":{"Public":{"Committed":{"person":0,"tip":"9b4ac19798d78166b95bbea138932d3b3f43dcee6877251b557faa1112950293"}}}}"#,
    r#"{"at":4,"event":{"Public":{"Committed":{"person":null,"tip":"9b4ac19798d78166b95bbea138932d3b3f43dcee6877251b557faa1112950293"}}}}"#,
    r#"{"at":4,"event":{"Public":{"HostMoved":{"to":1}}}}"#,
    r#"{"at":4,"event":{"Public":{"SettingsChanged":{"settings":{"rules":"classic","seats":2,"tours":1,"clock":{"turn":null,"bank":0},"speed":"normal","public":true,"spectators":false,"hints":true,"stand_in":"master"}}}}}"#,
    r#"{"at":5,"event":{"Public":"MatchBegan"}}"#,
    r#"{"at":5,"event":{"Public":"RestEnded"}}"#,
    r#"{"at":6,"event":{"Public":{"TourBegan":{"chairs":[0,1]}}}}"#,
    r#"{"at":7,"event":{"Thrown":{"event":{"Drawn":[5,2]},"links":{"server":"f800168c4094df01bc764c009ecef1b3f0a8aa13e0ba4df3962d38837bdf82cd","seats":[[0,"64586012b2d008f1b82a7ab0ae0b0cd57d105292599d1803fc0ce21190140493"]],"withheld":[]}}}}"#,
    r#"{"at":8,"event":{"Thrown":{"event":{"Rolled":["35","23"]},"links":{"server":"ae99e27da6cb1b3b5a5f24b4ef678b949bcc653f87f1c7cb15fd38408082e1b4","seats":[],"withheld":[1]}}}}"#,
    r#"{"at":9,"event":{"Public":{"Acted":{"event":{"Bid":{"seat":0,"bid":"1x3"}},"by":"person","links":null}}}}"#,
    r#"{"at":10,"event":{"Public":{"Acted":{"event":{"Revealed":{"caller":1,"call":"Dudo","bid":"1x3","bidder":0,"hands":["35","23"],"count":2,"outcome":{"Loses":1}}},"by":"bot","links":{"server":"ae99e27da6cb1b3b5a5f24b4ef678b949bcc653f87f1c7cb15fd38408082e1b4","seats":[],"withheld":[1]}}}}}"#,
    r#"{"at":11,"event":{"Public":{"Acted":{"event":{"Declared":1},"by":"bot","links":null}}}}"#,
    r#"{"at":11,"event":{"Public":{"Acted":{"event":{"Passed":0},"by":"person","links":null}}}}"#,
    r#"{"at":12,"event":{"Public":{"Withdrawn":{"seat":1,"links":null}}}}"#,
    r#"{"at":13,"event":{"Public":{"Away":{"person":0,"why":"late"}}}}"#,
    r#"{"at":13,"event":{"Public":{"Back":{"person":0}}}}"#,
    r#"{"at":14,"event":{"Public":{"Said":{"person":0,"text":"привет"}}}}"#,
    r#"{"at":14,"event":{"Public":{"Emoted":{"person":0,"emote":"wow"}}}}"#,
    r#"{"at":15,"event":{"Public":{"ChatSwitched":{"on":false}}}}"#,
    r#"{"at":15,"event":{"Public":{"Silenced":{"person":1,"on":true}}}}"#,
    r#"{"at":16,"event":{"Public":"ClockRestarted"}}"#,
    r#"{"at":17,"event":{"Public":"Closed"}}"#,
];

#[test]
fn every_line_of_an_old_log_is_read_and_written_as_it_was() {
    for line in LINES {
        let entry: Entry = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!(serde_json::to_string(&entry).unwrap(), line);
    }
    let mut entries = LINES.iter().map(|line| serde_json::from_str::<Entry>(line).unwrap());
    let mut table = Table::open(&entries.next().unwrap()).unwrap();
    for entry in entries {
        table.apply(&entry);
    }
    assert_eq!(table.seq(), LINES.len() as u64);
}

#[test]
fn a_log_without_its_secret_is_the_same_log_without_new_links() {
    let line = r#"{"at":1,"event":{"Opened":{"settings":{"rules":"calza dice=2","seats":3,"tours":2,"clock":{"turn":30,"bank":60},"speed":"instant","public":false,"spectators":true,"hints":false,"stand_in":"steady"},"table":"3aqamyws91","secret":"TIP"}}}"#;
    let whole: Entry = serde_json::from_str(LINES[0]).unwrap();
    let (opened, secret) = whole.clone().without_secret();
    let known = Table::open(&whole).unwrap();
    let mut table = Table::open(&opened).unwrap();
    assert_eq!(serde_json::to_string(&opened).unwrap(), line.replace("TIP", &known.server_tip().to_string()));
    assert_eq!(serde_json::from_str::<Entry>(&serde_json::to_string(&opened).unwrap()).unwrap(), opened);
    assert_eq!(opened.clone().without_secret(), (opened.clone(), None));
    assert_eq!(opened.clone().with_secret(secret.unwrap()), whole);
    assert!(whole.event.is_secret() && !opened.event.is_secret());
    let mut known = known;
    for line in &LINES[1..] {
        let entry = serde_json::from_str(line).unwrap();
        table.apply(&entry);
        known.apply(&entry);
        let coming = |table: &Table| table.seen_by(Viewer::Spectator).coming_throw();
        assert_eq!(coming(&table), coming(&known), "{line}");
    }
    assert_eq!(table.seq(), LINES.len() as u64);
}

#[test]
fn dice_under_cups_are_not_read_as_public_and_what_is_no_throw_is_not_read_as_one() {
    let bad = [
        r#"{"at":9,"event":{"Public":{"Acted":{"event":{"Rolled":["35","23"]},"by":"bot","links":null}}}}"#,
        r#"{"at":9,"event":{"Public":{"Acted":{"event":{"Left":0},"by":"bot","links":null}}}}"#,
        r#"{"at":8,"event":{"Thrown":{"event":{"Left":1},"links":{"server":null,"seats":[],"withheld":[]}}}}"#,
    ];
    for line in bad {
        assert!(serde_json::from_str::<Entry>(line).is_err(), "{line}");
    }
}

/// A snapshot only saves time: one of another version must not be taken for one of this version, and the log is
/// replayed instead.
#[test]
fn a_snapshot_of_an_old_version_is_refused() {
    let link = "9b4ac19798d78166b95bbea138932d3b3f43dcee6877251b557faa1112950293";
    let settings = r#"{"rules":"classic","seats":2,"tours":1,"clock":{"turn":null,"bank":0},"speed":"normal","public":true,"spectators":false,"hints":true,"stand_in":"master"}"#;
    let snapshot = |chairs: &str| {
        format!(
            r#"{{"name":"kitchen","seq":2,"opened":1,"settings":{settings},"chairs":{chairs},"wins":[0,0],
            "people":[{{"guest":[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2],"name":"Anna","place":{{"chair":0}},"program":false,
            "silenced":false,"away":null,"chain":null,"next_tip":null,"barred":false,"known_since":2,"came":2,
            "repeats":{{"latest":[],"forgotten":0}}}}],"commitments":[null],"removed":[],"barred":[],"locked":false,
            "owner":null,"since":{{"stage":0,"host":2}},"forgotten":0,"host":0,"stage":"waiting",
            "tour":null,"tours_played":0,"chat_on":true,"chat":[],"secret":{:?},"chains":0,
            "chain":{{"seed":"{link}","length":256,"opened":0}},"server_tip":["{link}",1],"last_at":2,"throws":0,"asked":0,
            "repeats":{{"latest":[],"forgotten":0}}}}"#,
            [7; 32]
        )
    };
    let now = r#"[{"sitter":{"person":0},"wins":0,"since":2},{"sitter":null,"wins":0,"since":0}]"#;
    serde_json::from_str::<Table>(&snapshot(now)).unwrap();
    let of_0_1_0 = r#"[{"person":0},"empty"]"#;
    assert!(serde_json::from_str::<Table>(&snapshot(of_0_1_0)).is_err());
    let of_0_2_0 = snapshot(now).replace(r#","asked":0"#, "").replace(r#","next_tip":null"#, "");
    assert!(serde_json::from_str::<Table>(&of_0_2_0).is_err());
}
