//! Passkeys (WebAuthn): what a browser signed, and whether it did.
//!
//! `webauthn-rs` would bring OpenSSL, which the static program does without, and `webauthn_rp` a second set of everything that
//! signs. What is left of the standard without attestation is here, and `ring`, which the program has for TLS, checks
//! signatures.

use data_encoding::BASE64URL_NOPAD;
use perudo_protocol::http::{NewPasskey, PasskeySignIn};
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::store::people::Passkey;

/// The algorithms of keys, the best first: ES256, EdDSA, RS256, by their numbers in COSE.
pub(crate) const ALGORITHMS: [i32; 3] = [-7, -8, -257];

/// The longest id of a credential.
const CREDENTIAL: usize = 1023;

/// Whether somebody was there when the authenticator signed.
const USER_PRESENT: u8 = 1;

/// Where a browser must have been when it signed.
pub(crate) struct Site<'a> {
    /// The host.
    pub(crate) rp_id: &'a str,
    /// The address of the page, without a path.
    pub(crate) origin: &'a str,
}

/// Why something was not signed as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PasskeyError {
    #[error("a field is not base64url, or not what it should be")]
    Malformed,
    #[error("it was signed for another purpose, page or challenge")]
    Elsewhere,
    #[error("nobody was there when it was signed")]
    NobodyThere,
    #[error("keys of this algorithm are not known here")]
    Algorithm,
    #[error("the signature is wrong")]
    Signature,
}

/// What the browser says that it signed for.
#[derive(Deserialize)]
struct ClientData {
    #[serde(rename = "type")]
    purpose: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross_origin: bool,
}

pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, PasskeyError> {
    BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes()).map_err(|_| PasskeyError::Malformed)
}

/// What is stored in place of a credential's id, to find it by.
pub(crate) fn credential_hash(credential: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(b"perudo passkey 1").chain_update(credential).finalize().into()
}

/// The challenge that a browser signed, whether or not it is one of ours.
pub(crate) fn challenge_of(client_data: &str) -> Result<Vec<u8>, PasskeyError> {
    let data: ClientData =
        serde_json::from_slice(&bytes(client_data)?).map_err(|_| PasskeyError::Malformed)?;
    bytes(&data.challenge)
}

/// The passkey that a browser made for us.
pub(crate) fn made(new: &NewPasskey, challenge: &[u8], site: &Site<'_>) -> Result<Passkey, PasskeyError> {
    signed_for(&new.client_data, "webauthn.create", challenge, site)?;
    present(&bytes(&new.authenticator_data)?, site)?;
    let credential = bytes(&new.credential)?;
    if credential.is_empty() || credential.len() > CREDENTIAL {
        return Err(PasskeyError::Malformed);
    }
    let public_key = bytes(&new.public_key)?;
    // What could not be used later is refused now.
    verifier(new.algorithm)?;
    subject_key(&public_key, new.algorithm)?;
    Ok(Passkey { credential, public_key, algorithm: new.algorithm })
}

/// Whether a passkey signed this challenge here.
pub(crate) fn used(
    passkey: &Passkey,
    used: &PasskeySignIn,
    challenge: &[u8],
    site: &Site<'_>,
) -> Result<(), PasskeyError> {
    signed_for(&used.client_data, "webauthn.get", challenge, site)?;
    let mut message = bytes(&used.authenticator_data)?;
    present(&message, site)?;
    message.extend(Sha256::digest(bytes(&used.client_data)?));
    let key = subject_key(&passkey.public_key, passkey.algorithm)?;
    let key = UnparsedPublicKey::new(verifier(passkey.algorithm)?, key);
    key.verify(&message, &bytes(&used.signature)?).map_err(|_| PasskeyError::Signature)
}

