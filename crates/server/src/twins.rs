//! Twin tables: two rooms that differ in nothing but dice that a viewer may not see get the same inputs at the
//! same moments, and must tell that viewer the same, byte for byte.
//!
//! Dice are part of a table's log, so the twin of a room is made from its log with other hands in the last roll.
//! Both are run from there on as after a restart, until the cups are lifted.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use perudo_protocol::{
    ClientMsg, MalformedMessageError, Notice, Order, RefusedBody, ServerMsg, WireCommand, WireSettings,
};
use perudo_rules::{Action, AllHands, Axis, Bid, BySeat, Face, Hand, Preset, Rules, Seat};
use perudo_table::fair::{Chain, Link};
use perudo_table::{
    BotTurn, Clock, Entry, Guest, History, Moment, PlayerEvent, PublicEvent, Settings, Speed, Stage, Table,
    TableEvent, ThrownDice, Viewer, Who,
};
use perudo_words::Language;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tracing::Dispatch;

use crate::config::{Config, Limits};
use crate::entropy::Entropy;
use crate::frame::Frame;
use crate::mailbox::{Closing, Mailbox};
use crate::outbox::Arrival;
use crate::room::{Effects, Room};
use crate::server::Server;
use crate::store::{self, Append, Fate, NewEvent, Node, TableId};

type Random = Xoshiro256PlusPlus;

const ID: TableId = TableId::from_bits(7);

/// Something that comes to a room from outside.
#[derive(Clone, Debug)]
enum Input {
    /// A connection over a line, in the place of the one that was there.
    Connect { line: usize, guest: Guest, after: Option<u64>, language: Language },
    /// The connection ends.
    Disconnect { line: usize },
    /// A text comes over a connection, a message or not.
    Text { line: usize, text: String },
    /// A command comes over HTTP.
    Http { guest: Guest, order: Order },
    /// A bot has decided.
    Decided { turn: BotTurn, action: Action },
    /// A bot could not be asked.
    Undecided,
    /// The clock.
    Wake,
    /// The log has the next events that wait for it.
    Save,
    /// The log takes nothing.
    StorageFailed,
    /// The log takes events again.
    StorageRecovered,
    /// A word about the server.
    Notice(Notice),
}

/// What is heard over one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Heard {
    frames: Vec<String>,
    closing: Option<Closing>,
}

/// An append without its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lengths {
    printed: String,
    first_seq: u64,
    /// The moments and lengths of its events.
    events: Vec<(i64, usize)>,
    snapshot: Option<usize>,
    closes: bool,
}

/// What has to be done outside, without the bytes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Outside {
    append: Option<Lengths>,
    wake: Option<Moment>,
    ask: Option<BotTurn>,
}

/// Everything that came of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Outcome {
    heard: Vec<Heard>,
    outside: Vec<Outside>,
    answers: Vec<String>,
    log: String,
}

/// A mistake that a room does not make, to see that it would be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leak {
    Nothing,
    /// A view is made for another player.
    WrongView,
    /// A refusal says whether the bid is true.
    Refusal,
    /// A frame is longer where there are hidden aces.
    Length,
    /// The room wakes later where there are hidden aces.
    Pace,
    /// A line of the program's log has all dice.
    Log,
    /// The log of the table has a longer line where there are hidden aces.
    Append,
    /// The record of the tour that is played shows the last roll.
    Record,
    /// A room is printed with its dice.
    Printed,
}

impl Leak {
    const ALL: [Leak; 8] = [
        Leak::WrongView,
        Leak::Refusal,
        Leak::Length,
        Leak::Pace,
        Leak::Log,
        Leak::Append,
        Leak::Record,
        Leak::Printed,
    ];
}

/// Where a room's log lines go.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut *self.0.lock().unwrap())).unwrap()
    }

    fn dispatch(&self) -> Dispatch {
        let lines = self.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(tracing::Level::TRACE)
            .with_ansi(false)
            .without_time()
            .with_writer(move || lines.clone());
        Dispatch::new(subscriber.finish())
    }
}

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Line {
    key: u64,
    guest: Guest,
    mailbox: Arc<Mailbox>,
}

/// A room with what is around it.
struct Shell {
    room: Room,
    log: Vec<Entry>,
    /// The last numbers of the appends that are on their way to the log.
    waiting: VecDeque<u64>,
    storage_down: bool,
    /// The number of the last event that the log has.
    durable: u64,
    history: History,
    in_history: usize,
    lines: Vec<Option<Line>>,
    asked: Option<BotTurn>,
    written: Lines,
    dispatch: Dispatch,
    leak: Leak,
}

impl Shell {
    const LINES: usize = 14;

    fn of_room(room: Room) -> Shell {
        let written = Lines::default();
        Shell {
            room,
            log: Vec::new(),
            waiting: VecDeque::new(),
            storage_down: false,
            durable: 0,
            history: History::default(),
            in_history: 0,
            lines: (0..Shell::LINES).map(|_| None).collect(),
            asked: None,
            dispatch: written.dispatch(),
            written,
            leak: Leak::Nothing,
        }
    }

    fn open(settings: Settings, secret: [u8; 32], now: Moment) -> Shell {
        let mut shell = Shell::of_room(Room::open(ID, settings, secret, now));
        shell.feed(&Input::Wake, now);
        shell
    }

