//! What drives a table: commands, links, the clock and bots' decisions come in, events come out.

use std::time::Duration;

use perudo_rules::{Action, PlayedRound, PlayerView, SpectatorView, Standing};

use crate::fair::{Link, Statement};
use crate::table::Next;
use crate::text::checked_text;
use crate::{
    BotError, BotFailure, BotTurn, CommandId, Entry, Guest, GuestCommand, Moment, Presence, PublicEvent,
    Repeat, Settings, Stage, Table, TableError, TableEvent, Viewer,
};

/// A table with those who are connected to it, and the one program that moves it on.
///
/// It does no I/O. Whoever runs it says what the time is, hands in commands and bots' decisions, and calls
/// [`advance`](Driver::advance) after each of these and at the moment that it names. Every event has been
/// applied to the table when it comes out; storing it and telling people is up to the caller.
///
/// # Examples
///
/// ```
/// use perudo_rules::Preset;
/// use perudo_table::{CommandId, Done, Driver, Guest, GuestCommand, Joining, Moment, Settings, Stage};
///
/// let settings = Settings::usual(Preset::Classic.rules());
/// let (mut driver, opened) = Driver::open("kitchen".to_owned(), settings, [7; 32], Moment(0));
/// let mut log = vec![opened];
///
/// let anna = Guest::of_secret([1; 16]);
/// driver.connect(anna, Moment(0));
/// let joining = Joining { name: "Anna".to_owned(), chair: None, watch: false, program: false, tip: None, closed: None, account: None };
/// let commands = [
///     GuestCommand::Join(joining),
///     GuestCommand::AddBot { chair: None, level: "steady".to_owned() },
///     GuestCommand::Start,
/// ];
/// for (id, command) in (1..).zip(&commands) {
///     let id = CommandId { id, seen: driver.table().seq() };
///     if let Done::Now(entry) = driver.command(anna, id, command, Moment(0))? {
///         log.push(entry);
///     }
/// }
///
/// // The tour begins by itself. Then dice are thrown, until someone has to decide.
/// let mut due = driver.advance(Moment(0), |_, entry| log.push(entry));
/// while let (Some(wake), None) = (due.wake, &due.ask) {
///     if driver.table().seen_by(perudo_table::Viewer::Spectator).tour().is_some_and(|tour| tour.bidding()) {
///         break;
///     }
///     due = driver.advance(wake, |_, entry| log.push(entry));
/// }
/// assert_eq!(driver.table().stage(), Stage::Playing);
/// assert_eq!(driver.table().seq(), log.len() as u64);
/// # Ok::<(), perudo_table::TableError>(())
/// ```
#[derive(Debug)]
pub struct Driver {
    table: Table,
    presence: Presence,
    /// The bot that was asked last.
    asked: Option<Asked>,
}

/// Everything that a bot needs to decide.
#[derive(Clone, Debug)]
pub struct BotJob {
    /// Which decision it is.
    pub turn: BotTurn,
    /// Which bot of the ladder decides.
    pub level: String,
    /// The game as the bot may see it.
    pub view: BotView,
    /// The bids of the round, in order.
    pub bids: Vec<Standing>,
    /// The rounds that are over, of this tour and of earlier ones with the same players.
    pub past: Vec<PlayedRound>,
}

/// The game as a bot may see it.
#[derive(Clone, Debug)]
pub enum BotView {
    /// As its player sees it.
    Player(PlayerView),
    /// As everyone sees it: at a sealed table nobody else knows the dice of someone who is away.
    Blind(SpectatorView),
}

impl BotJob {
    /// The level of a bot that sees no dice at all.
    pub const BLIND: &str = "blind";
}

/// What became of a guest's command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "short-lived; a box would be one allocation a command")]
pub enum Done {
    /// It happened now.
    Now(Entry),
    /// It had happened before, in the event of this number.
    Before(u64),
}

/// What is left to do once nothing more is due.
#[derive(Debug, Default)]
#[must_use]
pub struct Due {
    /// When to advance again, if nothing happens earlier.
    pub wake: Option<Moment>,
    /// A bot has to be asked.
    pub ask: Option<Box<BotJob>>,
    /// A bot failed, and a fallback move was played for it.
    pub failure: Option<BotFailure>,
}

