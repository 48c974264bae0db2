//! The programs of the page: Rust compiled for browsers. Those that are checked in, if they are of these sources; or else
//! compiled by `crates/page-builder`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, str};

use sha2::{Digest, Sha256};

use crate::{Folders, Make, Outcome, read, rerun_if_changed, text};

/// Named files. As bytes: a line with name and length for each, an empty line, and all contents; compressed by brotli.
pub(crate) struct Programs(BTreeMap<String, Vec<u8>>);

impl Programs {
    /// Compiling takes minutes: what is checked in saves them wherever nobody has changed anything, on a first look above all.
    pub(crate) fn get(folder: &Folders, make: Make, compile: bool) -> Outcome<Programs> {
        let checked_in = folder.own.join("compiled");
        let made = folder.out.join("compiled");
        rerun_if_changed(&checked_in);
        let sources = text(&checked_in.join("sources")).unwrap_or_default();
        rerun_if_any_changes(folder, &sources);
        let changed = sources.lines().find(|line| !is_unchanged(&folder.root, line));
        if !compile && changed.is_none() && !sources.is_empty() {
            return Programs::read(&checked_in.join("programs"));
        }
        if let Some((_, path)) = changed.and_then(|line| line.split_once("  ")) {
            println!(
                "cargo::warning={path} is not as it was when the page was compiled: it is compiled anew"
            );
        }
        build(folder, make, &made)?;
        rerun_if_any_changes(folder, &text(&made.join("sources"))?);
        Programs::read(&made.join("programs"))
    }

    fn read(path: &Path) -> Outcome<Programs> {
        let broken = || format!("{} is damaged: `cargo xtask page` makes it anew", path.display());
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &read(path)?[..], &mut plain).map_err(|_| broken())?;
        let end = plain.windows(2).position(|pair| pair == b"\n\n").ok_or_else(broken)?;
        let head = str::from_utf8(&plain[..end]).map_err(|_| broken())?;
        let (mut files, mut rest) = (BTreeMap::new(), &plain[end + 2..]);
        for line in head.lines() {
            let (name, length) = line.split_once(' ').ok_or_else(broken)?;
            let length: usize = length.parse().map_err(|_| broken())?;
            let (bytes, after) = rest.split_at_checked(length).ok_or_else(broken)?;
            files.insert(name.to_owned(), bytes.to_vec());
            rest = after;
        }
        Ok(Programs(files))
    }

    /// One of the files.
    pub(crate) fn take(&mut self, name: &str) -> Outcome<Vec<u8>> {
        self.0.remove(name).ok_or(format!("no {name} was compiled: `cargo xtask page` makes it anew"))
    }

    pub(crate) fn take_text(&mut self, name: &str) -> Outcome<String> {
        String::from_utf8(self.take(name)?).map_err(|_| format!("{name} is not a text"))
    }

    /// The files whose names begin like this.
    pub(crate) fn take_all(&mut self, begin: &str) -> Vec<(String, Vec<u8>)> {
        self.0.extract_if(.., |name, _| name.starts_with(begin)).collect()
    }
}

/// Whether a file is as it was: its line has the hash of its content and its path.
fn is_unchanged(root: &Path, line: &str) -> bool {
    let hash = |bytes| Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    line.split_once("  ")
        .is_some_and(|(then, path)| read(&root.join(path)).is_ok_and(|now| hash(now) == then))
}

fn rerun_if_any_changes(folder: &Folders, sources: &str) {
    let paths = sources.lines().filter_map(|line| line.split_once("  "));
    paths.for_each(|(_, path)| rerun_if_changed(&folder.root.join(path)));
}

/// Compiles the programs by a cargo of its own.
fn build(folder: &Folders, make: Make, out: &Path) -> Outcome<()> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    for (name, _) in env::vars_os() {
        if !name.to_str().is_some_and(concerns_inner_build) {
            cargo.env_remove(name);
        }
    }
    cargo.current_dir(&folder.root).args(["run", "--package", "perudo-page-builder", "--locked", "--quiet"]);
    cargo.arg("--target-dir").arg(&folder.target).arg("--");
    cargo.arg(if make == Make::Dist { "dist" } else { "quick" }).arg(out);
    // What a build script prints is read by cargo, and this is not for it.
    cargo.stdout(Stdio::null());
    let status = cargo.status().map_err(|error| format!("cannot start cargo for the page: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("the page does not compile ({status}); PERUDO_PAGE=off leaves it out")),
    }
}

/// The environment is meant for this build: flags, wrappers and folders of the outer cargo (or clippy) are not for the
/// page. Where crates come from and how many compilers run at once is the same for both.
fn concerns_inner_build(variable: &str) -> bool {
    const KEPT: [&str; 9] = [
        "CARGO_HOME",
        "CARGO_HTTP_",
        "CARGO_NET_",
        "CARGO_REGISTRIES_",
        "CARGO_REGISTRY_",
        "CARGO_SOURCE_",
        "CARGO_MAKEFLAGS",
        "RUSTC",
        "RUSTUP_",
    ];
    const DROPPED: [&str; 13] = [
        "CARGO",
        "RUSTC_",
        "RUSTDOC",
        "RUSTFLAGS",
        "CLIPPY_",
        "DEP_",
        "TARGET",
        "HOST",
        "PROFILE",
        "OPT_LEVEL",
        "DEBUG",
        "OUT_DIR",
        "NUM_JOBS",
    ];
    let is_one_of = |names: &[&str]| {
        names.iter().any(|name| variable == *name || name.ends_with('_') && variable.starts_with(name))
    };
    is_one_of(&KEPT) || !(is_one_of(&DROPPED) || variable.starts_with("CARGO_"))
}