    /// The room as it comes back from its log after a restart, from a snapshot of its first events.
    fn restart(log: &[Entry], snapshot: usize, epoch: u64, now: Moment) -> Shell {
        let mut table = Table::open(&log[0]).unwrap();
        for entry in &log[1..snapshot] {
            table.apply(entry);
        }
        let table = serde_json::from_slice(&serde_json::to_vec(&table).unwrap()).unwrap();
        let mut room = Room::of_table(ID, epoch, table, now);
        room.replay(&log[snapshot..]);
        let mut shell = Shell::of_room(room);
        shell.log = log.to_vec();
        shell.durable = log.len() as u64;
        shell.keep_history();
        shell
    }

    fn keep_history(&mut self) {
        let durable = self.durable as usize;
        for entry in &self.log[self.in_history..durable] {
            self.history.add(entry);
        }
        self.in_history = durable;
    }

    /// The record of the tour that is played, as anyone can ask for it over HTTP.
    fn record(&self, viewer: Viewer) -> Option<String> {
        let record = self.history.unfinished(viewer);
        if self.leak == Leak::Record { record.map(|text| text + &self.secrets()) } else { record }
    }

    /// Everything of it as a line of the program's log might have it.
    fn printed(&self) -> String {
        let leak = if self.leak == Leak::Printed { self.secrets() } else { String::new() };
        format!("{:?} {:?} {leak}", self.room, self.log.last())
    }

    fn bidding(&self) -> bool {
        let seen = self.room.table().seen_by(Viewer::Spectator);
        seen.stage() == Stage::Playing && seen.tour().is_some_and(|tour| tour.bidding())
    }

    /// All hidden dice, for deliberate leaks.
    fn hands(&self) -> Option<AllHands> {
        let roll = self.log.iter().rev().find_map(roll)?;
        self.bidding().then_some(*roll)
    }

    fn secrets(&self) -> String {
        let hands = self.hands().unwrap_or_default();
        hands.values().map(Hand::to_string).collect::<Vec<_>>().join(" ")
    }

    fn aces(&self) -> usize {
        self.hands().unwrap_or_default().values().map(|hand| usize::from(hand.of(Face::Ace))).sum()
    }

    /// Whoever holds the turn, if it is a person.
    fn turn(&self) -> Option<Guest> {
        let table = self.room.table();
        let tour = table.seen_by(Viewer::Spectator).tour().filter(|_| table.stage() == Stage::Playing)?;
        match tour.players()[tour.game().turn()?.index()].who {
            Who::Person(id) => table.guest_of(id),
            Who::Bot(_) => None,
        }
    }

    fn line_of(&self, guest: Guest) -> Option<usize> {
        self.lines.iter().position(|line| line.as_ref().is_some_and(|line| line.guest == guest))
    }

    /// Does what a server does with an input, and collects what comes of it.
    fn feed(&mut self, input: &Input, now: Moment) -> Outcome {
        let dispatch = self.dispatch.clone();
        let mut outcome = Outcome::default();
        tracing::dispatcher::with_default(&dispatch, || {
            let effects = self.put(input, now, &mut outcome.answers);
            for effects in effects {
                let outside = self.outside(effects);
                outcome.outside.push(outside);
            }
            if self.leak == Leak::Log {
                tracing::trace!(hands = self.secrets(), "deliberate");
            }
        });
        self.keep_history();
        for line in 0..self.lines.len() {
            let heard = self.listen(line);
            if heard.closing.is_some()
                && let Some(line) = self.lines[line].take()
            {
                let effects = self.room.disconnect(line.key, now);
                let outside = self.outside(effects);
                outcome.outside.push(outside);
            }
            outcome.heard.push(heard);
        }
        outcome.log = self.written.take();
        outcome
    }

    fn put(&mut self, input: &Input, now: Moment, answers: &mut Vec<String>) -> Vec<Effects> {
        match input.clone() {
            Input::Connect { line, guest, after, language } => {
                let mut effects = Vec::new();
                if let Some(old) = self.lines[line].take() {
                    effects.push(self.room.disconnect(old.key, now));
                }
                let mailbox = Arc::new(Mailbox::default());
                let arrival = Arrival { guest, after, language, mailbox: Arc::clone(&mailbox) };
                match self.room.connect(arrival, now) {
                    Ok((key, more)) => {
                        self.lines[line] = Some(Line { key, guest, mailbox });
                        effects.push(more);
                    }
                    Err(closing) => answers.push(format!("{closing:?}")),
                }
                effects
            }
            Input::Disconnect { line } => {
                let old = self.lines[line].take();
                old.map(|line| self.room.disconnect(line.key, now)).into_iter().collect()
            }
            Input::Text { line, text } => {
                let Some(key) = self.lines[line].as_ref().map(|line| line.key) else { return Vec::new() };
                vec![self.say(key, &text, now)]
            }
            Input::Http { guest, order } => {
                let answer = self.room.carry_out(guest, Language::default(), order, now);
                answers.push(format!("{answer:?}"));
                // Nobody waits for it here.
                drop(self.room.signal());
                vec![self.room.settle(now)]
            }
            Input::Decided { turn, action } => vec![self.room.bot_decided(turn, Ok(action), now)],
            Input::Undecided => {
                self.room.ask_again();
                vec![self.room.wake(now)]
            }
            Input::Wake => vec![self.room.wake(now)],
            Input::Save => {
                if !self.storage_down
                    && let Some(last) = self.waiting.pop_front()
                {
                    self.durable = last;
                    if self.room.saved(last) {
                        return vec![self.room.storage_recovered(now)];
                    }
                }
                Vec::new()
            }
            Input::StorageFailed => {
                self.storage_down = true;
                self.room.storage_failed();
                Vec::new()
            }
            Input::StorageRecovered => {
                self.storage_down = false;
                vec![self.room.storage_recovered(now)]
            }
            Input::Notice(notice) => {
                self.room.notice(notice);
                Vec::new()
            }
        }
    }

