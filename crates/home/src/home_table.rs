//! A table with everyone at it in one program.

use perudo_bots::Opponent;
use perudo_explain::{explain_invalid_command, explain_reason, explain_refusal};
use perudo_protocol::{ClientMsg, InvalidCommandError, Order, RefusedBody, ServerMsg, WireSettings, You};
use perudo_rules::Action;
use perudo_table::{
    BotJob, BotTurn, Chair, CommandId, Done, Driver, Entry, Guest, History, Moment, Sitter, Stage, Table,
    Viewer,
};
use perudo_words::{Language, Words};

/// A table with everyone at it in one program. One of them looks at it at a time.
pub struct HomeTable {
    driver: Driver,
    guests: Vec<Guest>,
    log: Log,
    /// How far this table's time is ahead of the clock.
    ahead: u64,
}

/// Everything that happened, and the one who is shown it.
struct Log {
    entries: Vec<Entry>,
    viewer: Option<Guest>,
    you: You,
    /// Whether several people hand the device around.
    shared: bool,
}

/// What came of something that was done to a table.
#[derive(Debug, Default)]
#[must_use]
pub struct Step {
    /// Messages for the one who looks.
    pub messages: Vec<ServerMsg>,
    /// When to wake the table.
    pub wake: Option<Moment>,
    /// A bot has to decide.
    pub ask: Option<Box<BotJob>>,
}

/// A log from which no table can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log does not begin with the opening of a table")]
pub struct RestoreError;

impl HomeTable {
    /// A new table. Its dice follow from the secret, and from the chains of those who have one.
    ///
    /// # Errors
    ///
    /// What is wrong with the settings.
    pub fn open(
        name: &str,
        settings: &WireSettings,
        secret: [u8; 32],
        now: Moment,
    ) -> Result<HomeTable, InvalidCommandError> {
        let settings = settings.clone().into_settings(is_bot)?;
        let (driver, opened) = Driver::open(name.to_owned(), settings, secret, now);
        Ok(HomeTable::of_driver(driver, vec![opened], 0))
    }

    /// The table that a log tells of.
    ///
    /// # Errors
    ///
    /// If the first line of the log opens no table.
    pub fn restore(log: Vec<Entry>, now: Moment) -> Result<HomeTable, RestoreError> {
        let (first, rest) = log.split_first().ok_or(RestoreError)?;
        let mut table = Table::open(first).ok_or(RestoreError)?;
        for entry in rest {
            table.apply(entry);
        }
        // A table that was hurried is ahead of the clock, and time never goes back.
        let ahead = log.last().map_or(0, |last| last.at.0.saturating_sub(now.0));
        let driver = Driver::new(table, Moment(now.0.saturating_add(ahead)));
        Ok(HomeTable::of_driver(driver, log, ahead))
    }

    fn of_driver(driver: Driver, entries: Vec<Entry>, ahead: u64) -> HomeTable {
        let log = Log { entries, viewer: None, you: You::default(), shared: false };
        HomeTable { driver, guests: Vec::new(), log, ahead }
    }

    /// Everything that happened, to be kept.
    pub fn log(&self) -> &[Entry] {
        &self.log.entries
    }

    /// The bots around it, by their names on the ladder.
    pub fn bots(&self) -> Vec<String> {
        let level = |chair: &Chair| match &chair.sitter {
            Some(Sitter::Bot { level, .. }) => Some(level.clone()),
            Some(Sitter::Person(_)) | None => None,
        };
        self.driver.table().chairs().iter().filter_map(level).collect()
    }

    /// Whether a tour is being played.
    pub fn is_playing(&self) -> bool {
        self.driver.table().stage() == Stage::Playing
    }

    /// The tours so far.
    pub fn history(&self) -> History {
        let mut history = History::default();
        for entry in self.log() {
            history.add(entry);
        }
        history
    }

    /// A guest is here from now on.
    pub fn connect(&mut self, guest: Guest, now: Moment) {
        if !self.guests.contains(&guest) {
            self.guests.push(guest);
            self.log.shared = self.guests.len() > 1;
            self.driver.connect(guest, self.time(now));
        }
    }

    /// Who looks at it.
    pub fn viewer(&self) -> Option<Guest> {
        self.log.viewer
    }

