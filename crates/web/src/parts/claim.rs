//! A name of one's own, at one press.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::api;
use crate::browser;
use crate::i18n::t;
use crate::prefs::prefs;

/// The form that claims a name. Whoever has told the page a name needs one press.
#[component]
pub(crate) fn Claim(
    /// What happens then.
    claimed: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let name = RwSignal::new(prefs().name.get_untracked());
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let claim = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        trouble.set(None);
        spawn_local(async move {
            let answer = api::people::claim(name.get_untracked().trim().to_owned(), browser::label()).await;
            busy.try_set(false);
            match answer {
                Ok(_) => claimed(),
                Err(error) => {
                    trouble.try_set(Some(error.message()));
                }
            }
        });
    };
    view! {
        <form class="claim" on:submit=claim data-t="claim-form">
            <div class="field">
                <label for="claim-name">{move || t("web-claim-name")}</label>
                <div class="row">
                    <input
                        id="claim-name"
                        type="text"
                        data-t="claim-name"
                        autocomplete="nickname"
                        autocapitalize="words"
                        spellcheck="false"
                        minlength="2"
                        maxlength="20"
                        required=true
                        aria-describedby="claim-about claim-trouble"
                        prop:value=move || name.get()
                        on:input=move |event| {
                            trouble.set(None);
                            name.set(event_target_value(&event));
                        }
                    />
                    <button class="button gold" type="submit" data-t="claim" disabled=move || busy.get()>
                        {move || t("web-claim")}
                    </button>
                </div>
            </div>
            <p class="trouble small" id="claim-trouble" role="alert" data-t="claim-trouble">{move || trouble.get()}</p>
            <p class="soft small" id="claim-about">{move || t("web-claim-about")}</p>
        </form>
    }
}
