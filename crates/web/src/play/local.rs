//! A table in this browser: bots, and everyone who shares the device.

use std::borrow::Cow;
use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use perudo_explain::fairness::HOME;
use perudo_home::{HomeTable, Step};
use perudo_protocol::{
    ClientMsg, InvalidCommandError, Outbox, RefusedBody, ServerMsg, WireCommand, WireSettings,
};
use perudo_table::{BotJob, Entry};
use serde::{Deserialize, Serialize};

use super::game_in_play::GameInPlay;
use super::session::Session;
use crate::browser::RandomError;
use crate::guest::GuestSecret;
use crate::prefs::{Pace, prefs};
use crate::{browser, i18n};

/// A table in this browser.
pub(crate) struct Local {
    table: HomeTable,
    people: Vec<GuestSecret>,
    timer: Option<TimeoutHandle>,
    stored_as: &'static str,
    /// How much of the log is stored.
    saved: usize,
}

/// How a table in this browser begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct LocalGame {
    /// How it is played.
    pub(crate) settings: WireSettings,
    /// The people on this device.
    pub(crate) people: Vec<String>,
    /// The bots, by their names on the ladder.
    pub(crate) bots: Vec<String>,
    /// The name under which the browser stores it.
    pub(crate) stored_as: &'static str,
}

/// A table as the browser stores it.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    secrets: Cow<'a, [GuestSecret]>,
    log: Cow<'a, [Entry]>,
}

impl Stored<'_> {
    /// The people and their table; `None` if it cannot be gone on with.
    fn load(stored_as: &str) -> Option<(Vec<GuestSecret>, HomeTable)> {
        let Stored { secrets, log } = browser::load(stored_as)?;
        let table = HomeTable::restore(log.into_owned(), browser::now()).ok()?;
        Some((secrets.into_owned(), table)).filter(|(people, _)| !people.is_empty())
    }
}

/// Whether the tour of the game that is stored under that name is not over.
pub(crate) fn is_in_play(stored_as: &str) -> bool {
    Stored::load(stored_as).is_some_and(|(_, table)| table.is_playing())
}

/// Why no game can begin in this browser.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LocalGameError {
    /// The settings are not accepted.
    #[error("the settings are not accepted: {0}")]
    Settings(InvalidCommandError),
    /// The table refuses one of the commands that set it up.
    #[error("the table refuses: {}", .0.error)]
    Refused(Box<RefusedBody>),
    /// There is nobody to play.
    #[error("there is nobody to play")]
    NoPeople,
    /// There are no random bytes for secrets and dice.
    #[error(transparent)]
    Random(#[from] RandomError),
}

impl LocalGameError {
    /// For people.
    pub(crate) fn message(&self) -> String {
        match self {
            LocalGameError::Settings(error) => {
                perudo_explain::explain_invalid_command(None, error, i18n::words()).message
            }
            LocalGameError::Refused(body) => body.message.clone(),
            LocalGameError::NoPeople => i18n::t("refused-too-few-players"),
            LocalGameError::Random(error) => error.message(),
        }
    }
}

impl Local {
    /// Goes on with the game that is stored, or begins one.
    pub(crate) fn restore_or_begin(game: &LocalGame) -> Result<Local, LocalGameError> {
        Local::restore(game.stored_as).map_or_else(|| Local::begin(game), Ok)
    }

    /// Goes on with a stored game.
    fn restore(stored_as: &'static str) -> Option<Local> {
        let (people, mut table) = Stored::load(stored_as)?;
        for person in &people {
            table.connect(person.guest(), browser::now());
        }
        let saved = table.log().len();
        let local = Local { table, people, timer: None, stored_as, saved };
        local.tell();
        Some(local)
    }

    /// Begins a new game.
    pub(crate) fn begin(game: &LocalGame) -> Result<Local, LocalGameError> {
        // Whoever changes the language does not want another game.
        let (now, language) = (browser::now(), untrack(|| i18n::words().language()));
        let name = format!("{HOME}{:010x}", browser::random_number()?);
        let table = HomeTable::open(&name, &game.settings, browser::random()?, now);
        let mut table = table.map_err(LocalGameError::Settings)?;
        // A single person is the guest of this browser; people who share it have secrets of their own.
        let secret = |_: &String| match game.people.len() {
            1 => GuestSecret::stored(),
            _ => GuestSecret::random(),
        };
        let people: Vec<GuestSecret> = game.people.iter().map(secret).collect::<Result<_, _>>()?;
        let Some(&host) = people.first() else { return Err(LocalGameError::NoPeople) };
        let join = |name: &String| WireCommand::Join {
            name: name.clone(),
            chair: None,
            watch: false,
            program: false,
            tip: None,
            closed: None,
        };
        let joins = people.iter().copied().zip(game.people.iter().map(join));
        let bots = game.bots.iter().map(|level| WireCommand::Bot { chair: None, level: level.clone() });
        let rest = bots.chain([WireCommand::Start]).map(|command| (host, command));
        for person in &people {
            table.connect(person.guest(), now);
        }
        let mut outbox = Outbox::new(browser::random_number()?);
        for (person, command) in joins.chain(rest) {
            let order = ClientMsg::Order(outbox.queue(command, 0));
            let step = table.receive(person.guest(), order, language, now);
            for message in step.messages {
                if let ServerMsg::Refused { body, .. } = message {
                    return Err(LocalGameError::Refused(Box::new(body)));
                }
            }
        }
        let mut local = Local { table, people, timer: None, stored_as: game.stored_as, saved: 0 };
        local.save();
        Ok(local)
    }

