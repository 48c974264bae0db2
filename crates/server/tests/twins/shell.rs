//! A room with what is around it.

use super::*;

pub(super) struct Line {
    pub(super) key: u64,
    pub(super) guest: Guest,
    pub(super) mailbox: Arc<Mailbox>,
}

/// A room with what is around it.
pub(super) struct Shell {
    pub(super) room: Room,
    pub(super) log: Vec<Entry>,
    /// The last numbers of the appends that are on their way to the log.
    pub(super) waiting: VecDeque<u64>,
    pub(super) storage_down: bool,
    /// The number of the last event that the log has.
    pub(super) durable: u64,
    pub(super) history: History,
    pub(super) in_history: usize,
    pub(super) lines: Vec<Option<Line>>,
    pub(super) asked: Option<BotTurn>,
    pub(super) written: Lines,
    pub(super) dispatch: Dispatch,
    pub(super) leak: Leak,
}

impl Shell {
    pub(super) const LINES: usize = 14;

    pub(super) fn of_room(room: Room) -> Shell {
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

    pub(super) fn open(settings: Settings, secret: [u8; 32], now: Moment) -> Shell {
        let mut shell = Shell::of_room(Room::open(ID, settings, secret, now));
        shell.feed(&Input::Wake, now);
        shell
    }

    /// The room as it comes back from its log after a restart, from a snapshot of its first events.
    pub(super) fn restart(log: &[Entry], snapshot: usize, epoch: u64, now: Moment) -> Shell {
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

    pub(super) fn keep_history(&mut self) {
        let durable = self.durable as usize;
        for entry in &self.log[self.in_history..durable] {
            self.history.add(entry);
        }
        self.in_history = durable;
    }

    /// The record of the tour that is played, as anyone can ask for it over HTTP.
    pub(super) fn record(&self, viewer: Viewer) -> Option<String> {
        let record = self.history.unfinished(viewer);
        if self.leak == Leak::Record { record.map(|text| text + &self.secrets()) } else { record }
    }

    /// Everything of it as a line of the program's log might have it.
    pub(super) fn printed(&self) -> String {
        let leak = if self.leak == Leak::Printed { self.secrets() } else { String::new() };
        format!("{:?} {:?} {leak}", self.room, self.log.last())
    }

    pub(super) fn bidding(&self) -> bool {
        let seen = self.room.table().seen_by(Viewer::Spectator);
        seen.stage() == Stage::Playing && seen.tour().is_some_and(|tour| tour.bidding())
    }

    /// All hidden dice, for deliberate leaks.
    pub(super) fn hands(&self) -> Option<AllHands> {
        let roll = self.log.iter().rev().find_map(roll)?;
        self.bidding().then_some(*roll)
    }

    pub(super) fn secrets(&self) -> String {
        let hands = self.hands().unwrap_or_default();
        hands.values().map(Hand::to_string).collect::<Vec<_>>().join(" ")
    }

    pub(super) fn aces(&self) -> usize {
        self.hands().unwrap_or_default().values().map(|hand| usize::from(hand.of(Face::Ace))).sum()
    }

    /// Whoever holds the turn, if it is a person.
    pub(super) fn turn(&self) -> Option<Guest> {
        let table = self.room.table();
        let tour = table.seen_by(Viewer::Spectator).tour().filter(|_| table.stage() == Stage::Playing)?;
        match tour.players()[tour.game().turn()?.index()].who {
            Who::Person(id) => table.guest_of(id),
            Who::Bot(_) => None,
        }
    }

    pub(super) fn line_of(&self, guest: Guest) -> Option<usize> {
        self.lines.iter().position(|line| line.as_ref().is_some_and(|line| line.guest == guest))
    }

    /// Does what a server does with an input, and collects what comes of it.
    pub(super) fn feed(&mut self, input: &Input, now: Moment) -> Outcome {
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

    pub(super) fn put(&mut self, input: &Input, now: Moment, answers: &mut Vec<String>) -> Vec<Effects> {
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
                        return vec![self.room.wake(now)];
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
                self.room.storage_recovered();
                vec![self.room.wake(now)]
            }
            Input::Notice(notice) => {
                self.room.notice(notice);
                Vec::new()
            }
        }
    }

    /// What a connection does with a text.
    pub(super) fn say(&mut self, key: u64, text: &str, now: Moment) -> Effects {
        let seq = self.room.table().seq();
        let answer = match ClientMsg::parse(text) {
            Ok(ClientMsg::Order(order)) => return self.room.order(key, order, now),
            Ok(ClientMsg::Link { throw, link }) => return self.room.link(key, throw, link, now),
            Ok(ClientMsg::Show { throw, link }) => return self.room.show(key, throw, link, now),
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

    pub(super) fn outside(&mut self, effects: Effects) -> Outside {
        let append = effects.append.map(|append| {
            for event in &append.events {
                self.log.push(serde_json::from_slice(&event.body).unwrap());
            }
            if let Some(secret) = &append.secret {
                self.log[0] = self.log[0].clone().with_secret(secret[..].try_into().unwrap());
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

    pub(super) fn listen(&self, line: usize) -> Heard {
        let Some(line) = &self.lines[line] else { return Heard::default() };
        let mut frames = Vec::new();
        let closing = line.mailbox.take(&mut frames);
        let frames = frames.iter().map(|frame| self.leaking(text(frame))).collect();
        Heard { frames, closing }
    }

    /// A frame as a room with a mistake would send it.
    pub(super) fn leaking(&self, frame: String) -> String {
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

pub(super) fn text(frame: &Frame) -> String {
    String::from_utf8(frame.bytes().to_vec()).unwrap()
}

pub(super) fn roll(entry: &Entry) -> Option<&AllHands> {
    match &entry.event {
        TableEvent::Thrown { dice: ThrownDice::Rolled(hands), .. } => Some(hands),
        _ => None,
    }
}

/// The number of the last event that a frame knows of.
pub(super) fn seq(frame: &str) -> u64 {
    let mut values = serde_json::Deserializer::from_str(frame).into_iter::<serde_json::Value>();
    values.next().unwrap().unwrap()["seq"].as_u64().unwrap()
}