    /// The names of those who sit around it.
    pub fn names(&self) -> Vec<String> {
        let table = self.driver.table();
        let name = |chair: &Chair| match chair.sitter.as_ref()? {
            Sitter::Person(person) => table.person(*person).map(|person| person.name.clone()),
            Sitter::Bot { name, .. } => Some(name.clone()),
        };
        table.chairs().iter().filter_map(name).collect()
    }

    /// The number of the round that is played.
    pub fn round(&self) -> Option<u32> {
        let seen = self.driver.table().seen_by(Viewer::Spectator);
        seen.tour().map(|tour| tour.game().round())
    }

    /// From now on that guest looks; without a guest, what anyone may see is shown. Where several people hand a device
    /// around, that guest looks until something happens: then it is anybody's, and shows nobody's dice.
    pub fn switch_viewer(&mut self, guest: Option<Guest>, now: Moment) -> Step {
        self.log.viewer = guest;
        let table = self.driver.table();
        let seen = table.seen_by(self.log.viewer_of(table));
        self.log.you = ServerMsg::who(&seen);
        let welcome = ServerMsg::welcome(&seen);
        // Whoever begins to look may have missed that a bot was asked.
        self.driver.ask_again();
        self.settle(vec![welcome], now)
    }

    /// A guest sends a message.
    pub fn receive(&mut self, guest: Guest, message: ClientMsg, language: Language, now: Moment) -> Step {
        let words = Words::of(language);
        let mut messages = Vec::new();
        let reply = match message {
            ClientMsg::Order(order) => Some(self.carry_out(guest, order, words, now, &mut messages)),
            ClientMsg::Link { throw, link } => self
                .driver
                .give_link(guest, throw, link)
                .err()
                .map(|error| self.refused(explain_reason(None, error.name(), words))),
            ClientMsg::Show { throw, link } => self
                .driver
                .show(guest, throw, link)
                .err()
                .map(|error| self.refused(explain_reason(None, error.name(), words))),
            ClientMsg::Ping => Some(ServerMsg::Pong { seq: self.driver.table().seq() }),
            ClientMsg::Hello { .. } => None,
        };
        messages.extend(reply);
        self.settle(messages, now)
    }

    /// What a bot decided.
    pub fn bot_decided(&mut self, turn: BotTurn, action: Action, now: Moment) -> Step {
        self.driver.bot_decided(turn, Ok(action), self.time(now));
        self.settle(Vec::new(), now)
    }

    /// The moment has come at which something may be due.
    pub fn wake(&mut self, now: Moment) -> Step {
        self.settle(Vec::new(), now)
    }

    /// What would happen by itself a little later happens now.
    pub fn hurry(&mut self, now: Moment) -> Step {
        let time = self.time(now);
        if let Some(due) = self.driver.upcoming(time) {
            self.ahead = self.ahead.saturating_add(due.0.saturating_sub(time.0));
        }
        self.settle(Vec::new(), now)
    }

    fn carry_out(
        &mut self,
        guest: Guest,
        order: Order,
        words: &Words,
        now: Moment,
        messages: &mut Vec<ServerMsg>,
    ) -> ServerMsg {
        let Order { command, id, seen } = order;
        let command = match command.into_guest_command(is_bot) {
            Ok(command) => command,
            Err(error) => return self.refused(explain_invalid_command(Some(id), &error, words)),
        };
        let time = self.time(now);
        match self.driver.command(guest, CommandId { id, seen }, &command, time) {
            Ok(Done::Before(event)) => ServerMsg::Done { seq: self.driver.table().seq(), id, event },
            Ok(Done::Now(entry)) => {
                self.log.happened(self.driver.table(), entry, messages);
                let seq = self.driver.table().seq();
                ServerMsg::Done { seq, id, event: seq }
            }
            Err(error) => {
                let table = self.driver.table();
                self.refused(explain_refusal(Some(id), &error, &table.seen_by(table.viewer(guest)), words))
            }
        }
    }

    fn refused(&self, body: RefusedBody) -> ServerMsg {
        ServerMsg::Refused { seq: self.driver.table().seq(), body }
    }

    /// The table's own time.
    fn time(&self, now: Moment) -> Moment {
        Moment(now.0.saturating_add(self.ahead))
    }

    /// Lets everything happen that is due.
    fn settle(&mut self, mut messages: Vec<ServerMsg>, now: Moment) -> Step {
        let time = self.time(now);
        let due = self.driver.advance(time, |table, entry| self.log.happened(table, entry, &mut messages));
        let wake = due.wake.map(|wake| Moment(wake.0.saturating_sub(self.ahead)));
        Step { messages, wake, ask: due.ask }
    }
}

