//! A table of a server: what is asked for before a connection, and what a place there needs.

use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use perudo_client::{Http, HttpError};
use perudo_play::{CloseReason, Connection, Keeper, NoRandomError, OwnDice};
use perudo_protocol::http::{Health, Made, MakeTable, Problem, TableSummary};
use perudo_protocol::{ClientMsg, OwnCups, PROTOCOL, RefusedBody, WireSettings};
use perudo_table::fair::{Chain, Link, PublicKey, TipsAnswer, TipsError, TipsHead};
use perudo_words::{Language, Words};

use crate::link::{LinkError, Server, TableLink};
use crate::net::{NetEvent, WrongTips};
use crate::session::printable;
use crate::store::{Store, TableStore, random};

/// How long the server may take to answer a request.
const TIMEOUT: Duration = Duration::from_secs(10);
/// A tip of older times may be on its way into the log: after this time it must be there.
const GRACE: Duration = Duration::from_secs(5);

/// Why there is no place at a table of a server.
#[derive(Debug, thiserror::Error)]
pub enum OnlineError {
    /// The link is none.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The server does not answer.
    #[error("no answer from {server}: {why}")]
    NoServer {
        /// Which server.
        server: String,
        /// What the system says.
        why: String,
    },
    /// Something answers that is no server of this game.
    #[error("{0} is no server of this game")]
    NotPerudo(String),
    /// The server speaks another version of the protocol.
    #[error("the server is version {theirs} and speaks another protocol")]
    OtherVersion {
        /// The version of the server.
        theirs: String,
    },
    /// The server refuses.
    #[error("{0}")]
    Refused(String),
    /// There is no chance to make chains from.
    #[error(transparent)]
    NoRandom(#[from] NoRandomError),
}

impl OnlineError {
    /// For people, and for their terminals: part of it may be what a stranger's server says.
    pub fn explain(&self, words: &Words) -> String {
        printable(&self.sentence(words))
    }

    fn sentence(&self, words: &Words) -> String {
        match self {
            OnlineError::Link(error) => words.text(&format!("term-link-{}", error.name())),
            OnlineError::NoServer { server, why } => words
                .say("term-no-server", &[("server", server.as_str().into()), ("why", why.as_str().into())]),
            OnlineError::NotPerudo(server) => {
                words.say("term-not-perudo", &[("server", server.as_str().into())])
            }
            OnlineError::OtherVersion { theirs } => {
                let own = env!("CARGO_PKG_VERSION");
                words.say("term-other-version", &[("theirs", theirs.as_str().into()), ("own", own.into())])
            }
            OnlineError::Refused(sentence) => sentence.clone(),
            OnlineError::NoRandom(_) => words.text("term-no-randomness"),
        }
    }
}

/// Who sits down at a table of a server.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The secret by which the server knows the guest, as it is written.
    pub(crate) secret: String,
    /// The name at the table.
    pub name: String,
    /// Whether the guest only wants to watch.
    pub watch: bool,
    /// Whether it is a program, and says so.
    pub program: bool,
}

impl Guest {
    /// The guest that is kept under a name in the store; a new one, if there is none.
    ///
    /// # Errors
    ///
    /// There is no chance to make a secret from.
    pub fn kept(store: &Store, kept_as: &str, name: String) -> Result<Guest, NoRandomError> {
        let known: Option<String> = store.load(kept_as);
        let known = known.filter(|secret| perudo_protocol::secret_of(secret).is_some());
        let secret = match known {
            Some(secret) => secret,
            None => {
                let secret = format!("{:032x}", u128::from_be_bytes(random()?));
                // A secret that cannot be kept still plays; only another run is another guest.
                let _ = store.save(kept_as, &secret);
                secret
            }
        };
        Ok(Guest { secret, name, watch: false, program: false })
    }

    /// The person who plays here; without a name, one with a number.
    ///
    /// # Errors
    ///
    /// There is no chance to make a secret from.
    pub fn person(store: &Store, name: Option<String>, words: &Words) -> Result<Guest, NoRandomError> {
        let number = std::process::id() % 1000;
        Guest::kept(
            store,
            "guest",
            name.unwrap_or_else(|| words.say("web-person", &[("number", number.into())])),
        )
    }
}

