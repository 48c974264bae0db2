//! Who is connected right now, and the links they have given for the coming throw.

use std::time::Duration;

use crate::fair::Link;
use crate::{Guest, Moment, PersonId};

/// What the shell around a table knows and the log does not: it is forgotten when the program
/// ends, and begins again with nobody connected.
#[derive(Clone, Debug)]
pub struct Presence {
    began: Moment,
    /// Which run of its server this is, if there is one.
    run: Option<u64>,
    guests: Vec<Attendance>,
    links: Vec<(PersonId, Link)>,
    shown: Vec<(PersonId, Link)>,
    empty_since: Option<Moment>,
}

#[derive(Clone, Copy, Debug)]
struct Attendance {
    guest: Guest,
    connections: u32,
    since: Moment,
    /// Whether there ever was a connection.
    was_here: bool,
}

impl Presence {
    /// Nobody is connected yet.
    pub(crate) fn new(now: Moment) -> Presence {
        Presence {
            began: now,
            run: None,
            guests: Vec::new(),
            links: Vec::new(),
            shown: Vec::new(),
            empty_since: Some(now),
        }
    }

    /// It is this run of a server, in which links are held until their throw.
    pub(crate) fn in_run(&mut self, run: u64) {
        self.run = Some(run);
    }

    /// The run of the server.
    pub(crate) fn run(&self) -> Option<u64> {
        self.run
    }

    /// When this began: everything before it happened while the program did not run.
    pub(crate) fn began(&self) -> Moment {
        self.began
    }

    /// Nothing could happen up to now, though the program ran: that time counts against nobody.
    pub(crate) fn restarted(&mut self, now: Moment) {
        self.began = now;
    }

    /// A connection was made.
    pub(crate) fn connected(&mut self, guest: Guest, now: Moment) {
        self.empty_since = None;
        match self.guests.iter_mut().find(|known| known.guest == guest) {
            Some(known) => {
                if known.connections == 0 {
                    known.since = now;
                }
                known.connections += 1;
                known.was_here = true;
            }
            None => self.guests.push(Attendance { guest, connections: 1, since: now, was_here: true }),
        }
    }

    /// A guest came in, perhaps without a connection: they have time to make one from now on.
    pub(crate) fn came(&mut self, guest: Guest, now: Moment) {
        match self.guests.iter_mut().find(|known| known.guest == guest) {
            Some(known) if known.connections > 0 => {}
            Some(known) => known.since = now,
            None => self.guests.push(Attendance { guest, connections: 0, since: now, was_here: false }),
        }
    }

    /// A connection ended. Who is still a person at the table is remembered with the moment.
    pub(crate) fn disconnected(&mut self, guest: Guest, is_person: bool, now: Moment) {
        if let Some(index) = self.guests.iter().position(|known| known.guest == guest) {
            let known = &mut self.guests[index];
            known.connections = known.connections.saturating_sub(1);
            known.since = now;
            if known.connections == 0 && !is_person {
                self.guests.swap_remove(index);
            }
        }
        if self.guests.iter().all(|known| known.connections == 0) {
            self.empty_since.get_or_insert(now);
        }
    }

    /// A person left the table: without a connection there is nothing to remember.
    pub(crate) fn left(&mut self, guest: Guest) {
        self.guests.retain(|known| known.guest != guest || known.connections > 0);
    }

    /// Whether the guest has a connection.
    pub fn online(&self, guest: Guest) -> bool {
        self.guests.iter().any(|known| known.guest == guest && known.connections > 0)
    }

    /// Since when the guest has had none; nothing, if there is one.
    pub fn offline_since(&self, guest: Guest) -> Option<Moment> {
        match self.guests.iter().find(|known| known.guest == guest) {
            Some(known) => (known.connections == 0).then_some(known.since),
            None => Some(self.began),
        }
    }

    /// Whether the guest came in a while ago and has never been seen.
    pub(crate) fn is_ghost(&self, guest: Guest) -> bool {
        self.guests.iter().any(|known| known.guest == guest && !known.was_here)
    }

    /// Since when the guest has been connected without a break, as far as is known.
    pub(crate) fn online_since(&self, guest: Guest) -> Moment {
        self.guests.iter().find(|known| known.guest == guest).map_or(self.began, |known| known.since)
    }

    /// How many guests are connected.
    pub fn guests_online(&self) -> usize {
        self.guests.iter().filter(|known| known.connections > 0).count()
    }

    /// How many guests are remembered.
    #[cfg(test)]
    pub(crate) fn remembered(&self) -> usize {
        self.guests.len()
    }

    /// Since when nobody at all has been connected.
    pub fn empty_since(&self) -> Option<Moment> {
        self.empty_since
    }

    /// A person gives the link for the coming throw.
    pub(crate) fn give_link(&mut self, person: PersonId, link: Link) {
        put(&mut self.links, person, link);
    }

    /// A person shows the closed link of the round.
    pub(crate) fn show(&mut self, person: PersonId, link: Link) {
        put(&mut self.shown, person, link);
    }

    /// The closed link that a person has shown.
    pub(crate) fn shown(&self, person: PersonId) -> Option<&Link> {
        self.shown.iter().find(|(known, _)| *known == person).map(|(_, link)| link)
    }

    /// The links were for a throw that is done.
    pub(crate) fn links_used(&mut self) {
        self.links.clear();
        self.shown.clear();
    }

    /// The link that a person gave last.
    pub(crate) fn link(&self, person: PersonId) -> Option<&Link> {
        self.links.iter().find(|(known, _)| *known == person).map(|(_, link)| link)
    }
}

fn put(links: &mut Vec<(PersonId, Link)>, person: PersonId, link: Link) {
    match links.iter_mut().find(|(known, _)| *known == person) {
        Some((_, given)) => *given = link,
        None => links.push((person, link)),
    }
}

/// How long a player may be without a connection before a bot plays on.
pub(crate) const GRACE: Duration = Duration::from_secs(15);
/// How long a person may be without a connection outside a tour before the chair is free again.
pub(crate) const KEEP: Duration = Duration::from_secs(5 * 60);
/// How long a person may stay who never had a connection.
pub(crate) const GHOST: Duration = Duration::from_secs(30);
/// How long a table may be without any connection.
pub(crate) const EMPTY: Duration = Duration::from_secs(10 * 60);
/// How long those who are connected may take to show their dice at a sealed table: their programs do it at once.
pub(crate) const SHOW: Duration = Duration::from_secs(10);
/// The same at a table without a clock.
pub(crate) const SHOW_WITHOUT_CLOCK: Duration = Duration::from_secs(60);
/// How long those may take who have lost their connection, at a table without a clock; at others it is [`GRACE`].
pub(crate) const GRACE_WITHOUT_CLOCK: Duration = Duration::from_secs(10 * 60);
/// How long a throw waits for links of those who are connected.
pub(crate) const LINK_WAIT: Duration = Duration::from_millis(1_500);
