//! Names that belong to somebody.

use serde::{Deserialize, Serialize};

/// Somebody whose name is their own wherever they sit down: the server vouches for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The number of the person or program, which stays when a name changes.
    pub id: i64,
    /// The name.
    pub name: String,
}
