//! The review of the game that is open: made by the worker, or kept from an earlier time.

use std::sync::Arc;

use leptos::prelude::*;
use perudo_analysis::{Decision, Moment, Review};
use perudo_worker::Request;
use wasm_bindgen_futures::spawn_local;

use crate::own_games::{self, GameSum, TourId};
use crate::review_store;
use crate::worker::{self, Task, Told};

/// How far a review is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stage {
    /// So much of it is done.
    Running(f64),
    Done,
    /// The person did not want to wait.
    Cancelled,
    /// There is no worker to make it.
    Failed,
}

/// The review of the game that is open.
#[derive(Clone, Copy)]
pub(super) struct Analysis {
    /// What is known so far.
    pub(super) review: RwSignal<Option<Arc<Review>>>,
    pub(super) stage: RwSignal<Stage>,
    /// The seat of whoever looks, in a game of their own.
    pub(super) you: Option<usize>,
    record: StoredValue<String>,
    own: StoredValue<Option<TourId>>,
    task: StoredValue<Option<Task>, LocalStorage>,
}

impl Analysis {
    /// Looks the review up, or begins it.
    pub(super) fn begin(record: &str, own: Option<TourId>) -> Analysis {
        let you = own.as_ref().and_then(own_games::find).and_then(|game| game.you);
        let analysis = Analysis {
            review: RwSignal::new(None),
            stage: RwSignal::new(Stage::Running(0.0)),
            you,
            record: StoredValue::new(record.to_owned()),
            own: StoredValue::new(own),
            task: StoredValue::new_local(None),
        };
        let record = record.to_owned();
        spawn_local(async move {
            match review_store::load(&record).await {
                Some(review) => {
                    analysis.add(review);
                    analysis.finish();
                }
                // Whoever did not want to wait may have said so meanwhile.
                None if analysis.stage.try_get_untracked() == Some(Stage::Running(0.0)) => analysis.ask(),
                None => {}
            }
        });
        analysis
    }

    /// Has the worker make it.
    pub(super) fn ask(self) {
        let Some(record) = self.record.try_get_value() else { return };
        self.stage.try_set(Stage::Running(0.0));
        self.review.try_set(None);
        let task = worker::ask(&Request::Review { record }, move |told| self.hear(told));
        self.task.try_set_value(Some(task));
    }

    /// The person does not want to wait.
    pub(super) fn cancel(self) {
        self.task.try_set_value(None);
        self.stage.try_set(Stage::Cancelled);
    }

    fn hear(self, told: Told<Review>) {
        match told {
            Told::SoFar(progress, part) => {
                self.add(part);
                self.stage.try_set(Stage::Running(progress));
            }
            Told::Done(part) => {
                self.add(part);
                self.finish();
                let (review, record) = (self.review.try_get_untracked(), self.record.try_get_value());
                spawn_local(async move {
                    if let (Some(Some(review)), Some(record)) = (review, record) {
                        review_store::save(&record, &review).await;
                    }
                });
            }
            Told::Refused | Told::Failed => {
                self.stage.try_set(Stage::Failed);
            }
        }
    }

    fn add(self, part: Review) {
        self.review.try_update(|review| Arc::make_mut(review.get_or_insert_default()).add(part));
    }

    fn finish(self) {
        let review = self.review.try_get_untracked().flatten();
        if let (Some(you), Some(Some(id)), Some(review)) = (self.you, self.own.try_get_value(), review)
            && let Some(sum) = GameSum::of(&review, you)
        {
            own_games::keep_sum(&id, sum);
        }
        self.stage.try_set(Stage::Done);
    }

    /// What is known of a line of the record.
    pub(super) fn moment(self, line: usize) -> Option<Moment> {
        self.review.with(|review| {
            let mut moments = review.iter().flat_map(|review| &review.tours).flat_map(|tour| &tour.moments);
            moments.find(|moment| moment.line == line).cloned()
        })
    }

    /// The lines of the errors that are worth another look: one's own in a game of one's own.
    pub(super) fn errors(self) -> Vec<usize> {
        self.review.with(|review| {
            let decisions = review.iter().flat_map(|review| review.decisions());
            let errors = decisions.filter(|(_, _, decision)| is_error(decision) && self.concerns(decision));
            errors.map(|(_, moment, _)| moment.line).collect()
        })
    }

    /// Whether a decision is one's own, in a game of one's own.
    pub(super) fn concerns(self, decision: &Decision) -> bool {
        self.you.is_none_or(|you| you == decision.seat)
    }
}

pub(super) fn is_error(decision: &Decision) -> bool {
    decision.verdict.as_ref().is_some_and(|verdict| verdict.mark.is_error())
}
