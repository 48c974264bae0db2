//! A table with everyone at it in one program.

use perudo_bots::BotKind;
use perudo_explain::{explain_invalid_command, explain_reason, explain_refusal};
use perudo_protocol::{ClientMsg, InvalidSettingsError, Order, ServerMsg, WireSettings, You};
use perudo_rules::Action;
use perudo_table::{
    Chair, CommandId, Entry, Guest, History, Moment, Next, Presence, Repeat, Stage, Table, TableCommand,
    TableEvent, TableRefusal, Viewer,
};
use perudo_words::{Language, Words};

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
    ) -> Result<HomeTable, InvalidSettingsError> {
        let settings = settings.check()?;
        let event = TableEvent::Opened { settings, table: name.to_owned(), secret };
        let entry = Entry { at: now, by: None, event };
        // The first line always opens a table.
        HomeTable::restore(vec![entry], now).map_err(|NotRestored| InvalidSettingsError::Range(Vec::new()))
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

    /// The bots around it, by their names on the ladder.
    pub fn bots(&self) -> Vec<String> {
        let level = |chair: &Chair| match chair {
            Chair::Bot { level, .. } => Some(level.clone()),
            Chair::Empty | Chair::Person(_) => None,
        };
        self.table.chairs().iter().filter_map(level).collect()
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
        // Whoever begins to look may have missed that a bot was asked.
        self.asked_after.take_if(|_| self.decided.is_none());
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
                    let body = explain_reason(None, TableRefusal::BadLink.name(), Words::of(language));
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
        if self.asked_after == Some(thought.thinking.after) {
            self.decided = Some(Decided { thought, action });
        }
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
        let words = Words::of(language);
        let Order { command, id, seen } = order;
        let refuse = |table: &Table, body| ServerMsg::Refused { seq: table.seq(), body };
        match self.table.repeat(guest, CommandId { id, seen }) {
            Repeat::Done(event) => return ServerMsg::Done { seq: self.table.seq(), id, event },
            Repeat::TooOld => return refuse(&self.table, explain_reason(Some(id), "too-old", words)),
            Repeat::New => {}
        }
        let command = match command.into_table_command(|name| BotKind::named(name).is_some()) {
            Ok(command) => command,
            Err(error) => return refuse(&self.table, explain_invalid_command(Some(id), &error, words)),
        };
        match self.table.decide(Some(guest), &command) {
            Ok(event) => {
                self.happen(Entry { at: self.time(now), by: Some((guest, id)), event }, told);
                ServerMsg::Done { seq: self.table.seq(), id, event: self.table.seq() }
            }
            Err(refusal) => {
                let seen = self.table.seen_by(self.table.viewer(guest));
                refuse(&self.table, explain_refusal(Some(id), &refusal, &seen, words))
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

#[cfg(test)]
mod tests {
    use perudo_protocol::{View, WireCommand, WireEvent};
    use perudo_rules::Hand;

    use super::*;

    const ANNA: [u8; 16] = [1; 16];
    const BORIS: [u8; 16] = [2; 16];

    fn guest(secret: [u8; 16]) -> Guest {
        Guest::of_secret(secret)
    }

    fn table(people: &[([u8; 16], &str)], bots: usize) -> HomeTable {
        let settings = WireSettings { turn: Some(0), seats: Some(4), ..WireSettings::default() };
        let mut table = HomeTable::open("kitchen", &settings, [7; 32], Moment(1_000)).unwrap();
        for (index, (secret, name)) in people.iter().enumerate() {
            table.come(guest(*secret), Moment(1_000));
            let join = WireCommand::Join {
                name: (*name).to_owned(),
                chair: None,
                watch: false,
                program: false,
                tip: None,
            };
            accepted(&order(&mut table, *secret, join, index as u64, 1_000));
        }
        for index in 0..bots {
            let bot = WireCommand::Bot { chair: None, level: "novice".to_owned() };
            accepted(&order(&mut table, people[0].0, bot, 100 + index as u64, 1_000));
        }
        accepted(&order(&mut table, people[0].0, WireCommand::Start, 200, 1_000));
        table
    }

    fn order(table: &mut HomeTable, by: [u8; 16], command: WireCommand, id: u64, now: u64) -> Step {
        let order = Order { command, id, seen: table.log().len() as u64 };
        table.hear(guest(by), ClientMsg::Order(order), Language::default(), Moment(now))
    }

    fn accepted(step: &Step) {
        let refused = step.told.iter().find(|message| matches!(message, ServerMsg::Refused { .. }));
        assert_eq!(refused, None);
    }

    fn view_of(step: &Step) -> View {
        let Some(ServerMsg::Welcome { view, .. }) = step.told.first() else { panic!("no welcome") };
        (**view).clone()
    }

    /// Plays on, people by the least legal bid or a doubt, until the tour is over.
    fn play_out(table: &mut HomeTable, people: &[[u8; 16]], mut step: Step, mut now: u64) -> Vec<ServerMsg> {
        let mut told = Vec::new();
        let mut id = 1_000;
        for _ in 0..20_000 {
            if !table.is_playing() {
                return told;
            }
            let thought = step.thought.take();
            told.append(&mut step.told);
            step = if let Some(thought) = thought {
                let action = thought.decide(id);
                table.decided(*thought, action, Moment(now))
            } else if let Some(wake) = step.wake {
                now = now.max(wake.0);
                table.wake(Moment(now))
            } else {
                id += 1;
                let seen = table.table.seen_by(Viewer::Spectator);
                let turn = seen.tour().and_then(|tour| tour.game().turn()).unwrap();
                let chair = seen.tour().unwrap().players()[turn.index()].chair;
                let legal = table.table.situation(turn).unwrap().0.legal_actions();
                let action =
                    if legal.contains(Action::Dudo) { Action::Dudo } else { legal.iter().next().unwrap() };
                order(table, people[usize::from(chair)], WireCommand::Act { action }, id, now)
            };
            accepted(&step);
        }
        panic!("the tour never ends");
    }

    #[test]
    fn a_person_and_bots_play_a_tour_to_its_end_and_its_files_are_there() {
        let mut table = table(&[(ANNA, "anna")], 3);
        let step = table.look(Some(guest(ANNA)), Moment(1_000));
        let told = play_out(&mut table, &[ANNA], step, 1_000);
        assert!(
            told.iter()
                .any(|message| matches!(message, ServerMsg::Event { event: WireEvent::Showdown { .. }, .. }))
        );
        let history = table.history();
        let [tour] = history.tours() else { panic!("one tour") };
        assert!(tour.record.starts_with("perudo 1\n"), "{}", tour.record);
        assert!(tour.proof.verify().is_ok());
    }

    #[test]
    fn a_table_goes_on_from_its_log() {
        let mut first = table(&[(ANNA, "anna")], 2);
        let _ = first.wake(Moment(60_000));
        let mut again = HomeTable::restore(first.log().to_vec(), Moment(61_000)).unwrap();
        again.come(guest(ANNA), Moment(61_000));
        let before = view_of(&first.look(Some(guest(ANNA)), Moment(60_000)));
        let step = again.look(Some(guest(ANNA)), Moment(61_000));
        assert_eq!(before.tour.unwrap().hand, view_of(&step).tour.unwrap().hand);
        play_out(&mut again, &[ANNA], step, 61_000);
        assert!(HomeTable::restore(Vec::new(), Moment(0)).is_err());
    }

    #[test]
    fn whoever_looks_sees_no_dice_but_their_own() {
        let mut table = table(&[(ANNA, "anna"), (BORIS, "boris")], 0);
        for now in [10_000, 20_000] {
            let _ = table.wake(Moment(now));
        }
        let mut hand = |looker: Option<[u8; 16]>| -> Option<Hand> {
            view_of(&table.look(looker.map(guest), Moment(20_000))).tour.unwrap().hand
        };
        assert!(hand(Some(ANNA)).is_some());
        assert!(hand(Some(BORIS)).is_some());
        assert_ne!(hand(Some(ANNA)), hand(Some(BORIS)));
        assert_eq!(hand(None), None);
    }

    #[test]
    fn hurrying_brings_forward_what_would_happen_by_itself() {
        let mut table = table(&[(ANNA, "anna")], 2);
        let now = Moment(1_000);
        // The clock stands still; only hurrying moves the table on, up to the person's turn.
        for _ in 0..100 {
            let mut step = table.hurry(now);
            if let Some(thought) = step.thought.take() {
                let action = thought.decide(1);
                let _ = table.decided(*thought, action, now);
            }
        }
        let view = view_of(&table.look(Some(guest(ANNA)), now));
        assert_eq!(view.now.turn, Some(0), "{:?}", view.now);
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_a_sentence() {
        let mut table = table(&[(ANNA, "anna")], 1);
        let step = order(&mut table, BORIS, WireCommand::Start, 1, 1_000);
        let Some(ServerMsg::Refused { body, .. }) = step.told.first() else { panic!("refused") };
        assert_eq!(body.error, "not-joined");
        let bad = WireSettings { rules: Some("chess".to_owned()), ..WireSettings::default() };
        assert!(HomeTable::open("kitchen", &bad, [0; 32], Moment(0)).is_err());
    }
}