    /// What a connection does with a text.
    fn say(&mut self, key: u64, text: &str, now: Moment) -> Effects {
        let seq = self.room.table().seq();
        let answer = match ClientMsg::parse(text) {
            Ok(ClientMsg::Order(order)) => return self.room.order(key, order, now),
            Ok(ClientMsg::Link { throw, link }) => return self.room.link(key, throw, link, now),
            Ok(ClientMsg::Ping) => ServerMsg::Pong { seq },
            Ok(ClientMsg::Hello { .. }) => {
                let body = RefusedBody { error: "hello-twice".to_owned(), ..RefusedBody::default() };
                ServerMsg::Refused { seq, body }
            }
            Err(MalformedMessageError { id, message }) => {
                let error = "malformed".to_owned();
                ServerMsg::Refused { seq, body: RefusedBody { id, error, message, ..RefusedBody::default() } }
            }
        };
        self.room.reply(key, |_| answer);
        Effects::default()
    }

    fn outside(&mut self, effects: Effects) -> Outside {
        let append = effects.append.map(|append| {
            for event in &append.events {
                self.log.push(serde_json::from_slice(&event.body).unwrap());
            }
            self.waiting.push_back(append.first_seq + append.events.len() as u64 - 1);
            let printed = format!("{append:?}");
            let leak = if self.leak == Leak::Append { self.aces() } else { 0 };
            let events = append.events.iter().map(|event| (event.at, event.body.len() + leak)).collect();
            let snapshot = append.snapshot.as_ref().map(Vec::len);
            Lengths { printed, first_seq: append.first_seq, events, snapshot, closes: append.closes }
        });
        if let Some(job) = &effects.ask {
            self.asked = Some(job.turn);
        }
        let leak = if self.leak == Leak::Pace { self.aces() as u64 } else { 0 };
        let wake = effects.wake.map(|wake| wake.after(Duration::from_millis(leak)));
        Outside { append, wake, ask: effects.ask.map(|job| job.turn) }
    }

    fn listen(&self, line: usize) -> Heard {
        let Some(line) = &self.lines[line] else { return Heard::default() };
        let mut frames = Vec::new();
        let closing = line.mailbox.take(&mut frames);
        let frames = frames.iter().map(|frame| self.leaking(text(frame))).collect();
        Heard { frames, closing }
    }

    /// A frame as a room with a mistake would send it.
    fn leaking(&self, frame: String) -> String {
        let table = self.room.table();
        let another = || table.situation(Seat::new(1)?).map(|(view, _)| view.hands().copied());
        match self.leak {
            Leak::WrongView if frame.contains(r#""type":"welcome""#) => {
                format!("{frame}{:?}", another().flatten())
            }
            Leak::Refusal if frame.contains(r#""type":"refused""#) => {
                let standing =
                    table.seen_by(Viewer::Spectator).tour().and_then(|tour| tour.game().standing());
                let bid = standing.map_or(Bid::new(1, Face::Two), |standing| standing.bid);
                format!("{frame}{}", self.hands().is_some_and(|hands| hands.fulfil(bid, true)))
            }
            Leak::Length => format!("{frame}{}", " ".repeat(self.aces())),
            _ => frame,
        }
    }
}

fn text(frame: &Frame) -> String {
    String::from_utf8(frame.bytes().to_vec()).unwrap()
}

fn roll(entry: &Entry) -> Option<&AllHands> {
    match &entry.event {
        TableEvent::Thrown { dice: ThrownDice::Rolled(hands), .. } => Some(hands),
        _ => None,
    }
}

/// The number of the last event that a frame knows of.
fn seq(frame: &str) -> u64 {
    let mut values = serde_json::Deserializer::from_str(frame).into_iter::<serde_json::Value>();
    values.next().unwrap().unwrap()["seq"].as_u64().unwrap()
}

/// The log with other dice in the last roll, of the same numbers; those of one seat stay.
fn exchanged(log: &[Entry], keep: Option<Seat>, random: &mut Random) -> Vec<Entry> {
    let mut log = log.to_vec();
    let last = log.iter().rposition(|entry| roll(entry).is_some()).unwrap();
    let TableEvent::Thrown { dice: ThrownDice::Rolled(hands), .. } = &mut log[last].event else {
        panic!("no roll")
    };
    let before = *hands;
    while *hands == before {
        *hands = BySeat::from_fn(|seat| {
            let dice = before[seat].len();
            if keep == Some(seat) {
                before[seat]
            } else {
                (0..dice).map(|_| Face::ALL[random.random_range(0..6)]).collect()
            }
        });
    }
    log
}

/// Someone who may come to the table.
struct Someone {
    guest: Guest,
    name: String,
    chain: Option<(Chain, u64)>,
    last_id: u64,
}

/// One game, played on twin tables round by round.
struct Play {
    random: Random,
    now: Moment,
    shell: Shell,
    people: Vec<Someone>,
    players: usize,
    /// How many lines the log had with the last roll.
    roll: usize,
    compared: Compared,
}

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Compared {
    rounds: usize,
    inputs: usize,
    frames: usize,
    refusals: usize,
    welcomes: usize,
    rolls: usize,
    decisions: usize,
    records: usize,
    undurable: usize,
}

