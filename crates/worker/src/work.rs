//! What is being done, step by step.

use perudo_analysis::{Reviewer, SameDice};
use perudo_learn::Explorer;
use serde::Serialize;

/// Something that takes its time.
pub trait Work {
    /// Goes on for a moment. False when there is nothing left to do.
    fn step(&mut self) -> bool;

    /// How much of it is done, from 0 to 1.
    fn progress(&self) -> f64;

    /// What is known so far, as JSON; of what grows long, only what is new since it was asked for last.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    fn answer(&mut self) -> serde_json::Result<String>;
}

/// A review.
pub(crate) struct Reviewing {
    reviewer: Reviewer<'static>,
    told: Told,
}

/// How much of a review has been told.
#[derive(Default)]
struct Told {
    tour: usize,
    moments: usize,
}

impl Reviewing {
    pub(crate) fn new(reviewer: Reviewer<'static>) -> Reviewing {
        Reviewing { reviewer, told: Told::default() }
    }
}

impl Work for Reviewing {
    fn step(&mut self) -> bool {
        self.reviewer.step()
    }

    fn progress(&self) -> f64 {
        self.reviewer.progress()
    }

    fn answer(&mut self) -> serde_json::Result<String> {
        let part = self.reviewer.review().part(self.told.tour, self.told.moments);
        let tours = &self.reviewer.review().tours;
        self.told = Told {
            tour: tours.len().saturating_sub(1),
            moments: tours.last().map_or(0, |tour| tour.moments.len()),
        };
        serde_json::to_string(&part.to_json()?)
    }
}

/// A tour that is played again and again.
pub(crate) struct Replays(SameDice);

impl Replays {
    pub(crate) fn new(same_dice: SameDice) -> Replays {
        Replays(same_dice)
    }
}

impl Work for Replays {
    fn step(&mut self) -> bool {
        self.0.step()
    }

    fn progress(&self) -> f64 {
        self.0.progress()
    }

    fn answer(&mut self) -> serde_json::Result<String> {
        serde_json::to_string(&self.0.score())
    }
}

/// A position that is explored.
pub(crate) struct Exploring(Explorer<'static>);

impl Exploring {
    pub(crate) fn new(explorer: Explorer<'static>) -> Exploring {
        Exploring(explorer)
    }
}

impl Work for Exploring {
    fn step(&mut self) -> bool {
        self.0.step()
    }

    fn progress(&self) -> f64 {
        self.0.progress()
    }

    fn answer(&mut self) -> serde_json::Result<String> {
        serde_json::to_string(&self.0.explored())
    }
}

/// Something that took no time to speak of.
pub(crate) struct Answered(String);

impl Answered {
    pub(crate) fn new(answer: &impl Serialize) -> serde_json::Result<Answered> {
        serde_json::to_string(answer).map(Answered)
    }
}

impl Work for Answered {
    fn step(&mut self) -> bool {
        false
    }

    fn progress(&self) -> f64 {
        1.0
    }

    fn answer(&mut self) -> serde_json::Result<String> {
        Ok(self.0.clone())
    }
}
