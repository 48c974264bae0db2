//! A place at a table, wherever the table is: what the person wants goes there, what happens comes back.

use std::cmp::Reverse;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use perudo_home::decide;
use perudo_play::{Client, Connection, Output, Told};
use perudo_protocol::{ClientMsg, RefusedBody, ServerMsg, WireCommand, You};
use perudo_rules::Action;
use perudo_table::fair::Witness;
use perudo_table::{BotJob, Moment};
use perudo_words::Words;

use crate::home::{Home, HomeError, HomeGame, KeptGame};
use crate::link::TableLink;
use crate::net::{self, NetEvent, WrongTips};
use crate::online::{Guest, Online, OnlineError};
use crate::session::{Session, Tone};
use crate::store::{NothingToKeep, Store, first_id};

/// How many games against bots are kept.
const GAMES: u8 = 20;

/// Whom a connection tells what it hears; says whether anybody still listens.
pub(crate) type Listener = Arc<dyn Fn(NetEvent) -> bool + Send + Sync>;

/// A place at a table.
pub(crate) struct Place {
    pub(crate) session: Session,
    way: Way,
}

/// The way to the table.
enum Way {
    Home {
        home: Box<Home>,
        store: Store,
        /// Under which name the game is kept.
        name: String,
        kept: Option<(u64, bool)>,
        /// Why the game could not be kept.
        unkept: Option<String>,
    },
    Online {
        online: Box<Online>,
        listener: Listener,
    },
}

/// The time.
pub(crate) fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

/// Under which names games against bots are kept.
fn names() -> impl Iterator<Item = String> {
    (1..=GAMES).map(|number| if number == 1 { "game".to_owned() } else { format!("game-{number}") })
}

/// The game that was broken off last.
fn latest(store: &Store) -> Option<(String, KeptGame)> {
    let mut names: Vec<String> = names().collect();
    names.sort_by_cached_key(|name| Reverse(store.saved_at(name)));
    names.into_iter().find_map(|name| store.load(&name).map(|game| (name, game)))
}

/// A name under which no game is kept; where there are too many, that of the oldest.
fn free_name(store: &Store) -> String {
    names().min_by_key(|name| store.saved_at(name)).unwrap_or_default()
}

/// Whether a game was broken off.
pub(crate) fn is_kept_in(store: &Store) -> bool {
    latest(store).is_some()
}

impl Place {
    /// A new game against bots.
    pub(crate) fn begin(
        game: &HomeGame,
        store: Store,
        words: &'static Words,
        animated: bool,
    ) -> Result<Place, HomeError> {
        let (home, name) = (Home::begin(game, words.language(), now())?, free_name(&store));
        let mut place = Place::at_home(home, name, store, words, animated)?;
        // Whoever looks from the beginning sees the whole draw.
        place.order(WireCommand::Start);
        Ok(place)
    }

    /// The game against bots that was broken off last, if there is one.
    pub(crate) fn resume(
        store: Store,
        words: &'static Words,
        animated: bool,
    ) -> Result<Option<Place>, HomeError> {
        let Some((name, kept)) = latest(&store) else { return Ok(None) };
        Place::at_home(Home::restore(kept, words.language(), now())?, name, store, words, animated).map(Some)
    }

    fn at_home(
        home: Home,
        name: String,
        store: Store,
        words: &'static Words,
        animated: bool,
    ) -> Result<Place, HomeError> {
        let session = Session::new(Client::at_home(first_id()?), words, animated);
        let mut place =
            Place { session, way: Way::Home { home: Box::new(home), store, name, kept: None, unkept: None } };
        place.at_the_table(|home| home.look(now()));
        Ok(place)
    }

    /// A table of a server. The connection tells the listener what it hears.
    pub(crate) fn online(
        link: TableLink,
        invitation: Option<String>,
        guest: Guest,
        store: &Store,
        words: &'static Words,
        animated: bool,
        listener: Listener,
    ) -> Result<Place, OnlineError> {
        let told = Arc::clone(&listener);
        let messages = net::connect(&link, move |event| told(event));
        let (online, dice) = Online::new(link, invitation, guest, store, messages)?;
        let session = Session::new(Client::online(first_id()?, dice), words, animated);
        Ok(Place { session, way: Way::Online { online: Box::new(online), listener } })
    }

    /// Asks for something that the person wants.
    pub(crate) fn order(&mut self, command: WireCommand) {
        self.session.trouble = None;
        self.session.deciding |= matches!(command, WireCommand::Act { .. });
        let message = self.session.client.order(command, self.session.seq());
        self.send(message);
    }

    /// Takes a seat at a table of a server.
    pub(crate) fn sit_down(&mut self) {
        let Way::Online { online, .. } = &mut self.way else { return };
        online.joined = true;
        let (name, watch, program) = (online.guest.name.clone(), online.guest.watch, online.guest.program);
        match self.session.client.join(name, watch, program, &mut online.keeper) {
            Ok(message) => online.send(message),
            Err(_) => self.session.trouble = Some(self.session.words.text("term-no-randomness")),
        }
    }