fn http(server: &Server, language: Language) -> Http {
    Http::at(server.to_string(), TIMEOUT).in_language(language.code())
}

fn no_answer(server: &Server, error: &HttpError) -> OnlineError {
    let why = match error {
        HttpError::NoAnswer(why) => why.to_string(),
        HttpError::Body(why) => why.to_string(),
    };
    OnlineError::NoServer { server: server.to_string(), why }
}

/// Asks whether the server is there and speaks this protocol.
///
/// # Errors
///
/// What is wrong with it.
fn check_server(server: &Server, language: Language) -> Result<(), OnlineError> {
    let answer = http(server, language).get("/healthz").map_err(|error| no_answer(server, &error))?;
    // A server that cannot store anything for a moment is one all the same.
    let health: Health = answer.json().map_err(|_| OnlineError::NotPerudo(server.to_string()))?;
    if health.protocol == PROTOCOL {
        Ok(())
    } else {
        Err(OnlineError::OtherVersion { theirs: health.version })
    }
}

/// Asks whether the table is there.
///
/// # Errors
///
/// It is not, or there is no answer.
pub(crate) fn check_table(link: &TableLink, language: Language) -> Result<(), OnlineError> {
    check_server(&link.server, language)?;
    let path = format!("/api/tables/{}", link.table);
    let answer = http(&link.server, language).get(&path).map_err(|error| no_answer(&link.server, &error))?;
    match answer.status {
        404 => Err(problem(&answer)),
        _ => Ok(()),
    }
}

/// Asks for the tables that are open to everyone.
///
/// # Errors
///
/// Why they are not known.
pub(crate) fn list_tables(server: &Server, language: Language) -> Result<Vec<TableSummary>, OnlineError> {
    check_server(server, language)?;
    let answer = http(server, language).get("/api/tables").map_err(|error| no_answer(server, &error))?;
    answer.json().map_err(|_| problem(&answer))
}

fn problem(answer: &perudo_client::Answer) -> OnlineError {
    let problem = answer.json::<Problem>();
    OnlineError::Refused(
        problem.map_or_else(|_| format!("status {}", answer.status), |problem| problem.message),
    )
}

/// Makes a table, with this guest at it.
///
/// # Errors
///
/// Why the server does not.
pub(crate) fn make_table(
    server: &Server,
    guest: &Guest,
    settings: WireSettings,
    bots: Vec<String>,
    store: &Store,
    language: Language,
) -> Result<(TableLink, String), OnlineError> {
    check_server(server, language)?;
    let seed = Link::new(random()?);
    let closed = Chain::new(random()?, OwnDice::LENGTH);
    let sealed = settings.dice.as_deref().is_some_and(|dice| dice != "open");
    let body = MakeTable {
        guest: guest.secret.clone(),
        name: guest.name.clone(),
        settings,
        bots,
        watch: false,
        tip: Some(Chain::new(*seed.bytes(), OwnDice::LENGTH).tip()),
        closed: sealed.then(|| closed.tip()),
    };
    let answer =
        http(server, language).post("/api/tables", &body).map_err(|error| no_answer(server, &error))?;
    let Ok(made) = answer.json::<Made>() else { return Err(problem(&answer)) };
    let link = TableLink::new(server.clone(), &made.table)
        .map_err(|_| OnlineError::NotPerudo(server.to_string()))?;
    let mut keeper = keeper(&link, guest, store);
    keeper.keep_chain(seed);
    keeper.keep_cups(&OwnCups::new(closed));
    // A server that does not know of the proxy in front of it tells a link that nobody can open.
    let misled = server.tls_host().is_some() && !made.link.starts_with("https://");
    let told = if misled { link.to_string() } else { made.link };
    Ok((link, told))
}

fn keeper(link: &TableLink, guest: &Guest, store: &Store) -> TableStore {
    // Guests of one program at one table have chains of their own; their secrets are no names of folders.
    let whose = guest.secret.get(..6).unwrap_or_default();
    let host = link.server.authority().replace([':', '[', ']'], "-");
    TableStore::new(store.clone(), format!("tables/{host}/{}-{whose}", link.table))
}

