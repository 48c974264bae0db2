//! A primary and its synchronous standby.

use rustix::process::Signal;

use crate::Postgres;

/// A primary whose commits wait for a standby, by PostgreSQL's own streaming replication.
///
/// Nothing happens by itself: a test kills, promotes and mends.
pub struct Pair {
    primary: Postgres,
    standby: Postgres,
}

impl Pair {
    /// Starts both.
    pub fn start() -> Result<Pair, String> {
        let primary = Postgres::start()?;
        let standby = Postgres::follow(&primary)?;
        let pair = Pair { primary, standby };
        pair.synchronise()?;
        Ok(pair)
    }

    /// The address of both, the primary first, as a node is given it: `postgres://a,b/…`.
    pub fn url(&self) -> String {
        let (first, second) = (self.primary.host(), self.standby.host());
        format!("postgres://postgres@{first},{second}/postgres?target_session_attrs=read-write")
    }

    /// The server that can be written, unless it was killed.
    pub fn primary(&self) -> &Postgres {
        &self.primary
    }

    /// The server that follows it, unless it was killed.
    pub fn standby(&self) -> &Postgres {
        &self.standby
    }

    /// `kill -9` of all processes of the primary.
    pub fn kill_primary(&mut self) {
        self.primary.kill();
    }

    /// `kill -9` of all processes of the standby: from then on commits wait for ever.
    pub fn kill_standby(&mut self) {
        self.standby.kill();
    }

    /// Stops the primary in the middle of what it does: connections stay and nobody answers.
    pub fn pause_primary(&self) {
        self.primary.signal(Signal::STOP);
    }

    /// Lets the primary go on.
    pub fn resume_primary(&self) {
        self.primary.signal(Signal::CONT);
    }

    /// The standby takes the primary's place and waits for nobody. What was the primary counts as the standby from
    /// then on, whether it runs or not.
    pub fn promote(&mut self) -> Result<(), String> {
        self.standby.promote()?;
        std::mem::swap(&mut self.primary, &mut self.standby);
        Ok(())
    }

    /// Lets what was the primary before a promotion go on: it believes that it still leads.
    pub fn resume_former_primary(&self) {
        self.standby.signal(Signal::CONT);
    }

    /// Starts what was the primary before a promotion again just as it was: it believes that it still leads.
    pub fn revive_former_primary(&mut self) -> Result<(), String> {
        self.standby.run()
    }

    /// Starts a standby that was killed again, without waiting until it has caught up.
    pub fn revive_standby(&mut self) -> Result<(), String> {
        self.standby.run()
    }

    /// Makes the standby anew from the primary, whatever it was before; commits wait for it again.
    pub fn mend(&mut self) -> Result<(), String> {
        self.standby.kill();
        self.standby.copy(&self.primary)?;
        self.standby.run()?;
        self.synchronise()
    }

    /// From now on commits of the primary wait for the standby. The standby, once it leads, waits for nobody.
    fn synchronise(&self) -> Result<(), String> {
        for (server, names) in [(&self.standby, ""), (&self.primary, "*")] {
            server.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"))?;
            server.sql("SELECT pg_reload_conf()")?;
        }
        self.primary.wait_until("SELECT sync_state FROM pg_stat_replication", "sync")
    }
}
