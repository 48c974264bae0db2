//! Bots at a table of a server: any of ours, or any program that speaks the arena's lines.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use perudo_arena::{Contestant, Player, Stop};
use perudo_bots::Situation;
use perudo_protocol::{Legal, WireCommand};
use perudo_rules::{Action, Bid, Event, Face, PlayedRound};
use perudo_table::{Absence, checked_name};
use perudo_words::{Language, Words};

use crate::link::TableLink;
use crate::net::NetEvent;
use crate::online::{self, Guest, OnlineError};
use crate::place::{Listener, Place};
use crate::session::Heard;
use crate::session::printable;
use crate::store::{Store, random};
use crate::tour::Tour;

/// How long the table may take to let a bot go.
const FAREWELL: Duration = Duration::from_secs(2);
/// After what time a bot that came at a busy moment asks for its seat again.
const PATIENCE: Duration = Duration::from_secs(3);

/// Bots that are to sit down.
#[derive(Clone, Debug)]
pub struct Bots {
    /// The table.
    pub link: TableLink,
    /// Which bot.
    pub contestant: Contestant,
    /// How many of them.
    pub count: u8,
    /// What they are called; the second and later ones get a number.
    pub name: String,
    /// How long a program may think.
    pub timeout: Duration,
    /// After how many games they leave; none: they stay.
    pub games: Option<u32>,
}

impl Bots {
    /// What one of them is called.
    fn name_of(&self, index: usize) -> String {
        if index == 0 { self.name.clone() } else { format!("{} {}", self.name, index + 1) }
    }

    /// Whether all of them have names that a table takes.
    pub fn have_names(&self) -> bool {
        (0..usize::from(self.count)).all(|index| checked_name(&self.name_of(index)).is_ok())
    }
}