/// A bot that was asked.
#[derive(Debug)]
struct Asked {
    turn: BotTurn,
    at: Moment,
    answer: Option<Answer>,
}

/// What came back.
#[derive(Clone, Copy, Debug)]
struct Answer {
    decision: Result<Action, BotError>,
    play_at: Moment,
}

/// What a bot's turn needs.
#[allow(clippy::large_enum_variant, reason = "short-lived; a box would be one allocation a move")]
enum BotStep {
    Play(TableEvent),
    Wait(Moment),
    Ask,
    Nothing,
}

impl Driver {
    /// How many events happen by themselves in one call, so that no table holds the others up.
    const AT_ONCE: usize = 64;
    /// A bot that is late plays at the next full one of these, so that its lateness tells nothing.
    const LATE_STEP: Duration = Duration::from_millis(100);
    /// A bot that has not decided after this time has failed.
    const BOT_LIMIT: Duration = Duration::from_secs(30);

    /// A new table, and the first line of its log.
    pub fn open(name: String, settings: Settings, secret: [u8; 32], now: Moment) -> (Driver, Entry) {
        let secret = secret.into();
        let table = Table::new(name.clone(), settings.clone(), secret, now);
        let event = TableEvent::Opened { settings, table: name, secret };
        (Driver::new(table, now), Entry { at: now, by: None, event })
    }

    /// A table that was read back from its log. Nobody is connected yet.
    pub fn new(table: Table, now: Moment) -> Driver {
        Driver { table, presence: Presence::new(now), asked: None }
    }