    /// Why the seat that was asked for is refused, if it has been since this was asked before.
    pub(crate) fn take_not_seated(&mut self) -> Option<RefusedBody> {
        match &mut self.way {
            Way::Home { .. } => None,
            Way::Online { online, .. } => online.not_seated.take(),
        }
    }

    fn send(&mut self, message: ClientMsg) {
        match &mut self.way {
            Way::Home { home, .. } => {
                let messages = home.send(message, now());
                self.receive_all(messages);
            }
            Way::Online { online, .. } => online.send(message),
        }
    }

    /// Lets something happen at a table in this program.
    fn at_the_table(&mut self, act: impl FnOnce(&mut Home) -> Vec<ServerMsg>) {
        if let Way::Home { home, .. } = &mut self.way {
            let messages = act(home);
            self.receive_all(messages);
        }
    }

    fn receive_all(&mut self, messages: Vec<ServerMsg>) {
        for message in messages {
            self.receive(message);
        }
    }

    fn receive(&mut self, message: ServerMsg) {
        let client = &mut self.session.client;
        let output = match &mut self.way {
            Way::Home { .. } => client.receive(message, now(), &mut NothingToKeep),
            Way::Online { online, .. } => client.receive(message, now(), &mut online.keeper),
        };
        self.pass_on(output);
    }

    fn pass_on(&mut self, output: Output) {
        let Output { send, told } = output;
        for told in told {
            self.heed(&told);
            self.session.receive(told);
        }
        for message in send {
            self.send(message);
        }
    }

    /// What the place itself does about something that is told.
    fn heed(&mut self, told: &Told) {
        let Way::Online { online, listener } = &mut self.way else { return };
        let client = &mut self.session.client;
        match told {
            Told::Receipt(receipt) if !receipt.is_signed() => {
                client.witness(&mut online.keeper, Witness::false_signature);
            }
            Told::ServerTip { from, tip } => {
                let known =
                    client.witness(&mut online.keeper, |seen| seen.key().zip(Some(seen.head().copied())));
                if let Some((key, seen)) = known.flatten() {
                    let listener = Arc::clone(listener);
                    online.look_up(key, *from, *tip, seen, move |event| listener(event));
                }
            }
            // Somebody else has the name: there are others.
            Told::Refused { body, command: Some(WireCommand::Join { name, .. }) }
                if body.error == "name-taken" =>
            {
                if let Some(other) = another_name(name) {
                    online.guest.name = other;
                    self.sit_down();
                } else {
                    online.not_seated = Some(body.clone());
                }
            }
            Told::Refused { body, command: Some(WireCommand::Join { .. }) } => {
                online.not_seated = Some(body.clone());
            }
            _ => {}
        }
    }

    /// Takes in what the connection tells.
    pub(crate) fn net(&mut self, event: NetEvent) {
        let Way::Online { online, .. } = &mut self.way else { return };
        let client = &mut self.session.client;
        match event {
            NetEvent::Open => {
                self.session.stalled = false;
                (online.said_hello, online.greeted) = (true, false);
                let language = self.session.words.language().code();
                online.send(client.hello(online.guest.secret.clone(), language));
            }
            NetEvent::Message(message) => {
                let greeting = match &*message {
                    ServerMsg::Welcome { you, .. } | ServerMsg::You { you, .. } => Some(*you),
                    _ => None,
                };
                self.receive(*message);
                if let Some(you) = greeting {
                    self.greeted(you);
                }
            }
            NetEvent::Lost => {
                online.said_hello = false;
                // Once is enough to be told.
                if online.connection == Connection::Live {
                    self.session.push(self.session.words.text("web-reconnecting"), Tone::Bad);
                }
                online.connection = Connection::Lost;
            }
            NetEvent::Closed(reason) => online.connection = Connection::Closed(reason),
            NetEvent::Tips { from, found } => {
                client.witness(&mut online.keeper, |seen| match found {
                    Ok(head) => seen.saw_head(head),
                    Err(WrongTips::Signature) => seen.false_signature(),
                    Err(WrongTips::Log(error)) => seen.wrong_log(error, from),
                });
                self.session.tell_of_faults();
            }
        }
    }

    /// The table has said who this is: the first time on a connection everything else follows.
    fn greeted(&mut self, you: You) {
        let Way::Online { online, .. } = &mut self.way else { return };
        if online.greeted {
            return;
        }
        online.greeted = true;
        if online.connection == Connection::Lost && self.session.view.is_some() {
            self.session.push(self.session.words.text("term-connected"), Tone::Good);
        }
        online.connection = Connection::Live;
        let output = self.session.client.reconnected(now(), &mut online.keeper);
        let first = !online.joined && you.person.is_none() && !online.guest.watch;
        self.pass_on(output);
        if first {
            self.sit_down();
        }
    }

    /// The bot that has to decide, and its luck.
    pub(crate) fn take_job(&mut self) -> Option<(Box<BotJob>, u64)> {
        match &mut self.way {
            Way::Home { home, .. } => home.take_job(),
            Way::Online { .. } => None,
        }
    }

    /// What it decided.
    pub(crate) fn decided(&mut self, job: &BotJob, action: Action) {
        self.at_the_table(|home| home.decided(job, action, now()));
    }

