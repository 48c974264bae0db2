//! A message of every kind, as it is in PROTOCOL.md.

use perudo_protocol::{
    ClientMsg, Legal, Notice, Now, Order, RefusedBody, ServerMsg, View, ViewChair, ViewChat, ViewLinks,
    ViewPerson, ViewPlayer, ViewShowdown, ViewTour, WireCommand, WireEvent, WireSettings, You,
};
use perudo_rules::{Action, Bid, Face, Hand};
use perudo_table::fair::Link;
use perudo_table::{Absence, Actor};

const NOT_HIGHER: &str = "This does not raise “one five”: bid a higher face at the same count, or a higher \
    count of any face.";

fn link(text: &str) -> Link {
    text.parse().unwrap()
}

fn face(pips: u8) -> Face {
    Face::new(pips).unwrap()
}

fn hand(text: &str) -> Hand {
    text.bytes().map(|digit| face(digit - b'0')).collect()
}

fn action(text: &str) -> Action {
    text.parse().unwrap()
}

fn bid(text: &str) -> Bid {
    match action(text) {
        Action::Bid(bid) => bid,
        other => panic!("{other} is no bid"),
    }
}

fn order(id: u64, seen: u64, command: WireCommand) -> ClientMsg {
    ClientMsg::Order(Order { id, seen, command })
}

fn event(seq: u64, at: u64, event: WireEvent, now: Option<Now>) -> ServerMsg {
    ServerMsg::Event { seq, at, event, now: now.map(Box::new) }
}

/// The settings of the table in most examples.
fn settings() -> WireSettings {
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
    }
}

fn bids(least: [Option<u8>; 6], most: u8, calls: Vec<Action>) -> Legal {
    Legal { least: Some(least), most: Some(most), calls }
}

fn calls(calls: Vec<Action>) -> Legal {
    Legal { least: None, most: None, calls }
}

/// What clients say.
pub(crate) fn client() -> Vec<ClientMsg> {
    vec![
        ClientMsg::Hello {
            protocol: 1,
            guest: "5ff1c4c1f36b7d919e30a7e03900ec8f".to_owned(),
            after: None,
            lang: Some("en".to_owned()),
        },
        ClientMsg::Hello {
            protocol: 1,
            guest: "5ff1c4c1f36b7d919e30a7e03900ec8f".to_owned(),
            after: Some(26),
            lang: Some("en".to_owned()),
        },
        ClientMsg::Link {
            throw: 1,
            link: link("331ed1e7a1ce93c087c743b7d18a562f6867d0ea1fa12e11ec3d594012e86eb1"),
        },
        ClientMsg::Ping,
        order(
            6104,
            4,
            WireCommand::Join {
                name: "boris".to_owned(),
                chair: Some(2),
                watch: false,
                program: true,
                tip: Some(link("112862dcadd66c94beee10228fd7a4edfb948f9ed3a25d2aebd879417df9c052")),
            },
        ),
        order(
            871,
            4,
            WireCommand::Join {
                name: "vera".to_owned(),
                chair: None,
                watch: true,
                program: false,
                tip: None,
            },
        ),
        order(6105, 78, WireCommand::Leave),
        order(6106, 23, WireCommand::Act { action: action("1x6") }),
        order(6107, 26, WireCommand::Act { action: action("dudo") }),
        order(6108, 77, WireCommand::Back),
        order(6109, 5, WireCommand::Say { text: "Welcome!".to_owned() }),
        order(6110, 6, WireCommand::Emote { emote: "wow".to_owned() }),
        order(
            1001,
            3,
            WireCommand::Commit {
                tip: link("59e67c6cf4ae49ea24cc1436b0ea2d71218f942d5f7d867e1de0fbd0873b30bd"),
            },
        ),
        order(1002, 4, WireCommand::Start),
        order(1003, 12, WireCommand::Bot { chair: Some(1), level: "novice".to_owned() }),
        order(1004, 11, WireCommand::Remove { chair: 1 }),
        order(1005, 13, WireCommand::Host { person: 1 }),
        order(
            1006,
            15,
            WireCommand::Settings {
                settings: WireSettings {
                    rules: Some("calza dice=2".to_owned()),
                    seats: Some(3),
                    tours: Some(2),
                    turn: Some(3),
                    bank: Some(0),
                    speed: Some("instant".to_owned()),
                    public: None,
                    spectators: None,
                    hints: None,
                    stand_in: None,
                },
            },
        ),
        order(1007, 9, WireCommand::Chat { on: false }),
        order(1008, 7, WireCommand::Silence { person: 1, on: true }),
    ]
}

