//! Leaving a table of the server, for good or for a while: whoever may lose dice by it is asked first.

use leptos::prelude::*;

use super::table_screen::{Open, TableContext, table_context};
use crate::i18n::{say, t, words};
use crate::parts::{Dialog, Home};
use crate::screen::{Screen, navigate};

/// How many dice this player would lose.
fn dice(context: TableContext) -> u8 {
    let chair = context.session.you.get().chair.map(usize::from);
    let left =
        |chair: usize| context.now.with(|now| now.dice.get(chair).copied().filter(|_| now.is_playing()));
    chair.and_then(left).unwrap_or(0)
}

/// Leaves the table, after asking if that costs anything.
pub(crate) fn leave(context: TableContext) {
    if untrack(|| dice(context)) > 0 {
        context.dialog.set(Some(Open::Leave));
    } else {
        go(context);
    }
}

fn go(context: TableContext) {
    context.session.leave();
    navigate(Screen::Start);
}

/// Says what leaving costs.
#[component]
pub(crate) fn LeaveDialog() -> impl IntoView {
    let context = table_context();
    let open = Signal::derive(move || context.dialog.get() == Some(Open::Leave));
    let close = move || {
        if context.dialog.get_untracked() == Some(Open::Leave) {
            context.dialog.set(None);
        }
    };
    let sealed = context.of(|view| view.settings.dice.is_some());
    let instead = move || t(if sealed.get() { "web-leave-instead-sealed" } else { "web-leave-instead" });
    view! {
        <Dialog open close title="web-leave-title" hook="leave-dialog">
            <p data-t="leave-costs">
                {move || say("web-leave-costs", &[("dice", words().dice(dice(context)).into())])}
            </p>
            <p class="soft">{instead}</p>
            <div class="row end">
                <button class="button" data-t="leave-go" on:click=move |_| go(context)>{move || t("web-leave-go")}</button>
                <button class="button main" data-t="leave-stay" on:click=move |_| close()>{move || t("web-leave-stay")}</button>
            </div>
        </Dialog>
    }
}

/// The way to the start page. Whoever is away from a sealed table cannot show their dice: there it asks first.
#[component]
pub(crate) fn WayOut() -> impl IntoView {
    let context = table_context();
    let sealed = context.of(|view| view.settings.dice.is_some());
    let asks = Memo::new(move |_| sealed.get() && dice(context) > 0);
    let button = move || {
        view! {
            <button
                class="button icon"
                data-t="home"
                aria-label=move || t("web-back-to-start")
                on:click=move |_| context.dialog.set(Some(Open::StepAway))
            >
                "‹"
            </button>
        }
    };
    move || if asks.get() { button().into_any() } else { view! { <Home /> }.into_any() }
}

/// Says what it may cost to be away from a sealed table.
#[component]
pub(crate) fn StepAwayDialog() -> impl IntoView {
    let context = table_context();
    let open = Signal::derive(move || context.dialog.get() == Some(Open::StepAway));
    let close = move || {
        if context.dialog.get_untracked() == Some(Open::StepAway) {
            context.dialog.set(None);
        }
    };
    view! {
        <Dialog open close title="web-step-away-title" hook="step-away-dialog">
            <p data-t="step-away-costs">{move || t("web-step-away-costs")}</p>
            <div class="row end">
                <button class="button" data-t="step-away-go" on:click=move |_| navigate(Screen::Start)>
                    {move || t("web-step-away-go")}
                </button>
                <button class="button main" data-t="step-away-stay" on:click=move |_| close()>
                    {move || t("web-leave-stay")}
                </button>
            </div>
        </Dialog>
    }
}
