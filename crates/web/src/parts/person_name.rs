//! Somebody, by name: whether the name is their own can be seen.

use leptos::prelude::*;
use perudo_protocol::http::PlayerKind;

use crate::i18n::{t, words};
use crate::screen::{Link, Screen};

/// A name; that of somebody with a profile leads to it.
#[component]
pub(crate) fn PersonName(
    /// The name.
    name: String,
    /// What they are.
    kind: PlayerKind,
    /// The bot of the ladder, if it is one.
    #[prop(optional_no_strip)]
    level: Option<String>,
) -> impl IntoView {
    let shown = match kind {
        PlayerKind::Person | PlayerKind::Program => {
            let to = Screen::Profile(name.clone());
            view! { <Link to class="person-name" hook="person">{name}</Link> }.into_any()
        }
        // A list of bots has them by their levels, a game by the names that they had there.
        PlayerKind::Bot if level.as_ref() == Some(&name) => {
            view! { <span>{move || words().bot(&name)}</span> }.into_any()
        }
        PlayerKind::Deleted => view! { <span class="soft">{move || t("web-kind-deleted")}</span> }.into_any(),
        PlayerKind::Guest | PlayerKind::Bot => view! { <span>{name}</span> }.into_any(),
    };
    view! {
        {shown}
        <KindTag kind />
    }
}

/// What somebody is, unless it is a person with a name of their own.
#[component]
pub(crate) fn KindTag(kind: PlayerKind) -> impl IntoView {
    let key = match kind {
        PlayerKind::Guest => "web-kind-guest",
        PlayerKind::Program => "web-kind-program",
        PlayerKind::Bot => "web-kind-bot",
        PlayerKind::Person | PlayerKind::Deleted => return None,
    };
    Some(view! { <span class="tag" data-t="kind-tag">{move || t(key)}</span> })
}
