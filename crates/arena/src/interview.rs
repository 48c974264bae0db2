//! Single questions, in a tour that nobody plays.

use std::time::Duration;

use perudo_bots::Situation;
use perudo_rules::record::{Names, SeatsError};
use perudo_rules::{Action, Event, Own, Rules};

use crate::contestant::Contestant;
use crate::player::{AnswerError, Player};
use crate::stop::Stop;

/// Asks a contestant what it would do, situation after situation.
pub struct Interview {
    player: Box<dyn Player>,
    rules: Rules,
    names: Names,
}

impl Interview {
    /// With a contestant at a table of so many; a program may think that long about each answer.
    ///
    /// # Errors
    ///
    /// There is no table of so many.
    pub fn new(
        contestant: &Contestant,
        rules: Rules,
        players: usize,
        timeout: Duration,
        stop: &Stop,
    ) -> Result<Interview, SeatsError> {
        let names = Names::new((1..=players).map(|seat| format!("seat-{seat}")))?;
        Ok(Interview { player: contestant.player(0, timeout, stop), rules, names })
    }

    /// What it does in a situation to which these events led. A program hears them as it would at a table, with a seed for
    /// its chance.
    ///
    /// # Errors
    ///
    /// The answer does not count.
    pub fn ask(
        &mut self,
        events: &[Event<Own>],
        situation: &Situation<'_>,
        seed: u64,
    ) -> Result<Action, AnswerError> {
        self.player.begin(&self.rules, &self.names, situation.seat(), seed);
        events.iter().for_each(|event| self.player.see(&self.names, event));
        let answer = self.player.decide(&self.names, situation);
        self.player.end(&self.names, None);
        answer.and_then(|action| {
            if situation.legal().contains(action) { Ok(action) } else { Err(AnswerError::Illegal) }
        })
    }
}