    /// When something happens by itself at a table in this program.
    pub(crate) fn wake(&self) -> Option<Moment> {
        match &self.way {
            Way::Home { home, .. } => home.wake(),
            Way::Online { .. } => None,
        }
    }

    /// What would happen by itself a little later happens now.
    pub(crate) fn hurry(&mut self) {
        if self.wake().is_some() {
            self.at_the_table(|home| home.hurry(now()));
        }
    }

    /// Lets everything happen at once that happens by itself.
    pub(crate) fn settle(&mut self) {
        loop {
            if let Some((job, luck)) = self.take_job() {
                let action = decide(&job, luck);
                self.decided(&job, action);
            } else if self.wake().is_some() {
                self.hurry();
            } else {
                return;
            }
        }
    }

    /// Keeps the game, once a round: whatever else happens to the program, no more than that is played again.
    pub(crate) fn keep_rounds(&mut self) {
        let Way::Home { kept, .. } = &mut self.way else { return };
        let round = self.session.view.as_ref().map(|view| (view.throws, view.is_playing()));
        if *kept != round {
            *kept = round;
            self.keep();
        }
    }

    /// Keeps the game, if one is played.
    pub(crate) fn keep(&mut self) {
        let Way::Home { home, store, name, unkept, .. } = &mut self.way else { return };
        *unkept = None;
        match home.keep() {
            None => store.remove(name),
            Some(game) => {
                if let Err(error) = store.save(name, &game) {
                    let values = [("why", error.to_string().into())];
                    let sentence = self.session.words.say("term-not-kept", &values);
                    *unkept = Some(sentence.clone());
                    self.session.trouble = Some(sentence);
                }
            }
        }
    }

    /// Why the game is not kept, if it should be.
    pub(crate) fn unkept(&self) -> Option<&str> {
        match &self.way {
            Way::Home { unkept, .. } => unkept.as_deref(),
            Way::Online { .. } => None,
        }
    }

    /// What becomes of the game when the program ends.
    pub(crate) fn farewell(&self) -> &'static str {
        let playing = self.session.now().is_some_and(|now| now.is_playing());
        match &self.way {
            Way::Home { unkept: None, .. } if playing => "term-kept",
            Way::Online { .. } if self.session.you.chair.is_some() && self.session.own_dice() > 0 => {
                "term-seat-stays"
            }
            Way::Home { .. } | Way::Online { .. } => "term-bye",
        }
    }

    /// Gets up from a table of a server, unless there are dice to come back to; says whether the seat stays.
    pub(crate) fn leave(&mut self) -> bool {
        let stays = self.farewell() == "term-seat-stays";
        let Way::Online { online, .. } = &self.way else { return stays };
        // The seat that was asked for may be given in this very moment.
        if !stays && (online.joined || self.session.you.person.is_some()) {
            self.order(WireCommand::Leave);
        }
        stays
    }

    pub(crate) fn is_home(&self) -> bool {
        matches!(self.way, Way::Home { .. })
    }

    /// Whether there is no table any more.
    pub(crate) fn is_closed(&self) -> bool {
        matches!(&self.way, Way::Online { online, .. } if matches!(online.connection, Connection::Closed(_)))
    }

    /// Whether there is anybody to talk to.
    pub(crate) fn can_talk(&self) -> bool {
        !self.is_home()
    }

    /// The link for friends.
    pub(crate) fn link(&self) -> Option<String> {
        match &self.way {
            Way::Home { .. } => None,
            Way::Online { online, .. } => {
                Some(online.invitation.clone().unwrap_or_else(|| online.link.to_string()))
            }
        }
    }

    /// What there is to say about the way to the table, if all is not well.
    pub(crate) fn concern(&self, words: &Words) -> Option<String> {
        match &self.way {
            Way::Home { .. } => None,
            Way::Online { .. } if self.session.stalled => Some(words.text("web-storage-down")),
            Way::Online { online, .. } => online.concern(words),
        }
    }

    /// The records of all tours that are over, at a table in this program.
    pub(crate) fn records(&self) -> Vec<String> {
        match &self.way {
            Way::Home { home, .. } => home.records(),
            Way::Online { .. } => Vec::new(),
        }
    }
}

/// The next name to try after one that is taken: “Anna 2”.
fn another_name(name: &str) -> Option<String> {
    let (stem, number) = match name.rsplit_once(' ') {
        Some((stem, number)) => (stem, number.parse::<u8>().ok()),
        None => (name, None),
    };
    let (stem, next) = match number {
        Some(number) => (stem, number.checked_add(1)?),
        None => (name, 2),
    };
    let stem: String = stem.chars().take(20).collect();
    (next < 30).then(|| format!("{} {next}", stem.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let cases = [
            ("Anna", Some("Anna 2")),
            ("Anna 2", Some("Anna 3")),
            ("Anna Maria", Some("Anna Maria 2")),
            ("Anna 29", None),
            ("abcdefghijklmnopqrstuvwx", Some("abcdefghijklmnopqrst 2")),
        ];
        for (name, expected) in cases {
            assert_eq!(another_name(name).as_deref(), expected, "{name}");
        }
    }
}
