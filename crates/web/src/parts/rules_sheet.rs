//! The rules of a table, short enough for a dialog: what is special first.

use leptos::prelude::*;

use super::rulebook::{Differences, Rulebook};
use super::rules_editor::{preset_key, rules_of};
use crate::i18n::{say, t};

/// The rules of a table, for a dialog that has a heading of its own.
#[component]
pub(crate) fn RulesSheet(
    /// The rule set, in record spelling.
    rules: Signal<String>,
) -> impl IntoView {
    let now = Memo::new(move |_| rules.with(|text| rules_of(text)));
    let preset = Memo::new(move |_| now.get().preset.rules());
    let name = move || t(&preset_key(now.get().preset));
    view! {
        <div class="rules-sheet" data-t="rules-sheet">
            <Show
                when=move || now.get() != preset.get()
                fallback=move || {
                    view! {
                        <p data-t="rules-sheet-preset">
                            {move || say("web-rules-are-preset", &[("preset", name().into())])}
                        </p>
                    }
                }
            >
                <section class="special">
                    <h3>{move || say("web-rules-special", &[("preset", name().into())])}</h3>
                    <Differences rules=now other=preset />
                </section>
            </Show>
            <Rulebook rules=now />
        </div>
    }
}
