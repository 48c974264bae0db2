//! Ways to reach someone who may be looking elsewhere. No browser has all of them, and nothing depends on any.

use js_sys::{Array, Object, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser;

/// The mark of our notifications: a new one takes the place of the last.
const TAG: &str = "turn";

/// The icon of the page with a dot.
const MARKED: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'%3E\
%3Crect width='64' height='64' rx='14' fill='%23145244'/%3E\
%3Crect x='12' y='12' width='38' height='38' rx='9' fill='%23fffbf1'/%3E\
%3Ccircle cx='31' cy='31' r='7' fill='%23c8232c'/%3E\
%3Ccircle cx='49' cy='15' r='14' fill='%23ffb400' stroke='%23fff' stroke-width='3'/%3E%3C/svg%3E";

/// Calls a function of something that the browser may not have.
fn call(of: &JsValue, name: &str, arguments: &Array) -> Option<JsValue> {
    let function: js_sys::Function = Reflect::get(of, &name.into()).ok()?.dyn_into().ok()?;
    function.apply(of, arguments).ok()
}

/// What a call promises, if it keeps it.
async fn promised(of: &JsValue, name: &str, arguments: &Array) -> Option<JsValue> {
    let promise: js_sys::Promise = call(of, name, arguments)?.dyn_into().ok()?;
    JsFuture::from(promise).await.ok()
}

fn navigator() -> JsValue {
    window().navigator().into()
}

/// Marks the icons of the page: in the tab, and among the programs of the system if it is installed.
pub(crate) fn mark_icon(marked: bool) {
    if let Some(icon) = document().query_selector("link[rel=icon][type='image/svg+xml']").ok().flatten() {
        let plain = icon.get_attribute("data-plain").or_else(|| icon.get_attribute("href"));
        if let Some(plain) = plain {
            let _ = icon.set_attribute("data-plain", &plain);
            let _ = icon.set_attribute("href", if marked { MARKED } else { &plain });
        }
    }
    let badge = if marked { "setAppBadge" } else { "clearAppBadge" };
    spawn_local(async move { drop(promised(&navigator(), badge, &Array::new()).await) });
}

/// Whether the device may be one that vibrates. Browsers on a desk say so too: those have a mouse.
pub(crate) fn can_vibrate() -> bool {
    browser::matches("(pointer: coarse)") && Reflect::has(&navigator(), &"vibrate".into()).unwrap_or(false)
}

/// Shakes the device, if it can be. Browsers complain if nobody has touched the page yet.
pub(crate) fn vibrate() {
    let touched = Reflect::get(&navigator(), &"userActivation".into())
        .and_then(|activation| Reflect::get(&activation, &"hasBeenActive".into()));
    if touched.is_ok_and(|touched| touched.is_truthy()) {
        let rhythm = Array::of3(&90.into(), &70.into(), &90.into());
        call(&navigator(), "vibrate", &Array::of1(&rhythm));
    }
}

/// The browser's notifications, if it has any.
fn notifications() -> Option<JsValue> {
    let api = Reflect::get(&window(), &"Notification".into()).ok()?;
    api.is_function().then_some(api)
}

/// Whether the browser has notifications.
pub(crate) fn can_notify() -> bool {
    notifications().is_some()
}

/// Whether this page may show notifications.
fn may_notify() -> bool {
    let permission = notifications().and_then(|api| Reflect::get(&api, &"permission".into()).ok());
    permission.and_then(|permission| permission.as_string()).as_deref() == Some("granted")
}

/// Asks for leave to show notifications. Call it when the person has pressed something.
pub(crate) async fn ask_to_notify() -> bool {
    if let Some(api) = notifications() {
        promised(&api, "requestPermission", &Array::new()).await;
    }
    may_notify()
}

/// The service worker, which shows notifications and is there when one is pressed.
async fn worker() -> Option<JsValue> {
    let workers = Reflect::get(&navigator(), &"serviceWorker".into()).ok()?;
    let ready: js_sys::Promise = Reflect::get(&workers, &"ready".into()).ok()?.dyn_into().ok()?;
    JsFuture::from(ready).await.ok()
}

fn object(fields: &[(&str, &str)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        // A plain object takes every field.
        let _ = Reflect::set(&object, &(*name).into(), &(*value).into());
    }
    object.into()
}

/// Shows a notification that leads back to this page, if that is allowed.
pub(crate) fn notify(title: String) {
    if !may_notify() {
        return;
    }
    let address = window().location().href().unwrap_or_default();
    spawn_local(async move {
        let Some(worker) = worker().await else { return };
        let icon = document().query_selector("link[rel=icon][type='image/png']").ok().flatten();
        let icon = icon.and_then(|icon| icon.get_attribute("href")).unwrap_or_default();
        let options = object(&[("tag", TAG), ("icon", &icon), ("data", &address)]);
        promised(&worker, "showNotification", &Array::of2(&title.into(), &options)).await;
    });
}

/// Takes the notification away again.
pub(crate) fn clear_notification() {
    if !may_notify() || browser::hidden() {
        return;
    }
    spawn_local(async move {
        let Some(worker) = worker().await else { return };
        let wanted = Array::of1(&object(&[("tag", TAG)]));
        let shown = promised(&worker, "getNotifications", &wanted).await;
        for one in shown.map(|shown| Array::from(&shown)).unwrap_or_default().iter() {
            call(&one, "close", &Array::new());
        }
    });
}
