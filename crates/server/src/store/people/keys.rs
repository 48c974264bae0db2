//! Keys: how people prove that they are who they are.

use perudo_protocol::http::{KeyInfo, KeyKind, Scope};
use perudo_table::Guest;

use super::cuts::cut;
use super::{Identity, PeopleStore, Row, Sql, SqlError, values};
use crate::reason::Reason;
use crate::store::StoreError;

/// A key to be kept.
#[derive(Clone, Debug)]
pub(crate) struct NewKey {
    pub(crate) kind: KeyKind,
    /// Of what is secret in it.
    pub(crate) hash: Vec<u8>,
    pub(crate) label: String,
    pub(crate) scopes: i64,
    pub(crate) passkey: Option<Passkey>,
}

/// What is public in a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passkey {
    pub(crate) credential: Vec<u8>,
    pub(crate) public_key: Vec<u8>,
    pub(crate) algorithm: i32,
}

impl NewKey {
    /// The secret of a browser.
    pub(crate) fn browser(guest: Guest, label: String) -> NewKey {
        NewKey { kind: KeyKind::Browser, hash: guest.bytes().to_vec(), label, scopes: 0, passkey: None }
    }
}

/// What works once and not for long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OneTime {
    Link,
    MakePasskey,
    UsePasskey,
}

impl OneTime {
    const fn number(self) -> i64 {
        match self {
            OneTime::Link => 1,
            OneTime::MakePasskey => 2,
            OneTime::UsePasskey => 3,
        }
    }
}

/// The most keys that somebody has.
const MOST_KEYS: i64 = 20;
/// The most links and challenges of somebody that work at a time.
const MOST_ONE_TIME: i64 = 10;

pub(super) const KEYS: &str = "
    SELECT id, kind, label, made, used, credential FROM person_keys WHERE person = $1 ORDER BY made, id";

const ADD: &str = "
    INSERT INTO person_keys (person, kind, hash, label, made, used, scopes, credential, public_key, algorithm)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";

const COUNT: &str = "SELECT count(*) FROM person_keys WHERE person = $1";

const REVOKE: &str = "DELETE FROM person_keys WHERE id = $1 AND person = $2";

/// Any change of somebody's keys waits for another.
pub(super) const LOCK: &str = "UPDATE people SET since = since WHERE id = $1";

const FORGET_OLD: &str = "DELETE FROM one_time WHERE until < $1";

const COUNT_ONE_TIME: &str = "SELECT count(*) FROM one_time WHERE person = $1";

const REMEMBER: &str =
    "INSERT INTO one_time (hash, kind, person, until) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";

const TAKE: &str = "
    DELETE FROM one_time WHERE hash = $1 AND kind = $2 AND until >= $3 RETURNING person";

const PASSKEY: &str = "
    SELECT person, credential, public_key, algorithm, person_keys.id
    FROM person_keys JOIN people ON people.id = person
    WHERE hash = $1 AND person_keys.kind = 2 AND name IS NOT NULL";

const RECOVERY: &str = "
    SELECT person FROM person_keys JOIN people ON people.id = person
    WHERE hash = $1 AND person_keys.kind = 3 AND name IS NOT NULL";

const TOUCH: &str = "UPDATE person_keys SET used = $2 WHERE id = $1";

const DROP_RECOVERY: &str = "DELETE FROM person_keys WHERE person = $1 AND kind = 3";

const DROP_TOKENS: &str = "DELETE FROM person_keys WHERE person = $1 AND kind = 4";

const OWNER: &str = "SELECT person FROM person_keys WHERE hash = $1";

impl PeopleStore {
    /// Adds a key to somebody's, unless they have too many. A recovery code takes the place of the one before.
    pub(crate) fn add_key(
        &mut self,
        person: i64,
        key: &NewKey,
        now: i64,
    ) -> Result<Result<KeyInfo, Reason>, StoreError> {
        self.write(async |sql| {
            sql.run(LOCK, values![person]).await?;
            match key.kind {
                KeyKind::Recovery => sql.run(DROP_RECOVERY, values![person]).await?,
                KeyKind::Token => sql.run(DROP_TOKENS, values![person]).await?,
                KeyKind::Browser | KeyKind::Passkey => 0,
            };
            let count = sql.row(COUNT, values![person]).await?.map_or(0, |row| row.int(0));
            if count >= MOST_KEYS {
                return Ok(Err(Reason::TooManyKeys));
            }
            if let Some(known) = sql.row(OWNER, values![key.hash.as_slice()]).await? {
                // Asked again, since the answer was lost; or the key of somebody else.
                if known.int(0) != person {
                    return Ok(Err(Reason::AlreadyNamed));
                }
            } else {
                add(sql, person, key, now).await?;
                match key.kind {
                    // At tables this browser is somebody else from now on.
                    KeyKind::Browser => {
                        if let Ok(guest) = key.hash.as_slice().try_into() {
                            cut(sql, Guest::of_bytes(guest), false, now).await?;
                        }
                    }
                    // The one before it is void.
                    KeyKind::Token => cut(sql, Guest::of_account(person), false, now).await?,
                    KeyKind::Passkey | KeyKind::Recovery => {}
                }
            }
            let keys = sql.rows(KEYS, values![person]).await?;
            Ok(Ok(key_info(keys.last().unwrap_or(&keys[0]), 0)))
        })
    }

