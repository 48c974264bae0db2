//! Passkeys, as browsers provide them: <https://www.w3.org/TR/webauthn-3/>.

use data_encoding::BASE64URL_NOPAD;
use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use perudo_protocol::http::{NewPasskey, PasskeyCreation, PasskeyRequest, PasskeySignIn};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use crate::api::{self, ApiError};
use crate::i18n::t;

/// Why there is no passkey.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PasskeyError {
    /// The server refuses.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The person did not want to, or took too long: browsers do not say which.
    #[error("no passkey was chosen")]
    NotChosen,
    /// The device has a passkey of this person already.
    #[error("this device has a passkey already")]
    There,
    /// The browser has no passkeys, or none for this address.
    #[error("the browser has no passkeys here")]
    NoPasskeys,
}

impl PasskeyError {
    /// For people.
    pub(crate) fn message(&self) -> String {
        match self {
            PasskeyError::Api(error) => error.message(),
            PasskeyError::NotChosen => t("web-passkey-not-chosen"),
            PasskeyError::There => t("web-passkey-there"),
            PasskeyError::NoPasskeys => t("web-passkey-none"),
        }
    }
}

impl From<JsValue> for PasskeyError {
    fn from(error: JsValue) -> PasskeyError {
        let name = Reflect::get(&error, &"name".into()).ok().and_then(|name| name.as_string());
        match name.as_deref() {
            Some("NotAllowedError" | "AbortError") => PasskeyError::NotChosen,
            Some("InvalidStateError") => PasskeyError::There,
            _ => PasskeyError::NoPasskeys,
        }
    }
}

/// Whether the browser has passkeys: only at addresses of which nobody else can be on the way.
pub(crate) fn are_there() -> bool {
    Reflect::get(&window(), &"PublicKeyCredential".into()).is_ok_and(|there| there.is_function())
}

/// Makes a passkey and adds it to the keys of this browser's name.
pub(crate) async fn add(label: String) -> Result<(), PasskeyError> {
    let wanted = api::people::passkey_creation().await?;
    let made = credential("create", creation(&wanted)?).await?;
    let response = field(&made, "response")?;
    let passkey = NewPasskey {
        credential: bytes(&field(&made, "rawId")?),
        public_key: bytes(&call(&response, "getPublicKey")?),
        algorithm: call(&response, "getPublicKeyAlgorithm")?.as_f64().unwrap_or_default() as i32,
        client_data: bytes(&field(&response, "clientDataJSON")?),
        authenticator_data: bytes(&call(&response, "getAuthenticatorData")?),
        label,
    };
    api::people::add_passkey(&passkey).await?;
    Ok(())
}

/// Signs in by a passkey.
pub(crate) async fn sign_in(label: String) -> Result<(), PasskeyError> {
    let PasskeyRequest { challenge, rp_id } = api::people::passkey_request().await?;
    let options = object(&[
        ("challenge", buffer(&challenge)?),
        ("rpId", rp_id.into()),
        ("userVerification", "preferred".into()),
    ])?;
    let used = credential("get", options).await?;
    let response = field(&used, "response")?;
    let passkey = PasskeySignIn {
        credential: bytes(&field(&used, "rawId")?),
        client_data: bytes(&field(&response, "clientDataJSON")?),
        authenticator_data: bytes(&field(&response, "authenticatorData")?),
        signature: bytes(&field(&response, "signature")?),
        label,
    };
    api::people::sign_in_by_passkey(&passkey).await?;
    Ok(())
}

/// What `navigator.credentials.create` needs.
fn creation(wanted: &PasskeyCreation) -> Result<JsValue, JsValue> {
    let user = object(&[
        ("id", buffer(&wanted.user_id)?),
        ("name", wanted.user_name.as_str().into()),
        ("displayName", wanted.user_name.as_str().into()),
    ])?;
    let kinds = Array::new();
    for algorithm in &wanted.algorithms {
        kinds.push(&object(&[("type", "public-key".into()), ("alg", (*algorithm).into())])?);
    }
    let exclude = Array::new();
    for id in &wanted.exclude {
        exclude.push(&object(&[("type", "public-key".into()), ("id", buffer(id)?)])?);
    }
    object(&[
        ("challenge", buffer(&wanted.challenge)?),
        ("rp", object(&[("id", wanted.rp_id.as_str().into()), ("name", "Perudo".into())])?),
        ("user", user),
        ("pubKeyCredParams", kinds.into()),
        ("excludeCredentials", exclude.into()),
        (
            "authenticatorSelection",
            object(&[("residentKey", "required".into()), ("userVerification", "preferred".into())])?,
        ),
        ("attestation", "none".into()),
    ])
}

/// Asks the browser, which asks the person.
async fn credential(method: &str, public_key: JsValue) -> Result<JsValue, PasskeyError> {
    let credentials = field(&window().navigator(), "credentials")?;
    let ask: Function = field(&credentials, method)?.dyn_into()?;
    let answer: Promise = ask.call1(&credentials, &object(&[("publicKey", public_key)])?)?.dyn_into()?;
    let credential = JsFuture::from(answer).await?;
    if credential.is_null() { Err(PasskeyError::NotChosen) } else { Ok(credential) }
}

fn field(of: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    Reflect::get(of, &name.into())
}

fn call(of: &JsValue, name: &str) -> Result<JsValue, JsValue> {
    field(of, name)?.dyn_into::<Function>()?.call0(of)
}

fn object(fields: &[(&str, JsValue)]) -> Result<JsValue, JsValue> {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), value)?;
    }
    Ok(object.into())
}

fn buffer(text: &str) -> Result<JsValue, JsValue> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| JsValue::NULL)?;
    Ok(Uint8Array::from(bytes.as_slice()).into())
}

fn bytes(buffer: &JsValue) -> String {
    BASE64URL_NOPAD.encode(&Uint8Array::new(buffer).to_vec())
}
