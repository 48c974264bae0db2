//! What the server signs: receipts, and its public log of tips. The browser itself checks the signatures, where it can.

use std::time::Duration;

use js_sys::{Array, Reflect, Uint8Array};
use leptos::prelude::*;
use perudo_table::fair::{Link, PublicKey, Receipt, Signature, TipsAnswer, TipsError, TipsHead, Witness};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::CryptoKey;

use super::session::Session;
use crate::{api, browser};

/// How the names begin under which the last heads of servers' logs are stored, each by the server's key.
const PREFIX: &str = "perudo.tips.";

/// A tip that a table of older times had may be on its way into the log: after this time it must be there.
const GRACE: Duration = Duration::from_secs(5);

/// Whether the holder of a key signed a message; `None` if this browser cannot tell. Some cannot yet, and none can on a
/// page that came without encryption.
async fn verifies(key: &PublicKey, message: &[u8], signature: &Signature) -> Option<bool> {
    let subtle = window().crypto().ok()?.subtle();
    if JsValue::from(&subtle).is_undefined() {
        return None;
    }
    let bytes = |bytes: &[u8]| Uint8Array::from(bytes);
    let checked = async {
        let uses = Array::of1(&"verify".into());
        let key = subtle.import_key_with_str("raw", &bytes(key.bytes()), "Ed25519", false, &uses)?;
        let key: CryptoKey = JsFuture::from(key).await?.dyn_into()?;
        let (signature, message) = (bytes(signature.bytes()), bytes(message));
        let verified =
            subtle.verify_with_str_and_js_u8_array_and_js_u8_array("Ed25519", &key, &signature, &message)?;
        JsFuture::from(verified).await
    };
    match checked.await {
        Ok(verified) => verified.as_bool(),
        Err(error) => {
            let name = Reflect::get(&error, &"name".into()).ok().and_then(|name| name.as_string());
            if name.as_deref() == Some("NotSupportedError") { None } else { Some(false) }
        }
    }
}

/// The server has sent a receipt, which the witness keeps: it must be signed. Where that cannot be checked, `perudo verify`
/// will.
pub(super) fn check_receipt(session: Session, receipt: Receipt) {
    spawn_local(async move {
        let signed = match receipt.signed_message() {
            Some(message) => verifies(&receipt.key, &message, &receipt.signature).await,
            None => Some(false),
        };
        if signed == Some(false) {
            session.witness(Witness::false_signature);
        }
    });
}

/// The server has shown the tip of a chain of its own: it must be in its public log, which must begin with the log that
/// this browser saw last.
pub(super) fn shown_tip(session: Session, from: u64, tip: Link) {
    look_up(session, from, tip, false);
}

fn look_up(session: Session, from: u64, tip: Link, again: bool) {
    let known = session.witness(|witness| Some((witness.table().to_owned(), witness.key()?)));
    let Some((table, key)) = known.flatten() else { return };
    spawn_local(async move {
        match check_log(&table, key, from, tip).await {
            Ok(head) => drop(session.witness(|witness| head.map(|head| witness.saw_head(head)))),
            Err(Wrong::Log(TipsError::OtherTip)) if !again => {
                set_timeout(move || look_up(session, from, tip, true), GRACE);
            }
            Err(Wrong::Log(error)) => {
                session.witness(|witness| witness.wrong_log(error, from));
            }
            Err(Wrong::Signature) => {
                session.witness(Witness::false_signature);
            }
        }
    });
}

/// What is wrong with a log.
enum Wrong {
    Log(TipsError),
    Signature,
}

/// Checks the log as it is now, and keeps its head. A server that does not answer is not accused of anything.
async fn check_log(table: &str, key: PublicKey, from: u64, tip: Link) -> Result<Option<TipsHead>, Wrong> {
    let name = format!("{PREFIX}{key}");
    let seen: Option<TipsHead> = browser::load(&name);
    let answer: TipsAnswer = match api::tips(table, seen.map_or(0, |seen| seen.size)).await {
        Ok(answer) => answer,
        Err(api::ApiError::Refused { error, .. }) if error == "no-such-head" => {
            return Err(Wrong::Log(TipsError::Rewritten));
        }
        Err(_) => return Ok(None),
    };
    let head = answer.head;
    if head.key != key || verifies(&key, &head.signed_message(), &head.signature).await == Some(false) {
        return Err(Wrong::Signature);
    }
    let seen = seen.map(|seen| seen.head());
    answer.check(seen.as_ref(), table, from, tip).map_err(Wrong::Log)?;
    // Another tab may have seen a longer one meanwhile.
    if browser::load::<TipsHead>(&name).is_none_or(|known| known.size < head.size) {
        browser::save(&name, &head);
    }
    Ok(Some(head))
}
