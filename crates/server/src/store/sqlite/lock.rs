//! The lock of a program that runs tables in an SQLite file.
//!
//! It is on a file beside the database, never on the database itself: on some systems a lock there would get in the way of
//! SQLite's own, and closing a file gives up whatever SQLite has locked in it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::super::StoreError;

/// Keeps other programs from running tables in the same file. The system gives it up with the program, however that ends.
#[derive(Debug)]
pub(crate) struct FileLock {
    _file: File,
}

impl FileLock {
    /// Locks the file at a path, which is made if there is none. Who only reads needs no lock.
    pub(crate) fn take(path: &Path) -> Result<FileLock, StoreError> {
        let unusable = |reason| StoreError::Unusable { place: path.display().to_string(), reason };
        let database = found_or_made(path).map_err(|error| unusable(format!("cannot find it: {error}")))?;
        if !database.is_file() {
            return Err(unusable("it is not a file".to_owned()));
        }
        if has_other_names(&database) {
            return Err(unusable(
                "the file has another name, too (a hard link), and SQLite keeps the latest events beside the name that it \
                 is opened by: remove the other name, or use a copy"
                    .to_owned(),
            ));
        }
        let beside = beside(&database);
        let file = open(&beside)
            .map_err(|error| unusable(format!("cannot open its lock {}: {error}", beside.display())))?;
        match file.try_lock() {
            Ok(()) => {
                note_process(&file);
                Ok(FileLock { _file: file })
            }
            Err(TryLockError::WouldBlock) => Err(unusable(format!(
                "another program{} runs its tables, and an SQLite file is for one program: stop the other one, or give \
                 another --database",
                process_of(&file)
            ))),
            Err(TryLockError::Error(error)) => {
                Err(unusable(format!("its lock {} cannot be taken: {error}", beside.display())))
            }
        }
    }
}

/// Where a file really is, whatever links lead to it.
fn found_or_made(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            // SQLite takes an empty file for a new database.
            new_file().open(path)?;
            fs::canonicalize(path)
        }
        found => found,
    }
}

/// The file that is locked: it stays when the program ends, since whoever deletes it may delete another's lock.
fn beside(database: &Path) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(".lock");
    PathBuf::from(name)
}

fn open(path: &Path) -> io::Result<File> {
    match new_file().read(true).open(path) {
        // Another user made it: it can still be locked.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => File::open(path),
        opened => opened,
    }
}

fn new_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o644);
    }
    options
}

/// Leaves the number of this process for those who are refused.
fn note_process(mut file: &File) {
    // It only helps: a disk that is full must not be the reason why nobody can play.
    let _ = file.set_len(0).and_then(|()| write!(file, "{}", process::id()));
}

/// Who has the lock, if that can be read.
fn process_of(file: &File) -> String {
    let mut text = String::new();
    let number = file.take(20).read_to_string(&mut text).ok().and_then(|_| text.trim().parse::<u32>().ok());
    number.map(|number| format!(" (process {number})")).unwrap_or_default()
}

#[cfg(unix)]
fn has_other_names(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(path).is_ok_and(|file| file.nlink() > 1)
}

/// Where the names of a file are not counted, they are not looked for.
#[cfg(not(unix))]
fn has_other_names(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    fn refusal(path: &Path) -> String {
        match FileLock::take(path) {
            Ok(_) => panic!("{} is locked", path.display()),
            Err(error) => {
                assert!(!error.is_temporary());
                error.to_string()
            }
        }
    }

    #[test]
    fn a_file_has_one_lock_and_it_is_free_when_its_holder_is_gone() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("in a folder/perudo.db");
        for _ in 0..2 {
            let lock = FileLock::take(&path).unwrap();
            let refusal = refusal(&path);
            assert!(refusal.contains(&format!("another program (process {})", process::id())), "{refusal}");
            FileLock::take(&folder.path().join("other.db")).unwrap();
            drop(lock);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_the_same_whatever_links_lead_to_it() {
        use std::os::unix::fs::symlink;
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("perudo.db");
        let links = ["first", "second"].map(|name| folder.path().join(name));
        // The first leads to a file that is not there yet, the second to the first.
        symlink("perudo.db", &links[0]).unwrap();
        symlink("first", &links[1]).unwrap();
        let lock = FileLock::take(&links[1]).unwrap();
        for name in [&path, &links[0], &links[1], &folder.path().join("../").join(&path)] {
            assert!(refusal(name).contains("another program"), "{}", name.display());
        }
        drop(lock);
        fs::hard_link(&path, folder.path().join("hard")).unwrap();
        for name in [&path, &folder.path().join("hard")] {
            assert!(refusal(name).contains("hard link"), "{}", name.display());
        }
    }

    #[test]
    fn what_is_no_file_is_not_locked() {
        let folder = TempDir::new().unwrap();
        assert!(refusal(folder.path()).contains("not a file"));
        let file = folder.path().join("letter");
        fs::write(&file, "Dear database").unwrap();
        assert!(refusal(&file.join("perudo.db")).contains("letter"));
    }
}