    /// How many share the device.
    pub(crate) fn people(&self) -> usize {
        self.people.len()
    }

    /// The bots around it.
    pub(crate) fn bots(&self) -> Vec<String> {
        self.table.bots()
    }

    /// The tours that were played at it.
    pub(crate) fn history(&self) -> perudo_table::History {
        self.table.history()
    }

    /// From now on the screen shows what this person may see; nobody: what everyone may.
    pub(crate) fn switch_viewer(&mut self, person: Option<usize>) -> Step {
        let guest = person.and_then(|index| self.people.get(index)).map(|person| person.guest());
        self.table.switch_viewer(guest, browser::now())
    }

    /// Takes in a message of whoever has the device.
    pub(crate) fn receive(&mut self, message: ClientMsg) -> Step {
        // While nobody looks, anybody asks for what concerns all: in the name of the first, who is the host.
        let first = self.people.first().map(|person| person.guest());
        let Some(guest) = self.table.viewer().or(first) else { return Step::default() };
        let language = i18n::language().get_untracked();
        self.table.receive(guest, message, language, browser::now())
    }

    pub(crate) fn hurry(&mut self) -> Step {
        self.table.hurry(browser::now())
    }

    /// Lets a bot decide.
    fn decide(&mut self, job: &BotJob) -> Result<Step, RandomError> {
        let action = perudo_home::decide(job, u64::from_be_bytes(browser::random()?));
        Ok(self.table.bot_decided(job.turn, action, browser::now()))
    }

    /// Stores what happened, so that a reload loses nothing.
    pub(crate) fn save(&mut self) {
        let log = self.table.log();
        if log.len() != self.saved {
            self.saved = log.len();
            let stored = Stored { secrets: Cow::Borrowed(&self.people), log: Cow::Borrowed(log) };
            browser::save(self.stored_as, &stored);
            self.tell();
        }
    }

    /// Keeps what the start page tells of it.
    fn tell(&self) {
        let game =
            GameInPlay { names: self.table.names(), people: self.people.len(), round: self.table.round() };
        GameInPlay::tell(self.stored_as, Some(&game).filter(|_| self.table.is_playing()));
    }
}

/// How long a bot waits before it thinks: the screen is drawn first.
const BEFORE_THINKING: Duration = Duration::from_millis(30);

/// Passes on what came of something, and sees to what comes next.
pub(crate) fn carry_on(session: Session, step: Step) {
    let Step { messages, wake, ask } = step;
    for message in messages {
        session.receive(message);
    }
    if let Some(job) = ask {
        let decide = move || match session.with_local(|local| local.decide(&job)) {
            Some(Ok(step)) => carry_on(session, step),
            Some(Err(error)) => session.trouble.set(Some(error.message())),
            None => {}
        };
        set_timeout(decide, BEFORE_THINKING);
    }
    if let Some(wake) = wake {
        if untrack(|| session.is_rushing()) {
            set_timeout(move || session.hurry(), Duration::ZERO);
            return;
        }
        let (pace, others) = (prefs().pace.get_untracked(), session.with_dice().saturating_sub(1) as u64);
        let wait = paced(wake.0.saturating_sub(browser::now().0), pace, others, session.is_out());
        let wait = Duration::from_millis(wait);
        let timer = set_timeout_with_handle(move || wake_up(session), wait).ok();
        session.with_local(|local| {
            if let Some(old) = std::mem::replace(&mut local.timer, timer) {
                old.clear();
            }
        });
    }
}

/// With more bots than these each takes less time: a turn around the table takes no longer.
const UNHURRIED: u64 = 4;

/// How long the table waits, by the person's pace. Whoever is out of the game only waits for its end.
fn paced(millis: u64, pace: Pace, others: u64, out: bool) -> u64 {
    let millis = pace.of_bots(millis) * UNHURRIED / others.max(UNHURRIED);
    if out { millis / 3 } else { millis }
}

/// Time goes on, unless something is being shown: then it waits.
fn wake_up(session: Session) {
    if !session.is_held() {
        // The table's own time may be behind: bots take less of it than the table gives them.
        session.hurry();
    }
}

impl Drop for Local {
    fn drop(&mut self) {
        self.save();
        if let Some(timer) = self.timer.take() {
            timer.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_take_their_time_unless_they_are_many_or_nobody_waits_for_a_turn() {
        let cases = [
            ("a newcomer can follow", Pace::Normal, 3, false, 1200),
            ("with time to enjoy it", Pace::Slow, 3, false, 2400),
            ("for those who know the game", Pace::Quick, 3, false, 480),
            ("at once", Pace::Instant, 3, false, 48),
            ("a big table takes no longer for a turn around", Pace::Normal, 8, false, 600),
            ("out of the game", Pace::Normal, 2, true, 400),
        ];
        for (case, pace, others, out, expected) in cases {
            assert_eq!(paced(1200, pace, others, out), expected, "{case}");
        }
    }
}