/// A place at a table of a server.
pub(crate) struct Online {
    pub(crate) link: TableLink,
    /// The link for friends, as the server writes it.
    pub(crate) invitation: Option<String>,
    pub(crate) guest: Guest,
    pub(crate) keeper: TableStore,
    pub(crate) connection: Connection,
    /// The way to the connection.
    pub(crate) messages: Sender<ClientMsg>,
    /// Whether the first message of this connection was sent.
    pub(crate) said_hello: bool,
    /// Whether the table has greeted since then.
    pub(crate) greeted: bool,
    /// Whether a name was asked for.
    pub(crate) joined: bool,
    /// Why it was refused.
    pub(crate) not_seated: Option<RefusedBody>,
}

impl Online {
    pub(crate) fn new(
        link: TableLink,
        invitation: Option<String>,
        guest: Guest,
        store: &Store,
        messages: Sender<ClientMsg>,
    ) -> Result<(Online, OwnDice), OnlineError> {
        let mut keeper = keeper(&link, &guest, store);
        let seen = keeper.seen(&link.table);
        let (seed, cups) = (keeper.chain(), keeper.cups());
        let dice = OwnDice::new(seed, cups, seen, &mut keeper)?;
        let online = Online {
            link,
            invitation,
            guest,
            keeper,
            connection: Connection::Connecting,
            messages,
            said_hello: false,
            greeted: false,
            joined: false,
            not_seated: None,
        };
        Ok((online, dice))
    }

    pub(crate) fn send(&self, message: ClientMsg) {
        if self.said_hello {
            // A connection that has gone says so itself.
            let _ = self.messages.send(message);
        }
    }

    /// What there is to say about the connection.
    pub(crate) fn concern(&self, words: &Words) -> Option<String> {
        let key = match self.connection {
            Connection::Live => return self.keeper.failure.clone(),
            Connection::Connecting => "web-connecting",
            Connection::Lost => "web-reconnecting",
            Connection::Closed(CloseReason::NoTable) => "web-no-table",
            Connection::Closed(CloseReason::NoSpectators) => "web-no-spectators",
            Connection::Closed(CloseReason::Full) => "web-full",
            Connection::Closed(CloseReason::OtherVersion) => "refused-protocol",
        };
        Some(words.text(key))
    }

    /// Looks the server's tip up in its public log, on a thread of its own.
    pub(crate) fn look_up(
        &self,
        key: PublicKey,
        from: u64,
        tip: Link,
        seen: Option<TipsHead>,
        tell: impl Fn(NetEvent) -> bool + Send + 'static,
    ) {
        let link = self.link.clone();
        thread::spawn(move || {
            let mut found = check_log(&link, key, from, tip, seen);
            if let Err(WrongTips::Log(TipsError::OtherTip)) = found {
                thread::sleep(GRACE);
                found = check_log(&link, key, from, tip, seen);
            }
            match found {
                Ok(None) => {}
                Ok(Some(head)) => drop(tell(NetEvent::Tips { from, found: Ok(head) })),
                Err(wrong) => drop(tell(NetEvent::Tips { from, found: Err(wrong) })),
            }
        });
    }
}

/// Checks the log as it is now. A server that does not answer is not accused of anything.
fn check_log(
    link: &TableLink,
    key: PublicKey,
    from: u64,
    tip: Link,
    seen: Option<TipsHead>,
) -> Result<Option<TipsHead>, WrongTips> {
    let path = format!("/api/tables/{}/tips?since={}", link.table, seen.map_or(0, |seen| seen.size));
    let Ok(answer) = http(&link.server, Language::default()).get(&path) else { return Ok(None) };
    let Ok(tips) = answer.json::<TipsAnswer>() else {
        let rewritten = answer.json::<Problem>().is_ok_and(|problem| problem.error == "no-such-head");
        return if rewritten { Err(WrongTips::Log(TipsError::Rewritten)) } else { Ok(None) };
    };
    if tips.head.key != key || !tips.head.is_signed() {
        return Err(WrongTips::Signature);
    }
    let head = seen.map(|seen| seen.head());
    tips.check(head.as_ref(), &link.table, from, tip).map_err(WrongTips::Log)?;
    Ok(Some(tips.head))
}
