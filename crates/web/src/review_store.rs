//! Reviews that were made in this browser: they take seconds to make and are too long for its simple storage.

use js_sys::Promise;
use leptos::prelude::window;
use perudo_analysis::Review;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbObjectStore, IdbRequest, IdbTransactionMode};

const DATABASE: &str = "perudo-reviews";
const STORE: &str = "reviews";
/// Reviews by another judge are not looked up.
const JUDGE: u32 = 2;
/// How many are kept. They can be made again, so nobody minds if all make room at once.
const MOST: f64 = 300.0;

/// The review of a record, if it was made here.
pub(crate) async fn load(record: &str) -> Option<Review> {
    let store = open(IdbTransactionMode::Readonly).await.ok()?;
    let text = done(&store.get(&key(record)).ok()?).await.ok()?.as_string()?;
    serde_json::from_str(&text).ok()
}

/// Keeps a review. In a browser that stores nothing it is made again the next time.
pub(crate) async fn save(record: &str, review: &Review) {
    if put(record, review).await.is_err() && clear().await.is_ok() {
        // There was no room, perhaps because of the others.
        let _ = put(record, review).await;
    }
}

async fn put(record: &str, review: &Review) -> Result<(), JsValue> {
    let store = open(IdbTransactionMode::Readwrite).await?;
    if done(&store.count()?).await?.as_f64().is_some_and(|count| count >= MOST) {
        done(&store.clear()?).await?;
    }
    // It is long: by now what was on the screen has been drawn.
    let Ok(text) = serde_json::to_string(review) else { return Ok(()) };
    done(&store.put_with_key(&text.into(), &key(record))?).await.map(drop)
}

async fn clear() -> Result<(), JsValue> {
    let store = open(IdbTransactionMode::Readwrite).await?;
    done(&store.clear()?).await.map(drop)
}

fn key(record: &str) -> JsValue {
    format!("{JUDGE}\n{record}").into()
}

async fn open(mode: IdbTransactionMode) -> Result<IdbObjectStore, JsValue> {
    let factory = window().indexed_db()?.ok_or(JsValue::NULL)?;
    let request = factory.open_with_u32(DATABASE, 1)?;
    let opening = request.clone();
    let make = Closure::once_into_js(move || {
        let database = opening.result().ok().and_then(|made| made.dyn_into::<IdbDatabase>().ok());
        database.map(|database| database.create_object_store(STORE).map(drop));
    });
    request.set_onupgradeneeded(Some(make.unchecked_ref()));
    let database: IdbDatabase = done(&request).await?.dyn_into()?;
    database.transaction_with_str_and_mode(STORE, mode)?.object_store(STORE)
}

/// What a request brings.
async fn done(request: &IdbRequest) -> Result<JsValue, JsValue> {
    let ended = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(ended).await?;
    request.result()
}