fn signed_for(data: &str, purpose: &str, challenge: &[u8], site: &Site<'_>) -> Result<(), PasskeyError> {
    let data: ClientData = serde_json::from_slice(&bytes(data)?).map_err(|_| PasskeyError::Malformed)?;
    let here = data.purpose == purpose
        && bytes(&data.challenge)? == challenge
        && data.origin == site.origin
        && !data.cross_origin;
    if here { Ok(()) } else { Err(PasskeyError::Elsewhere) }
}

/// What an authenticator says about itself: the hash of the host, flags, a counter, and more.
fn present(data: &[u8], site: &Site<'_>) -> Result<(), PasskeyError> {
    let (host, rest) = data.split_at_checked(32).ok_or(PasskeyError::Malformed)?;
    let flags = rest.first().filter(|_| rest.len() >= 5).ok_or(PasskeyError::Malformed)?;
    if host != Sha256::digest(site.rp_id).as_slice() {
        return Err(PasskeyError::Elsewhere);
    }
    if flags & USER_PRESENT == 0 { Err(PasskeyError::NobodyThere) } else { Ok(()) }
}

fn verifier(algorithm: i32) -> Result<&'static dyn VerificationAlgorithm, PasskeyError> {
    match algorithm {
        -7 => Ok(&ECDSA_P256_SHA256_ASN1),
        -8 => Ok(&ED25519),
        -257 => Ok(&RSA_PKCS1_2048_8192_SHA256),
        _ => Err(PasskeyError::Algorithm),
    }
}

/// The key in a `SubjectPublicKeyInfo`: a sequence of the algorithm's name and a string of bits.
fn subject_key(info: &[u8], algorithm: i32) -> Result<&[u8], PasskeyError> {
    let (info, _) = element(info, 0x30)?;
    let (_, bits) = element(info, 0x30)?;
    let (bits, _) = element(bits, 0x03)?;
    let (unused, key) = bits.split_first().ok_or(PasskeyError::Malformed)?;
    let right_length = match algorithm {
        -7 => key.len() == 65,
        -8 => key.len() == 32,
        _ => (256..=1100).contains(&key.len()),
    };
    if *unused == 0 && right_length { Ok(key) } else { Err(PasskeyError::Malformed) }
}

