//! How somebody proves that a name is theirs: browsers, passkeys, a code on paper.

use leptos::prelude::*;
use perudo_protocol::http::{DeviceLink, KeyInfo, KeyKind};
use wasm_bindgen_futures::spawn_local;

use super::request::Request;
use crate::i18n::{day, say, t};
use crate::parts::{Dialog, Invite};
use crate::{api, browser, passkey};

/// What is shown once.
#[derive(Clone, Debug, PartialEq)]
enum Secret {
    Link(DeviceLink),
    Code(String),
}

/// The keys of a name, and ways to make more.
#[component]
pub(super) fn Keys(keys: Vec<KeyInfo>, fetch: impl Fn() + Copy + Send + Sync + 'static) -> impl IntoView {
    let (request, secret) = (Request::new(), RwSignal::new(None::<Secret>));
    let Request { busy, trouble } = request;
    let add_passkey = move |_| {
        let added = async { passkey::add(browser::label()).await.map_err(|error| error.message()) };
        request.ask(added, move |()| fetch());
    };
    let link = move |_| {
        let made = async { api::people::make_device_link().await.map_err(|error| error.message()) };
        request.ask(made, move |link| {
            secret.try_set(Some(Secret::Link(link)));
        });
    };
    let code = move |_| {
        let made = async { api::people::make_recovery_code().await.map_err(|error| error.message()) };
        request.ask(made, move |made| {
            secret.try_set(Some(Secret::Code(made.code)));
        });
    };
    let revoke = move |key: i64| {
        let revoked = async move { api::people::revoke(key).await.map_err(|error| error.message()) };
        request.ask(revoked, move |()| fetch());
    };
    let close = move || {
        let seen = secret.get_untracked();
        secret.set(None);
        // There is one key more, or will be.
        if seen.is_some() {
            fetch();
        }
    };
    let only = keys.len() < 2;
    let rows = keys.into_iter().map(|key| view! { <Key key only revoke /> }).collect_view();
    view! {
        <section class="card" aria-labelledby="keys-title">
            <h2 id="keys-title">{move || t("web-own-keys")}</h2>
            <p class="soft">{move || t("web-keys-about")}</p>
            <p class="warning" hidden=!only data-t="one-key">{move || t("web-keys-one")}</p>
            <ul class="key-list" data-t="keys">{rows}</ul>
            <div class="row">
                <button class="button gold" data-t="add-passkey" hidden=!passkey::are_there() disabled=move || busy.get() on:click=add_passkey>
                    {move || t("web-passkey-add")}
                </button>
                <button class="button" data-t="link-device" disabled=move || busy.get() on:click=link>{move || t("web-link-device")}</button>
                <button class="button" data-t="make-code" disabled=move || busy.get() on:click=code>{move || t("web-recovery-make")}</button>
            </div>
            <p class="trouble" role="alert" data-t="keys-trouble">{move || trouble.get()}</p>
            <Dialog
                open=Signal::derive(move || secret.with(|secret| matches!(secret, Some(Secret::Link(_)))))
                close title="web-link-device" hook="device-link"
            >
                {move || match secret.get() {
                    Some(Secret::Link(link)) => Some(view! {
                        <p>{move || say("web-link-device-about", &[("minutes", link.seconds.div_ceil(60).into())])}</p>
                        <Invite url=link.link />
                    }),
                    _ => None,
                }}
            </Dialog>
            <Dialog
                open=Signal::derive(move || secret.with(|secret| matches!(secret, Some(Secret::Code(_)))))
                close title="web-recovery-code" hook="recovery-code"
            >
                {move || match secret.get() {
                    Some(Secret::Code(code)) => Some(view! { <Code code /> }),
                    _ => None,
                }}
            </Dialog>
        </section>
    }
}

/// A code to write down, or a token to copy.
#[component]
pub(super) fn Code(
    code: String,
    /// What is to be done with it.
    #[prop(default = "web-recovery-about")]
    about: &'static str,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    let code = StoredValue::new(code);
    let copy = move |_| {
        spawn_local(async move {
            let done = browser::copy(&code.get_value()).await;
            copied.try_set(done);
        });
    };
    view! {
        <p>{move || t(about)}</p>
        <p><code class="secret" data-t="secret">{code.get_value()}</code></p>
        <p>
            <button class="button" data-t="copy-secret" on:click=copy>
                {move || t(if copied.get() { "web-copied" } else { "web-copy" })}
            </button>
        </p>
    }
}

#[component]
fn Key(key: KeyInfo, only: bool, revoke: impl Fn(i64) + Copy + Send + Sync + 'static) -> impl IntoView {
    let KeyInfo { key: number, kind, label, made, used, this } = key;
    let (kind_key, sign) = match kind {
        KeyKind::Browser => ("web-key-browser", "▣"),
        KeyKind::Passkey => ("web-key-passkey", "◆"),
        KeyKind::Recovery => ("web-key-recovery", "✎"),
        KeyKind::Token => ("web-key-token", "⚙"),
    };
    let label = StoredValue::new(label);
    let described = move || match label.get_value() {
        label if label.is_empty() => t(kind_key),
        label => format!("{}: {label}", t(kind_key)),
    };
    view! {
        <li data-t="key">
            <span class="key-sign" aria-hidden="true">{sign}</span>
            <span class="who">
                <b>{described}</b>
                {this.then(|| view! { <span class="tag">{move || t("web-key-this")}</span> })}
                <br />
                <span class="soft small">
                    {move || say("web-key-made", &[("day", day(made as f64).into())])}
                    {used.map(|used| view! { " · " {move || say("web-key-used", &[("day", day(used as f64).into())])} })}
                </span>
            </span>
            <button
                class="button small"
                data-t="revoke"
                hidden=only
                aria-label=move || say("web-key-revoke-name", &[("name", described().into())])
                on:click=move |_| revoke(number)
            >
                {move || t("web-key-revoke")}
            </button>
        </li>
    }
}
