//! Coming back to a name of one's own.

use leptos::prelude::*;

use super::request::Request;
use crate::i18n::t;
use crate::{api, browser, passkey};

/// The ways to come back: a passkey, the code on paper.
#[component]
pub(super) fn SignIn(
    /// What happens then.
    signed_in: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let (request, code) = (Request::new(), RwSignal::new(String::new()));
    let Request { busy, trouble } = request;
    let by_passkey = move |_| {
        let answer = async { passkey::sign_in(browser::label()).await.map_err(|error| error.message()) };
        request.ask(answer, move |()| signed_in());
    };
    let by_code = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let code = code.get_untracked().trim().to_owned();
        let answer = api::people::sign_in_by_recovery_code(code, browser::label());
        request.ask(async move { answer.await.map_err(|error| error.message()) }, move |_| signed_in());
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
