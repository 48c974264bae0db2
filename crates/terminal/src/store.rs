//! What a player keeps between two runs: a folder of small files that nobody else may read.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use perudo_play::{Keeper, NoRandomError};
use perudo_protocol::OwnCups;
use perudo_table::fair::{Link, Witness};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The folder in which a player keeps the secret of the guest, the game against bots, and chains.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// That folder, which need not be there yet.
    pub fn new(folder: PathBuf) -> Store {
        Store { folder }
    }

    /// What is kept under a name; nothing if it is not there or cannot be read.
    pub(crate) fn load<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_slice(&fs::read(self.path(name)).ok()?).ok()
    }

    /// Keeps something under a name: all of it, or what was there before.
    pub(crate) fn save(&self, name: &str, value: &impl Serialize) -> io::Result<()> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(&self.folder);
        create_private(folder)?;
        // Files of this kind are for their owner alone.
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec(value)?)?;
        file.persist(path)?;
        Ok(())
    }

    /// When something was kept under a name; nothing if it is not there.
    pub(crate) fn saved_at(&self, name: &str) -> Option<SystemTime> {
        fs::metadata(self.path(name)).and_then(|file| file.modified()).ok()
    }

    /// Forgets what is kept under a name.
    pub(crate) fn remove(&self, name: &str) {
        // It may not be there.
        let _ = fs::remove_file(self.path(name));
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension("json")
    }
}

#[cfg(unix)]
fn create_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], NoRandomError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoRandomError)?;
    Ok(bytes)
}

/// A first number for commands: random, and small enough for JSON.
pub(crate) fn first_id() -> Result<u64, NoRandomError> {
    Ok(u64::from_be_bytes(random()?) >> 12)
}

/// What a player keeps of one table of a server.
#[derive(Clone, Debug)]
pub(crate) struct TableStore {
    store: Store,
    /// A folder of its own for each table and guest.
    prefix: String,
    /// Why something could not be kept.
    pub(crate) failure: Option<String>,
}

impl TableStore {
    pub(crate) fn new(store: Store, prefix: String) -> TableStore {
        TableStore { store, prefix, failure: None }
    }

    pub(crate) fn chain(&self) -> Option<Link> {
        self.store.load(&self.name("chain"))
    }

    pub(crate) fn cups(&self) -> Option<OwnCups> {
        self.store.load(&self.name("cups"))
    }

    /// What was seen there before; nothing at a new table.
    pub(crate) fn seen(&self, table: &str) -> Witness {
        let seen: Option<Witness> = self.store.load(&self.name("seen"));
        seen.filter(|seen| seen.table() == table).unwrap_or_else(|| Witness::new(table))
    }

    fn name(&self, what: &str) -> String {
        format!("{}/{what}", self.prefix)
    }

    fn keep(&mut self, what: &str, value: &impl Serialize) {
        if let Err(error) = self.store.save(&self.name(what), value) {
            self.failure = Some(format!("{}: {error}", self.store.folder.display()));
        }
    }
}

impl Keeper for TableStore {
    fn random(&mut self) -> Result<[u8; 32], NoRandomError> {
        random()
    }

    fn keep_chain(&mut self, seed: Link) {
        self.keep("chain", &seed);
    }

    fn keep_cups(&mut self, cups: &OwnCups) {
        self.keep("cups", cups);
    }

    fn keep_seen(&mut self, seen: &Witness) {
        self.keep("seen", seen);
    }
}

/// A table in this program keeps nothing of this kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NothingToKeep;

impl Keeper for NothingToKeep {
    fn random(&mut self) -> Result<[u8; 32], NoRandomError> {
        random()
    }

    fn keep_chain(&mut self, _: Link) {}

    fn keep_cups(&mut self, _: &OwnCups) {}

    fn keep_seen(&mut self, _: &Witness) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_again_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(folder.path().join("player"));
        assert_eq!(store.load::<u32>("game"), None);
        store.save("table/chain", &7).unwrap();
        store.save("table/chain", &8).unwrap();
        assert_eq!(store.load::<u32>("table/chain"), Some(8));
        #[cfg(unix)]
        for (path, mode) in [("player/table", 0o700), ("player/table/chain.json", 0o600)] {
            use std::os::unix::fs::PermissionsExt;
            let found = fs::metadata(folder.path().join(path)).unwrap().permissions().mode();
            assert_eq!(found & 0o777, mode, "{path}");
        }
        fs::write(folder.path().join("player/table/chain.json"), "{").unwrap();
        assert_eq!(store.load::<u32>("table/chain"), None, "a damaged file is no file");
        store.remove("table/chain");
        store.remove("table/chain");
    }
}