fn is_bot(name: &str) -> bool {
    Opponent::named(name).is_some()
}

impl Log {
    fn viewer_of(&self, table: &Table) -> Viewer {
        self.viewer.map_or(Viewer::Spectator, |guest| table.viewer(guest))
    }

    /// Keeps an event, and tells the one who looks.
    fn happened(&mut self, table: &Table, entry: Entry, messages: &mut Vec<ServerMsg>) {
        if self.shared && self.viewer.take().is_some() {
            self.you = You::default();
            messages.push(ServerMsg::You { seq: table.seq() - 1, you: self.you });
        }
        let viewer = self.viewer_of(table);
        let seen = table.seen_by(viewer);
        messages.push(ServerMsg::event(&entry.event.seen_by(table.seat_of(viewer)), &seen));
        let you = ServerMsg::who(&seen);
        if you != self.you {
            self.you = you;
            messages.push(ServerMsg::You { seq: table.seq(), you });
        }
        self.entries.push(entry);
    }
}

#[cfg(test)]
mod tests {
    use perudo_protocol::{View, WireCommand, WireEvent};
    use perudo_rules::Hand;

    use super::*;
    use crate::decide;

    const ANNA: [u8; 16] = [1; 16];
    const BORIS: [u8; 16] = [2; 16];

    fn guest(secret: [u8; 16]) -> Guest {
        Guest::of_secret(secret)
    }

    fn table(people: &[([u8; 16], &str)], bots: usize) -> HomeTable {
        table_by("tournament", people, bots)
    }