    /// The table is run by a server: this is the how manieth time that the server took it up.
    #[must_use]
    pub fn in_run(mut self, run: u64) -> Driver {
        self.presence.in_run(run);
        self
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Who is connected.
    pub fn presence(&self) -> &Presence {
        &self.presence
    }

    /// Applies a line that the log has already.
    pub fn replay(&mut self, entry: &Entry) {
        self.apply(entry);
    }

    /// A guest has one more connection.
    pub fn connect(&mut self, guest: Guest, now: Moment) {
        self.presence.connected(guest, now);
    }

    /// A guest has one connection less.
    pub fn disconnect(&mut self, guest: Guest, now: Moment) {
        self.presence.disconnected(guest, self.table.has_joined(guest), now);
    }

    /// Nothing could happen up to now, for example because the log was down: that time counts against nobody.
    pub fn resume(&mut self, now: Moment) {
        self.presence.restarted(now);
    }

    /// Carries out a guest's command, unless it was carried out before.
    ///
    /// # Errors
    ///
    /// Why the command is refused; nothing has changed then.
    pub fn command(
        &mut self,
        guest: Guest,
        id: CommandId,
        command: &GuestCommand,
        now: Moment,
    ) -> Result<Done, TableError> {
        match self.table.repeat(guest, id) {
            Repeat::Done(event) => return Ok(Done::Before(event)),
            Repeat::TooOld => return Err(TableError::TooOld),
            Repeat::New => {}
        }
        let event = self.table.decide(guest, id.seen, command)?;
        let entry = Entry { at: now, by: Some((guest, id.id)), event };
        self.apply(&entry);
        if let TableEvent::Came { .. } = entry.event {
            self.presence.came(guest, now);
        }
        Ok(Done::Now(entry))
    }

    /// Closes the table, whatever is going on at it: whoever runs it wants that, and may say why. `None` if it is closed
    /// already.
    pub fn close(&mut self, reason: &str, now: Moment) -> Option<Entry> {
        if self.table.stage() == Stage::Closed {
            return None;
        }
        // Whoever reads it sees it as something that was said: as long as a line of the chat, and as clean.
        let reason: String = reason.chars().take(Table::MAX_TEXT).collect();
        let event = match checked_text(&reason) {
            Some(reason) => PublicEvent::ClosedFor { reason },
            None => PublicEvent::Closed,
        };
        let entry = Entry { at: now, by: None, event: TableEvent::Public(event) };
        self.apply(&entry);
        Some(entry)
    }

    /// Takes a guest's link for the coming throw. Returns what a server can sign for: that it has the link, which from
    /// then on is in the throw, unless this run of the server ends before it. A guest who has no part in the throw gives
    /// it in vain.
    ///
    /// # Errors
    ///
    /// [`TableError::BadLink`] if no link of this guest is wanted for that throw, or it is not the right one.
    pub fn give_link(
        &mut self,
        guest: Guest,
        throw: u64,
        link: Link,
    ) -> Result<Option<Statement>, TableError> {
        match self.table.viewer(guest) {
            Viewer::Person(id) if self.table.accepts_link(id, throw, &link) => {
                if !self.table.takes_part(id) {
                    return Ok(None);
                }
                self.presence.give_link(id, link);
                Ok(self.presence.run().and_then(|run| self.table.given_link(id, link, run)))
            }
            _ => Err(TableError::BadLink),
        }
    }

    /// Takes a guest's closed link of the round, after a call at a sealed table.
    ///
    /// # Errors
    ///
    /// [`TableError::BadLink`] if the guest has no dice to show for that throw now, or it is not the right link.
    pub fn show(&mut self, guest: Guest, throw: u64, link: Link) -> Result<(), TableError> {
        match self.table.viewer(guest) {
            Viewer::Person(id) if self.table.accepts_shown(id, throw, &link) => {
                self.presence.show(id, link);
                Ok(())
            }
            _ => Err(TableError::BadLink),
        }
    }

    /// Takes what a bot decided, or that it failed. It is played when it is due; a decision that nobody waits
    /// for any more is ignored.
    pub fn bot_decided(&mut self, turn: BotTurn, decision: Result<Action, BotError>, now: Moment) {
        let Some(asked) = self.asked.as_mut().filter(|asked| asked.turn == turn) else { return };
        let late = now.since(turn.due).as_millis();
        let steps = u32::try_from(late.div_ceil(Driver::LATE_STEP.as_millis())).unwrap_or(u32::MAX);
        let play_at = turn.due.after(Driver::LATE_STEP.saturating_mul(steps));
        asked.answer = Some(Answer { decision, play_at });
    }

    /// Forgets that a bot was asked if it has not answered, so that the next [`advance`](Driver::advance) asks again.
    pub fn ask_again(&mut self) {
        self.asked.take_if(|asked| asked.answer.is_none());
    }

    /// When something happens by itself; `None` if nothing does before a bot has decided or a guest does something.
    pub fn upcoming(&self, now: Moment) -> Option<Moment> {
        match self.table.next(&self.presence, now) {
            Next::Now(_) => Some(now),
            Next::Wait { until, bot: None } => until,
            Next::Wait { bot: Some(turn), .. } => {
                let asked = self.asked.as_ref().filter(|asked| asked.turn == turn)?;
                asked.answer.map(|answer| answer.play_at)
            }
        }
    }

    /// Lets everything happen that is due, and says what to do next. `happened` gets each event with the table
    /// as it is after it.
    pub fn advance(&mut self, now: Moment, mut happened: impl FnMut(&Table, Entry)) -> Due {
        let mut failure = None;
        for _ in 0..Driver::AT_ONCE {
            let event = match self.table.next(&self.presence, now) {
                Next::Now(event) => *event,
                Next::Wait { until, bot: None } => return Due { wake: until, ask: None, failure },
                Next::Wait { until, bot: Some(turn) } => match self.bot_step(turn, now, &mut failure) {
                    BotStep::Play(event) => event,
                    BotStep::Wait(moment) => {
                        return Due { wake: earlier(until, moment), ask: None, failure };
                    }
                    BotStep::Ask => {
                        let ask = self.ask(turn, now);
                        let limit = now.max(turn.due).after(Driver::BOT_LIMIT);
                        return Due { wake: earlier(until, limit), ask, failure };
                    }
                    BotStep::Nothing => return Due { wake: until, ask: None, failure },
                },
            };
            let entry = Entry { at: now, by: None, event };
            self.apply(&entry);
            happened(&self.table, entry);
        }
        Due { wake: Some(now), ask: None, failure }
    }

    fn bot_step(&self, turn: BotTurn, now: Moment, failure: &mut Option<BotFailure>) -> BotStep {
        let Some(asked) = self.asked.as_ref().filter(|asked| asked.turn.after == turn.after) else {
            return BotStep::Ask;
        };
        let decision = match asked.answer {
            Some(answer) if answer.play_at > now => return BotStep::Wait(answer.play_at),
            Some(answer) => answer.decision,
            None => {
                let limit = asked.at.max(turn.due).max(self.presence.began()).after(Driver::BOT_LIMIT);
                if limit > now {
                    return BotStep::Wait(limit);
                }
                Err(BotError::TooSlow)
            }
        };
        let played = decision.and_then(|action| {
            self.table.decide_bot(turn.seat, action).map_err(|error| BotError::Illegal(error.name()))
        });
        let event = played.or_else(|error| {
            let level = self.table.bot_level(turn.seat).unwrap_or_default().to_owned();
            *failure = Some(BotFailure { level, error });
            self.table.fallback(turn.seat).ok_or(())
        });
        event.map_or(BotStep::Nothing, BotStep::Play)
    }

    fn ask(&mut self, turn: BotTurn, now: Moment) -> Option<Box<BotJob>> {
        let level = self.table.bot_level(turn.seat)?.to_owned();
        let tour = self.table.playing()?;
        let view = match self.table.situation(turn.seat) {
            Some((view, _)) => BotView::Player(view),
            None => BotView::Blind(tour.game.seen_by_spectator()),
        };
        let (bids, past) = (tour.bids.clone(), tour.past.clone());
        self.asked = Some(Asked { turn, at: now, answer: None });
        Some(Box::new(BotJob { turn, level, view, bids, past }))
    }

    fn apply(&mut self, entry: &Entry) {
        self.table.apply(entry);
        match &entry.event {
            TableEvent::Thrown { .. } => self.presence.links_used(),
            TableEvent::Public(PublicEvent::Left { person, .. }) => {
                if let Some(guest) = self.table.guest_of(*person) {
                    self.presence.left(guest);
                }
            }
            _ => {}
        }
    }
}

fn earlier(first: Option<Moment>, second: Moment) -> Option<Moment> {
    Some(first.map_or(second, |first| first.min(second)))
}

#[cfg(test)]
mod tests {
    use perudo_rules::{Bid, Face, Preset};

