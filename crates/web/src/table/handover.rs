//! Several people on one device: dice stay hidden until the next player has it.

use leptos::prelude::*;

use super::table_screen::table_context;
use crate::browser;
use crate::i18n::{say, t};

/// The curtain between two players who share a device.
#[component]
pub(crate) fn Handover() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let looking = RwSignal::new(None::<u16>);
    let next = Memo::new(move |_| {
        if session.sharing.get() < 2 || session.shown.with(Option::is_some) {
            return None;
        }
        session.view.with(|view| {
            let view = view.as_ref().filter(|view| view.is_playing())?;
            let chair = view.chairs.get(usize::from(view.now.turn?))?;
            Some((chair.person?, chair.name.clone().unwrap_or_default()))
        })
    });
    // After a decision the dice are hidden again: someone else may have the device next.
    Effect::new(move || {
        let turn = next.get().map(|(person, _)| person);
        let eyes = looking.get_untracked();
        if session.sharing.get_untracked() > 1
            && eyes.is_some()
            && eyes != turn
            && session.shown.with_untracked(Option::is_none)
        {
            looking.set(None);
            session.switch_viewer(None);
        }
    });
    let waiting = Memo::new(move |_| next.get().filter(|(person, _)| looking.get() != Some(*person)));
    Effect::new(move || {
        if waiting.get().is_some() {
            request_animation_frame(|| browser::focus("handover-ready"));
        }
    });
    let ready = move |_| {
        if let Some((person, _)) = waiting.get_untracked() {
            looking.set(Some(person));
            session.switch_viewer(Some(usize::from(person)));
        }
    };
    move || {
        waiting.get().map(|(_, name)| {
            let name = StoredValue::new(name);
            view! {
                <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="handover-title" data-t="handover">
                    <div class="card">
                        <h2 id="handover-title">
                            {move || say("web-hand-over", &[("name", name.get_value().into())])}
                        </h2>
                        <p>{move || t("web-hand-over-about")}</p>
                        <button class="button main big" id="handover-ready" data-t="ready" on:click=ready>
                            {move || say("web-i-am", &[("name", name.get_value().into())])}
                        </button>
                    </div>
                </div>
            }
        })
    }
}
