//! A database whose secrets are encrypted with keys that are not in it.

use std::ops::ControlFlow;

use perudo_table::{Entry, Guest};

use super::cipher::{Cipher, CipherError, KeyName, RowPlace};
use super::{
    Append, Claim, Fate, Holding, NewEvent, Node, NodeStatus, ReadLog, Renewal, Snapshot, Store, StoreError,
    StoredEvent, StoredTable, TableId,
};
use crate::keys::Keys;

/// Another body for a row.
pub(super) struct NewBody {
    pub(super) body: Vec<u8>,
    /// The secret of the table that was in the row, to be kept elsewhere while the table is open.
    pub(super) secret: Option<Vec<u8>>,
}

/// Says what a row is to have in it, if something else.
pub(super) type Change<'a> = &'a dyn Fn(RowPlace, Vec<u8>) -> Option<NewBody>;

/// What a database does for those who encrypt its rows. It does not know what is in them.
pub(super) trait Rows: Store {
    /// Where it is, without a password.
    fn place(&self) -> &str;

    /// The names of the keys that rows may be encrypted with, and whether all that is secret is encrypted with it.
    fn keys(&mut self) -> Result<Vec<(KeyName, bool)>, StoreError>;

    /// From now on, rows may be encrypted with this key.
    fn add_key(&mut self, name: KeyName) -> Result<(), StoreError>;

    /// By now, all that is secret is encrypted with this key.
    fn keep_key(&mut self, name: KeyName) -> Result<(), StoreError>;

    /// Goes through all rows that may have secrets in them, page by page. It may be called again at any time.
    fn rewrite(&mut self, change: Change<'_>) -> Result<(), StoreError>;
}

/// A database that was opened and can be read once its keys are there.
pub struct LockedStore(pub(super) Box<dyn Rows>);

impl LockedStore {
    /// Whether something in it is encrypted already, so that it needs the keys that it was encrypted with.
    pub fn is_encrypted(&mut self) -> Result<bool, StoreError> {
        Ok(!self.0.keys()?.is_empty())
    }

    /// Where it is, without a password.
    pub fn place(&self) -> &str {
        self.0.place()
    }

    /// Encrypts with the newest of these keys. What older keys, or older versions of this program, left behind is
    /// encrypted again before this returns.
    pub fn unlock(self, keys: &Keys) -> Result<Box<dyn Store>, StoreError> {
        let LockedStore(mut store) = self;
        let cipher = Cipher::new(keys);
        let known = known_keys(&mut *store, &cipher)?;
        let newest = cipher.newest();
        if known != [(newest, true)] {
            store.add_key(newest)?;
            store.rewrite(&|place, body| encrypted_anew(&cipher, place, body))?;
            store.keep_key(newest)?;
            tracing::info!(key = %newest, "everything secret in the database is encrypted with this key");
        }
        Ok(Box::new(EncryptedStore { store, cipher }))
    }
}

/// Whether these are the keys that a database is encrypted with.
pub(super) fn check_keys(store: &mut dyn Rows, keys: &Keys) -> Result<(), StoreError> {
    known_keys(store, &Cipher::new(keys)).map(drop)
}

/// The keys of a database, all of which must be known.
fn known_keys(store: &mut dyn Rows, cipher: &Cipher) -> Result<Vec<(KeyName, bool)>, StoreError> {
    let keys = store.keys()?;
    match keys.iter().find(|(name, _)| !cipher.knows(*name)) {
        None => Ok(keys),
        Some((lost, _)) => Err(StoreError::Unusable {
            place: store.place().to_owned(),
            reason: format!(
                "it is encrypted with the key {lost}, which is not in the key file: put back the file that it was used \
                 with, or name it by --key-file"
            ),
        }),
    }
}

/// Reads a log whose secrets are encrypted.
pub(super) struct EncryptedReader<R> {
    reader: R,
    cipher: Cipher,
}

impl<R: ReadLog> EncryptedReader<R> {
    pub(super) fn new(reader: R, keys: &Keys) -> EncryptedReader<R> {
        EncryptedReader { reader, cipher: Cipher::new(keys) }
    }
}

impl<R: ReadLog> ReadLog for EncryptedReader<R> {
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        read(&mut self.reader, &self.cipher, table, from, visit)
    }
}

struct EncryptedStore {
    store: Box<dyn Rows>,
    cipher: Cipher,
}

impl Store for EncryptedStore {
    fn commit(&mut self, node: &Node, batch: &[Append]) -> Result<Vec<Fate>, StoreError> {
        let batch: Result<Vec<Append>, CipherError> =
            batch.iter().map(|append| encrypted(&self.cipher, append)).collect();
        let place = |error: CipherError| StoreError::Unusable {
            place: self.store.place().to_owned(),
            reason: error.to_string(),
        };
        let batch = batch.map_err(place)?;
        self.store.commit(node, &batch)
    }

    fn take_over(&mut self, node: &Node, visit: &mut dyn FnMut(StoredTable)) -> Result<(), StoreError> {
        let cipher = &self.cipher;
        self.store.take_over(node, &mut |table| visit(decrypted(cipher, table)))
    }

    fn renew(&mut self, node: &Node) -> Result<Renewal, StoreError> {
        self.store.renew(node)
    }

    fn claim(&mut self, node: &Node, tables: &[TableId]) -> Result<Vec<Claim>, StoreError> {
        let read = |claim| match claim {
            Claim::Taken(table) => Claim::Taken(Box::new(decrypted(&self.cipher, *table))),
            claim => claim,
        };
        Ok(self.store.claim(node, tables)?.into_iter().map(read).collect())
    }

