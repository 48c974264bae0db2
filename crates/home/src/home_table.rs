//! A table with everyone at it in one program.

use perudo_protocol::{BadSettings, ClientMsg, Order, ServerMsg, WireSettings, You, orders};
use perudo_rules::Action;
use perudo_table::{
    CommandId, Entry, Guest, History, Moment, Next, Presence, Repeat, Stage, Table, TableCommand, TableEvent,
    TableRefusal, Viewer,
};
use perudo_words::Language;

use crate::Thought;

/// A table with everyone at it in one program. One of them looks at it at a time.
pub struct HomeTable {
    table: Table,
    presence: Presence,
    log: Vec<Entry>,
    guests: Vec<Guest>,
    looker: Option<Guest>,
    you: You,
    /// The event after which a bot was asked for a decision.
    asked_after: Option<u64>,
    decided: Option<Decided>,
    /// How far this table's time is ahead of the clock.
    ahead: u64,
}

struct Decided {
    thought: Thought,
    action: Action,
}

/// What came of something that was done to a table.
#[derive(Debug, Default)]
#[must_use]
pub struct Step {
    /// What the one who looks is told.
    pub told: Vec<ServerMsg>,
    /// When to wake the table.
    pub wake: Option<Moment>,
    /// A bot has to decide.
    pub thought: Option<Box<Thought>>,
}

/// A log from which no table can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotRestored;

impl HomeTable {
    /// How many things happen by themselves in one go.
    const AT_ONCE: usize = 64;

    /// A new table. Its dice follow from the secret, and from the chains of those who have one.
    pub fn open(
        name: &str,
        settings: &WireSettings,
        secret: [u8; 32],
        now: Moment,
    ) -> Result<HomeTable, BadSettings> {
        let settings = settings.check()?;
        let event = TableEvent::Opened { settings, table: name.to_owned(), secret };
        let entry = Entry { at: now, by: None, event };
        // The first line always opens a table.
        HomeTable::restore(vec![entry], now).map_err(|NotRestored| BadSettings::Range(Vec::new()))
    }

    /// The table that a log tells of.
    pub fn restore(log: Vec<Entry>, now: Moment) -> Result<HomeTable, NotRestored> {
        let (first, rest) = log.split_first().ok_or(NotRestored)?;
        let mut table = Table::open(first).ok_or(NotRestored)?;
        for entry in rest {
            table.apply(entry);
        }
        // A table that was hurried is ahead of the clock, and time never goes back.
        let ahead = log.last().map_or(0, |last| last.at.0.saturating_sub(now.0));
        let presence = Presence::new(Moment(now.0 + ahead));
        let (looker, you) = (None, You::default());
        let guests = Vec::new();
        Ok(HomeTable { table, presence, log, guests, looker, you, asked_after: None, decided: None, ahead })
    }

    /// Everything that happened, to be kept.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Whether a tour is being played.
    pub fn is_playing(&self) -> bool {
        self.table.stage() == Stage::Playing
    }

    /// The tours so far.
    pub fn history(&self) -> History {
        let mut history = History::default();
        for entry in &self.log {
            history.add(entry);
        }
        history
    }

    /// Someone is here from now on.
    pub fn come(&mut self, guest: Guest, now: Moment) {
        if !self.guests.contains(&guest) {
            self.guests.push(guest);
            self.presence.connected(guest, self.time(now));
        }
    }

    /// From now on that guest looks; nobody: what anyone may see is shown.
    pub fn look(&mut self, guest: Option<Guest>, now: Moment) -> Step {
        self.looker = guest;
        let seen = self.table.seen_by(self.viewer());
        self.you = ServerMsg::who(&seen);
        let welcome = ServerMsg::welcome(&seen);
        let mut step = self.settle(now);
        step.told.insert(0, welcome);
        step
    }

    /// A guest says something.
    pub fn hear(&mut self, guest: Guest, message: ClientMsg, language: Language, now: Moment) -> Step {
        let mut told = Vec::new();
        match message {
            ClientMsg::Order(order) => {
                let reply = self.carry_out(guest, order, language, now, &mut told);
                told.push(reply);
            }
            ClientMsg::Link { throw, link } => match self.table.viewer(guest) {
                Viewer::Person(id) if self.table.accepts_link(id, throw, &link) => {
                    self.presence.give_link(id, link);
                }
                _ => {
                    let body = orders::refused(None, TableRefusal::BadLink.name(), orders::words(language));
                    told.push(ServerMsg::Refused { seq: self.table.seq(), body });
                }
            },
            ClientMsg::Ping => told.push(ServerMsg::Pong { seq: self.table.seq() }),
            ClientMsg::Hello { .. } => {}
        }
        let mut step = self.settle(now);
        told.append(&mut step.told);
        Step { told, ..step }
    }

    /// What a bot decided.
    pub fn decided(&mut self, thought: Thought, action: Action, now: Moment) -> Step {
        self.decided = Some(Decided { thought, action });
        self.settle(now)
    }

