//! A link for friends: to copy, to scan, to share.

use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};
use wasm_bindgen_futures::spawn_local;

use crate::browser;
use crate::i18n::t;

/// A link for friends.
#[component]
pub(crate) fn Invite(
    /// Where it leads.
    url: String,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    let url = StoredValue::new(url);
    let copy = move |_| {
        spawn_local(async move {
            let done = browser::copy(&url.get_value()).await;
            copied.try_set(done);
        });
    };
    let select = |event: leptos::ev::FocusEvent| event_target::<web_sys::HtmlInputElement>(&event).select();
    let picture = url.with_value(|url| squares(url));
    view! {
        <div class="invite">
            <div class="field">
                <label for="link">{move || t("web-link")}</label>
                <input
                    id="link"
                    type="text"
                    readonly=true
                    data-t="link"
                    prop:value=url.get_value()
                    on:focus=select
                />
            </div>
            <div class="row">
                <button class="button main" data-t="copy-link" on:click=copy>
                    {move || t(if copied.get() { "web-copied" } else { "web-copy-link" })}
                </button>
                {browser::can_share().then(|| view! {
                    <button class="button" data-t="share" on:click=move |_| browser::share("Perudo", &url.get_value())>
                        {move || t("web-share")}
                    </button>
                })}
            </div>
            <span class="unseen" role="status">{move || copied.get().then(|| t("web-copied"))}</span>
            {picture.map(|(size, path)| view! {
                <svg
                    class="qr"
                    data-t="qr"
                    role="img"
                    aria-label=move || t("web-qr")
                    viewBox=format!("0 0 {size} {size}")
                    shape-rendering="crispEdges"
                >
                    <rect width="100%" height="100%" fill="#fff" />
                    <path d=path fill="#000" />
                </svg>
            })}
        </div>
    }
}

/// The dark squares of a QR code as a path, with a quiet border of four.
fn squares(text: &str) -> Option<(i32, String)> {
    const BORDER: i32 = 4;
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in 0..code.size() {
            if code.get_module(x, y) {
                path += &format!("M{},{}h1v1h-1z", x + BORDER, y + BORDER);
            }
        }
    }
    Some((code.size() + 2 * BORDER, path))
}