impl Compared {
    fn add(&mut self, more: Compared) {
        self.rounds += more.rounds;
        self.inputs += more.inputs;
        self.frames += more.frames;
        self.refusals += more.refusals;
        self.welcomes += more.welcomes;
        self.rolls += more.rolls;
        self.decisions += more.decisions;
        self.records += more.records;
        self.undurable += more.undurable;
    }
}

fn one<'a, T>(random: &mut Random, of: &'a [T]) -> &'a T {
    &of[random.random_range(0..of.len())]
}

/// Every preset in turn, and rules that no document has.
fn rules(number: u64, random: &mut Random) -> Rules {
    if number.is_multiple_of(2) {
        return Preset::ALL[(number / 2) as usize % Preset::ALL.len()].rules();
    }
    loop {
        let mut spec = one(random, &Preset::ALL).spec();
        for axis in Axis::ALL {
            let value = one(random, &axis.values()).clone();
            spec.set(axis, &value).unwrap();
        }
        spec.players = 8;
        spec.dice = spec.dice.min(6);
        if let Ok(rules) = Rules::try_from(spec) {
            return rules;
        }
    }
}

impl Play {
    /// A table with two to eight players, some of whom may be bots, and a tour that has begun.
    fn begin(number: u64) -> Play {
        let mut random = Random::seed_from_u64(number);
        let rules = rules(number, &mut random);
        let players = random.random_range(2..=usize::from(rules.players.min(8)));
        let settings = Settings {
            seats: players as u8,
            tours: random.random_range(1..=3),
            clock: Clock {
                turn: [None, Some(3), Some(30)][random.random_range(0..3)],
                bank: random.random_range(0..60),
            },
            speed: *one(&mut random, &Speed::ALL),
            spectators: random.random_bool(0.8),
            public: random.random_bool(0.5),
            ..Settings::usual(rules)
        };
        let now = Moment(1_700_000_000_000 + number);
        let shell = Shell::open(settings, random.random(), now);
        let people = (0..players + 4)
            .map(|index| Someone {
                guest: Guest::of_secret([index as u8 + 1; 16]),
                name: format!("Player {index}"),
                chain: None,
                last_id: 0,
            })
            .collect();
        let mut play = Play { random, now, shell, people, players, roll: 0, compared: Compared::default() };
        for index in 0..players {
            play.connect(index, None);
            if index > 1 && play.random.random_bool(0.15) {
                play.order(0, WireCommand::Bot { chair: None, level: "steady".to_owned() });
                continue;
            }
            let chain = play.random.random_bool(0.6).then(|| Chain::new([index as u8; 32], 300));
            let tip = chain.as_ref().map(Chain::tip);
            play.people[index].chain = chain.map(|chain| (chain, 1));
            let name = play.people[index].name.clone();
            play.order(index, WireCommand::Join { name, chair: None, watch: false, program: false, tip });
        }
        play.order(0, WireCommand::Start);
        play
    }

    fn connect(&mut self, line: usize, after: Option<u64>) {
        let guest = self.people[line].guest;
        self.feed(&Input::Connect { line, guest, after, language: Language::default() });
    }

    fn order(&mut self, line: usize, command: WireCommand) {
        let input = self.text_of(line, command);
        self.feed(&input);
    }

    fn feed(&mut self, input: &Input) {
        self.shell.feed(input, self.now);
        while !self.shell.waiting.is_empty() {
            self.shell.feed(&Input::Save, self.now);
        }
    }

    /// Plays to the end of the match or so many rounds; an error says which viewer could tell the twins apart.
    fn run(mut self, rounds: usize, leak: Leak) -> Result<Compared, String> {
        for step in 0..rounds * 300 {
            if self.compared.rounds >= rounds || matches!(self.shell.room.table().stage(), Stage::Closed) {
                break;
            }
            if self.shell.bidding() {
                self.round(leak).map_err(|fault| format!("step {step}: {fault}"))?;
            } else if !self.pass() {
                break;
            }
        }
        Ok(self.compared)
    }

    /// What happens between rounds, on one table alone. Says whether the match goes on.
    fn pass(&mut self) -> bool {
        if self.shell.room.table().stage() == Stage::Waiting {
            return false;
        }
        self.give_links();
        self.now = self.now.after(Duration::from_millis(self.random.random_range(0..8_000)));
        if let Some(decided) = self.decision() {
            self.feed(&decided);
        } else if let Some(line) = self.shell.turn().and_then(|guest| self.shell.line_of(guest)) {
            let action = self.legal();
            let input = action.map(|action| self.text_of(line, WireCommand::Act { action }));
            if let Some(input) = input {
                self.feed(&input);
            }
        }
        self.feed(&Input::Wake);
        true
    }

    fn give_links(&mut self) {
        let throw = self.shell.room.table().seen_by(Viewer::Spectator).throws() + 1;
        for index in 0..self.players {
            if self.random.random_bool(0.8)
                && let Some(link) = self.link_for(index, throw)
                && let Some(line) = self.shell.line_of(self.people[index].guest)
            {
                let text = serde_json::to_string(&ClientMsg::Link { throw, link }).unwrap();
                self.feed(&Input::Text { line, text });
            }
        }
    }

    fn link_for(&self, index: usize, throw: u64) -> Option<Link> {
        let (chain, from) = self.people[index].chain.as_ref()?;
        chain.clone().open_nth(u32::try_from(throw.checked_sub(*from)? + 1).ok()?)
    }

    /// A scripted decision of a bot that was asked: its own would depend on its dice, as it should.
    fn decision(&mut self) -> Option<Input> {
        let turn = self.shell.asked?;
        if turn.after != self.shell.room.table().seq() {
            self.shell.asked = None;
            return None;
        }
        let action = self.legal()?;
        self.now = self.now.max(turn.due.after(Duration::from_millis(self.random.random_range(0..300))));
        Some(Input::Decided { turn, action })
    }