/// Why no bot plays.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// There is no place at the table.
    #[error(transparent)]
    Online(#[from] OnlineError),
    /// The table does not take them.
    #[error("{0}")]
    Refused(String),
    /// Signals cannot be heard.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Something that comes from outside: for one of the bots, or for all.
enum Input {
    Net(usize, NetEvent),
    Stop,
}

/// A bot at a table.
pub(crate) struct Seated {
    name: String,
    place: Place,
    player: Box<dyn Player>,
    /// Where its chance began in the latest game.
    seed: u64,
    tour: Option<Tour>,
    /// The event after which it decided last.
    decided: Option<u64>,
    games: u32,
    /// What was said of the connection.
    concern: Option<String>,
    /// Whether it has a name at the table.
    joined: bool,
    /// When it asks for its seat again, which was refused for the moment.
    again: Option<Instant>,
    /// Why it was not let in.
    refused: Option<String>,
    stop: Stop,
    /// Whether it has asked to leave.
    leaving: bool,
    gone: bool,
}

/// Lets bots play until they are asked to stop, the table is closed, or they have played enough. `tell` is told who does what.
///
/// # Errors
///
/// There is no such table, or no server.
pub fn join(bots: &Bots, store: &Store, mut tell: impl FnMut(&str, &str)) -> Result<(), JoinError> {
    // What a server says may be in it.
    let mut log = |who: &str, what: &str| tell(&printable(who), &printable(what));
    let words = Words::of(Language::default());
    online::check_table(&bots.link, words.language())?;
    let (sender, inputs) = channel();
    // A program that thinks is not waited for.
    let stop = Stop::default();
    let stopping = stop.clone();
    crate::signals::watch(sender.clone(), move || {
        stopping.stop();
        Input::Stop
    })?;
    let mut seated = Vec::new();
    for index in 0..usize::from(bots.count) {
        let name = bots.name_of(index);
        let kept_as = format!("bots/{}-{}", bots.contestant.short_name(), index + 1);
        let guest = Guest::kept(store, &kept_as, name.clone()).map_err(OnlineError::from)?;
        let guest = Guest { program: true, ..guest };
        let sender = sender.clone();
        let listener: Listener = Arc::new(move |event| sender.send(Input::Net(index, event)).is_ok());
        let place = Place::online(bots.link.clone(), None, guest, store, words, false, listener)?;
        let seed = random().map(u64::from_be_bytes).map_err(OnlineError::from)?;
        let player = bots.contestant.player(seed, bots.timeout, &stop);
        seated.push(Seated::new(name, place, player, seed, stop.clone()));
    }
    while seated.iter().any(|bot| !bot.gone) && !stop.stopped() {
        let due = seated.iter().filter(|bot| !bot.gone).filter_map(|bot| bot.again).min();
        let input = match due {
            Some(due) => inputs.recv_timeout(due.saturating_duration_since(Instant::now())),
            None => inputs.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match input {
            Ok(Input::Net(index, event)) => {
                if let Some(bot) = seated.get_mut(index).filter(|bot| !bot.gone) {
                    bot.hear(event, bots.games, &mut log);
                }
            }
            Err(RecvTimeoutError::Timeout) => seated.iter_mut().for_each(Seated::try_again),
            Ok(Input::Stop) | Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // Who has dice keeps the seat, and the table's stand-in plays on; everyone else gets up.
    let mut leaving = 0;
    for bot in seated.iter_mut().filter(|bot| !bot.gone) {
        if !bot.is_in_play() {
            bot.place.order(WireCommand::Leave);
            leaving += 1;
        }
        log(&bot.name, "stops");
    }
    while leaving > 0 {
        match inputs.recv_timeout(FAREWELL) {
            Ok(Input::Net(index, event)) => {
                if let Some(bot) = seated.get_mut(index) {
                    let waited = bot.place.session.client.is_waiting();
                    bot.place.net(event);
                    leaving -= u32::from(waited && !bot.place.session.client.is_waiting());
                }
            }
            Ok(Input::Stop) | Err(_) => break,
        }
    }
    seated.into_iter().find_map(|bot| bot.refused).map_or(Ok(()), |why| Err(JoinError::Refused(why)))
}

impl Seated {
    pub(crate) fn new(
        name: String,
        mut place: Place,
        player: Box<dyn Player>,
        seed: u64,
        stop: Stop,
    ) -> Seated {
        place.session.take_heard();
        Seated {
            name,
            place,
            player,
            seed,
            tour: None,
            decided: None,
            games: 0,
            concern: None,
            joined: false,
            again: None,
            refused: None,
            stop,
            leaving: false,
            gone: false,
        }
    }

    /// Takes in what the connection tells, and does whatever is due then.
    pub(crate) fn hear(&mut self, event: NetEvent, games: Option<u32>, log: &mut impl FnMut(&str, &str)) {
        self.place.net(event);
        let concern = self.place.concern(self.place.session.words);
        if concern != self.concern {
            log(&self.name, concern.as_deref().unwrap_or("connected"));
            self.concern = concern;
        }
        if let Some(trouble) = self.place.session.trouble.take() {
            log(&self.name, &trouble);
        }
        for heard in self.place.session.take_heard() {
            match heard {
                Heard::Table => self.come_in(log),
                Heard::Event(event) => self.see(&event.event, log),
            }
        }
        let joined = self.place.session.you.person.is_some();
        if joined && !self.joined {
            log(&self.name, "sits down as a declared bot");
        }
        self.joined = joined;
        if let Some(body) = self.place.take_not_seated() {
            match body.error.as_str() {
                "already" => {}
                "too-many-commands" | "too-old" => {
                    self.again = Some(Instant::now() + PATIENCE);
                }
                _ => {
                    self.refused = Some(body.message);
                    self.gone = true;
                    return;
                }
            }
        }
        let enough = games.is_some_and(|games| self.games >= games);
        if self.place.is_closed() || (self.leaving && !self.place.session.client.is_waiting()) {
            self.gone = true;
        } else if enough && !self.is_in_play() && !self.leaving {
            log(&self.name, "has played enough and leaves");
            self.leaving = true;
            self.place.order(WireCommand::Leave);
        } else {
            self.come_back(log);
            self.decide(log);
        }
    }

    /// Asks for its seat again, if it is time to.
    fn try_again(&mut self) {
        if self.again.is_some_and(|again| again <= Instant::now()) {
            self.again = None;
            self.place.sit_down();
        }
    }

    /// Whether it has dice in a tour.
    fn is_in_play(&self) -> bool {
        let session = &self.place.session;
        session.own_dice() > 0 && session.now().is_some_and(|now| now.is_playing())
    }

    /// The whole table is known, perhaps in the middle of a tour.
    fn come_in(&mut self, log: &mut impl FnMut(&str, &str)) {
        let session = &self.place.session;
        let Some(view) = session.view.as_ref().filter(|view| view.is_playing()) else {
            self.tour = None;
            return;
        };
        self.tour = Tour::begin(view, session.you.chair);
        if let Some(tour) = &mut self.tour {
            log(&self.name, "comes into a game that is being played");
            self.seed = self.seed.wrapping_add(1);
            self.player.begin(&tour.rules, &tour.names, tour.you, self.seed);
            for event in tour.set_up(view).unwrap_or_default() {
                tour.apply(&event);
                if self.player.watches() {
                    self.player.see(&tour.names, &event);
                }
            }
        }
    }

    fn see(&mut self, event: &perudo_protocol::WireEvent, log: &mut impl FnMut(&str, &str)) {
        use perudo_protocol::WireEvent;
        let session = &self.place.session;
        match event {
            WireEvent::TourBegan { tour: number, .. } => {
                let chair = session.you.chair;
                self.tour = session.view.as_ref().and_then(|view| Tour::begin(view, chair));
                if let Some(tour) = &self.tour {
                    log(&self.name, &format!("plays game {number}"));
                    self.seed = self.seed.wrapping_add(1);
                    self.player.begin(&tour.rules, &tour.names, tour.you, self.seed);
                }
            }
            WireEvent::Left { removed: true, .. } if session.you.person.is_none() => {
                log(&self.name, "was removed by the host");
                self.gone = true;
            }
            _ => {}
        }
        let Some(tour) = &mut self.tour else { return };
        if let Some(event) = tour.event(event) {
            if let Event::Revealed(reveal) = event {
                self.player.remember(&PlayedRound::new(&tour.game, &tour.bids, reveal));
            }
            tour.apply(&event);
            if self.player.watches() {
                self.player.see(&tour.names, &event);
            }
        }
        if let Some(winner) = Tour::winner(event) {
            let seat = tour.seat_of(winner);
            self.player.end(&tour.names, seat);
            let how = if seat == Some(tour.you) { "wins the game" } else { "loses the game" };
            log(&self.name, how);
            self.games += 1;
            self.tour = None;
        }
    }

    /// A bot that was late plays for itself again.
    fn come_back(&mut self, log: &mut impl FnMut(&str, &str)) {
        let session = &self.place.session;
        let me = session
            .view
            .as_ref()
            .and_then(|view| view.people.iter().find(|person| Some(person.person) == session.you.person));
        if me.is_some_and(|me| me.away == Some(Absence::Late)) && !session.client.is_waiting() {
            log(&self.name, "was late, and is back");
            self.place.order(WireCommand::Back);
        }
    }

    fn decide(&mut self, log: &mut impl FnMut(&str, &str)) {
        let session = &self.place.session;
        let seq = session.seq();
        if !session.is_own_turn() || session.deciding || self.decided == Some(seq) {
            return;
        }
        let (Some(view), Some(tour)) = (&session.view, &mut self.tour) else { return };
        let Some(legal) = &view.now.legal else { return };
        if !tour.agrees(&view.now) {
            tour.rebuild(view);
        }
        let answer = self.player.decide(&tour.names, &Situation { view: &tour.game, bids: &tour.bids });
        let action = match answer {
            // Whoever stops decides nothing any more: the table's stand-in does.
            _ if self.stop.stopped() => return,
            Ok(action) if is_legal(action, legal) => action,
            Ok(action) => {
                log(&self.name, &format!("may not {action}, and plays the plainest move instead"));
                plainest(legal)
            }
            Err(error) => {
                log(&self.name, &format!("{error}: the plainest move is played instead"));
                plainest(legal)
            }
        };
        self.decided = Some(seq);
        self.place.order(WireCommand::Act { action });
    }
}

fn is_legal(action: Action, legal: &Legal) -> bool {
    match action {
        Action::Bid(Bid { count, face }) => {
            let least = perudo_play::least(legal, face);
            least.is_some_and(|least| (least..=legal.most.unwrap_or(0)).contains(&count))
        }
        call => legal.calls.contains(&call),
    }
}

/// What is played where there is no answer: no maputo, a doubt, or else the least bid.
pub(crate) fn plainest(legal: &Legal) -> Action {
    let call = [Action::Pass, Action::Dudo].into_iter().find(|call| legal.calls.contains(call));
    let least =
        Face::ALL.into_iter().filter_map(|face| Some(Bid::new(perudo_play::least(legal, face)?, face)));
    call.or_else(|| least.min_by_key(|bid| (bid.count, bid.face)).map(Action::Bid)).unwrap_or(Action::Dudo)
}