/// What the server says.
pub(crate) fn server() -> Vec<ServerMsg> {
    vec![
        ServerMsg::Welcome {
            seq: 16,
            protocol: 1,
            you: You { person: Some(1), chair: Some(2), host: false },
            view: Box::new(View {
                table: "djaty2x1km".to_owned(),
                settings: WireSettings {
                    rules: Some("calza dice=2".to_owned()),
                    seats: Some(3),
                    tours: Some(1),
                    turn: Some(30),
                    bank: Some(60),
                    speed: Some("normal".to_owned()),
                    public: Some(false),
                    spectators: Some(true),
                    hints: Some(false),
                    stand_in: Some("steady".to_owned()),
                },
                stage: "playing".into(),
                resting_until: None,
                tours_played: 0,
                chairs: vec![
                    ViewChair { person: Some(0), bot: None, name: Some("anna".to_owned()), wins: 0 },
                    ViewChair {
                        person: None,
                        bot: Some("steady".to_owned()),
                        name: Some("Blaise".to_owned()),
                        wins: 0,
                    },
                    ViewChair { person: Some(1), bot: None, name: Some("boris".to_owned()), wins: 0 },
                ],
                people: vec![
                    ViewPerson {
                        person: 0,
                        name: "anna".to_owned(),
                        place: "chair".into(),
                        chair: Some(0),
                        program: false,
                        silenced: false,
                        away: None,
                        tip: Some(link("a3f1c2d4e5b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90")),
                        from: Some(1),
                    },
                    ViewPerson {
                        person: 1,
                        name: "boris".to_owned(),
                        place: "chair".into(),
                        chair: Some(2),
                        program: false,
                        silenced: false,
                        away: None,
                        tip: Some(link("0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0")),
                        from: Some(1),
                    },
                ],
                host: Some(0),
                chat_on: true,
                chat: vec![ViewChat {
                    at: 1_794_748_292_289,
                    person: 1,
                    name: "boris".to_owned(),
                    text: "Good luck!".to_owned(),
                }],
                server_tip: link("5f6ce647cad158e440cda2206604349feb430e8b794af5cb97d22c7cd4650fde"),
                server_from: 1,
                throws: 3,
                tour: Some(ViewTour {
                    tour: 1,
                    players: vec![
                        ViewPlayer { chair: 0, name: "anna".to_owned() },
                        ViewPlayer { chair: 1, name: "Blaise".to_owned() },
                        ViewPlayer { chair: 2, name: "boris".to_owned() },
                    ],
                    bids: vec![(0, bid("1x6")), (1, bid("2x3"))],
                    hand: Some(hand("24")),
                    showdown: Some(ViewShowdown {
                        chair: 0,
                        call: "dudo".into(),
                        bid: bid("1x6"),
                        bidder: 2,
                        hands: vec![hand("44"), hand("13"), hand("14")],
                        count: 2,
                        loser: Some(0),
                        gainer: None,
                    }),
                }),
                now: Now {
                    stage: "playing".into(),
                    phase: Some("bidding".into()),
                    round: Some(2),
                    kind: Some("normal".into()),
                    turn: Some(2),
                    opener: Some(0),
                    bid: Some(bid("2x3")),
                    bidder: Some(1),
                    dice: vec![1, 2, 2],
                    centre: Some(1),
                    legal: Some(bids(
                        [Some(1), Some(3), Some(3), Some(2), Some(2), Some(2)],
                        5,
                        vec![action("dudo")],
                    )),
                    deadline: Some(1_794_748_391_879),
                    bank: Some(60_000),
                    throw: None,
                    until: None,
                },
            }),
        },
        ServerMsg::You { seq: 5, you: You { person: Some(1), chair: Some(2), host: false } },
        event(6, 1_794_748_142_498, WireEvent::Said { person: 0, text: "Welcome!".to_owned() }, None),
        ServerMsg::Done { seq: 24, id: 6106, event: 24 },
        ServerMsg::Refused {
            seq: 10,
            body: RefusedBody {
                id: Some(6113),
                error: "bid-not-higher".to_owned(),
                message: NOT_HIGHER.to_owned(),
                clause: Some("R7".to_owned()),
                legal: Some(bids(
                    [Some(1), Some(2), Some(2), Some(2), Some(2), Some(1)],
                    4,
                    vec![action("dudo")],
                )),
            },
        },
        ServerMsg::Refused {
            seq: 16,
            body: RefusedBody {
                id: None,
                error: "malformed".to_owned(),
                message: "there is no message of type \"fly\"".to_owned(),
                clause: None,
                legal: None,
            },
        },
        ServerMsg::Watching { seq: 50, count: 3 },
        ServerMsg::Notice { seq: 50, notice: Notice::StorageDown },
        ServerMsg::Notice { seq: 50, notice: Notice::StorageUp },
        ServerMsg::Notice { seq: 50, notice: Notice::Restarting },
        ServerMsg::Pong { seq: 7 },
        event(
            1,
            1_794_748_142_470,
            WireEvent::Opened { settings: settings() },
            Some(Now { stage: "waiting".into(), ..Now::default() }),
        ),
        event(
            5,
            1_794_748_142_497,
            WireEvent::Came {
                person: 1,
                name: "boris".to_owned(),
                place: "chair".into(),
                chair: Some(2),
                program: false,
                silenced: false,
                tip: Some(link("112862dcadd66c94beee10228fd7a4edfb948f9ed3a25d2aebd879417df9c052")),
                from: 1,
            },
            None,
        ),
        event(
            21,
            1_794_748_142_569,
            WireEvent::Came {
                person: 2,
                name: "clara".to_owned(),
                place: "queue".into(),
                chair: None,
                program: false,
                silenced: false,
                tip: None,
                from: 3,
            },
            None,
        ),
        event(
            79,
            1_794_748_150_432,
            WireEvent::Left { person: 1, removed: false },
            Some(Now {
                stage: "playing".into(),
                phase: Some("bidding".into()),
                round: Some(1),
                kind: Some("normal".into()),
                turn: Some(2),
                opener: Some(0),
                bid: Some(bid("2x4")),
                bidder: Some(1),
                dice: vec![2, 2, 2],
                centre: Some(0),
                legal: Some(bids(
                    [Some(1), Some(3), Some(3), Some(3), Some(2), Some(2)],
                    6,
                    vec![action("dudo")],
                )),
                deadline: Some(1_794_748_153_429),
                ..Now::default()
            }),
        ),
        event(46, 1_794_748_143_432, WireEvent::Seated { person: 2, chair: 1 }, None),
        event(
            13,
            1_794_748_142_538,
            WireEvent::BotSat { chair: 1, level: "novice".to_owned(), name: "Blaise".to_owned() },
            None,
        ),
        event(12, 1_794_748_142_537, WireEvent::BotLeft { chair: 1 }, None),
        event(14, 1_794_748_142_540, WireEvent::Host { person: 1 }, None),
        event(
            16,
            1_794_748_142_548,
            WireEvent::Settings { settings: settings() },
            Some(Now { stage: "waiting".into(), ..Now::default() }),
        ),
        event(
            17,
            1_794_748_142_552,
            WireEvent::MatchBegan,
            Some(Now { stage: "resting".into(), until: Some(1_794_748_142_552), ..Now::default() }),
        ),
        event(
            20,
            1_794_748_532_802,
            WireEvent::RestEnded,
            Some(Now {
                stage: "resting".into(),
                phase: Some("over".into()),
                round: Some(3),
                kind: Some("maputo".into()),
                dice: vec![0, 1],
                centre: Some(3),
                until: Some(1_794_748_532_802),
                ..Now::default()
            }),
        ),
        event(
            18,
            1_794_748_142_552,
            WireEvent::TourBegan { tour: 1, chairs: vec![0, 1, 2] },
            Some(Now {
                stage: "playing".into(),
                phase: Some("draw".into()),
                round: Some(1),
                kind: Some("normal".into()),
                dice: vec![2, 2, 2],
                centre: Some(0),
                throw: Some(1),
                until: Some(1_794_748_142_552),
                ..Now::default()
            }),
        ),
        event(
            20,
            1_794_748_142_568,
            WireEvent::Drawn {
                throw: 2,
                throws: vec![None, Some(face(3)), Some(face(3))],
                links: ViewLinks {
                    server: Some(link("3bb3bcdc267d2fcff5d8cb17bbe72ea29f58a0a14f32d2354a1d6c806ce9d128")),
                    chairs: vec![(
                        2,
                        link("2fe54f11c6eb5a7ee7215080e54242d2d2ad4d5aa24b24d3d1f2e7916a5c893a"),
                    )],
                    withheld: vec![],
                },
            },
            Some(Now {
                stage: "playing".into(),
                phase: Some("draw".into()),
                round: Some(1),
                kind: Some("normal".into()),
                dice: vec![2, 2, 2],
                centre: Some(0),
                throw: Some(3),
                until: Some(1_794_748_142_568),
                ..Now::default()
            }),
        ),
        event(
            23,
            1_794_748_142_588,
            WireEvent::Rolled { throw: 4, hand: Some(hand("33")), with: vec![0, 2], withheld: vec![] },
            Some(Now {
                stage: "playing".into(),
                phase: Some("bidding".into()),
                round: Some(1),
                kind: Some("normal".into()),
                turn: Some(2),
                opener: Some(2),
                dice: vec![2, 2, 2],
                centre: Some(0),
                legal: Some(bids([None, Some(1), Some(1), Some(1), Some(1), Some(1)], 6, vec![])),
                deadline: Some(1_794_748_145_588),
                ..Now::default()
            }),
        ),
        event(
            24,
            1_794_748_142_603,
            WireEvent::Bid { chair: 2, bid: bid("1x6"), by: Actor::Person },
            Some(Now {
                stage: "playing".into(),
                phase: Some("bidding".into()),
                round: Some(1),
                kind: Some("normal".into()),
                turn: Some(0),
                opener: Some(2),
                bid: Some(bid("1x6")),
                bidder: Some(2),
                dice: vec![2, 2, 2],
                centre: Some(0),
                legal: Some(bids(
                    [Some(1), Some(2), Some(2), Some(2), Some(2), Some(2)],
                    6,
                    vec![action("dudo")],
                )),
                deadline: Some(1_794_748_145_603),
                ..Now::default()
            }),
        ),
        event(
            28,
            1_794_748_142_821,
            WireEvent::Declared { chair: 1, by: Actor::Bot },
            Some(Now {
                stage: "playing".into(),
                phase: Some("rolling".into()),
                round: Some(2),
                kind: Some("maputo".into()),
                opener: Some(1),
                dice: vec![2, 1, 2],
                centre: Some(1),
                throw: Some(5),
                until: Some(1_794_748_142_736),
                ..Now::default()
            }),
        ),
        event(
            8,
            1_794_748_234_244,
            WireEvent::Passed { chair: 0, by: Actor::Person },
            Some(Now {
                stage: "playing".into(),
                phase: Some("declaring".into()),
                round: Some(1),
                kind: Some("final".into()),
                turn: Some(1),
                opener: Some(0),
                dice: vec![1, 1],
                centre: Some(0),
                legal: Some(calls(vec![action("maputo"), action("pass")])),
                deadline: Some(1_794_748_324_244),
                ..Now::default()
            }),
        ),
        event(
            27,
            1_794_748_142_736,
            WireEvent::Showdown {
                chair: 2,
                call: "dudo".into(),
                by: Actor::Person,
                bid: bid("3x5"),
                bidder: 1,
                hands: vec![hand("33"), hand("45"), hand("46")],
                count: 1,
                loser: Some(1),
                gainer: None,
                winner: None,
                links: ViewLinks {
                    server: Some(link("d28d211bf3c6b135e054941a26bd78492a7cbaef54bbc572e01ab8f26b9dd402")),
                    chairs: vec![
                        (0, link("5236c1ddb5e325951f08626c74ecb9b30f06aa080fd95814c70dd42332f4e816")),
                        (2, link("82d0cdc998dd3519cb217d92e73d4bee186d72419f5d2b03e28a8a0e0281aa8c")),
                    ],
                    withheld: vec![],
                },
            },
            Some(Now {
                stage: "playing".into(),
                phase: Some("declaring".into()),
                round: Some(2),
                kind: Some("normal".into()),
                turn: Some(1),
                opener: Some(1),
                dice: vec![2, 1, 2],
                centre: Some(1),
                legal: Some(calls(vec![action("maputo"), action("pass")])),
                deadline: Some(1_794_748_145_736),
                ..Now::default()
            }),
        ),
        event(
            45,
            1_794_748_143_432,
            WireEvent::Showdown {
                chair: 1,
                call: "dudo".into(),
                by: Actor::Bot,
                bid: bid("1x6"),
                bidder: 2,
                hands: vec![hand(""), hand("2"), hand("2")],
                count: 0,
                loser: Some(2),
                gainer: None,
                winner: Some(1),
                links: ViewLinks {
                    server: Some(link("df39db90d1d4c9a5504cf91e19c3105763aceb4b10b9d6f61f53b541df80de38")),
                    chairs: vec![
                        (0, link("62e3ce35049fec50ba9785490049dca0d2621a37a9f7793cc7b24fa2f9d4a322")),
                        (2, link("95fda2c987d091c4f98d3381b67c3f62edd3743ad8c7286a8eaf9d45eff77ad1")),
                    ],
                    withheld: vec![],
                },
            },
            Some(Now {
                stage: "resting".into(),
                phase: Some("over".into()),
                round: Some(5),
                kind: Some("final".into()),
                dice: vec![0, 1, 0],
                centre: Some(5),
                until: Some(1_794_748_143_432),
                ..Now::default()
            }),
        ),
        event(
            80,
            1_794_748_150_432,
            WireEvent::Withdrawn {
                chair: 2,
                winner: None,
                links: Some(ViewLinks {
                    server: Some(link("6174deb3b94486c8eaa82c0c0116f7dfb12f468e7e14802c87615397caaf894b")),
                    chairs: vec![
                        (0, link("9339f59d8e011609c4eea426622b0cf212eeabe9cd9c8a0d957432db533ad64b")),
                        (1, link("208244ed70d3c2cad619dafea9e250c01d75a807a58f960dfb03862af775601b")),
                        (2, link("e14cab1b4fbb2ba6a47ee5322a13f1587964e37c467fa38a24839c4a95392b30")),
                    ],
                    withheld: vec![],
                }),
            },
            Some(Now {
                stage: "playing".into(),
                phase: Some("rolling".into()),
                round: Some(1),
                kind: Some("final".into()),
                opener: Some(0),
                dice: vec![2, 2, 0],
                centre: Some(2),
                throw: Some(16),
                until: Some(1_794_748_147_337),
                ..Now::default()
            }),
        ),
        event(52, 1_794_748_146_478, WireEvent::Away { person: 2, why: Absence::Late }, None),
        event(
            78,
            1_794_748_150_429,
            WireEvent::Back { person: 1 },
            Some(Now {
                stage: "playing".into(),
                phase: Some("bidding".into()),
                round: Some(1),
                kind: Some("normal".into()),
                turn: Some(2),
                opener: Some(0),
                bid: Some(bid("2x4")),
                bidder: Some(1),
                dice: vec![2, 2, 2],
                centre: Some(0),
                legal: Some(bids(
                    [Some(1), Some(3), Some(3), Some(3), Some(2), Some(2)],
                    6,
                    vec![action("dudo")],
                )),
                deadline: Some(1_794_748_153_429),
                ..Now::default()
            }),
        ),
        event(6, 1_794_748_142_498, WireEvent::Said { person: 0, text: "Welcome!".to_owned() }, None),
        event(7, 1_794_748_142_500, WireEvent::Emoted { person: 1, emote: "wow".to_owned() }, None),
        event(10, 1_794_748_142_516, WireEvent::Chat { on: false }, None),
        event(8, 1_794_748_142_501, WireEvent::Silenced { person: 1, on: true }, None),
        event(
            3,
            1_794_748_142_493,
            WireEvent::Committed {
                person: Some(0),
                tip: link("384d83fb0ad8a704240a13d7968d6c9276111132148743698a3f3f3dda7a6153"),
                from: 1,
            },
            None,
        ),
        event(
            2410,
            1_794_749_021_733,
            WireEvent::Committed {
                person: None,
                tip: link("6174deb3b94486c8eaa82c0c0116f7dfb12f468e7e14802c87615397caaf894b"),
                from: 257,
            },
            None,
        ),
        event(
            311,
            1_794_749_960_099,
            WireEvent::ClockRestarted,
            Some(Now {
                stage: "playing".into(),
                phase: Some("bidding".into()),
                round: Some(4),
                kind: Some("final".into()),
                turn: Some(1),
                opener: Some(1),
                dice: vec![0, 2, 1],
                centre: Some(3),
                legal: Some(bids([None, Some(1), Some(1), Some(1), Some(1), Some(1)], 3, Vec::new())),
                deadline: Some(1_794_750_050_099),
                bank: Some(60_000),
                ..Now::default()
            }),
        ),
        event(
            2903,
            1_794_749_960_101,
            WireEvent::Closed,
            Some(Now {
                stage: "closed".into(),
                phase: Some("over".into()),
                round: Some(4),
                kind: Some("final".into()),
                dice: vec![0, 2, 0],
                centre: Some(4),
                ..Now::default()
            }),
        ),
    ]
}
