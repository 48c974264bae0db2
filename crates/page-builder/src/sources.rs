//! What the programs are made of.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use crate::{Outcome, read, text};

/// Files of the workspace that decide what comes out.
pub(crate) struct Sources {
    root: PathBuf,
    paths: BTreeSet<PathBuf>,
}

impl Sources {
    /// Which versions of the libraries and of the compiler there are, and this program.
    pub(crate) fn new(root: &Path) -> Outcome<Sources> {
        let mut sources = Sources { root: root.to_path_buf(), paths: BTreeSet::new() };
        sources.paths.extend(["Cargo.lock", "Cargo.toml", "rust-toolchain.toml"].map(PathBuf::from));
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for entry in own.read_dir().map_err(|error| format!("cannot read {}: {error}", own.display()))? {
            sources.add(&entry.map_err(|error| error.to_string())?.path());
        }
        Ok(sources)
    }

    /// Adds what cargo has written down about a program.
    pub(crate) fn read(&mut self, written: &Path) -> Outcome<()> {
        let written = text(written)?;
        let files = written.split_once(": ").map_or("", |(_, files)| files.trim_end()).replace("\\ ", "\0");
        files.split(' ').for_each(|path| self.add(Path::new(&path.replace('\0', " "))));
        Ok(())
    }

    /// Adds a file and the manifest of its crate. What was itself made by a build is no source.
    fn add(&mut self, path: &Path) {
        let manifests = path.ancestors().map(|folder| folder.join("Cargo.toml"));
        for path in [Some(path.to_path_buf()), manifests.into_iter().find(|path| path.exists())] {
            let inside = path.as_deref().and_then(|path| path.strip_prefix(&self.root).ok());
            if let Some(inside) = inside.filter(|path| !path.starts_with("target")) {
                self.paths.insert(inside.to_path_buf());
            }
        }
    }

    /// A line for each file: the hash of its content and its path, as `sha256sum` writes them.
    pub(crate) fn list(&self) -> Outcome<String> {
        let mut list = String::new();
        for path in &self.paths {
            let hash = HEXLOWER.encode(&Sha256::digest(read(&self.root.join(path))?));
            let _ = writeln!(list, "{hash}  {}", path.display());
        }
        Ok(list)
    }
}
