//! Encrypts what is secret in a database, row by row.
//!
//! AES-256-GCM-SIV (RFC 8452): the same text in the same place gives the same bytes, so an append that is repeated is
//! known again, and no nonce can be used twice by accident. A row is bound to its place: one that was put in the place of
//! another is not decrypted.

use std::fmt;

use aes_gcm_siv::aead::{Aead, Payload};
use aes_gcm_siv::{Aes256GcmSiv, KeyInit, Nonce};

use super::TableId;
use crate::keys::Keys;

/// What an encrypted row begins with. What is not encrypted is JSON, which begins with something else.
const ENCRYPTED: u8 = 1;

/// The name of a key, from which nothing follows about the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyName(pub(super) [u8; KeyName::BYTES]);

impl KeyName {
    pub(super) const BYTES: usize = 8;
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyName({self})")
    }
}

/// Where a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowPlace {
    /// An event, with its number.
    Event(TableId, u64),
    /// The snapshot of a table after an event.
    Snapshot(TableId, u64),
    /// The secret of a table.
    Secret(TableId),
}

impl RowPlace {
    const BYTES: usize = 17;

    fn parts(self) -> (u8, TableId, u64) {
        match self {
            RowPlace::Event(table, seq) => (1, table, seq),
            RowPlace::Snapshot(table, seq) => (2, table, seq),
            RowPlace::Secret(table) => (3, table, 0),
        }
    }

    fn bytes(self) -> [u8; RowPlace::BYTES] {
        let (kind, table, seq) = self.parts();
        let mut bytes = [kind; RowPlace::BYTES];
        bytes[1..9].copy_from_slice(&table.bits().to_be_bytes());
        bytes[9..].copy_from_slice(&seq.to_be_bytes());
        bytes
    }

    /// The table's fifty bits and forty-six of the number. A nonce that comes twice with another text would do no harm.
    fn nonce(self) -> Nonce {
        let (_, table, seq) = self.parts();
        let bits = u128::from(table.bits()) << 46 | u128::from(seq) & ((1 << 46) - 1);
        let mut nonce = Nonce::default();
        nonce.copy_from_slice(&bits.to_be_bytes()[4..]);
        nonce
    }
}

impl fmt::Display for RowPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowPlace::Event(table, seq) => write!(f, "event {seq} of table {table}"),
            RowPlace::Snapshot(table, seq) => write!(f, "the snapshot of table {table} after event {seq}"),
            RowPlace::Secret(table) => write!(f, "the secret of table {table}"),
        }
    }
}

/// Why a row was not encrypted or decrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CipherError {
    #[error("{0} is too long to be encrypted")]
    TooLong(RowPlace),
    #[error("{0} is encrypted with the key {1}, which is not in the key file")]
    UnknownKey(RowPlace, KeyName),
    #[error("{0} was changed, or is not in its place: it cannot be decrypted")]
    Changed(RowPlace),
}

struct Key {
    name: KeyName,
    cipher: Aes256GcmSiv,
}

/// Encrypts with the newest key, and decrypts with any.
pub(super) struct Cipher {
    newest: Key,
    older: Vec<Key>,
}

impl Cipher {
    const LABEL: &[u8] = b"perudo at rest 1";
    const NAME_LABEL: &[u8] = b"perudo key name 1";

    pub(super) fn new(keys: &Keys) -> Cipher {
        let key = |(key, name): ([u8; Keys::BYTES], [u8; Keys::BYTES])| Key {
            name: KeyName(std::array::from_fn(|index| name[index])),
            cipher: Aes256GcmSiv::new(&key.into()),
        };
        let newest = key((keys.derive(Cipher::LABEL), keys.derive(Cipher::NAME_LABEL)));
        let all = keys.derive_all(Cipher::LABEL).zip(keys.derive_all(Cipher::NAME_LABEL));
        Cipher { newest, older: all.skip(1).map(key).collect() }
    }

    /// The name of the key that encrypts.
    pub(super) fn newest(&self) -> KeyName {
        self.newest.name
    }

    /// Whether there is a key of this name.
    pub(super) fn knows(&self, name: KeyName) -> bool {
        self.key(name).is_some()
    }

    /// Whether it is a row that the newest key encrypted.
    pub(super) fn is_newest(&self, body: &[u8]) -> bool {
        split(body).is_some_and(|(name, _)| name == self.newest.name)
    }

