//! What is asked of the server at a press: one thing at a time.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Something that may be on its way, and what went wrong the last time.
#[derive(Clone, Copy)]
pub(super) struct Request {
    pub(super) busy: RwSignal<bool>,
    pub(super) trouble: RwSignal<Option<String>>,
}

impl Request {
    pub(super) fn new() -> Request {
        Request { busy: RwSignal::new(false), trouble: RwSignal::new(None) }
    }

    /// Asks, unless an answer is waited for; `then` gets it if all went well.
    pub(super) fn ask<T: 'static>(
        self,
        answer: impl Future<Output = Result<T, String>> + 'static,
        then: impl FnOnce(T) + 'static,
    ) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.trouble.set(None);
        spawn_local(async move {
            let answer = answer.await;
            // Whoever asked may have gone elsewhere.
            self.busy.try_set(false);
            match answer {
                Ok(answer) => then(answer),
                Err(message) => {
                    self.trouble.try_set(Some(message));
                }
            }
        });
    }
}
