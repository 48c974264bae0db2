//! What the browser provides: the clock, randomness, storage, the clipboard, files.

use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use perudo_table::Moment;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::i18n;

/// What time it is.
pub(crate) fn now() -> Moment {
    Moment(js_sys::Date::now() as u64)
}

/// The browser has no source of random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the browser gives no random bytes")]
pub(crate) struct RandomError;

impl RandomError {
    /// For people.
    pub(crate) fn message(self) -> String {
        i18n::t("web-no-randomness")
    }
}

/// Random bytes of the operating system. Secrets and dice are made of them, so nothing else may stand in for them.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], RandomError> {
    let mut bytes = [0; N];
    let crypto = window().crypto().map_err(|_| RandomError)?;
    crypto.get_random_values_with_u8_array(&mut bytes).map_err(|_| RandomError)?;
    Ok(bytes)
}

/// A random number that JavaScript can hold, too.
pub(crate) fn random_number() -> Result<u64, RandomError> {
    Ok(u64::from_be_bytes(random()?) >> 12)
}

/// Any number below `end`, where it matters to nobody which.
pub(crate) fn any_below(end: u32) -> u32 {
    (js_sys::Math::random() * f64::from(end)) as u32
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// What is stored under a name; `None` if there is nothing, or if it cannot be read.
pub(crate) fn load<T: DeserializeOwned>(name: &str) -> Option<T> {
    let text = storage()?.get_item(name).ok().flatten()?;
    serde_json::from_str(&text).ok()
}

/// Stores something. In a browser that stores nothing people can play all the same.
pub(crate) fn save<T: Serialize + ?Sized>(name: &str, value: &T) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(value)) {
        let _ = storage.set_item(name, &text);
    }
}

/// Stores a text, and says whether there was room for it.
pub(crate) fn save_text(name: &str, text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(name, text).is_ok())
}

/// The names that begin so and under which something is stored.
pub(crate) fn stored_names(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let names = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    names.filter(|name| name.starts_with(prefix)).collect()
}

/// How long the text is that is stored under a name.
pub(crate) fn stored_length(name: &str) -> usize {
    let text = storage().and_then(|storage| storage.get_item(name).ok().flatten());
    text.map_or(0, |text| text.len())
}

/// Removes what is stored under a name.
pub(crate) fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

/// Removes what is stored under names with that beginning and is older than a month, or cannot be read.
pub(crate) fn remove_old<T: DeserializeOwned>(prefix: &str, stored_at: impl Fn(&T) -> u64) {
    const MONTH: u64 = 30 * 24 * 3_600_000;
    for name in stored_names(prefix) {
        let stored: Option<T> = load(&name);
        if stored.is_none_or(|stored| stored_at(&stored) + MONTH < now().0) {
            remove(&name);
        }
    }
}

/// Whether the page is in the background.
pub(crate) fn hidden() -> bool {
    document().visibility_state() == web_sys::VisibilityState::Hidden
}

/// Whether a media query holds.
pub(crate) fn matches(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// The address of this server, without a slash at its end.
pub(crate) fn origin() -> String {
    window().location().origin().unwrap_or_default()
}

/// Copies a text; returns whether that worked.
pub(crate) async fn copy(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // There is none outside of secure contexts: at a server in one's own network, for one.
    if JsValue::from(clipboard.clone()).is_undefined() {
        return copy_by_selecting(text).unwrap_or(false);
    }
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// Copies a text as people do: from a field, which is there for a moment beside what was pressed.
fn copy_by_selecting(text: &str) -> Option<bool> {
    let pressed: web_sys::HtmlElement = document().active_element()?.dyn_into().ok()?;
    let field: web_sys::HtmlTextAreaElement = document().create_element("textarea").ok()?.dyn_into().ok()?;
    field.set_value(text);
    pressed.parent_element()?.append_child(&field).ok()?;
    field.select();
    let copy: js_sys::Function =
        js_sys::Reflect::get(&document(), &"execCommand".into()).ok()?.dyn_into().ok()?;
    let copied = copy.call1(&document(), &"copy".into());
    field.remove();
    let _ = pressed.focus();
    Some(copied.is_ok_and(|copied| copied.is_truthy()))
}

/// Whether the system has a share sheet.
pub(crate) fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Opens the system's share sheet.
pub(crate) fn share(title: &str, url: &str) {
    let data = web_sys::ShareData::new();
    data.set_title(title);
    data.set_url(url);
    let _ = window().navigator().share_with_data(&data);
}

/// Saves a text as a file.
pub(crate) fn download(name: &str, text: &str) {
    let bytes = Uint8Array::from(text.as_bytes());
    let parts = Array::of1(&bytes);
    let Ok(blob) = web_sys::Blob::new_with_u8_array_sequence(&parts) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    if let Ok(link) = document().create_element("a")
        && let Ok(link) = link.dyn_into::<web_sys::HtmlAnchorElement>()
    {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&url);
}

/// The text of a file that was chosen or dropped; `None` if it is larger than a mebibyte.
pub(crate) async fn text_of(file: web_sys::File) -> Option<String> {
    const MOST: f64 = 1024.0 * 1024.0;
    if file.size() > MOST {
        return None;
    }
    let text = JsFuture::from(file.text()).await.ok()?;
    text.as_string()
}

/// A file whose address is in the HTML of the page.
pub(crate) async fn file(name: &str) -> Option<Vec<u8>> {
    let named = document().query_selector(&format!("meta[name={name}]")).ok().flatten()?;
    bytes(&named.get_attribute("content")?).await
}

/// The bytes at an address of this server.
async fn bytes(url: &str) -> Option<Vec<u8>> {
    let response = JsFuture::from(window().fetch_with_str(url)).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

/// Focuses the element with that id.
pub(crate) fn focus(id: &str) {
    if let Some(element) = document().get_element_by_id(id)
        && let Ok(element) = element.dyn_into::<web_sys::HtmlElement>()
    {
        let _ = element.focus();
    }
}

/// Brings the element with that id to the top of the window.
pub(crate) fn scroll_to(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view();
    }
}

/// What this browser is called among the keys of a name: `Firefox, Windows`.
pub(crate) fn label() -> String {
    label_of(&window().navigator().user_agent().unwrap_or_default())
}

/// A browser and its system, by what it says of itself. Most claim to be several: the one that few claim comes first.
fn label_of(agent: &str) -> String {
    let browsers = [
        ("YaBrowser/", "Yandex"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ];
    let found = |known: &[(&str, &'static str)]| {
        known.iter().find(|(sign, _)| agent.contains(sign)).map(|(_, name)| *name)
    };
    let parts: Vec<&str> = [found(&browsers), found(&systems)].into_iter().flatten().collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::label_of;

    #[test]
    fn a_browser_is_called_by_the_name_that_people_know() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0",
                "Firefox, Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
                "Safari, iPhone",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/129.0 Safari/537.36 Edg/129.0",
                "Edge, Mac",
            ),
            ("curl/8", ""),
        ] {
            assert_eq!(label_of(agent), expected, "{agent}");
        }
    }
}
