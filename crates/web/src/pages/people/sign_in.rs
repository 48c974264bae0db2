//! Coming back to a name of one's own.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::i18n::t;
use crate::{api, browser, passkey};

/// The ways to come back: a passkey, the code on paper.
#[component]
pub(super) fn SignIn(
    /// What happens then.
    signed_in: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let (trouble, busy) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let code = RwSignal::new(String::new());
    let done = move |answer: Result<(), String>| {
        busy.try_set(false);
        match answer {
            Ok(()) => signed_in(),
            Err(message) => {
                trouble.try_set(Some(message));
            }
        }
    };
    let begin = move || {
        let free = !busy.get_untracked();
        busy.set(true);
        trouble.set(None);
        free
    };
    let by_passkey = move |_| {
        if begin() {
            spawn_local(async move {
                done(passkey::sign_in(browser::label()).await.map_err(|error| error.message()));
            });
        }
    };
    let by_code = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if begin() {
            spawn_local(async move {
                let code = code.get_untracked().trim().to_owned();
                let answer = api::people::sign_in_by_recovery_code(code, browser::label()).await;
                done(answer.map(drop).map_err(|error| error.message()));
            });
        }
    };
    view! {
        <section class="card" aria-labelledby="sign-in-title">
            <h2 id="sign-in-title">{move || t("web-have-name")}</h2>
            <p class="soft">{move || t("web-sign-in-about")}</p>
            <p>
                <button class="button" data-t="sign-in-passkey" hidden=!passkey::are_there() disabled=move || busy.get() on:click=by_passkey>
                    {move || t("web-sign-in-passkey")}
                </button>
            </p>
            <form class="code" on:submit=by_code>
                <label for="recovery">{move || t("web-recovery-code")}</label>
                <div class="row">
                    <input
                        id="recovery"
                        type="text"
                        data-t="recovery"
                        autocomplete="off"
                        autocapitalize="characters"
                        spellcheck="false"
                        required=true
                        maxlength="40"
                        placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
                        aria-describedby="sign-in-trouble"
                        on:input=move |event| code.set(event_target_value(&event))
                    />
                    <button class="button" type="submit" data-t="sign-in-code" disabled=move || busy.get()>{move || t("web-sign-in")}</button>
                </div>
            </form>
            <p class="trouble" id="sign-in-trouble" role="alert" data-t="sign-in-trouble">{move || trouble.get()}</p>
        </section>
    }
}
