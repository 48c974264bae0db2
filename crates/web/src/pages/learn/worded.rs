//! What is shown once the words for learning are here.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::i18n::{fetch_learning, language, t};

/// Shows its children when the words of the language are there, and says so if they cannot be fetched.
#[component]
pub(super) fn Worded(children: ChildrenFn) -> impl IntoView {
    let ready = RwSignal::new(None::<bool>);
    let fetch = move || {
        let wanted = language().get();
        ready.set(None);
        spawn_local(async move {
            let fetched = fetch_learning(wanted).await;
            // The language may have changed meanwhile.
            if language().try_get_untracked() == Some(wanted) {
                ready.try_set(Some(fetched));
            }
        });
    };
    Effect::new(fetch);
    move || {
        match ready.get() {
        Some(true) => children().into_any(),
        Some(false) => view! {
            <div class="card" role="alert">
                <p>{move || t("web-missing-about")}</p>
                <button class="button main" data-t="again" on:click=move |_| untrack(fetch)>{move || t("web-try-again")}</button>
            </div>
        }
        .into_any(),
        None => view! { <p class="soft" role="status">{move || t("web-coming")}</p> }.into_any(),
    }
    }
}
