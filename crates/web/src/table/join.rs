//! Sitting down at a table.

use leptos::prelude::*;
use perudo_protocol::WireCommand;

use super::table_screen::table_context;
use crate::account::account;
use crate::i18n::t;
use crate::parts::NameField;
use crate::prefs::prefs;
use crate::screen::{Link, Screen, forget_text_in_history, text_in_history};
use crate::sound;

/// Asks for a name, and whether to play or to watch.
#[component]
pub(crate) fn Join() -> impl IntoView {
    let context = table_context();
    // Whoever comes from the list of tables has pressed what they want already.
    let wanted = text_in_history();
    if wanted.is_some() {
        forget_text_in_history();
    }
    let watching = RwSignal::new(wanted.as_deref() == Some("watch"));
    let playing = context.of(|view| view.is_playing());
    let full = context.of(|view| view.chairs.iter().all(|chair| chair.person.is_some()));
    let join = move |watch: bool| {
        sound::unlock();
        let name = prefs().name.get_untracked();
        let tip = context.session.tip();
        let closed = if watch { None } else { context.session.closed_tip() };
        context.session.order(WireCommand::Join { name, chair: None, watch, program: false, tip, closed });
    };
    let named = account().with_untracked(|account| account.name.is_some())
        || prefs().name.with_untracked(|name| !name.trim().is_empty());
    if wanted.as_deref() == Some("join") && named {
        join(false);
    }
    let needs_name = context.of(|view| view.settings.rated == Some(true));
    let needs_name = move || needs_name.get() && account().with(|account| account.name.is_none());
    view! {
        <section class="join card" data-t="join" aria-labelledby="join-title" hidden=move || watching.get()>
            <h2 id="join-title">{move || t("web-join-title")}</h2>
            <form on:submit=move |event| {
                event.prevent_default();
                join(false);
            }>
                <NameField />
                <p class="small" data-t="rated-needs-name" hidden=move || !needs_name()>
                    {move || t("web-rated-needs-name")} " "
                    <Link to=Screen::Me hook="claim-first">{move || t("web-claim-title")}</Link>
                </p>
                <p class="soft small" hidden=move || !playing.get()>{move || t("web-join-queue")}</p>
                <p class="soft small" hidden=move || !full.get()>{move || t("web-join-full")}</p>
                <div class="row">
                    <button class="button main" type="submit" data-t="sit-down">{move || t("web-sit-down")}</button>
                    <button class="button" type="button" data-t="watch" on:click=move |_| watching.set(true)>
                        {move || t("web-watch")}
                    </button>
                </div>
            </form>
        </section>
        <p class="join-strip" hidden=move || !watching.get()>
            <span>{move || t("web-you-watch")}</span>
            <button class="button" data-t="join-after-all" on:click=move |_| watching.set(false)>
                {move || t("web-sit-down")}
            </button>
        </p>
    }
}