    /// The moment has come at which something may be due.
    pub fn wake(&mut self, now: Moment) -> Step {
        self.settle(now)
    }

    /// What would happen by itself a little later happens now.
    pub fn hurry(&mut self, now: Moment) -> Step {
        let time = self.time(now);
        let due = match (&self.decided, self.table.next(&self.presence, time)) {
            (Some(decided), Next::Wait { .. }) => Some(decided.thought.due()),
            (None, Next::Wait { until, thinking: None }) => until,
            _ => None,
        };
        if let Some(due) = due {
            self.ahead += due.0.saturating_sub(time.0);
        }
        self.settle(now)
    }

    fn carry_out(
        &mut self,
        guest: Guest,
        order: Order,
        language: Language,
        now: Moment,
        told: &mut Vec<ServerMsg>,
    ) -> ServerMsg {
        let words = orders::words(language);
        let Order { command, id, seen } = order;
        let refuse = |table: &Table, body| ServerMsg::Refused { seq: table.seq(), body };
        match self.table.repeat(guest, CommandId { id, seen }) {
            Repeat::Done(event) => return ServerMsg::Done { seq: self.table.seq(), id, event },
            Repeat::TooOld => return refuse(&self.table, orders::refused(Some(id), "too-old", words)),
            Repeat::New => {}
        }
        let command = match orders::command(command) {
            Ok(command) => command,
            Err(unfit) => return refuse(&self.table, orders::unfit(Some(id), &unfit, words)),
        };
        match self.table.decide(Some(guest), &command) {
            Ok(event) => {
                self.happen(Entry { at: self.time(now), by: Some((guest, id)), event }, told);
                ServerMsg::Done { seq: self.table.seq(), id, event: self.table.seq() }
            }
            Err(refusal) => {
                let seen = self.table.seen_by(self.table.viewer(guest));
                refuse(&self.table, orders::refusal(id, &refusal, &seen, words))
            }
        }
    }

    /// The table's own time.
    fn time(&self, now: Moment) -> Moment {
        Moment(now.0.saturating_add(self.ahead))
    }

    fn viewer(&self) -> Viewer {
        self.looker.map_or(Viewer::Spectator, |guest| self.table.viewer(guest))
    }

    /// Lets everything happen that is due.
    fn settle(&mut self, now: Moment) -> Step {
        let time = self.time(now);
        let mut step = Step::default();
        for _ in 0..HomeTable::AT_ONCE {
            match self.table.next(&self.presence, time) {
                Next::Now(event) => {
                    self.happen(Entry { at: time, by: None, event: *event }, &mut step.told);
                }
                Next::Wait { until, thinking } => {
                    step.wake = until.map(|until| Moment(until.0.saturating_sub(self.ahead)));
                    let Some(thinking) = thinking else { return step };
                    let decided =
                        self.decided.take_if(|known| known.thought.thinking.after == thinking.after);
                    match decided {
                        Some(Decided { thought, action }) if thought.due() <= time => {
                            self.play(&thought, action, time, &mut step.told);
                        }
                        Some(decided) => {
                            let due = Moment(decided.thought.due().0.saturating_sub(self.ahead));
                            step.wake = Some(step.wake.map_or(due, |wake| wake.min(due)));
                            self.decided = Some(decided);
                            return step;
                        }
                        None => {
                            step.thought = self.ask(thinking).map(Box::new);
                            return step;
                        }
                    }
                }
            }
        }
        step.wake = Some(now);
        step
    }

    fn play(&mut self, thought: &Thought, action: Action, time: Moment, told: &mut Vec<ServerMsg>) {
        let command = TableCommand::BotAct { seat: thought.thinking.seat, action };
        match self.table.decide(None, &command) {
            Ok(event) => self.happen(Entry { at: time, by: None, event }, told),
            // A bot that errs is asked once more, with other luck.
            Err(_) => self.asked_after = None,
        }
    }

    fn ask(&mut self, thinking: perudo_table::Thinking) -> Option<Thought> {
        if self.asked_after == Some(thinking.after) {
            return None;
        }
        let (view, bids) = self.table.situation(thinking.seat)?;
        let bids = bids.to_vec();
        self.asked_after = Some(thinking.after);
        Some(Thought { thinking, view, bids })
    }

    /// Something happened: the table changes, and who looks is told.
    fn happen(&mut self, entry: Entry, told: &mut Vec<ServerMsg>) {
        self.table.apply(&entry);
        let viewer = self.viewer();
        let seen = self.table.seen_by(viewer);
        if let Some(event) = entry.event.seen_by(self.table.seat_of(viewer)) {
            told.extend(ServerMsg::event(&event, &seen));
        }
        let you = ServerMsg::who(&seen);
        if you != self.you {
            self.you = you;
            told.push(ServerMsg::You { seq: self.table.seq(), you });
        }
        self.log.push(entry);
    }
}
