//! The worker's side of the conversation with the page.
//!
//! The page posts `[id, request]`, and `[id]` to cancel it. The worker posts [`READY`] or, should it be of no use, [`FAILED`]
//! with a reason; then `[id, progress, answer]` while there is more to come and `[id, 1, answer, true]` at the end, or
//! `[id, 1, reason, false]` for what cannot be asked.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use js_sys::{Array, Promise, Reflect, Uint8Array};
use perudo_bots::Network;
use perudo_solver::Tables;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, Response};

use crate::Request;

/// What the worker posts when it can be asked.
pub const READY: &str = "ready";
/// How the message begins that the worker posts when it cannot.
pub const FAILED: &str = "failed: ";

/// The page is told of something unfinished once in so many milliseconds: it has to draw that.
const TELL_EVERY: f64 = 250.0;

/// What has been asked for and is neither answered nor cancelled.
type Asked = Rc<RefCell<HashSet<u32>>>;

/// Serves the page that started the worker, for as long as there is one.
pub fn serve() {
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    spawn_local(async move {
        match load(&scope).await {
            Ok(network) => listen(&scope, network),
            Err(reason) => post(&scope, &format!("{FAILED}{reason}").into()),
        }
    });
}

/// Fetches what the bots and the judge know. `worker-start.js` says where it is.
async fn load(scope: &DedicatedWorkerGlobalScope) -> Result<&'static Network, String> {
    let network = file(scope, "network").await.ok_or("the network could not be fetched")?;
    let tables = file(scope, "tables").await.ok_or("the tables could not be fetched")?;
    Tables::provide(Tables::read(&tables).map_err(|error| error.to_string())?);
    Network::install(&network).map_err(|error| error.to_string())
}

async fn file(scope: &DedicatedWorkerGlobalScope, name: &str) -> Option<Vec<u8>> {
    let files = Reflect::get(scope, &"files".into()).ok()?;
    let address = Reflect::get(&files, &name.into()).ok()?.as_string()?;
    let response: Response = JsFuture::from(scope.fetch_with_str(&address)).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    let buffer = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

fn listen(scope: &DedicatedWorkerGlobalScope, network: &'static Network) {
    let asked = Asked::default();
    let take = {
        let scope = scope.clone();
        move |event: MessageEvent| {
            let message = Array::from(&event.data());
            let Some(id) = message.get(0).as_f64().map(|id| id as u32) else { return };
            match message.get(1).as_string() {
                Some(request) => {
                    asked.borrow_mut().insert(id);
                    spawn_local(answer(scope.clone(), network, asked.clone(), id, request));
                }
                None => drop(asked.borrow_mut().remove(&id)),
            }
        }
    };
    // The worker listens for as long as it lives.
    scope.set_onmessage(Some(Closure::<dyn FnMut(MessageEvent)>::new(take).into_js_value().unchecked_ref()));
    post(scope, &READY.into());
}

/// Does what is asked for. After every step the worker listens: there may be something else, or nobody who still wants this.
async fn answer(
    scope: DedicatedWorkerGlobalScope,
    network: &'static Network,
    asked: Asked,
    id: u32,
    request: String,
) {
    let begun = serde_json::from_str::<Request>(&request).map_err(|error| error.to_string());
    let begun = begun.and_then(|request| request.begin(network).map_err(|error| error.to_string()));
    let end = |answer: Result<String, String>| {
        let good = answer.is_ok();
        let text = answer.unwrap_or_else(|reason| reason);
        let message = Array::of4(&id.into(), &1.0.into(), &text.into(), &good.into());
        post(&scope, &message);
    };
    let mut work = match begun {
        Ok(work) => work,
        Err(reason) => return end(Err(reason)),
    };
    let mut told = None;
    while work.step() {
        pause().await;
        if !asked.borrow().contains(&id) {
            return;
        }
        let now = js_sys::Date::now();
        if told.is_none_or(|told| told + TELL_EVERY <= now)
            && let Ok(answer) = work.answer()
        {
            told = Some(now);
            post(&scope, &Array::of3(&id.into(), &work.progress().into(), &answer.into()));
        }
    }
    asked.borrow_mut().remove(&id);
    end(work.answer().map_err(|error| error.to_string()));
}

/// Lets what waits be heard. Timers would take four milliseconds each.
async fn pause() {
    let heard = Promise::new(&mut |resolve, reject| match MessageChannel::new() {
        Ok(channel) => {
            channel.port1().set_onmessage(Some(&resolve));
            if channel.port2().post_message(&JsValue::NULL).is_err() {
                let _ = reject.call0(&JsValue::NULL);
            }
        }
        Err(error) => drop(reject.call1(&JsValue::NULL, &error)),
    });
    let _ = JsFuture::from(heard).await;
}

fn post(scope: &DedicatedWorkerGlobalScope, message: &JsValue) {
    // Whatever is posted here can be copied.
    let _ = scope.post_message(message);
}