/// The contents of an element of DER, and what follows it.
fn element(der: &[u8], tag: u8) -> Result<(&[u8], &[u8]), PasskeyError> {
    let element = || {
        let (found, rest) = der.split_first()?;
        let (length, rest) = rest.split_first()?;
        let (length, rest) = match *length {
            length @ 0..=0x7f => (usize::from(length), rest),
            0x81 => {
                let (length, rest) = rest.split_first()?;
                (usize::from(*length), rest)
            }
            0x82 => {
                let (length, rest) = rest.split_first_chunk::<2>()?;
                (usize::from(u16::from_be_bytes(*length)), rest)
            }
            _ => return None,
        };
        let (contents, rest) = rest.split_at_checked(length)?;
        (*found == tag).then_some((contents, rest))
    };
    element().ok_or(PasskeyError::Malformed)
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
    use serde_json::json;

    use super::*;

    const SITE: Site<'_> = Site { rp_id: "perudo.example", origin: "https://perudo.example" };
    /// What comes before the point in the public key of P-256.
    const INFO: [u8; 26] = [
        0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
        0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
    ];

    struct Authenticator(EcdsaKeyPair, SystemRandom);

    fn text(bytes: &[u8]) -> String {
        BASE64URL_NOPAD.encode(bytes)
    }

    fn client_data(purpose: &str, challenge: &[u8], origin: &str) -> String {
        text(json!({"type": purpose, "challenge": text(challenge), "origin": origin}).to_string().as_bytes())
    }

    fn authenticator_data(rp_id: &str, flags: u8) -> Vec<u8> {
        [Sha256::digest(rp_id).as_slice(), &[flags, 0, 0, 0, 1]].concat()
    }

    impl Authenticator {
        fn new() -> Authenticator {
            let random = SystemRandom::new();
            let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
            let key =
                EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, key.as_ref(), &random).unwrap();
            Authenticator(key, random)
        }

        fn make(&self, challenge: &[u8]) -> NewPasskey {
            NewPasskey {
                credential: text(b"credential"),
                public_key: text(&[&INFO, self.0.public_key().as_ref()].concat()),
                algorithm: -7,
                client_data: client_data("webauthn.create", challenge, SITE.origin),
                authenticator_data: text(&authenticator_data(SITE.rp_id, 1)),
                label: String::new(),
            }
        }

        fn sign(&self, client_data: String, authenticator_data: &[u8]) -> PasskeySignIn {
            let hash = Sha256::digest(bytes(&client_data).unwrap());
            let message = [authenticator_data, hash.as_slice()].concat();
            PasskeySignIn {
                credential: text(b"credential"),
                client_data,
                authenticator_data: text(authenticator_data),
                signature: text(self.0.sign(&self.1, &message).unwrap().as_ref()),
                label: String::new(),
            }
        }
    }

    #[test]
    fn a_passkey_that_was_made_here_opens_here_and_nothing_else_does() {
        let (mine, other) = (Authenticator::new(), Authenticator::new());
        let passkey = made(&mine.make(b"one"), b"one", &SITE).unwrap();
        let get = |challenge: &[u8], origin| client_data("webauthn.get", challenge, origin);
        let data = authenticator_data(SITE.rp_id, 1);
        let right = mine.sign(get(b"two", SITE.origin), &data);
        assert_eq!(used(&passkey, &right, b"two", &SITE), Ok(()));
        let forged = PasskeySignIn { signature: text(&[0; 70]), ..right.clone() };
        for (what, signed, expected) in [
            ("another key", other.sign(get(b"two", SITE.origin), &data), PasskeyError::Signature),
            ("another challenge", mine.sign(get(b"three", SITE.origin), &data), PasskeyError::Elsewhere),
            ("another page", mine.sign(get(b"two", "https://evil.example"), &data), PasskeyError::Elsewhere),
            (
                "to make one",
                mine.sign(client_data("webauthn.create", b"two", SITE.origin), &data),
                PasskeyError::Elsewhere,
            ),
            (
                "another host",
                mine.sign(get(b"two", SITE.origin), &authenticator_data("evil.example", 1)),
                PasskeyError::Elsewhere,
            ),
            (
                "nobody there",
                mine.sign(get(b"two", SITE.origin), &authenticator_data(SITE.rp_id, 4)),
                PasskeyError::NobodyThere,
            ),
            ("cut short", mine.sign(get(b"two", SITE.origin), &data[..30]), PasskeyError::Malformed),
            ("no signature", forged, PasskeyError::Signature),
        ] {
            assert_eq!(used(&passkey, &signed, b"two", &SITE), Err(expected), "{what}");
        }
    }

    #[test]
    fn what_could_never_be_used_is_not_kept() {
        let new = Authenticator::new().make(b"one");
        let cases = [
            (NewPasskey { algorithm: -36, ..new.clone() }, PasskeyError::Algorithm),
            (NewPasskey { algorithm: -8, ..new.clone() }, PasskeyError::Malformed),
            (NewPasskey { public_key: text(&[0x30, 0x82, 0xff]), ..new.clone() }, PasskeyError::Malformed),
            (NewPasskey { public_key: "!".to_owned(), ..new.clone() }, PasskeyError::Malformed),
            (NewPasskey { credential: String::new(), ..new.clone() }, PasskeyError::Malformed),
            (NewPasskey { credential: text(&[0; 2000]), ..new.clone() }, PasskeyError::Malformed),
            (NewPasskey { client_data: text(b"{}"), ..new }, PasskeyError::Malformed),
        ];
        for (new, expected) in cases {
            assert_eq!(made(&new, b"one", &SITE), Err(expected), "{new:?}");
        }
    }
}
