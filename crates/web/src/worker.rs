//! Work that takes too long for the page's thread, and the worker that does it (`crates/worker`). The worker is started when
//! it is asked for something, and stays.

use std::cell::RefCell;
use std::collections::BTreeMap;

use js_sys::{Array, Promise};
use leptos::prelude::document;
use perudo_worker::{FAILED, READY, Request};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// What has come of a request.
#[derive(Clone, Debug)]
pub(crate) enum Told<T> {
    /// So much of it is done, from 0 to 1, and this is what is known so far.
    SoFar(f64, T),
    /// All of it.
    Done(T),
    /// It cannot be asked. The reason is for engineers, and in the browser's console.
    Refused,
    /// There is no worker: no network to fetch it by, or a browser that is too old.
    Failed,
}

/// Something that the worker was asked for. When it is dropped, the worker does not go on with it.
#[derive(Debug)]
#[must_use = "what nobody keeps is cancelled"]
pub(crate) struct Task(u32);

impl Drop for Task {
    fn drop(&mut self) {
        let cancel = |connection: &mut Connection| {
            if connection.asked.remove(&self.0).is_some()
                && let Some(worker) = connection.worker.as_ref().filter(|_| connection.ready)
            {
                let _ = worker.post_message(&Array::of1(&self.0.into()));
            }
        };
        // In the middle of being told something the connection is in use: what is told ends by itself.
        CONNECTION.with(|connection| {
            connection.try_borrow_mut().map(|mut connection| cancel(&mut connection)).ok()
        });
    }
}

/// Asks the worker for something, and hears what comes of it, perhaps many times.
pub(crate) fn ask<T: DeserializeOwned>(request: &Request, mut told: impl FnMut(Told<T>) + 'static) -> Task {
    let Ok(request) = serde_json::to_string(request) else {
        told(Told::Failed);
        return Task(0);
    };
    let hear = move |heard: Heard| {
        let read = |text: &str| serde_json::from_str(text);
        told(match heard {
            Heard::SoFar(progress, text) => match read(&text) {
                Ok(answer) => Told::SoFar(progress, answer),
                Err(_) => return,
            },
            Heard::Done(text) => match read(&text) {
                Ok(answer) => Told::Done(answer),
                Err(error) => {
                    leptos::logging::warn!("the worker's answer cannot be read: {error}");
                    Told::Refused
                }
            },
            Heard::Refused(reason) => {
                leptos::logging::warn!("the worker refuses: {reason}");
                Told::Refused
            }
            Heard::Failed => Told::Failed,
        });
    };
    CONNECTION.with_borrow_mut(|connection| connection.ask(request, Box::new(hear)))
}

/// Asks the worker for something that is answered once. Nothing, if it cannot be had.
pub(crate) async fn answer<T: DeserializeOwned>(request: &Request) -> Option<T> {
    let request = serde_json::to_string(request).ok()?;
    let mut task = None;
    let answered = Promise::new(&mut |resolve, reject| {
        let hear = move |heard: Heard| {
            let _ = match heard {
                Heard::SoFar(..) => return,
                Heard::Done(text) => resolve.call1(&JsValue::NULL, &text.into()),
                Heard::Refused(reason) => reject.call1(&JsValue::NULL, &reason.into()),
                Heard::Failed => reject.call0(&JsValue::NULL),
            };
        };
        task = Some(CONNECTION.with_borrow_mut(|connection| connection.ask(request.clone(), Box::new(hear))));
    });
    let answer = JsFuture::from(answered).await;
    drop(task);
    serde_json::from_str(&answer.ok()?.as_string()?).ok()
}

/// What the worker says about one request.
enum Heard {
    SoFar(f64, String),
    Done(String),
    Refused(String),
    Failed,
}

type Hear = Box<dyn FnMut(Heard)>;

/// The worker and what it was asked for.
#[derive(Default)]
struct Connection {
    worker: Option<Worker>,
    /// Whether it listens.
    ready: bool,
    /// By their ids: what is to be posted once it listens, and who wants to hear of it.
    asked: BTreeMap<u32, (String, Option<Hear>)>,
    last: u32,
}

thread_local! {
    static CONNECTION: RefCell<Connection> = RefCell::default();
}

impl Connection {
    fn ask(&mut self, request: String, hear: Hear) -> Task {
        self.last += 1;
        let id = self.last;
        if self.worker.is_none() {
            self.worker = start();
        }
        match (&self.worker, self.ready) {
            (Some(worker), true) => post(worker, id, &request),
            (Some(_), false) => {}
            // Whoever asks has not got the task yet.
            (None, _) => leptos::prelude::queue_microtask(fail),
        }
        self.asked.insert(id, (request, Some(hear)));
        Task(id)
    }
}

fn post(worker: &Worker, id: u32, request: &str) {
    let _ = worker.post_message(&Array::of2(&id.into(), &request.into()));
}

fn start() -> Option<Worker> {
    let named = document().query_selector("meta[name=perudo-worker]").ok().flatten()?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&named.get_attribute("content")?, &options).ok()?;
    // There is one worker for as long as the page lives, unless it fails.
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| hear(&event.data()));
    worker.set_onmessage(Some(hear.into_js_value().unchecked_ref()));
    let failed = Closure::<dyn FnMut()>::new(fail);
    worker.set_onerror(Some(failed.into_js_value().unchecked_ref()));
    Some(worker)
}

fn hear(message: &JsValue) {
    if let Some(text) = message.as_string() {
        if text == READY {
            CONNECTION.with_borrow_mut(|connection| {
                connection.ready = true;
                if let Some(worker) = &connection.worker {
                    connection.asked.iter().for_each(|(&id, (request, _))| post(worker, id, request));
                }
            });
        } else if let Some(reason) = text.strip_prefix(FAILED) {
            leptos::logging::warn!("the worker: {reason}");
            fail();
        }
        return;
    }
    let message = Array::from(message);
    let (Some(id), Some(text)) = (message.get(0).as_f64(), message.get(2).as_string()) else { return };
    let id = id as u32;
    match message.get(3).as_bool() {
        None => tell(id, Heard::SoFar(message.get(1).as_f64().unwrap_or(0.0), text)),
        Some(good) => {
            tell(id, if good { Heard::Done(text) } else { Heard::Refused(text) });
            CONNECTION.with_borrow_mut(|connection| drop(connection.asked.remove(&id)));
        }
    }
}

/// Tells whoever asked. They may ask for more, or drop what they asked for, so the connection is free meanwhile.
fn tell(id: u32, heard: Heard) {
    let hear = CONNECTION
        .with_borrow_mut(|connection| connection.asked.get_mut(&id).and_then(|(_, hear)| hear.take()));
    let Some(mut hear) = hear else { return };
    hear(heard);
    CONNECTION.with_borrow_mut(|connection| {
        if let Some((_, place)) = connection.asked.get_mut(&id) {
            *place = Some(hear);
        }
    });
}

/// The worker is of no use: whoever asks again gets another.
fn fail() {
    let asked = CONNECTION.with_borrow_mut(|connection| {
        if let Some(worker) = connection.worker.take() {
            worker.terminate();
        }
        connection.ready = false;
        std::mem::take(&mut connection.asked)
    });
    for (_, (_, hear)) in asked {
        if let Some(mut hear) = hear {
            hear(Heard::Failed);
        }
    }
}
