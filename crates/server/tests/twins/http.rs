//! Twin tables over HTTP.

use super::*;

/// A page that is nothing but its preview.
const PAGE: crate::Page = crate::Page {
    routes: &["/t/{table}"],
    index: &crate::Asset {
        path: "/",
        mime: "text/html",
        hash: "",
        bytes: b"<!--preview-->",
        gzip: None,
        brotli: None,
        immutable: false,
    },
    assets: &[],
};

/// Puts a log into a file and serves it.
pub(super) async fn serve(folder: &tempfile::TempDir, name: &str, log: &[Entry]) -> std::net::SocketAddr {
    let path = folder.path().join(name);
    let (entropy, key_file) = (Entropy::new(|bytes| bytes.fill(5)), path.with_extension("key"));
    let keys = Keys::make(&key_file, &entropy).unwrap();
    let mut store = store::open(&path.display().to_string()).unwrap().unlock(&keys).unwrap();
    let node = Node { name: "main".to_owned(), session: 1, lease: Duration::from_secs(60), address: None };
    store.take_over(&node, &mut |_| ()).unwrap();
    let event = |entry: &Entry| NewEvent {
        at: entry.at.0 as i64,
        secret: entry.event.is_secret(),
        body: serde_json::to_vec(entry).unwrap(),
    };
    let events = log.iter().map(event).collect();
    let append = Append {
        table: ID,
        epoch: 1,
        first_seq: 1,
        creates: true,
        maker: None,
        secret: None,
        events,
        snapshot: None,
        tips: Vec::new(),
        tours: Vec::new(),
        left: Vec::new(),
        closes: false,
    };
    assert_eq!(store.commit(&node, &[append]).unwrap(), [Fate::Written]);
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        key_file,
        database: path.display().to_string(),
        node: node.name,
        lease: node.lease,
        cluster: None,
        public_url: None,
        origins: Vec::new(),
        trust_proxy: false,
        bot_threads: 1,
        limits: Limits::default(),
        keep_logs: None,
        people: perudo_server::PeopleConfig::default(),
        page: Some(PAGE),
    };
    let server = Server::start(config, entropy).await.unwrap();
    let address = server.address().unwrap();
    tokio::spawn(server.run(Box::pin(std::future::pending())));
    address
}

/// The whole answer to a request, but for its date.
pub(super) async fn ask(address: std::net::SocketAddr, request: &str, more: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let request = format!("{request} HTTP/1.1\r\nhost: perudo\r\nconnection: close\r\n{more}");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.lines().filter(|line| !line.starts_with("date: ")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn servers_whose_tables_differ_in_hidden_dice_answer_the_same_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let suits = |play: &Play| {
        let settings = play.shell.room.table().settings();
        settings.clock.turn.is_none() && settings.spectators && play.shell.turn().is_some()
    };
    let mut played = (0..).map(|number| {
        let mut play = Play::begin(number);
        while !play.shell.bidding() && play.pass() {}
        play
    });
    for number in 0..3 {
        let mut play = played.find(|play| play.shell.bidding() && suits(play)).unwrap();
        let table = play.shell.room.table();
        let viewer = table.seen_by(Viewer::Spectator).people().next().unwrap().0;
        let seat = table.seat_of(Viewer::Person(viewer));
        let index = play.people.iter().position(|one| Some(one.guest) == table.guest_of(viewer)).unwrap();
        let (log, mut random) = (play.shell.log.clone(), Random::seed_from_u64(number));
        let twin = exchanged(&log, seat, &mut random);
        play.shell = Shell::restart(&log, 1, 1, play.now);
        let first = serve(&folder, &format!("{number}-first.db"), &log).await;
        let second = serve(&folder, &format!("{number}-second.db"), &twin).await;
        let bearer = format!("authorization: Bearer {}\r\n\r\n", format!("{:02x}", index + 1).repeat(16));
        let join = r#"{"guest":"0123456789abcdef0123456789abcdef","name":"Olga","watch":true}"#;
        let join = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{join}", join.len());
        let at = |path: &str| format!("GET /api/tables/{ID}{path}");
        let requests = [
            ("GET /api/tables".to_owned(), "\r\n", "200"),
            (at(""), "\r\n", "200"),
            (at("/record"), "\r\n", "200"),
            (at("/record"), &bearer, "200"),
            (at("/tours"), "\r\n", "200"),
            (at("/tours/1/record"), "\r\n", "404"),
            (at("/tours/1/proof"), "\r\n", "404"),
            (at("/ws"), "\r\n", "400"),
            (format!("GET /t/{ID}"), "\r\n", "200"),
            (format!("POST /api/tables/{ID}/people"), &join, "200"),
            (at(""), "\r\n", "200"),
            (at("/record"), &bearer, "200"),
        ];
        for (request, more, status) in requests {
            let answer = ask(first, &request, more).await;
            assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
            assert_eq!(answer, ask(second, &request, more).await, "{request}");
        }
        let record = ask(first, &at("/record"), &bearer).await;
        let own = play.shell.room.table().situation(seat.unwrap()).unwrap().0.hands().unwrap().hand;
        assert!(record.contains(&format!(" has {own}")), "{record}");
    }
}
