//! A link to the moment that is shown.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::address::Address;
use crate::browser;
use crate::i18n::t;

/// Buttons that copy or share the link to this moment.
#[component]
pub(super) fn ShareMoment(address: StoredValue<Address>, step: RwSignal<usize>) -> impl IntoView {
    let copied = RwSignal::new(None::<&'static str>);
    Effect::new(move || {
        step.track();
        copied.set(None);
    });
    let link = move || address.with_value(|address| address.link(step.get_untracked()));
    let copy = move |_| {
        let Some(link) = link() else { return copied.set(Some("web-review-link-too-long")) };
        spawn_local(async move {
            let done = browser::copy(&link).await;
            copied.try_set(Some(if done { "web-review-link-copied" } else { "web-rules-not-copied" }));
        });
    };
    let share = move |_| {
        match link() {
            Some(link) => browser::share("Perudo", &link),
            None => copied.set(Some("web-review-link-too-long")),
        };
    };
    view! {
        <button type="button" class="button" data-t="review-copy-link" on:click=copy>
            {move || t("web-review-copy-link")}
        </button>
        {browser::can_share().then(|| view! {
            <button type="button" class="button" data-t="review-share" on:click=share>
                {move || t("web-share")}
            </button>
        })}
        <span role="status" class="small soft" data-t="review-link-copied">
            {move || copied.get().map(t)}
        </span>
    }
}