    use super::*;
    use crate::{Actor, Joining, Speed};

    const START: Moment = Moment(1_000_000);

    fn guest(number: u8) -> Guest {
        Guest::of_secret([number; 16])
    }

    fn command(driver: &mut Driver, by: u8, id: u64, command: GuestCommand, now: Moment) {
        let id = CommandId { id, seen: driver.table().seq() };
        let done = driver.command(guest(by), id, &command, now).unwrap();
        assert!(matches!(done, Done::Now(_)));
    }

    fn join(driver: &mut Driver, by: u8, name: &str, now: Moment) {
        driver.connect(guest(by), now);
        let (name, chair) = (name.to_owned(), None);
        let account = None;
        let joining = Joining { name, chair, watch: false, program: false, tip: None, closed: None, account };
        command(driver, by, u64::from(by), GuestCommand::Join(joining), now);
    }

    fn driver() -> Driver {
        let settings =
            Settings { seats: 3, speed: Speed::Instant, ..Settings::usual(Preset::ALL[0].rules()) };
        Driver::open("kitchen".to_owned(), settings, [42; 32], START).0
    }

    /// A tour of two bots, played up to the first decision; someone watches.
    fn two_bots() -> (Driver, Box<BotJob>) {
        let mut driver = driver();
        driver.connect(guest(1), START);
        let joining = Joining {
            name: "anna".to_owned(),
            chair: None,
            watch: true,
            program: false,
            tip: None,
            closed: None,
            account: None,
        };
        command(&mut driver, 1, 1, GuestCommand::Join(joining), START);
        for id in [2, 3] {
            let bot = GuestCommand::AddBot { chair: None, level: "steady".to_owned() };
            command(&mut driver, 1, id, bot, START);
        }
        command(&mut driver, 1, 4, GuestCommand::Start, START);
        let mut now = START;
        loop {
            let due = driver.advance(now, |_, _| {});
            if let Some(job) = due.ask {
                return (driver, job);
            }
            now = due.wake.unwrap();
        }
    }