    pub(super) fn encrypt(&self, place: RowPlace, text: &[u8]) -> Result<Vec<u8>, CipherError> {
        let payload = Payload { msg: text, aad: &place.bytes() };
        let encrypted = self.newest.cipher.encrypt(&place.nonce(), payload);
        let encrypted = encrypted.map_err(|_| CipherError::TooLong(place))?;
        Ok([&[ENCRYPTED], &self.newest.name.0[..], &encrypted].concat())
    }

    /// The text of a row; `None` if the row is not encrypted.
    pub(super) fn decrypt(&self, place: RowPlace, body: &[u8]) -> Result<Option<Vec<u8>>, CipherError> {
        let Some((name, encrypted)) = split(body) else { return Ok(None) };
        let key = self.key(name).ok_or(CipherError::UnknownKey(place, name))?;
        let payload = Payload { msg: encrypted, aad: &place.bytes() };
        key.cipher.decrypt(&place.nonce(), payload).map(Some).map_err(|_| CipherError::Changed(place))
    }

    fn key(&self, name: KeyName) -> Option<&Key> {
        std::iter::once(&self.newest).chain(&self.older).find(|key| key.name == name)
    }
}

/// The name of the key and the encrypted text; `None` if the row is not encrypted.
fn split(body: &[u8]) -> Option<(KeyName, &[u8])> {
    let (name, encrypted) = body.strip_prefix(&[ENCRYPTED])?.split_first_chunk()?;
    Some((KeyName(*name), encrypted))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::Entropy;

    const TABLE: TableId = TableId::from_bits(1 << 49 | 5);
    const OTHER: TableId = TableId::from_bits(6);
    const TEXT: &[u8] = br#"{"Rolled":["33456"]}"#;

    fn cipher(byte: u8) -> Cipher {
        Cipher::new(&Keys::random(&Entropy::new(move |bytes| bytes.fill(byte))))
    }

    #[test]
    fn a_row_is_read_in_its_place_and_nowhere_else() {
        let cipher = cipher(1);
        let place = RowPlace::Event(TABLE, 7);
        let row = cipher.encrypt(place, TEXT).unwrap();
        assert_eq!(row, cipher.encrypt(place, TEXT).unwrap(), "written again it is the same");
        assert!(!row.windows(4).any(|window| TEXT.windows(4).any(|part| part == window)));
        assert_eq!(cipher.decrypt(place, &row), Ok(Some(TEXT.to_vec())));
        let elsewhere = [
            RowPlace::Event(TABLE, 8),
            RowPlace::Event(OTHER, 7),
            RowPlace::Snapshot(TABLE, 7),
            RowPlace::Secret(TABLE),
        ];
        for place in elsewhere {
            assert_eq!(cipher.decrypt(place, &row), Err(CipherError::Changed(place)), "{place}");
            assert_ne!(cipher.encrypt(place, TEXT).unwrap(), row, "{place}");
        }
        for index in 1 + KeyName::BYTES..row.len() {
            let mut changed = row.clone();
            changed[index] ^= 1;
            assert_eq!(cipher.decrypt(place, &changed), Err(CipherError::Changed(place)), "byte {index}");
        }
        for length in 1 + KeyName::BYTES..row.len() {
            assert_eq!(
                cipher.decrypt(place, &row[..length]),
                Err(CipherError::Changed(place)),
                "{length} bytes"
            );
        }
    }

    #[test]
    fn what_is_not_encrypted_is_told_from_what_is() {
        for text in ["", "{}", "one", "\u{1}short"] {
            assert_eq!(cipher(1).decrypt(RowPlace::Event(TABLE, 1), text.as_bytes()), Ok(None), "{text:?}");
        }
    }

    #[test]
    fn a_key_that_is_not_there_is_named() {
        let place = RowPlace::Secret(TABLE);
        let row = cipher(1).encrypt(place, TEXT).unwrap();
        let name = cipher(1).newest();
        assert!(!cipher(2).knows(name));
        let error = cipher(2).decrypt(place, &row).unwrap_err();
        assert_eq!(error, CipherError::UnknownKey(place, name));
        assert!(error.to_string().contains(&name.to_string()), "{error}");
    }
}