    fn claim_orphans(
        &mut self,
        node: &Node,
        most: usize,
        visit: &mut dyn FnMut(StoredTable),
    ) -> Result<(), StoreError> {
        let cipher = &self.cipher;
        self.store.claim_orphans(node, most, &mut |table| visit(decrypted(cipher, table)))
    }

    fn release(&mut self, node: &Node, tables: &[Holding]) -> Result<(), StoreError> {
        self.store.release(node, tables)
    }

    fn held(&mut self, node: &Node) -> Result<Vec<Holding>, StoreError> {
        self.store.held(node)
    }

    fn nodes(&mut self) -> Result<Vec<NodeStatus>, StoreError> {
        self.store.nodes()
    }

    fn to_close(&mut self, node: &Node) -> Result<Vec<(TableId, String)>, StoreError> {
        self.store.to_close(node)
    }

    fn made_by(&mut self, maker: Guest) -> Result<u64, StoreError> {
        self.store.made_by(maker)
    }
}

impl ReadLog for EncryptedStore {
    fn read(
        &mut self,
        table: TableId,
        from: u64,
        visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
    ) -> Result<bool, StoreError> {
        read(&mut *self.store, &self.cipher, table, from, visit)
    }
}

fn read(
    reader: &mut (impl ReadLog + ?Sized),
    cipher: &Cipher,
    table: TableId,
    from: u64,
    visit: &mut dyn FnMut(StoredEvent) -> ControlFlow<()>,
) -> Result<bool, StoreError> {
    reader.read(table, from, &mut |event| {
        let body = text(cipher, RowPlace::Event(table, event.seq), event.body);
        visit(StoredEvent { body, ..event })
    })
}

/// An append as it is written.
fn encrypted(cipher: &Cipher, append: &Append) -> Result<Append, CipherError> {
    let table = append.table;
    let event = |(index, event): (usize, &NewEvent)| {
        let seq = append.first_seq.saturating_add(index as u64);
        let NewEvent { at, secret, ref body } = *event;
        let body = match secret {
            true => cipher.encrypt(RowPlace::Event(table, seq), body)?,
            false => body.clone(),
        };
        Ok(NewEvent { at, secret, body })
    };
    let snapshot = |body: &Vec<u8>| cipher.encrypt(RowPlace::Snapshot(table, append.last_seq()), body);
    let secret = |body: &Vec<u8>| cipher.encrypt(RowPlace::Secret(table), body);
    Ok(Append {
        events: append.events.iter().enumerate().map(event).collect::<Result<_, _>>()?,
        snapshot: append.snapshot.as_ref().map(snapshot).transpose()?,
        secret: append.secret.as_ref().map(secret).transpose()?,
        tips: append.tips.clone(),
        tours: append.tours.clone(),
        left: append.left.clone(),
        ..*append
    })
}

/// A table as it was written.
fn decrypted(cipher: &Cipher, stored: StoredTable) -> StoredTable {
    let StoredTable { id, epoch, secret, snapshot, events } = stored;
    let of_snapshot = |Snapshot { seq, body }| {
        let body = text(cipher, RowPlace::Snapshot(id, seq), body);
        Snapshot { seq, body }
    };
    let event = |StoredEvent { seq, at, body }| {
        let body = text(cipher, RowPlace::Event(id, seq), body);
        StoredEvent { seq, at, body }
    };
    StoredTable {
        id,
        epoch,
        secret: secret.map(|body| text(cipher, RowPlace::Secret(id), body)),
        snapshot: snapshot.map(of_snapshot),
        events: events.into_iter().map(event).collect(),
    }
}

/// The text of a row. What cannot be decrypted stays as it is: its table cannot be read, and all others can.
fn text(cipher: &Cipher, place: RowPlace, body: Vec<u8>) -> Vec<u8> {
    match cipher.decrypt(place, &body) {
        Ok(Some(text)) => text,
        Ok(None) => body,
        Err(error) => {
            tracing::error!(%error, "a row cannot be read");
            body
        }
    }
}

/// What a row that an older key encrypted, or nobody, is to have in it.
fn encrypted_anew(cipher: &Cipher, place: RowPlace, body: Vec<u8>) -> Option<NewBody> {
    if cipher.is_newest(&body) {
        return None;
    }
    let text = match cipher.decrypt(place, &body) {
        Ok(text) => text.unwrap_or(body),
        Err(error) => {
            tracing::error!(%error, "a row cannot be read");
            return None;
        }
    };
    let anew = match place {
        RowPlace::Event(table, _) => event_anew(cipher, place, table, &text),
        RowPlace::Snapshot(..) | RowPlace::Secret(_) => {
            cipher.encrypt(place, &text).map(|body| Some(NewBody { body, secret: None }))
        }
    };
    anew.unwrap_or_else(|error| {
        tracing::error!(%error, "a row cannot be encrypted");
        None
    })
}

fn event_anew(
    cipher: &Cipher,
    place: RowPlace,
    table: TableId,
    text: &[u8],
) -> Result<Option<NewBody>, CipherError> {
    // What is no entry is left to whoever finds it there.
    let Ok(entry) = serde_json::from_slice::<Entry>(text) else { return Ok(None) };
    if !entry.event.is_secret() {
        return Ok(None);
    }
    let (entry, secret) = entry.without_secret();
    let Some(secret) = secret else {
        let body = cipher.encrypt(place, text)?;
        return Ok(Some(NewBody { body, secret: None }));
    };
    let secret = cipher.encrypt(RowPlace::Secret(table), &secret)?;
    let body = serde_json::to_vec(&entry).ok();
    Ok(body.map(|body| NewBody { body, secret: Some(secret) }))
}