    fn table_by(rules: &str, people: &[([u8; 16], &str)], bots: usize) -> HomeTable {
        let rules = Some(rules.to_owned());
        let settings = WireSettings { rules, turn: Some(0), seats: Some(4), ..WireSettings::default() };
        let mut table = HomeTable::open("kitchen", &settings, [7; 32], Moment(1_000)).unwrap();
        for (index, (secret, name)) in people.iter().enumerate() {
            table.connect(guest(*secret), Moment(1_000));
            let join = WireCommand::Join {
                name: (*name).to_owned(),
                chair: None,
                watch: false,
                program: false,
                tip: None,
                closed: None,
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
        table.receive(guest(by), ClientMsg::Order(order), Language::default(), Moment(now))
    }

    fn accepted(step: &Step) {
        let refused = step.messages.iter().find(|message| matches!(message, ServerMsg::Refused { .. }));
        assert_eq!(refused, None);
    }

    fn view_of(step: &Step) -> View {
        let Some(ServerMsg::Welcome { view, .. }) = step.messages.first() else { panic!("no welcome") };
        (**view).clone()
    }

    /// Whose turn it is, and the least legal bid, or a doubt where there is one.
    fn due(table: &HomeTable) -> (usize, Action) {
        let seen = table.driver.table().seen_by(Viewer::Spectator);
        let turn = seen.tour().and_then(|tour| tour.game().turn()).unwrap();
        let chair = seen.tour().unwrap().players()[turn.index()].chair;
        let legal = table.driver.table().situation(turn).unwrap().0.legal_actions();
        let action = if legal.contains(Action::Dudo) { Action::Dudo } else { legal.iter().next().unwrap() };
        (usize::from(chair), action)
    }

    /// Plays on, people by the least legal bid or a doubt, until the tour is over.
    fn play_out(table: &mut HomeTable, people: &[[u8; 16]], mut step: Step, mut now: u64) -> Vec<ServerMsg> {
        let mut messages = Vec::new();
        let mut id = 1_000;
        for _ in 0..20_000 {
            if !table.is_playing() {
                return messages;
            }
            let job = step.ask.take();
            messages.append(&mut step.messages);
            step = if let Some(job) = job {
                table.bot_decided(job.turn, decide(&job, id), Moment(now))
            } else if let Some(wake) = step.wake {
                now = now.max(wake.0);
                table.wake(Moment(now))
            } else {
                id += 1;
                let (person, action) = due(table);
                order(table, people[person], WireCommand::Act { action }, id, now)
            };
            accepted(&step);
        }
        panic!("the tour never ends");
    }

    #[test]
    fn a_person_and_bots_play_a_tour_to_its_end_and_its_files_are_there() {
        let mut table = table(&[(ANNA, "anna")], 3);
        let step = table.switch_viewer(Some(guest(ANNA)), Moment(1_000));
        let messages = play_out(&mut table, &[ANNA], step, 1_000);
        assert!(
            messages
                .iter()
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
        again.connect(guest(ANNA), Moment(61_000));
        let before = view_of(&first.switch_viewer(Some(guest(ANNA)), Moment(60_000)));
        let step = again.switch_viewer(Some(guest(ANNA)), Moment(61_000));
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
            view_of(&table.switch_viewer(looker.map(guest), Moment(20_000))).tour.unwrap().hand
        };
        assert!(hand(Some(ANNA)).is_some());
        assert!(hand(Some(BORIS)).is_some());
        assert_ne!(hand(Some(ANNA)), hand(Some(BORIS)));
        assert_eq!(hand(None), None);
    }

    /// A hand that somebody is told of otherwise than by taking the device.
    fn told_hand(messages: &[ServerMsg]) -> Option<&ServerMsg> {
        messages.iter().find(|message| match message {
            ServerMsg::Welcome { view, .. } => view.tour.as_ref().is_some_and(|tour| tour.hand.is_some()),
            ServerMsg::Event { event: WireEvent::Rolled { hand, .. }, .. } => hand.is_some(),
            _ => false,
        })
    }

    #[test]
    fn a_device_that_is_handed_around_shows_dice_to_nobody_who_has_not_taken_it_for_this_decision() {
        let people = [(ANNA, "anna"), (BORIS, "boris")];
        for rules in ["tournament dice=2", "classic dice=2"] {
            let mut table = table_by(rules, &people, 1);
            let (mut step, mut now, mut taken) = (table.switch_viewer(None, Moment(1_000)), 1_000, 0);
            for id in 1_000..20_000 {
                if !table.is_playing() {
                    break;
                }
                assert_eq!(told_hand(&step.messages), None, "{rules}");
                step = if let Some(job) = step.ask.take() {
                    table.bot_decided(job.turn, decide(&job, id), Moment(now))
                } else if let Some(wake) = step.wake {
                    now = now.max(wake.0);
                    table.wake(Moment(now))
                } else {
                    assert_eq!(
                        table.viewer(),
                        None,
                        "each decision is made by whoever took the device for it"
                    );
                    let (person, action) = due(&table);
                    let by = people[person].0;
                    let shown = view_of(&table.switch_viewer(Some(guest(by)), Moment(now)));
                    taken += usize::from(shown.tour.is_some_and(|tour| tour.hand.is_some()));
                    let step = order(&mut table, by, WireCommand::Act { action }, id, now);
                    let put_down = ServerMsg::You { seq: 0, you: You::default() };
                    assert_eq!(std::mem::discriminant(&step.messages[0]), std::mem::discriminant(&put_down));
                    step
                };
            }
            assert!(!table.is_playing() && taken > 2, "{rules}: {taken}");
        }
    }

    #[test]
    fn hurrying_brings_forward_what_would_happen_by_itself() {
        let mut table = table(&[(ANNA, "anna")], 2);
        let now = Moment(1_000);
        // The clock stands still; only hurrying moves the table on, up to the person's turn.
        for _ in 0..100 {
            let mut step = table.hurry(now);
            if let Some(job) = step.ask.take() {
                let _ = table.bot_decided(job.turn, decide(&job, 1), now);
            }
        }
        let view = view_of(&table.switch_viewer(Some(guest(ANNA)), now));
        assert_eq!(view.now.turn, Some(0), "{:?}", view.now);
    }

    #[test]
    fn what_cannot_be_done_is_refused_with_a_sentence() {
        let mut table = table(&[(ANNA, "anna")], 1);
        let step = order(&mut table, BORIS, WireCommand::Start, 1, 1_000);
        let Some(ServerMsg::Refused { body, .. }) = step.messages.first() else { panic!("refused") };
        assert_eq!(body.error, "not-joined");
        let bad = WireSettings { rules: Some("chess".to_owned()), ..WireSettings::default() };
        assert!(HomeTable::open("kitchen", &bad, [0; 32], Moment(0)).is_err());
    }

    #[test]
    fn a_stand_in_that_no_ladder_has_is_refused_as_a_server_refuses_it() {
        let settings = WireSettings { stand_in: Some("hal".to_owned()), ..WireSettings::default() };
        let opened = HomeTable::open("kitchen", &settings, [0; 32], Moment(0));
        assert_eq!(opened.err(), Some(InvalidCommandError::NoSuchBot("hal".to_owned())));
    }
}