    /// A legal action, mostly a low bid.
    fn legal(&mut self) -> Option<Action> {
        let legal = self.shell.room.table().seen_by(Viewer::Spectator).tour()?.game().legal_actions();
        match self.random.random_range(0..12) {
            _ if legal.is_empty() => None,
            0..9 => legal.pick(self.random.random_range(0..legal.len().min(7))),
            _ => legal.pick(self.random.random_range(0..legal.len())),
        }
    }

    fn text_of(&mut self, line: usize, command: WireCommand) -> Input {
        let guest = self.shell.lines[line].as_ref().map(|line| line.guest);
        let someone = self.people.iter_mut().find(|one| Some(one.guest) == guest);
        let id = someone.map_or(1, |someone| {
            someone.last_id += 1;
            someone.last_id
        });
        let seen = self.shell.durable;
        let text = serde_json::to_string(&ClientMsg::Order(Order { id, seen, command })).unwrap();
        Input::Text { line, text }
    }

    /// One round on twin tables.
    fn round(&mut self, leak: Leak) -> Result<(), String> {
        self.compared.rounds += 1;
        let log = self.shell.log.clone();
        let viewer = self.random.random_range(0..=self.players);
        let table = self.shell.room.table();
        let keep = self.people.get(viewer).and_then(|someone| table.seat_of(table.viewer(someone.guest)));
        let seen: Vec<Guest> = (0..self.people.len())
            .map(|index| self.people[index].guest)
            .filter(|guest| {
                let seat = table.seat_of(table.viewer(*guest));
                let dice = |seat| table.situation(seat).is_some_and(|(view, _)| view.dice(seat) > 0);
                seat.is_some_and(|seat| Some(seat) != keep && dice(seat))
            })
            .collect();
        let only_kept = table
            .seen_by(Viewer::Spectator)
            .tour()
            .is_none_or(|tour| tour.game().with_dice().iter().all(|seat| Some(seat) == keep));
        assert!(!only_kept, "a round has two players");
        let twin_log = exchanged(&log, keep, &mut self.random);
        let snapshot = self.random.random_range(1..=log.len());
        let epoch = self.compared.rounds as u64 + 1;
        let mut twin = Shell::restart(&twin_log, snapshot, epoch, self.now);
        self.shell = Shell::restart(&log, snapshot, epoch, self.now);
        (twin.leak, self.shell.leak) = (leak, leak);

        self.roll = log.iter().rposition(|entry| roll(entry).is_some()).unwrap() + 1;
        let outcome = self.inputs(&mut twin, &seen);
        self.shell.leak = Leak::Nothing;
        // The rest belongs to one table alone.
        if self.shell.storage_down {
            self.feed(&Input::StorageRecovered);
        }
        self.feed(&Input::Wake);
        for index in 0..self.players {
            if self.shell.line_of(self.people[index].guest).is_none() {
                self.connect(index, None);
            }
        }
        outcome
    }

    fn inputs(&mut self, twin: &mut Shell, seen: &[Guest]) -> Result<(), String> {
        const ENOUGH: usize = 45;
        let mut expected: VecDeque<Input> = VecDeque::new();
        for index in 0..self.players + self.random.random_range(0..=2) {
            if self.random.random_bool(0.9) {
                let after = self.random.random_bool(0.6).then(|| self.a_number());
                let guest = self.people[index].guest;
                let language = *one(&mut self.random, Language::all());
                expected.push_back(Input::Connect { line: index, guest, after, language });
            }
        }
        let mut slow = false;
        for step in 0..ENOUGH * 4 {
            self.now = self.now.after(Duration::from_millis(self.random.random_range(0..400)));
            let input = match expected.pop_front() {
                Some(input) => input,
                None if step < ENOUGH => self.any_input(),
                None => self.ending_input(),
            };
            if self.step(twin, &input, seen)? {
                return Ok(());
            }
            if self.random.random_bool(0.1) {
                slow = !slow;
            }
            while (!slow || step >= ENOUGH) && !self.shell.storage_down && !self.shell.waiting.is_empty() {
                if self.step(twin, &Input::Save, seen)? {
                    return Ok(());
                }
            }
        }
        // Nobody was there to lift a cup: the next round begins from here.
        Ok(())
    }