    /// Revokes a key, unless nobody could come back then.
    pub(crate) fn revoke(
        &mut self,
        identity: &Identity,
        key: i64,
        now: i64,
    ) -> Result<Result<(), Reason>, StoreError> {
        let person = identity.account.id;
        self.write(async |sql| {
            sql.run(LOCK, values![person]).await?;
            let keys = sql.rows(KEYS, values![person]).await?;
            if !keys.iter().any(|row| row.int(0) == key) {
                return Ok(Err(Reason::NoKey));
            }
            if keys.len() == 1 {
                return Ok(Err(Reason::LastKey));
            }
            sql.run(REVOKE, values![key, person]).await?;
            cut(sql, identity.guest(), false, now).await?;
            Ok(Ok(()))
        })
    }

    /// Lets something work once, until a moment.
    pub(crate) fn remember_once(
        &mut self,
        hash: [u8; 32],
        kind: OneTime,
        person: Option<i64>,
        until: i64,
        now: i64,
    ) -> Result<Result<(), Reason>, StoreError> {
        self.write(async |sql| {
            sql.run(FORGET_OLD, values![now]).await?;
            if person.is_some() {
                sql.run(LOCK, values![person]).await?;
                let count = sql.row(COUNT_ONE_TIME, values![person]).await?.map_or(0, |row| row.int(0));
                if count >= MOST_ONE_TIME {
                    return Ok(Err(Reason::TooManyKeys));
                }
            }
            sql.run(REMEMBER, values![hash, kind.number(), person, until]).await?;
            Ok(Ok(()))
        })
    }

    /// Uses up what works once: whether it did, and for whom.
    pub(crate) fn use_once(
        &mut self,
        hash: [u8; 32],
        kind: OneTime,
        now: i64,
    ) -> Result<Option<Option<i64>>, StoreError> {
        let used = self.write(async |sql| sql.row(TAKE, values![hash, kind.number(), now]).await)?;
        Ok(used.map(|row| row.maybe_int(0)))
    }

    /// The passkey of a credential, whose it is, and the number of the key.
    pub(crate) fn passkey(&mut self, hash: [u8; 32]) -> Result<Option<(i64, Passkey, i64)>, StoreError> {
        let row = self.read(async |sql| sql.row(PASSKEY, values![hash]).await)?;
        Ok(row.map(|row| {
            let algorithm = i32::try_from(row.int(3)).unwrap_or(0);
            let passkey = Passkey { credential: row.bytes(1), public_key: row.bytes(2), algorithm };
            (row.int(0), passkey, row.int(4))
        }))
    }

    /// The credentials of somebody's passkeys.
    pub(crate) fn credentials(&mut self, person: i64) -> Result<Vec<Vec<u8>>, StoreError> {
        let keys = self.read(async |sql| sql.rows(KEYS, values![person]).await)?;
        Ok(keys.iter().filter(|row| row.int(1) == 2).map(|row| row.bytes(5)).collect())
    }

    /// Whose recovery code it is.
    pub(crate) fn recovered(&mut self, hash: [u8; 32]) -> Result<Option<i64>, StoreError> {
        let row = self.read(async |sql| sql.row(RECOVERY, values![hash]).await)?;
        Ok(row.map(|row| row.int(0)))
    }

    /// A key was used.
    pub(crate) fn key_used(&mut self, key: i64, now: i64) -> Result<(), StoreError> {
        self.write(async |sql| sql.run(TOUCH, values![key, now]).await).map(drop)
    }
}

/// Adds a key, unless somebody has it; says whether it did.
pub(super) async fn add(sql: &mut Sql<'_>, person: i64, key: &NewKey, now: i64) -> Result<bool, SqlError> {
    let passkey = key.passkey.as_ref();
    let used = (key.kind == KeyKind::Browser).then_some(now);
    let values = values![
        person,
        kind_number(key.kind),
        key.hash.as_slice(),
        &key.label,
        now,
        used,
        key.scopes,
        passkey.map(|passkey| passkey.credential.as_slice()),
        passkey.map(|passkey| passkey.public_key.as_slice()),
        passkey.map(|passkey| passkey.algorithm),
    ];
    Ok(sql.run(ADD, values).await? > 0)
}

const fn kind_number(kind: KeyKind) -> i64 {
    match kind {
        KeyKind::Browser => 1,
        KeyKind::Passkey => 2,
        KeyKind::Recovery => 3,
        KeyKind::Token => 4,
    }
}

/// A row of [`KEYS`] as its owner sees it, who asks with the key `this`.
pub(super) fn key_info(row: &Row, this: i64) -> KeyInfo {
    let kind = match row.int(1) {
        1 => KeyKind::Browser,
        2 => KeyKind::Passkey,
        3 => KeyKind::Recovery,
        _ => KeyKind::Token,
    };
    let (key, label, made, used) = (row.int(0), row.text(2), row.int(3), row.maybe_int(4));
    KeyInfo { key, kind, label, made, used, this: key == this }
}

const SCOPES: [(Scope, i64); 3] = [(Scope::Play, 1), (Scope::Queue, 2), (Scope::Read, 4)];

/// Scopes as a number, a bit each.
pub(crate) fn scope_bits(scopes: &[Scope]) -> i64 {
    SCOPES.iter().filter(|(scope, _)| scopes.contains(scope)).map(|(_, bit)| bit).sum()
}

/// The scopes that a number stands for.
pub(super) fn scopes_of(bits: i64) -> Vec<Scope> {
    SCOPES.iter().filter(|(_, bit)| bits & bit != 0).map(|(scope, _)| *scope).collect()
}
