//! The guest that this browser is: whoever knows the secret has the seat.

use std::fmt;

use perudo_table::Guest;
use serde::{Deserialize, Serialize};

use crate::browser::{self, RandomError};

/// Where the browser stores it.
const STORED: &str = "perudo.guest";

/// A guest's secret: 128 random bits, written in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct GuestSecret([u8; 16]);

/// The text is not a guest's secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a guest's secret has 32 hexadecimal digits")]
pub(crate) struct GuestSecretError;

impl GuestSecret {
    /// The secret that this browser stores; a new one, if there is none or what is stored is not one.
    pub(crate) fn stored() -> Result<GuestSecret, RandomError> {
        match browser::load(STORED) {
            Some(secret) => Ok(secret),
            None => {
                let secret = GuestSecret::random()?;
                secret.store();
                Ok(secret)
            }
        }
    }

    /// A new one.
    pub(crate) fn random() -> Result<GuestSecret, RandomError> {
        browser::random().map(GuestSecret)
    }

    /// From now on this browser is that guest.
    pub(crate) fn store(self) {
        browser::save(STORED, &self);
    }

    /// The guest who has it.
    pub(crate) fn guest(self) -> Guest {
        Guest::of_secret(self.0)
    }
}

impl fmt::Display for GuestSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl From<GuestSecret> for String {
    fn from(secret: GuestSecret) -> String {
        secret.to_string()
    }
}

impl TryFrom<String> for GuestSecret {
    type Error = GuestSecretError;

    fn try_from(text: String) -> Result<GuestSecret, GuestSecretError> {
        perudo_protocol::secret_of(&text).map(GuestSecret).ok_or(GuestSecretError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_stored_as_its_digits() {
        let text = "\"000102030405060708090a0b0c0d0e0f\"";
        let secret: GuestSecret = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&secret).unwrap(), text);
        assert_eq!(secret.guest(), Guest::of_secret([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]));
    }

    #[test]
    fn a_bad_secret_is_nobody_rather_than_the_guest_of_zeros() {
        for text in ["\"\"", "\"zz\"", "\"000102030405060708090a0b0c0d0e\"", "7", "null"] {
            assert!(serde_json::from_str::<GuestSecret>(text).is_err(), "{text}");
        }
    }
}