    /// Gives both tables the same and compares what comes of it. Says whether the dice are open now.
    fn step(&mut self, twin: &mut Shell, input: &Input, seen: &[Guest]) -> Result<bool, String> {
        let guests: Vec<Option<Guest>> = (0..Shell::LINES)
            .map(|line| match input {
                Input::Connect { line: new, guest, .. } if *new == line => Some(*guest),
                _ => self.shell.lines[line].as_ref().map(|line| line.guest),
            })
            .collect();
        let mut first = self.shell.feed(input, self.now);
        let mut second = twin.feed(input, self.now);
        // From this event on the dice are open.
        let opening =
            self.shell.log[self.roll..].iter().position(is_open).map(|at| (self.roll + at + 1) as u64);
        let hidden = opening.is_none();
        self.compared.inputs += 1;
        self.compared.undurable += usize::from(!hidden);
        let differ = |what: &str, one: &dyn std::fmt::Debug, other: &dyn std::fmt::Debug| {
            Err(format!("{what} after {input:?}:\n{one:?}\n{other:?}"))
        };
        let mut open = false;
        for (line, guest) in guests.iter().enumerate() {
            let (one, other) = (&mut first.heard[line], &mut second.heard[line]);
            if let Some(at) = one.frames.iter().position(|frame| opening.is_some_and(|n| n <= seq(frame))) {
                open = true;
                one.frames.truncate(at);
                other.frames.truncate(at);
                (one.closing, other.closing) = (None, None);
            }
            let sees_other_dice = guest.is_some_and(|guest| seen.contains(&guest));
            let lengths = |heard: &Heard| heard.frames.iter().map(String::len).collect::<Vec<_>>();
            if !sees_other_dice && one != other {
                return differ(&format!("line {line} hears"), one, other);
            }
            if (lengths(one), one.closing) != (lengths(other), other.closing) {
                return differ(&format!("line {line} hears in length"), one, other);
            }
            if !sees_other_dice {
                self.compared.count(&one.frames);
            }
        }
        if first.answers != second.answers {
            return differ("answers", &first.answers, &second.answers);
        }
        if hidden {
            if first.outside != second.outside {
                return differ("outside", &first.outside, &second.outside);
            }
            if first.log != second.log {
                return differ("log", &first.log, &second.log);
            }
            self.compared.decisions += first.outside.iter().filter(|outside| outside.ask.is_some()).count();
        }
        let opened = opening.is_some_and(|number| number <= self.shell.in_history as u64);
        if !opened && !open && self.compared.inputs.is_multiple_of(4) {
            for someone in self.people.iter().filter(|someone| !seen.contains(&someone.guest)) {
                let viewer = self.shell.room.table().viewer(someone.guest);
                let (one, other) = (self.shell.record(viewer), twin.record(viewer));
                if one != other {
                    return differ("records", &one, &other);
                }
                self.compared.records += usize::from(one.is_some());
            }
            let summary = |shell: &Shell| {
                let table = shell.room.table();
                format!("{:?} {:?} {}", table.stage(), table.chairs(), shell.room.presence().guests_online())
            };
            if hidden && summary(&self.shell) != summary(twin) {
                return differ("summaries", &summary(&self.shell), &summary(twin));
            }
            if hidden && self.shell.printed() != twin.printed() {
                return differ("printed", &self.shell.printed(), &twin.printed());
            }
        }
        Ok(open || opened)
    }

    fn a_number(&mut self) -> u64 {
        match self.random.random_range(0..6) {
            0 => 0,
            1 => u64::MAX,
            2 => self.shell.durable,
            _ => (self.roll as u64).saturating_sub(self.random.random_range(0..6)),
        }
    }

    /// An input that brings the round to its end.
    fn ending_input(&mut self) -> Input {
        if self.shell.storage_down {
            return Input::StorageRecovered;
        }
        let legal =
            self.shell.room.table().seen_by(Viewer::Spectator).tour().map(|tour| tour.game().legal_actions());
        let dudo = legal.is_some_and(|legal| legal.contains(Action::Dudo)).then_some(Action::Dudo);
        if let Some(Input::Decided { turn, action }) = self.decision() {
            return Input::Decided { turn, action: dudo.unwrap_or(action) };
        }
        let Some(guest) = self.shell.turn() else { return Input::Wake };
        match (self.shell.line_of(guest), dudo.or_else(|| self.legal())) {
            (Some(line), Some(action)) => self.text_of(line, WireCommand::Act { action }),
            _ => {
                let line = self.random.random_range(0..Shell::LINES);
                Input::Connect { line, guest, after: None, language: Language::default() }
            }
        }
    }

    fn any_input(&mut self) -> Input {
        let line = self.random.random_range(0..Shell::LINES);
        match self.random.random_range(0..100) {
            0..24 => {
                if let Some(decided) = self.decision() {
                    return decided;
                }
                let turn = self.shell.turn().and_then(|guest| self.shell.line_of(guest));
                match (turn, self.legal()) {
                    (Some(line), Some(action)) => self.text_of(line, WireCommand::Act { action }),
                    _ => Input::Wake,
                }
            }
            24..34 => {
                let action = self.any_action();
                self.text_of(line, WireCommand::Act { action })
            }
            34..58 => {
                let command = self.any_command();
                self.text_of(line, command)
            }
            58..66 => Input::Text { line, text: self.any_text() },
            66..78 => {
                let guest = one(&mut self.random, &self.people).guest;
                let after = self.random.random_bool(0.6).then(|| self.a_number());
                let language = *one(&mut self.random, Language::all());
                Input::Connect { line, guest, after, language }
            }
            78..82 => Input::Disconnect { line },
            82..90 => {
                let wait = *one(&mut self.random, &[0, 500, 1_500, 5_000, 16_000, 40_000, 100_000]);
                self.now = self.now.after(Duration::from_millis(wait));
                Input::Wake
            }
            90..93 => {
                if self.shell.storage_down {
                    Input::StorageRecovered
                } else {
                    Input::StorageFailed
                }
            }
            93..95 => Input::Undecided,
            95..96 => Input::Notice(Notice::Restarting),
            96..98 => match self.shell.asked {
                // A bot that errs, or one that thought too long.
                Some(turn) => Input::Decided { turn, action: self.any_action() },
                None => Input::Wake,
            },
            _ => {
                let index = self.random.random_range(0..self.people.len());
                let guest = self.people[index].guest;
                let id = 1_000_000 + self.random.random_range(0..1_000);
                let order = Order { id, seen: self.shell.room.table().seq(), command: self.any_command() };
                Input::Http { guest, order }
            }
        }
    }

