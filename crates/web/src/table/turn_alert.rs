//! Tells people that it is their turn, wherever they look: in the title, on the icon, by sound, vibration and notification.

use leptos::prelude::*;

use super::table_screen::TableContext;
use crate::i18n::t;
use crate::prefs::prefs;
use crate::sound::{self, Sound};
use crate::{alert, browser};

/// The title of the page when nothing is to be told.
const PLAIN: &str = "Perudo";

/// Tells of every turn of this player while the table is on the screen.
pub(crate) fn run(context: TableContext) {
    let turn = Memo::new(move |_| context.your_turn().get());
    let remote = !context.session.is_local();
    Effect::new(move |before: Option<bool>| {
        let turn = turn.get();
        document().set_title(&if turn { t("web-turn-title") } else { PLAIN.to_owned() });
        if before.unwrap_or(false) != turn {
            alert::mark_icon(turn);
            if turn { begin(remote) } else { alert::clear_notification() }
        }
        turn
    });
    // Whoever has come back to the page need not be told any more.
    let seen = window_event_listener_untyped("visibilitychange", |_| alert::clear_notification());
    on_cleanup(move || {
        seen.remove();
        document().set_title(PLAIN);
        alert::mark_icon(false);
    });
}

/// A turn begins. Bots wait for as long as one likes: only people and clocks are worth a stir.
fn begin(remote: bool) {
    sound::play(Sound::Turn);
    if !remote {
        return;
    }
    if prefs().vibration.get_untracked() {
        alert::vibrate();
    }
    if browser::hidden() && prefs().notifications.get_untracked() {
        alert::notify(untrack(|| t("web-turn-notice")));
    }
}