    fn acted_by_bot(entry: &Entry) -> bool {
        matches!(entry.event, TableEvent::Public(PublicEvent::Acted { by: Actor::Bot, .. }))
    }

    #[test]
    fn a_bot_that_fails_costs_its_table_a_fallback_move_and_the_table_goes_on() {
        let too_much = Action::Bid(Bid::new(200, Face::Six));
        let cases = [
            (Ok(too_much), BotError::Illegal("more-than-dice-in-play")),
            (Ok(Action::Maputo), BotError::Illegal("wrong-phase")),
            (Err(BotError::Panicked), BotError::Panicked),
        ];
        for (decision, error) in cases {
            let (mut driver, job) = two_bots();
            driver.bot_decided(job.turn, decision, job.turn.due);
            let mut events = Vec::new();
            let due = driver.advance(job.turn.due, |_, entry| events.push(entry));
            assert_eq!(due.failure, Some(BotFailure { level: "steady".to_owned(), error }), "{decision:?}");
            assert!(matches!(events[..], [ref entry] if acted_by_bot(entry)), "{decision:?}: {events:?}");
            let next = due.ask.expect("the next bot is asked");
            assert_ne!(next.turn.seat, job.turn.seat);
        }
    }

    #[test]
    fn a_bot_that_never_decides_is_played_for_after_its_limit_and_its_late_decision_is_ignored() {
        let (mut driver, job) = two_bots();
        let limit = job.turn.due.after(Driver::BOT_LIMIT);
        let waiting = driver.advance(job.turn.due, |_, entry| panic!("too early: {entry:?}"));
        assert_eq!((waiting.wake, waiting.failure), (Some(limit), None));
        let mut events = Vec::new();
        let due = driver.advance(limit, |_, entry| events.push(entry));
        assert_eq!(due.failure.map(|failure| failure.error), Some(BotError::TooSlow));
        assert!(matches!(events[..], [ref entry] if acted_by_bot(entry)), "{events:?}");
        let next = due.ask.unwrap();
        driver.bot_decided(job.turn, Ok(Action::Dudo), limit);
        let after = driver.advance(next.turn.due, |_, entry| panic!("nobody decided: {entry:?}"));
        assert_eq!(after.failure, None);
    }

    #[test]
    fn a_bot_that_could_not_be_asked_is_asked_again_and_one_that_decided_is_not() {
        let (mut driver, job) = two_bots();
        let now = job.turn.due;
        assert!(driver.advance(now, |_, _| {}).ask.is_none(), "asked once");
        driver.ask_again();
        assert_eq!(driver.advance(now, |_, _| {}).ask.map(|again| again.turn), Some(job.turn));
        let early = Moment(job.turn.due.0 - 1);
        driver.bot_decided(job.turn, Err(BotError::Panicked), early);
        driver.ask_again();
        assert!(driver.advance(early, |_, _| {}).ask.is_none());
    }

    #[test]
    fn a_late_bot_plays_at_the_next_full_step() {
        let (mut driver, job) = two_bots();
        let late = |milliseconds| job.turn.due.after(Duration::from_millis(milliseconds));
        driver.bot_decided(job.turn, Err(BotError::Panicked), late(101));
        let waiting = driver.advance(late(101), |_, entry| panic!("too early: {entry:?}"));
        assert_eq!(waiting.wake, Some(late(200)));
        assert!(driver.advance(late(200), |_, _| {}).failure.is_some());
    }

    #[test]
    fn presence_forgets_who_left_and_links_that_were_used() {
        let mut driver = driver();
        join(&mut driver, 1, "anna", START);
        for number in 2..60 {
            join(&mut driver, number, &format!("guest {number}"), START);
            driver.disconnect(guest(number), START);
        }
        let later = START.after(Duration::from_secs(3_600));
        while driver.advance(later, |_, _| {}).wake == Some(later) {}
        assert_eq!(driver.table().stage(), Stage::Waiting);
        assert_eq!(driver.presence().remembered(), 1);
    }
}