    fn any_action(&mut self) -> Action {
        match self.random.random_range(0..8) {
            // A showdown ends the round: seldom.
            0 if self.random.random_bool(0.2) => Action::Dudo,
            1 if self.random.random_bool(0.2) => Action::Calza,
            2 => Action::Maputo,
            3 => Action::Pass,
            _ => {
                let face = *one(&mut self.random, &Face::ALL);
                Action::Bid(Bid::new(self.random.random_range(1..=90), face))
            }
        }
    }

    fn any_command(&mut self) -> WireCommand {
        let text = |random: &mut Random| {
            let texts = ["hi", "  ", "a\u{7}b", "привет", "3x4?", &"x".repeat(201)];
            (*one(random, &texts)).to_owned()
        };
        let number = self.random.random_range(0..12);
        let on = self.random.random_bool(0.5);
        match self.random.random_range(0..40) {
            0..8 => WireCommand::Say { text: text(&mut self.random) },
            8..13 => {
                let emotes = ["wow", "bluff", "shrug", ""];
                WireCommand::Emote { emote: (*one(&mut self.random, &emotes)).to_owned() }
            }
            13..18 => {
                let names = ["Player 0", "x:y", "Olga", "Pavel P", "", "Player 5"];
                let name = (*one(&mut self.random, &names)).to_owned();
                let chair = on.then_some(number as u8);
                let tip = self.random.random_bool(0.3).then(|| Link::new([number as u8; 32]));
                WireCommand::Join { name, chair, watch: self.random.random_bool(0.5), program: on, tip }
            }
            18..20 => WireCommand::Start,
            20..22 => {
                let levels = ["steady", "novice", "hal"];
                WireCommand::Bot {
                    chair: on.then_some(number as u8),
                    level: (*one(&mut self.random, &levels)).to_owned(),
                }
            }
            22..24 => WireCommand::Host { person: number },
            24..27 => {
                let rules = ["classic", "chess", "calza dice=1", "tournament players=3 dice=2"];
                let rules = Some((*one(&mut self.random, &rules)).to_owned());
                let settings = WireSettings { rules, seats: Some(number as u8), ..WireSettings::default() };
                WireCommand::Settings { settings }
            }
            27..30 => WireCommand::Back,
            30..32 => WireCommand::Chat { on },
            32..34 => WireCommand::Silence { person: number, on },
            34..37 => WireCommand::Commit { tip: Link::new([number as u8; 32]) },
            // Who leaves in the middle makes the round void: seldom.
            37 if self.random.random_bool(0.3) => WireCommand::Leave,
            38 if self.random.random_bool(0.3) => WireCommand::Remove { chair: number as u8 },
            _ => WireCommand::Remove { chair: 200 },
        }
    }

    /// What clients may send that is no command, or an old one.
    fn any_text(&mut self) -> String {
        let throw = self.shell.room.table().seen_by(Viewer::Spectator).throws() + 1;
        match self.random.random_range(0..10) {
            0..3 => r#"{"type":"ping"}"#.to_owned(),
            3 => r#"{"type":"hello","protocol":1,"guest":"00000000000000000000000000000000"}"#.to_owned(),
            4 => r#"{"type":"act","id":5,"seen":1,"action":"7x7"}"#.to_owned(),
            5 => "{\"type\":".to_owned(),
            6 => {
                let id = self.random.random_range(0..9);
                format!(
                    r#"{{"type":"say","id":{id},"seen":{},"text":"again"}}"#,
                    self.random.random_range(0..30)
                )
            }
            7 => serde_json::to_string(&ClientMsg::Link { throw, link: Link::new([9; 32]) }).unwrap(),
            _ => {
                let index = self.random.random_range(0..self.players);
                let link = self.link_for(index, throw).unwrap_or(Link::new([1; 32]));
                serde_json::to_string(&ClientMsg::Link { throw, link }).unwrap()
            }
        }
    }
}

/// Whether an event lifts the cups, or makes the round void, after which its dice are open.
fn is_open(entry: &Entry) -> bool {
    matches!(
        entry.event,
        TableEvent::Public(
            PublicEvent::Withdrawn { .. } | PublicEvent::Acted { event: PlayerEvent::Revealed(_), .. }
        )
    )
}

