//! The menu of a table, the help and the rules.

use leptos::prelude::*;

use super::avatars::FaceChoice;
use super::host::HostSettings;
use super::keys;
use super::leave::{self, LeaveDialog, StepAwayDialog};
use super::lobby::AddBot;
use super::new_game::NewGame;
use super::table_screen::{Open, TableContext, table_context};
use crate::i18n::t;
use crate::pages::together::{NewTogether, TogetherGame};
use crate::parts::{Dialog, Invite, PrefsForm, RulesSheet};
use crate::screen::Screen;

fn closer(context: TableContext, this: Open) -> impl Fn() + Copy + Send + Sync + 'static {
    move || {
        if context.dialog.get_untracked() == Some(this) {
            context.dialog.set(None);
        }
    }
}

fn is_open(context: TableContext, this: Open) -> Signal<bool> {
    Signal::derive(move || context.dialog.get() == Some(this))
}

/// The menu, and all dialogs that it opens.
#[component]
pub(crate) fn Menu() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let rules = context.of(|view| view.settings.rules.clone().unwrap_or_default());
    let hints = context.of(|view| view.settings.hints.unwrap_or(false));
    let local = session.is_local();
    let together = use_context::<TogetherGame>().is_some();
    view! {
        <Dialog open=is_open(context, Open::Menu) close=closer(context, Open::Menu) title="web-menu" hook="menu">
            <div class="row">
                <button class="button" data-t="open-help" on:click=move |_| context.dialog.set(Some(Open::Help))>
                    {move || t("web-help")}
                </button>
                <button class="button" data-t="menu-rules" on:click=move |_| context.dialog.set(Some(Open::Rules))>
                    {move || t("web-rules")}
                </button>
                {local.then(|| view! {
                    <button class="button" data-t="menu-new-game" on:click=move |_| context.dialog.set(Some(Open::NewGame))>
                        {move || t("web-new-game")}
                    </button>
                })}
            </div>
            <h3>{move || t("web-prefs")}</h3>
            {move || view! { <PrefsForm odds_allowed=hints.get() /> }}
            <FaceChoice />
            {(!local).then(|| view! { <RemoteMenu /> })}
        </Dialog>
        <Dialog open=is_open(context, Open::Help) close=closer(context, Open::Help) title="web-help" hook="help">
            <Help />
        </Dialog>
        <Dialog open=is_open(context, Open::Rules) close=closer(context, Open::Rules) title="web-rules" hook="rules">
            <RulesSheet rules=Signal::derive(move || rules.get()) />
        </Dialog>
        <Dialog open=is_open(context, Open::NewGame) close=closer(context, Open::NewGame) title="web-new-game" hook="new-game-dialog">
            {if together { view! { <NewTogether /> }.into_any() } else { view! { <NewGame /> }.into_any() }}
        </Dialog>
        {(!local).then(|| view! { <LeaveDialog /> <StepAwayDialog /> })}
    }
}

/// What only a table of the server has: its link, the host's controls, another device, leaving.
#[component]
fn RemoteMenu() -> impl IntoView {
    let context = table_context();
    let session = context.session;
    let table = context.of(|view| view.table.clone());
    let host = Memo::new(move |_| session.you.get().host);
    let joined = Memo::new(move |_| session.you.get().person.is_some());
    let between = context.of(|view| !view.is_playing());
    let transfer = RwSignal::new(false);
    let link = move || Screen::Table(table.get()).url();
    let device_link = move || session.device_secret().map(|secret| format!("{}#{secret}", link()));
    view! {
        <h3>{move || t("web-invite")}</h3>
        {move || view! { <Invite url=link() /> }}
        {move || (host.get() && between.get()).then(|| view! {
            <h3>{t("web-host-part")}</h3>
            <AddBot />
            <HostSettings />
        })}
        {move || joined.get().then(|| view! {
            <h3>{t("web-other-device")}</h3>
            <p class="small soft">{t("web-other-device-about")}</p>
            {move || if transfer.get() {
                device_link().map(|url| view! { <Invite url /> }).into_any()
            } else {
                view! {
                    <button class="button" data-t="transfer" on:click=move |_| transfer.set(true)>
                        {t("web-show-device-link")}
                    </button>
                }.into_any()
            }}
            <p class="row end">
                <button class="button" data-t="leave" on:click=move |_| leave::leave(context)>{t("web-leave")}</button>
            </p>
        })}
    }
}

/// The keys.
#[component]
fn Help() -> impl IntoView {
    view! {
        <p>{move || t("web-help-game")}</p>
        <table class="keys">
            <caption class="unseen">{move || t("web-keys")}</caption>
            <tbody>
                {keys::HELP
                    .map(|(keys, key)| view! {
                        <tr>
                            <th scope="row">{keys.iter().map(|name| view! { <kbd>{*name}</kbd> " " }).collect_view()}</th>
                            <td>{move || t(key)}</td>
                        </tr>
                    })
                    .collect_view()}
            </tbody>
        </table>
    }
}
