//! Several people on one device: dice stay hidden until the next player has it.

use leptos::prelude::*;

use super::keys::ROOM;
use super::table_screen::table_context;
use crate::browser;
use crate::i18n::{say, t};

/// The button of whoever takes the device.
pub(crate) const READY: &str = "handover-ready";

/// The curtain before whoever is next takes the device. The table itself tells nobody's dice until then.
#[component]
pub(crate) fn Handover() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let next = Memo::new(move |_| {
        if session.sharing.get() < 2 || session.shown.with(Option::is_some) {
            return None;
        }
        let holder = session.you.get().person;
        session.view.with(|view| {
            let view = view.as_ref().filter(|view| view.is_playing())?;
            let chair = view.chairs.get(usize::from(view.now.turn?))?;
            let person = chair.person.filter(|person| holder != Some(*person))?;
            Some((person, chair.name.clone().unwrap_or_default()))
        })
    });
    Effect::new(move || {
        let waits = next.with(Option::is_some);
        // What is behind the curtain can be neither seen nor reached.
        if let Some(room) = document().get_element_by_id(ROOM) {
            let _ = room.toggle_attribute_with_force("inert", waits);
        }
        if waits {
            context.dialog.set(None);
            request_animation_frame(|| browser::focus(READY));
        }
    });
    // A device that was put away may be taken up by somebody else.
    let put_away = window_event_listener_untyped("visibilitychange", move |_| {
        let held = session.you.get_untracked().person.is_some();
        if held && browser::hidden() && session.sharing.get_untracked() > 1 {
            session.switch_viewer(None);
        }
    });
    on_cleanup(move || put_away.remove());
    let ready = move |_| {
        if let Some((person, _)) = next.get_untracked() {
            session.switch_viewer(Some(usize::from(person)));
        }
    };
    move || {
        next.get().map(|(_, name)| {
            let name = StoredValue::new(name);
            view! {
                <div class="curtain" role="dialog" aria-modal="true" aria-labelledby="handover-title" data-t="handover">
                    <div class="card">
                        <h2 id="handover-title">
                            {move || say("web-hand-over", &[("name", name.get_value().into())])}
                        </h2>
                        <p>{move || t("web-hand-over-about")}</p>
                        <button class="button main big" id=READY data-t="ready" on:click=ready>
                            {move || say("web-i-am", &[("name", name.get_value().into())])}
                        </button>
                    </div>
                </div>
            }
        })
    }
}