impl Compared {
    fn count(&mut self, frames: &[String]) {
        let of = |what: &str| frames.iter().filter(|frame| frame.contains(what)).count();
        self.frames += frames.len();
        self.refusals += of(r#""type":"refused""#);
        self.welcomes += of(r#""type":"welcome""#);
        self.rolls += of(r#""what":"rolled""#);
    }
}

#[test]
fn no_viewer_can_tell_tables_apart_that_differ_in_hidden_dice() {
    const GAMES: u64 = 240;
    let mut compared = Compared::default();
    for number in 0..GAMES {
        match Play::begin(number).run(6, Leak::Nothing) {
            Ok(more) => compared.add(more),
            Err(fault) => panic!("game {number}: {fault}"),
        }
    }
    let found = format!("{compared:?}");
    assert!(compared.rounds as u64 > 3 * GAMES && compared.frames > 20 * compared.rounds, "{found}");
    for count in [compared.refusals, compared.welcomes, compared.rolls, compared.records, compared.undurable]
    {
        assert!(count > 500, "{found}");
    }
    assert!(compared.decisions > 500, "{found}");
}

#[test]
fn a_room_that_leaked_would_be_found_whatever_it_leaks_by() {
    for leak in Leak::ALL {
        let found = (0..20).any(|number| Play::begin(number).run(6, leak).is_err());
        assert!(found, "{leak:?}");
    }
}

/// Puts a log into a file and serves it.
async fn serve(folder: &tempfile::TempDir, name: &str, log: &[Entry]) -> std::net::SocketAddr {
    let path = folder.path().join(name).display().to_string();
    let mut store = store::open(&path).unwrap();
    let node = Node { name: "main".to_owned(), session: 1, lease: Duration::from_secs(60) };
    store.take_over(&node, &mut |_| ()).unwrap();
    let event = |entry: &Entry| NewEvent { at: entry.at.0 as i64, body: serde_json::to_vec(entry).unwrap() };
    let events = log.iter().map(event).collect();
    let append =
        Append { table: ID, epoch: 1, first_seq: 1, creates: true, events, snapshot: None, closes: false };
    assert_eq!(store.commit(&node, &[append]).unwrap(), [Fate::Written]);
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        database: path,
        node: node.name,
        lease: node.lease,
        public_url: None,
        origins: Vec::new(),
        trust_proxy: false,
        bot_threads: 1,
        limits: Limits::default(),
    };
    let server = Server::start(config, Entropy::new(|bytes| bytes.fill(5))).await.unwrap();
    let address = server.address().unwrap();
    tokio::spawn(server.run(Box::pin(std::future::pending())));
    address
}

/// The whole answer to a request, but for its date.
async fn ask(address: std::net::SocketAddr, request: &str, more: &str) -> String {
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

/// A room with that many people, of whom all but the first two watch.
fn crowd(people: u8) -> (Shell, Moment) {
    let now = Moment(1_700_000_000_000);
    let rules = Preset::ALL[0].rules();
    let mut shell = Shell::open(Settings { tours: 1, ..Settings::usual(rules) }, [1; 32], now);
    shell.lines.resize_with(usize::from(people), || None);
    for number in 0..people {
        let (line, guest) = (usize::from(number), Guest::of_secret([number; 16]));
        shell.feed(&Input::Connect { line, guest, after: None, language: Language::default() }, now);
        let (name, watch) = (format!("x{number}"), number > 1);
        let command = WireCommand::Join { name, chair: None, watch, program: false, tip: None };
        let text = serde_json::to_string(&ClientMsg::Order(Order { id: 1, seen: 0, command })).unwrap();
        shell.feed(&Input::Text { line, text }, now);
        while !shell.waiting.is_empty() {
            shell.feed(&Input::Save, now);
        }
    }
    (shell, now)
}

#[test]
fn who_comes_back_is_told_nothing_that_the_log_does_not_have() {
    let (mut shell, now) = crowd(2);
    let leave = r#"{"type":"leave","id":2,"seen":1}"#.to_owned();
    shell.feed(&Input::Text { line: 0, text: leave }, now);
    let (guest, after) = (Guest::of_secret([1; 16]), Some(shell.durable));
    let back = Input::Connect { line: 1, guest, after, language: Language::default() };
    let heard = shell.feed(&back, now).heard.swap_remove(1).frames;
    assert!(!heard.iter().any(|frame| frame.contains(r#""host":true"#)), "{heard:?}");
}

#[test]
fn however_much_is_due_at_once_all_of_it_happens() {
    let (mut shell, now) = crowd(100);
    for line in 0..100 {
        shell.feed(&Input::Disconnect { line }, now);
    }
    let mut next = now.after(Duration::from_secs(301));
    loop {
        let outcome = shell.feed(&Input::Wake, next);
        while !shell.waiting.is_empty() {
            shell.feed(&Input::Save, next);
        }
        match outcome.outside.iter().filter_map(|outside| outside.wake).min() {
            Some(wake) => next = wake.max(next),
            None => break,
        }
    }
    assert_eq!(shell.room.table().stage(), Stage::Closed);
}

#[test]
fn a_log_that_is_a_little_behind_all_the_time_stops_nothing() {
    let (mut shell, mut now) = crowd(2);
    let start = r#"{"type":"start","id":2,"seen":1}"#.to_owned();
    shell.feed(&Input::Text { line: 0, text: start }, now);
    let mut rolled = false;
    // Someone says something every tenth of a second, and the log has it three tenths later.
    for id in 3..103 {
        now = now.after(Duration::from_millis(100));
        let text = format!(r#"{{"type":"say","id":{id},"seen":{},"text":"x"}}"#, shell.durable);
        let mut heard = shell.feed(&Input::Text { line: 1, text }, now).heard;
        while shell.waiting.len() > 3 {
            heard.extend(shell.feed(&Input::Save, now).heard);
        }
        heard.extend(shell.feed(&Input::Wake, now).heard);
        assert!(!shell.waiting.is_empty());
        rolled |= heard.iter().flat_map(|heard| &heard.frames).any(|f| f.contains(r#""what":"rolled""#));
    }
    assert!(rolled, "nobody has dice yet");
}

#[test]
fn while_the_log_stands_still_so_does_time_and_then_all_goes_on() {
    let (mut shell, begun) = crowd(2);
    let start = r#"{"type":"start","id":2,"seen":1}"#.to_owned();
    shell.feed(&Input::Text { line: 0, text: start }, begun);
    let before = shell.room.table().seq();
    let much_later = begun.after(Duration::from_secs(3600));
    for seconds in [1, 60, 3600] {
        shell.feed(&Input::Wake, begun.after(Duration::from_secs(seconds)));
        assert_eq!(shell.room.table().seq(), before, "nobody may run out of time unheard");
    }
    while !shell.waiting.is_empty() {
        shell.feed(&Input::Save, much_later);
    }
    assert!(shell.room.table().seq() > before, "nobody had to wake it");
}
