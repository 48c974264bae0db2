//! Sitting down at a table.

use leptos::prelude::*;
use perudo_protocol::WireCommand;

use super::table_screen::table_context;
use crate::i18n::t;
use crate::parts::NameField;
use crate::prefs::prefs;
use crate::sound;

/// Asks for a name, and whether to play or to watch.
#[component]
pub(crate) fn Join() -> impl IntoView {
    let context = table_context();
    let watching = RwSignal::new(false);
    let playing = context.of(|view| view.is_playing());
    let full = context.of(|view| view.chairs.iter().all(|chair| chair.person.is_some()));
    let join = move |watch: bool| {
        sound::unlock();
        let name = prefs().name.get_untracked();
        let tip = context.session.tip();
        let closed = if watch { None } else { context.session.closed_tip() };
        context.session.order(WireCommand::Join { name, chair: None, watch, program: false, tip, closed });
    };
    view! {
        <section class="join card" data-t="join" aria-labelledby="join-title" hidden=move || watching.get()>
            <h2 id="join-title">{move || t("web-join-title")}</h2>
            <form on:submit=move |event| {
                event.prevent_default();
                join(false);
            }>
                <NameField />
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
