//! Compiles the page and its worker for browsers: `perudo-page-builder dist|quick FOLDER`.
//!
//! The folder gets `programs`, everything that was compiled, and `sources`, what it was compiled from. `crates/page` runs it
//! when the programs that are checked in there are not those of its sources; `cargo xtask page` checks in new ones.

#![allow(clippy::print_stderr)] // that is how a command speaks

mod programs;
mod sources;
mod wasm;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use programs::Programs;
use sources::Sources;

type Outcome<T> = Result<T, String>;

/// How much is done for the page.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Make {
    /// As small as can be, which takes minutes: what people are to get.
    Dist,
    /// Built and compressed quickly: more than twice as big.
    Quick,
}

/// Where things are.
struct Folders {
    /// The workspace.
    root: PathBuf,
    /// What is made for the page, apart from what cargo makes otherwise: another cargo is at work there.
    target: PathBuf,
    /// What comes out.
    out: PathBuf,
}

fn main() -> ExitCode {
    match run(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Outcome<()> {
    let (make, out) = match arguments {
        [make, out] if make == "dist" => (Make::Dist, out),
        [make, out] if make == "quick" => (Make::Quick, out),
        _ => return Err("usage: perudo-page-builder dist|quick FOLDER".to_owned()),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let root = root.ok_or("no workspace around this crate")?.to_path_buf();
    let folder = Folders { target: root.join("target/page"), out: PathBuf::from(out), root };
    fs::create_dir_all(&folder.out)
        .map_err(|error| format!("cannot make {}: {error}", folder.out.display()))?;
    let mut sources = Sources::new(&folder.root)?;
    let mut programs = Programs::default();
    wasm::page(&folder, make, &mut programs, &mut sources)?;
    wasm::worker(&folder, make, &mut programs, &mut sources)?;
    write(&folder.out.join("programs"), &programs.packed(make)?)?;
    write(&folder.out.join("sources"), sources.list()?.as_bytes())
}

fn read(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Outcome<()> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, bytes))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}
