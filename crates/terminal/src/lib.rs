//! Perudo in a terminal: alone against bots, or at a server's table; on a full screen, or in plain lines.

mod home;
#[cfg(test)]
mod hostile;
mod join;
mod link;
mod net;
mod online;
mod phrases;
mod place;
mod plain;
mod plain_tables;
mod screen;
mod session;
mod signals;
mod store;
mod tables;
mod tour;
mod typed;

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::channel;

use perudo_protocol::WireSettings;
use perudo_words::Words;

pub use home::{HomeError, HomeGame};
pub use join::{Bots, JoinError, join};
pub use link::{Address, LinkError, Server, TableLink};
pub use online::{Guest, OnlineError};
use place::{Listener, Place};
use plain::{Inputs, Plain};
use plain_tables::Chosen;
use screen::App;
pub use screen::{Colours, Options, Pace};
pub use store::Store;

/// Under which name the address of the latest server is kept.
const SERVER: &str = "server";

/// Where playing begins.
#[derive(Clone, Debug)]
pub enum Start {
    /// With a game.
    Game(Game),
    /// With the list of a server's open tables.
    Tables(Server, Guest),
}

/// What is played.
#[derive(Clone, Debug)]
pub enum Game {
    /// A new game against bots.
    New(HomeGame),
    /// The game against bots that was kept.
    Kept,
    /// A table of a server.
    Table(TableLink, Guest),
    /// A new table of a server.
    Make(Server, Guest, Box<WireSettings>, Vec<String>),
}

/// Why nothing can be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// No game can begin.
    #[error(transparent)]
    Home(#[from] HomeError),
    /// There is no game to go on with.
    #[error("no game is kept")]
    NothingKept,
    /// There is no place at a table of a server.
    #[error(transparent)]
    Online(#[from] OnlineError),
    /// There is no terminal to draw on.
    #[error("there is no terminal")]
    NoTerminal,
    /// The game that was broken off could not be kept.
    #[error("{0}")]
    NotKept(String),
    /// A part of the program has failed, and has said why.
    #[error("a part of the program has failed")]
    Broken,
    /// Nothing can be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl PlayError {
    /// For people.
    pub fn explain(&self, words: &Words) -> String {
        match self {
            PlayError::Home(HomeError::Refused(sentence)) => sentence.clone(),
            PlayError::Home(HomeError::NoRandom(_)) => words.text("term-no-randomness"),
            PlayError::NothingKept | PlayError::Home(HomeError::Log(_)) => words.text("term-nothing-kept"),
            PlayError::Online(error) => error.explain(words),
            PlayError::NoTerminal => words.text("term-no-terminal"),
            PlayError::NotKept(sentence) => sentence.clone(),
            PlayError::Broken => words.text("term-broken"),
            PlayError::Io(error) => error.to_string(),
        }
    }
}

/// What came of playing.
#[derive(Debug, Default)]
pub struct Played {
    /// The records of the tours that are over.
    pub records: Vec<String>,
    /// What went wrong at the end: the records are there all the same.
    pub fault: Option<PlayError>,
}

impl Played {
    fn at(place: &Place) -> Played {
        Played {
            records: place.records(),
            fault: place.unkept().map(|sentence| PlayError::NotKept(sentence.to_owned())),
        }
    }
}

/// Plays in plain lines.
///
/// # Errors
///
/// What is wrong with the game, or with reading and writing.
pub fn play_plain(
    start: &Start,
    store: &Store,
    words: &'static Words,
    out: &mut impl Write,
) -> Result<Played, PlayError> {
    let mut inputs = Inputs::new();
    let listener = inputs.listener();
    let place = match start {
        Start::Game(game) => {
            let place = place(game, store, words, false, listener)?;
            inputs.start()?;
            place
        }
        Start::Tables(server, guest) => {
            inputs.start()?;
            let chosen = plain_tables::choose(server, guest, store, words, &mut inputs, out)?;
            let Some(Chosen { link, invitation, guest }) = chosen else { return Ok(Played::default()) };
            Place::online(link, invitation, guest, store, words, false, listener)?
        }
    };
    let place = Plain::new(place, out).run(&mut inputs)?;
    Ok(Played::at(&place))
}

/// Plays on a full screen; where nothing is wished, it is chosen there.
///
/// # Errors
///
/// What is wrong with the game, or with the terminal.
pub fn play_on_screen(
    start: Option<&Start>,
    store: &Store,
    words: &'static Words,
    options: Options,
    out: &mut impl Write,
) -> Result<Played, PlayError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::NoTerminal);
    }
    let (sender, inputs) = channel();
    let app = App::new(start, options, store.clone(), words, sender.clone())?;
    let mut app = screen::run(app, sender, &inputs)?;
    let broken = app.is_broken();
    let mut played = Played::default();
    if let Some(place) = app.place() {
        place.keep();
        writeln!(out, "{}", place.session.words.text(place.farewell()))?;
        played = Played::at(place);
    }
    if broken && played.fault.is_none() {
        played.fault = Some(PlayError::Broken);
    }
    Ok(played)
}

fn place(
    game: &Game,
    store: &Store,
    words: &'static Words,
    animated: bool,
    listener: Listener,
) -> Result<Place, PlayError> {
    let store = store.clone();
    match game {
        Game::New(game) => Ok(Place::begin(game, store, words, animated)?),
        Game::Kept => Place::resume(store, words, animated)?.ok_or(PlayError::NothingKept),
        Game::Table(link, guest) => {
            online::check_table(link, words.language())?;
            Ok(Place::online(link.clone(), None, guest.clone(), &store, words, animated, listener)?)
        }
        Game::Make(server, guest, settings, bots) => {
            let settings = (**settings).clone();
            let made = online::make_table(server, guest, settings, bots.clone(), &store, words.language())?;
            let (link, invitation) = made;
            Ok(Place::online(link, Some(invitation), guest.clone(), &store, words, animated, listener)?)
        }
    }
}
