//! The file that is open, and whether it is still where it was.
//!
//! A file that was deleted or replaced can be written for as long as it is open, and all of it is gone when the program
//! ends. SQLite does not notice that.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

/// Where a file was when it was opened.
pub(super) struct OpenFile {
    path: PathBuf,
    identity: Option<Identity>,
    /// Where everything was copied to when the file was gone.
    copy: Option<PathBuf>,
}

/// Device and number on it.
type Identity = (u64, u64);

impl OpenFile {
    /// The file at a path, which was opened just now.
    pub(super) fn new(path: &Path) -> OpenFile {
        // One that cannot be looked at will not be found unchanged.
        OpenFile { path: path.to_owned(), identity: identity(path).ok().flatten(), copy: None }
    }

    /// Whether the file is still in its place; if not, why nothing can be written. What was written is then copied to
    /// another file, once: nothing that was told is to be lost when the program ends.
    pub(super) fn check(&mut self, connection: &Connection) -> Result<(), String> {
        let found = identity(&self.path).map_err(|error| format!("the file cannot be looked at: {error}"))?;
        if found.is_some() && found == self.identity {
            return Ok(());
        }
        let copy = match &self.copy {
            Some(copy) => copy.clone(),
            None => {
                let copy = copy_path(&self.path);
                let written = connection.execute("VACUUM INTO ?1", [copy.display().to_string()]);
                written.map_err(|error| format!("{}, and it cannot be copied: {error}", gone(found)))?;
                self.copy.insert(copy).clone()
            }
        };
        let (copy, path) = (copy.display(), self.path.display());
        Err(format!(
            "{}; everything that anyone was told is in {copy}: stop the server, remove {path}-wal and {path}-shm, and put \
             the copy in its place",
            gone(found)
        ))
    }
}

fn gone(found: Option<Identity>) -> &'static str {
    match found {
        None => "the file was deleted while it was used",
        Some(_) => "the file was replaced by another while it was used",
    }
}

/// A name beside the file that is not taken.
fn copy_path(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".saved-{number}"));
        PathBuf::from(name)
    };
    (1..).map(named).find(|copy| !copy.exists()).unwrap_or_else(|| named(0))
}

/// Which file is there, if there is one.
fn identity(path: &Path) -> io::Result<Option<Identity>> {
    match fs::metadata(path) {
        Ok(file) => Ok(Some(numbers(&file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(unix)]
fn numbers(file: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (file.dev(), file.ino())
}

/// Where files have no numbers, those that are open cannot be deleted.
#[cfg(not(unix))]
fn numbers(_: &Metadata) -> Identity {
    (0, 0)
}
