//! What the examples of PROTOCOL.md do not have. Values are written without `..`: a new field does not compile until it
//! is here, and then the document must explain it.

use perudo_protocol::{
    Legal, Now, View, ViewBarred, ViewChair, ViewChat, ViewCup, ViewLinks, ViewPerson, ViewPlayer,
    ViewSealed, ViewShowdown, ViewTip, ViewTour, WireSettings, You,
};
use perudo_rules::{Action, Bid, Call, Face, Hand, PhaseName, RoundKind};
use perudo_table::fair::Link;
use perudo_table::{Absence, PlaceName, StageName};

/// Events with fields that are seldom there.
pub(crate) const RARE: [&str; 6] = [
    r#"{"type":"event","seq":9,"at":1,"event":{"what":"came","person":1,"name":"boris","place":"watching","program":true,"silenced":true,"from":3}}"#,
    r#"{"type":"event","seq":9,"at":1,"event":{"what":"showdown","chair":1,"call":"calza","by":"bot","bid":"1x6","bidder":2,"hands":["","2","2"],"count":1,"loser":0,"gainer":1,"winner":1,"links":{"chairs":[],"withheld":[2]}}}"#,
    r#"{"type":"event","seq":9,"at":1,"event":{"what":"withdrawn","chair":2,"winner":1}}"#,
    r#"{"type":"event","seq":9,"at":1,"event":{"what":"left","person":1,"removed":false,"from":13,"not_shown":true}}"#,
    r#"{"type":"event","seq":9,"at":1,"event":{"what":"tour-began","tour":1,"chairs":[0,1],"bot_tips":[[1,"384d83fb0ad8a704240a13d7968d6c9276111132148743698a3f3f3dda7a6153"]]}}"#,
    r#"{"type":"event","seq":9,"at":1,"event":{"what":"rolled","throw":2,"with":[],"withheld":[0],"links":{"server":"384d83fb0ad8a704240a13d7968d6c9276111132148743698a3f3f3dda7a6153","chairs":[],"withheld":[0]},"cups":[{"chair":0,"tip":"384d83fb0ad8a704240a13d7968d6c9276111132148743698a3f3f3dda7a6153","from":1}]}}"#,
];

/// With every field.
pub(crate) fn view() -> View {
    let bid = Bid::new(2, Face::ALL[3]);
    View {
        table: "kitchen".to_owned(),
        settings: settings(),
        stage: StageName::Resting,
        resting_until: Some(1),
        tours_played: 1,
        chairs: vec![ViewChair {
            person: Some(0),
            bot: Some("steady".to_owned()),
            name: Some("anna".to_owned()),
            wins: 1,
        }],
        people: vec![ViewPerson {
            person: 0,
            name: "anna".to_owned(),
            place: PlaceName::Chair,
            chair: Some(0),
            program: false,
            account: Some("Anna".to_owned()),
            silenced: false,
            away: Some(Absence::Late),
            tip: Some(Link::new([7; 32])),
            from: Some(1),
            closed: Some(Link::new([5; 32])),
            closed_from: Some(2),
        }],
        older_tips: vec![ViewTip { person: 0, tip: Link::new([9; 32]), from: 1 }],
        barred: vec![ViewBarred { person: 1, name: "mallory".to_owned() }],
        locked: true,
        host: Some(0),
        chat_on: true,
        chat: vec![ViewChat { at: 1, person: 0, name: "anna".to_owned(), text: "Good luck!".to_owned() }],
        server_tip: Link::new([8; 32]),
        server_from: 1,
        throws: 3,
        tour: Some(ViewTour {
            tour: 1,
            players: vec![ViewPlayer { chair: 0, name: "anna".to_owned(), person: Some(0) }],
            bids: vec![(0, bid)],
            hand: Some(Hand::from_counts([1, 0, 0, 2, 0, 0])),
            showdown: Some(ViewShowdown {
                chair: 0,
                call: Call::Calza,
                bid,
                bidder: 1,
                hands: vec![Hand::EMPTY],
                count: 2,
                loser: Some(0),
                gainer: Some(0),
            }),
            sealed: Some(ViewSealed {
                links: links(),
                cups: vec![ViewCup { chair: 0, tip: Link::new([5; 32]), from: 2 }],
            }),
        }),
        now: Now {
            stage: StageName::Playing,
            phase: Some(PhaseName::Bidding),
            round: Some(2),
            kind: Some(RoundKind::Normal),
            turn: Some(0),
            opener: Some(0),
            bid: Some(bid),
            bidder: Some(1),
            dice: vec![1, 2],
            centre: Some(1),
            legal: Some(Legal {
                least: Some([None, Some(1), Some(1), Some(1), Some(1), Some(1)]),
                most: Some(5),
                calls: vec![Action::Dudo],
            }),
            deadline: Some(1),
            bank: Some(60_000),
            throw: Some(4),
            until: Some(1),
        },
    }
}

pub(crate) fn you() -> You {
    You { person: Some(0), chair: Some(0), host: true }
}

pub(crate) fn links() -> ViewLinks {
    ViewLinks {
        server: Some(Link::new([9; 32])),
        chairs: vec![(0, Link::new([7; 32]))],
        withheld: vec![1],
        run: Some(1),
        closed: vec![(0, Link::new([6; 32]))],
    }
}

pub(crate) fn settings() -> WireSettings {
    WireSettings {
        rules: Some("calza dice=2".to_owned()),
        seats: Some(3),
        tours: Some(2),
        turn: Some(3),
        bank: Some(0),
        speed: Some("instant".to_owned()),
        public: Some(false),
        spectators: Some(true),
        hints: Some(false),
        stand_in: Some("steady".to_owned()),
        dice: Some("sealed".to_owned()),
        rated: Some(true),
    }
}
