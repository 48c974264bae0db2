//! A table in this browser: bots, and everyone who shares the device.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use perudo_home::{HomeTable, Step, Thought};
use perudo_protocol::{ClientMsg, Order, WireCommand, WireSettings};
use perudo_table::{Entry, Guest};
use serde::{Deserialize, Serialize};

use super::session::Session;
use crate::{browser, prefs, tongue};

/// A table in this browser.
pub(crate) struct Local {
    table: HomeTable,
    people: Vec<Guest>,
    secrets: Vec<String>,
    /// Whose eyes the screen is for.
    looker: Option<usize>,
    timer: Option<TimeoutHandle>,
    place: &'static str,
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
    /// Where the browser keeps it.
    pub(crate) place: &'static str,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    secrets: Vec<String>,
    log: Vec<Entry>,
}

/// Whether a game is kept there whose tour is not over.
pub(crate) fn is_in_a_tour(place: &str) -> bool {
    let table = read(place).and_then(|kept| HomeTable::restore(kept.log, browser::now()).ok());
    table.is_some_and(|table| table.is_playing())
}

fn read(place: &str) -> Option<Kept> {
    browser::kept(place)
}

impl Local {
    /// Goes on with a game that was kept.
    pub(crate) fn restore(place: &'static str) -> Option<Local> {
        let kept = read(place)?;
        let people = kept.secrets.iter().map(|secret| guest_of(secret)).collect();
        let table = HomeTable::restore(kept.log, browser::now()).ok()?;
        let saved = table.log().len();
        let secrets = kept.secrets;
        let mut local = Local { table, people, secrets, looker: None, timer: None, place, saved };
        local.gather();
        Some(local)
    }

    /// Lays a new table; the sentence says why it cannot be.
    pub(crate) fn begin(game: &LocalGame) -> Result<Local, String> {
        let words = tongue::words();
        let told = |error| perudo_explain::explain_invalid_settings(&error, words);
        let name = format!("home-{:010x}", browser::random_number());
        let now = browser::now();
        let speed = prefs::prefs().pace.get_untracked().of_bots().to_owned();
        let settings = WireSettings { speed: Some(speed), ..game.settings.clone() };
        let mut table = HomeTable::open(&name, &settings, browser::random(), now).map_err(told)?;
        let solo = game.people.len() == 1;
        let secret = |_: &String| if solo { prefs::secret() } else { prefs::hex(&browser::random::<16>()) };
        let secrets: Vec<String> = game.people.iter().map(secret).collect();
        let people: Vec<Guest> = secrets.iter().map(|secret| guest_of(secret)).collect();
        let join = |name: &String| WireCommand::Join {
            name: name.clone(),
            chair: None,
            watch: false,
            program: false,
            tip: None,
        };
        let commands = people.iter().copied().zip(game.people.iter().map(join));
        let host = people.first().copied().unwrap_or_else(prefs::guest);
        let bots =
            game.bots.iter().map(|level| (host, WireCommand::Bot { chair: None, level: level.clone() }));
        let all: Vec<_> = commands.chain(bots).chain([(host, WireCommand::Start)]).collect();
        for guest in &people {
            table.come(*guest, now);
        }
        for (guest, command) in all {
            let order = Order { command, id: browser::random_number(), seen: 0 };
            let step = table.hear(guest, ClientMsg::Order(order), words.language(), now);
            for message in step.told {
                if let perudo_protocol::ServerMsg::Refused { body, .. } = message {
                    return Err(body.message);
                }
            }
        }
        let mut local =
            Local { table, people, secrets, looker: None, timer: None, place: game.place, saved: 0 };
        local.save();
        Ok(local)
    }

    fn gather(&mut self) {
        for guest in &self.people {
            self.table.come(*guest, browser::now());
        }
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

    fn speaker(&self) -> Guest {
        let index = self.looker.unwrap_or(0);
        self.people.get(index).copied().unwrap_or_else(prefs::guest)
    }

    /// From now on the screen is for this one's eyes; nobody's: it shows what everyone may see.
    pub(crate) fn look(&mut self, person: Option<usize>) -> Step {
        self.looker = person;
        let guest = person.and_then(|index| self.people.get(index).copied());
        self.table.look(guest, browser::now())
    }

    pub(crate) fn hear(&mut self, message: ClientMsg) -> Step {
        let language = tongue::language().get_untracked();
        self.table.hear(self.speaker(), message, language, browser::now())
    }

    pub(crate) fn wake(&mut self) -> Step {
        self.table.wake(browser::now())
    }

    pub(crate) fn hurry(&mut self) -> Step {
        self.table.hurry(browser::now())
    }

    fn decided(&mut self, thought: Thought) -> Step {
        let action = thought.decide(u64::from_be_bytes(browser::random()));
        self.table.decided(thought, action, browser::now())
    }

    /// Keeps what happened, so that a reload loses nothing.
    pub(crate) fn save(&mut self) {
        if self.table.log().len() == self.saved {
            return;
        }
        self.saved = self.table.log().len();
        let kept = Kept { secrets: self.secrets.clone(), log: self.table.log().to_vec() };
        browser::keep(self.place, &kept);
    }
}

fn guest_of(secret: &str) -> Guest {
    Guest::of_secret(perudo_protocol::secret_of(secret).unwrap_or_default())
}

/// Tells what came of something, and sees to what comes next.
pub(crate) fn absorb(session: Session, step: Step) {
    let Step { told, wake, thought } = step;
    for message in told {
        session.receive(message);
    }
    if let Some(thought) = thought {
        // After the screen has been drawn: a bot that thinks must not hold it up.
        set_timeout(
            move || {
                if let Some(step) = session.with_local(|local| local.decided(*thought)) {
                    absorb(session, step);
                }
            },
            Duration::from_millis(30),
        );
    }
    if let Some(wake) = wake {
        if session.rushing.get_untracked() {
            set_timeout(move || session.hurry(), Duration::ZERO);
            return;
        }
        let wait = Duration::from_millis(wake.0.saturating_sub(browser::now().0));
        let timer = set_timeout_with_handle(move || woken(session), wait).ok();
        session.with_local(|local| {
            if let Some(old) = std::mem::replace(&mut local.timer, timer) {
                old.clear();
            }
        });
    }
}

/// Time goes on, unless something is being shown: then it waits.
fn woken(session: Session) {
    if session.is_held() {
        return;
    }
    if let Some(step) = session.with_local(Local::wake) {
        absorb(session, step);
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
