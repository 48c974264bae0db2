//! Programs that play under names of their own, and their tokens.

use leptos::prelude::*;
use perudo_protocol::http::{MadeProgram, NewProgram, PlayerKind, ProgramInfo, Scope};

use super::keys::Code;
use super::request::Request;
use crate::api;
use crate::i18n::{day, say, t};
use crate::parts::{Dialog, PersonName};

const SCOPES: [(&str, Scope); 3] = [("play", Scope::Play), ("queue", Scope::Queue), ("read", Scope::Read)];

/// Somebody's programs, and a form for another.
#[component]
pub(super) fn Programs(
    programs: Vec<ProgramInfo>,
    fetch: impl Fn() + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let (request, token) = (Request::new(), RwSignal::new(None::<MadeProgram>));
    let Request { busy, trouble } = request;
    let name = RwSignal::new(String::new());
    let scopes = RwSignal::new(SCOPES.map(|(_, scope)| scope).to_vec());
    let show = move |made| {
        token.try_set(Some(made));
    };
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let program =
            NewProgram { name: name.get_untracked().trim().to_owned(), scopes: scopes.get_untracked() };
        let made = async move { api::people::make_program(&program).await.map_err(|error| error.message()) };
        request.ask(made, show);
    };
    let renew = move |program: String| {
        let made = async move { api::people::new_token(&program).await.map_err(|error| error.message()) };
        request.ask(made, show);
    };
    let delete = move |program: String| {
        let deleted =
            async move { api::people::delete_program(&program).await.map_err(|error| error.message()) };
        request.ask(deleted, move |()| fetch());
    };
    let scope = move |(key, scope): (&'static str, Scope)| {
        let change = move |event| {
            let on = event_target_checked(&event);
            scopes.update(|scopes| {
                scopes.retain(|known| *known != scope);
                if on {
                    scopes.push(scope);
                }
            });
        };
        view! {
            <label class="check">
                <input type="checkbox" data-t=format!("scope-{key}") checked=true on:change=change />
                {move || t(&format!("web-scope-{key}"))}
            </label>
        }
    };
    let rows = programs.into_iter().map(|program| view! { <Program program renew delete /> }).collect_view();
    let close = move || {
        if token.get_untracked().is_some() {
            token.set(None);
            fetch();
        }
    };
    view! {
        <section class="card" aria-labelledby="programs-title">
            <h2 id="programs-title">{move || t("web-programs")}</h2>
            <p class="soft">{move || t("web-programs-about")}</p>
            <ul class="key-list" data-t="programs">{rows}</ul>
            <details>
                <summary data-t="new-program">{move || t("web-program-new")}</summary>
                <form on:submit=make>
                    <div class="field">
                        <label for="program-name">{move || t("web-program-name")}</label>
                        <input id="program-name" type="text" data-t="program-name" required=true minlength="2" maxlength="20"
                            autocomplete="off" spellcheck="false" on:input=move |event| name.set(event_target_value(&event)) />
                    </div>
                    <fieldset class="choice-of-few">
                        <legend class="label">{move || t("web-scopes")}</legend>
                        {SCOPES.map(scope).into_iter().collect_view()}
                    </fieldset>
                    <button class="button gold" type="submit" data-t="make-program" disabled=move || busy.get()>
                        {move || t("web-program-make")}
                    </button>
                </form>
            </details>
            <p class="trouble" role="alert" data-t="programs-trouble">{move || trouble.get()}</p>
            <Dialog open=Signal::derive(move || token.with(Option::is_some)) close title="web-token" hook="token">
                {move || token.get().map(|made| view! { <Code code=made.token about="web-token-about" /> })}
            </Dialog>
        </section>
    }
}

#[component]
fn Program(
    program: ProgramInfo,
    renew: impl Fn(String) + Copy + Send + Sync + 'static,
    delete: impl Fn(String) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let ProgramInfo { name, scopes, made, used } = program;
    let name = StoredValue::new(name);
    let labelled = move |key: &str| say(key, &[("name", name.get_value().into())]);
    let scopes = move || {
        let known = SCOPES.iter().filter(|(_, scope)| scopes.contains(scope));
        known.map(|(key, _)| t(&format!("web-scope-{key}"))).collect::<Vec<_>>().join(", ")
    };
    view! {
        <li data-t="program">
            <span class="key-sign" aria-hidden="true">"⚙"</span>
            <span class="who">
                <PersonName name=name.get_value() kind=PlayerKind::Program />
                <br />
                <span class="soft small">
                    {scopes} " · " {move || say("web-key-made", &[("day", day(made as f64).into())])}
                    {used.map(|used| view! { " · " {move || say("web-key-used", &[("day", day(used as f64).into())])} })}
                </span>
            </span>
            <span class="row">
                <button class="button small" data-t="new-token" aria-label=move || labelled("web-token-new-name") on:click=move |_| renew(name.get_value())>
                    {move || t("web-token-new")}
                </button>
                <button class="button small" data-t="delete-program" aria-label=move || labelled("web-program-delete-name") on:click=move |_| delete(name.get_value())>
                    {move || t("web-games-delete")}
                </button>
            </span>
        </li>
    }
}
